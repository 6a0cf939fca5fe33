package learn

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	// Crew plays the games in other processes. If it is nil, this process plays them.
	Crew Crew
	Log  *slog.Logger
	// Progress is called while a stage is in progress, by one goroutine at a time.
	Progress func(Progress)
	// Finished is called after each generation.
	Finished func(*State)

	poll    time.Duration // time between two checks for the file of a pause; usualPoll unless a test sets it
	noticed func()        // called when a training notices a pause; nil unless a test sets it
}

// Progress is the progress of a stage.
type Progress struct {
	Generation int   `json:"generation"`
	Stage      Stage `json:"stage"`
	Kind       Kind  `json:"kind,omitempty"`
	Done       int   `json:"done"` // rows, steps or pairs of games; for an RL policy and a rollout policy games
	Total      int   `json:"total"`
}

// ErrTime is returned by Run when the run has learned for as long as it should. If something fails at the end, such as
// the last write, Run joins both errors; see [Besides].
var ErrTime = errors.New("the time is over")

// Besides returns what is left of joined errors without one of them: nil if they are this error alone.
func Besides(err, one error) error {
	if err == one {
		return nil
	}
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err
	}
	var rest []error
	for _, err := range many.Unwrap() {
		rest = append(rest, Besides(err, one))
	}
	return errors.Join(rest...)
}

// Run learns until the time is over, all generations are made, or ctx ends. If the folder has a run, Run continues it.
// However Run ends, only the games under way and the steps of training since the last checkpoint are lost. While the
// folder has a file with the name [PauseFile], Run waits.
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
	if o.poll == 0 {
		o.poll = usualPoll
	}
	r := &run{o: &o}
	if err := r.open(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.before = r.state.Seconds
	defer func() {
		r.clock.stop()
		r.state.Running, r.state.Waiting, r.state.Now = false, false, nil
		err = errors.Join(err, r.save())
	}()
	if o.Time > 0 {
		if r.clock.limit = o.Time - r.state.Duration(); r.clock.limit <= 0 {
			r.state.Limit = o.Time.Seconds()
			return ErrTime
		}
		r.clock.over = func() { cancel(ErrTime) }
	}
	r.clock.start()
	if err := r.begin(); err != nil {
		return err
	}
	for !r.state.Complete() && (o.Generations == 0 || len(r.state.Generations)-1 < o.Generations || r.state.last().Stage != Finished) {
		if err := r.generation(ctx); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				if errors.Is(err, cause) || errors.Is(err, context.Canceled) {
					return cause
				}
				return errors.Join(cause, err) // the disk may be full, for example
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
	before float64       // State.Seconds at the beginning of this sitting
	clock  stopwatch     // measures the time of this sitting
	saved  time.Time     // time of the last write of the state
	booked time.Duration // time on the clock that Generation.Seconds already includes

	crewCalls int // calls of Crew.Play in this sitting
}

// book adds the time since the last call to the time of the stage.
func (r *run) book() {
	now := r.clock.read()
	if g := r.state.last(); g.Stage != Finished {
		g.Seconds[g.Stage] += (now - r.booked).Seconds()
	}
	r.booked = now
}

// save writes the state with the times of the run and of the stage up to now.
func (r *run) save() error {
	r.book()
	r.state.Seconds = r.before + r.clock.read().Seconds()
	r.saved = time.Now()
	return r.state.write(r.o.Dir)
}

// begin writes into the state that a sitting begins.
func (r *run) begin() error {
	r.state.Sittings++
	r.state.Running, r.state.Waiting, r.state.Limit, r.state.MostGenerations = true, false, r.o.Time.Seconds(), r.o.Generations
	return r.save()
}

// open reads the state of the run, or begins a new one.
func (r *run) open() (err error) {
	r.state, err = Read(r.o.Dir)
	if errors.Is(err, ErrNoRun) {
		err = r.create()
	}
	if err != nil {
		return err
	}
	if err := r.copyBest(r.state.Best()); err != nil { // the file may be missing, or later than a restored state
		return err
	}
	r.boards, err = r.o.Boards(r.state.Settings)
	return err
}

// checkNew fails if the folder has nets or games of a run whose state is missing. A process that was killed while it
// began a run may have left the first net.
func checkNew(dir string) error {
	for _, pattern := range []string{bestFile, "nets/*.bin.gz", "rows/*"} {
		found, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil {
			return err
		}
		for _, name := range found {
			if name != "nets/"+netFileName(0) {
				return fmt.Errorf("%s has %s, but no %s: restore %s from a copy, or begin a run in another folder", dir, name, StateFile, StateFile)
			}
		}
	}
	return nil
}

// create begins a new run: its folders and its first net.
func (r *run) create() error {
	if err := checkNew(r.o.Dir); err != nil {
		return err
	}
	s := r.o.Settings
	if err := s.Validate(); err != nil {
		return err
	}
	if r.o.Model == nil {
		return errors.New("a run needs a net to begin with")
	}
	var err error
	if r.boards, err = r.o.Boards(s); err != nil {
		return err
	}
	if s.Recipe == AlphaGo {
		if err := checkData(s.AlphaGo.Data, r.boards); err != nil {
			return err
		}
	}
	for _, dir := range []string{"rows", "nets", "train"} {
		if err := os.MkdirAll(filepath.Join(r.o.Dir, dir), 0o755); err != nil {
			return err
		}
	}
	if err := r.writeNet(0, r.o.Model); err != nil {
		return err
	}
	m, err := nn.ReadFile(r.netFile(0), nn.Limits{})
	if err != nil {
		return err
	}
	r.state = &State{Version: stateVersion, Settings: s, Generations: []Generation{{Stage: Finished, SHA256: m.SHA256, Passed: true, Seconds: map[Stage]float64{}}}}
	if err := r.think(0); err != nil {
		return err
	}
	return r.state.write(r.o.Dir)
}

// generation makes the next generation, or continues the one in progress.
func (r *run) generation(ctx context.Context) error {
	if g := r.state.last(); g.Stage == Finished {
		r.state.Generations = append(r.state.Generations, Generation{Number: g.Number + 1, Stage: Playing, Player: r.state.Best(), Seconds: map[Stage]float64{}})
	}
	g := r.state.last()
	play, learn, match := r.works(g)
	for _, stage := range []struct {
		name Stage
		work func(context.Context, *Generation) error
		next Stage
	}{{Playing, play, Training}, {Training, learn, Matching}, {Matching, match, Finished}} {
		if g.Stage != stage.name {
			continue
		}
		if err := r.rest(ctx); err != nil {
			return err
		}
		if err := stage.work(ctx, g); err != nil {
			return fmt.Errorf("generation %d, %s: %w", g.Number, stage.name, err)
		}
		r.book()
		g.Stage, g.At, r.state.Now = stage.next, r.before+r.clock.read().Seconds(), nil
		if err := r.save(); err != nil {
			return err
		}
	}
	if err := r.draw(); err != nil {
		return err
	}
	if r.o.Finished != nil {
		r.o.Finished(r.state)
	}
	return nil
}

// works returns what is done in the three stages of a generation.
func (r *run) works(g *Generation) (play, learn, match func(context.Context, *Generation) error) {
	nothing := func(context.Context, *Generation) error { return nil }
	switch r.state.Settings.Kind(g.Number) {
	case SLPolicy:
		return nothing, r.supervise, r.duel
	case RLPolicy:
		return r.reinforce, r.export, r.duel
	case ValueNet:
		return r.playValue, r.trainValue, r.passValue
	}
	return r.play, r.train, r.match
}

// progress reports the progress of a stage, and writes it into the state every few seconds. It is called by one
// goroutine at a time, while no other uses the state.
func (r *run) progress(g *Generation, done, total int) error {
	now := Progress{Generation: g.Number, Stage: g.Stage, Kind: r.state.Settings.Kind(g.Number), Done: min(done, total), Total: total}
	if r.state.Now = &now; r.o.Progress != nil {
		r.o.Progress(now)
	}
	if time.Since(r.saved) < stateEvery {
		return nil
	}
	return r.save()
}
