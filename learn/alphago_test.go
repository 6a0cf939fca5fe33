package learn

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
	"tengen/rollout"
)

// records writes a folder of rows with random games on a square board, and returns the folder.
func records(t testing.TB, side, games int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "records")
	addRecords(t, dir, side, games)
	return dir
}

// addRecords adds random games on a square board to a folder of rows.
func addRecords(t testing.TB, dir string, side, games int) {
	t.Helper()
	out, err := replay.NewRecorder(dir, replay.Settings{Rules: "tromp-taylor", Komi: 7, Played: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	graph := baduk.MustRectangle(side, side)
	u, rng := rollout.NewUniform(graph), rand.New(rand.NewPCG(3, 3))
	for range games {
		at := baduk.NewGame(graph, baduk.TrompTaylor())
		var among []bool
		for !at.Over() && at.Len() < 3*graph.Len() {
			among = u.Candidates(at, among)
			var list []baduk.Point
			for p, may := range among[:graph.Len()] {
				if may {
					list = append(list, baduk.Point(p))
				}
			}
			m := baduk.Move{Color: at.ToPlay(), Point: baduk.Pass}
			if len(list) > 0 {
				m.Point = list[rng.IntN(len(list))]
			}
			if err := at.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		score := at.Score(baduk.PointSet{})
		g := &replay.Game{Graph: graph, Rules: at.Rules(), Moves: at.Moves(), Source: "made up", Result: replay.Result{By: replay.EndCounted, Winner: score.Winner(), Lead: float32(score.Lead())}}
		for turn := range len(g.Moves) {
			g.Samples = append(g.Samples, replay.Sample{Turn: turn, Weight: 1})
		}
		if err := out.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Finish(); err != nil {
		t.Fatal(err)
	}
}

// tinyAlphaGo returns options for a run of recipe AlphaGo on a square board with the smallest net.
func tinyAlphaGo(t testing.TB, dir, data string, board string) Options {
	s := DefaultAlphaGo(9)
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{board}, "tromp-taylor", 3, "b1c16"
	s.Reuse, s.Batch, s.GatePairs = 2, 16, 5
	s.AlphaGo = AlphaGoSettings{Data: []string{data}, MiniBatches: 5, MiniBatch: 6, PoolEvery: 2, Rate: 0.01, ValueRows: 60}
	return Options{Dir: dir, Settings: s, Boards: square, Model: nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, s.Seed),
		Threads: 1, Parallel: 3, Level: nn.FastestLevel(), Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// TestAlphaGo makes all nets of the recipe on 5x5.
func TestAlphaGo(t *testing.T) {
	t.Parallel()
	o := tinyAlphaGo(t, t.TempDir(), records(t, 5, 40), "5x5")
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s, err := Read(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Kind
	for i := range s.Generations {
		kinds = append(kinds, s.Settings.Kind(i))
	}
	if want := []Kind{"", SLPolicy, RLPolicy, RLPolicy, RLPolicy, ValueNet}; !slices.Equal(kinds, want) || !s.Complete() {
		t.Fatalf("the nets are %v, complete %v; want %v", kinds, s.Complete(), want)
	}
	hashes := map[string]bool{}
	for i := range s.Generations {
		g := &s.Generations[i]
		m, err := nn.ReadFile(filepath.Join(o.Dir, "nets", netFileName(i)), nn.Limits{})
		if err != nil || m.SHA256 != g.SHA256 || m.Name != NetName(i) || hashes[g.SHA256] || !g.Passed || len(g.Thoughts) != 1 {
			t.Errorf("net %d: %v, %+v", i, err, g)
		}
		hashes[g.SHA256] = true
		if _, games := g.Points(); kinds[i] != "" && kinds[i] != ValueNet && games != 2*s.Settings.GatePairs {
			t.Errorf("net %d has played %d games in its match, want %d", i, games, 2*s.Settings.GatePairs)
		}
	}
	for i, steps := range []int{2, 2, 1} {
		if g := &s.Generations[2+i]; g.Steps != steps || g.Games != steps*6 || g.Turns == 0 || g.Opponent != slNumber {
			t.Errorf("RL policy %d: %+v, want %d mini-batches of 6 games", i, g, steps)
		}
		games(t, o.Dir, 2+i, steps*6, 0)
	}
	last := s.last()
	if last.Rows != 60 || last.Games != 60 || last.Losses == nil || last.Errors == nil || last.Errors.TrainRows+last.Errors.HeldOutRows != 60 || last.Errors.Train <= 0 {
		t.Errorf("the value net: %+v, errors %+v", last, last.Errors)
	}
	games(t, o.Dir, 5, 60, 60)
	for _, name := range []string{bestFile, slFile, rlFile, valueFile, rolloutFile} {
		if _, err := os.Stat(filepath.Join(o.Dir, name)); err != nil {
			t.Error(err)
		}
	}
	if r := s.Ratings(); len(r) != 5 {
		t.Errorf("%d ratings, want one for the first net and for each policy", len(r))
	}
	if err := Run(t.Context(), o); err != nil {
		t.Errorf("a complete run: %v", err)
	}
	if again, _ := Read(o.Dir); len(again.Generations) != len(s.Generations) {
		t.Errorf("a complete run made more nets: %d", len(again.Generations))
	}
}

// games checks the number of games and rows of a generation.
func games(t *testing.T, dir string, generation, games, rows int) {
	t.Helper()
	f, err := replay.OpenFolder(filepath.Join(dir, RowsFolder(generation)))
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		games, rows = games-1, rows-len(g.Samples)
	}
	if games != 0 || rows != 0 {
		t.Errorf("generation %d lacks %d games and %d rows", generation, games, rows)
	}
}

// TestAlphaGoContinues: a run that is interrupted again and again, in all stages, makes the same nets as an undisturbed
// one.
func TestAlphaGoContinues(t *testing.T) {
	t.Parallel()
	data := records(t, 3, 40)
	undisturbed := tinyAlphaGo(t, t.TempDir(), data, "3x3")
	if err := Run(t.Context(), undisturbed); err != nil {
		t.Fatal(err)
	}
	want, err := Read(undisturbed.Dir)
	if err != nil {
		t.Fatal(err)
	}
	o := tinyAlphaGo(t, t.TempDir(), data, "3x3")
	o.poll = time.Millisecond
	stages := map[Stage]int{}
	sittings := 0
	for done := false; !done; sittings++ {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		o.Progress = func(p Progress) {
			if trainsRollout(o.Dir) {
				return // this training has no checkpoints
			}
			if seen++; seen > sittings%4 {
				stages[p.Stage]++
				cancel()
			}
		}
		err := Run(ctx, o)
		cancel()
		if done = err == nil; !done && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if sittings > 1000 {
			t.Fatal("the run makes no progress")
		}
	}
	got, err := Read(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if sittings < 20 || stages[Playing] < 3 || stages[Training] < 3 || stages[Matching] < 3 {
		t.Errorf("%d sittings, interrupted in %v, want interruptions in all stages", sittings, stages)
	}
	for i := range want.Generations {
		a, b := &want.Generations[i], &got.Generations[i]
		if a.SHA256 != b.SHA256 || a.Games != b.Games || a.Rows != b.Rows || a.Turns != b.Turns || a.Black != b.Black || a.Pairs != b.Pairs {
			t.Errorf("net %d is %.8s after interruptions, with %d games, %d rows and the match %v; want %.8s, %d, %d and %v",
				i, b.SHA256, b.Games, b.Rows, b.Pairs, a.SHA256, a.Games, a.Rows, a.Pairs)
		}
	}
}

// TestAlphaGoKill kills processes and checks that the run ends with the same nets as an undisturbed one.
func TestAlphaGoKill(t *testing.T) {
	t.Parallel()
	data := records(t, 3, 40)
	undisturbed, o := tinyAlphaGo(t, t.TempDir(), data, "3x3"), tinyAlphaGo(t, t.TempDir(), data, "3x3")
	if err := Run(t.Context(), undisturbed); err != nil {
		t.Fatal(err)
	}
	// A kill leaves the folder as it is after any of its writes. A copy of the folder stands for it.
	copies, every := 0, 11
	if testing.Short() {
		every = 30
	}
	o.Progress = func(p Progress) {
		if trainsRollout(o.Dir) {
			return
		}
		if copies++; copies%every != 3 {
			return
		}
		dir := t.TempDir()
		if err := os.CopyFS(filepath.Join(dir, "run"), os.DirFS(o.Dir)); err != nil {
			t.Error(err)
		}
		killed := tinyAlphaGo(t, filepath.Join(dir, "run"), data, "3x3")
		if err := Run(t.Context(), killed); err != nil {
			t.Errorf("the run cannot continue after a kill in stage %s of generation %d: %v", p.Stage, p.Generation, err)
			return
		}
		sameNets(t, undisturbed.Dir, killed.Dir)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if copies < 30 {
		t.Errorf("the run had only %d places for a kill", copies)
	}
}

// trainsRollout reports whether a run has not finished the training of its rollout policy.
func trainsRollout(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, rolloutFile))
	return err != nil
}

func sameNets(t *testing.T, one, two string) {
	t.Helper()
	a, errA := Read(one)
	b, errB := Read(two)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	for i := range a.Generations {
		if g, h := &a.Generations[i], &b.Generations[i]; g.SHA256 != h.SHA256 || g.Games != h.Games || g.Turns != h.Turns || g.Pairs != h.Pairs {
			t.Errorf("net %d differs: %+v and %+v", i, g, h)
		}
	}
}

// TestAlphaGoRefuses: a run without records, or with records of another board, writes nothing.
func TestAlphaGoRefuses(t *testing.T) {
	t.Parallel()
	data := records(t, 3, 2)
	for _, c := range []struct {
		data, board, want string
	}{
		{data, "4x4", "no game on 4x4"}, {filepath.Join(data, "none"), "3x3", "none"}, {"", "3x3", "no folder of rows"},
	} {
		o := tinyAlphaGo(t, filepath.Join(t.TempDir(), "run"), c.data, c.board)
		if c.data == "" {
			o.Settings.AlphaGo.Data = nil
		}
		if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q on %s: %v, want %q", c.data, c.board, err, c.want)
		}
		if _, err := os.Stat(filepath.Join(o.Dir, "nets")); err == nil {
			t.Errorf("%q on %s: a refused run has written nets", c.data, c.board)
		}
	}
}

// TestAlphaGoOtherRows: the training of the SL policy begins again if its rows have changed while it was interrupted.
func TestAlphaGoOtherRows(t *testing.T) {
	t.Parallel()
	data := records(t, 3, 40)
	o := tinyAlphaGo(t, t.TempDir(), data, "3x3")
	o.Generations = 1
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if !trainsRollout(o.Dir) && p.Stage == Training {
			cancel()
		}
	}
	if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
	addRecords(t, data, 3, 40)
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	f, err := replay.OpenFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Read(o.Dir); err != nil || s.last().Window != f.Manifest.Samples {
		t.Errorf("%v; the policy learned %d rows, want all %d", err, s.last().Window, f.Manifest.Samples)
	}
}

// TestAlphaGoOlderCopies: a run without its checkpoint of REINFORCE is refused. With state and checkpoint from the same
// copy the run goes on, and a net that it makes again does not replace a different one.
func TestAlphaGoOlderCopies(t *testing.T) {
	t.Parallel()
	o := tinyAlphaGo(t, t.TempDir(), records(t, 3, 40), "3x3")
	o.Generations = slNumber + 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	checkpoint, state := filepath.Join(o.Dir, "train", "reinforce"), filepath.Join(o.Dir, StateFile)
	sound, err := os.ReadFile(checkpoint)
	early, errState := os.ReadFile(state)
	o.Generations++
	if err := errors.Join(err, errState, os.Remove(checkpoint)); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), checkpoint+" is missing") {
		t.Errorf("without the checkpoint: %v", err)
	}
	if err := os.WriteFile(checkpoint, sound, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	net := filepath.Join(o.Dir, "nets", netFileName(slNumber+2))
	first, err := os.ReadFile(filepath.Join(o.Dir, "nets", netFileName(0)))
	if err := errors.Join(err, os.WriteFile(net, first, 0o644), os.WriteFile(state, early, 0o644), os.WriteFile(checkpoint, sound, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	checkRenamed(t, net, first)
}

// TestAlphaGoFullDisk: if the checkpoint of an interrupted REINFORCE cannot be written, the error says so.
func TestAlphaGoFullDisk(t *testing.T) {
	t.Parallel()
	o := tinyAlphaGo(t, t.TempDir(), records(t, 3, 40), "3x3")
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Generation > slNumber {
			if err := os.MkdirAll(filepath.Join(o.Dir, "train", "reinforce.part", "x"), 0o755); err != nil {
				t.Error(err)
			}
			cancel()
		}
	}
	if err := Run(ctx, o); err == nil || !strings.Contains(err.Error(), "the training since the last checkpoint is lost") {
		t.Errorf("got %v, want the loss", err)
	}
}

// TestAlphaGoPauses pauses each stage of each kind of net in turn, and expects the same nets as without a pause.
func TestAlphaGoPauses(t *testing.T) {
	t.Parallel()
	data := records(t, 3, 40)
	undisturbed, o := tinyAlphaGo(t, t.TempDir(), data, "3x3"), tinyAlphaGo(t, t.TempDir(), data, "3x3")
	if err := Run(t.Context(), undisturbed); err != nil {
		t.Fatal(err)
	}
	o.poll = time.Millisecond
	noticed := make(chan struct{}, 10)
	o.noticed = func() { noticed <- struct{}{} }
	type place struct {
		kind  Kind
		stage Stage
	}
	var paused []place
	resumed := make(chan struct{})
	go func() { // removes the file of a pause until the run ends
		defer close(resumed)
		for {
			time.Sleep(5 * time.Millisecond)
			s, err := Read(o.Dir)
			switch {
			case err != nil:
			case s.Complete():
				return
			case s.Waiting:
				if err := Resume(o.Dir); err != nil {
					t.Error(err)
					return
				}
			}
		}
	}()
	rollouts := 0
	o.Progress = func(p Progress) {
		at := place{p.Kind, p.Stage}
		if trainsRollout(o.Dir) {
			at.kind = "rollout"
			if p.Done == 1 {
				rollouts++
			}
		}
		if !slices.Contains(paused, at) {
			paused = append(paused, at)
			if err := os.WriteFile(filepath.Join(o.Dir, PauseFile), nil, 0o644); err != nil {
				t.Error(err)
			}
			if p.Stage == Training {
				<-noticed // otherwise the training may end first
			}
		}
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	<-resumed
	want := []place{{"rollout", Training}, {SLPolicy, Training}, {SLPolicy, Matching}, {RLPolicy, Playing}, {RLPolicy, Matching}, {ValueNet, Playing}, {ValueNet, Training}}
	if !slices.Equal(paused, want) {
		t.Errorf("the run was paused in %v, want %v", paused, want)
	}
	if rollouts != 2 {
		t.Errorf("the training of the rollout policy began %d times, want 2: before and after the pause", rollouts)
	}
	sameNets(t, undisturbed.Dir, o.Dir)
}
