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

// The functions in this file judge from a search's ownership whether the game is at its end.

// mostlyDecided reports whether the game is nearly over: two thirds of the board are decided, and an eighth
// of it has stones.
func mostlyDecided(g *baduk.Game, ownership []float32) bool {
	return share(g, func(p baduk.Point) bool { return ownership[p] >= decidedOwnership || ownership[p] <= -decidedOwnership }) >= 2.0/3 && eighthFilled(g)
}

// eighthFilled reports whether an eighth of the board has stones. A game with fewer stones is not over.
func eighthFilled(g *baduk.Game) bool {
	return share(g, func(p baduk.Point) bool { return g.At(p) != baduk.Empty }) >= 0.125
}

// share returns the share of the board's points for which the given function returns true. On boards with
// weights, it returns their share of the total weight.
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
		return 1 // no point has a weight
	}
	return part / all
}

// deadChains returns the chains that lie on the opponent's points according to the search's ownership.
func deadChains(g *baduk.Game, ownership []float32) baduk.PointSet {
	return rollout.DeadChains(&g.Position().Board, ownership, decidedOwnership)
}

// agreedDead returns the dead stones that the players will agree on. It returns nil under rules without such an
// agreement.
func agreedDead(g *baduk.Game, ownership []float32) baduk.PointSet {
	if !agreement(g) {
		return nil
	}
	return deadChains(g, ownership)
}

// agreement reports whether dead stones may stay on the board until play ends. Rules allow this if the players
// agree on dead stones after play, or if a clean-up phase follows.
func agreement(g *baduk.Game) bool {
	return g.Rules().FriendlyPass || g.Rules().Dead == baduk.DeadCleanup && g.Phase() < 2
}

// settled reports whether the player to move can gain nothing more: the search has decided every point, the
// player's points count for the player, and no neutral point can be taken.
func settled(g *baduk.Game, ownership []float32) bool {
	c := g.ToPlay()
	dead := agreedDead(g, ownership)
	if dead == nil && g.Phase() < 2 {
		dead = baduk.PointSet{} // no stone is removed before the count
	}
	score := g.Score(dead)
	b := &g.Position().Board
	for p, ps := range score.Points {
		switch own := ownership[p] * float32(c.Number()); {
		case ps.Reason == baduk.ReasonSeki || ps.Reason == baduk.ReasonLate ||
			ps.Reason == baduk.ReasonUncounted && b.Enclosed(baduk.Point(p), c):
			// nothing can be gained on the point, or the point is an eye that must not be filled
		case own >= decidedOwnership && ps.Owner != c:
			return false // the owner must take the point before the count
		case own < decidedOwnership && own > -surelyOwned && ps.Owner != baduk.Empty:
			return false // the point is still contested
		case own < decidedOwnership && own > -surelyOwned && takable(g, baduk.Move{Color: c, Point: baduk.Point(p)}):
			return false
		}
	}
	return true
}

// takable reports whether a stone on a neutral point would stay on the board with more than one liberty. Such a
// stone is worth a point. On a neutral point in a seki, the stone would be in atari.
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

// deadTime is the longest time of a search for dead stones, unless the caller has a deadline. There are two such
// searches, one for each player.
const deadTime = 3 * time.Second

// noDelay returns the evaluation time for a search without a clock.
func noDelay() time.Duration { return 0 }

// Dead returns the stones that are dead whichever player moves first. It is used after two passes under rules
// with an agreement on dead stones. Dead computes the mean ownership of two searches, one with each player to
// move. It corrects this ownership where reading life and death has a result.
//
// If ctx has a deadline, only the number of playouts limits the searches, so the result does not depend on the load of
// the machine. If the deadline passes, Dead fails.
func (e *Engine) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	e.StopPondering()
	if err := e.prepare(g); err != nil {
		return nil, err
	}
	if g.Position().Stones(baduk.Black)+g.Position().Stones(baduk.White) == 0 {
		return baduk.PointSet{}, nil
	}
	t := timing{slow: noDelay}
	if _, limited := ctx.Deadline(); !limited {
		t.allowed = allowance{usual: deadTime, most: deadTime}
	}
	sum := make([]float32, g.Graph().Len())
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		now, err := baduk.NewGameFrom(g.Graph(), g.Rules(), baduk.SetupOf(g.StonesAfter(g.Len()), c))
		if err != nil {
			return nil, err
		}
		t.begun = time.Now()
		r, err := e.probe(ctx, now, e.params.DeadPlayouts, t)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		for p, o := range r.Ownership {
			sum[p] += o / 2
		}
	}
	dead := rollout.DeadChains(&g.Position().Board, sum, 0.5)
	read := readStones(g, tactics.StatusBudget, nil)
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
