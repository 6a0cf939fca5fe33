package topology

import (
	"fmt"
	"math"

	"tengen/baduk"
)

// The window of the infinite board grows when somebody has played within margin
// points of its outermost ring, by steps until nobody has.
const (
	margin   = 3
	growStep = 4
)

// Grow gives a game on the infinite board a larger window when it needs one: when
// a stone of the set-up or a play stands within 3 points of the outermost ring.
// The radius grows by 4 until that is no longer so, or to [MaxRadius].
//
// The game that it returns is the same game on the larger window, played again
// from its set-up: points keep their numbers, and with them set-up, moves and
// positions; hashes are computed anew, since the graph is another one. The old
// game is not changed. Where nothing has to grow, and on every other board, it
// returns the game itself and false.
//
// It errs when the game cannot be played again, because its rules were changed on
// the way.
func Grow(game *baduk.Game) (*baduk.Game, bool, error) {
	graph := game.Graph()
	if graph.Beyond() == baduk.NoPoint {
		return game, false, nil
	}
	radius := ringOf(graph.Len()-1) - 1
	larger := radiusFor(furthest(game), radius)
	if larger == radius {
		return game, false, nil
	}
	d, err := parseDocument([]byte(graph.Source()))
	if err != nil || ringStart(radius+1) != graph.Len()-1 {
		return nil, false, fmt.Errorf("%v has points beyond, but was not made as a window of the infinite board", graph)
	}
	d.Shape = infiniteSpec(larger)
	board, err := d.board()
	if err != nil {
		return nil, false, fmt.Errorf("the window of %v does not grow: %w", graph, err)
	}
	grown, err := replay(game, board.Graph)
	if err != nil {
		return nil, false, fmt.Errorf("the window of %v does not grow: %w", graph, err)
	}
	return grown, true, nil
}

// radiusFor is the radius of the window that leaves room around a stone in that
// ring, at least the one that it has.
func radiusFor(ring, radius int) int {
	for ring > radius-margin-1 && radius < MaxRadius {
		radius = min(radius+growStep, MaxRadius)
	}
	return radius
}

// furthest is the outermost ring with a stone of the set-up or a play.
func furthest(game *baduk.Game) int {
	last := baduk.Point(0)
	setup := game.Setup()
	for _, list := range [][]baduk.Point{setup.Black, setup.White} {
		for _, p := range list {
			last = max(last, p)
		}
	}
	for i := range game.Len() {
		last = max(last, game.Turn(i).Point)
	}
	return ringOf(int(last))
}

// replay plays a game again on another graph.
func replay(game *baduk.Game, graph *baduk.Graph) (*baduk.Game, error) {
	again, err := baduk.Replay(graph, game.Rules(), game.Setup(), game.Moves())
	if err != nil {
		return nil, err
	}
	switch {
	case game.Resigned() != baduk.Empty:
		again.Resign(game.Resigned())
	case again.Over() && !game.Over():
		again.Resume(baduk.Empty)
	case game.Over() && !again.Over():
		again.Agree()
	}
	if again.Over() != game.Over() {
		return nil, fmt.Errorf("the game is over before or after, but not both")
	}
	again.SetToPlay(game.ToPlay())
	if game.Position().KoBan == baduk.NoPoint && again.Position().KoBan != baduk.NoPoint {
		// The turn was given away and back, which lifts the ban.
		again.SetToPlay(game.ToPlay().Opponent())
		again.SetToPlay(game.ToPlay())
	}
	return again, nil
}

// fit is the radius of the window for stones of a set-up at these vertices, at
// least the one asked for. Text that is no vertex is left to others.
func fit(radius int, vertices ...[]string) int {
	for _, list := range vertices {
		for _, v := range list {
			var x, y int
			if n, err := fmt.Sscanf(v, "%d,%d", &x, &y); n == 2 && err == nil && math.Abs(float64(x)) < 1e6 && math.Abs(float64(y)) < 1e6 {
				radius = radiusFor(norm(x, y), radius)
			}
		}
	}
	return radius
}
