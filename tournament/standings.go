package tournament

import (
	"cmp"
	"slices"
)

// Standing is the place of a player.
type Standing struct {
	Player int     `json:"player"`
	Place  int     `json:"place"` // from 1; players with equal figures share a place
	Score  float64 `json:"score"` // wins and byes, and half of the draws
	Wins   int     `json:"wins"`
	Losses int     `json:"losses"`
	Draws  int     `json:"draws"`
	// SOS is the sum of the opponents' scores, and SOSOS the sum of the opponents' SOS. A bye has no opponent and adds
	// the player's own score, or SOS.
	SOS   float64 `json:"sos"`
	SOSOS float64 `json:"sosos"`
}

// Standings ranks the players by score, SOS, SOSOS and the game between them. In a knockout, the players who are still
// in come first, and a player who lost or withdrew in a later round is placed higher.
func (t *Tournament) Standings() []Standing {
	all := make([]Standing, t.Players)
	rounds := make([]int, t.Players) // in a knockout: the last round of a player
	for i := range all {
		all[i].Player = i
	}
	for r, round := range t.Rounds {
		for _, p := range round {
			for _, player := range []int{p.Black, p.White} {
				if player == Nobody || !p.Over() {
					continue
				}
				s := &all[player]
				score := p.scoreOf(player)
				s.Score += score
				rounds[player] = r
				switch {
				case score == 1:
					s.Wins++
				case score == 0:
					s.Losses++
				default:
					s.Draws++
				}
			}
		}
	}
	sum := func(player int, of func(Standing) float64) (sum float64) {
		for _, round := range t.Rounds {
			for _, p := range round {
				switch {
				case !p.has(player) || !p.Over():
				case p.White == Nobody:
					sum += of(all[player])
				default:
					sum += of(all[p.Black+p.White-player])
				}
			}
		}
		return sum
	}
	for i := range all {
		all[i].SOS = sum(i, func(s Standing) float64 { return s.Score })
	}
	for i := range all {
		all[i].SOSOS = sum(i, func(s Standing) float64 { return s.SOS })
	}
	in := make([]int, t.Players) // 1 for the players of the next round
	for _, p := range t.playing() {
		in[p] = 1
	}
	figures := func(a, b Standing) int {
		if t.System == Knockout {
			return cmp.Or(cmp.Compare(in[b.Player], in[a.Player]), cmp.Compare(rounds[b.Player], rounds[a.Player]), cmp.Compare(b.Score, a.Score))
		}
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.SOS, a.SOS), cmp.Compare(b.SOSOS, a.SOSOS))
	}
	slices.SortStableFunc(all, figures)
	t.decide(all, figures)
	return all
}

// decide numbers the places. The games between two players with equal figures decide, if only they are equal.
func (t *Tournament) decide(all []Standing, figures func(a, b Standing) int) {
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && figures(all[i], all[end]) == 0 {
			end++
		}
		winner := Nobody
		if end-i == 2 && t.System != Knockout {
			winner = t.between(all[i].Player, all[i+1].Player)
		}
		if winner == all[end-1].Player {
			all[i], all[end-1] = all[end-1], all[i]
		}
		for k := i; k < end; k++ {
			all[k].Place = i + 1
			if winner != Nobody {
				all[k].Place = k + 1
			}
		}
		i = end
	}
}

// between returns the winner of the games between two players. It returns Nobody if neither has won one, or both have.
func (t *Tournament) between(a, b int) int {
	winner := Nobody
	for _, round := range t.Rounds {
		for _, p := range round {
			if !p.has(a) || !p.has(b) {
				continue
			}
			for _, player := range []int{a, b} {
				switch {
				case p.scoreOf(player) < 1:
				case winner != Nobody && winner != player:
					return Nobody
				default:
					winner = player
				}
			}
		}
	}
	return winner
}
