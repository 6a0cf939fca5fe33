package boardtest

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
)

// Game is one parsed game of a file.
type Game struct {
	File, Title string
	// Variants are the rules to play it under, in the order of their lists.
	Variants []baduk.Rules

	graph    *baduk.Graph
	names    *baduk.Graph // the rectangle by which points are named
	setup    baduk.Setup
	handicap int
	script   []line
}

// line is one line of the file, or the rows of one drawing.
type line struct {
	number  int
	only    map[string]bool // the names behind "for", nil for all
	words   []string
	drawing []baduk.Color
}

// parser reads the lines of one file.
type parser struct {
	file   string
	lines  []string
	at     int // lines read
	games  []*Game
	drawn  bool // the game has its starting drawing
	shaped bool // ... or a board line
	axes   map[string][]string
}

// Parse reads the games of a file. Its error begins with file:line.
func Parse(file, text string) ([]*Game, error) {
	p := &parser{file: file, lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	for p.at < len(p.lines) {
		p.at++
		if err := p.readLine(p.words(p.at - 1)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.at, err)
		}
	}
	if len(p.games) == 0 {
		return nil, fmt.Errorf("%s:1: no game: a file begins with a line such as \"game Basic ko\"", file)
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, len(p.lines), err)
	}
	return p.games, nil
}

// words are the words of line i without its comment.
func (p *parser) words(i int) []string {
	text, _, _ := strings.Cut(p.lines[i], "#")
	return strings.Fields(text)
}

func (p *parser) readLine(words []string) error {
	switch {
	case len(words) == 0:
		return nil
	case words[0] == "game":
		if err := p.finish(); err != nil {
			return err
		}
		if len(words) == 1 {
			return fmt.Errorf("a game needs a title")
		}
		p.games = append(p.games, &Game{File: p.file, Title: strings.Join(words[1:], " ")})
		p.drawn, p.shaped, p.axes = false, false, map[string][]string{}
		return nil
	case len(p.games) == 0:
		return fmt.Errorf("%q stands before the first game line", words[0])
	}
	g := p.games[len(p.games)-1]
	if isRow(words) {
		return p.readDrawing(g)
	}
	switch words[0] {
	case "board", "rules":
		if len(g.script) > 0 {
			return fmt.Errorf("%s stands behind the first move or claim", words[0])
		}
		if words[0] == "rules" {
			return p.readRules(g, words[1:])
		}
		if p.shaped || p.drawn {
			return fmt.Errorf("the board was given already")
		}
		p.shaped = true
		return g.shape(words[1:])
	case "to":
		c, err := readColor(words, 2)
		if err != nil || len(words) != 3 || words[1] != "play" {
			return fmt.Errorf("write: to play X, or: to play O")
		}
		if len(g.script) == 0 {
			g.setup.ToPlay = c
			return nil
		}
	}
	l := line{number: p.at, words: words}
	if words[0] == "for" {
		l.only = map[string]bool{}
		i := 1
		for ; i < len(words); i++ {
			name, last := strings.CutSuffix(words[i], ":")
			if _, known := axisOf(name); !known {
				return fmt.Errorf("%q is no rule that for could choose", name)
			}
			l.only[name] = true
			if last {
				break
			}
		}
		if i+1 >= len(words) {
			return fmt.Errorf("write: for NAME...: and the line")
		}
		l.words = words[i+1:]
	}
	if _, known := commands[l.words[0]]; !known {
		return fmt.Errorf("%q is neither a move nor a claim", l.words[0])
	}
	g.script = append(g.script, l)
	return nil
}

// shape makes the graph of a board line.
func (g *Game) shape(words []string) (err error) {
	shape := "rectangle"
	if len(words) == 2 {
		shape, words = words[0], words[1:]
	}
	var w, h int
	if len(words) != 1 {
		return fmt.Errorf("write: board 5x5, or: board torus 3x3")
	}
	if a, b, ok := strings.Cut(words[0], "x"); ok {
		w, _ = strconv.Atoi(a)
		h, _ = strconv.Atoi(b)
	}
	if g.names, err = baduk.Rectangle(w, h); err != nil {
		return err
	}
	switch shape {
	case "rectangle":
		g.graph = g.names
	case "torus":
		g.graph, err = Torus(w, h)
	case "cylinder":
		g.graph, err = Cylinder(w, h)
	default:
		return fmt.Errorf("%q is no shape: rectangle, torus or cylinder", shape)
	}
	return err
}

// axes are the names of the rules that a game can be played under.
var axes = map[string][]string{
	"ko":      {"simple", "positional", "situational", "natural"},
	"suicide": {"forbidden", "multi", "literal"},
	"ties":    {"draw", "black"},
}

// axisOf is the axis of a rule name; no two axes share one.
func axisOf(name string) (axis string, known bool) {
	for axis, names := range axes {
		if index(names, name) >= 0 {
			return axis, true
		}
	}
	return "", false
}

func index(list []string, s string) int {
	for i, have := range list {
		if have == s {
			return i
		}
	}
	return -1
}

func (p *parser) readRules(g *Game, words []string) error {
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if !ok || value == "" {
			return fmt.Errorf("%q: write rules as ko=simple", word)
		}
		if p.axes[key] != nil {
			return fmt.Errorf("%s was given already", key)
		}
		values := strings.Split(value, ",")
		for _, v := range values {
			if names := axes[key]; names != nil && index(names, v) < 0 {
				return fmt.Errorf("%q is no value of %s: %s", v, key, strings.Join(names, ", "))
			}
		}
		switch key {
		case "ko", "suicide", "ties":
		case "komi":
			if _, err := baduk.ParseKomi(value); err != nil {
				return err
			}
		case "bonus":
			if index(bonuses, value) < 0 {
				return fmt.Errorf("%q is no bonus: %s", value, strings.Join(bonuses, ", "))
			}
		case "handicap":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				return fmt.Errorf("%q is no number of handicap stones", value)
			}
			g.handicap = n
		default:
			return fmt.Errorf("%q is no rule: ko, suicide, komi, ties, bonus, handicap", key)
		}
		p.axes[key] = values
	}
	return nil
}

// bonuses are the names of baduk's HandicapBonus values.
var bonuses = []string{baduk.BonusNone.String(), baduk.BonusLessOne.String(), baduk.BonusEachGets.String()}

// finish completes the last game: its board and the product of its rules.
func (p *parser) finish() error {
	if len(p.games) == 0 {
		return nil
	}
	g := p.games[len(p.games)-1]
	if g.graph == nil {
		return fmt.Errorf("game %q has no board: draw one, or write: board 5x5", g.Title)
	}
	if len(g.script) == 0 {
		return fmt.Errorf("game %q claims nothing", g.Title)
	}
	g.setup.Handicap = g.handicap
	values := func(axis string) []string {
		if v := p.axes[axis]; v != nil {
			return v
		}
		return axes[axis][:1]
	}
	var base baduk.Rules
	if v := p.axes["komi"]; v != nil {
		base.Komi, _ = baduk.ParseKomi(v[0])
	}
	if v := p.axes["bonus"]; v != nil {
		base.HandicapBonus = baduk.HandicapBonus(index(bonuses, v[0]))
	}
	for _, ko := range values("ko") {
		for _, suicide := range values("suicide") {
			for _, ties := range values("ties") {
				r := base
				r.Ko = baduk.KoRule(index(axes["ko"], ko))
				r.Suicide = baduk.SuicideRule(index(axes["suicide"], suicide))
				r.Ties = baduk.TieRule(index(axes["ties"], ties))
				g.Variants = append(g.Variants, r)
			}
		}
	}
	return nil
}
