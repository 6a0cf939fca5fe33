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

// The files in a run's folder.
const (
	checkpointFile = "checkpoint"    // the state from which the run continues; see [resume]
	manifestFile   = "run.json"      // the run's settings, data and first net; see [manifest]
	MetricsFile    = "metrics.jsonl" // the measurements; see [Metrics]
)

// RunOptions are the options of [Run].
type RunOptions struct {
	Options
	Dir string // path of the run's folder; created if missing
	Out string // path of the net's file, which is written with each checkpoint; "" for no file
	// Model is the net with which the run begins. Origin describes where its weights come from. When a run
	// continues, Model must be the net with which it began. Otherwise the run fails.
	Model  *nn.Model
	Origin string
	Level  nn.Level
	// Rows are the options for reading the rows. The run reads the rows again and again. The split decides which
	// rows are held out for tests. All tests use the same rows.
	Rows replay.ReaderOptions
	// LogEvery is the number of steps between lines of metrics. TestEvery is the number of steps between tests
	// of the net. A test uses TestBatches batches of held-out rows; with 0 there are no tests.
	LogEvery, TestEvery, TestBatches int
	SaveEvery                        time.Duration // time between checkpoints
	// Progress, if not nil, is called after every step.
	Progress func(step int, m Measured)
	// Warn, if not nil, is called with messages about data that are missing or could not be read.
	Warn func(text string)
}

// DefaultRun returns the default options of a run with the given number of steps. The caller sets Dir, Model, Level and
// Rows.
func DefaultRun(steps int) RunOptions {
	return RunOptions{Options: defaultOptions(steps), LogEvery: 50, TestEvery: 1000, TestBatches: 16, SaveEvery: 5 * time.Minute}
}

// Run trains until all steps are made or ctx ends. If the folder has a checkpoint, Run continues from it. However Run
// ends, the last checkpoint is complete. If Run returns the error of ctx, the checkpoint contains all steps that were
// made. If a gradient is not finite, Run fails and keeps the previous checkpoint.
func Run(ctx context.Context, o RunOptions) (err error) {
	if o.Model == nil {
		return errors.New("training needs a net to begin with")
	}
	if o.LogEvery < 1 || o.TestEvery < 1 || o.TestBatches < 0 || o.SaveEvery <= 0 {
		return errors.New("the number of steps between metrics, the number of steps between tests and the time between checkpoints must be above 0, and the number of test batches must not be negative")
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("another process is training in %s", o.Dir)
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
		r.warn(fmt.Sprintf("%s had %d damaged lines, which were left out", MetricsFile, damaged))
	}
	defer func() { err = errors.Join(err, r.metrics.Close()) }()
	err = r.loop(ctx)
	if err != nil && !errors.Is(err, ctx.Err()) && r.savedStep > 0 {
		err = fmt.Errorf("%w; the checkpoint of step %d is intact", err, r.savedStep)
	}
	return err
}

// Discard removes the folder of a run that was killed before its first checkpoint, so that the run can begin again. It
// does nothing if the folder has a checkpoint.
func Discard(dir string) error {
	_, err := os.Stat(filepath.Join(dir, checkpointFile))
	if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.RemoveAll(dir)
}

// run is the state of a run in progress.
type run struct {
	RunOptions
	path         string
	trainer      *trainer
	reader       *replay.Reader
	held         *keptRows // the held-out rows of all tests; nil before the first test
	metrics      *os.File
	savedStep    int       // step of the last checkpoint
	manifest     manifest  // manifest of the run; Out is set after the run has written the net's file
	toldDamage   int       // number of damaged blocks that were already reported
	sum          Measured  // averages over the steps since the last line of metrics
	sumSteps     int       // steps accumulated in sum
	testedStep   int       // step of the last test
	toldUntested bool      // the missing held-out rows were already reported
	lineBegan    time.Time // time at which the steps of the next line began
	savedAt      time.Time
}

// begin makes the trainer and the reader of a new run, or restores them from the checkpoint.
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
	case errors.Is(err, ErrCheckpoint):
		return fmt.Errorf("the run in %s cannot continue: %w; begin a new run in another folder, with another file for its net; the new run can use the net of the old run as its first net", r.Dir, err)
	case err != nil:
		return err
	}
	r.trainer, r.savedStep = trainer, trainer.optimizer.step
	if err := r.reader.Resume(at); err != nil { // comes first, because the caller may compute the steps from the rows
		return fmt.Errorf("the run in %s cannot continue: %w", r.Dir, err)
	}
	if trainer.options != r.Options {
		was, _ := json.Marshal(trainer.options)
		return fmt.Errorf("the run in %s began with other settings, %s: give the same settings, or another folder", r.Dir, was)
	}
	if err := r.checkManifest(); err != nil {
		return fmt.Errorf("the run in %s cannot continue: %w", r.Dir, err)
	}
	return nil
}

// checkNoMetrics fails if the folder already has metrics of another run. It accepts metrics if the folder has
// the manifest of this run. In this case the run was interrupted before its first checkpoint, and begins again.
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
	return fmt.Errorf("%s already exists without a checkpoint: use another folder for the run, or remove this file", metrics)
}

// checkWritable fails if a net cannot be written to path. Without this check the user would see the error only after
// hours of training.
func checkWritable(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("%s is a folder: the net needs the name of a file", path)
		}
		return fmt.Errorf("%s already exists and was not written by this run: use another file for the net, or remove the existing one (a run can also begin with the weights of an existing net)", path)
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
	if r.testedStep < o.step && r.testDue() { // the run was interrupted before this test was finished
		if err := r.test(ctx); err != nil {
			return err
		}
	}
	for o.step < r.Optimizer.Steps {
		if ctx.Err() != nil {
			return r.interrupted(ctx)
		}
		at := r.reader.State()
		m, err := r.trainer.step(r.reader)
		r.warnDamage()
		switch {
		case errors.Is(err, io.EOF) && r.reader.Samples() > 0:
			return fmt.Errorf("the data have no rows to learn from: all %d rows are held out or damaged", r.reader.Samples())
		case errors.Is(err, io.EOF):
			return errors.New("the data have no rows to learn from")
		case unreadable(err):
			return errors.Join(err, r.saveAt(at)) // the failed step changed nothing
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
			err := r.test(ctx)
			switch {
			case err == nil:
			case errors.Is(err, ctx.Err()):
				return r.interrupted(ctx)
			case unreadable(err):
				return errors.Join(err, r.save())
			default:
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

// interrupted saves a checkpoint after ctx has ended, and returns ctx's error.
func (r *run) interrupted(ctx context.Context) error {
	if err := r.save(); err != nil {
		return fmt.Errorf("interrupted, and the training since the last checkpoint is lost: %w", err)
	}
	return ctx.Err()
}

// testDue reports whether the net must be tested after the last step.
func (r *run) testDue() bool {
	step := r.trainer.optimizer.step
	return r.TestBatches > 0 && (step%r.TestEvery == 0 || step == r.Optimizer.Steps)
}

// unreadable reports whether err means that a file of rows is missing or cannot be read.
func unreadable(err error) bool {
	_, disk := errors.AsType[*fs.PathError](err)
	return disk || errors.Is(err, fs.ErrNotExist)
}

// warnDamage reports each damaged block of rows once.
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

// save checks that all weights are finite, and writes the checkpoint and the net.
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
	if r.manifest.Out != r.relativeOut() { // another process may have written the file meanwhile
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

// test measures the averaged weights on the held-out rows. If ctx ends first, it returns ctx's error and writes nothing
// to the metrics.
func (r *run) test(ctx context.Context) error {
	began := time.Now()
	defer func() { r.lineBegan = r.lineBegan.Add(time.Since(began)) }()
	if r.held == nil {
		rows := r.Rows
		rows.Epochs, rows.Part, rows.NoSymmetry = 1, replay.Validation, true
		reader, err := replay.NewReader(rows)
		if err != nil {
			return err
		}
		r.held = &keptRows{rowSource: reader}
	}
	r.held.next = 0
	var sum Measured
	err := r.trainer.averaged(func() error {
		for range r.TestBatches {
			m, err := r.trainer.test(r.held)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err = cmp.Or(err, ctx.Err()); err != nil {
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
	case !r.toldUntested:
		r.toldUntested = true
		r.warn("no rows are held out, so the net cannot be tested")
	}
	return nil
}

// keptRows is a source that keeps the rows that it has read. Without it, each test would read a large folder again to
// find the few rows that are held out.
type keptRows struct {
	rowSource
	rows []replay.Row
	next int // index of the next row, which may not have been read yet
}

func (k *keptRows) Next() (replay.Row, error) {
	if k.next == len(k.rows) {
		row, err := k.rowSource.Next()
		if err != nil {
			return row, err
		}
		k.rows = append(k.rows, row)
	}
	k.next++
	return k.rows[k.next-1], nil
}

// averaged calls the function do while the net has its averaged weights; see [Optimizer.Averaged].
func (t *trainer) averaged(do func() error) error {
	defer t.learner.Update()
	return t.optimizer.Averaged(func() error {
		t.learner.Update()
		return do()
	})
}
