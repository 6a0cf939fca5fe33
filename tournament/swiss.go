package tournament

import (
	"cmp"
	"slices"
)

// swiss returns a round of a Swiss tournament. The rules, from the most to the least important:
//
//   - two players do not meet twice, if that is possible,
//   - a player does not have a second bye, if that is possible, and the bye goes to the last player who may have it,
//   - the players of a game have nearly the same score: the first player is paired first, with the nearest score,
//   - among equal scores, the upper half plays the lower half in order,
//   - of two opponents, the one who has had Black less often has Black.
func (t *Tournament) swiss() []Pairing {
	order := t.playing()
	score := map[int]float64{}
	for _, s := range t.Standings() {
		score[s.Player] = s.Score
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	var list []Pairing
	if len(order)%2 == 1 {
		i := t.byeAt(order)
		list = []Pairing{{Black: order[i], White: Nobody}}
		order = slices.Delete(slices.Clone(order), i, i+1)
	}
	var games [][2]int
	for repeats := 0; games == nil; repeats++ { // more than 0 only after withdrawals, or with nearly as many rounds as players
		m := matcher{score: score, met: t.met(), repeats: repeats}
		games = m.match(order)
	}
	for _, g := range games {
		a, b := g[0], g[1]
		x, y := t.blacks(a), t.blacks(b)
		if x > y || x == y && len(t.Rounds)%2 == 1 {
			a, b = b, a
		}
		list = append(list, Pairing{Black: a, White: b})
	}
	// The bye is last.
	if len(list) > 0 && list[0].White == Nobody {
		list = append(list[1:], list[0])
	}
	return list
}

// met returns the pairs of players who have played each other.
func (t *Tournament) met() map[[2]int]bool {
	met := map[[2]int]bool{}
	for _, round := range t.Rounds {
		for _, p := range round {
			met[[2]int{p.Black, p.White}], met[[2]int{p.White, p.Black}] = true, true
		}
	}
	return met
}

// byeAt returns the index of the player who has the bye: the last one with the fewest byes.
func (t *Tournament) byeAt(order []int) int {
	byes := map[int]int{}
	for _, round := range t.Rounds {
		for _, p := range round {
			if p.White == Nobody {
				byes[p.Black]++
			}
		}
	}
	best := len(order) - 1
	for i := len(order) - 1; i >= 0; i-- {
		if byes[order[i]] < byes[order[best]] {
			best = i
		}
	}
	return best
}

// matcher searches pairs by trying the best opponent of the first player first.
type matcher struct {
	score   map[int]float64
	met     map[[2]int]bool
	repeats int // how many games may be repeated
	steps   int
}

// mostSteps limits the search. Without the limit, the search of a round that has no pairing could take years.
const mostSteps = 200_000

// match pairs players who are sorted by score, or returns nil if it finds no pairing with so few repetitions.
func (m *matcher) match(players []int) [][2]int {
	if len(players) == 0 {
		return [][2]int{}
	}
	if m.steps++; m.steps > mostSteps {
		return nil
	}
	first, rest := players[0], players[1:]
	for _, i := range m.opponents(players) {
		again := 0
		if m.met[[2]int{first, rest[i]}] {
			again = 1
		}
		if again > m.repeats {
			continue
		}
		m.repeats -= again
		games := m.match(slices.Delete(slices.Clone(rest), i, i+1))
		m.repeats += again
		if games != nil {
			return append([][2]int{{first, rest[i]}}, games...)
		}
	}
	return nil
}

// opponents returns the indexes of the opponents of the first player among the others, the best opponent first.
func (m *matcher) opponents(players []int) []int {
	first, rest := players[0], players[1:]
	equal := 1
	for _, p := range rest {
		if m.score[p] == m.score[first] {
			equal++
		}
	}
	ideal := equal/2 - 1 // the first of the lower half of the equal ones
	var list []int
	for i := range rest {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(m.score[rest[b]], m.score[rest[a]]), cmp.Compare(distance(a, ideal), distance(b, ideal)))
	})
	return list
}

func distance(a, b int) int { return max(a-b, b-a) }
