package count

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

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
		g := baduk.MustRectangle(test.width, test.height)
		got, err := Plays(t.Context(), g, Options{Threads: 2})
		sum := int64(0)
		for d, n := range got.Degrees {
			sum += int64(d) * n
		}
		if err != nil || got.Positions != test.positions || got.Plays != test.plays || got.LoneSuicide != test.lone || sum != got.Plays {
			t.Errorf("%v: got %+v, %v, want %d positions, %d plays, %d lone suicides", g, got, err, test.positions, test.plays, test.lone)
		}
	}
}

// TestPlaysInterrupted cancels a count of plays again and again, and continues. A checkpoint is written while the count
// runs. A finished count is not repeated.
func TestPlaysInterrupted(t *testing.T) {
	g, dir := baduk.MustRectangle(4, 3), t.TempDir()
	var got PlayCounts
	runs, steps := 0, 0
	for err := context.Canceled; errors.Is(err, context.Canceled); runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		begun := int64(-1)
		got, err = Plays(ctx, g, Options{Threads: 2, Dir: dir, Interval: time.Millisecond, Progress: func(p Progress) {
			steps++
			if begun < 0 {
				begun = p.Visits
			}
			if p.Visits > begun+100_000 {
				if _, err := os.Stat(playsFile(dir)); err != nil {
					t.Error(err)
				}
				cancel()
			}
		}})
		cancel()
	}
	if got.Positions != 321689 || got.Plays != 2873612 || runs < 3 {
		t.Errorf("after %d runs: got %+v, want 321689 positions and 2873612 plays after several runs", runs, got)
	}
	if steps > 6561+2*runs {
		t.Errorf("%d pieces of work were counted, of 6561: finished pieces were repeated", steps)
	}
	again, err := Plays(t.Context(), g, Options{Threads: 2, Dir: dir, Progress: func(Progress) { t.Error("a finished count goes on") }})
	if err != nil || again.Plays != got.Plays {
		t.Errorf("again: got %+v, %v", again, err)
	}
	if _, err := Plays(t.Context(), baduk.MustRectangle(3, 3), Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "another board, 4x3: name another folder") {
		t.Errorf("in the folder of another board: got %v", err)
	}
	if err := os.WriteFile(playsFile(dir), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Plays(t.Context(), g, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("with half a checkpoint: got %v, want that it is damaged", err)
	}
}

// TestPlaysStop checks that a cancelled count ends soon, also within a piece of work.
func TestPlaysStop(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	w := &playWalk{ctx: ctx, board: baduk.NewBoard(baduk.MustRectangle(5, 4)), counts: newPlayCounts(baduk.MustRectangle(5, 4))}
	w.lay(0, 0)
	if took := time.Since(begun); took > 20*time.Second || !w.stopped {
		t.Errorf("it took %v, and stopped is %v", took, w.stopped)
	}
}
