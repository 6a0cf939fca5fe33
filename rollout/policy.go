package rollout

import "tengen/baduk"

// Params are the parameters of rollouts. Probabilities are in 256ths.
type Params struct {
	// Tactics is the probability of answering an atari, or of capturing stones that the last move left in atari.
	// Patterns is the probability of answering the last move with a local 3x3 shape.
	Tactics  uint8 `json:"tactics"`
	Patterns uint8 `json:"patterns"`
	// SelfAtari is the probability of rejecting a random move that puts one's own stones in atari.
	SelfAtari uint8 `json:"selfAtari"`
}

// DefaultParams returns parameters that lead to sensible and varied games.
func DefaultParams() Params { return Params{Tactics: 230, Patterns: 240, SelfAtari: 220} }

// policy plays games to the end. It captures stones in atari, saves its own stones from atari, plays local
// shapes on rectangular boards, and never fills a true eye. It is not safe for concurrent use.
type policy struct {
	params   Params
	shape    *shape
	patterns *patterns
	moves    []baduk.Point // candidates for the next move
	libs     []baduk.Point // distinct liberties after a move
	chain    []baduk.Point // liberties of one chain
	near     []int8
	unit     float64 // weight of a typical point, see baduk.Graph.Unit
	// On a board with weights, points are the points on which rollouts play. To save time, points with almost no
	// weight nearby are left out. On other boards points is nil. The slice order is memory for drawing from
	// points.
	points, order []baduk.Point
}

// worthPlaying is the smallest importance of a point in policy.points.
const worthPlaying = 0.051

// play makes moves until both players have passed in a row, or until it has made maxMoves moves. The parameter
// named last is the previous move of the game, or NoPoint. If the slice first is not nil, play sets first[p] to
// the colour that first played on p.
func (pl *policy) play(pos *baduk.Position, last baduk.Point, rng *Rand, maxMoves int, first []baduk.Color) {
	passes := 0
	for range maxMoves {
		c := pos.ToPlay
		p := pl.choose(pos, last, rng)
		pos.Play(baduk.Move{Color: c, Point: p})
		last = p
		if p == baduk.Pass {
			if passes++; passes == 2 {
				return
			}
			continue
		}
		passes = 0
		if first != nil && first[p] == baduk.Empty {
			first[p] = c
		}
	}
}

func (pl *policy) choose(pos *baduk.Position, last baduk.Point, rng *Rand) baduk.Point {
	if last >= 0 {
		if rng.chance(pl.params.Tactics) {
			if p := pl.tactical(pos, last, rng); p != baduk.NoPoint {
				return p
			}
		}
		if pl.patterns != nil && pl.shape.around != nil && rng.chance(pl.params.Patterns) {
			if p := pl.local(pos, last, rng); p != baduk.NoPoint {
				return p
			}
		}
	}
	return pl.random(pos, rng)
}

// tactical returns a capture or an escape next to the last move, or NoPoint.
func (pl *policy) tactical(pos *baduk.Position, last baduk.Point, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	pl.moves = pl.moves[:0]
	if b.At(last) == c.Opponent() && b.Liberties(last) == 1 {
		pl.moves = append(pl.moves, b.Liberty(last))
	}
	for _, q := range b.Graph().Neighbours(last) {
		if b.At(q) == c && b.Liberties(q) == 1 {
			pl.escapes(b, q, c)
		}
	}
	return pl.pick(pos, rng)
}

// escapes adds to the candidates the moves that save the chain of c on q, which is in atari.
func (pl *policy) escapes(b *baduk.Board, q baduk.Point, c baduk.Color) {
	for s := q; ; {
		for _, r := range b.Graph().Neighbours(s) {
			if b.At(r) == c.Opponent() && b.Liberties(r) == 1 {
				pl.moves = append(pl.moves, b.Liberty(r))
			}
		}
		if s = b.Next(s); s == q {
			break
		}
	}
	if e := b.Liberty(q); pl.libertiesAfter(b, baduk.Move{Color: c, Point: e}, 2) >= 2 {
		pl.moves = append(pl.moves, e)
	}
}

// local returns a move next to the last one that makes a local shape, or NoPoint.
func (pl *policy) local(pos *baduk.Position, last baduk.Point, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	pl.moves = pl.moves[:0]
	for _, q := range pl.shape.around[last] {
		if q >= 0 && b.At(q) == baduk.Empty && pl.patterns.matches(pl.shape, b, q, c) {
			pl.moves = append(pl.moves, q)
		}
	}
	return pl.pick(pos, rng)
}

// pick returns a random candidate that may be played and is not a blunder, or NoPoint.
func (pl *policy) pick(pos *baduk.Position, rng *Rand) baduk.Point {
	for n := len(pl.moves); n > 0; n-- {
		i := rng.Below(n)
		p := pl.moves[i]
		m := baduk.Move{Color: pos.ToPlay, Point: p}
		if p != pos.KoBan && !pos.IsSuicide(m) {
			if pl.libertiesAfter(&pos.Board, m, 2) >= 2 {
				return p
			}
			if captured, _ := pos.Effect(m); captured > 0 {
				return p
			}
		}
		pl.moves[i] = pl.moves[n-1]
	}
	return baduk.NoPoint
}

// random draws empty points without replacement until a move on the point is good enough. It returns a move
// that puts its own stones in atari only if it finds no better one.
func (pl *policy) random(pos *baduk.Position, rng *Rand) baduk.Point {
	if pl.points != nil {
		return pl.weighted(pos, rng)
	}
	b, c := &pos.Board, pos.ToPlay
	empty := b.Empties()
	reserve := baduk.Pass
	for n := len(empty); n > 0; n-- {
		i := rng.Below(n)
		p := empty[i]
		m := baduk.Move{Color: c, Point: p}
		if p != pos.KoBan && !pl.shape.isEye(b, p, c) && !b.IsSuicide(m) {
			if b.Around(p, baduk.Empty) >= 2 || rng.chance(^pl.params.SelfAtari) || pl.libertiesAfter(b, m, 2) >= 2 {
				return p
			}
			if reserve == baduk.Pass {
				reserve = p
			}
		}
		b.SwapEmpties(i, n-1)
	}
	return reserve
}

// weighted draws from policy.points without replacement until a move on the point is allowed.
func (pl *policy) weighted(pos *baduk.Position, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	pl.order = append(pl.order[:0], pl.points...)
	for n := len(pl.order); n > 0; n-- {
		i := rng.Below(n)
		p := pl.order[i]
		if b.At(p) == baduk.Empty && p != pos.KoBan && !b.Enclosed(p, c) && !b.IsSuicide(baduk.Move{Color: c, Point: p}) {
			return p
		}
		pl.order[i] = pl.order[n-1]
	}
	return baduk.Pass
}

// libertiesAfter counts the liberties of the stone's chain after the move. It stops counting at the number
// enough. Each captured stone next to the move counts as one liberty.
func (pl *policy) libertiesAfter(b *baduk.Board, m baduk.Move, enough int) int {
	if n := b.Around(m.Point, baduk.Empty); n >= enough {
		return n
	}
	libs := pl.libs[:0]
	add := func(q baduk.Point) {
		if q == m.Point {
			return
		}
		for _, have := range libs {
			if have == q {
				return
			}
		}
		libs = append(libs, q)
	}
	for _, q := range b.Graph().Neighbours(m.Point) {
		switch b.At(q) {
		case baduk.Empty:
			add(q)
		case m.Color:
			if b.Liberties(q) > enough {
				return enough
			}
			pl.chain = b.AppendLiberties(pl.chain[:0], q)
			for _, r := range pl.chain {
				add(r)
			}
		default:
			if b.Liberties(q) == 1 {
				add(q)
			}
		}
		if len(libs) >= enough {
			break
		}
	}
	pl.libs = libs
	return len(libs)
}
