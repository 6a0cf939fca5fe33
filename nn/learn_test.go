package nn

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// student returns a model that can learn. All its weights are random, including those that a new model sets
// to zero.
func student(seed uint64) *Model { return studentOf(Architecture{Blocks: 4, Channels: 32}, seed) }

func studentOf(a Architecture, seed uint64) *Model {
	return studentFrom(New("student", a, seed), seed)
}

// imitator returns a model with a metadata encoder that can learn. All its weights are random.
func imitator(seed uint64) *Model {
	m, err := WithMetadata(New("student", Architecture{Blocks: 4, Channels: 32}, seed), seed)
	if err != nil {
		panic(err)
	}
	return studentFrom(m, seed)
}

// studentFrom draws the weights of m that are zero, and the variances of a norm.
func studentFrom(m *Model, seed uint64) *Model {
	rng := rand.New(rand.NewPCG(seed, 1))
	l, err := NewLearner(m, FastestLevel().Exact())
	if err != nil {
		panic(err)
	}
	for _, p := range l.Parameters() {
		for i, v := range p.Values {
			if v == 0 {
				p.Values[i] = float32(rng.NormFloat64()) / 16
			}
		}
	}
	norm := &m.Trunk.Blocks[1].(*ResidualBlock).PreNorm
	for c := range norm.Variance {
		norm.Variance[c] = 0.5 + rng.Float32()
	}
	l.Update()
	return m
}

// randomPosition returns a random position.
func randomPosition(rng *rand.Rand, m *Model, width, height int) Input {
	in := Input{Width: width, Height: height, Spatial: make([]float32, m.Inputs*width*height), Global: make([]float32, m.Globals)}
	for i := range in.Spatial {
		if i < width*height || rng.IntN(4) == 0 {
			in.Spatial[i] = 1
		}
	}
	for i := range in.Global {
		in.Global[i] = float32(rng.NormFloat64())
	}
	for range m.MetaInputs() {
		in.Meta = append(in.Meta, float32(rng.NormFloat64()))
	}
	return in
}

// randomDerivatives returns random derivatives of a loss with respect to every result.
func randomDerivatives(rng *rand.Rand, area, scores int) Result {
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	return Result{Policy: [][]float32{random(area), make([]float32, area)}, Pass: []float32{random(1)[0], 0},
		Value: [3]float32(random(3)), Score: random(scores), Ownership: random(area)}
}

// gradients runs a forward and a backward pass over some positions. It returns the gradients and the results.
func gradients(t *testing.T, m *Model, level Level, in []Input, by []Result) (*Learner, [][]float32, []Result) {
	t.Helper()
	l, err := NewLearner(m, level)
	if err != nil {
		t.Fatal(err)
	}
	var tape Tape
	out := make([]Result, len(in))
	if err := l.Forward(&tape, in, out); err != nil {
		t.Fatal(err)
	}
	l.Backward(&tape, by)
	sums := noGradients(l)
	l.Gradients(&tape, sums)
	return l, sums, out
}

func noGradients(l *Learner) (all [][]float32) {
	for _, p := range l.Parameters() {
		all = append(all, make([]float32, len(p.Values)))
	}
	return all
}

// TestLearnerAgreesWithReference: a Learner computes the same outputs as Evaluate.
func TestLearnerAgreesWithReference(t *testing.T) {
	for i, level := range slices.Concat(Levels(), Levels(), Levels()) {
		graph := i < len(Levels())
		m := studentOf(Architecture{Blocks: 4, Channels: 32, Graph: graph}, 1)
		if i >= 2*len(Levels()) {
			m = imitator(1)
		}
		rng := rand.New(rand.NewPCG(2, 2))
		in := []Input{randomPosition(rng, m, 9, 9), randomPosition(rng, m, 9, 9), randomPosition(rng, m, 9, 9)}
		if graph {
			g := grid(t, rng, 6, 5, true)
			in = []Input{graphInput(rng, m, g), graphInput(rng, m, g), graphInput(rng, m, g)}
		}
		l, err := NewLearner(m, level)
		if err != nil {
			t.Fatal(err)
		}
		var tape Tape
		out := make([]Result, len(in))
		for range 2 { // the second pass reuses the memory
			if err := l.Forward(&tape, in, out); err != nil {
				t.Fatal(err)
			}
		}
		for i := range in {
			want, err := Evaluate(m, in[i])
			if err != nil {
				t.Fatal(err)
			}
			r := out[i]
			same := func(what string, got []float32, want []float64) {
				for j, w := range want {
					if math.Abs(float64(got[j])-w) > 1e-4*(1+math.Abs(w)) {
						t.Errorf("%v, %s %d: got %g, want %g", level, what, j, got[j], w)
						return
					}
				}
			}
			same("policy", r.Policy[0], want.Policy[0])
			same("pass", r.Pass, want.Pass[:1])
			if last := len(want.Policy) - 1; !slices.Equal(want.Policy[last], want.Policy[0]) || want.Pass[last] != want.Pass[0] {
				t.Error("the optimistic policy differs from the policy")
			}
			same("value", r.Value[:], want.Value[:])
			same("score", r.Score, want.Score)
			same("ownership", r.Ownership, want.Ownership)
		}
	}
}

// TestGradients compares gradients with difference quotients of the reference, in float64.
func TestGradients(t *testing.T) {
	levels := Levels()
	if testing.Short() {
		levels = []Level{FastestLevel().Exact()}
	}
	for _, level := range levels {
		for _, kind := range []struct {
			graph, meta   bool
			width, height int
		}{{false, false, 9, 9}, {false, false, 7, 5}, {true, false, 5, 5}, {true, false, 4, 3}, {false, true, 7, 5}} {
			m := studentOf(Architecture{Blocks: 4, Channels: 32, Graph: kind.graph}, 3)
			if kind.meta {
				m = imitator(3)
			}
			rng := rand.New(rand.NewPCG(4, 4))
			in := []Input{randomPosition(rng, m, kind.width, kind.height)}
			if kind.graph {
				in = []Input{graphInput(rng, m, grid(t, rng, kind.width, kind.height, kind.width == 5))}
			}
			by := []Result{randomDerivatives(rng, kind.width*kind.height, scoreOutputs(m.Version))}
			l, got, _ := gradients(t, m, level, in, by)
			loss := func() float64 {
				out, err := Evaluate(m, in[0])
				if err != nil {
					t.Fatal(err)
				}
				sum := out.Pass[0] * float64(by[0].Pass[0])
				for i, v := range by[0].Policy[0] {
					sum += float64(v)*out.Policy[0][i] + float64(by[0].Ownership[i])*out.Ownership[i]
				}
				for i, v := range by[0].Value {
					sum += float64(v) * out.Value[i]
				}
				for i, v := range by[0].Score {
					sum += float64(v) * out.Score[i]
				}
				return sum
			}
			for k, p := range l.Parameters() {
				if strings.HasPrefix(p.Name, "answer") {
					continue // the reference does not have these parameters
				}
				size := 0.0
				for _, g := range got[k] {
					size += float64(g) * float64(g)
				}
				size = math.Sqrt(size / float64(len(got[k])))
				if size == 0 {
					t.Errorf("the gradient of %s is 0, want another", p.Name)
				}
				for range 3 {
					i := rng.IntN(len(p.Values))
					old := p.Values[i]
					const step = 1.0 / (1 << 20) // small, because the derivative of the loss has jumps
					p.Values[i] = old + step
					after := float64(p.Values[i])
					up := loss()
					p.Values[i] = old - step
					before := float64(p.Values[i])
					down := loss()
					p.Values[i] = old
					want := (up - down) / (after - before)
					if g := float64(got[k][i]); math.Abs(g-want) > 2e-3*(size+math.Abs(want)) {
						t.Errorf("%v %v %s %d: got %g, want %g (typical size %g)", level, in[0].Width, p.Name, i, g, want, size)
					}
				}
			}
		}
	}
}

// TestAnswer: if both policies have the same weights and derivatives, they get the same gradients.
func TestAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	a, b := student(6), student(6)
	la, err := NewLearner(a, FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	in := []Input{randomPosition(rng, a, 9, 9)}
	first := randomDerivatives(rng, 81, scoreOutputs(a.Version))
	second := first
	second.Policy, second.Pass = [][]float32{first.Policy[1], first.Policy[0]}, []float32{first.Pass[1], first.Pass[0]}
	named := func(l *Learner, name string) int {
		for i, p := range l.Parameters() {
			if p.Name == name {
				return i
			}
		}
		t.Fatalf("the learner has no parameter %s", name)
		return 0
	}
	pairs := [][2]string{{"p2/w", "answer"}, {"matmulpass", "answer/pass"}}
	lb, err := NewLearner(b, FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		for _, l := range []*Learner{la, lb} {
			copy(l.Parameters()[named(l, p[1])].Values, l.Parameters()[named(l, p[0])].Values)
			l.Update()
		}
	}
	learn := func(l *Learner, by Result) [][]float32 {
		var tape Tape
		out := make([]Result, 1)
		if err := l.Forward(&tape, in, out); err != nil {
			t.Fatal(err)
		}
		for i, v := range out[0].Policy[0] {
			if out[0].Policy[1][i] != v || out[0].Pass[0] != out[0].Pass[1] {
				t.Fatal("both policies have the same weights, but not the same outputs")
			}
		}
		l.Backward(&tape, []Result{by})
		sums := noGradients(l)
		l.Gradients(&tape, sums)
		return sums
	}
	ga, gb := learn(la, first), learn(lb, second)
	for _, p := range pairs {
		i, j := named(la, p[0]), named(la, p[1])
		gb[i], gb[j] = gb[j], gb[i]
	}
	for k := range ga {
		for i, v := range ga[k] {
			if math.Abs(float64(v-gb[k][i])) > 1e-4*(1+math.Abs(float64(v))) {
				t.Fatalf("%s %d: got gradient %g, want %g as for the first policy", la.Parameters()[k].Name, i, gb[k][i], v)
			}
		}
	}
}

// TestBatches: the gradient of a batch is the sum of the gradients of its parts.
func TestBatches(t *testing.T) {
	for i, level := range slices.Concat(Levels(), Levels(), Levels()) {
		rng := rand.New(rand.NewPCG(7, 7))
		graph := i < len(Levels())
		m := studentOf(Architecture{Blocks: 4, Channels: 32, Graph: graph}, 8)
		if i >= 2*len(Levels()) {
			m = imitator(8)
		}
		g := grid(t, rng, 8, 6, true)
		var in []Input
		var by []Result
		for k := range 5 {
			in, by = append(in, randomPosition(rng, m, 8, 6)), append(by, randomDerivatives(rng, 48, scoreOutputs(m.Version)))
			if graph {
				in[k] = graphInput(rng, m, g)
			}
		}
		l, all, _ := gradients(t, m, level, in, by)
		sum := noGradients(l)
		var tape Tape
		for _, part := range [][2]int{{0, 1}, {1, 4}, {4, 5}} {
			out := make([]Result, part[1]-part[0])
			if err := l.Forward(&tape, in[part[0]:part[1]], out); err != nil {
				t.Fatal(err)
			}
			l.Backward(&tape, by[part[0]:part[1]])
		}
		l.Gradients(&tape, sum)
		for k := range all {
			size := 0.0
			for _, g := range all[k] {
				size += float64(g) * float64(g) / float64(len(all[k]))
			}
			for i, v := range all[k] {
				if math.Abs(float64(v-sum[k][i])) > 1e-3*math.Sqrt(size) {
					t.Fatalf("%v %s %d: got gradient %g for the batch, want the sum %g", level, l.Parameters()[k].Name, i, v, sum[k][i])
				}
			}
		}
		l.Gradients(&tape, sum)
		if _, again, _ := gradients(t, m, level, in, by); !nearlyEqual(sum, again) {
			t.Error("Gradients did not reset the gradients of the tape")
		}
	}
}

func nearlyEqual(a, b [][]float32) bool {
	for k := range a {
		for i := range a[k] {
			if math.Abs(float64(a[k][i]-b[k][i])) > 1e-2*(1+math.Abs(float64(b[k][i]))) {
				return false
			}
		}
	}
	return true
}
