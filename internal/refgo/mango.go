package refgo

import (
	"maps"
	"slices"
)

// Mango is the equipment of a game, and everything else that the players agree on before play (MANGO document,
// "Equipment" and "Playing"). The points I of the document are 0 to len(Graph)-1, and its pairs C are the
// edges of Graph. The document defines some functions by paths. Each of these exists twice: by the definition
// and by a search.
type Mango struct {
	Graph   Graph
	F       []float64            // by point: its weight, any real number
	T       func(z float64) bool // reports whether T(z) = 1
	Initial Board                // the sets E, B and W; stones need not be alive
	Scores  map[Color]float64    // the initial scores
	First   Color                // the player who has the first turn
}

// MangoGo is the first example of the MANGO document, for a board of n by n points and any komi. In the document n is
// 19 and the komi is 5.5.
func MangoGo(n int, komi float64) *Mango {
	g := Grid(n, n)
	f := slices.Repeat([]float64{1}, len(g))
	return &Mango{g, f, PrintedT, make(Board, len(g)), map[Color]float64{Black: 0, White: komi}, Black}
}

// PrintedFormula is int((z+360)/361), the T of the first example, where int truncates towards 0. The MANGO document
// demands that T has only the values 0 and 1, but this formula also has other values. It is 1 for whole z from 1 to
// 361 and at least 2 for z from 362. It is negative for z up to -721.
func PrintedFormula(z float64) int { return int((z + 360) / 361) }

// PrintedT reports whether PrintedFormula is 1. On a board of at most 361 points of weight 1, stones with at least
// one liberty live. On a larger board, stones that reach more than 361 empty points die.
func PrintedT(z float64) bool { return PrintedFormula(z) == 1 }

// Pairs is C: every edge of the graph, once.
func (g Graph) Pairs() [][2]int {
	var pairs [][2]int
	for p := range g {
		for _, q := range g[p] {
			if p < q {
				pairs = append(pairs, [2]int{p, q})
			}
		}
	}
	return pairs
}

// Index is the INDEX of the point n in a set P of pairs: the number of pairs
// that contain n.
func Index(pairs [][2]int, n int) int {
	index := 0
	for _, pair := range pairs {
		if pair[0] == n || pair[1] == n {
			index++
		}
	}
	return index
}

// MangoPath has the properties of a PATH that matter for the rules.
type MangoPath struct {
	Endpoints [2]int // in ascending order
	Interior  []int
}

// ReadPath reports whether the pairs are a PATH in I = 0..points-1: every index is 0, 1 or 2, and exactly two points
// have index 1. The pairs need not be connected, so a path may include separate cycles. Cycles do not matter for the
// rules: they only add interior points, and the path without them is also a PATH.
func ReadPath(pairs [][2]int, points int) (path MangoPath, ok bool) {
	var endpoints []int
	for n := range points {
		switch Index(pairs, n) {
		case 0:
		case 1:
			endpoints = append(endpoints, n)
		case 2:
			path.Interior = append(path.Interior, n)
		default:
			return MangoPath{}, false
		}
	}
	if len(endpoints) != 2 {
		return MangoPath{}, false
	}
	path.Endpoints = [2]int(endpoints)
	return path, true
}

// Paths lists every PATH by trying all subsets of C. A graph with n edges has 2 to the n subsets, so the graph has to
// be tiny.
func (g Graph) Paths() []MangoPath {
	c := g.Pairs()
	var paths []MangoPath
	for subset := range 1 << len(c) {
		var pairs [][2]int
		for i, pair := range c {
			if subset>>i&1 == 1 {
				pairs = append(pairs, pair)
			}
		}
		if path, ok := ReadPath(pairs, len(g)); ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// Other is the other endpoint of a path with the endpoint n.
func (p MangoPath) Other(n int) (other int, ok bool) {
	switch n {
	case p.Endpoints[0]:
		return p.Endpoints[1], true
	case p.Endpoints[1]:
		return p.Endpoints[0], true
	}
	return 0, false
}

// touches reports whether an interior point has colour c.
func (p MangoPath) touches(b Board, c Color) bool {
	return slices.ContainsFunc(p.Interior, func(n int) bool { return b[n] == c })
}

// LByPaths is L for the stone s (MANGO document, "Definitions"): the empty
// points e to which a path leads from s, if the interior points of the path are empty or of s's colour. paths has
// every path of the graph.
func (m *Mango) LByPaths(paths []MangoPath, b Board, s int) map[int]bool {
	l := map[int]bool{}
	for _, path := range paths {
		if e, ok := path.Other(s); ok && b[e] == Empty && !path.touches(b, -b[s]) {
			l[e] = true
		}
	}
	return l
}

// L returns the same set as [Mango.LByPaths], but finds it by a search: the empty points that are joined to s through
// stones of its colour and empty points. L contains more points than the liberties, because paths run through empty
// points. Stones that are joined in this way have the same L, so they live or die together.
func (m *Mango) L(b Board, s int) map[int]bool {
	open := slices.Clone(b) // empty points get s's colour, so a block is a component of S and E
	for p := range open {
		if open[p] == Empty {
			open[p] = b[s]
		}
	}
	l := m.Graph.Block(open, s)
	maps.DeleteFunc(l, func(p int, _ bool) bool { return b[p] != Empty })
	return l
}

// weight is the sum of F over the points. It adds them in ascending order, so
// equal sets have equal sums.
func (m *Mango) weight(points map[int]bool) float64 {
	z := 0.0
	for _, p := range slices.Sorted(maps.Keys(points)) {
		z += m.F[p]
	}
	return z
}

// Alive reports whether the stone s is ALIVE (MANGO document, "Definitions").
func (m *Mango) Alive(b Board, s int) bool { return m.T(m.weight(m.L(b, s))) }

// AliveByPaths is [Mango.Alive] by the definition.
func (m *Mango) AliveByPaths(paths []MangoPath, b Board, s int) bool {
	return m.T(m.weight(m.LByPaths(paths, b, s)))
}

// Move is a move of player c at the empty point n (MANGO document, "Playing", 1 to 4). First all stones of the
// opponent that are not alive are removed at the same time, wherever they are on the board. Then all stones of the
// player that are not alive are removed. After the fourth step the opponent may have stones that are not alive. They
// stay until the next move.
func (m *Mango) Move(b Board, n int, c Color) (after Board, captured, suicided []int) {
	after = slices.Clone(b)
	after[n] = c
	after, captured = m.clear(after, -c)
	after, suicided = m.clear(after, c)
	return after, captured, suicided
}

func (m *Mango) clear(b Board, c Color) (after Board, cleared []int) {
	after = slices.Clone(b)
	for p := range b {
		if b[p] == c && !m.Alive(b, p) {
			after[p] = Empty
			cleared = append(cleared, p)
		}
	}
	return after, cleared
}

// Score is the score of player c (MANGO document, "Scoring"). It is the sum of the initial score, the weights of the
// player's points, and the weights of the empty points that meet both conditions of the document. These are the points
// of the empty regions that border only on stones of the player.
func (m *Mango) Score(b Board, c Color) float64 {
	return m.score(b, c, func(n int) bool {
		return m.Graph.Reaches(b, n, c) && !m.Graph.Reaches(b, n, -c)
	})
}

// ScoreByPaths is [Mango.Score] by the definition. M is the set of the player's points, and H that of the opponent's.
// An empty point n counts under two conditions: Some path from n to M has no members of H in its interior. Every path
// from n to H has a member of M in its interior.
func (m *Mango) ScoreByPaths(paths []MangoPath, b Board, c Color) float64 {
	return m.score(b, c, func(n int) bool {
		condition1, condition2 := false, true
		for _, path := range paths {
			end, ok := path.Other(n)
			if !ok {
				continue
			}
			if b[end] == c && !path.touches(b, -c) {
				condition1 = true
			}
			if b[end] == -c && !path.touches(b, c) {
				condition2 = false
			}
		}
		return condition1 && condition2
	})
}

func (m *Mango) score(b Board, c Color, owned func(n int) bool) float64 {
	score := m.Scores[c]
	for p := range b {
		if b[p] == c || b[p] == Empty && owned(p) {
			score += m.F[p]
		}
	}
	return score
}

// MangoGame is a Mango and the turns made so far. Each turn is a point or [Pass]. The players
// alternate.
type MangoGame struct {
	*Mango
	Turns []int
}

// ToPlay is the player whose turn it is.
func (g *MangoGame) ToPlay() Color {
	if len(g.Turns)%2 == 0 {
		return g.First
	}
	return -g.First
}

// Configurations lists the initial configuration and the one after every turn.
func (g *MangoGame) Configurations() []Board {
	board, player := slices.Clone(g.Initial), g.First
	configurations := []Board{board}
	for _, n := range g.Turns {
		if n != Pass {
			board, _, _ = g.Move(board, n, player)
		}
		configurations = append(configurations, board)
		player = -player
	}
	return configurations
}

// Legal reports whether the turn n, a pass or a point, is legal. A pass is always legal. A move is legal if it makes a
// configuration that has not occurred in this game. The initial configuration has occurred.
func (g *MangoGame) Legal(n int) bool {
	if n == Pass {
		return !g.Over()
	}
	seen := g.Configurations()
	now := seen[len(seen)-1]
	if g.Over() || n < 0 || n >= len(now) || now[n] != Empty {
		return false
	}
	after, _, _ := g.Move(now, n, g.ToPlay())
	return !slices.ContainsFunc(seen, func(b Board) bool { return slices.Equal(b, after) })
}

// Play makes the turn if it is legal. It reports whether the turn was legal.
func (g *MangoGame) Play(n int) bool {
	legal := g.Legal(n)
	if legal {
		g.Turns = append(g.Turns, n)
	}
	return legal
}

// Over reports whether the last two turns are passes.
func (g *MangoGame) Over() bool { return endsInTwoPasses(g.Turns) }

// Winner is the player with the most points. It is Empty if the game is not
// over or the points are equal. (The MANGO document does not mention equal
// points.)
func (g *MangoGame) Winner() Color {
	configurations := g.Configurations()
	final := configurations[len(configurations)-1]
	black, white := g.Score(final, Black), g.Score(final, White)
	switch {
	case !g.Over() || black == white:
		return Empty
	case black > white:
		return Black
	default:
		return White
	}
}
