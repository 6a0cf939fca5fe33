package boardtest

import (
	"fmt"
	"strings"

	"tengen/baduk"
)

// game is one parsed game of a file.
type game struct {
	File, Title string
	// Variants are the rules under which the game is played, in the order of
	// the lists.
	Variants []variant

	graph  *baduk.Graph
	names  *baduk.Graph // the rectangle that gives the points their names
	setup  baduk.Setup
	script []line
}

// line is one line of the file, or the rows of one drawing.
type line struct {
	number  int
	only    []condition // the names after "for"; nil if the line has no "for"
	words   []string
	drawing []baduk.Color
}

// parser reads the lines of one file.
type parser struct {
	file   string
	lines  []string
	at     int // number of lines read
	games  []*game
	drawn  bool // the drawing of the start was read
	shaped bool // a board line was read
	rules  ruleList
	life   lifeList
}

// parse reads the games of a file. Its error begins with file:line.
func parse(file, text string) ([]*game, error) {
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

// The method words returns the words of line i without its comment.
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
		p.games = append(p.games, &game{File: p.file, Title: strings.Join(words[1:], " ")})
		p.drawn, p.shaped, p.rules, p.life = false, false, ruleList{}, lifeList{}
		return nil
	case len(p.games) == 0:
		return fmt.Errorf("%q stands before the first game line", words[0])
	}
	g := p.games[len(p.games)-1]
	if isRow(words) {
		return p.readDrawing(g)
	}
	if read := p.setting(g, words[0]); read != nil {
		if len(g.script) > 0 {
			return fmt.Errorf("%s stands after the first move or claim", words[0])
		}
		return read(words[1:])
	}
	if words[0] == "to" {
		c, err := readColor(words, 2)
		if err != nil || len(words) != 3 || words[1] != "play" {
			return fmt.Errorf("write: to play X, or: to play O")
		}
		if len(g.script) == 0 {
			g.setup.ToPlay = c
			return nil
		}
	}
	return p.readScript(g, words)
}

// setting returns the function that reads setting lines with the given first
// word. For the first word of any other line it returns nil.
func (p *parser) setting(g *game, first string) func(args []string) error {
	switch first {
	case "board":
		return func(args []string) error {
			if p.shaped || p.drawn {
				return fmt.Errorf("the board was given already")
			}
			p.shaped = true
			return g.shape(args)
		}
	case "rules":
		return func(args []string) error { return p.readRules(g, args) }
	case "threshold":
		return p.life.readThreshold
	case "weight":
		return p.life.readWeight
	case "start":
		return func(args []string) error { return readStart(g, args) }
	}
	return nil
}

// readScript reads a move or a claim.
func (p *parser) readScript(g *game, words []string) error {
	l := line{number: p.at, words: words}
	if words[0] == "for" {
		i := 1
		for ; i < len(words); i++ {
			name, last := strings.CutSuffix(words[i], ":")
			c, err := p.rules.condition(name)
			if err != nil {
				return err
			}
			l.only = append(l.only, c)
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

// finish completes the last game. It makes the board and the variants of the
// rules.
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
	var err error
	if g.Variants, err = p.rules.variants(); err != nil {
		return fmt.Errorf("game %q: %w", g.Title, err)
	}
	if g.graph, err = p.life.weigh(g); err != nil {
		return fmt.Errorf("game %q: %w", g.Title, err)
	}
	return nil
}
