package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
)

// The files of a run, in its folder.
const (
	CheckpointFile = "checkpoint"    // where it goes on, see [Resume]
	MetricsFile    = "metrics.jsonl" // what was measured, see [Metrics]
)

// RunOptions are how a net is trained from beginning to end.
type RunOptions struct {
	Options
	Dir string // of the run, made if it is not there
	Out string // the net's file, written with each checkpoint
	// Model is what a run begins with; one that goes on has its own.
	Model *nn.Model
	Level nn.Level
	// Rows are what is learnt from, without end. Their split says what is held out to test
	// with, the same rows each time.
	Rows replay.ReaderOptions
	// LogEvery and TestEvery are after how many steps metrics are written, and after how
	// many the net is tested, on TestBatches batches of what is held out.
	LogEvery, TestEvery, TestBatches int
	SaveEvery                        time.Duration // between checkpoints
	// Progress is told of every step, if it is not nil.
	Progress func(step int, m Measured)
	// Damage is told of what could not be read, if it is not nil.
	Damage func(*replay.Damage)
}

// DefaultRun is a run of so many steps.
func DefaultRun(steps int) RunOptions {
	return RunOptions{Options: DefaultOptions(steps), LogEvery: 50, TestEvery: 1000, TestBatches: 16, SaveEvery: 5 * time.Minute}
}

// Metrics is a line of the metrics of a run: the means of the steps since the line
// before, or of a test.
type Metrics struct {
	Kind  string `json:"kind"` // "train" or "test"
	Step  int    `json:"step"` // how many were made
	Steps int    `json:"steps"`
	Epoch int    `json:"epoch"`
	Measured
	Loss      float64   `json:"loss"`
	Rate      float64   `json:"rate,omitempty"`      // of learning
	PerSecond float64   `json:"perSecond,omitempty"` // positions
	Time      time.Time `json:"time"`
}

// Run trains until the steps are made or ctx ends, and goes on where a checkpoint in the
// folder says. Whatever ends it, the last checkpoint is whole; when ctx ends there is one of
// the last step. A gradient that is not finite ends it with an error and keeps the
// checkpoint before.
func Run(ctx context.Context, o RunOptions) (err error) {
	if o.LogEvery < 1 || o.TestEvery < 1 || o.TestBatches < 0 || o.SaveEvery <= 0 {
		return errors.New("a run logs and tests every so many steps, and saves every so often: more than 0")
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("another process trains in %s", o.Dir)
	}
	if err != nil {
		return err
	}
	defer held.Close()
	r := &run{RunOptions: o, path: filepath.Join(o.Dir, CheckpointFile)}
	if err := r.begin(); err != nil {
		return err
	}
	metrics, err := openMetrics(filepath.Join(o.Dir, MetricsFile), r.trainer.optimizer.step)
	if err != nil {
		return err
	}
	r.metrics = metrics
	defer func() { err = errors.Join(err, metrics.Close()) }()
	return r.loop(ctx)
}

// run is one that is under way.
type run struct {
	RunOptions
	path    string
	trainer *Trainer
	reader  *replay.Reader
	metrics *os.File
	damage  int       // how much of it was told
	sum     Measured  // since the last line
	steps   int       // in it
	since   time.Time // of the last line
	saved   time.Time
}

// begin makes the trainer and the reader, or takes them from the checkpoint.
func (r *run) begin() error {
	rows := r.Rows
	rows.Epochs, rows.Part = 0, replay.Training
	var err error
	if r.reader, err = replay.NewReader(rows); err != nil {
		return err
	}
	trainer, at, err := Resume(r.path, r.Level, r.Threads)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if r.Model == nil {
			return fmt.Errorf("there is no checkpoint in %s, and no model to begin with", r.Dir)
		}
		r.trainer, err = NewTrainer(r.Model, r.Level, r.Options)
		return err
	case err != nil:
		return err
	case trainer.options != r.Options:
		was, _ := json.Marshal(trainer.options)
		return fmt.Errorf("the run in %s was begun with other settings, %s: give the same, or another folder", r.Dir, was)
	}
	r.trainer = trainer
	if err := r.reader.Resume(at); err != nil {
		return fmt.Errorf("the run in %s cannot go on: %w", r.Dir, err)
	}
	return nil
}

func (r *run) loop(ctx context.Context) error {
	r.since, r.saved = time.Now(), time.Now()
	for o := r.trainer.optimizer; o.step < r.Optimizer.Steps; {
		if ctx.Err() != nil {
			return errors.Join(r.save(), ctx.Err())
		}
		m, err := r.trainer.Step(r.reader)
		r.tell()
		if errors.Is(err, io.EOF) {
			return errors.New("there are no rows to learn from")
		}
		if err != nil {
			return err
		}
		if r.Progress != nil {
			r.Progress(o.step, m)
		}
		if err := r.note(m); err != nil {
			return err
		}
		if o.step%r.TestEvery == 0 || o.step == r.Optimizer.Steps {
			if err := r.test(); err != nil {
				return err
			}
		}
		if time.Since(r.saved) > r.SaveEvery {
			if err := r.save(); err != nil {
				return err
			}
		}
	}
	return r.save()
}

// tell tells of damage once.
func (r *run) tell() {
	for ; r.damage < len(r.reader.Damage); r.damage++ {
		if r.Damage != nil {
			r.Damage(r.reader.Damage[r.damage])
		}
	}
}

// save writes the checkpoint and the net.
func (r *run) save() error {
	if err := r.trainer.Save(r.path, r.reader.State()); err != nil {
		return err
	}
	r.saved = time.Now()
	if r.Out == "" {
		return nil
	}
	return r.trainer.Export(r.Out)
}

// note adds a step to the next line, and writes it when it is due.
func (r *run) note(m Measured) error {
	for i, v := range m.fields() {
		*r.sum.fields()[i] += *v
	}
	r.sum.Length += m.Length
	r.sum.Positions += m.Positions
	r.sum.Left += m.Left
	r.steps++
	step := r.trainer.optimizer.step
	if step%r.LogEvery != 0 && step != r.Optimizer.Steps {
		return nil
	}
	for _, v := range append(r.sum.fields(), &r.sum.Length) {
		*v /= float64(r.steps)
	}
	line := Metrics{Kind: "train", Measured: r.sum, Rate: r.Optimizer.RateAt(step - 1), PerSecond: float64(r.sum.Positions) / time.Since(r.since).Seconds()}
	r.sum, r.steps, r.since = Measured{}, 0, time.Now()
	return r.write(line)
}

// test measures what the averaged weights know of what is held out.
func (r *run) test() error {
	began := time.Now()
	defer func() { r.since = r.since.Add(time.Since(began)) }()
	rows := r.Rows
	rows.Epochs, rows.Part, rows.NoSymmetry = 1, replay.Validation, true
	held, err := replay.NewReader(rows)
	if err != nil {
		return err
	}
	var sum Measured
	batches := 0
	err = r.trainer.averaged(func() error {
		for range r.TestBatches {
			m, err := r.trainer.Test(held)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			for i, v := range m.fields() {
				*sum.fields()[i] += *v
			}
			sum.Positions += m.Positions
			batches++
		}
		return nil
	})
	if err != nil || batches == 0 {
		return err
	}
	for _, v := range sum.fields() {
		*v /= float64(batches)
	}
	return r.write(Metrics{Kind: "test", Measured: sum})
}

// averaged is [Optimizer.Averaged], with the net's own weights too.
func (t *Trainer) averaged(do func() error) error {
	defer t.learner.Update()
	return t.optimizer.Averaged(func() error {
		t.learner.Update()
		return do()
	})
}

func (r *run) write(m Metrics) error {
	m.Step, m.Steps, m.Epoch, m.Time = r.trainer.optimizer.step, r.Optimizer.Steps, r.reader.State().Epoch, time.Now().UTC()
	m.Loss = m.Sum(r.Weights)
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = r.metrics.Write(append(text, '\n'))
	return err
}

// openMetrics opens the metrics of a run that goes on after so many steps: what was
// measured after its checkpoint is measured again, so those lines go, and so does one that
// was cut off.
func openMetrics(path string, steps int) (*os.File, error) {
	list, err := ReadMetrics(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var data []byte
	for _, m := range list {
		if m.Step > steps {
			break
		}
		text, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		data = append(append(data, text...), '\n')
	}
	if err := durable.Replace(path, data, true); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644)
}

// ReadMetrics reads the metrics of a run. A line that is cut off, which a run that is
// under way may have, ends them.
func ReadMetrics(path string) ([]Metrics, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []Metrics
	for d := json.NewDecoder(f); ; {
		var m Metrics
		if err := d.Decode(&m); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return list, nil
			}
			return list, fmt.Errorf("%s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, m)
	}
}
