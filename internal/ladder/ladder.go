package ladder

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tengen/engine"
	"tengen/stat"
)

// Match is a match of players on a square board, some of whom play at a rank.
type Match struct {
	Size    int // points a side
	Players []Player
	Games   []stat.Games // by index of Players
}

// Player is one of them. Those of two matches are the same player if they have the same rank or, without one,
// the same name.
type Player struct {
	Name string
	Rank engine.Rank // 0 for another player
	Elo  *float64    // if it is known, on the scale of [engine.Rung]
}

// Ranking is how strong ranks are, by matches.
type Ranking struct {
	Boards []Board `json:"boards"`
	// Scale is that of [engine.Scale] with the strengths that its rungs have by these matches, on the boards on
	// which it was measured and some were played.
	Scale []Rung `json:"scale"`
}

// Board is how strong ranks are on one board, the weakest first.
type Board struct {
	Size  int        `json:"size"`
	Ranks []Strength `json:"ranks"`
}

// Strength is how strong a rank is.
type Strength struct {
	Rank     engine.Rank `json:"rank"`
	Expected float64     `json:"expected"` // Elo, by the scale
	// Elo is by the games, of which those of the ranks beside it count a little, with a 95 % interval. Where no player is known
	// the mean of all ranks is what was expected.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Won is how many points it made of the games played against the rank below it in this list.
	Won    float64 `json:"won"`
	Played int     `json:"played"`
}

// Rung is an [engine.Rung].
type Rung struct {
	Temperature float64    `json:"temperature"`
	Visits      int        `json:"visits"`
	Loss        float64    `json:"loss"` // points
	Elo         [3]float64 `json:"elo"`  // on engine.ScaleSizes
}

// Rate says how strong ranks are by these matches. All of them were played with the same net, or by rollouts.
func Rate(net bool, matches []Match) (Ranking, error) {
	bySize := map[int][]Match{}
	for _, m := range matches {
		bySize[m.Size] = append(bySize[m.Size], m)
	}
	var r Ranking
	for _, rung := range engine.Scale(net) {
		r.Scale = append(r.Scale, Rung(rung))
	}
	for size, list := range bySize {
		b := Board{Size: size}
		if err := b.rate(list); err != nil {
			return Ranking{}, fmt.Errorf("%dx%d: %w", size, size, err)
		}
		r.Boards = append(r.Boards, b)
		for column, measured := range engine.ScaleSizes() {
			for i := range r.Scale {
				if elo := &r.Scale[i].Elo[column]; measured == float64(size) {
					*elo = math.Round(b.measuredElo(*elo))
				}
			}
		}
	}
	slices.SortFunc(r.Boards, func(a, b Board) int { return a.Size - b.Size })
	return r, nil
}

// rate finds the strength of the ranks that played these matches.
func (b *Board) rate(matches []Match) error {
	type identity struct {
		rank engine.Rank
		name string
	}
	index, model := map[identity]int{}, stat.Model{Known: map[int]float64{}, Expected: map[int]float64{}, Advantage: true}
	var ranks []engine.Rank // by player, 0 for others
	var games []stat.Games
	for _, m := range matches {
		players := make([]int, len(m.Players))
		for i, p := range m.Players {
			who := identity{rank: p.Rank}
			if p.Rank == 0 {
				who.name = p.Name
			}
			n, met := index[who]
			if !met {
				n = len(ranks)
				index[who], ranks = n, append(ranks, p.Rank)
			}
			if players[i] = n; p.Rank > 0 {
				model.Expected[n] = p.Rank.Elo(float64(b.Size))
			}
			if p.Elo != nil {
				if elo, said := model.Known[n]; said && elo != *p.Elo {
					return fmt.Errorf("%s is said to have %v Elo, and %v", p.Name, elo, *p.Elo)
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
		return errors.New("a ladder has two ranks at least")
	}
	model.Players = len(ranks)
	ratings, err := stat.BradleyTerry(games, model)
	if err != nil {
		return err
	}
	if ratings.Supposed {
		return errors.New("a player won or lost all games against the others, or did not meet them: more are needed")
	}
	b.list(ranks, model, ratings, games)
	return nil
}

// list makes the list of ranks of what was found.
func (b *Board) list(ranks []engine.Rank, model stat.Model, ratings stat.Ratings, games []stat.Games) {
	shift := 0.0
	for i, r := range ranks {
		if p := ratings.Players[i]; r > 0 {
			b.Ranks = append(b.Ranks, Strength{Rank: r, Expected: model.Expected[i], Elo: p.Elo, Low: p.Low, High: p.High})
			shift += (model.Expected[i] - p.Elo) / float64(len(model.Expected))
		}
	}
	slices.SortFunc(b.Ranks, func(x, y Strength) int { return int(x.Rank) - int(y.Rank) })
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

// measuredElo maps a nominal rating to the measured one. It interpolates between neighbouring
// ranks, and beyond both ends it extends the offset of the outermost rank.
func (b *Board) measuredElo(elo float64) float64 {
	first, last := b.Ranks[0], b.Ranks[len(b.Ranks)-1]
	switch {
	case elo <= first.Expected:
		return elo + first.Elo - first.Expected
	case elo >= last.Expected:
		return elo + last.Elo - last.Expected
	}
	k := slices.IndexFunc(b.Ranks, func(s Strength) bool { return s.Expected > elo })
	below, above := b.Ranks[k-1], b.Ranks[k]
	return below.Elo + (above.Elo-below.Elo)*(elo-below.Expected)/(above.Expected-below.Expected)
}
