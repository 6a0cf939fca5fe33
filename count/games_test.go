package count

import (
	"os"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// TestGames compares with the games that refgo plays in its tests, and with the numbers of Tromp and Farnebäck,
// "Combinatorics of Go", section "The number of Go games".
func TestGames(t *testing.T) {
	for _, test := range []struct {
		graph   refgo.Graph
		games   uint64
		longest int
		long    bool
	}{
		{refgo.Grid(1, 1), 1, 0, false}, {refgo.Grid(2, 1), 9, 2, false}, {refgo.Grid(3, 1), 907, 14, false},
		{refgo.Grid(4, 1), 2098407841, 40, false}, {refgo.Grid(2, 2), 386356909593, 48, true},
	} {
		if test.long && os.Getenv("TENGEN_LONG") != "1" {
			t.Log("2x2 takes minutes: set TENGEN_LONG=1 to count its games")
			continue
		}
		got, err := Games(t.Context(), boardOf(t, test.graph), nil)
		if err != nil || got.Games != test.games || got.Longest != test.longest {
			t.Errorf("%d points: got %+v, %v, want %d games of at most %d plays", len(test.graph), got, err, test.games, test.longest)
		}
	}
	if got, err := Games(t.Context(), baduk.MustRectangle(3, 2), nil); err == nil {
		t.Errorf("2x3: got %+v, want an error about its 489 positions", got)
	}
}

// TestGamesBySymmetry compares boards whose symmetries are known with the same boards without them.
func TestGamesBySymmetry(t *testing.T) {
	for _, width := range []int{1, 2, 3, 4} {
		known, err1 := Games(t.Context(), baduk.MustRectangle(width, 1), nil)
		unknown, err2 := Games(t.Context(), boardOf(t, refgo.Grid(width, 1)), nil)
		if err1 != nil || err2 != nil || known != unknown {
			t.Errorf("1x%d: got %+v, %v and %+v, %v", width, known, err1, unknown, err2)
		}
	}
}

// TestPlays compares with refgo.TestPositionGraph and, for the larger boards, with another program.
func TestPlays(t *testing.T) {
	for _, test := range []struct {
		width, height          int
		positions, plays, lone int64
	}{
		{1, 1, 1, 0, 2}, {2, 1, 5, 12, 0}, {3, 1, 15, 42, 4}, {4, 1, 41, 144, 16}, {2, 2, 57, 192, 8}, {3, 2, 489, 2312, 116},
		{4, 2, 4125, 25608, 1176}, {3, 3, 12675, 86200, 3726}, {4, 3, 321689, 2873612, 110356},
	} {
		b, err := Rectangle(test.width, test.height)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Plays(t.Context(), b, baduk.MustRectangle(test.width, test.height), 2, nil)
		sum := int64(0)
		for d, n := range got.Degrees {
			sum += int64(d) * n
		}
		if err != nil || got.Positions != test.positions || got.Plays != test.plays || got.LoneSuicide != test.lone || sum != got.Plays {
			t.Errorf("%s: got %+v, %v, want %d positions, %d plays, %d lone suicides", b.Name(), got, err, test.positions, test.plays, test.lone)
		}
	}
}
