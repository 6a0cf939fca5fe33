package nn

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// grid returns a graph of rows and columns. If torus is true, opposite sides are joined. The points are shuffled.
func grid(t testing.TB, rng *rand.Rand, width, height int, torus bool) *Graph {
	t.Helper()
	at := rng.Perm(width * height)
	neighbours := make([][]int, len(at))
	join := func(p, q int) {
		if p != q && !slices.Contains(neighbours[p], q) {
			neighbours[p], neighbours[q] = append(neighbours[p], q), append(neighbours[q], p)
		}
	}
	for y := range height {
		for x := range width {
			if torus || x+1 < width {
				join(at[y*width+x], at[y*width+(x+1)%width])
			}
			if torus || y+1 < height {
				join(at[y*width+x], at[(y+1)%height*width+x])
			}
		}
	}
	g, err := NewGraph(neighbours)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// graphInput returns an input for a graph that resembles a position.
func graphInput(rng *rand.Rand, m *Model, g *Graph) Input {
	in := randomInput(rng, m, g.Points(), 1)
	in.Graph = g
	return in
}

// TestGraphReference: the reference computes a convolution over a graph as its definition says. The board is a path
// of three points.
func TestGraphReference(t *testing.T) {
	g, err := NewGraph([][]int{{1}, {0, 2}, {1}})
	if err != nil {
		t.Fatal(err)
	}
	e := &evaluation{width: 3, height: 1, graph: g}
	c := &Conv{KernelY: 1, KernelX: 3, In: 2, Out: 1, Weights: []float32{1, 10, 100, 1000, 10000, 100000}}
	out := e.conv(c, tensor{{1, 2, 3}, {-1, -2, 5}})
	want := []float64{
		1 - 10 + 2*100 - 2*1000 + 2*10000 - 2*100000,
		2 - 20 + 4*100 + 4*1000 + 3*10000 + 5*100000,
		3 + 50 + 2*100 - 2*1000 + 2*10000 - 2*100000,
	}
	if !slices.Equal(out[0], want) {
		t.Errorf("got %v, want %v", out[0], want)
	}
}

// TestGraphNet compares nets for graphs with the reference on every level.
func TestGraphNet(t *testing.T) {
	for i, o := range []RandomOptions{{Graph: true}, {Graph: true, Blocks: "rgr", Channels: 32}, {Graph: true, Blocks: "gr(rg)g", Channels: 24, PolicyChannels: 16}, {Graph: true, Blocks: "rg", Channels: 64, Mid: 64}} {
		m := Random(uint64(i), o)
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		for _, size := range [][2]int{{5, 5}, {1, 1}, {9, 9}, {2, 1}, {7, 3}} {
			g := grid(t, rng, size[0], size[1], size[0] == 5)
			in := []Input{graphInput(rng, m, g), graphInput(rng, m, g), graphInput(rng, m, g)}
			var want [3]Output
			for k := range in {
				var err error
				if want[k], err = Evaluate(m, in[k]); err != nil {
					t.Fatal(err)
				}
			}
			for _, l := range Levels() {
				n, err := NewNet(m, l)
				if err != nil {
					t.Fatal(err)
				}
				var w Workspace
				out := make([]Result, len(in))
				for range 2 {
					if err := n.Evaluate(&w, in, out); err != nil {
						t.Fatal(err)
					}
				}
				limit := 2e-4
				if n.Level().Integers() {
					limit = 0.05
				}
				for k := range in {
					if worst, what := largestDifference(&out[k], want[k]); worst > limit {
						t.Errorf("net %d, %v, %v: %s", i, l, size, what)
					}
				}
			}
		}
	}
}

// FuzzGraphNet compares nets for random graphs with the reference.
func FuzzGraphNet(f *testing.F) {
	f.Add(uint64(1), uint8(10), uint8(3))
	f.Add(uint64(2), uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, points, degree uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + int(points)
		neighbours := make([][]int, n)
		for range n * int(degree%8) / 2 {
			p, q := rng.IntN(n), rng.IntN(n)
			if p != q && !slices.Contains(neighbours[p], q) {
				neighbours[p], neighbours[q] = append(neighbours[p], q), append(neighbours[q], p)
			}
		}
		g, err := NewGraph(neighbours)
		if err != nil {
			t.Fatal(err)
		}
		m := Random(seed, RandomOptions{Graph: true, Blocks: "rg", Channels: 8 + int(seed%24)})
		in := graphInput(rng, m, g)
		want, err := Evaluate(m, in)
		if err != nil {
			t.Fatal(err)
		}
		net, err := NewNet(m, FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		out := make([]Result, 1)
		if err := net.Evaluate(&Workspace{}, []Input{in}, out); err != nil {
			t.Fatal(err)
		}
		r := &out[0]
		got := slices.Concat(r.Policy[0], r.Pass, r.Value[:], r.Score, r.Ownership)
		for i, w := range slices.Concat(want.Policy[0], want.Pass, want.Value[:], want.Score, want.Ownership) {
			if d := math.Abs(float64(got[i]) - w); !(d <= 1e-4*(1+math.Abs(w))) {
				t.Errorf("output %d: got %g, want %g", i, got[i], w)
			}
		}
	})
}

// TestGraphFile: a net for graphs can be written and read, with its board. A version of KataGo's nets in its place
// would be wrong, and so would a damaged board.
func TestGraphFile(t *testing.T) {
	m := Random(7, RandomOptions{Graph: true, Blocks: "rg"})
	m.Graph.Board, m.Graph.Key = "torus 7x7 ü", 0xfedc
	for _, o := range []WriteOptions{{}, {Text: true}, {Gzip: true}} {
		var file bytes.Buffer
		if err := Write(&file, m, o); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&file, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if *back.Graph != *m.Graph || back.Version != graphVersion || back.Info().Architecture != "g2c8" {
			t.Errorf("got %+v, version %d, %s", back.Graph, back.Version, back.Info().Architecture)
		}
		if in := graphInput(rand.New(rand.NewPCG(1, 1)), m, grid(t, rand.New(rand.NewPCG(1, 1)), 3, 3, false)); fmt.Sprint(Evaluate(m, in)) != fmt.Sprint(Evaluate(back, in)) {
			t.Error("the net that was read has other outputs")
		}
	}
	var file bytes.Buffer
	if err := Write(&file, m, WriteOptions{Text: true}); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	for _, bad := range []struct{ name, file, want string }{
		{"version", strings.Replace(text, wordGraph, "graph2", 1), `the version is "graph2"`},
		{"rectangle", strings.Replace(text, wordGraph+"\n000000000000fedc\ntorus%207x7%20%C3%BC", "8", 1), "28 input planes"},
		{"key", strings.Replace(text, "000000000000fedc", "000x", 1), "the key and the name of a board"},
		{"name", strings.Replace(text, "torus%20", "torus%2x", 1), "the key and the name of a board"},
		{"kernel", strings.Replace(text, "\n1\n3\n28\n8\n0\n0\n", "\n1\n3\n28\n8\n1\n1\n", 1), "net for graphs"},
	} {
		if _, err := Read(strings.NewReader(bad.file), Limits{}); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: got error %v, want one with %q", bad.name, err, bad.want)
		}
	}
	// A file that is cut off or changed anywhere gives an error or another net, and never a panic.
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		b := []byte(text)
		for range 1 + rng.IntN(3) {
			b[rng.IntN(min(len(b), 1<<rng.IntN(16)))] = byte(rng.IntN(128))
		}
		if _, err := Read(bytes.NewReader(b[:rng.IntN(len(b))]), Limits{}); err == nil {
			t.Error("a file that is cut off was read without an error")
		}
		if damaged, err := Read(bytes.NewReader(b), Limits{}); err == nil {
			if err := damaged.Check(); err != nil {
				t.Errorf("Read returned a net that is not sound: %v", err)
			}
		}
	}
	rectangle := Random(1, RandomOptions{Version: 8})
	rectangle.Graph = &GraphNet{}
	if err := rectangle.Check(); err == nil {
		t.Error("a net for rectangles passed as one for graphs")
	}
}

// TestGraphInput: inputs that do not fit the net or its graph are refused.
func TestGraphInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	m, flat := Random(1, RandomOptions{Graph: true}), Random(1, RandomOptions{Version: 8})
	g, h := grid(t, rng, 3, 3, false), grid(t, rng, 3, 3, true)
	sound := graphInput(rng, m, g)
	wide, missing, mask := sound, sound, graphInput(rng, m, g)
	wide.Width, wide.Height = 3, 3
	missing.Graph = nil
	mask.Spatial[3] = 0
	other := randomInput(rng, flat, 9, 1)
	other.Graph = g
	n, err := NewNet(m, FastestLevel())
	if err != nil {
		t.Fatal(err)
	}
	fn, err := NewNet(flat, FastestLevel())
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLearner(New("new", Architecture{Blocks: 1, Channels: 16, Graph: true}, 1), FastestLevel())
	if err != nil {
		t.Fatal(err)
	}
	for i, bad := range []struct {
		net *Net
		in  []Input
	}{{n, []Input{wide}}, {n, []Input{missing}}, {n, []Input{mask}}, {fn, []Input{other}}, {n, []Input{sound, graphInput(rng, m, h)}}} {
		if err := bad.net.Evaluate(&Workspace{}, bad.in, make([]Result, 2)); err == nil {
			t.Errorf("input %d was accepted", i)
		}
		if len(bad.in) == 1 {
			if _, err := Evaluate(bad.net.Model(), bad.in[0]); err == nil {
				t.Errorf("the reference accepted input %d", i)
			}
		}
		if bad.net == n && i != 2 { // the learner does not check the mask
			if err := l.Forward(&Tape{}, bad.in, make([]Result, 2)); err == nil {
				t.Errorf("the learner accepted input %d", i)
			}
		}
	}
	for _, bad := range [][][]int{nil, {{0}}, {{1}, {}}, {{1, 1}, {0, 0}}, {{2}, {0}}, {{-1}}} {
		if _, err := NewGraph(bad); err == nil {
			t.Errorf("the graph %v was accepted", bad)
		}
	}
}

// TestGraphEquivariance: if a position is turned by an automorphism of the board, the policy and the ownership turn
// with it, and the other outputs stay the same. Only the order of the sums differs, so the tolerance is 1e-5 of the
// typical output.
func TestGraphEquivariance(t *testing.T) {
	m := Random(4, RandomOptions{Graph: true, Blocks: "rgr", Channels: 32})
	rng := rand.New(rand.NewPCG(2, 2))
	const side = 5
	neighbours := make([][]int, side*side)
	for p := range neighbours {
		x, y := p%side, p/side
		for _, d := range [][2]int{{1, 0}, {side - 1, 0}, {0, 1}, {0, side - 1}} {
			neighbours[p] = append(neighbours[p], (y+d[1])%side*side+(x+d[0])%side)
		}
	}
	g, err := NewGraph(neighbours)
	if err != nil {
		t.Fatal(err)
	}
	n, err := NewNet(m, FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	in := graphInput(rng, m, g)
	for i := range in.Spatial[25:] {
		in.Spatial[25+i] = rng.Float32()
	}
	for range 20 {
		dx, dy, turn, mirror := rng.IntN(side), rng.IntN(side), rng.IntN(2) == 0, rng.IntN(2) == 0
		to := func(p int) int {
			x, y := (p%side+dx)%side, (p/side+dy)%side
			if turn {
				x, y = y, x
			}
			if mirror {
				x = side - 1 - x
			}
			return y*side + x
		}
		turned := in
		turned.Spatial = make([]float32, len(in.Spatial))
		for i, v := range in.Spatial {
			turned.Spatial[i-i%25+to(i%25)] = v
		}
		out := make([]Result, 2)
		if err := n.Evaluate(&Workspace{}, []Input{in, turned}, out); err != nil {
			t.Fatal(err)
		}
		want := Output{Policy: [][]float64{make([]float64, 25)}, Pass: wide(out[0].Pass), Value: [3]float64(wide(out[0].Value[:])), Score: wide(out[0].Score), Ownership: make([]float64, 25)}
		for p := range 25 {
			want.Policy[0][to(p)], want.Ownership[to(p)] = float64(out[0].Policy[0][p]), float64(out[0].Ownership[p])
		}
		if worst, what := largestDifference(&out[1], want); !(worst < 1e-5) || math.IsNaN(worst) {
			t.Errorf("shift %d %d, turned %v, mirrored %v: %s", dx, dy, turn, mirror, what)
		}
	}
}

// BenchmarkGraphNet measures evaluations on a grid of 9x9 points.
func BenchmarkGraphNet(b *testing.B) {
	m := New("new", Architecture{Blocks: 6, Channels: 64, Graph: true}, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	in := []Input{graphInput(rng, m, grid(b, rng, 9, 9, false))}
	n, err := NewNet(m, FastestLevel())
	if err != nil {
		b.Fatal(err)
	}
	var w Workspace
	out := make([]Result, 1)
	for b.Loop() {
		if err := n.Evaluate(&w, in, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
