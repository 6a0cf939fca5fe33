package engine

import (
	"cmp"
	"context"
	"math"
	"time"

	"tengen/baduk"
	"tengen/rollout"
	"tengen/tactics"
)

// What a search says of the owners of points, and what follows for the end of a
// game.

// mostlyDecided reports whether two thirds of the board are decided and a quarter
// of it has stones: a game that is nearly over.
func mostlyDecided(g *baduk.Game, ownership []float32) bool {
	return share(g, func(p baduk.Point) bool { return ownership[p] >= decidedOwnership || ownership[p] <= -decidedOwnership }) >= 2.0/3 && quarterFilled(g)
}

// quarterFilled reports whether a quarter of the board has stones: no game is
// over before.
func quarterFilled(g *baduk.Game) bool {
	return share(g, func(p baduk.Point) bool { return g.At(p) != baduk.Empty }) >= 0.125
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

// deadChains are the stones that the search gives to the other side.
func deadChains(g *baduk.Game, ownership []float32) baduk.PointSet {
	return rollout.DeadChains(&g.Position().Board, ownership, decidedOwnership)
}

// agreedDead are the stones that the players will agree are dead, nil where the
// rules judge by themselves.
func agreedDead(g *baduk.Game, ownership []float32) baduk.PointSet {
	if !agreement(g) {
		return nil
	}
	return deadChains(g, ownership)
}

// agreement reports whether dead stones may stay on the board: the players will
// agree on them, or a clean-up is still to come.
func agreement(g *baduk.Game) bool {
	return g.Rules().FriendlyPass || g.Rules().Dead == baduk.DeadCleanup && g.Phase() < 2
}

// settled reports whether nothing is left to gain for the player to move: every
// point is decided by the search, those that are the player's count for the
// player, and no neutral point could be taken.
func settled(g *baduk.Game, ownership []float32) bool {
	c := g.ToPlay()
	dead := agreedDead(g, ownership)
	if dead == nil && g.Phase() < 2 {
		dead = baduk.PointSet{} // dead stones are taken off in any case
	}
	score := g.Score(dead)
	b := &g.Position().Board
	for p, ps := range score.Points {
		switch own := ownership[p] * float32(c.Number()); {
		case ps.Reason == baduk.ReasonSeki || ps.Reason == baduk.ReasonLate ||
			ps.Reason == baduk.ReasonUncounted && b.Enclosed(baduk.Point(p), c):
			// nothing to be had there, or an eye that has to stay
		case own >= decidedOwnership && ps.Owner != c:
			return false // to be taken first
		case own < decidedOwnership && own > -surelyOwned && ps.Owner != baduk.Empty:
			return false // to be fought for
		case own < decidedOwnership && own > -surelyOwned && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}):
			return false
		}
	}
	return true
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

// deadTime is how long each player may take to show what is dead.
const deadTime = 3 * time.Second

// noDelay takes the time that a look needs, whatever that is: no clock runs.
func noDelay() time.Duration { return 0 }

// Dead judges which stones cannot be saved by either player's first move: by reading where little
// is left to decide, elsewhere by the mean of two searches, one with each player to move.
// It is what rules with agreement need after two passes.
func (e *Engine) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	e.StopPondering()
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
		r, err := e.probe(ctx, now, e.params.DeadPlayouts, timing{allowed: allowance{deadTime, deadTime}, begun: time.Now(), slow: noDelay})
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		for p, o := range r.Ownership {
			sum[p] += o / 2
		}
	}
	dead := rollout.DeadChains(&g.Position().Board, sum, 0.5)
	read := readStones(g, tactics.StatusBudget)
	for i := range sum {
		switch p := baduk.Point(i); {
		case read.dead.Has(p):
			dead.Add(p)
		case read.safe.Has(p):
			dead.Remove(p)
		}
	}
	return dead, nil
}
