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
	"tengen/recordfiles"
)

// SGFRenderCmd is `tengen sgf render`.
type SGFRenderCmd struct {
	Out              string       `short:"o" placeholder:"FILE" help:"Write to this file, FILE.txt, .svg, .png, .pdf or .gif, instead of text to stdout." config:"-"`
	To               Drawing      `placeholder:"FORMAT" help:"The format, where the name of the file does not say it: txt, svg, png, pdf or gif." config:"-"`
	Game             Count        `default:"1" placeholder:"N" help:"Which game of the file (${default})." config:"-"`
	Node             string       `placeholder:"PATH" help:"Follow this variation, written as tengen sgf check does: 12:2,30:1 takes child 2 after node 12 and child 1 after node 30, both from 0." config:"-"`
	Move             *int         `placeholder:"N" help:"Stop after N moves; at the end of the line by default." config:"-"`
	Part             string       `placeholder:"A1:G7" help:"Draw only the points between these two." config:"-"`
	Numbers          bool         `help:"Number the moves." config:"-"`
	Figures          Count        `placeholder:"N" help:"Draw the whole line in figures of N moves, as books do." config:"-"`
	Theme            Theme        `placeholder:"NAME" help:"The colours: wood, print or dark; print for PDF and wood for others when not given." config:"-"`
	Width            Count        `placeholder:"PX" help:"How wide a PNG or GIF is, in pixels." config:"-"`
	Delay            Seconds      `placeholder:"S" help:"How long a move is seen in a GIF (1)." config:"-"`
	Font             ExistingFile `placeholder:"FILE.ttf" help:"A TrueType font for PNG, GIF and PDF." config:"-"`
	VariationLetters bool         `help:"Put letters where the variations go on." config:"-"`
	Heat             bool         `help:"Show where the analysis in the record would play." config:"-"`
	Ownership        bool         `help:"Show whose the analysis in the record expects each point to be." config:"-"`
	Force            bool         `help:"Replace a file that exists already." config:"-"`
	File             Path         `arg:"" placeholder:"FILE" help:"A record; - is stdin."`
}

// Help tells what is drawn.
func (SGFRenderCmd) Help() string {
	return "A picture is of the position, with the marks and labels that the record has there. A GIF shows the line move by move; a PDF has " +
		"the line in figures, unless --move asks for one position. Figures as SVG or PNG are a file each: OUT-1.svg, OUT-2.svg."
}

// Drawing is a format of pictures.
type Drawing string

// UnmarshalText reads the usual extension.
func (d *Drawing) UnmarshalText(text []byte) error { return oneOf(d, text, drawings...) }

var drawings = []string{"txt", "svg", "png", "pdf", "gif"}

// Theme are the colours of pictures.
type Theme string

// UnmarshalText reads the name of a theme.
func (t *Theme) UnmarshalText(text []byte) error { return oneOf(t, text, "wood", "print", "dark") }

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
		return err
	}
	s, err := c.scene(tree)
	if err != nil {
		return err
	}
	return c.draw(env, s, format, font)
}

// scene is the line and the position that the flags name.
func (c *SGFRenderCmd) scene(t *kifu.Tree) (*diagram.Scene, error) {
	end, err := diagram.Follow(t, c.Node)
	if err != nil {
		return nil, usagef("--node: %v", err)
	}
	if c.Move != nil && *c.Move < 0 {
		return nil, usagef("--move: expected a number of moves, not %d", *c.Move)
	}
	var part []baduk.Point
	if c.Part != "" {
		a, b, err := diagram.ParseCorners(t.Graph, c.Part)
		if err != nil {
			return nil, usagef("--part: %v", err)
		}
		if part, err = diagram.Between(t.Graph, a, b); err != nil {
			return nil, err
		}
	}
	return diagram.NewScene(t, end, c.Move, part)
}

// format is what to write, by the name of the file.
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
		return "", usagef("--out: %q is not a FILE.txt, .svg, .png, .pdf or .gif; --to says the format of other names", c.Out)
	}
	return format, nil
}

// draw writes what is asked for.
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

// theme is the one asked for, else what suits the format.
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
		return usagef("%s are a file each: name them with -o", wording.Counted(len(pictures), "figure"))
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
