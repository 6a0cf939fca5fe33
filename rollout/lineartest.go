package rollout

import (
	"math"

	"tengen/baduk"
)

// A walker plays the moves of games.
type walker struct {
	policy *Linear
	plays  map[*baduk.Graph]*linearPlay // nil for a board that does not suit
}

// play returns a player for the board, or nil if the board does not suit.
func (w *walker) play(g *baduk.Graph) *linearPlay {
	t, known := w.plays[g]
	if !known {
		if checkLinear(g) == nil {
			t = newLinearPlay(w.policy, newShape(g))
		}
		if len(w.plays) >= mostBoards || w.plays == nil {
			w.plays = map[*baduk.Graph]*linearPlay{}
		}
		w.plays[g] = t
	}
	return t
}

// mostBoards is the largest number of boards that a walker remembers.
const mostBoards = 32

// walk plays the moves of a game and calls visit before each move that is not a pass. It returns false if the board
// does not suit, or if the moves cannot be played.
func (w *walker) walk(g *baduk.Graph, setup baduk.Setup, moves []baduk.Move, visit func(*linearPlay, baduk.Point)) bool {
	t := w.play(g)
	if t == nil {
		return false
	}
	start := baduk.NewPosition(g)
	for c, stones := range [...][]baduk.Point{baduk.Black: setup.Black, baduk.White: setup.White} {
		for _, p := range stones {
			if _, v := start.Place(baduk.Move{Color: baduk.Color(c), Point: p}); v != baduk.Legal {
				return false
			}
		}
	}
	t.from(start, baduk.NoPoint)
	for _, m := range moves {
		if t.pos.ToPlay != m.Color {
			t.pos.ToPlay, t.pos.KoBan, t.last = m.Color, baduk.NoPoint, baduk.NoPoint
		}
		if m.Point != baduk.Pass {
			if !g.Contains(m.Point) || t.pos.At(m.Point) != baduk.Empty {
				return false
			}
			visit(t, m.Point)
		}
		t.play(m)
	}
	return true
}

// A LinearTest measures how well a [Linear] predicts the moves of games. It is not safe for concurrent use.
type LinearTest struct {
	// Moves is the number of stones that were played on suitable boards. Top1 is how often the played move was the
	// policy's likeliest move; if k moves are the likeliest, each counts 1/k.
	Moves int
	Top1  float64
	// Loss is the sum of the negative logarithms of the probabilities of the played moves. Never is the number of moves
	// that rollouts never make, such as fillings of own eyes. They are not part of Loss.
	Loss  float64
	Never int

	walker walker
}

// NewLinearTest makes a test without moves.
func NewLinearTest(l *Linear) *LinearTest { return &LinearTest{walker: walker{policy: l}} }

// Add adds the moves of a game. It returns false if the board does not suit, or if the moves cannot be played. In the
// second case the moves before the error count.
func (x *LinearTest) Add(g *baduk.Graph, setup baduk.Setup, moves []baduk.Move) bool {
	return x.walker.walk(g, setup, moves, func(t *linearPlay, move baduk.Point) {
		t.responses()
		weights := t.weights[t.pos.ToPlay]
		for i, m := range t.changed {
			t.changed[i].weight, weights[m.point] = weights[m.point], m.weight
		}
		sum, best, shared := 0.0, uint32(0), 0
		for _, w := range weights {
			sum += float64(w)
			if w > best {
				best, shared = w, 0
			}
			if w == best {
				shared++
			}
		}
		played := weights[move]
		for _, m := range t.changed {
			weights[m.point] = m.weight
		}
		x.Moves++
		if played == 0 {
			x.Never++
			return
		}
		x.Loss -= math.Log(float64(played) / sum)
		if played == best {
			x.Top1 += 1 / float64(shared)
		}
	})
}
