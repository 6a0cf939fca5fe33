package learn

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// background runs a run in another goroutine. Its end, called at most once, stops it and returns its error.
func background(t *testing.T, o Options) (end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, o) }()
	return func() error {
		cancel()
		return <-ended
	}
}

// await waits until the state of a run meets a condition.
func await(t *testing.T, dir, what string, met func(*State) bool) *State {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if s, err := Read(dir); err == nil && met(s) {
			return s
		}
	}
	t.Fatalf("the run is not %s after a minute", what)
	return nil
}

func waiting(s *State) bool { return s.Waiting && s.Running }

// TestPause pauses a run twice. While it is paused nothing changes, and the time does not count.
func TestPause(t *testing.T) {
	t.Parallel()
	o := tiny(t, t.TempDir())
	o.Generations, o.poll = 0, 10*time.Millisecond
	if err := Pause(o.Dir); !errors.Is(err, ErrNoRun) {
		t.Fatalf("a pause in a folder without a run: %v, want %v", err, ErrNoRun)
	}
	if err := Resume(o.Dir); !errors.Is(err, ErrNoRun) {
		t.Fatalf("a resumption in a folder without a run: %v, want %v", err, ErrNoRun)
	}
	end := background(t, o)
	await(t, o.Dir, "in its first generation", func(s *State) bool { return len(s.Generations) > 1 })
	for range 2 {
		if err := Pause(o.Dir); err != nil {
			t.Fatal(err)
		}
		before := await(t, o.Dir, "paused", waiting)
		time.Sleep(300 * time.Millisecond)
		after, err := Read(o.Dir)
		if err != nil || len(after.Generations) != len(before.Generations) || after.Seconds != before.Seconds || after.last().Stage != before.last().Stage {
			t.Errorf("a paused run went on: %v, %+v, and before %+v", err, after, before)
		}
		if err := errors.Join(Resume(o.Dir), Resume(o.Dir)); err != nil {
			t.Fatal(err)
		}
		s := await(t, o.Dir, "continuing", func(s *State) bool { return !s.Waiting && len(s.Generations) > len(before.Generations) })
		if s.Sittings != 1 || !s.Running {
			t.Errorf("after the pause, sittings %d, running %v; want 1 and true", s.Sittings, s.Running)
		}
	}
	if err := Pause(o.Dir); err != nil {
		t.Fatal(err)
	}
	await(t, o.Dir, "paused", waiting)
	if err := end(); !errors.Is(err, context.Canceled) {
		t.Errorf("the end of a paused run: %v, want %v", err, context.Canceled)
	}
	if s := checkRun(t, o.Dir); s.Running || s.Waiting {
		t.Errorf("after its end the run is running %v and waiting %v, want neither", s.Running, s.Waiting)
	}
}

// TestPauseInStages pauses each stage in turn. A training continues from its checkpoint and not from its beginning.
func TestPauseInStages(t *testing.T) {
	t.Parallel()
	for _, stage := range []Stage{Playing, Training, Matching} {
		t.Run(string(stage), func(t *testing.T) {
			t.Parallel()
			o := tiny(t, t.TempDir())
			o.Generations, o.poll, o.Settings.Reuse = 1, time.Millisecond, 100
			var steps []int
			did, noticed := false, make(chan struct{})
			o.noticed = func() { close(noticed) }
			o.Progress = func(p Progress) {
				if p.Stage == Training {
					steps = append(steps, p.Done)
				}
				if p.Stage == stage && !did {
					did = true
					if err := os.WriteFile(filepath.Join(o.Dir, PauseFile), nil, 0o644); err != nil {
						t.Error(err)
					}
					if stage == Training {
						<-noticed // otherwise the training may end first
					}
				}
			}
			end := background(t, o)
			if s := await(t, o.Dir, "paused", waiting); s.last().Stage != stage {
				t.Errorf("the run waits in stage %s, want %s", s.last().Stage, stage)
			}
			if err := Resume(o.Dir); err != nil {
				t.Fatal(err)
			}
			await(t, o.Dir, "finished", func(s *State) bool { return !s.Running })
			if err := end(); err != nil {
				t.Error(err)
			}
			if s := checkRun(t, o.Dir); !slices.IsSorted(steps) || len(steps) != s.last().Steps {
				t.Errorf("%d steps of training were made, in order %v; want %d in order", len(steps), slices.IsSorted(steps), s.last().Steps)
			}
		})
	}
}

// TestPauseAndTime checks that a pause does not count as time of learning.
func TestPauseAndTime(t *testing.T) {
	t.Parallel()
	o := tiny(t, t.TempDir())
	o.Generations, o.Time, o.poll = 0, 5*time.Second, 10*time.Millisecond
	if err := os.WriteFile(filepath.Join(o.Dir, PauseFile), nil, 0o644); err != nil { // the run begins with a pause
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- Run(t.Context(), o) }()
	await(t, o.Dir, "paused", waiting)
	select {
	case err := <-ended:
		t.Fatalf("the run ended during the pause: %v", err)
	case <-time.After(o.Time + time.Second):
	}
	if err := Resume(o.Dir); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, ErrTime) {
		t.Errorf("got %v, want %v", err, ErrTime)
	}
	s := checkRun(t, o.Dir)
	if s.Limit != 5 || s.Seconds < 5 {
		t.Errorf("the run has the limit %v and learned for %v s, want 5 and at least as much", s.Limit, s.Seconds)
	}
}

// TestPositions checks that the positions are chosen once, and that all nets are asked about them.
func TestPositions(t *testing.T) {
	t.Parallel()
	o := tiny(t, t.TempDir())
	o.Generations = choosingGeneration - 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if s := checkRun(t, o.Dir); len(s.Positions) > 0 {
		t.Errorf("%d positions are chosen from nearly random games", len(s.Positions))
	}
	// The next generation cannot choose, because the manifest of its games is damaged after its training.
	o.Generations = choosingGeneration
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s := checkRun(t, o.Dir)
	s.last().Stage, s.last().Pairs, s.last().Passed, s.Positions = Training, [5]int{}, false, nil
	if err := errors.Join(s.write(o.Dir), os.WriteFile(filepath.Join(o.Dir, RowsFolder(choosingGeneration), "manifest.json"), []byte("damaged"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	var was []Position
	for n := choosingGeneration + 1; n < choosingGeneration+3; n++ {
		o.Generations = n
		if err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		s, err := Read(o.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Positions) == 0 || len(s.Positions) > mostPositions {
			t.Fatalf("%d positions, want 1 to %d", len(s.Positions), mostPositions)
		}
		for i := range s.Generations {
			thoughts := s.Generations[i].Thoughts
			if len(thoughts) != 1+len(s.Positions) {
				t.Fatalf("net %d was asked about %d positions, want %d", i, len(thoughts), 1+len(s.Positions))
			}
			for k, one := range thoughts {
				if one.Position != k || len(one.Policy) != 10 {
					t.Errorf("thought %d of net %d is %+v", k, i, one)
				}
			}
		}
		if n > choosingGeneration+1 && !slices.EqualFunc(was, s.Positions, func(a, b Position) bool { return slices.Equal(a.Moves, b.Moves) && a.Komi == b.Komi }) {
			t.Errorf("the positions were %v and are %v, want no change", was, s.Positions)
		}
		was = s.Positions
	}
	boards, err := square(o.Settings)
	if err != nil {
		t.Fatal(err)
	}
	games := map[int]bool{}
	for i, p := range was {
		at, err := p.Play(boards[0].Graph, boards[0].Rules)
		if err != nil || at.Len() != len(p.Moves) || at.Over() || at.Rules().Komi.Points() != p.Komi {
			t.Errorf("position %d: %v, %v", i, p, err)
		}
		games[p.Game] = true
	}
	if len(games) != len(was) {
		t.Errorf("%d positions are from %d games, want as many", len(was), len(games))
	}
}
