package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// randomInput returns an input that resembles a position: sparse planes and a mask of ones.
func randomInput(rng *rand.Rand, m *Model, width, height int) Input {
	area := width * height
	in := Input{Width: width, Height: height, Spatial: make([]float32, m.Inputs*area), Global: make([]float32, m.Globals)}
	for i := range in.Spatial {
		if i < area || rng.IntN(8) == 0 {
			in.Spatial[i] = 1
		}
	}
	for i := range in.Global {
		in.Global[i] = float32(rng.NormFloat64()) / 2
	}
	for range m.MetaInputs() {
		in.Meta = append(in.Meta, float32(rng.IntN(2)))
	}
	return in
}

// largestDifference returns the largest difference between the numbers of two outputs, relative to their typical
// size. It also returns the name of the number that differs most.
func largestDifference(got *Result, want Output) (worst float64, what string) {
	check := func(name string, got []float32, want []float64) {
		size := 0.0
		for _, w := range want {
			size += w * w
		}
		size = math.Sqrt(size/float64(len(want))) + 1e-6
		if len(got) != len(want) {
			worst, what = math.Inf(1), name
			return
		}
		for i, w := range want {
			if d := math.Abs(float64(got[i])-w) / size; !(d <= worst) {
				worst, what = d, fmt.Sprintf("%s %d: %g, want %g", name, i, got[i], w)
			}
		}
	}
	for i := range want.Policy {
		check(fmt.Sprint("policy ", i), got.Policy[i], want.Policy[i])
	}
	check("pass", got.Pass, want.Pass)
	check("value", got.Value[:], want.Value[:])
	check("score", got.Score, want.Score)
	check("ownership", got.Ownership, want.Ownership)
	return worst, what
}

var sizes = [][2]int{{19, 19}, {9, 9}, {13, 13}, {7, 3}, {2, 2}, {1, 5}, {8, 8}}

// compareWithReference compares a net with the reference on every level.
func compareWithReference(t *testing.T, m *Model, sizes [][2]int, tolerance float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range sizes {
		in := randomInput(rng, m, size[0], size[1])
		want, err := Evaluate(m, in)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range append(Levels(), FastestLevel().Exact()) {
			prepare := NewNet
			if i == len(Levels()) {
				prepare = NewCompactNet
			}
			n, err := prepare(m, l)
			if err != nil {
				t.Fatal(err)
			}
			limit := tolerance
			if n.Level().Integers() {
				limit = 0.05
			}
			var w Workspace
			got := make([]Result, 1)
			for range 2 { // the second evaluation reuses the memory
				if err := n.Evaluate(&w, []Input{in}, got); err != nil {
					t.Fatal(err)
				}
				if d, what := largestDifference(&got[0], want); !(d <= limit) {
					t.Fatalf("version %d, %v, %v: off by %.2g, want at most %.2g: %s", m.Version, size, l, d, limit, what)
				}
			}
		}
	}
}

func TestNetOfEveryVersion(t *testing.T) {
	for version := OldestVersion; version <= NewestVersion; version++ {
		compareWithReference(t, Random(uint64(version), RandomOptions{Version: version}), sizes, 2e-4)
	}
}

func TestNetOfEveryBlock(t *testing.T) {
	for i, o := range []RandomOptions{
		{Version: 8, Blocks: "rgr", Kernel: 5, Channels: 24},
		{Version: 11, Blocks: "(rg)g(r(gr))", Channels: 40, Activations: []ActivationKind{Mish, ReLU, SiLU, Identity}},
		{Version: 12, Blocks: "((r)g)", Channels: 32},
		{Version: 15, Blocks: "r(r)", Metadata: true, Activations: []ActivationKind{SiLU}},
		{Version: 17, Blocks: "afaf", Channels: 24, Rope: RopeFixed, TipRMS: true},
		{Version: 17, Blocks: "ra(af)fg", Channels: 32, Heads: 4, KVHeads: 2, QueryDim: 6, ValueDim: 5, Rope: RopeLearnable, TipRMS: true, TipSpatial: true, Policies: 4},
		{Version: 17, Blocks: "af", Heads: 3, QueryDim: 2, ValueDim: 7},
		{Version: 16, Blocks: "rg", Channels: 100},
	} {
		compareWithReference(t, Random(uint64(i), o), sizes, 2e-4)
	}
}

func sharedModel(t testing.TB, name string) *Model {
	t.Helper()
	m, err := ReadFile(filepath.Join("..", "..", "shared", "models", name), Limits{})
	if os.IsNotExist(err) {
		t.Skipf("no model %s: skipped", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var models = []string{"g170-b6c96-s175395328-d26788732.bin.gz", "b7c96h3tfrs-test5-cnorm.bin.gz", "b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz"}

func TestRealNets(t *testing.T) {
	for _, name := range models {
		t.Run(name, func(t *testing.T) {
			compareWithReference(t, sharedModel(t, name), [][2]int{{19, 19}, {9, 9}, {13, 7}}, 1e-3)
		})
	}
}

// TestWorkspaceOfAnotherNet: one Workspace can serve several nets, and boards of any size.
func TestWorkspaceOfAnotherNet(t *testing.T) {
	var w Workspace
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 6 {
		m := Random(uint64(i%2), RandomOptions{Version: 8 + i%2})
		n, err := NewNet(m, FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		in := randomInput(rng, m, 5+i%3, 7)
		want, err := Evaluate(m, in)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]Result, 1)
		if err := n.Evaluate(&w, []Input{in}, got); err != nil {
			t.Fatal(err)
		}
		if d, what := largestDifference(&got[0], want); !(d <= 2e-4) {
			t.Errorf("off by %.2g, want at most 2e-4: %s", d, what)
		}
	}
}

// TestBatch: the outputs of a position do not depend on the other positions of the batch, bit by bit.
func TestBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for i, o := range []RandomOptions{
		{Version: 8, Blocks: "rg"}, {Version: 12, Blocks: "((r)g)"}, {Version: 17, Blocks: "afaf", Rope: RopeFixed, TipRMS: true},
		{Version: 17, Blocks: "ra(af)fg", Rope: RopeLearnable, TipRMS: true, TipSpatial: true}, {Version: 15, Blocks: "g", Kernel: 5, Metadata: true, Activations: []ActivationKind{Mish}},
	} {
		m := Random(uint64(i), o)
		for _, l := range Levels() {
			n, err := NewNet(m, l)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range [][2]int{{9, 9}, {5, 7}, {19, 19}} {
				var in []Input
				for range 11 {
					in = append(in, randomInput(rng, m, size[0], size[1]))
				}
				alone, together := make([]Result, len(in)), make([]Result, len(in))
				var w Workspace
				for k := range in {
					if err := n.Evaluate(&w, in[k:k+1], alone[k:]); err != nil {
						t.Fatal(err)
					}
				}
				for _, many := range []int{3, 11, 2} {
					for k := 0; k < len(in); k += many {
						if err := n.Evaluate(&w, in[k:min(k+many, len(in))], together[k:]); err != nil {
							t.Fatal(err)
						}
					}
					if !reflect.DeepEqual(alone, together) {
						t.Fatalf("%v, %v, %v: the outputs of batches of %d differ from those of single positions", o, l, size, many)
					}
				}
			}
		}
	}
}

func TestMixedSizes(t *testing.T) {
	m := Random(1, RandomOptions{Version: 8})
	n, err := NewNet(m, FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	var w Workspace
	err = n.Evaluate(&w, []Input{randomInput(rng, m, 9, 9), randomInput(rng, m, 9, 7)}, make([]Result, 2))
	if err == nil || !strings.Contains(err.Error(), "9x9 and 9x7") {
		t.Errorf("boards of two sizes at once: got %v, want an error", err)
	}
}

func TestNoMemory(t *testing.T) {
	m := Random(1, RandomOptions{Version: 8})
	rng := rand.New(rand.NewPCG(3, 3))
	in := []Input{randomInput(rng, m, 9, 9), randomInput(rng, m, 9, 9), randomInput(rng, m, 9, 9)}
	for _, l := range Levels() {
		n, err := NewNet(m, l)
		if err != nil {
			t.Fatal(err)
		}
		var w Workspace
		out := make([]Result, len(in))
		for many := len(in); many > 0; many-- {
			if allocs := testing.AllocsPerRun(5, func() {
				if err := n.Evaluate(&w, in[:many], out); err != nil {
					t.Fatal(err)
				}
			}); allocs != 0 {
				t.Errorf("%v: %g allocations in an evaluation of %d positions, want 0", l, allocs, many)
			}
		}
	}
}

func BenchmarkNet(b *testing.B) {
	for _, name := range models {
		m := sharedModel(b, name)
		for _, side := range []int{19, 13, 9} {
			for _, l := range Levels() {
				b.Run(fmt.Sprintf("%s/%d/%v", name[:8], side, l), func(b *testing.B) {
					n, err := NewNet(m, l)
					if err != nil {
						b.Fatal(err)
					}
					in := randomInput(rand.New(rand.NewPCG(5, 5)), m, side, side)
					var w Workspace
					out := make([]Result, 1)
					b.ReportAllocs()
					for b.Loop() {
						if err := n.Evaluate(&w, []Input{in}, out); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
				})
			}
		}
	}
}

// TestTooManyChannels: NewNet refuses a layer that is too large for the kernels.
func TestTooManyChannels(t *testing.T) {
	m := Random(1, RandomOptions{Version: 8, Blocks: "r"})
	c := &m.PolicyHead.P2Conv
	c.Out = 5000
	c.Weights = make([]float32, c.KernelX*c.KernelY*c.In*c.Out)
	if _, err := NewNet(m, FastestLevel().Exact()); err == nil || !strings.Contains(err.Error(), "5000 channels") {
		t.Errorf("a layer of 5000 channels: got %v, want an error", err)
	}
}

// TestEqualNames: layers with the same name remain different layers.
func TestEqualNames(t *testing.T) {
	m := Random(4, RandomOptions{Version: 17, Blocks: "gaa", Rope: RopeLearnable, TipRMS: true})
	for _, b := range m.Trunk.Blocks {
		switch b := b.(type) {
		case *PoolingBlock:
			b.GPoolToBias.Name = "same"
		case *Attention:
			b.Name = "same"
		}
	}
	m.PolicyHead.GPoolToBias.Name, m.PolicyHead.GPoolToPass.Name, m.ValueHead.V2Mul.Name = "same", "same", "same"
	compareWithReference(t, m, sizes, 2e-4)
}

// TestBatchSize: with AVX-512, the boards of a pass are the best batch. With other instructions batches save no time.
func TestBatchSize(t *testing.T) {
	for _, l := range Levels() {
		n, err := NewNet(New("random", Architecture{Blocks: 1, Channels: 32}, 1), l)
		if err != nil {
			t.Fatal(err)
		}
		for size, pass := range map[int]int{5: 18, 7: 4, 9: 4, 13: 2, 19: 1} {
			best := 1
			if l.Exact().String() == "avx512" {
				best = pass
			}
			if got := n.together(size, size); got != pass {
				t.Errorf("%v: %d boards of %dx%d in a pass, want %d", l, got, size, size, pass)
			}
			if got := n.Batch(size, size); got != best {
				t.Errorf("%v: %d boards of %dx%d in a call, want %d", l, got, size, size, best)
			}
		}
	}
}
