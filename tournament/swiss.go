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
//   - of two opponents, the one who has had Black less often, compared with White, has Black.
func (t *Tournament) swiss() []Pairing {
	order := t.playing()
	score := map[int]float64{}
	for _, s := range t.Standings() {
		score[s.Player] = s.Score
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	byes := []int{Nobody} // the players who may have the bye, the best choice first
	if len(order)%2 == 1 {
		byes = t.byes(order)
	}
	var games [][2]int
	bye := Nobody
	for repeats := 0; games == nil; repeats++ { // more than 0 only after withdrawals, or with nearly as many rounds as players
		for i := 0; i < len(byes) && games == nil; i++ {
			bye = byes[i]
			m := matcher{score: score, met: t.met(), repeats: repeats, steps: mostSteps}
			if i > 0 {
				m.steps /= len(byes) // all other choices together take about as long as the first one
			}
			games = m.match(slices.DeleteFunc(slices.Clone(order), func(p int) bool { return p == bye }))
		}
	}
	var list []Pairing
	for _, g := range games {
		a, b := g[0], g[1]
		if t.whiteFirst(a, b, len(t.Rounds)) {
			a, b = b, a
		}
		list = append(list, Pairing{Black: a, White: b})
	}
	if bye != Nobody {
		list = append(list, Pairing{Black: bye, White: Nobody})
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

// byes returns the players in the order in which they may have the bye: those with the fewest byes first, and of these
// the last one.
func (t *Tournament) byes(order []int) []int {
	byes := map[int]int{}
	for _, round := range t.Rounds {
		for _, p := range round {
			if p.White == Nobody {
				byes[p.Black]++
			}
		}
	}
	list := slices.Clone(order)
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(byes[a], byes[b]) })
	return list
}

// matcher searches pairs by trying the best opponent of the first player first.
type matcher struct {
	score   map[int]float64
	met     map[[2]int]bool
	repeats int // how many games may be repeated
	steps   int // how many steps the search may still take
}

// mostSteps limits the search. Without the limit, the search of a round that has no pairing could take years.
const mostSteps = 200_000

// match pairs players who are sorted by score, or returns nil if it finds no pairing with so few repetitions.
func (m *matcher) match(players []int) [][2]int {
	if len(players) == 0 {
		return [][2]int{}
	}
	if m.steps--; m.steps < 0 {
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
