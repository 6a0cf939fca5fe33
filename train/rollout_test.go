package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/replay"
)

// TestTrainRollout checks that training gives the same policy each time, that it depends on the seed, and that the
// policy predicts the games that it learned better than chance.
func TestTrainRollout(t *testing.T) {
	o := DefaultRollout()
	o.Dirs, o.Split, o.Least = []string{folder(t, 20)}, replay.Split{OneIn: 4}, 2
	calls := 0
	o.Progress = func(done, total int) {
		if calls++; done != calls || total%3 != 0 {
			t.Errorf("progress: got %d of %d, want call %d of a multiple of 3", done, total, calls)
		}
	}
	policy := func() []byte {
		t.Helper()
		calls = 0
		l, err := TrainRollout(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return l.Append(nil)
	}
	first := policy()
	if !bytes.Equal(policy(), first) {
		t.Error("the same options gave another policy")
	}
	o.Seed = 2
	if bytes.Equal(policy(), first) {
		t.Error("another seed gave the same policy")
	}
	o.Progress = nil
	l, err := TrainRollout(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := MeasureRollout(t.Context(), l, o.Dirs, replay.Split{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	held, err := MeasureRollout(t.Context(), l, o.Dirs, o.Split, nil)
	if err != nil {
		t.Fatal(err)
	}
	if held.Moves == 0 || held.Moves >= all.Moves || all.Top1 < 0.03*float64(all.Moves) {
		t.Errorf("got %+v of all games and %+v of those that are held out, want fewer moves of the second", all, held)
	}
	ctx, stop := context.WithCancel(t.Context())
	o.Progress = func(done, total int) {
		if done == total/2 {
			stop()
		}
	}
	if _, err := TrainRollout(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v, want the error of the context", err)
	}
}

// TestTrainRolloutRefuses checks wrong options and folders.
func TestTrainRolloutRefuses(t *testing.T) {
	rows := folder(t, 3)
	for _, test := range []struct {
		change func(*RolloutOptions)
		want   string
	}{
		{func(o *RolloutOptions) { o.Dirs = nil }, "needs a folder"},
		{func(o *RolloutOptions) { o.Dirs = []string{t.TempDir()} }, "not a folder of training rows"},
		{func(o *RolloutOptions) { o.Epochs = 0 }, "number of epochs"},
		{func(o *RolloutOptions) { o.Least = 0 }, "least number"},
		{func(o *RolloutOptions) { o.Rate = 11 }, "rate must be"},
		{func(o *RolloutOptions) { o.Split.OneIn = 1 }, "no games to learn from"},
	} {
		o := DefaultRollout()
		o.Dirs = []string{rows}
		test.change(&o)
		if _, err := TrainRollout(t.Context(), o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want an error with %q", err, test.want)
		}
	}
	// A lost shard is reported. Here it is the only one.
	shards, err := filepath.Glob(filepath.Join(rows, "*.tgr"))
	if err != nil || len(shards) == 0 {
		t.Fatal(shards, err)
	}
	if err := os.Remove(shards[0]); err != nil {
		t.Fatal(err)
	}
	o, lost := DefaultRollout(), 0
	o.Dirs, o.Damage = []string{rows}, func(*replay.Damage) { lost++ }
	if _, err := TrainRollout(t.Context(), o); !errors.Is(err, ErrNoGames) || lost != 1 {
		t.Errorf("a lost shard: got %v and %d reports, want no games and one report", err, lost)
	}
}
