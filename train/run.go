package train

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
)

// The files of a run, in its folder.
const (
	checkpointFile = "checkpoint"    // where it goes on, see [Resume]
	manifestFile   = "run.json"      // what it was begun with, see [Manifest]
	MetricsFile    = "metrics.jsonl" // what was measured, see [Metrics]
)

// RunOptions are how a net is trained from beginning to end.
type RunOptions struct {
	Options
	Dir string // of the run, made if it is not there
	Out string // the net's file, written with each checkpoint
	// Model is what a run begins with, and Origin says for people where its weights are from.
	// One that goes on refuses another.
	Model  *nn.Model
	Origin string
	Level  nn.Level
	// Rows are what is learnt from, without end. Their split says what is held out to test
	// with, the same rows each time.
	Rows replay.ReaderOptions
	// LogEvery and TestEvery are after how many steps metrics are written, and after how
	// many the net is tested, on TestBatches batches of what is held out.
	LogEvery, TestEvery, TestBatches int
	SaveEvery                        time.Duration // between checkpoints
	// Progress is told of every step, if it is not nil.
	Progress func(step int, m Measured)
	// Warn is told of what could not be read, and of what is missing, if it is not nil.
	Warn func(text string)
}

// DefaultRun is a run of a number of steps.
func DefaultRun(steps int) RunOptions {
	return RunOptions{Options: defaultOptions(steps), LogEvery: 50, TestEvery: 1000, TestBatches: 16, SaveEvery: 5 * time.Minute}
}

// Metrics is a line of the metrics of a run: the means of the steps since the line
// before, or of a test.
type Metrics struct {
	Kind  string `json:"kind"` // "train" or "test"
	Step  int    `json:"step"` // how many were made
	Steps int    `json:"steps"`
	Epoch int    `json:"epoch"`
	Measured
	Top1      *float64  `json:"top1,omitempty"` // that of Measured, or nil where no move was played
	Loss      float64   `json:"loss"`
	Rate      float64   `json:"rate,omitempty"`      // of learning
	PerSecond float64   `json:"perSecond,omitempty"` // positions
	Time      time.Time `json:"time"`
}

// Run trains until the steps are made or ctx ends, and goes on where a checkpoint in the
// folder says. Whatever ends it, the last checkpoint is whole; when ctx ends and the error is
// that of ctx, there is one of the last step. A gradient that is not finite ends it with an
// error and keeps the checkpoint before.
func Run(ctx context.Context, o RunOptions) (err error) {
	if o.Model == nil {
		return errors.New("a run needs the model that it begins with")
	}
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
	r := &run{RunOptions: o, path: filepath.Join(o.Dir, checkpointFile)}
	if err := r.begin(); err != nil {
		return err
	}
	damaged, err := r.openMetrics(filepath.Join(o.Dir, MetricsFile))
	if err != nil {
		return err
	}
	if damaged > 0 {
		r.warn(fmt.Sprintf("%s had %d damaged lines, which are left out", MetricsFile, damaged))
	}
	defer func() { err = errors.Join(err, r.metrics.Close()) }()
	err = r.loop(ctx)
	if err != nil && !errors.Is(err, ctx.Err()) && r.savedStep > 0 {
		err = fmt.Errorf("%w; the checkpoint of step %d is whole", err, r.savedStep)
	}
	return err
}

// run is one that is under way.
type run struct {
	RunOptions
	path         string
	trainer      *trainer
	reader       *replay.Reader
	metrics      *os.File
	savedStep    int       // the step of the last checkpoint
	manifest     manifest  // with the net's file only if that is of this run
	toldDamage   int       // how much of it was told
	sum          Measured  // since the last line
	sumSteps     int       // in it
	testedStep   int       // the step of the last test
	toldUntested bool      // was told
	lineBegan    time.Time // of the last line
	savedAt      time.Time
}

// begin makes the trainer and the reader, or takes them from the checkpoint.
func (r *run) begin() error {
	rows := r.Rows
	rows.Epochs, rows.Part = 0, replay.Training
	var err error
	if r.reader, err = replay.NewReader(rows); err != nil {
		return err
	}
	trainer, at, err := resume(r.path, r.Level, r.Threads)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if r.manifest, err = r.newManifest(r.Model.Name); err != nil {
			return err
		}
		if err := errors.Join(checkWritable(r.Out), r.checkNoMetrics(), rows.CheckSources()); err != nil {
			return err
		}
		if r.trainer, err = newTrainer(r.Model, r.Level, r.Options); err != nil {
			return err
		}
		return r.writeManifest()
	case errors.Is(err, errCheckpoint):
		return fmt.Errorf("the run in %s cannot go on: %w; begin another one, in another folder and with another file for the net: it can have the weights of the net that this one wrote last", r.Dir, err)
	case err != nil:
		return err
	case trainer.options != r.Options:
		was, _ := json.Marshal(trainer.options)
		return fmt.Errorf("the run in %s was begun with other settings, %s: give the same, or another folder", r.Dir, was)
	}
	r.trainer, r.savedStep = trainer, trainer.optimizer.step
	if err = r.reader.Resume(at); err == nil { // first, for what agrees may be written
		err = r.checkManifest()
	}
	if err != nil {
		return fmt.Errorf("the run in %s cannot go on: %w", r.Dir, err)
	}
	return nil
}

// unmeasured reports that the folder has metrics, but not of a run that was begun as this one and ended before its
// first checkpoint.
func (r *run) checkNoMetrics() error {
	metrics := filepath.Join(r.Dir, MetricsFile)
	if info, err := os.Stat(metrics); err != nil || info.Size() == 0 {
		return nil
	}
	is, errIs := r.manifest.encode()
	was, errWas := os.ReadFile(filepath.Join(r.Dir, manifestFile))
	if errIs == nil && errWas == nil && bytes.Equal(was, is) {
		return nil
	}
	return fmt.Errorf("%s is there already, and there is no checkpoint that it belongs to: name another folder for the run, or remove it", metrics)
}

// writable reports what forbids to write a net there, before hours went into it.
func checkWritable(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("%s is a folder, and the net has to be a file", path)
		}
		return fmt.Errorf("%s is there already, and this run has no checkpoint that it is of: name another file (a run can begin with the weights of this one), or remove it", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tengen-")
	if err != nil {
		return fmt.Errorf("the net cannot be written: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func (r *run) loop(ctx context.Context) error {
	r.lineBegan, r.savedAt = time.Now(), time.Now()
	o := r.trainer.optimizer
	if r.testedStep < o.step && r.testDue() { // nobody could read what it is tested with
		if err := r.test(); err != nil {
			return err
		}
	}
	for o.step < r.Optimizer.Steps {
		if ctx.Err() != nil {
			if err := r.save(); err != nil {
				return fmt.Errorf("interrupted, and what was learnt since the last checkpoint is lost: %w", err)
			}
			return ctx.Err()
		}
		at := r.reader.State()
		m, err := r.trainer.step(r.reader)
		r.warnDamage()
		switch {
		case errors.Is(err, io.EOF) && r.reader.Samples() > 0:
			return fmt.Errorf("there are no rows to learn from: all %d are held out, or damaged", r.reader.Samples())
		case errors.Is(err, io.EOF):
			return errors.New("there are no rows to learn from")
		case unreadable(err):
			return errors.Join(err, r.saveAt(at)) // what was learnt is sound
		case err != nil:
			return err
		}
		if r.Progress != nil {
			r.Progress(o.step, m)
		}
		if err := r.addStep(m); err != nil {
			return err
		}
		if r.testDue() {
			if err := r.test(); unreadable(err) {
				return errors.Join(err, r.save())
			} else if err != nil {
				return err
			}
		}
		if time.Since(r.savedAt) > r.SaveEvery {
			if err := r.save(); err != nil {
				return err
			}
		}
	}
	return r.save()
}

// due reports whether there is a test after this step.
func (r *run) testDue() bool {
	step := r.trainer.optimizer.step
	return step%r.TestEvery == 0 || step == r.Optimizer.Steps
}

// unread reports whether an error is that of rows that are gone, or cannot be read any more.
func unreadable(err error) bool {
	_, disk := errors.AsType[*fs.PathError](err)
	return disk || errors.Is(err, fs.ErrNotExist)
}

// tell tells of damage once.
func (r *run) warnDamage() {
	for ; r.toldDamage < len(r.reader.Damage); r.toldDamage++ {
		r.warn("left out: " + r.reader.Damage[r.toldDamage].Error())
	}
}

func (r *run) warn(text string) {
	if r.Warn != nil {
		r.Warn(text)
	}
}

// save writes the checkpoint and the net, if training can go on from both.
func (r *run) save() error { return r.saveAt(r.reader.State()) }

func (r *run) saveAt(rows replay.State) error {
	if err := cmp.Or(r.trainer.checkFinite(), r.trainer.averaged(r.trainer.checkFinite)); err != nil {
		return fmt.Errorf("step %d: %w", r.trainer.optimizer.step, err)
	}
	if err := r.trainer.save(r.path, rows); err != nil {
		return err
	}
	r.savedAt, r.savedStep = time.Now(), r.trainer.optimizer.step
	if r.Out == "" {
		return nil
	}
	if r.manifest.Out != r.relativeOut() { // another process may have written it meanwhile
		if err := checkWritable(r.Out); err != nil {
			return err
		}
		r.manifest.Out = r.relativeOut()
		if err := r.writeManifest(); err != nil {
			return err
		}
	}
	return r.trainer.export(r.Out)
}

// note adds a step to the next line, and writes it when it is due.
func (r *run) addStep(m Measured) error {
	r.sum.add(&m)
	r.sum.Length += m.Length
	r.sumSteps++
	step := r.trainer.optimizer.step
	if step%r.LogEvery != 0 && step != r.Optimizer.Steps {
		return nil
	}
	r.sum.Length /= float64(r.sumSteps)
	line := Metrics{Kind: "train", Measured: r.sum, Rate: r.Optimizer.rateAt(step - 1), PerSecond: float64(r.sum.Positions) / time.Since(r.lineBegan).Seconds()}
	r.sum, r.sumSteps, r.lineBegan = Measured{}, 0, time.Now()
	return r.write(line)
}

// test measures what the averaged weights know of what is held out.
func (r *run) test() error {
	began := time.Now()
	defer func() { r.lineBegan = r.lineBegan.Add(time.Since(began)) }()
	rows := r.Rows
	rows.Epochs, rows.Part, rows.NoSymmetry = 1, replay.Validation, true
	held, err := replay.NewReader(rows)
	if err != nil {
		return err
	}
	var sum Measured
	err = r.trainer.averaged(func() error {
		for range r.TestBatches {
			m, err := r.trainer.test(held)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			sum.add(&m)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case sum.Positions > 0:
		return r.write(Metrics{Kind: "test", Measured: sum})
	case r.TestBatches > 0 && !r.toldUntested:
		r.toldUntested = true
		r.warn("nothing is held out to test with")
	}
	return nil
}

// averaged is [Optimizer.Averaged], with the net's own weights too.
func (t *trainer) averaged(do func() error) error {
	defer t.learner.Update()
	return t.optimizer.Averaged(func() error {
		t.learner.Update()
		return do()
	})
}

func (r *run) write(m Metrics) error {
	m.Step, m.Steps, m.Epoch, m.Time = r.trainer.optimizer.step, r.Optimizer.Steps, r.reader.State().Epoch, time.Now().UTC()
	m.Loss = m.sum(r.Weights)
	if m.playedMoves() > 0 {
		m.Top1 = &m.Measured.Top1
	}
	if err := checkLoss(m.Loss); err != nil {
		return fmt.Errorf("step %d: %w", m.Step, err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = r.metrics.Write(append(text, '\n'))
	return err
}

// openMetrics opens the metrics, and finds the last test in them. Lines written after the
// checkpoint is measured again, so those lines go, and so do those that are damaged, of which
// it says how many there were.
func (r *run) openMetrics(path string) (damaged int, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	var data []byte
	damaged = readMetrics(text, func(line []byte, m Metrics) bool {
		if m.Step > r.trainer.optimizer.step {
			return false
		}
		if m.Kind == "test" {
			r.testedStep = m.Step
		}
		data = append(bytes.TrimRight(append(data, line...), "\n"), '\n')
		return true
	})
	if err := durable.Replace(path, data, true); err != nil {
		return 0, err
	}
	r.metrics, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644)
	return damaged, err
}

// ReadMetrics reads the metrics of a run, and says how many lines are damaged. The last one
// is not counted where it is cut off, as that of a run that is under way may be.
func ReadMetrics(path string) (list []Metrics, damaged int, err error) {
	text, err := os.ReadFile(path)
	damaged = readMetrics(text, func(_ []byte, m Metrics) bool {
		list = append(list, m)
		return true
	})
	return list, damaged, err
}

// readMetrics gives each line with what it says, until yield reports false.
func readMetrics(text []byte, yield func(line []byte, m Metrics) bool) (damaged int) {
	for line := range bytes.Lines(text) {
		var m Metrics
		if json.Unmarshal(line, &m) == nil {
			if !yield(line, m) {
				break
			}
		} else if bytes.HasSuffix(line, []byte("\n")) {
			damaged++
		}
	}
	return damaged
}
