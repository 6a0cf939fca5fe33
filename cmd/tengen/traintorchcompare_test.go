package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tengen/nn"
	"tengen/train"
)

// torchNear keeps the largest difference of two numbers, and where it occurs.
type torchNear struct {
	worst float64
	where string
}

func (n *torchNear) add(got, want float64, format string, args ...any) {
	if off := math.Abs(got-want) / max(1, math.Abs(want)); !(off <= n.worst) {
		n.worst, n.where = off, fmt.Sprintf(format, args...)
	}
}

// compareLessons compares all results for a batch.
func compareLessons(t *testing.T, learner *nn.Learner, lessons []lesson, r *torchResult) {
	t.Helper()
	weights := train.DefaultWeights()
	var outputs, losses torchNear
	var tape nn.Tape
	gradients := make([][]float32, len(learner.Parameters()))
	for k, p := range learner.Parameters() {
		gradients[k] = make([]float32, len(p.Values))
	}
	for i, at := range lessons {
		out, by := make([]nn.Result, 1), make([]nn.Result, 1)
		if err := learner.Forward(&tape, []nn.Input{at.in}, out); err != nil {
			t.Fatal(err)
		}
		l := weights.Loss(&out[0], learner.Model().PostProcess, &at.target, &by[0])
		learner.Backward(&tape, by)
		for p := range at.in.Width * at.in.Height {
			x, y := p%at.in.Width, p/at.in.Width
			for k := range 2 {
				outputs.add(r.Policy[i][k][y*torchSize+x], float64(out[0].Policy[k][p]), "policy %d of row %d at %d, %d", k, i, x, y)
			}
			outputs.add(r.Ownership[i][y][x], float64(out[0].Ownership[p]), "owner in row %d at %d, %d", i, x, y)
		}
		for k := range 2 {
			outputs.add(r.Policy[i][k][torchSize*torchSize], float64(out[0].Pass[k]), "pass %d of row %d", k, i)
		}
		for k, v := range out[0].Value {
			outputs.add(r.Value[i][k], float64(v), "value %d of row %d", k, i)
		}
		for k, v := range out[0].Score {
			outputs.add(r.Score[i][k], float64(v), "score %d of row %d", k, i)
		}
		for name, v := range map[string]float64{"policy": l.Policy, "answer": l.Answer, "value": l.Value, "ownership": l.Ownership,
			"score": l.Score, "spread": l.Spread, "lead": l.Lead} {
			losses.add(r.Losses[name][i], v, "%s of row %d", name, i)
		}
		best := slices.Index(out[0].Policy[0], slices.Max(out[0].Policy[0]))
		if out[0].Pass[0] > out[0].Policy[0][best] {
			best = len(out[0].Policy[0])
		}
		if first := r.First[i] == 1; first != (best == at.target.Played) {
			t.Errorf("row %d: that the move played is the first choice is %v", i, first)
		}
	}
	if !(outputs.worst <= 1e-4) || !(losses.worst <= 1e-4) {
		t.Errorf("outputs differ by %.1e (%s), losses by %.1e (%s)", outputs.worst, outputs.where, losses.worst, losses.where)
	}
	learner.Gradients(&tape, gradients)
	var worst torchNear
	for k, p := range learner.Parameters() {
		got := r.Gradients[p.Name]
		if len(got) != len(gradients[k]) {
			t.Fatalf("%s has %d gradients, want %d", p.Name, len(got), len(gradients[k]))
		}
		off, size := 0.0, 0.0
		for i, v := range gradients[k] {
			want := float64(v) / float64(len(lessons))
			off, size = off+(got[i]-want)*(got[i]-want), size+want*want
		}
		if size == 0 {
			t.Errorf("%s has no gradient, so nothing is compared", p.Name)
			continue
		}
		worst.add(1+math.Sqrt(off/size), 1, "%s", p.Name)
	}
	if len(r.Gradients) != len(gradients) || !(worst.worst <= 1e-3) {
		t.Errorf("%d and %d gradients, that differ by %.1e of their length (%s)", len(r.Gradients), len(gradients), worst.worst, worst.where)
	}
	t.Logf("outputs differ by %.1e, losses by %.1e, gradients by %.1e of their length", outputs.worst, losses.worst, worst.worst)
}

// compareSteps compares the averaged weights after three steps of an optimizer with those in a file.
func compareSteps(t *testing.T, model []byte, method train.Method, path string) {
	t.Helper()
	learn := func(m *nn.Model, err error) []nn.Parameter {
		if err != nil {
			t.Fatal(err)
		}
		l, err := nn.NewLearner(m, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		return l.Parameters()
	}
	parameters, before := learn(nn.Read(bytes.NewReader(model), nn.Limits{})), learn(nn.Read(bytes.NewReader(model), nn.Limits{}))
	params := train.DefaultOptimizerParams(20)
	params.Method = method
	o, err := train.NewOptimizer(params, parameters, nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	for step := range 3 {
		gradients := make([][]float32, len(parameters))
		for k, p := range parameters {
			phase := 0
			for _, c := range []byte(p.Name) {
				phase += int(c)
			}
			for i := range p.Values {
				gradients[k] = append(gradients[k], float32(math.Sin(float64(i)*0.1+float64(phase%7)+float64(step))))
			}
		}
		if _, err := o.Step(gradients, 1); err != nil {
			t.Fatal(err)
		}
	}
	got := learn(nn.ReadFile(path, nn.Limits{}))
	if err := o.Averaged(func() error {
		for k, p := range parameters {
			if strings.HasPrefix(p.Name, "answer") {
				continue
			}
			off, moved := 0.0, 0.0
			for i, v := range p.Values {
				off = max(off, math.Abs(float64(got[k].Values[i]-v)))
				moved = max(moved, math.Abs(float64(before[k].Values[i]-v)))
			}
			if moved == 0 || !(off <= 1e-3*moved) {
				t.Errorf("%v: %s moved by %.1e and differs by %.1e", method, p.Name, moved, off)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTorchTeacher compares judgements of the port's teacher with those of an import. Its net has norms with means,
// variances and scales, which the nets of tengen do not have. The second size of planes is larger than the boards. Some
// games are under superko, so they cannot end without a result.
func TestTorchTeacher(t *testing.T) {
	python, program := torch(t)
	net := filepath.Join(t.TempDir(), "net.bin.gz")
	var b bytes.Buffer
	if err := nn.Write(&b, nn.Random(3, nn.RandomOptions{Version: 8, Channels: 16, Blocks: "rgrg", Kernel: 5}), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(net, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dir, superko, games := dataFolder(t, "--teacher", net, "--kernel", "generic"), t.TempDir(), filepath.Join(t.TempDir(), "games.tsv")
	if err := os.WriteFile(games, []byte(strings.ReplaceAll(dataLines(t, 20, 9), "Chinese", "chinese-ogs")), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, "data", "import", games, "--out", superko, "--per-game", "5", "--teacher", net, "--kernel", "generic"); got.status != 0 {
		t.Fatalf("tengen data import: got %+v, want status 0", got)
	}
	for _, size := range []string{"9", "19"} {
		got := tengen(t, "", nil, "data", "planes", dir, superko, "--size", size, "--rows", "40", "--part", "all")
		rows := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(rows, []byte(got.stdout), 0o666); err != nil {
			t.Fatal(err)
		}
		c, stderr := torchCommand(t, python, "check.py", "--teacher", net, rows, program, size)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		var off []float64
		if err := json.Unmarshal(out, &off); err != nil || len(off) != 40 {
			t.Fatalf("got %s, %v, want 40 numbers", out, err)
		}
		// Owners are stored in 127ths.
		if worst := slices.Max(off); worst > 0.005 {
			t.Errorf("planes of %s: the judgements differ by %v", size, worst)
		}
	}
}

// TestTorchTrain trains with the port, interrupts it, and continues.
func TestTorchTrain(t *testing.T) {
	python, program := torch(t)
	rows, net := dataFolder(t), filepath.Join(t.TempDir(), "net.bin.gz")
	args := []string{"--data", rows, "--out", net, "--arch", "b3c16", "--batch", "8", "--hold-out", "4", "--test-batches", "2", "--log-every", "1",
		"--tengen", program, "--workers", "2", "--threads", "1", "--resume", "--test-every", "2", "--steps"}
	last := 0
	for range 2 {
		c, stderr := torchCommand(t, python, "train.py", append(args, "1000000")...)
		pipe, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		kinds := map[string]int{}
		for lines, n := bufio.NewScanner(pipe), 0; lines.Scan(); n++ {
			var m train.Metrics
			d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
			d.DisallowUnknownFields()
			if err := d.Decode(&m); err != nil {
				t.Errorf("train.py: got the line %s, want metrics without unknown fields: %v", lines.Text(), err)
			}
			if m.Step < last || !(m.Loss > 0 && m.Loss < 100) || m.Positions == 0 || m.Time.IsZero() || m.Epoch != m.Step*8/125 {
				t.Errorf("after step %d: %s", last, lines.Text())
			}
			kinds[m.Kind]++
			if last = m.Step; n == 2 {
				if err := c.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := c.Wait(); c.ProcessState.ExitCode() != 130 || kinds["train"] < 2 || kinds["test"] < 1 || len(kinds) != 2 {
			t.Fatalf("%v, lines %v: %s", err, kinds, stderr)
		}
		if got := tengen(t, "", nil, "model", "check", net, "--positions", "1"); got.status != 0 {
			t.Errorf("tengen model check of the trained net: got %+v, want status 0", got)
		}
	}
	if last < 4 {
		t.Errorf("training began from the start: the last step is %d", last)
	}
	more := filepath.Join(filepath.Dir(net), "more.bin.gz")
	c, stderr := torchCommand(t, python, "train.py", append(args, "1", "--arch", "b4c16", "--from", net, "--out", more)...)
	if err := c.Run(); err != nil {
		t.Errorf("train.py --from: got %v, stderr %s; want status 0", err, stderr)
	}
	if m, err := nn.ReadFile(more, nn.Limits{}); err != nil || m.Name != "more" {
		t.Errorf("the net of train.py --from: got %v, %v, want the name of its own file, more", m, err)
	}
	for want, more := range map[string][]string{"other settings": {"7"}, "no architecture": {"7", "--arch", "b6"}, "end in .bin.gz": {"7", "--out", "net"}} {
		c, stderr := torchCommand(t, python, "train.py", append(args, more...)...)
		if err := c.Run(); c.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), want) {
			t.Errorf("train.py %v: got %v, stderr %s; want status 1 and %q on stderr", more, err, stderr, want)
		}
	}
}
