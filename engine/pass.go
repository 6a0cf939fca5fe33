package engine

import (
	"cmp"
	"context"
	"math"
	"time"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/rollout"
)

const (
	// sure is the mean ownership from which a point counts as decided; one that
	// would be given up by passing has to be surer.
	sure, lost = 0.75, 0.92
	// worthwhile is how much of the value a move may cost before passing is
	// better than playing on.
	worthwhile = 0.03
)

// decide is the move to make after a search, nil for a pass. It passes when
// nothing is left to gain: every point is decided and counts for the player who
// owns it, dead stones included under rules that settle them by agreement, and
// otherwise only when they were captured. It never passes before, except when
// little is open and every move there would do harm. left is the time that the
// decision may take, 0 for no bound.
func (e *Engine) decide(ctx context.Context, g *baduk.Game, r mcts.Result, left time.Duration) *mcts.MoveInfo {
	c := g.ToPlay()
	var best, pass *mcts.MoveInfo // best: on the board
	for i := range r.Moves {
		m := &r.Moves[i]
		switch {
		case m.Move.Point == baduk.Pass:
			pass = m
		case best == nil:
			best = m
		}
	}
	switch {
	case best == nil:
		return nil
	case r.Playouts < e.params.Enough:
		if pass != nil && pass.Visits > best.Visits && quarterFilled(g) {
			return nil
		}
		return best
	case settled(g, r.Ownership) && e.safeToPass(ctx, g, r, left):
		return nil
	case pass != nil && pass.Visits > best.Visits && mostlyDecided(g, r.Ownership) &&
		winFor(c, pass.Value) > winFor(c, best.Value)+worthwhile:
		return nil
	}
	if m := cleanup(g, r, best); m != nil {
		return m
	}
	return best
}

// mostlyDecided reports whether two thirds of the board are decided and a quarter
// of it has stones: a game that is nearly over.
func mostlyDecided(g *baduk.Game, ownership []float32) bool {
	return share(g, func(p baduk.Point) bool { return ownership[p] >= sure || ownership[p] <= -sure }) >= 2.0/3 && quarterFilled(g)
}

// quarterFilled reports whether a quarter of the board has stones: no game is
// over before.
func quarterFilled(g *baduk.Game) bool {
	return share(g, func(p baduk.Point) bool { return g.At(p) != baduk.Empty }) >= 0.25
}

// share is the part of the board's points that are so, by weight where points
// have weights.
func share(g *baduk.Game, so func(baduk.Point) bool) float64 {
	part, all := 0.0, 0.0
	for p := range g.Graph().Len() {
		w := math.Abs(g.Graph().Weight(baduk.Point(p)))
		all += w
		if so(baduk.Point(p)) {
			part += w
		}
	}
	if all == 0 {
		return 1 // nothing is to be had
	}
	return part / all
}

// settled reports whether nothing is left to gain for the player to move: every
// point is decided by the search, those that are the player's count for the
// player, and no neutral point could be taken. Under rules with agreement, and
// while a clean-up is still to come, stones that the search gives to the other
// side count as dead.
func settled(g *baduk.Game, ownership []float32) bool {
	if !mostlyDecided(g, ownership) {
		return false
	}
	c := g.ToPlay()
	dead := baduk.PointSet{} // nobody: what is dead is taken off before passing
	if g.Rules().FriendlyPass || g.Rules().Dead == baduk.DeadCleanup && g.Phase() < 2 {
		dead = rollout.DeadChains(&g.Position().Board, ownership, sure)
	}
	score := g.Score(dead)
	b := &g.Position().Board
	for p, ps := range score.Points {
		switch own := ownership[p] * float32(c.Number()); {
		case ps.Reason == baduk.ReasonSeki || ps.Reason == baduk.ReasonLate ||
			ps.Reason == baduk.ReasonUncounted && b.Enclosed(baduk.Point(p), c):
			// nothing to be had there, or an eye that has to stay
		case own >= sure && ps.Owner != c:
			return false // to be taken first
		case own < sure && own > -lost && ps.Owner != baduk.Empty:
			return false // to be fought for
		case own < sure && own > -lost && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}):
			return false
		}
	}
	return true
}

// cleanup is the best move that takes a liberty of a dead opposing chain when
// all that is left is to take such chains off, nil otherwise.
func cleanup(g *baduk.Game, r mcts.Result, best *mcts.MoveInfo) *mcts.MoveInfo {
	c := g.ToPlay()
	for p, own := range r.Ownership {
		if own > -sure && own < sure && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}) {
			return nil // something is undecided
		}
	}
	b := &g.Position().Board
	dead := rollout.DeadChains(b, r.Ownership, sure)
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Point == baduk.Pass || m.Visits*16 < best.Visits ||
			winFor(c, m.Value) < winFor(c, best.Value)-worthwhile {
			continue
		}
		for _, q := range g.Graph().Neighbours(m.Move.Point) {
			if b.At(q) == c.Opponent() && dead.Has(q) {
				return m
			}
		}
	}
	return nil
}

// takable reports whether a stone on a neutral point would stand: in a seki it
// would be in atari, elsewhere it is worth a point.
func takable(g *baduk.Game, m baduk.Move) bool {
	if g.Legal(m) != baduk.Legal {
		return false
	}
	if g.Play(m) != nil {
		return false
	}
	defer g.Undo()
	return g.At(m.Point) != baduk.Empty && g.Position().Liberties(m.Point) > 1
}

// safeToPass searches the position after a pass: the opponent must not gain.
func (e *Engine) safeToPass(ctx context.Context, g *baduk.Game, r mcts.Result, left time.Duration) bool {
	after := g.Clone()
	if after.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}) != nil {
		return false
	}
	if after.Over() {
		return true // settled, and counted as it is
	}
	probe, err := mcts.New(e.evaluator, e.params.Search)
	if err != nil {
		return false
	}
	probe.SetGame(after)
	stop := mcts.Playouts(max(2*e.params.Enough, r.Playouts/4))
	if left > 0 {
		stop = mcts.AnyOf(stop, mcts.Time(left))
	}
	threat, err := probe.Run(ctx, stop, true)
	if err != nil || threat.Playouts < e.params.Enough {
		return false
	}
	if winFor(g.ToPlay(), threat.Win) < winFor(g.ToPlay(), r.Win)-worthwhile {
		return false
	}
	for p, own := range r.Ownership {
		if diff := threat.Ownership[p] - own; diff > 0.5 || diff < -0.5 {
			return false
		}
	}
	return true
}

// deadTime is how long each player may take to show what is dead.
const deadTime = 3 * time.Second

// Dead judges which stones cannot be saved whoever moves first: the mean of two
// searches, one with each player to move. It is what rules with agreement need
// after two passes.
func (e *Engine) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	if err := e.prepare(g); err != nil {
		return nil, err
	}
	if g.Position().Stones(baduk.Black)+g.Position().Stones(baduk.White) == 0 {
		return baduk.PointSet{}, nil
	}
	sum := make([]float32, g.Graph().Len())
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		now, err := baduk.NewGameFrom(g.Graph(), g.Rules(), baduk.SetupOf(g.StonesAfter(g.Len()), c))
		if err != nil {
			return nil, err
		}
		search, err := mcts.New(e.evaluator, e.params.Search)
		if err != nil {
			return nil, err
		}
		search.SetGame(now)
		r, err := search.Run(ctx, mcts.AnyOf(mcts.Playouts(e.params.DeadPlayouts), mcts.Time(deadTime)), true)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		for p, o := range r.Ownership {
			sum[p] += o / 2
		}
	}
	return rollout.DeadChains(&g.Position().Board, sum, 0.5), nil
}
