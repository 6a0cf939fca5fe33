package review

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
)

// usualLevel is for players of whom nothing is known: 5 kyu.
const usualLevel = engine.Dan1 - 5

// levelOf is how strong a player is thought to be: as strong as was said, else as the record
// says, else 5 kyu. Professionals and whoever is stronger count as 9 dan, the weakest as 20 kyu.
func levelOf(given engine.Rank, info kifu.Info, c baduk.Color) engine.Rank {
	if given != 0 {
		return given
	}
	text := info.BlackRank
	if c == baduk.White {
		text = info.WhiteRank
	}
	text = strings.ToLower(strings.TrimSpace(text))
	text = strings.NewReplacer(" ", "", "?", "", "*", "", "段", "d", "级", "k", "級", "k", "kyu", "k", "dan", "d").Replace(text)
	if strings.HasSuffix(text, "p") || strings.HasSuffix(text, "pro") {
		return engine.Dan9
	}
	if r, err := engine.ParseRank(text); err == nil && r != 0 {
		return r
	}
	for suffix, end := range map[string]engine.Rank{"k": engine.Kyu20, "d": engine.Dan9} { // beyond the last rank on either side
		if n, err := strconv.Atoi(strings.TrimSuffix(text, suffix)); strings.HasSuffix(text, suffix) && err == nil && n > 0 {
			return end
		}
	}
	return usualLevel
}

// between goes from a value for 20 kyu to one for 9 dan, by equal factors a rank.
func between(weak, strong float64, level engine.Rank) float64 {
	part := float64(level-engine.Kyu20) / float64(engine.Dan9-engine.Kyu20)
	return weak * math.Pow(strong/weak, min(max(part, 0), 1))
}

// What a level asks of a moment, on 19x19: how many points it has to have cost, how likely the
// better move has to be at sight, and by how many points a game is decided.
func minLoss(level engine.Rank) float64     { return between(10, 1.5, level) }
func minPrior(level engine.Rank) float64    { return between(0.15, 0.01, level) }
func decidedLead(level engine.Rank) float64 { return between(60, 15, level) }

const (
	// decidedWin is the chance to win beyond which a game may be decided.
	decidedWin = 0.95
	// minWinLoss is how much of the chance to win a moment has to have cost.
	minWinLoss = 0.02
)

// odds is what a handicap is worth: the chance to win says nothing there, since the stronger
// player is expected to catch up. The zero value is of even games.
type odds struct {
	given bool
	lead  float64 // Black's with the handicap on the board, points
	open  float64 // how much is not settled there, 0 to 1
}

// oddsOf is the handicap of a line, if it has one and its worth is known.
func oddsOf(l *Line, judged []*kifu.Analysis) odds {
	first := 0
	for first < l.Len() && l.Turns[first].Handicap {
		first++
	}
	v := valueOf(judged[first])
	if v == nil || first == 0 && l.At(0).Handicap() < 2 {
		return odds{}
	}
	settled, _ := sureness(judged[first])
	return odds{true, v.Lead, 1 - settled}
}

// left is what the handicap is still worth in a position, in points: less as more is settled.
func (o odds) left(a *kifu.Analysis) float64 {
	settled, _ := sureness(a)
	if !o.given || o.open <= 0 {
		return 0
	}
	return o.lead * min((1-settled)/o.open, 1)
}

// decided reports whether a position is decided: a player has nearly won, and is further ahead
// than players of that level ever lose again.
func (r *Review) decided(a *kifu.Analysis, v value, unit, size float64) bool {
	ahead := v.Lead - r.odds.left(a)
	level := r.Levels[baduk.Black]
	if ahead < 0 {
		level = r.Levels[baduk.White]
	}
	return (r.odds.given || max(v.Win, 1-v.Win) > decidedWin) && math.Abs(ahead)/unit > decidedLead(level)*size
}

const (
	// maxMoments and fewMoments are how many moves are told of at most, and how many are looked
	// for by lowering the bar.
	maxMoments = 7
	minMoments = 3
	// sameMoveTurns is for how many turns the same better move is one thing.
	sameMoveTurns = 6
)

// avoidable reports whether a player of the level could have known better: the better move comes
// to mind at sight, or what is wrong with the own move can be seen on the board.
func (m *Move) avoidable(level engine.Rank) bool {
	if m.BestPrior >= minPrior(level) {
		return true
	}
	return slices.ContainsFunc(m.Facts, func(f Fact) bool { return f.plain() })
}

// choose picks the moments.
func (r *Review) choose() []int {
	_, size := measure(r.Line.Graph)
	var large, rest []int
	for i := range r.Moves {
		m := &r.Moves[i]
		level := r.Levels[m.Move.Color]
		least := minLoss(level) * size
		switch {
		case !m.Known || m.Decided || m.WinLoss < minWinLoss && !r.odds.given || !m.avoidable(level):
		case m.Loss >= least:
			large = append(large, i)
		case m.Loss >= least/2 && m.Category.Weak():
			rest = append(rest, i)
		}
	}
	bySize := func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Moves[b].Loss, r.Moves[a].Loss), cmp.Compare(a, b))
	}
	slices.SortFunc(large, bySize)
	slices.SortFunc(rest, bySize)
	var chosen []int
	take := func(from []int, most int) {
		for _, i := range from {
			if len(chosen) < most && !slices.ContainsFunc(chosen, func(k int) bool { return r.same(i, k) }) {
				chosen = append(chosen, i)
			}
		}
	}
	take(large, maxMoments)
	take(rest, minMoments)
	slices.Sort(chosen)
	return chosen
}

// same reports whether two moves are about the same thing: one point that nobody takes for a
// while.
func (r *Review) same(i, k int) bool {
	return max(i-k, k-i) <= sameMoveTurns && r.Moves[i].Best == r.Moves[k].Best
}
