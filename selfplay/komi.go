package selfplay

import (
	"math"

	"tengen/baduk"
)

// settleKomi makes the komi fair and then changes it at random.
func (g *game) settleKomi() error {
	komi, spread := g.at.Rules().Komi.Points(), g.params.KomiSpread*g.rng.NormFloat64()
	if g.rng.Float64() < g.params.FairKomi && !g.at.Over() {
		var err error
		komi, err = evenKomi(g.at, func() (win, lead float64, err error) {
			r, err := g.search(g.sides[baduk.Black], g.sides[baduk.Black].fast, g.params.FastVisits)
			return r.Win, r.Lead, err
		})
		if err != nil {
			return err
		}
	}
	return setKomi(g.at, komi+spread)
}

const (
	komiSearches = 6   // largest number of searches for an even komi
	evenWin      = 0.1 // a game is even if Black's win probability is at most this far from one half
)

// evenKomi changes the komi of a game until a search expects an even game, and returns it. search searches the game and
// returns Black's win probability and lead. The komi changes by the lead. The lead that a young net expects can be far
// off, so this is repeated until the win probability is even. A komi that turned out too small or too large is never
// passed again: instead the komi goes halfway to it. If the win probability and the lead disagree about the winner, the
// komi stays. KataGo's self-play does much the same (PlayUtils::adjustKomiToEven).
func evenKomi(at *baduk.Game, search func() (win, lead float64, err error)) (float64, error) {
	low, high := math.Inf(-1), math.Inf(1)
	for range komiSearches {
		win, lead, err := search()
		if err != nil {
			return 0, err
		}
		komi := at.Rules().Komi.Points()
		if math.Abs(win-0.5) <= evenWin || (win-0.5)*lead <= 0 {
			break
		}
		if win > 0.5 {
			low = komi
		} else {
			high = komi
		}
		next := komi + lead
		if next <= low || next >= high {
			next = (low + high) / 2
		}
		if err := setKomi(at, next); err != nil {
			return 0, err
		}
		if now := at.Rules().Komi.Points(); now == low || now == high {
			break
		}
	}
	return at.Rules().Komi.Points(), nil
}

// setKomi sets the komi of a game to the nearest one to a number of points.
func setKomi(at *baduk.Game, points float64) error {
	rules := at.Rules()
	komi, err := nearestKomi(points, at.Graph())
	if err == nil {
		rules.Komi = komi
		at.SetRules(rules)
	}
	return err
}

// nearestKomi returns the nearest komi to a number of points. No komi is larger than the number of points of the board.
func nearestKomi(points float64, g *baduk.Graph) (baduk.Komi, error) {
	most := float64(g.Len())
	return baduk.KomiOf(math.Round(2*min(max(points, -most), most)) / 2)
}
