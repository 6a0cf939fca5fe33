package ladder

import (
	"errors"
	"fmt"
	"slices"

	"tengen/engine"
	"tengen/stat"
)

// Match is a match on a square board. Some of its players have a rank.
type Match struct {
	Size    int // length of a side of the board
	Players []player
	Games   []stat.Games // First and Second are indices of Players
}

// player is a player of a match. Players of two matches count as the same player if they have the same rank. Players
// without a rank count as the same player if they have the same name.
type player struct {
	Name string
	Rank engine.Rank // 0 means without a rank
	Elo  *float64    // known rating on the scale of [engine.Rank.Elo], or nil
}

// Ranking is the measured strength of ranks.
type Ranking struct {
	Boards []board `json:"boards"`
}

// board has the strengths of the ranks on one size of board, the weakest first.
type board struct {
	Size  int        `json:"size"`
	Ranks []strength `json:"ranks"`
}

// strength is the measured strength of a rank.
type strength struct {
	Rank     engine.Rank `json:"rank"`
	Expected float64     `json:"expected"` // nominal Elo according to the scale
	// Elo is the measured strength, and Low and High are its 95 % interval. The games of neighbouring ranks have a
	// small influence on the measured strength. If no player's rating is known, the scale is shifted so that the mean
	// of all ranks is the mean of their expected Elo.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Won is the number of points that the rank won in the games against the next weaker rank in the list.
	Won    float64 `json:"won"`
	Played int     `json:"played"`
}

// Rate measures the strength of ranks from matches. All ranks must have played with the same net, or all of them must
// have played with rollouts.
func Rate(matches []Match) (Ranking, error) {
	bySize := map[int][]Match{}
	for _, m := range matches {
		bySize[m.Size] = append(bySize[m.Size], m)
	}
	var r Ranking
	for size, list := range bySize {
		b := board{Size: size}
		if err := b.rate(list); err != nil {
			return Ranking{}, fmt.Errorf("%dx%d: %w", size, size, err)
		}
		r.Boards = append(r.Boards, b)
	}
	slices.SortFunc(r.Boards, func(a, b board) int { return a.Size - b.Size })
	return r, nil
}

// rate measures the strength of the ranks on one size of board.
func (b *board) rate(matches []Match) error {
	type identity struct {
		rank engine.Rank
		name string
	}
	index, model := map[identity]int{}, stat.Model{Known: map[int]float64{}, Expected: map[int]float64{}, Advantage: true}
	var ranks []engine.Rank // by player; 0 means without a rank
	var games []stat.Games
	for _, m := range matches {
		players := make([]int, len(m.Players))
		for i, p := range m.Players {
			id := identity{rank: p.Rank}
			if p.Rank == 0 {
				id.name = p.Name
			}
			n, known := index[id]
			if !known {
				n = len(ranks)
				index[id], ranks = n, append(ranks, p.Rank)
			}
			if players[i] = n; p.Rank > 0 {
				model.Expected[n] = p.Rank.Elo(float64(b.Size))
			}
			if p.Elo != nil {
				if elo, given := model.Known[n]; given && elo != *p.Elo {
					return fmt.Errorf("the matches give %s different ratings: %v Elo and %v Elo", p.Name, elo, *p.Elo)
				}
				model.Known[n] = *p.Elo
			}
		}
		for _, g := range m.Games {
			g.First, g.Second = players[g.First], players[g.Second]
			games = append(games, g)
		}
	}
	if len(model.Expected) < 2 {
		return errors.New("a ladder needs at least two ranks")
	}
	model.Players = len(ranks)
	ratings, err := stat.BradleyTerry(games, model)
	if err != nil {
		return err
	}
	if ratings.Supposed {
		return errors.New("a player won or lost all games against the other players, or did not play against them: more games are needed")
	}
	b.list(ranks, model, ratings, games)
	return nil
}

// list fills the list of ranks from the ratings.
func (b *board) list(ranks []engine.Rank, model stat.Model, ratings stat.Ratings, games []stat.Games) {
	shift := 0.0
	for i, r := range ranks {
		if p := ratings.Players[i]; r > 0 {
			b.Ranks = append(b.Ranks, strength{Rank: r, Expected: model.Expected[i], Elo: p.Elo, Low: p.Low, High: p.High})
			shift += (model.Expected[i] - p.Elo) / float64(len(model.Expected))
		}
	}
	slices.SortFunc(b.Ranks, func(x, y strength) int { return int(x.Rank) - int(y.Rank) })
	for k := range b.Ranks {
		s := &b.Ranks[k]
		if len(model.Known) == 0 {
			s.Elo, s.Low, s.High = s.Elo+shift, s.Low+shift, s.High+shift
		}
		for _, g := range games {
			switch first, second := ranks[g.First], ranks[g.Second]; {
			case k == 0:
			case first == s.Rank && second == b.Ranks[k-1].Rank:
				s.Won += g.Score
				s.Played += g.Played
			case second == s.Rank && first == b.Ranks[k-1].Rank:
				s.Won += float64(g.Played) - g.Score
				s.Played += g.Played
			}
		}
	}
}
