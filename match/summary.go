package match

import (
	"fmt"
	"math"
)

// Tally counts the games of the first player against the second.
type Tally struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
	Voids  int `json:"voids"` // do not count as played
}

// Played is the number of games that count.
func (t Tally) Played() int { return t.Wins + t.Losses + t.Draws }

// Done is the number of games that ended, void ones included.
func (t Tally) Done() int { return t.Played() + t.Voids }

// Score is wins plus half the draws.
func (t Tally) Score() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Rate is the share of the possible score, 0..1; 0 when nothing was played.
func (t Tally) Rate() float64 {
	if t.Played() == 0 {
		return 0
	}
	return t.Score() / float64(t.Played())
}

func (t *Tally) add(g GameResult, first string) {
	switch {
	case g.Void():
		t.Voids++
	case g.Winner == "":
		t.Draws++
	case g.Winner == first:
		t.Wins++
	default:
		t.Losses++
	}
}

// Summary is how a match stands, seen from the first player.
type Summary struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Tally
	AsBlack     Tally      `json:"asBlack"`     // games in which the first player was Black
	AsWhite     Tally      `json:"asWhite"`     // games in which the first player was White
	WinRate     float64    `json:"winRate"`     // a draw counts half, 0..1
	WinRate95   [2]float64 `json:"winRate95"`   // 95 % Wilson interval, 0..1
	Points      float64    `json:"score"`       // wins plus half the draws
	Seconds     float64    `json:"seconds"`     // wall-clock time of the match, s
	Interrupted bool       `json:"interrupted"` // fewer games were played than asked for
}

func (s *Summary) add(g GameResult) {
	s.Tally.add(g, s.First)
	if g.Black == s.First {
		s.AsBlack.add(g, s.First)
	} else {
		s.AsWhite.add(g, s.First)
	}
	s.Points, s.WinRate = s.Score(), s.Rate()
	low, high := Wilson(s.Score(), s.Played())
	s.WinRate95 = [2]float64{low, high}
}

// String tells the summary in a few lines.
func (s Summary) String() string {
	if s.Done() == 0 {
		return fmt.Sprintf("%s against %s: no game was finished", s.First, s.Second)
	}
	line := func(t Tally) string {
		text := fmt.Sprintf("%d wins, %d losses, %d draws", t.Wins, t.Losses, t.Draws)
		if t.Voids > 0 {
			text += fmt.Sprintf(", %d void", t.Voids)
		}
		return text
	}
	text := fmt.Sprintf("%s against %s: %s\n  as Black %s\n  as White %s\n",
		s.First, s.Second, line(s.Tally), line(s.AsBlack), line(s.AsWhite))
	if s.Played() == 0 {
		return text + "  no game counts"
	}
	return text + fmt.Sprintf("  score %v of %d: %.1f %% (95 %%: %.1f to %.1f)",
		s.Points, s.Played(), 100*s.WinRate, 100*s.WinRate95[0], 100*s.WinRate95[1])
}

// Wilson is the 95 % interval of a rate of which score of n was observed (E. B.
// Wilson 1927). Unlike the normal approximation it stays within 0..1 and says
// something sensible when everything was won. A draw may count half a success,
// which makes the interval a little too wide. For n = 0 it is 0..1.
func Wilson(score float64, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // the 97.5 % point of the normal distribution
	N := float64(n)
	p := score / N
	centre := p + z*z/(2*N)
	spread := z * math.Sqrt(p*(1-p)/N+z*z/(4*N*N))
	scale := 1 + z*z/N
	return max(0, (centre-spread)/scale), min(1, (centre+spread)/scale)
}
