package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/onefile"
	"tengen/recordfiles"
)

// SGFRenderCmd is `tengen sgf render`.
type SGFRenderCmd struct {
	Out              string       `short:"o" placeholder:"FILE" help:"Write to this file (.txt, .svg, .png, .pdf, .gif or .html) instead of text to stdout." config:"-"`
	To               Drawing      `placeholder:"FORMAT" help:"Format: txt, svg, png, pdf, gif or html. Default: from the extension of --out, or else txt." config:"-"`
	Game             Count        `default:"1" placeholder:"N" help:"Number of the game in the file (default ${default})." config:"-"`
	Node             string       `placeholder:"PATH" help:"Follow this variation, written as in the output of tengen sgf check: 12:2,30:1 takes child 2 after node 12 and child 1 after node 30, both counted from 0." config:"-"`
	Move             *int         `placeholder:"N" help:"Stop after N moves. Default: the end of the line." config:"-"`
	Part             string       `placeholder:"A1:G7" help:"Draw only the rectangle between these two points." config:"-"`
	Numbers          bool         `help:"Number the moves." config:"-"`
	Figures          Count        `placeholder:"N" help:"Draw the whole line in figures of N moves each, as in books." config:"-"`
	Card             bool         `help:"Draw a card to post, with the players, the result and the date beside the board. As PNG it has 1200 by 630 pixels." config:"-"`
	Theme            Theme        `placeholder:"NAME" help:"Colours: wood, print or dark. Default: print for PDF, wood otherwise." config:"-"`
	Width            Count        `placeholder:"PX" help:"Width of a PNG or GIF, in pixels." config:"-"`
	Delay            Seconds      `placeholder:"S" help:"Seconds that a GIF shows each move (default 1)." config:"-"`
	Font             ExistingFile `placeholder:"FILE.ttf" help:"TrueType font for PNG, GIF and PDF." config:"-"`
	VariationLetters bool         `help:"Mark the first moves of variations with letters." config:"-"`
	Heat             bool         `help:"Show the moves that the analysis in the record recommends." config:"-"`
	Ownership        bool         `help:"Show the expected owner of each point from the analysis in the record." config:"-"`
	Problem          bool         `help:"Make an HTML page with a problem: the reader finds the moves." config:"-"`
	Force            bool         `help:"Replace an existing file." config:"-"`
	File             Path         `arg:"" placeholder:"FILE" help:"A record; - is stdin."`
}

// Help describes the pictures.
func (SGFRenderCmd) Help() string {
	return "A picture shows the position with its marks and labels in the record. A GIF shows the line move by move. A PDF shows " +
		"the line in figures, or one position with --move. Each figure as SVG or PNG is written to a separate file: OUT-1.svg, OUT-2.svg. " +
		"An HTML page has the whole game with its variations, comments and analysis, to step through in a browser without tengen."
}

// Drawing is a format of pictures.
type Drawing string

// UnmarshalText reads the usual extension.
func (d *Drawing) UnmarshalText(text []byte) error { return oneOf(d, text, drawings...) }

var drawings = []string{"txt", "svg", "png", "pdf", "gif", "html"}

// Theme is the name of a colour scheme.
type Theme string

// UnmarshalText reads the name of a theme.
func (t *Theme) UnmarshalText(text []byte) error { return oneOf(t, text, themes...) }

var themes = []string{"wood", "print", "dark"}

// Run draws.
func (c *SGFRenderCmd) Run(env *Env, sgf *SGFCmd) error {
	format, err := c.format(env)
	if err != nil {
		return err
	}
	var font *diagram.Font
	if c.Font != "" {
		data, err := os.ReadFile(string(c.Font))
		if err != nil {
			return fmt.Errorf("%s: %w", c.Font, wording.WithoutPath(err))
		}
		if font, err = diagram.ParseFont(data); err != nil {
			return fmt.Errorf("%s: %w", c.Font, err)
		}
	}
	file, err := loadOne(env, sgf.recordLimits, string(c.File), kifu.Options{})
	if err != nil {
		return err
	}
	tree, err := file.Tree(int(c.Game))
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	if format == "html" {
		return c.page(env, tree)
	}
	if c.Problem {
		return usagef("--problem is for HTML pages: write to a file *.html, or use --to html")
	}
	s, err := c.scene(tree)
	if err != nil {
		return err
	}
	if c.Card {
		return c.card(env, s, format, font)
	}
	return c.draw(env, s, format, font)
}

// page writes the whole game as a web page.
func (c *SGFRenderCmd) page(env *Env, t *kifu.Tree) error {
	if c.Node != "" || c.Move != nil || c.Numbers || c.Figures > 0 || c.Card || c.VariationLetters || c.Heat || c.Ownership {
		return usagef("an HTML page has the whole game: leave out --node, --move, --numbers, --figures, --card, --variation-letters, --heat and --ownership")
	}
	part, err := c.part(t)
	if err != nil {
		return err
	}
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
		return onefile.Write(w, t, onefile.Options{Problem: c.Problem, Part: part, Theme: c.theme("html")})
	})
}

// card writes a card.
func (c *SGFRenderCmd) card(env *Env, s *diagram.Scene, format string, font *diagram.Font) error {
	if format != "png" && format != "svg" {
		return usagef("--card draws a PNG or an SVG: write to a file *.png or *.svg, or use --to")
	}
	if c.Numbers || c.Figures > 0 || c.VariationLetters || c.Heat || c.Ownership {
		return usagef("--card shows one position: leave out --numbers, --figures, --variation-letters, --heat and --ownership")
	}
	card := s.Card(c.theme(format))
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
		if format == "svg" {
			return card.WriteSVG(w)
		}
		return card.WritePNG(w, diagram.Pixels{Width: int(c.Width), Font: font})
	})
}

// part returns the points of --part, or nil for all points.
func (c *SGFRenderCmd) part(t *kifu.Tree) ([]baduk.Point, error) {
	if c.Part == "" {
		return nil, nil
	}
	a, b, err := diagram.ParseCorners(t.Graph, c.Part)
	if err != nil {
		return nil, usagef("--part: %v", err)
	}
	return diagram.Between(t.Graph, a, b)
}

// scene returns the line and the position that the flags choose.
func (c *SGFRenderCmd) scene(t *kifu.Tree) (*diagram.Scene, error) {
	end, err := diagram.Follow(t, c.Node)
	if err != nil {
		return nil, usagef("--node: %v", err)
	}
	if c.Move != nil && *c.Move < 0 {
		return nil, usagef("--move: expected a number of moves, not %d", *c.Move)
	}
	part, err := c.part(t)
	if err != nil {
		return nil, err
	}
	return diagram.NewScene(t, end, c.Move, part)
}

// format returns the format to write, from --to or the extension of --out.
func (c *SGFRenderCmd) format(env *Env) (string, error) {
	format := string(c.To)
	if format == "" {
		format = strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), ".")
	}
	if c.Out == "" || c.Out == recordfiles.Dash {
		if format == "" {
			format = "txt"
		}
		if env.Terminal && slices.Contains([]string{"png", "pdf", "gif"}, format) {
			return "", usagef("a terminal cannot show a %s: name a file with -o", format)
		}
	}
	if !slices.Contains(drawings, format) {
		return "", usagef("--out: %q does not end in .txt, .svg, .png, .pdf, .gif or .html: choose the format with --to", c.Out)
	}
	return format, nil
}

// draw writes the pictures in the given format.
func (c *SGFRenderCmd) draw(env *Env, s *diagram.Scene, format string, font *diagram.Font) error {
	pixels := diagram.Pixels{Width: int(c.Width), Font: font}
	pictures, err := s.Pictures(diagram.Pictures{
		Moves: format == "gif", Figures: int(c.Figures), Whole: format == "pdf" && c.Move == nil && !c.Numbers, Numbers: c.Numbers,
		Letters: c.VariationLetters, Heat: c.Heat, Ownership: c.Ownership, Titles: format != "gif" && format != "pdf", Theme: c.theme(format),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", wording.FileName(string(c.File)), err)
	}
	switch format {
	case "gif":
		return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
			return diagram.WriteGIF(w, pictures, diagram.Motion{Pixels: pixels, Delay: time.Duration(float64(c.Delay) * float64(time.Second))})
		})
	case "pdf":
		sheet := diagram.Sheet{Title: s.Players(), Header: s.Header(), Pictures: pictures, Font: font}
		if len(pictures) == 1 {
			sheet.PerPage = 1
		}
		return writeTo(env, c.Out, c.Force, sheet.WritePDF)
	case "txt":
		return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
			for i := range pictures {
				if i > 0 {
					if _, err := fmt.Fprintln(w); err != nil {
						return err
					}
				}
				if err := pictures[i].WriteText(w, diagram.TextOptions{Marks: true}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return c.drawEach(env, pictures, format, pixels)
}

// theme returns the chosen theme, or the default of the format.
func (c *SGFRenderCmd) theme(format string) diagram.Theme {
	switch {
	case c.Theme != "":
		return diagram.Themes()[string(c.Theme)]
	case format == "pdf":
		return diagram.Print()
	}
	return diagram.Wood()
}

// drawEach writes a file for each picture.
func (c *SGFRenderCmd) drawEach(env *Env, pictures []diagram.Picture, format string, pixels diagram.Pixels) error {
	if len(pictures) > 1 && (c.Out == "" || c.Out == recordfiles.Dash) {
		return usagef("%s need one file each: name them with -o", wording.Counted(len(pictures), "figure"))
	}
	for i := range pictures {
		out := c.Out
		if len(pictures) > 1 {
			extension := filepath.Ext(out)
			out = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(out, extension), i+1, extension)
		}
		err := writeTo(env, out, c.Force, func(w io.Writer) error {
			if format == "svg" {
				return pictures[i].WriteSVG(w)
			}
			return pictures[i].WritePNG(w, pixels)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
