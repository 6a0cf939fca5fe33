package train

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
)

// TestRunRefuses checks the messages of runs that cannot begin or continue, and that the checkpoint
// stays as it is.
func TestRunRefuses(t *testing.T) {
	rows := folder(t, 60)
	o := runOptions(t, rows, 3)
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	path, net := filepath.Join(o.Dir, checkpointFile), o.Out
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(o *RunOptions){
		"other settings":                      func(o *RunOptions) { o.Batch = 20 },
		"other rows":                          func(o *RunOptions) { o.Rows.Seed = 9 },
		"folder":                              func(o *RunOptions) { o.Rows.Dirs = nil },
		"needs a net to begin with":           func(o *RunOptions) { o.Dir, o.Model = t.TempDir(), nil },
		"no rows":                             func(o *RunOptions) { o.Dir, o.Rows.Split.Sources = t.TempDir(), []string{"made up"} },
		"from \"another\"":                    func(o *RunOptions) { o.Dir, o.Rows.Split.Sources = t.TempDir(), []string{"made up", "another"} },
		"metrics.jsonl already exists":        func(o *RunOptions) { o.Dir = t.TempDir(); write(t, filepath.Join(o.Dir, MetricsFile), "{}\n") },
		"taken.bin.gz already exists":         func(o *RunOptions) { o.Out = filepath.Join(t.TempDir(), "taken.bin.gz"); write(t, o.Out, "precious") },
		"must be above 0":                     func(o *RunOptions) { o.LogEvery = 0 },
		"not a sound":                         func(o *RunOptions) { o.Dir = damaged(t, before, len(before)/2) },
		"has version 0":                       func(o *RunOptions) { o.Dir = damaged(t, before, len(checkpointMagic)-1) },
		"all 246 rows are held out":           func(o *RunOptions) { o.Dir, o.Rows.Split.OneIn = t.TempDir(), 1 },
		"was not written by this run":         func(o *RunOptions) { *o = withoutFile(t, *o, checkpointFile); o.Out = net },
		"already exists without a checkpoint": func(o *RunOptions) { *o = withoutFile(t, *o, checkpointFile); o.Rows.Seed = 9 },
		"may belong to another run":           func(o *RunOptions) { *o = withoutFile(t, *o, manifestFile); o.Out = net },
		"run.json is damaged": func(o *RunOptions) {
			*o = withoutFile(t, *o, manifestFile)
			write(t, filepath.Join(o.Dir, manifestFile), "{")
		},
		"rate is 0":          func(o *RunOptions) { o.Dir, o.Optimizer.Rate = t.TempDir(), 0 },
		"not a directory":    func(o *RunOptions) { o.Dir = filepath.Join(path, "x") },
		"began with the net": func(o *RunOptions) { o.Model = nn.New("test", nn.Architecture{Blocks: 2, Channels: 16}, 1) },
		"already":            func(o *RunOptions) { o.Dir, o.Out = t.TempDir(), net },
		"is a folder":        func(o *RunOptions) { o.Dir, o.Out = t.TempDir(), t.TempDir() },
		"cannot be written":  func(o *RunOptions) { o.Dir, o.Out = t.TempDir(), filepath.Join(t.TempDir(), "nowhere", "net.bin.gz") },
	} {
		bad := o
		bad.Model, bad.Out = beginning(), filepath.Join(t.TempDir(), "net.bin.gz")
		change(&bad)
		if err := Run(t.Context(), bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	gone := withoutFile(t, o, manifestFile)
	gone.Model, gone.Rows.Seed, gone.Out = beginning(), 9, filepath.Join(t.TempDir(), "net.bin.gz")
	if err := Run(t.Context(), gone); err == nil || !strings.Contains(err.Error(), "other rows") {
		t.Errorf("got %v, want an error about other rows", err)
	}
	if _, err := os.Stat(filepath.Join(gone.Dir, manifestFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the manifest of a refused run: got %v, want no file", err)
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another process is training") {
		t.Errorf("two runs in one folder: got %v, want an error", err)
	}
	held.Close()
	after, err := os.ReadFile(path)
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("the checkpoint has changed, or cannot be read: %v", err)
	}
}

// TestRunOverwrites checks that a run never replaces a file that another program wrote, before the run
// or during it.
func TestRunOverwrites(t *testing.T) {
	o := runOptions(t, folder(t, 60), 2)
	o.Progress = func(step int, _ Measured) { write(t, o.Out, "precious") }
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "use another file") {
		t.Errorf("got %v, want an error that asks for another file", err)
	}
	if text, err := os.ReadFile(o.Out); err != nil || string(text) != "precious" {
		t.Errorf("the file of another program: got %q, %v, want it unchanged", text, err)
	}
	o.Progress, o.Model = nil, beginning()
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "use another file") {
		t.Errorf("got %v, want an error that asks for another file", err)
	}
	net := filepath.Join(t.TempDir(), "net.bin.gz")
	o.Out, o.Model = net, beginning()
	if err := Run(t.Context(), o); err != nil {
		t.Error(err)
	}
	if _, err := nn.ReadFile(net, nn.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestRunOverflows checks that neither last weights nor averaged weights are saved if they are too large.
func TestRunOverflows(t *testing.T) {
	o := runOptions(t, folder(t, 60), 4)
	r := &run{RunOptions: o, path: filepath.Join(t.TempDir(), checkpointFile)}
	if err := errors.Join(os.MkdirAll(o.Dir, 0o755), r.begin()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.trainer.step(r.reader); err != nil {
		t.Fatal(err)
	}
	r.Rows.Split = replay.Split{} // no rows are held out, so a test has no rows
	if err := r.test(t.Context()); err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(r.trainer.optimizer.parameters, func(p nn.Parameter) bool { return p.Name == "rconv1/w1" })
	values, average := r.trainer.optimizer.parameters[k].Values, r.trainer.optimizer.average[k]
	for _, weights := range [][]float32{values, average} {
		was := slices.Clone(weights)
		for i := range weights {
			weights[i] = math.MaxFloat32
		}
		r.trainer.learner.Update()
		if err := r.save(); err == nil || !strings.Contains(err.Error(), "step 1: the ") || !strings.Contains(err.Error(), "not finite") {
			t.Errorf("got %v, want an error about numbers that are not finite", err)
		}
		for _, path := range []string{r.path, o.Out} {
			if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s: got %v, want no file", path, err)
			}
		}
		copy(weights, was)
		r.trainer.learner.Update()
	}
	if err := r.save(); err != nil {
		t.Error(err)
	}
}

// withoutFile copies a run and removes one file from the copy.
func withoutFile(t *testing.T, o RunOptions, gone string) RunOptions {
	t.Helper()
	dir := t.TempDir()
	if err := errors.Join(os.CopyFS(dir, os.DirFS(o.Dir)), os.Remove(filepath.Join(dir, gone))); err != nil {
		t.Fatal(err)
	}
	o.Dir = dir
	return o
}

// damaged returns a folder with a checkpoint that has one wrong bit in the byte with the offset at.
func damaged(t *testing.T, data []byte, at int) string {
	t.Helper()
	dir := t.TempDir()
	data = slices.Clone(data)
	data[at] ^= 1
	if err := os.WriteFile(filepath.Join(dir, checkpointFile), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRunCannotSave checks that a run whose checkpoint cannot be written says what is lost.
func TestRunCannotSave(t *testing.T) {
	o := runOptions(t, folder(t, 60), 9)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Progress = func(step int, _ Measured) {
		if step == 2 {
			if err := os.Mkdir(filepath.Join(o.Dir, checkpointFile), 0o755); err != nil {
				t.Error(err)
			}
			cancel()
		}
	}
	if err := Run(ctx, o); err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "is lost") {
		t.Errorf("got %v, want an error that says what is lost", err)
	}
}
