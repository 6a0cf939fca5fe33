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
	// decidedOwnership is the smallest mean ownership of a point that counts as decided. surelyOwned is the
	// smallest mean ownership of a point that a pass may leave as it is.
	decidedOwnership, surelyOwned = 0.75, 0.92
	// A move that loses at most the value mostCost (0..1) is not harmful. A pass that loses more value is
	// harmful only if it also loses more than mostPoints points. In close games a small difference in points
	// changes the value much, so the value alone says little.
	mostCost, mostPoints = 0.03, 0.75
	// safe is the smallest probability of winning with which the engine trusts its judgement of the dead stones.
	safe = 0.9
)

// decide returns the move to make after a search, or nil for a pass. It passes in three cases:
//
//   - A pass ends play, and the player wins the count without the dead stones that the players will agree on.
//     Under rules with such an agreement the player must also win a count by the rules alone, or the search must
//     be sure of winning.
//   - Nothing is left to gain: every point is decided and counts for the player who owns it. Under rules that
//     do not settle dead stones by agreement, all dead stones must have been captured.
//   - Little is open, and the search prefers a pass by far: a move would do harm, or would cost a point under
//     rules that leave dead stones on the board.
//
// If the time allows only a few playouts, it passes if the search prefers a pass.
//
// In all other cases it makes a move. If it searches a second time, the new result replaces r. If only neutral
// points are left in a decided game, it takes a neutral point. It does not fill its own territory.
func (e *Engine) decide(ctx context.Context, g *baduk.Game, r *mcts.Result, t timing) (*mcts.MoveInfo, error) {
	best, pass := e.candidates(g, *r)
	if best == nil {
		var err error
		if best, err = e.firstChoice(ctx, g, t); best == nil {
			return nil, err
		}
	}
	passes := pass != nil && pass.Order < best.Order
	if few := r.Playouts < e.params.Enough; few || r.Playouts < e.params.DeadPlayouts && passedLast(g) {
		if !eighthFilled(g) || !passes && !passedLast(g) {
			return best, nil
		}
		again, err := mcts.Result{}, errNoTime
		if !few || !t.out() { // a second search is made because the game may end now
			again, err = e.search.Run(ctx, e.within(mcts.Playouts(e.params.DeadPlayouts), t), true)
		}
		switch {
		case err == nil && again.Playouts >= e.params.Enough:
			*r, pass = again, nil
			if b, p := e.candidates(g, again); b != nil {
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

// passOr decides between the move best and a pass, after a search with enough playouts. It is possible that the
// search did not try best.
func (e *Engine) passOr(ctx context.Context, g *baduk.Game, r mcts.Result, best, pass *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	own, read := r.Ownership, false
	if eighthFilled(g) {
		own, read = informed(g, own, min(readToMove, readForPlayout*r.Playouts), t.late)
	}
	decided := read || mostlyDecided(g, r.Ownership)
	dead := agreedDead(g, own)
	c := g.ToPlay()
	if m := e.takeDead(g, t); decided && m != nil {
		return m
	}
	switch {
	case decided && winsByPassing(g, dead) && (dead == nil || winsByPassing(g, nil) || WinFor(c, r.Win) >= safe):
		return nil
	case decided && settled(g, own) && (read || e.harmOf(ctx, g, r, baduk.Pass, t) == noHarm):
		return nil
	case decided && agreement(g) && pass != nil && pass.Visits >= 2*best.Visits && !g.PassEnds(c).Game:
		return nil // a stone may cost a point, and the search prefers a pass
	case decided && pass != nil && pass.Order < best.Order && (!g.PassEnds(c).Game || wins(g, dead)) &&
		(best.Visits == 0 || WinFor(c, pass.Value) > WinFor(c, best.Value)+mostCost):
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

// candidates returns two moves: the pass, and the best move on the board among those that could change
// anything. A move that the search did not try is nil.
func (e *Engine) candidates(g *baduk.Game, r mcts.Result) (best, pass *mcts.MoveInfo) {
	useful := among(e.useful(g))
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

// firstChoice returns the move with the best prior among the moves that could change anything. It returns nil
// if there are no such moves.
func (e *Engine) firstChoice(ctx context.Context, g *baduk.Game, t timing) (*mcts.MoveInfo, error) {
	policy, err := e.prior(ctx, g, t)
	if err != nil {
		return nil, err
	}
	best, most := baduk.NoPoint, float32(-1)
	for _, p := range e.useful(g) {
		if policy[p] > most {
			best, most = p, policy[p]
		}
	}
	if best == baduk.NoPoint {
		return nil, nil
	}
	return untried(g, best), nil
}

// untried returns the information about a move that the search did not try.
func untried(g *baduk.Game, p baduk.Point) *mcts.MoveInfo {
	m := baduk.Move{Color: g.ToPlay(), Point: p}
	return &mcts.MoveInfo{Move: m, Value: 0.5, Order: math.MaxInt, PV: []baduk.Move{m}}
}

// pointOf returns the point of a move, or a pass if there is no move.
func pointOf(m *mcts.MoveInfo) baduk.Point {
	if m == nil {
		return baduk.Pass
	}
	return m.Move.Point
}

func passedLast(g *baduk.Game) bool { return g.Len() > 0 && g.Turn(g.Len()-1).IsPass() }

// wins reports whether the player to move wins if the position is counted without the dead stones. If dead is
// nil, the rules alone decide which stones are dead.
func wins(g *baduk.Game, dead baduk.PointSet) bool {
	s := g.Score(dead)
	return s.Winner() == g.ToPlay()
}

// winsByPassing reports whether a pass would stop play and the player to move would win the count. It returns
// false on an almost empty board, because neither player should have passed on it.
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

// waste reports whether a stone of the player to move on this point would only fill the player's own territory.
func waste(g *baduk.Game, ownership []float32, p baduk.Point) bool {
	c := g.ToPlay()
	return g.At(p) == baduk.Empty && ownership[p]*float32(c.Number()) >= surelyOwned && g.Position().Around(p, c.Opponent()) == 0
}

// inDoubt reports whether both players have a chance to win. In this case the engine makes only moves that the
// search chose.
func inDoubt(r mcts.Result) bool { return r.Win < safe && r.Win > 1-safe }

// insteadOfWaste returns the move to make if the search's best move only fills the player's own territory. If
// the search found another move that is as good, insteadOfWaste returns this move. Otherwise it returns a
// neutral point or nil, which is a pass, but only if the game is decided and best does not answer a threat. In
// all other cases it returns best.
func (e *Engine) insteadOfWaste(ctx context.Context, g *baduk.Game, r mcts.Result, best *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	c := g.ToPlay()
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Point != baduk.Pass && !waste(g, r.Ownership, m.Move.Point) && m.Visits*8 >= best.Visits &&
			WinFor(c, m.Value) >= WinFor(c, best.Value)-mostCost/3 {
			return m
		}
	}
	if inDoubt(r) {
		return best
	}
	looked := 0
	for _, p := range e.useful(g) {
		if own := r.Ownership[p]; own >= decidedOwnership || own <= -decidedOwnership || !takable(g, baduk.Move{Color: c, Point: p}) {
			continue
		}
		switch e.harmOf(ctx, g, r, p, t) {
		case noHarm:
			return untried(g, p)
		case losesStones:
			return best // best is needed against a threat
		}
		if looked++; looked == mostAttempts {
			break
		}
	}
	if g.PassEnds(c).Game && !wins(g, agreedDead(g, r.Ownership)) || e.harmOf(ctx, g, r, baduk.Pass, t) != noHarm {
		return best // a pass would lose, or best is needed against a threat
	}
	return nil
}

// cleanup returns the best move that takes a liberty of a dead opposing chain. It returns nil if anything else
// is undecided, or if the rules let dead stones stay on the board.
func (e *Engine) cleanup(ctx context.Context, g *baduk.Game, r mcts.Result, best *mcts.MoveInfo, t timing) *mcts.MoveInfo {
	if agreement(g) {
		return nil
	}
	c := g.ToPlay()
	for p, own := range r.Ownership {
		if own > -decidedOwnership && own < decidedOwnership && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}) {
			return nil // another point is undecided
		}
	}
	b := &g.Position().Board
	dead := deadChains(g, r.Ownership)
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Point == baduk.Pass || m.Visits*8 < best.Visits ||
			WinFor(c, m.Value) < WinFor(c, best.Value)-mostCost/3 {
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

// mostAttempts is the largest number of moves that are examined although the search did not try them.
const mostAttempts = 6

// capture looks for a move next to a dead opposing chain that loses nothing. It tries chains with few liberties
// first. It returns nil if it finds no move.
func (e *Engine) capture(ctx context.Context, g *baduk.Game, r mcts.Result, t timing) *mcts.MoveInfo {
	b, c := &g.Position().Board, g.ToPlay()
	dead := deadChains(g, r.Ownership)
	type way struct{ liberties, point int }
	var ways []way
	for _, p := range e.useful(g) {
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

// harm is a kind of harm that a move does to the player who makes it. It is computed only for moves that the
// search did not choose.
type harm uint8

const (
	noHarm      harm = iota
	losesPoints      // the move loses points, or the harm is unknown
	losesStones      // after the move, a decided point is no longer decided
)

// harmOf searches the position after a move or a pass that the search did not choose. The move does harm if the
// opponent gains by it. A pass does harm if the opponent can take something after it.
func (e *Engine) harmOf(ctx context.Context, g *baduk.Game, r mcts.Result, p baduk.Point, t timing) harm {
	c, after := g.ToPlay(), g.Clone()
	if after.Play(baduk.Move{Color: c, Point: p}) != nil {
		return losesPoints
	}
	if after.Over() {
		return noHarm // the game has ended, and the position is counted as it is
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
	worse := WinFor(c, threat.Win) < WinFor(c, r.Win)-mostCost
	if p == baduk.Pass {
		worse = taken || worse && (threat.Lead-r.Lead)*float64(c.Number()) < -mostPoints*unit
	}
	if worse {
		return losesPoints
	}
	return noHarm
}

// errNoTime is the error of a second search, or of a question to an evaluator, for which the time does not suffice.
var errNoTime = errors.New("no time is left")

// probe searches the position of g with this number of playouts, within the remaining time.
func (e *Engine) probe(ctx context.Context, g *baduk.Game, playouts int, t timing) (mcts.Result, error) {
	if t.out() {
		return mcts.Result{}, errNoTime
	}
	s, err := mcts.New(e.evaluator, e.moveParams())
	if err != nil {
		return mcts.Result{}, err
	}
	s.SetGame(g)
	return s.Run(ctx, e.within(mcts.Playouts(playouts), t), true)
}

// within returns a stopper that stops when s stops, or when no time is left.
func (e *Engine) within(s mcts.Stopper, t timing) mcts.Stopper {
	if t.allowed.most == 0 {
		return s
	}
	return mcts.AnyOf(s, func(mcts.Progress) bool { return t.left() == 0 })
}
