package topology

import (
	"fmt"

	"tengen/baduk"
)

// Grow enlarges the window of a game on an infinite board if a stone of the set-up or of a move is near the border
// of the window.
//
// The result is the same game on the larger window, replayed from its set-up. Points keep their numbers, so the set-up,
// the moves and the positions stay the same. Hashes change, because the graph is different. Grow does not change the
// old game. If the window need not grow or the board is not infinite, Grow returns the old game and false.
//
// Grow returns an error if the game cannot be replayed because its rules were changed
// during the game, or if the window would have too many points.
func Grow(game *baduk.Game) (*baduk.Game, bool, error) {
	near := nearBeyond(game.Graph())
	if near == nil {
		return game, false, nil
	}
	var names []string
	add := func(p baduk.Point) {
		if game.Graph().Contains(p) && near[p] {
			names = append(names, game.Graph().Vertex(p))
		}
	}
	setup := game.Setup()
	for _, list := range [][]baduk.Point{setup.Black, setup.White} {
		for _, p := range list {
			add(p)
		}
	}
	for i := range game.Len() {
		add(game.Turn(i).Point)
	}
	return widened(game, names)
}

// Reach returns a game on an infinite board with a larger window. The new window contains the point with the name
// vertex. Reach returns the game itself if the window already has the point, if vertex is not the name of a point, or
// if the board is not infinite. It returns an error if the point is too far away, and in the cases in which [Grow]
// returns an error.
func Reach(game *baduk.Game, vertex string) (*baduk.Game, error) {
	g := game.Graph()
	if g.Beyond() == baduk.NoPoint {
		return game, nil
	}
	if _, err := g.ParseVertex(vertex); err == nil {
		return game, nil
	}
	game, _, err := widened(game, []string{vertex})
	return game, err
}

// widened returns the game on a window that also contains the surroundings of
// the named points.
func widened(game *baduk.Game, names []string) (*baduk.Game, bool, error) {
	graph := game.Graph()
	if len(names) == 0 {
		return game, false, nil
	}
	board, grew, err := widenBoard(graph.Source(), names)
	if err != nil {
		return nil, false, fmt.Errorf("the window of %v does not grow: %w", graph, err)
	}
	if !grew {
		return game, false, nil
	}
	grown, err := replay(game, board.Graph)
	if err != nil {
		return nil, false, fmt.Errorf("the window of %v does not grow: %w", graph, err)
	}
	return grown, true, nil
}

// Widen returns the infinite board that the board file source describes. Its window also contains the surroundings of
// the named points, as after [Grow]. Names that are not points are ignored.
func Widen(source string, names []string) (*Board, error) {
	b, _, err := widenBoard(source, names)
	return b, err
}

func widenBoard(source string, names []string) (*Board, bool, error) {
	if source == "" {
		return nil, false, errNoWindow
	}
	d, err := parseDocument([]byte(source))
	if err != nil {
		return nil, false, err
	}
	l, err := d.layout()
	if err != nil {
		return nil, false, err
	}
	if l.window == nil {
		return nil, false, errNoWindow
	}
	before := len(d.Window)
	if err := d.widen(l.window, names...); err != nil {
		return nil, false, err
	}
	b, err := d.on(l.window.layout())
	return b, len(d.Window) > before, err
}

// nearBeyond returns for each point whether it is only a few steps from the border of the window. It returns nil if
// the board is not infinite.
func nearBeyond(g *baduk.Graph) []bool {
	if g.Beyond() == baduk.NoPoint {
		return nil
	}
	steps := margin - 1
	if crowded(g.Len() - 1) {
		steps = crowdedMargin - 1
	}
	near := make([]bool, g.Len())
	edge := []baduk.Point{g.Beyond()}
	for range steps {
		var next []baduk.Point
		for _, p := range edge {
			for _, q := range g.Neighbours(p) {
				if !near[q] && q != g.Beyond() {
					near[q] = true
					next = append(next, q)
				}
			}
		}
		edge = next
	}
	return near
}

// replay replays a game on another graph.
func replay(game *baduk.Game, graph *baduk.Graph) (*baduk.Game, error) {
	again, err := baduk.Replay(graph, game.Rules(), game.Setup(), game.Moves())
	if err != nil {
		return nil, err
	}
	if again.Over() && (!game.Over() || game.EndedByProposal()) {
		again.Resume(baduk.Empty)
	}
	again.Propose(game.Proposed()) // does nothing if there is no proposal
	if game.EndedByProposal() {
		again.Propose(baduk.Black)
		again.Propose(baduk.White)
	}
	if game.Agreed() {
		again.Agree()
	}
	if game.Resigned() != baduk.Empty {
		again.Resign(game.Resigned())
	}
	if again.Over() != game.Over() {
		return nil, fmt.Errorf("the game is over on only one of the two windows")
	}
	again.SetToPlay(game.ToPlay())
	if game.Position().KoBan == baduk.NoPoint && again.Position().KoBan != baduk.NoPoint {
		// In the old game, SetToPlay was called twice, which lifted the ban of
		// the ko.
		again.SetToPlay(game.ToPlay().Opponent())
		again.SetToPlay(game.ToPlay())
	}
	return again, nil
}
