package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/topology"
)

// gridOf returns the grid of a plain rectangle.
func gridOf(g *baduk.Graph) (baduk.Grid, bool) {
	grid, ok := g.Rectangle()
	if !ok || g.Life() != nil || g.Len() != grid.Width*grid.Height || g.Source() != "" {
		return baduk.Grid{}, false
	}
	return grid, true
}

// BoardText returns the text of a board in a shard. For a rectangle this is its size, for example "19x19". For another
// board it is the board file. BoardText fails for a graph that is not a rectangle and has no board file.
func BoardText(g *baduk.Graph) (string, error) {
	if grid, ok := gridOf(g); ok {
		return fmt.Sprintf("%dx%d", grid.Width, grid.Height), nil
	}
	if g.Source() == "" {
		return "", fmt.Errorf("%v cannot be stored: it is not a rectangle and has no board file", g)
	}
	return g.Source(), nil
}

// maxBoards is the largest number of boards in a block, and in a cache. A board can take a megabyte of memory.
const maxBoards = 64

// boardCache caches boards and rules that were read, so that games on the same board share its graph.
// It belongs to one goroutine. The zero value is ready to use.
type boardCache struct {
	graphs map[string]*baduk.Graph
	rules  map[string]baduk.Rules
}

// graph returns the board that BoardText has written as the given text.
func (b *boardCache) graph(text string) (*baduk.Graph, error) {
	if g := b.graphs[text]; g != nil {
		return g, nil
	}
	g, err := ReadBoard(text)
	if err != nil {
		return nil, err
	}
	if b.graphs == nil || len(b.graphs) >= maxBoards {
		b.graphs = map[string]*baduk.Graph{}
	}
	b.graphs[text] = g
	return g, nil
}

// ReadBoard reads a text of [BoardText]. It opens no files.
func ReadBoard(text string) (*baduk.Graph, error) {
	if strings.HasPrefix(text, "{") {
		board, err := topology.Read("the board", []byte(text))
		if err != nil {
			return nil, err
		}
		return board.Graph, nil
	}
	w, h, _ := strings.Cut(text, "x")
	width, err := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if errors.Join(err, err2) != nil {
		return nil, fmt.Errorf("%q is not a board", text)
	}
	return baduk.Rectangle(width, height)
}

// maxRules is the largest number of cached rulesets.
const maxRules = 256

// ruleset returns the rules that Rules.KataGo has written as the given text.
func (b *boardCache) ruleset(text string) (baduk.Rules, error) {
	if r, ok := b.rules[text]; ok {
		return r, nil
	}
	r, err := baduk.ParseRules(text)
	if err != nil {
		return r, err
	}
	if b.rules == nil || len(b.rules) >= maxRules {
		b.rules = map[string]baduk.Rules{}
	}
	b.rules[text] = r
	return r, nil
}
