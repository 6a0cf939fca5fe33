package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/internal/embedded"
	"tengen/nn"
	"tengen/player"
)

func TestModelInfo(t *testing.T) {
	net := writeRandomNet(t, 15)
	got := tengen(t, "", nil, "model", "info", net)
	for _, want := range []string{"name           random-v15-15\n", "version        15\n", "policies       2\n", "22 planes, 19 numbers", "cost on 19x19", "SHA-256"} {
		if got.status != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	var info player.NetInfo
	got = tengen(t, "", nil, "model", "info", "--json", net)
	if err := json.Unmarshal([]byte(got.stdout), &info); err != nil {
		t.Fatal(err)
	}
	m, err := nn.ReadFile(net, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if info.Name != m.Name || info.SHA256 != m.SHA256 || info.Parameters != m.Info().Parameters || len(info.FLOPs) != 3 || info.FLOPs[2].Size != 19 || info.FLOPs[2].FLOPs != m.FLOPs(19, 19) {
		t.Errorf("tengen model info --json: got %+v, want the name, hash, parameters and FLOPs of the net, for three sizes of which the last is 19", info)
	}
	got = tengen(t, "", nil, "model", "info", "model_test.go")
	if got.status != exitUsage || strings.Count(got.stderr, "model_test.go") != 1 || strings.Count(got.stderr, "\n") != 2 {
		t.Errorf("a file that is not a model: got %+v, want an error", got)
	}
}

func TestModelConvert(t *testing.T) {
	net, dir := writeRandomNet(t, 8), t.TempDir()
	path := func(ending string) string { return filepath.Join(dir, "net"+ending) }
	from := net
	for _, ending := range []string{".bin", ".txt", ".TXT.gz", ".bin.gz"} { // each from the one before
		if got := tengen(t, "", nil, "model", "convert", from, path(ending)); got.status != 0 || got.stdout != "" {
			t.Fatalf("tengen model convert to %s: got %+v, want status 0 and nothing on stdout", ending, got)
		}
		from = path(ending)
	}
	same := path("2.bin")
	tengen(t, "", nil, "model", "convert", from, same)
	first, err := os.ReadFile(path(".bin"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := os.ReadFile(same)
	if err != nil || string(first) != string(last) {
		t.Errorf("by way of text %d bytes became %d: %v", len(first), len(last), err)
	}
	if text, err := os.ReadFile(path(".txt")); err != nil || strings.Contains(string(text), "@BIN@") {
		t.Errorf("the text has binary weights, or %v", err)
	}
	for _, c := range []struct {
		out    string
		args   []string
		status int
	}{{path(".bin"), nil, exitFailure}, {path(".bin"), []string{"--force"}, 0}, {path("3.bin"), []string{"--scale-value", "0"}, exitUsage},
		{path("3.bin"), []string{"--scale-value", "NaN"}, exitUsage}, {path("3.bin"), []string{"--name", "two words"}, exitFailure}, {path(".onnx"), nil, exitUsage}, {filepath.Join(dir, "no", "net.bin"), nil, exitFailure}} {
		if got := tengen(t, "", nil, append([]string{"model", "convert", net, c.out}, c.args...)...); got.status != c.status {
			t.Errorf("tengen model convert to %s with %v: got %+v, want status %d", c.out, c.args, got, c.status)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestModelConvertScale checks that only the value logits change, by the factor.
func TestModelConvertScale(t *testing.T) {
	net, out := writeRandomNet(t, 8), filepath.Join(t.TempDir(), "bold.bin")
	if got := tengen(t, "", nil, "model", "convert", "--scale-value", "1.5", "--name", "bold", net, out); got.status != 0 {
		t.Fatalf("tengen model convert --scale-value 1.5: got %+v, want status 0", got)
	}
	was, err := nn.ReadFile(net, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	is, err := nn.ReadFile(out, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range was.ValueHead.V3Mul.Weights {
		was.ValueHead.V3Mul.Weights[i] = w * 1.5
	}
	for i, w := range was.ValueHead.V3Bias.Weights {
		was.ValueHead.V3Bias.Weights[i] = w * 1.5
	}
	was.Name, was.SHA256 = "bold", is.SHA256
	if !reflect.DeepEqual(was, is) {
		t.Error("something else has changed")
	}
}

// TestBuiltInNet checks that every flag for a net's file accepts the name of the bundled net.
func TestBuiltInNet(t *testing.T) {
	out := filepath.Join(t.TempDir(), "net.bin")
	if got := tengen(t, "", nil, "model", "convert", "built-in", out); got.status != 0 {
		t.Fatalf("tengen model convert built-in: got %+v, want status 0", got)
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != embedded.Net() {
		t.Errorf("the bundled net is not the one that was converted: %v", err)
	}
	for _, args := range [][]string{
		{"bench", "net", "built-in", "--size", "5", "--seconds", "0.05", "--kernel", "generic"},
		{"bench", "search", "--model", "built-in", "--size", "5", "--seconds", "0.05"},
		{"model", "info", "built-in"}, {"model", "info", "built-in-human"}, {"model", "info", "built-in-human", "--card"},
	} {
		if got := tengen(t, "", nil, args...); got.status != 0 || got.stdout == "" {
			t.Errorf("tengen %v: got %+v, want status 0 and something on stdout", args, got)
		}
	}
	for _, args := range [][]string{{"bench", "net", "none"}, {"model", "check", "none"}, {"bench", "net", "no-such-file"}} {
		if got := tengen(t, "", nil, args...); got.status != exitUsage || strings.Count(got.stderr, "\n") != 2 {
			t.Errorf("tengen %v: got %+v, want status 2 and two lines on stderr", args, got)
		}
	}
}

func TestModelCheck(t *testing.T) {
	net := writeRandomNet(t, 15)
	got := tengen(t, "", nil, "model", "check", net, "--json", "--positions", "1", "--progress")
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if got.status != 0 || len(lines) != len(nn.Levels()) || !strings.Contains(got.stderr, "/8, ") {
		t.Fatalf("tengen model check --json: got %+v, want status 0, %d lines on stdout and the progress of 8 positions on stderr", got, len(nn.Levels()))
	}
	for i, line := range lines {
		var l checkedLevel
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Kernel != nn.Levels()[i].String() || l.Positions != 8 || !l.OK || l.Ownership == 0 {
			t.Errorf("tengen model check --json: got the line %s, want the kernel %v, 8 positions, ok, and a difference of ownership", line, nn.Levels()[i])
		}
	}
	got = tengen(t, "", nil, "model", "check", net, "--positions", "1", "--kernel", "generic")
	if got.status != 0 || strings.Count(got.stdout, "\n") != 2 || !strings.Contains(got.stdout, "generic  8") {
		t.Errorf("tengen model check --kernel generic: got %+v, want status 0 and two lines on stdout, one for 8 positions of the kernel generic", got)
	}
}

func TestBenchNet(t *testing.T) {
	net := writeRandomNet(t, 8)
	got := tengen(t, "", map[string]string{"TENGEN_KERNEL": "generic"}, "bench", "net", net, "--size", "5", "--threads", "2", "--batch", "3", "--seconds", "0.05", "--json")
	var f struct {
		Bench, Unit, Kernel         string
		Size, Threads, Batch        int
		Value, GFLOPs, Peak, Memory float64
	}
	if err := json.Unmarshal([]byte(got.stdout), &f); err != nil || got.status != 0 {
		t.Fatalf("tengen bench net --json: got %+v, want status 0 and JSON on stdout: %v", got, err)
	}
	if f.Bench != "net" || f.Unit != "evaluations/s" || f.Kernel != "generic" || f.Size != 5 || f.Threads != 2 || f.Batch != 3 || f.Value <= 0 || f.GFLOPs <= 0 || f.Peak <= 0 || f.Memory <= 0 {
		t.Errorf("tengen bench net --json: got %s, want evaluations/s of net with the kernel generic, size 5, 2 threads, batches of 3, and a value, GFLOPs, peak and memory above 0", got.stdout)
	}
	got = tengen(t, "", nil, "bench", "net", net, "--size", "1", "--seconds", "0.01")
	if got.status != exitUsage || !strings.Contains(got.stderr, "2x2") {
		t.Errorf("a board of one point: %+v", got)
	}
	for _, batch := range []string{"0", "-1", "9", "many"} {
		if got := tengen(t, "", nil, "bench", "net", net, "--batch", batch); got.status != exitUsage || !strings.Contains(got.stderr, "1 to 8 positions") {
			t.Errorf("a batch of %s: %+v", batch, got)
		}
	}
}

func TestKernel(t *testing.T) {
	for _, c := range []struct{ text, want string }{{"auto", "auto"}, {"AVX2", "avx2"}, {"generic", "generic"}, {"sse", ""}, {"", ""}} {
		var k player.Kernel
		if err := k.UnmarshalText([]byte(c.text)); (err == nil) != (c.want != "") || err == nil && k.String() != c.want {
			t.Errorf("the kernel %q: got %v (error: %v), want %q, or an error where that is empty", c.text, k, err, c.want)
		}
	}
	got := tengen(t, "", map[string]string{"TENGEN_KERNEL": "fast"}, "config")
	if got.status != exitUsage || !strings.Contains(got.stderr, "TENGEN_KERNEL") || !strings.Contains(got.stderr, "avx2") {
		t.Errorf("tengen config with an unknown kernel: got %+v, want status 2, and TENGEN_KERNEL and avx2 on stderr", got)
	}
}

// TestNetPlays plays with every kernel. On a board that is not a rectangle the engine plays by rollouts,
// with one warning.
func TestNetPlays(t *testing.T) {
	net := writeRandomNet(t, 15)
	for _, l := range nn.Levels() {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader("boardsize 5\ngenmove b\ntengen-board torus 5x5\ngenmove b\nkata-raw-nn 0\nboardsize 5\ngenmove b\ntengen-board torus 4x4\ngenmove b\ntengen-board hex 3x3\ngenmove w\n")
		if status := m.Run(t.Context(), []string{"gtp", "--model", net, "--kernel", l.String(), "--visits", "20", "--threads", "1", "--seed", "1"}); status != 0 {
			t.Fatalf("%v: status %d", l, status)
		}
		answers, log := out[0].String(), out[1].String()
		if strings.Count(answers, "?") != 1 || !strings.Contains(answers, "? this net reads rectangles only") {
			t.Errorf("tengen gtp --kernel %v: got %s, want one failed command, because nets read rectangles only", l, answers)
		}
		kernel := l.String()
		if !strings.Contains(log, "name=random-v15-15") || !strings.Contains(log, "kernel="+kernel) || !strings.Contains(log, "threads=1") || strings.Count(log, "by rollouts") != 2 {
			t.Errorf("tengen gtp --kernel %v: got the log %s, want the net's name, the kernel, one thread and two boards played by rollouts", l, log)
		}
	}
}

// TestNetPlaysAgain checks that one thread and a seed give the same game with the same kernel.
func TestNetPlaysAgain(t *testing.T) {
	net := writeRandomNet(t, 15)
	play := func() string {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader("boardsize 5\n" + strings.Repeat("genmove b\ngenmove w\n", 6))
		if status := m.Run(t.Context(), []string{"gtp", "--model", net, "--visits", "30", "--threads", "1", "--seed", "7"}); status != 0 {
			t.Fatalf("status %d: %s", status, out[1])
		}
		return out[0].String()
	}
	if a, b := play(), play(); a != b {
		t.Errorf("%s\nand then\n%s", a, b)
	}
}

func TestMatchWithNets(t *testing.T) {
	net := writeRandomNet(t, 8)
	got := tengen(t, "", nil, "match", fmt.Sprintf("model=%s,visits=8,threads=1", net), "visits=8", "--model", net, "--games", "2", "--size", "4", "--seed", "1")
	if got.status != 0 || strings.Count(got.stderr, "msg=net") != 1 || !strings.Contains(got.stdout, "game 2") {
		t.Errorf("tengen match with nets: got %+v, want status 0, the net named once on stderr and game 2 on stdout", got)
	}
	got = tengen(t, "", nil, "match", "model=no-such-file", "random")
	if got.status != exitUsage || !strings.Contains(got.stderr, `the file "no-such-file" does not exist`) {
		t.Errorf("tengen match with a missing net: got %+v, want status 2 and that the file no-such-file does not exist", got)
	}
}
