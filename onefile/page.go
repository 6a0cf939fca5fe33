package onefile

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"image/color"
	"io"
	"math"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/exercise"
	"tengen/kifu"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	styleText string
	//go:embed page.js
	scriptText string
)

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Options configure a page.
type Options struct {
	// Problem makes a page with a problem: the reader finds the moves. Otherwise the page shows the game.
	Problem bool
	// Part lists the points to draw; nil means the points that the root of the record shows.
	Part []baduk.Point
	// Theme has the colours of the board; the zero value means [diagram.Wood].
	Theme diagram.Theme
}

// page is the data of the template.
type page struct {
	Title    string
	Header   []string
	Problem  bool
	Board    template.HTML
	Data     template.JS
	Style    template.CSS
	Script   template.JS
	Policy   string
	Download template.URL // the record in SGF
}

// content is what the script gets.
type content struct {
	X      []float64         `json:"x"`
	Y      []float64         `json:"y"`
	Shown  []bool            `json:"shown"`
	Names  []string          `json:"names"`
	Stone  float64           `json:"stone"`
	Colors map[string]string `json:"colors"`
	Nodes  []node            `json:"nodes"`
	Start  int               `json:"start"` // the node that is shown first
	Pupil  int8              `json:"pupil"` // in a problem, the colour that solves it: 1 Black, -1 White
}

// Write writes the page of a record.
func Write(w io.Writer, t *kifu.Tree, o Options) error {
	empty := diagram.Picture{Graph: t.Graph, Coordinates: true, Part: o.Part, Theme: o.Theme}
	if view := t.Root().Inherited(kifu.MarkView); empty.Part == nil && len(view) > 0 {
		empty.Part = view
	}
	scene, err := diagram.NewScene(t, t.Root(), nil, nil)
	if err != nil {
		return err
	}
	p := page{Title: scene.Players(), Header: scene.Header(), Problem: o.Problem, Style: template.CSS(styleText), Script: template.JS(scriptText)}
	if p.Title == "" {
		p.Title = "A game of Go"
		if o.Problem {
			p.Title = "A problem"
		}
	}
	c, err := contentOf(t, &empty, o.Problem)
	if err != nil {
		return err
	}
	data, err := json.Marshal(c) // escapes <, > and &, so the text cannot end its element
	if err != nil {
		return err
	}
	p.Data = template.JS(data)
	var board, record bytes.Buffer
	if err := empty.WriteSVG(&board); err != nil {
		return err
	}
	p.Board = template.HTML(board.String())
	if _, err := kifu.Write(&record, kifu.WriteOptions{}, t); err != nil {
		return err
	}
	p.Download = template.URL("data:application/x-go-sgf;base64," + base64.StdEncoding.EncodeToString(record.Bytes()))
	p.Policy = "default-src 'none'; script-src " + hashOf(scriptText) + "; style-src " + hashOf(styleText)
	return pageTemplate.Execute(w, p)
}

// hashOf returns the source expression of the Content Security Policy that allows exactly this text (CSP level 2).
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// contentOf returns what the script needs to show a record on a board.
func contentOf(t *kifu.Tree, board *diagram.Picture, isProblem bool) (*content, error) {
	l, err := board.Layout()
	if err != nil {
		return nil, err
	}
	c := &content{Shown: l.Shown, Stone: round(l.Stone), Colors: colorsOf(l.Theme)}
	for i := range l.X {
		c.X, c.Y = append(c.X, round(l.X[i])), append(c.Y, round(l.Y[i]))
		c.Names = append(c.Names, board.Name(baduk.Point(i)))
	}
	var problem *exercise.Problem
	if isProblem {
		problem = exercise.New(t)
		c.Pupil = problem.Pupil.Number()
	}
	c.Nodes, c.Start = nodesOf(t, problem)
	return c, nil
}

// colorsOf returns the colours of a theme that the script needs.
func colorsOf(t diagram.Theme) map[string]string {
	colors := map[string]string{}
	for name, c := range map[string]color.RGBA{
		"board": t.Board, "line": t.Line, "black": t.Black, "blackRim": t.BlackRim, "white": t.White, "whiteRim": t.WhiteRim, "accent": t.Accent,
	} {
		if c.A == 0 {
			c = t.Line
		}
		colors[name] = diagram.Hex(c)
	}
	return colors
}

// round rounds to two decimals.
func round(v float64) float64 { return math.Round(v*100) / 100 }
