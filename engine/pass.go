package engine

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/mcts"
)

const (
	// decidedOwnership is the mean ownership from which a point counts as decided. A point that a pass
	// would give up must have at least surelyOwned.
	decidedOwnership, surelyOwned = 0.75, 0.92
	// mostCost is how much of the value a move may cost before passing is better than playing on.
	// mostPoints is how many points it may cost besides: values of close games say little.
	mostCost, mostPoints = 0.03, 0.75
	// safe is the probability of winning from which the dead stones are not disputed.
	safe = 0.9
)

// decide returns the move to make after a search, or nil for a pass. It passes
//
//   - when the opponent has passed and a second pass wins: by the rules' own count, or by the dead stones to
//     be agreed on if the search does not doubt them;
//   - when nothing is left to gain: every point is decided and counts for the player who owns it. Under rules
//     that settle dead stones by agreement this includes dead stones; under other rules they must have been
//     captured;
//   - when little is open and the search prefers a pass by far: a move would do harm, or would cost a point
//     under rules that leave dead stones on the board.
//
// Otherwise it never passes. If it searches a second time, that result replaces r. In a decided game with
// only neutral points left, it takes these instead of filling its own territory.
func (e *Engine) decide(ctx context.Context, g *baduk.Game, r *mcts.Result, t timing) (*mcts.MoveInfo, error) {
	best, pass := candidates(g, *r)
	if best == nil {
		var err error
		if best, err = e.firstChoice(ctx, g, t); best == nil {
			return nil, err
		}
	}
	passes := pass != nil && pass.Order < best.Order
	if few := r.Playouts < e.params.Enough; few || r.Playouts < e.params.DeadPlayouts && passedLast(g) {
		if !eighthFilled(g) || !passes && !passedLast(g) || few && t.out() {
			return best, nil
		}
		// This may be the end of the game, which is worth a second search.
		again, err := e.search.Run(ctx, e.within(mcts.Playouts(e.params.DeadPlayouts), t), true)
		switch {
		case err == nil && again.Playouts >= e.params.Enough:
			*r, pass = again, nil
			if b, p := candidates(g, again); b != nil {
				best, pass = b, p
			}
		case few && passes:
			return nil, nil
		case few:
			return best, nil
		}
	}
	return e.passOr(ctx, g, *r, best, pass, t), nil
}

// passOr is decide after a sufficient search. best may be a move that the search did not try.
func (e *Engine) passOr(ctx context.Context, g *baduk.Game, r mcts.Result, best, pass *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	own, read := r.Ownership, false
	if eighthFilled(g) {
		own, read = informed(g, own, min(readToMove, readForPlayout*r.Playouts))
	}
	decided := read || mostlyDecided(g, r.Ownership)
	dead := agreedDead(g, own)
	c := g.ToPlay()
	if m := takeDead(g); decided && m != nil {
		return m
	}
	switch {
	case decided && winsByPassing(g, dead) && (dead == nil || winsByPassing(g, nil) || winFor(c, r.Win) >= safe):
		return nil
	case decided && settled(g, own) && (read || e.harmOf(ctx, g, r, baduk.Pass, t) == noHarm):
		return nil
	case decided && agreement(g) && pass != nil && pass.Visits >= 2*best.Visits && !g.PassEnds(c).Game:
		return nil // a stone may cost a point, and the search would rather not
	case decided && pass != nil && pass.Order < best.Order && (!g.PassEnds(c).Game || wins(g, dead)) &&
		(best.Visits == 0 || winFor(c, pass.Value) > winFor(c, best.Value)+mostCost):
		return nil
	}
	if m := e.cleanup(ctx, g, r, best, t); m != nil {
		return m
	}
	if decided && waste(g, r.Ownership, best.Move.Point) {
		return e.insteadOfWaste(ctx, g, r, best, t)
	}
	return best
}

// candidates are the best move on the board that could change anything, and a pass. Either is nil if it was
// not tried.
func candidates(g *baduk.Game, r mcts.Result) (best, pass *mcts.MoveInfo) {
	useful := sensibleAt(g)
	for i := range r.Moves {
		switch m := &r.Moves[i]; {
		case m.Move.Point == baduk.Pass:
			pass = m
		case best == nil && useful(m.Move.Point):
			best = m
		}
	}
	return best, pass
}

// firstChoice is the move with the best prior among those that could change anything, or nil if there is
// none.
func (e *Engine) firstChoice(ctx context.Context, g *baduk.Game, t timing) (*mcts.MoveInfo, error) {
	policy, err := e.prior(ctx, g, t)
	if err != nil {
		return nil, err
	}
	best, most := baduk.NoPoint, float32(-1)
	for _, p := range sensible(g) {
		if policy[p] > most {
			best, most = p, policy[p]
		}
	}
	if best == baduk.NoPoint {
		return nil, nil
	}
	return untried(g, best), nil
}

// untried is a move that the search did not try.
func untried(g *baduk.Game, p baduk.Point) *mcts.MoveInfo {
	m := baduk.Move{Color: g.ToPlay(), Point: p}
	return &mcts.MoveInfo{Move: m, Value: 0.5, Order: math.MaxInt, PV: []baduk.Move{m}}
}

func passedLast(g *baduk.Game) bool { return g.Len() > 0 && g.Turn(g.Len()-1).IsPass() }

// wins reports whether the player to move wins if the position is counted as it stands. The dead stones are
// removed first; with nil the rules decide by themselves.
func wins(g *baduk.Game, dead baduk.PointSet) bool {
	s := g.Score(dead)
	return s.Winner() == g.ToPlay()
}

// winsByPassing reports whether a pass would stop play with a count that wins. It is false on an almost empty
// board, where neither player should have passed.
func winsByPassing(g *baduk.Game, dead baduk.PointSet) bool {
	c := g.ToPlay()
	if !eighthFilled(g) || !g.PassEnds(c).Phase {
		return false
	}
	after := g.Clone()
	if after.Play(baduk.Move{Color: c, Point: baduk.Pass}) != nil {
		return false
	}
	s := after.Score(dead)
	return s.Winner() == c
}

// waste reports whether a stone on this point would only fill the territory of the player to move.
func waste(g *baduk.Game, ownership []float32, p baduk.Point) bool {
	c := g.ToPlay()
	return g.At(p) == baduk.Empty && ownership[p]*float32(c.Number()) >= surelyOwned && g.Position().Around(p, c.Opponent()) == 0
}

// inDoubt reports whether either player may still win. Then the engine makes no move that the search did not
// choose.
func inDoubt(r mcts.Result) bool { return r.Win < safe && r.Win > 1-safe }

// insteadOfWaste is the move to make if the search's best move fills its own territory. It is another move
// that is as good. In a decided game without a threat at that point it may be a neutral point or a pass
// (nil).
func (e *Engine) insteadOfWaste(ctx context.Context, g *baduk.Game, r mcts.Result, best *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	c := g.ToPlay()
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Point != baduk.Pass && !waste(g, r.Ownership, m.Move.Point) && m.Visits*8 >= best.Visits &&
			winFor(c, m.Value) >= winFor(c, best.Value)-mostCost/3 {
			return m
		}
	}
	if inDoubt(r) {
		return best
	}
	looked := 0
	for _, p := range sensible(g) {
		if own := r.Ownership[p]; own >= decidedOwnership || own <= -decidedOwnership || !takable(g, baduk.Move{Color: c, Point: p}) {
			continue
		}
		switch e.harmOf(ctx, g, r, p, t) {
		case noHarm:
			return untried(g, p)
		case losesStones:
			return best // it is needed there
		}
		if looked++; looked == mostAttempts {
			break
		}
	}
	if g.PassEnds(c).Game && !wins(g, agreedDead(g, r.Ownership)) || e.harmOf(ctx, g, r, baduk.Pass, t) != noHarm {
		return best // a pass would lose, or it is needed there
	}
	return nil
}

// cleanup is the best move that takes a liberty of a dead opposing chain, if only such chains are left to
// capture. Otherwise it is nil, and also if the rules let dead stones stay on the board.
func (e *Engine) cleanup(ctx context.Context, g *baduk.Game, r mcts.Result, best *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	if agreement(g) {
		return nil
	}
	c := g.ToPlay()
	for p, own := range r.Ownership {
		if own > -decidedOwnership && own < decidedOwnership && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}) {
			return nil // something is undecided
		}
	}
	b := &g.Position().Board
	dead := deadChains(g, r.Ownership)
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Point == baduk.Pass || m.Visits*8 < best.Visits ||
			winFor(c, m.Value) < winFor(c, best.Value)-mostCost/3 {
			continue
		}
		for _, q := range g.Graph().Neighbours(m.Move.Point) {
			if b.At(q) == c.Opponent() && dead.Has(q) {
				return m
			}
		}
	}
	if inDoubt(r) || !waste(g, r.Ownership, best.Move.Point) {
		return nil
	}
	return e.capture(ctx, g, r, t)
}

// mostAttempts is how many moves that the search did not try are examined.
const mostAttempts = 6

// capture is a move next to a dead opposing chain that loses nothing, or nil if none is found. Chains with
// few liberties are tried first.
func (e *Engine) capture(ctx context.Context, g *baduk.Game, r mcts.Result, t timing) *mcts.MoveInfo {
	b, c := &g.Position().Board, g.ToPlay()
	dead := deadChains(g, r.Ownership)
	type way struct{ liberties, point int }
	var ways []way
	for _, p := range sensible(g) {
		m, least := baduk.Move{Color: c, Point: p}, math.MaxInt
		for _, q := range g.Graph().Neighbours(p) {
			if b.At(q) == c.Opponent() && dead.Has(q) {
				least = min(least, b.Liberties(q))
			}
		}
		if least < math.MaxInt && takable(g, m) {
			ways = append(ways, way{least, int(p)})
		}
	}
	slices.SortFunc(ways, func(a, b way) int { return cmp.Or(a.liberties-b.liberties, a.point-b.point) })
	for _, w := range ways[:min(len(ways), mostAttempts)] {
		if p := baduk.Point(w.point); e.harmOf(ctx, g, r, p, t) == noHarm {
			return untried(g, p)
		}
	}
	return nil
}

// harm is what a move that the search did not choose does to its player.
type harm uint8

const (
	noHarm      harm = iota
	losesPoints      // or the harm is unknown
	losesStones      // a decided point is no longer decided
)

// harmOf searches the position after a move or a pass that the search did not choose: the opponent must not
// gain. A pass must also leave nothing to take.
func (e *Engine) harmOf(ctx context.Context, g *baduk.Game, r mcts.Result, p baduk.Point, t timing) harm {
	c, after := g.ToPlay(), g.Clone()
	if after.Play(baduk.Move{Color: c, Point: p}) != nil {
		return losesPoints
	}
	if after.Over() {
		return noHarm // settled, and counted as it is
	}
	threat, err := e.probe(ctx, after, max(2*e.params.Enough, r.Playouts/4), t)
	if err != nil || threat.Playouts < e.params.Enough {
		return losesPoints
	}
	taken := false
	for q, own := range r.Ownership {
		if diff := threat.Ownership[q] - own; diff > 0.5 || diff < -0.5 {
			if own >= decidedOwnership || own <= -decidedOwnership {
				return losesStones
			}
			taken = true
		}
	}
	unit, _ := g.Graph().Unit()
	worse := winFor(c, threat.Win) < winFor(c, r.Win)-mostCost
	if p == baduk.Pass {
		worse = taken || worse && (threat.Lead-r.Lead)*float64(c.Number()) < -mostPoints*unit
	}
	if worse {
		return losesPoints
	}
	return noHarm
}

// errNoTime is the reason why a second search was not made.
var errNoTime = errors.New("no time is left")

// probe searches another position for this number of playouts, within the time that is left.
func (e *Engine) probe(ctx context.Context, g *baduk.Game, playouts int, t timing) (mcts.Result, error) {
	if t.out() {
		return mcts.Result{}, errNoTime
	}
	s, err := mcts.New(e.evaluator, e.params.Search)
	if err != nil {
		return mcts.Result{}, err
	}
	s.SetGame(g)
	return s.Run(ctx, e.within(mcts.Playouts(playouts), t), true)
}

// within returns a stopper that also stops when no time is left.
func (e *Engine) within(s mcts.Stopper, t timing) mcts.Stopper {
	if t.allowed.most == 0 {
		return s
	}
	return mcts.AnyOf(s, func(mcts.Progress) bool { return t.left() == 0 })
}
