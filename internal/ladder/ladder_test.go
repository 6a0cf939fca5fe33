package ladder

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/engine"
	"tengen/stat"
)

// ladder is a match of neighbouring ranks, from one rank to another, with 1000 games per pairing.
// The differences between the ranks are stretch times the nominal ones. With gnugo, the weakest
// rank also plays GNU Go, whose rating is known.
func ladder(size int, from, to engine.Rank, stretch float64, gnugo bool) Match {
	m := Match{Size: size}
	elo := func(r engine.Rank) float64 { return stretch * r.Elo(float64(size)) }
	add := func(first, second int, difference float64) {
		m.Games = append(m.Games, stat.Games{First: first, Second: second, Score: 500 * stat.Expected(difference), Played: 500},
			stat.Games{First: second, Second: first, Score: 500 * stat.Expected(-difference), Played: 500})
	}
	for r := from; r <= to; r++ {
		i := len(m.Players)
		if m.Players = append(m.Players, player{Name: r.String(), Rank: r}); i > 0 {
			add(i-1, i, elo(r-1)-elo(r))
		}
	}
	if gnugo {
		zero := 0.0
		m.Players = append(m.Players, player{Name: "gnugo", Elo: &zero})
		add(0, len(m.Players)-1, elo(from))
	}
	return m
}

// TestRanks measures ranks with known strengths.
func TestRanks(t *testing.T) {
	r, err := Rate([]Match{ladder(19, engine.Dan1-5, engine.Dan1+4, 1.2, true), ladder(9, 5, 12, 1, false), ladder(9, 10, 20, 1, false), ladder(7, 1, 3, 1, false)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Boards) != 3 || r.Boards[0].Size != 7 || r.Boards[2].Size != 19 || len(r.Boards[1].Ranks) != 16 {
		t.Fatalf("got %+v, want the boards 7x7, 9x9 with 16 ranks, and 19x19", r.Boards)
	}
	for _, b := range r.Boards {
		stretch := 1.0
		if b.Size == 19 {
			stretch = 1.2
		}
		if !slices.IsSortedFunc(b.Ranks, func(x, y strength) int { return int(x.Rank) - int(y.Rank) }) {
			t.Errorf("got %+v, want the ranks in order", b)
		}
		for i, s := range b.Ranks {
			if math.Abs(s.Elo-stretch*s.Expected) > 1 || !(s.Low < s.Elo && s.Elo < s.High) || s.Expected != s.Rank.Elo(float64(b.Size)) {
				t.Errorf("%dx%d: got %+v, want %v Elo within its interval", b.Size, b.Size, s, stretch*s.Expected)
			}
			if want := 1000 * stat.Expected(stretch*(s.Expected-b.Ranks[max(0, i-1)].Expected)); i == 0 && s.Played > 0 || i > 0 && (s.Played%1000 != 0 || math.Abs(s.Won/float64(s.Played)-want/1000) > 1e-9) {
				t.Errorf("%dx%d: got %+v, want %v of 1000 won against the rank below", b.Size, b.Size, s, want)
			}
		}
	}
	for want, m := range map[string][]Match{
		"at least two ranks":    {{Size: 9, Players: []player{{Name: "1k", Rank: 20}}}},
		"more games are needed": {{Size: 9, Players: []player{{Name: "1k", Rank: 20}, {Name: "1d", Rank: 21}}, Games: []stat.Games{{First: 0, Second: 1, Score: 0, Played: 5}}}},
		"0 Elo and 5 Elo":       {ladder(9, 1, 2, 1, true), {Size: 9, Players: []player{{Name: "gnugo", Elo: new(float64(5))}}}},
	} {
		if _, err := Rate(m); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "9x9") {
			t.Errorf("got the error %v, want one with 9x9 and %q", err, want)
		}
	}
}
