package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/netcheck"
	"tengen/nn"
)

// comparison returns a short comparison of a small net of random weights.
func comparison(t *testing.T, p Program) *Comparison {
	t.Helper()
	dir := t.TempDir()
	net, err := WriteNet(dir, "small", nn.Random(3, nn.RandomOptions{Version: 15, Blocks: "r(g)"}))
	if err != nil {
		t.Fatal(err)
	}
	return &Comparison{KataGo: p, Nets: []Net{net}, Sizes: []int{9}, Levels: []nn.Level{nn.Levels()[0]}, Threads: 1, Rounds: 3,
		Duration: 20 * time.Millisecond, Dir: dir, Log: slog.New(slog.DiscardHandler)}
}

// run runs a comparison and returns its rows.
func run(ctx context.Context, c *Comparison) ([]Row, error) {
	var rows []Row
	err := c.Run(ctx, func(r Row) error {
		rows = append(rows, r)
		return nil
	})
	return rows, err
}

func TestRun(t *testing.T) {
	c := comparison(t, useFake(t, "none"))
	second, err := WriteNet(c.Dir, "second", nn.Random(4, nn.RandomOptions{Version: 8}))
	if err != nil {
		t.Fatal(err)
	}
	c.Nets, c.Sizes, c.Levels = append(c.Nets, second), []int{7, 9}, append(c.Levels, DefaultLevels()...)
	slices.Sort(c.Levels)
	c.Levels = slices.Compact(c.Levels)
	done, of := 0, 0
	c.Progress = func(d, o int) {
		if d < done {
			t.Errorf("progress went from %d to %d", done, d)
		}
		done, of = d, o
	}
	rows, err := run(t.Context(), c)
	if err != nil || done != of || done == 0 {
		t.Fatalf("got %v and %d of %d steps, want nil and all", err, done, of)
	}
	if want := 4 * len(c.Levels); len(rows) != want {
		t.Fatalf("got %d rows, want %d", len(rows), want)
	}
	for i, r := range rows {
		if r.Net != c.Nets[i/(2*len(c.Levels))].Name || r.Size != c.Sizes[i/len(c.Levels)%2] || r.Kernel != c.Levels[i%len(c.Levels)].String() {
			t.Errorf("row %d is of %s on %d with %s, want the order of nets, sizes and kernels", i, r.Net, r.Size, r.Kernel)
		}
		if !r.Same || r.Differences.Policy == 0 || len(r.KataGo) != 3 || len(r.Tengen) != 3 || r.Ratio.Rounds != 3 {
			t.Errorf("got %+v, want the same answers, rounded, and three rounds", r)
		}
		if r.Ratio.Least > r.Ratio.Median || r.Ratio.Median > r.Ratio.Most || r.Ratio.Least <= 0 || r.KataGo[0] != fakeSpeed || median(r.Peaks) <= 0 {
			t.Errorf("got %+v, want ordered ratios to %d evaluations a second", r, fakeSpeed)
		}
	}
	var b bytes.Buffer
	s := c.Setup("tengen test")
	if err := errors.Join(c.WriteSetup(&b, s), Write(&b, rows)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{s.CPU, "1.17.2, Eigen(CPU)", "\ntengen    test", "1 thread, medians of 3 rounds of 20ms", "net     board  kernel", "second  7x7    generic  400 ", " same\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table does not have %q:\n%s", want, b.String())
		}
	}
}

// TestRunFaults runs programs with faults. The finished rounds are kept.
func TestRunFaults(t *testing.T) {
	for how, want := range map[string]struct {
		err    string
		rounds int // number of finished rounds
	}{
		"cannot read the net": {"KataGo 1.17.2 cannot read small, which tengen reads; a newer KataGo may read it", 0},
		"is silent":           {"has no evaluations a second (nnEvals/s) for 1 threads; it ends with:", 0},
		"fails in round 2":    {"in round 2 of 3 of small on 9x9: ", 1},
		"answers wrong":       {"tengen and KataGo do not give the same answers for small on 9x9 with generic", 3},
	} {
		rows, err := run(t.Context(), comparison(t, useFake(t, how)))
		if err == nil || !strings.Contains(err.Error(), want.err) {
			t.Errorf("%s: got the error %v, want %q", how, err, want.err)
		}
		if how == "fails in round 2" && !strings.Contains(err.Error(), "two\nthree\nfour\nout of memory") {
			t.Errorf("%s: got the error %v, want the last lines of the program", how, err)
		}
		if want.rounds == 0 && len(rows) > 0 || want.rounds > 0 && (len(rows) != 1 || rows[0].Ratio.Rounds != want.rounds) {
			t.Errorf("%s: got the rows %+v, want %d rounds", how, rows, want.rounds)
		}
		if how == "answers wrong" && (len(rows) != 1 || rows[0].Same || rows[0].Differences.Win < 0.2) {
			t.Errorf("%s: got the rows %+v, want a difference of a quarter in the probability of winning", how, rows)
		}
	}
}

func TestRunInterrupted(t *testing.T) {
	c := comparison(t, useFake(t, "hangs in round 2"))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c.Progress = func(done, _ int) {
		if done == 2+2+1 { // the answers, the estimate, the first round, and tengen in the second one
			time.AfterFunc(50*time.Millisecond, stop)
		}
	}
	start := time.Now()
	rows, err := run(ctx, c)
	if !errors.Is(err, context.Canceled) || len(rows) != 1 || rows[0].Ratio.Rounds != 1 || time.Since(start) > 30*time.Second {
		t.Errorf("got %v and %+v after %v, want an interruption after one round", err, rows, time.Since(start))
	}
}

func TestRefused(t *testing.T) {
	p := useFake(t, "none")
	c := comparison(t, p)
	c.Sizes = []int{9, 5}
	if _, err := run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "boards from 7x7 to 19x19, not 5x5") {
		t.Errorf("a board of 5x5: got %v, want an error with the sizes", err)
	}
	c = comparison(t, p)
	human, err := WriteNet(c.Dir, "human", nn.Random(1, nn.RandomOptions{Version: 15, Metadata: true}))
	if err != nil {
		t.Fatal(err)
	}
	c.Nets = []Net{human}
	if _, err := run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "human imitates human players") {
		t.Errorf("a human SL net: got %v, want an error", err)
	}
	c.Nets = []Net{{"missing", filepath.Join(c.Dir, "missing.bin")}}
	if _, err := run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "missing.bin") {
		t.Errorf("a missing net: got %v, want an error with its name", err)
	}
}

func TestReadAnswer(t *testing.T) {
	const good = "symmetry 0\nwhiteWin 0.25\nwhiteLoss 0.75\nnoResult 0\nwhiteLead -1.5\npolicy\n0.5 NAN \npolicyPass 0.5\nwhiteOwnership\n-1 1\n"
	a, err := readAnswer(good, 2)
	if err != nil || a.win != 0.25 || a.loss != 0.75 || a.lead != -1.5 || len(a.policy) != 3 || !math.IsNaN(a.policy[1]) || a.policy[2] != 0.5 || a.ownership[1] != 1 {
		t.Errorf("got %+v, %v, want the numbers of the answer", a, err)
	}
	for text, want := range map[string]string{
		strings.Replace(good, "whiteLead", "lead", 1): "does not have whiteLead",
		strings.Replace(good, "0.25", "x", 1):         `has "x" in whiteWin, which is not a number`,
		strings.TrimSuffix(good, "1\n"):               "has 1 number for whiteOwnership, want 2",
	} {
		if _, err := readAnswer(text, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	d := netcheck.Difference{Policy: 0.5, Win: 0.5}
	include(&d, netcheck.Difference{Policy: 0.25, Win: 1, Lead: math.NaN()})
	if _, err := json.Marshal(d); err != nil || d.Policy != 0.5 || d.Win != 1 || d.Within(netcheck.Tolerance(nn.FastestLevel())) {
		t.Errorf("got %+v, %v, want the larger numbers, and one for NaN that JSON has", d, err)
	}
}

func TestWork(t *testing.T) {
	for _, c := range []struct {
		speed            float64
		visits, searches int
	}{{0.1, 8, 1}, {5, 15, 1}, {100, 100, 3}, {365, 100, 11}} {
		if v, n := work(c.speed, 3*time.Second); v != c.visits || n != c.searches {
			t.Errorf("%v evaluations a second: got %d searches of %d visits, want %d of %d", c.speed, n, v, c.searches, c.visits)
		}
	}
	if m := median([]float64{3, 1, 2}); m != 2 {
		t.Errorf("the median of 3, 1 and 2: got %v", m)
	}
	if m := median([]float64{4, 1}); m != 2.5 {
		t.Errorf("the median of 4 and 1: got %v", m)
	}
}

// TestRandom checks that nets with random weights have the shape that they are named after, and believable numbers.
func TestRandom(t *testing.T) {
	for _, name := range []string{"b6c96", "b10c128", "b10c128-narrow", "b7c96h3tfrs", "b18c384nbt-narrow"} {
		m, err := Random(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Info().Architecture; got != strings.TrimSuffix(name, narrow) {
			t.Errorf("%s: got the architecture %s", name, got)
		}
		net, err := nn.NewNet(m, nn.FastestLevel().Exact())
		if err == nil {
			err = netcheck.Believable(net)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"b18c385nbt": "did you mean b18c384nbt?", "": "the shapes are b6c96,"} {
		if err := CheckShape(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
}

// TestLargeShapes checks the other shapes: their names, and that they have about as many parameters as KataGo's nets.
func TestLargeShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("making large nets takes seconds: run without -short")
	}
	for name, millions := range map[string]float64{"b15c192": 10, "b20c256": 23.5, "b40c256": 47, "b18c384nbt": 26.5, "b28c512nbt": 73} {
		m, err := Random(name)
		if err != nil {
			t.Fatal(err)
		}
		i := m.Info()
		if p := float64(i.Parameters) / 1e6; i.Architecture != name || math.Abs(p/millions-1) > 0.05 {
			t.Errorf("%s: got the architecture %s with %.1f million parameters, want about %v", name, i.Architecture, p, millions)
		}
	}
}

// TestKataGo compares tengen with the KataGo that TENGEN_KATAGO names, on nets of every kind.
func TestKataGo(t *testing.T) {
	program := os.Getenv("TENGEN_KATAGO")
	if program == "" {
		t.Skip("TENGEN_KATAGO names no KataGo to compare with")
	}
	p, err := Find(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	c := comparison(t, p)
	for _, name := range []string{"b6c96", "b7c96h3tfrs", "b18c384nbt-narrow"} {
		m, err := Random(name)
		if err != nil {
			t.Fatal(err)
		}
		net, err := WriteNet(c.Dir, name, m)
		if err != nil {
			t.Fatal(err)
		}
		c.Nets = append(c.Nets, net)
	}
	c.Levels, c.Sizes, c.Rounds, c.Duration = DefaultLevels(), []int{7, 13}, 1, 100*time.Millisecond
	rows, err := run(t.Context(), c)
	if err != nil || len(rows) == 0 {
		t.Fatalf("got %d rows, %v, want the same answers", len(rows), err)
	}
	var b bytes.Buffer
	if err := Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", b.String())
	_, err = (&peer{p, nil}).ask(t.Context(), baduk.NewGame(baduk.MustRectangle(9, 7), baduk.Chinese()))
	if err == nil {
		t.Error("a board of 9x7: got no error, want one, because only squares are compared")
	}
}
