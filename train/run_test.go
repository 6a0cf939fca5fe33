package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/nn"
	"tengen/replay"
)

// folder returns a folder of rows of n games.
func folder(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	o := replay.DefaultImport()
	o.Dir, o.MinMoves, o.PerGame = dir, 4, 6
	var files []replay.File
	for i, g := range games(t, n) {
		size := 5 + 2*(i%2)
		var b strings.Builder
		fmt.Fprintf(&b, "(;SZ[%d]KM[7]RU[Chinese]RE[W+R]", size)
		for k, m := range g.Moves {
			fmt.Fprintf(&b, ";%c[%c%c]", "BW"[k%2], 'a'+int(m.Point)%size, 'a'+int(m.Point)/size)
		}
		b.WriteString(")")
		text := b.String()
		files = append(files, replay.File{Name: fmt.Sprintf("%d.sgf", i), Size: int64(len(text)), Read: func() ([]byte, error) { return []byte(text), nil }})
	}
	o.Inputs = []replay.Input{{Name: "made up", Files: slices.Values(files)}}
	m, err := replay.Import(t.Context(), o)
	if err != nil || m.Samples < 3*n/2 {
		t.Fatalf("got %+v, %v, want %d games", m, err, n)
	}
	return dir
}

// beginning returns the net that runs begin with. Each run needs a new one, because training changes it.
func beginning() *nn.Model { return nn.New("test", nn.Architecture{Blocks: 1, Channels: 16}, 1) }

// same fails the test if two files of nets differ.
func same(t *testing.T, one, two string) {
	t.Helper()
	a, errA := os.ReadFile(one)
	b, errB := os.ReadFile(two)
	if errA != nil || errB != nil || !slices.Equal(a, b) {
		t.Error("the nets differ", errA, errB)
	}
}

func runOptions(t *testing.T, rows string, steps int) RunOptions {
	o := DefaultRun(steps)
	o.Batch, o.LogEvery, o.TestEvery, o.TestBatches = 16, 2, 5, 2
	o.Dir = filepath.Join(t.TempDir(), "run")
	o.Out = filepath.Join(t.TempDir(), "net.bin.gz")
	o.Model, o.Level = beginning(), nn.FastestLevel().Exact()
	o.Origin = "random weights of seed 1"
	o.Rows = replay.ReaderOptions{Dirs: []string{rows}, Seed: 3, Window: 64, Split: replay.Split{OneIn: 4}}
	return o
}

// TestRun checks that a run that was interrupted several times gives the same net and metrics as an uninterrupted run.
func TestRun(t *testing.T) {
	rows := folder(t, 60)
	whole := runOptions(t, rows, 12)
	if err := Run(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	parts := runOptions(t, rows, 12)
	for stops := 1; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		parts.Model = beginning()
		parts.Progress = func(int, Measured) {
			if steps++; steps == 5 {
				cancel()
			}
		}
		err := Run(ctx, parts)
		cancel()
		if err == nil {
			if stops < 3 {
				t.Errorf("the run ended after %d interruptions, want more", stops)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if m, _, err := ReadMetrics(filepath.Join(parts.Dir, MetricsFile)); err != nil || m[len(m)-1].Kind == "test" {
			t.Errorf("got %+v, %v, want no test after the interruption at a step with a test", m, err)
		}
		// Simulate a process that was killed while it wrote a line.
		f, err := os.OpenFile(filepath.Join(parts.Dir, MetricsFile), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, `{"kind":"train","st`)
		f.Close()
	}
	same(t, whole.Out, parts.Out)
	one, _, errA := ReadMetrics(filepath.Join(whole.Dir, MetricsFile))
	two, damaged, errB := ReadMetrics(filepath.Join(parts.Dir, MetricsFile))
	if errA != nil || errB != nil || len(one) != 6+3 || damaged != 0 {
		t.Fatalf("metrics: got %d lines, %d damaged, %v, %v, want 9 lines and none damaged", len(one), damaged, errA, errB)
	}
	tests := func(list []Metrics) (v []float64) {
		for _, m := range list {
			if m.Kind == "test" {
				v = append(v, m.Loss, *m.Top1, float64(m.Step), float64(m.Positions))
			}
		}
		return v
	}
	if !slices.Equal(tests(one), tests(two)) || len(tests(one)) != 12 {
		t.Errorf("tests after interruptions: got %v, want %v", tests(two), tests(one))
	}
	if m := one[len(one)-2]; m.Kind != "train" || m.Step != 12 || m.Steps != 12 || m.PerSecond <= 0 || m.Rate <= 0 || m.Positions != 32 || m.Loss <= 0 || m.Length <= 0 {
		t.Errorf("got %+v, want a line of training at step 12 of 12 with 32 positions and a rate, loss and length above 0", m)
	}
	if _, err := nn.ReadFile(whole.Out, nn.Limits{}); err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRunElsewhere checks that a run can continue with another file for the net and another kernel. It also checks that
// the run keeps lines of metrics that other programs wrote.
func TestRunElsewhere(t *testing.T) {
	o := runOptions(t, folder(t, 60), 6)
	var told []string
	o.Warn = func(text string) { told = append(told, text) }
	generic, err := nn.ParseLevel("generic")
	if err != nil {
		t.Fatal(err)
	}
	o.Level = generic
	stopAt := func(n int) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Model = beginning()
		o.Model.Name = strings.TrimSuffix(filepath.Base(o.Out), ".bin.gz") // as tengen train names it
		o.Progress = func(step int, _ Measured) {
			if step == n {
				cancel()
			}
		}
		return Run(ctx, o)
	}
	if err := stopAt(2); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	metrics := filepath.Join(o.Dir, MetricsFile)
	text, err := os.ReadFile(metrics)
	if err != nil {
		t.Fatal(err)
	}
	const other = `{"kind":"test","step":1,"mine":true}`
	write(t, metrics, other+"\n"+string(text))
	o.Out, o.Level = filepath.Join(t.TempDir(), "elsewhere.bin.gz"), nn.FastestLevel().Exact()
	for n := range 2 {
		if err := stopAt(3 + n); !errors.Is(err, context.Canceled) {
			t.Fatalf("run %d: got %v, want no error", n, err)
		}
	}
	if _, err := os.Stat(o.Out); err != nil {
		t.Error(err)
	}
	if text, err = os.ReadFile(metrics); err != nil || !strings.HasPrefix(string(text), other+"\n{") {
		t.Errorf("run.json: got %s, %v, want the name of the last file", text, err)
	}
	if o.Level != generic && (len(told) != 2 || !strings.Contains(told[0], "began with the kernel generic")) {
		t.Errorf("got the warnings %q, want one about the kernel", told)
	}
}

// TestRunUnread removes the rows during a run. The run saves a checkpoint before it ends. When the rows are back, it
// continues and gives the same result.
func TestRunUnread(t *testing.T) {
	rows := folder(t, 60)
	whole := runOptions(t, rows, 12)
	if err := Run(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	tests := func(o RunOptions) (at []int) {
		lines, _, err := ReadMetrics(filepath.Join(o.Dir, MetricsFile))
		if err != nil {
			t.Error(err)
		}
		for _, m := range lines {
			if m.Kind == "test" {
				at = append(at, m.Step)
			}
		}
		return at
	}
	// During training, during the first test, and during the last test, which uses the rows of the first.
	for vanish, read := range map[int]bool{2: true, 5: true, 12: false} {
		away := rows + ".away"
		o := runOptions(t, rows, 12)
		o.SaveEvery = time.Hour
		o.Progress = func(step int, _ Measured) {
			if step == vanish {
				if err := os.Rename(rows, away); err != nil {
					t.Error(err)
				}
			}
		}
		err := Run(t.Context(), o)
		if failed := errors.Is(err, os.ErrNotExist) && strings.Contains(err.Error(), "; the checkpoint of step "); failed != read || !failed && err != nil {
			t.Fatalf("without rows from step %d: got %v, want an error: %v", vanish, err, read)
		}
		if err := os.Rename(away, rows); err != nil {
			t.Fatal(err)
		}
		o.Progress, o.Model = nil, beginning()
		if err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		same(t, whole.Out, o.Out)
		if had, has := tests(whole), tests(o); !slices.Equal(had, has) {
			t.Errorf("tests of the interrupted run: got %v, want %v", has, had)
		}
	}
}

// TestTop1OfNothing checks that a top1 of 0 is written. It also checks that top1 is left out if no position has a move.
func TestTop1OfNothing(t *testing.T) {
	for _, played := range []int{0, -1} {
		r := &run{trainer: &trainer{optimizer: &Optimizer{}}, reader: &replay.Reader{}}
		path := filepath.Join(t.TempDir(), MetricsFile)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		r.metrics = f
		if err := errors.Join(r.write(Metrics{Kind: "test", Measured: measure(Losses{}, &Target{Played: played}, 1)}), f.Close()); err != nil {
			t.Fatal(err)
		}
		if list, _, err := ReadMetrics(path); err != nil || len(list) != 1 || (list[0].Top1 == nil) != (played < 0) {
			t.Errorf("got %+v, %v, want one line with or without top1", list, err)
		}
	}
}

// TestRunAgain checks that a run made from another run's manifest gives the same net.
func TestRunAgain(t *testing.T) {
	o := runOptions(t, folder(t, 60), 4)
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.Dir, manifestFile))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	arch, err := nn.ParseArchitecture(m.Model.Architecture)
	if err != nil || m.Model.Description != "random weights of seed 1" {
		t.Fatalf("run.json: got %s, %v, want the first net and where its weights are from", text, err)
	}
	again := RunOptions{Options: m.Options, Dir: t.TempDir(), Out: filepath.Join(t.TempDir(), "net.bin.gz"), Model: nn.New(m.Model.Name, arch, 1), LogEvery: 1, TestEvery: 1, SaveEvery: 1,
		Rows: replay.ReaderOptions{Dirs: m.Data, Seed: m.Seed, Window: o.Rows.Window, Split: replay.Split{OneIn: m.HoldOut.OneIn, Sources: m.HoldOut.Sources}}}
	if again.Level, err = nn.ParseLevel(m.Kernel); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	same(t, o.Out, again.Out)
}

// TestRunWarns checks the warnings about damaged metrics and about missing held-out rows, and that the
// run continues.
func TestRunWarns(t *testing.T) {
	o := runOptions(t, folder(t, 60), 4)
	o.Rows.Split.OneIn = 0
	var told []string
	o.Warn = func(text string) { told = append(told, text) }
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(step int, _ Measured) {
		if step == 2 {
			cancel()
		}
	}
	if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	path := filepath.Join(o.Dir, MetricsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("\x00\x00\n[]\n"), text...), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Model = beginning()
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(told) != 2 || !strings.Contains(told[0], "2 damaged lines") || !strings.Contains(told[1], "no rows are held out") {
		t.Errorf("got the warnings %q, want one about damaged lines and one about the test", told)
	}
	if list, damaged, err := ReadMetrics(path); err != nil || damaged != 0 || len(list) != 2 || list[1].Step != 4 {
		t.Errorf("got %+v, %d damaged lines, %v, want none damaged", list, damaged, err)
	}
}
