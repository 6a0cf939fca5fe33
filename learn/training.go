package learn

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"tengen/nn"
	"tengen/replay"
	"tengen/train"
)

// This file has the training that all recipes share: training, trainNet and finishNet, in this order.

// saveEvery is the time between two checkpoints of a training.
const saveEvery = time.Minute

// training returns the options of a training that learns this number of new rows. The caller adds the rows and the
// weights of the losses.
func (r *run) training(g *Generation, rows int) train.RunOptions {
	s := &r.state.Settings
	steps := max(1, int(s.Reuse*float64(rows)/float64(s.Batch)))
	o := train.DefaultRun(steps)
	o.Dir, o.Out = r.trainDir(g.Number), r.netFile(g.Number)
	o.Level, o.Threads, o.Batch = r.o.Level, r.o.Threads, s.Batch
	o.Optimizer.Method, o.Optimizer.Rate = s.Method, s.Rate
	o.LogEvery, o.TestEvery, o.SaveEvery = (steps+7)/8, (steps+3)/4, saveEvery
	o.Warn = func(text string) { r.o.Log.Warn(text) }
	return o
}

// trainNet trains the net of a generation, beginning with the net of another one, and reports its progress.
func (r *run) trainNet(ctx context.Context, g *Generation, first int, o train.RunOptions) error {
	var saving error
	steps := o.Optimizer.Steps
	o.Progress = func(step int, _ train.Measured) { saving = errors.Join(saving, r.progress(g, step, steps)) }
	if err := errors.Join(r.trainWithPauses(ctx, g, first, o), saving); err != nil {
		return err
	}
	g.Steps = steps
	return r.hashNet(g)
}

// hashNet writes the hash of a generation's net into the state. From then on, the net is not made again.
func (r *run) hashNet(g *Generation) error {
	m, err := nn.ReadFile(r.netFile(g.Number), nn.Limits{})
	if err != nil {
		return err
	}
	g.SHA256 = m.SHA256
	return r.save()
}

// finishNet keeps the metrics of a generation's training and the thoughts of its net. It copies the net to files in the
// folder of the run, and then removes the folder of the training.
func (r *run) finishNet(g *Generation, copies ...string) error {
	if err := r.keepMetrics(g); err != nil {
		return err
	}
	if err := r.think(g.Number); err != nil {
		return err
	}
	for _, name := range copies {
		if err := r.copyNet(g.Number, name); err != nil {
			return err
		}
	}
	if err := r.save(); err != nil { // the state has the losses of the training, so its folder is not needed
		return err
	}
	return os.RemoveAll(r.trainDir(g.Number))
}

// trainWithPauses trains the net of generation g, beginning with the net of another generation. When the run is paused,
// it saves a checkpoint, waits, and continues from the checkpoint. If the checkpoint or the manifest is damaged, or if
// the rows are no longer those of the checkpoint, the training begins again.
func (r *run) trainWithPauses(ctx context.Context, g *Generation, first int, o train.RunOptions) error {
	if err := train.Discard(o.Dir); err != nil {
		return err
	}
	if err := r.keepOldNet(o); err != nil {
		return err
	}
	for {
		err := r.withPauses(ctx, func(ctx context.Context) (err error) {
			if o.Model, err = r.model(first); err != nil { // read again, because training changes the weights
				return err
			}
			o.Model.Name = NetName(g.Number)
			return train.Run(ctx, o)
		})
		if !errors.Is(err, train.ErrCheckpoint) && !errors.Is(err, train.ErrManifest) && !errors.Is(err, replay.ErrOtherRows) {
			return err
		}
		kept := o.Dir + ".damaged"
		r.o.Log.Warn("the training of this generation begins again", "because", errors.Unwrap(err), "kept", kept)
		if err := errors.Join(os.RemoveAll(kept), os.RemoveAll(o.Out), os.Rename(o.Dir, kept)); err != nil {
			return err
		}
	}
}

// keepOldNet renames the file of a training's net if the training has not begun. The file is from before an older copy
// of the state was restored.
func (r *run) keepOldNet(o train.RunOptions) error {
	if _, err := os.Stat(o.Out); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(o.Dir); !errors.Is(err, fs.ErrNotExist) {
		return err // the training continues, and has written this file
	}
	return r.rename(o.Out)
}
