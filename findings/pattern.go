package findings

import (
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/kifu"
	"tengen/store"
)

// ParseDrawing reads a pattern that a user has drawn as text: rows of points, with the edges of
// the board around them.
func ParseDrawing(text string) (store.Pattern, error) {
	rows, edges := drawnEdges(text)
	return store.ParsePattern(rows, edges)
}

// drawnEdges separates the rows of a drawing from the edges of the board. An edge is a row of
// dashes above or below all rows, or a bar at the left or right of a row.
func drawnEdges(text string) (rows string, edges store.Edges) {
	var kept []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case strings.Trim(line, "-+| ") == "":
			if len(kept) == 0 {
				edges |= store.Top
			} else {
				edges |= store.Bottom
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, "|"); ok {
			edges |= store.Left
			line = rest
		}
		if rest, ok := strings.CutSuffix(line, "|"); ok {
			edges |= store.Right
			line = rest
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n"), edges
}

// ParseAnchor reads the sides of a pattern that lie on the edge of the board.
func ParseAnchor(text string) (store.Edges, error) {
	switch text {
	case "none":
		return 0, nil
	case "all":
		return store.AllEdges, nil
	}
	var edges store.Edges
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r == '-' || r == ',' || r == ' ' }) {
		side, ok := map[string]store.Edges{"left": store.Left, "right": store.Right, "top": store.Top, "bottom": store.Bottom}[word]
		if !ok {
			return 0, fmt.Errorf("expected left, right, top, bottom, two of them such as top-right, all or none, not %q", text)
		}
		edges |= side
	}
	return edges, nil
}

// Cut takes a pattern from a position: the rectangle between two corners such as A1:G7, or the whole board if corners
// is "". vertices has the names of the pattern's points on the board.
func Cut(b *baduk.Board, corners string) (p store.Pattern, vertices []string, err error) {
	g := b.Graph()
	if corners == "" {
		for q := range baduk.Point(g.Len()) {
			vertices = append(vertices, g.Vertex(q))
		}
		return store.WholePosition(b), vertices, nil
	}
	first, second, err := diagram.ParseCorners(g, corners)
	if err != nil {
		return p, nil, err
	}
	if p, err = store.CutOut(b, first, second); err != nil {
		return p, nil, err
	}
	part, err := diagram.Between(g, first, second)
	for _, q := range part {
		vertices = append(vertices, g.Vertex(q))
	}
	return p, vertices, err
}

// PositionAfter returns the position of the main line after the given number of moves. If moves
// is nil, it returns the position at the end of the main line.
func PositionAfter(t *kifu.Tree, moves *int) (*baduk.Game, error) {
	node, made, follows := t.Root(), 0, false
	for n := range t.Root().MainLine() {
		played, _ := n.Moves()
		if moves != nil && made+len(played) > *moves {
			follows = true
			break
		}
		made += len(played)
		node = n
	}
	if moves != nil && made != *moves {
		return nil, kifu.NoPositionAfter(*moves, made, follows)
	}
	return t.At(node).Game, nil
}

// ParseResult reads a condition on the result: a winner, an ending, or both.
func ParseResult(asked string) (winner store.Result, ending store.Ending, err error) {
	text := asked
	text = strings.ToLower(strings.TrimSpace(text))
	side, how, won := strings.Cut(text, "+")
	if !won {
		how = text
	}
	ending, ok := map[string]store.Ending{
		"": store.EndingUnknown, "points": store.EndingPoints, "r": store.EndingResignation, "resign": store.EndingResignation,
		"resignation": store.EndingResignation, "t": store.EndingTime, "time": store.EndingTime, "f": store.EndingForfeit,
		"forfeit": store.EndingForfeit,
	}[how]
	switch baduk.ParseResult(text).Ending {
	case baduk.EndingDraw:
		ending, ok = store.EndingDraw, true
	case baduk.EndingVoid:
		ending, ok = store.EndingVoid, true
	}
	winner, known := map[string]store.Result{"b": store.BlackWon, "black": store.BlackWon, "w": store.WhiteWon, "white": store.WhiteWon}[side]
	if !ok || won && !known {
		return 0, 0, fmt.Errorf("expected B+, W+R, B+T, W+F, 0, Void, points, resignation, time or forfeit, not %q", asked)
	}
	return winner, ending, nil
}
