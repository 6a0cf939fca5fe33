package learn

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/selfplay"
)

// bestFile is the name of the file of the net that plays.
const bestFile = "best.bin.gz"

// Options say what [Run] does.
type Options struct {
	Dir string // the folder of the run; created if missing
	// Settings are the settings of a new run. A run that continues has its own.
	Settings Settings
	// Boards makes the boards and rules of the settings.
	Boards func(Settings) ([]selfplay.Board, error)
	// Model is the net with which a new run begins.
	Model *nn.Model
	// Time ends the run when it has learned for this time, in all its sittings. 0 means no end. Generations ends the run
	// after this number of generations; 0 means no end.
	Time        time.Duration
	Generations int
	Threads     int
	Parallel    int // games at the same time
	Level       nn.Level
	Log         *slog.Logger
	// Progress is called while a stage is in progress, by one goroutine at a time.
	Progress func(Progress)
	// Finished is called after each generation.
	Finished func(*State)
}

// Progress is the progress of a stage.
type Progress struct {
	Generation  int
	Stage       Stage
	Done, Total int // rows, steps or pairs of games
}

// ErrTime is returned by Run when the run has learned for as long as it should.
var ErrTime = errors.New("the time is over")

// Run learns until the time is over, all generations are made, or ctx ends. If the folder has a run, Run continues it.
// However Run ends, only the games under way and the steps of training since the last checkpoint are lost.
func Run(ctx context.Context, o Options) (err error) {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("another process is learning in %s", o.Dir)
	}
	if err != nil {
		return err
	}
	defer held.Close()
	r := &run{o: &o}
	if err := r.open(); err != nil {
		return err
	}
	left := time.Duration(0)
	if o.Time > 0 {
		if left = o.Time - r.state.Duration(); left <= 0 {
			return ErrTime
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, left, ErrTime)
		defer cancel()
	}
	r.began, r.before = time.Now(), r.state.Seconds
	defer func() {
		r.tick()
		err = errors.Join(err, r.state.write(o.Dir))
	}()
	for o.Generations == 0 || len(r.state.Generations)-1 < o.Generations || r.state.last().Stage != Finished {
		if err := r.generation(ctx); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return err
		}
	}
	return nil
}

// run is a run in progress.
type run struct {
	o      *Options
	state  *State
	boards []selfplay.Board
	began  time.Time
	before float64 // State.Seconds at the beginning of this sitting
}

// tick brings the time of the run up to date.
func (r *run) tick() { r.state.Seconds = r.before + time.Since(r.began).Seconds() }

// open reads the state of the run, or begins a new one.
func (r *run) open() (err error) {
	r.state, err = Read(r.o.Dir)
	if errors.Is(err, ErrNoRun) {
		err = r.create()
	}
	if err != nil {
		return err
	}
	if r.boards, err = r.o.Boards(r.state.Settings); err != nil {
		return err
	}
	r.state.Sittings++
	return r.state.write(r.o.Dir)
}

// create begins a new run: its folders and its first net.
func (r *run) create() error {
	s := r.o.Settings
	if err := s.Validate(); err != nil {
		return err
	}
	if r.o.Model == nil {
		return errors.New("a run needs a net to begin with")
	}
	for _, dir := range []string{"rows", "nets", "train"} {
		if err := os.MkdirAll(filepath.Join(r.o.Dir, dir), 0o755); err != nil {
			return err
		}
	}
	if err := r.writeNet(0, r.o.Model); err != nil {
		return err
	}
	hash, err := fileHash(r.netFile(0))
	if err != nil {
		return err
	}
	r.state = &State{Version: stateVersion, Settings: s, Generations: []Generation{{Stage: Finished, SHA256: hash, Passed: true, Seconds: map[Stage]float64{}}}}
	if r.boards, err = r.o.Boards(s); err != nil {
		return err
	}
	if r.state.Generations[0].Thoughts, err = r.thoughts(0); err != nil {
		return err
	}
	return r.copyBest(0)
}

// generation makes the next generation, or continues the one in progress.
func (r *run) generation(ctx context.Context) error {
	if g := r.state.last(); g.Stage == Finished {
		r.state.Generations = append(r.state.Generations, Generation{Number: g.Number + 1, Stage: Playing, Player: r.state.Best, Seconds: map[Stage]float64{}})
	}
	g := r.state.last()
	for _, stage := range []struct {
		name Stage
		work func(context.Context, *Generation) error
		next Stage
	}{{Playing, r.play, Training}, {Training, r.train, Matching}, {Matching, r.match, Finished}} {
		if g.Stage != stage.name {
			continue
		}
		began := time.Now()
		err := stage.work(ctx, g)
		g.Seconds[stage.name] += time.Since(began).Seconds()
		if err != nil {
			return fmt.Errorf("generation %d, %s: %w", g.Number, stage.name, err)
		}
		r.tick()
		g.Stage, g.At = stage.next, r.state.Seconds
		if err := r.state.write(r.o.Dir); err != nil {
			return err
		}
	}
	if r.o.Finished != nil {
		r.o.Finished(r.state)
	}
	return nil
}

func (r *run) progress(g *Generation, done, total int) {
	if r.o.Progress != nil {
		r.o.Progress(Progress{Generation: g.Number, Stage: g.Stage, Done: min(done, total), Total: total})
	}
}
