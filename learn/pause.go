package learn

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
)

// PauseFile is the name of the file that pauses a run. While the file is in the folder of the run, [Run] waits.
const PauseFile = "pause"

const (
	usualPoll   = time.Second      // time between two checks for the file
	stateEvery  = 5 * time.Second  // time between two writes of the state during a stage
	pausedEvery = 30 * time.Second // time between two writes of the state during a pause
)

// Pause pauses the run in a folder. Run finishes the games under way, or saves a checkpoint of the training, and then
// waits until [Resume] is called. A pause also holds if the process ends and begins again.
func Pause(dir string) error {
	if _, err := Read(dir); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, PauseFile), []byte("While this file exists, tengen learn waits.\n"), true)
}

// Resume ends the pause of the run in a folder.
func Resume(dir string) error {
	if _, err := Read(dir); err != nil {
		return err
	}
	err := os.Remove(filepath.Join(dir, PauseFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// paused reports whether the run should wait.
func (r *run) paused() bool {
	_, err := os.Stat(filepath.Join(r.o.Dir, PauseFile))
	return err == nil
}

// rest waits while the run is paused. The time does not count as time of learning.
func (r *run) rest(ctx context.Context) error {
	if !r.paused() {
		return nil
	}
	r.clock.stop()
	defer r.clock.start()
	r.state.Waiting = true
	r.o.Log.Info("the run is paused, and continues when this file is removed", "file", filepath.Join(r.o.Dir, PauseFile))
	for saved := (time.Time{}); r.paused(); {
		if time.Since(saved) > pausedEvery {
			saved = time.Now()
			if err := r.save(); err != nil {
				return err
			}
		}
		select {
		case <-time.After(r.o.poll):
		case <-ctx.Done():
			r.state.Waiting = false
			return context.Cause(ctx)
		}
	}
	r.state.Waiting = false
	r.o.Log.Info("the run continues")
	return r.save()
}

// errPaused is the cause of the end of a training that is paused.
var errPaused = errors.New("the run is paused")

// untilPaused returns a context that ends with ctx, or when the run is paused. The caller must call stop.
func (r *run) untilPaused(ctx context.Context) (paused context.Context, stop func()) {
	paused, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-time.After(r.o.poll):
				if r.paused() {
					cancel(errPaused)
					if r.o.noticed != nil {
						r.o.noticed()
					}
					return
				}
			case <-paused.Done():
				return
			}
		}
	}()
	return paused, func() {
		cancel(nil)
		<-ended
	}
}

// withPauses does work that ends with its context when the run is paused. After the pause it does the work again.
func (r *run) withPauses(ctx context.Context, work func(context.Context) error) error {
	for {
		if err := r.rest(ctx); err != nil {
			return err
		}
		working, stop := r.untilPaused(ctx)
		err := work(working)
		paused := errors.Is(context.Cause(working), errPaused)
		stop()
		if err == nil || !paused || ctx.Err() != nil || !errors.Is(err, context.Canceled) {
			return err
		}
	}
}

// stopwatch measures the time of learning in a sitting. It ends the run when the time is over.
type stopwatch struct {
	sum   time.Duration // time before the last start
	since time.Time     // time of the last start; zero while the watch is stopped
	limit time.Duration // 0 means no limit
	timer *time.Timer
	over  func() // called when the limit is reached
}

func (s *stopwatch) start() {
	s.since = time.Now()
	if s.limit > 0 {
		s.timer = time.AfterFunc(s.limit-s.sum, s.over)
	}
}

func (s *stopwatch) stop() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.sum, s.since = s.read(), time.Time{}
}

// read returns the time of learning.
func (s *stopwatch) read() time.Duration {
	if s.since.IsZero() {
		return s.sum
	}
	return s.sum + time.Since(s.since)
}
