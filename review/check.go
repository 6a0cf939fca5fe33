package review

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/tactics"
)

// check replays a fact and returns an error if the fact is not true. check is slow, because it allocates
// a board.
func (f *Fact) check(s scene) error {
	g := s.Before.Graph()
	now := baduk.NewPosition(g)
	now.CopyFrom(s.Before.Position())
	if f.Role == roleReply {
		if _, v := now.Play(s.Played); v != baduk.Legal {
			return fmt.Errorf("the move cannot be played: %v", v)
		}
	}
	if f.Role == rolePlayed && f.Move != s.Played {
		return errors.New("the fact is not about the played move")
	}
	c := checker{fact: f, scene: s, now: now, then: baduk.NewPosition(g), reader: tactics.NewReader(g)}
	c.then.CopyFrom(now)
	c.grid.rows, _ = g.Rows()
	if f.Move.Point != baduk.Pass {
		if now.At(f.Move.Point) != baduk.Empty || now.KoBan == f.Move.Point && now.ToPlay == f.Move.Color {
			return fmt.Errorf("%s cannot be played", g.Vertex(f.Move.Point))
		}
		c.undo, _ = c.then.Play(f.Move)
		if c.undo.Suicide > 0 {
			return fmt.Errorf("%s is suicide", g.Vertex(f.Move.Point))
		}
	}
	if err := c.stones(); err != nil {
		return err
	}
	if !c.holds() {
		return fmt.Errorf("not true: %s", f.Sentence(g))
	}
	return nil
}

// checker checks one fact.
type checker struct {
	fact      *Fact
	scene     scene
	now, then *baduk.Position // the positions before and after the fact's move
	undo      baduk.Undo
	reader    *tactics.Reader
	grid      grid
}

// stones returns an error unless the stones of the fact are complete chains on the board.
func (c *checker) stones() error {
	f := c.fact
	board := &c.now.Board
	if f.Kind == factSelfAtari || f.Kind == factFillsLiberty && slices.Contains(f.Stones, f.Move.Point) {
		board = &c.then.Board
	}
	for i, list := range [][]baduk.Point{f.Stones, f.Others} {
		for _, p := range list {
			if board.At(p) != f.Color {
				return fmt.Errorf("there is no %v stone at %s", f.Color, board.Graph().Vertex(p))
			}
		}
		if len(list) == 0 {
			continue
		}
		var chains []baduk.Point // all stones of the chains to which the stones in list belong
		for _, p := range list {
			if !slices.Contains(chains, p) {
				chains = board.AppendChain(chains, p)
			}
		}
		one := f.Kind.several() || len(board.AppendChain(nil, list[0])) == len(chains)
		if !sameStones(chains, list) || !one {
			return fmt.Errorf("the stones of list %d are not whole chains, or too many chains", i+1)
		}
	}
	return nil
}

// several reports whether facts of this kind may be about several chains.
func (k factKind) several() bool {
	return k == factTakes || k.fate()
}

// fate reports whether facts of this kind are about the life or death of stones, judged by their ownership.
func (k factKind) fate() bool {
	return k == factDies || k == factRevives || k == factEndangered || k == factStirs || k == factWeakened
}

func sameStones(a, b []baduk.Point) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// holds reports whether the fact is true.
func (c *checker) holds() bool {
	f := c.fact
	p, own := f.Move.Point, f.Move.Color
	switch f.Kind {
	case factPassed:
		return c.scene.Played.IsPass() && f.Role == roleBetter && p >= 0
	case factUnanswered:
		last := c.lastMove()
		return f.Role == roleBetter && f.At >= 0 && f.At == last && c.within(f.At, p) && !c.within(f.At, c.scene.Played.Point) && c.isFar(f.At, c.scene.Played.Point)
	case factElsewhere:
		return f.Role == roleBetter && f.Where != nowhere && f.Where == c.grid.region(p) && c.grid.region(c.scene.Played.Point) != f.Where && c.isFar(p, c.scene.Played.Point)
	case factCosts:
		lost := c.lostIn(f.Where)
		return math.Abs(lost-f.Before) < 1e-6
	case factDies, factEndangered, factRevives, factStirs, factWeakened:
		return c.fate()
	}
	if len(f.Stones) == 0 || p < 0 {
		return false
	}
	first := f.Stones[0]
	switch f.Kind {
	case factTakes:
		if f.Color == own || int(c.undo.Captured) != len(f.Stones) {
			return false
		}
		return !slices.ContainsFunc(f.Stones, func(q baduk.Point) bool { return c.then.At(q) != baduk.Empty })
	case factSelfAtari:
		return f.Color == own && slices.Contains(f.Stones, p) && c.undo.Captured == 0 && c.then.Liberties(first) == 1 && c.then.Liberty(first) == f.At &&
			!c.then.IsSuicide(baduk.Move{Color: own.Opponent(), Point: f.At})
	case factLeavesInAtari:
		if f.Color != own || c.now.Liberties(first) != 1 || c.then.At(first) != f.Color || c.then.Liberties(first) != 1 {
			return false
		}
		return f.At >= 0 && c.saves(first, f.At)
	case factRunsInLadder:
		if f.Color != own || c.now.Liberties(first) != 1 || c.now.Liberty(first) != p || c.then.Liberties(first) != 2 {
			return false
		}
		captured, _, decided := c.reader.Captured(&c.now.Board, first, own, baduk.NoPoint)
		return captured && decided
	case factCatches, factLadderFails, factAtaris:
		if f.Color == own || c.now.Liberties(first) < 2 || c.then.At(first) != f.Color || c.then.Liberties(first) != 1 {
			return false
		}
		if f.Kind == factAtaris {
			return true
		}
		captured, _, decided := c.reader.Captured(&c.then.Board, first, f.Color, baduk.NoPoint)
		runs := c.runs(first)
		if f.Kind == factLadderFails {
			return !captured && decided && runs && c.now.Liberties(first) == 2
		}
		return captured && decided && runs == f.Ladder
	case factFillsLiberty:
		return c.fills(first)
	case factCuts, factConnects:
		return c.joint()
	}
	return false
}

// saves reports whether a stone on a given point would save a chain that the played move leaves in atari.
// With this stone the chain must have two liberties, and no ladder must capture it.
func (c *checker) saves(chain, at baduk.Point) bool {
	with := baduk.NewPosition(c.now.Graph())
	with.CopyFrom(c.now)
	if with.At(at) != baduk.Empty || with.KoBan == at {
		return false
	}
	if u, v := with.Play(baduk.Move{Color: c.fact.Color, Point: at}); v != baduk.Legal || u.Suicide > 0 || with.Liberties(chain) < 2 {
		return false
	}
	captured, _, decided := c.reader.Captured(&with.Board, chain, c.fact.Color.Opponent(), baduk.NoPoint)
	return !captured && decided
}

// runs reports whether a chain in atari has two liberties after extending.
func (c *checker) runs(chain baduk.Point) bool {
	out := baduk.Move{Color: c.then.At(chain), Point: c.then.Liberty(chain)}
	u, v := c.then.Board.Place(out)
	if v != baduk.Legal {
		return false
	}
	runs := u.Suicide == 0 && c.then.Liberties(chain) == 2
	c.then.Board.Take(u)
	return runs
}

// fills reports whether the move only fills a liberty of its own chain.
func (c *checker) fills(first baduk.Point) bool {
	f := c.fact
	if f.Color != f.Move.Color || c.undo.Captured > 0 || !slices.Contains(f.Stones, f.Move.Point) || len(f.Stones) < 3 {
		return false
	}
	head, chains := baduk.NoPoint, 0
	for _, q := range c.now.Graph().Neighbours(f.Move.Point) {
		if c.now.At(q) == f.Color && (head == baduk.NoPoint || c.now.Head(q) != head) {
			head = c.now.Head(q)
			chains++
		}
	}
	return chains == 1 && c.now.Liberties(head) == int(f.Before) && c.then.Liberties(first) == int(f.After) && f.After < f.Before && f.After <= 3
}

// joint reports whether the move is on the only common liberty of the two chains. It also requires that a
// cutting stone on this point cannot be captured at once.
func (c *checker) joint() bool {
	f := c.fact
	p := f.Move.Point
	if (f.Kind == factConnects) != (f.Color == f.Move.Color) || len(f.Others) == 0 || c.now.Head(f.Stones[0]) == c.now.Head(f.Others[0]) {
		return false
	}
	a, b := c.now.AppendLiberties(nil, f.Stones[0]), c.now.AppendLiberties(nil, f.Others[0])
	common := slices.DeleteFunc(a, func(q baduk.Point) bool { return !slices.Contains(b, q) })
	if len(common) != 1 || common[0] != p {
		return false
	}
	cut := baduk.Move{Color: f.Color.Opponent(), Point: p}
	u, v := c.now.Board.Place(cut)
	if v != baduk.Legal {
		return false
	}
	stands := u.Suicide == 0 && c.now.Liberties(p) >= 2
	c.now.Board.Take(u)
	return stands
}

// The limits of the mean ownership of stones.
const (
	alive = 0.3  // stones with at least this value are probably alive; at most -alive: probably dead
	safe  = 0.6  // stones with at least this value are safe; at most -safe: certainly dead
	fall  = 0.35 // smallest loss of ownership that makes stones weaker
)

// fate reports whether the ownership of the stones changed as the fact says.
func (c *checker) fate() bool {
	f := c.fact
	if len(f.Stones) < 3 || len(c.scene.OwnersBefore) == 0 || len(c.scene.OwnersAfter) == 0 {
		return false
	}
	before, after := meanOwner(c.scene.OwnersBefore, f.Stones, f.Color), meanOwner(c.scene.OwnersAfter, f.Stones, f.Color)
	if math.Abs(before-f.Before) > 1e-6 || math.Abs(after-f.After) > 1e-6 {
		return false
	}
	return fateOf(before, after, f.Color == c.scene.Played.Color) == f.Kind
}

// factNone is the result of fateOf if the ownership of the stones hardly changed.
const factNone = factKind(255)

// fateOf returns the kind of fact for stones with the given mean ownership before and after a move. own is
// true if the stones belong to the player who made the move.
func fateOf(before, after float64, own bool) factKind {
	switch {
	case own && before >= alive && after <= -alive:
		return factDies
	case own && before >= safe && after < alive && after > -alive:
		return factEndangered
	case own && after >= alive && before-after >= fall:
		return factWeakened
	case !own && before <= -alive && after >= alive:
		return factRevives
	case !own && before <= -safe && after > -alive && after < alive:
		return factStirs
	}
	return factNone
}

// meanOwner returns the mean ownership of stones, from 1 for their own player to -1 for the opponent.
func meanOwner(owners []float32, stones []baduk.Point, c baduk.Color) float64 {
	sum := 0.0
	for _, p := range stones {
		sum += forPlayer(c, float64(owners[p]))
	}
	return sum / float64(len(stones))
}

// lostIn returns how many points the player of the move lost in a region.
func (c *checker) lostIn(where region) float64 {
	before, after := c.scene.OwnersBefore, c.scene.OwnersAfter
	if where == nowhere || len(before) == 0 || len(after) == 0 {
		return math.Inf(1)
	}
	sum := 0.0
	for p := range before {
		if c.grid.region(baduk.Point(p)) == where {
			sum += forPlayer(c.scene.Played.Color, float64(before[p])-float64(after[p]))
		}
	}
	return sum
}

// lastMove returns the point of the opponent's move before the played move. It returns NoPoint if the
// opponent passed, or if the game has just begun.
func (c *checker) lastMove() baduk.Point {
	if n := c.scene.Before.Len(); n > 0 {
		if m := c.scene.Before.Turn(n - 1); m.Color != c.scene.Played.Color && m.Point >= 0 {
			return m.Point
		}
	}
	return baduk.NoPoint
}

func (c *checker) within(p, q baduk.Point) bool {
	d := c.grid.distance(p, q)
	return d >= 0 && d <= near
}

func (c *checker) isFar(p, q baduk.Point) bool { return c.grid.distance(p, q) >= max(c.grid.far(), 1) }
