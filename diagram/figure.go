package diagram

import (
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
)

// Figure is a sequence of moves as books print it. Each stone of the sequence has the number
// of its move, and earlier stones have no numbers. A move on an occupied point is noted below
// the board: "12 at 7".
type Figure struct {
	Graph *baduk.Graph
	// Vertex names the points; nil means [baduk.Graph.Vertex].
	Vertex func(baduk.Point) string
	// Before has the stones before the first move, by point; nil means none. If the sequence
	// captures some of these stones, they stay in the figure.
	Before []baduk.Color
	// Moves is the sequence. The moves need not be legal.
	Moves []baduk.Move
	// First is the number of the first move.
	First int
	Title string
}

// Picture returns the figure as a picture with coordinates, title and notes. The caller can
// set the other fields of the picture. Picture panics if a move is neither a pass nor on a
// point of the graph.
func (f Figure) Picture() Picture {
	p := Picture{Graph: f.Graph, Vertex: f.Vertex, Stones: make([]baduk.Color, f.Graph.Len()), Labels: map[baduk.Point]string{}, Coordinates: true, Title: f.Title}
	copy(p.Stones, f.Before)
	var notes []*aside
	at := map[baduk.Point]*aside{}
	for i, m := range f.Moves {
		number := fmt.Sprint(f.First + i)
		if m.Point >= 0 && p.Stones[m.Point] == baduk.Empty {
			p.Stones[m.Point], p.Labels[m.Point] = m.Color, number
			continue
		}
		a := at[m.Point]
		if a == nil {
			a = &aside{point: m.Point}
			at[m.Point] = a
			notes = append(notes, a)
		}
		a.numbers = append(a.numbers, number)
	}
	var texts []string
	for _, a := range notes {
		switch number, numbered := p.Labels[a.point]; {
		case a.point < 0:
			texts = append(texts, strings.Join(a.numbers, ", ")+" pass")
		case numbered:
			texts = append(texts, strings.Join(a.numbers, ", ")+" at "+number)
		default:
			texts = append(texts, strings.Join(a.numbers, ", ")+" at "+p.vertex(a.point))
		}
	}
	if texts != nil {
		p.Notes = []string{strings.Join(texts, "; ")}
	}
	return p
}

// aside is a note below a figure about the moves on one occupied point.
type aside struct {
	point   baduk.Point
	numbers []string
}

// perFigure is the default number of moves of a figure.
const perFigure = 50

// Figures divides a game into figures with titles such as "Figure 1 (1-50)". cuts lists the moves,
// counted from 0, with which a figure begins. Cuts beyond the last move are ignored. Without cuts
// each figure has 50 moves. The function stonesAfter returns the stones after n moves, by point. It
// is [baduk.Game.StonesAfter] or, if moves may be illegal, the result of [Replay].
func Figures(g *baduk.Graph, moves []baduk.Move, stonesAfter func(n int) []baduk.Color, cuts []int) []Figure {
	if len(cuts) == 0 {
		for n := perFigure; n < len(moves); n += perFigure {
			cuts = append(cuts, n)
		}
	}
	cuts = slices.DeleteFunc(slices.Clone(cuts), func(n int) bool { return n <= 0 || n >= len(moves) })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var all []Figure
	for i, from := range append([]int{0}, cuts...) {
		to := len(moves)
		if i < len(cuts) {
			to = cuts[i]
		}
		title := fmt.Sprintf("Figure %d (%d-%d)", i+1, from+1, to)
		switch to - from {
		case 0:
			title = fmt.Sprintf("Figure %d", i+1)
		case 1:
			title = fmt.Sprintf("Figure %d (%d)", i+1, to)
		}
		all = append(all, Figure{Graph: g, Before: slices.Clone(stonesAfter(from)), Moves: moves[from:to], First: from + 1, Title: title})
	}
	return all
}

// Film returns the frames of an animation: a picture of the start, and a picture after every move
// that marks the move. stonesAfter is the same as for [Figures].
func Film(g *baduk.Graph, moves []baduk.Move, stonesAfter func(n int) []baduk.Color) []Picture {
	all := make([]Picture, len(moves)+1)
	for n := range all {
		all[n] = Picture{Graph: g, Stones: slices.Clone(stonesAfter(n)), Coordinates: true}
		if n > 0 && moves[n-1].Point >= 0 {
			all[n].Marks = map[baduk.Point]Mark{moves[n-1].Point: LastMove}
		}
	}
	return all
}

// Replay plays moves that may be illegal, as in records. It returns a function that returns the
// stones after n moves. A stone that is played on another stone replaces it. Captures are those of
// [baduk.Board.Place]. The parameter named before has the stones at the start; nil means none.
// Stones at the start that have no liberties are captured as if they had been played. Replay panics
// if a move is neither a pass nor on a point of the graph.
func Replay(g *baduk.Graph, before []baduk.Color, moves []baduk.Move) func(n int) []baduk.Color {
	after := make([][]baduk.Color, 1, len(moves)+1)
	board := baduk.NewBoard(g)
	set := func(stones []baduk.Color, but baduk.Point) {
		board.Clear()
		for i, c := range stones {
			if p := baduk.Point(i); c != baduk.Empty && p != but {
				board.Place(baduk.Move{Color: c, Point: p})
			}
		}
	}
	stones := func() []baduk.Color {
		all := make([]baduk.Color, g.Len())
		for i := range all {
			all[i] = board.At(baduk.Point(i))
		}
		return all
	}
	set(before, baduk.NoPoint)
	after[0] = stones()
	for _, m := range moves {
		if m.Point >= 0 && board.At(m.Point) != baduk.Empty {
			set(after[len(after)-1], m.Point)
		}
		board.Place(m)
		after = append(after, stones())
	}
	return func(n int) []baduk.Color { return after[n] }
}
