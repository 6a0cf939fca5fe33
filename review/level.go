package review

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
)

// usualLevel is the level of players whose rank is unknown: 5 kyu.
const usualLevel = engine.Dan1 - 5

// levelOf returns the level of a player. This is the given level. If none is given, it is the rank in the record, or
// the opponent's rank if the record has only that one. If the record has no rank, it is 5 kyu.
func levelOf(given engine.Rank, info kifu.Info, c baduk.Color) engine.Rank {
	if given != 0 {
		return given
	}
	own, other := info.BlackRank, info.WhiteRank
	if c == baduk.White {
		own, other = other, own
	}
	return cmp.Or(rankOf(own), rankOf(other), usualLevel)
}

// professional matches the ranks of professionals after rankOf has normalised them.
var professional = regexp.MustCompile(`(p|pro)$|^p[1-9]d$`)

// rankOf reads a rank as records write it. It returns 0 if the rank is missing or unclear. Professionals and ranks
// above 9 dan count as 9 dan. Ranks below 30 kyu count as 30 kyu.
func rankOf(text string) engine.Rank {
	text = strings.NewReplacer(" ", "", "?", "", "*", "", "段", "d", "级", "k", "級", "k", "kyu", "k", "dan", "d").Replace(strings.ToLower(strings.TrimSpace(text)))
	if professional.MatchString(text) {
		return engine.Dan9
	}
	if r, err := engine.ParseRank(text); err == nil && r != 0 {
		return r
	}
	for suffix, end := range map[string]engine.Rank{"k": engine.Kyu30, "d": engine.Dan9} { // ranks beyond 30 kyu and 9 dan
		if n, err := strconv.Atoi(strings.TrimSuffix(text, suffix)); strings.HasSuffix(text, suffix) && err == nil && n > 0 {
			return end
		}
	}
	return 0
}

// between interpolates between two values: weak is the value for 20 kyu and weaker ranks, and strong is the value for
// 9 dan. The factor from each rank to the next is the same.
func between(weak, strong float64, level engine.Rank) float64 {
	part := float64(level-engine.Kyu20) / float64(engine.Dan9-engine.Kyu20)
	return weak * math.Pow(strong/weak, min(max(part, 0), 1))
}

// minLoss returns the smallest loss with which a move can be a moment, in points on 19x19.
func minLoss(level engine.Rank) float64 { return between(10, 1.5, level) }

// minPrior returns the smallest policy, 0 to 1, of a move that players of the level consider at once.
func minPrior(level engine.Rank) float64 { return between(0.15, 0.01, level) }

// decidedLead returns the lead, in points on 19x19, that players of the level do not lose any more.
func decidedLead(level engine.Rank) float64 { return between(60, 15, level) }

const (
	// decidedWin is the winning probability above which a game may be decided.
	decidedWin = 0.95
	// minWinLoss is the smallest loss of winning probability, 0 to 1, with which a move can be a moment.
	minWinLoss = 0.02
)

// odds is the value of a handicap. In even games it is zero. In handicap games the winning probability is
// useless, because it ignores that the stronger player is expected to catch up.
type odds struct {
	given bool
	lead  float64 // Black's lead in points in the first position after the handicap
	open  float64 // share of the board that is not settled in the same position, 0 to 1
}

// oddsOf returns the odds of a line. They are zero if the first position after the handicap is not
// judged yet.
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

// left returns the remaining value of the handicap in a position, in points. The value gets smaller as
// more of the board is settled.
func (o odds) left(a *kifu.Analysis) float64 {
	settled, _ := sureness(a)
	if !o.given || o.open <= 0 {
		return 0
	}
	return o.lead * min((1-settled)/o.open, 1)
}

// decided reports whether a position is decided. A position is decided if one player has nearly won, and
// has a lead that players of the level do not lose any more.
func (r *Review) decided(a *kifu.Analysis, v value, unit, size float64) bool {
	ahead := v.Lead - r.odds.left(a)
	level := r.Levels[baduk.Black]
	if ahead < 0 {
		level = r.Levels[baduk.White]
	}
	return (r.odds.given || max(v.Win, 1-v.Win) > decidedWin) && math.Abs(ahead)/unit > decidedLead(level)*size
}

const (
	// maxMoments is the largest number of moments. If a game has fewer moments than minMoments, moves with
	// half of minLoss are added.
	maxMoments = 7
	minMoments = 3
	// sameMoveTurns is a number of turns. Two moves may have the same better move. If they are at most this
	// number of turns apart, only one of the two can be a moment.
	sameMoveTurns = 6
)

// avoidable reports whether a player of the level could have avoided the move. A move is avoidable if
// players of the level consider the better move at once, or if the fault of the move is visible on the
// board.
func (m *Move) avoidable(level engine.Rank) bool {
	if m.BestPrior >= minPrior(level) {
		return true
	}
	return slices.ContainsFunc(m.Facts, func(f Fact) bool { return f.plain() })
}

// choose returns the indices of the moments.
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

// same reports whether two moves missed the same better move within a few turns.
func (r *Review) same(i, k int) bool {
	return max(i-k, k-i) <= sameMoveTurns && r.Moves[i].Best == r.Moves[k].Best
}
