package nn

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNewLearns: a new net learns a position by heart, and remains valid. NewLearner refuses models that
// cannot learn.
func TestNewLearns(t *testing.T) {
	m := New("new", Architecture{Blocks: 3, Channels: 32}, 1)
	rng := rand.New(rand.NewPCG(9, 9))
	l, err := NewLearner(m, FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	in := []Input{randomPosition(rng, m, 7, 7)}
	var tape Tape
	out := make([]Result, 1)
	var first, last float64
	for step := range 60 {
		if err := l.Forward(&tape, in, out); err != nil {
			t.Fatal(err)
		}
		// The loss is half the sum of squared differences from the targets.
		by := Result{Policy: [][]float32{make([]float32, 49), make([]float32, 49)}, Pass: []float32{0, 0}, Score: make([]float32, 4), Ownership: make([]float32, 49)}
		last = 0
		for i := range 49 {
			by.Policy[0][i] = out[0].Policy[0][i] - float32(i%3)
			by.Policy[1][i] = out[0].Policy[1][i] - float32(i%2)
			last += float64(by.Policy[0][i]*by.Policy[0][i]) + float64(by.Policy[1][i]*by.Policy[1][i])
		}
		if step == 0 {
			first = last
		}
		l.Backward(&tape, []Result{by})
		sums := noGradients(l)
		l.Gradients(&tape, sums)
		for k, p := range l.Parameters() {
			for i := range p.Values {
				p.Values[i] -= 0.001 * sums[k][i]
			}
		}
		l.Update()
	}
	if !(last < first/4) {
		t.Errorf("the loss goes from %g to %g, want less than a quarter", first, last)
	}
	if m.Check() != nil {
		t.Error(m.Check())
	}
	for _, bad := range []RandomOptions{{Version: 8}, {Version: 15}, {Version: 11, Blocks: "r(r)"}} {
		if _, err := NewLearner(Random(1, bad), FastestLevel().Exact()); err == nil || !strings.Contains(err.Error(), "learn") {
			t.Errorf("%+v: got %v, want an error that says it cannot learn", bad, err)
		}
	}
}

func TestParseArchitecture(t *testing.T) {
	for _, text := range []string{"b6c96", "b1c16", "b10c128", "g6c64"} {
		if a, err := ParseArchitecture(text); err != nil || a.String() != text {
			t.Errorf("got %v, %v, want %s", a, err, text)
		}
	}
	for _, text := range []string{"", "b6", "6c96", "b6c96x", "b0c96", "b6c90", "b6c2048", "b06c96", "g", "gb6c64", "g6c64g", "bg6c64"} {
		if _, err := ParseArchitecture(text); err == nil {
			t.Errorf("%q: got an architecture, want an error", text)
		}
	}
}

// BenchmarkLearner measures a forward pass, a backward pass and taking the gradients of a batch.
func BenchmarkLearner(b *testing.B) {
	for _, c := range []struct {
		name string
		side int
	}{{"b6c96", 19}, {"b6c96", 9}, {"b6c64", 19}, {"b6c64", 9}, {"g6c64", 9}} {
		a, err := ParseArchitecture(c.name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(c.name, "/", c.side), func(b *testing.B) {
			m := New("new", a, 1)
			l, err := NewLearner(m, FastestLevel().Exact())
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			const at, batch = 8, 64
			var in []Input
			var by []Result
			for range at {
				in, by = append(in, randomPosition(rng, m, c.side, c.side)), append(by, randomDerivatives(rng, c.side*c.side, 4))
			}
			if a.Graph {
				g := grid(b, rng, c.side, c.side, false)
				for i := range in {
					in[i] = graphInput(rng, m, g)
				}
			}
			out := make([]Result, at)
			sums := noGradients(l)
			var tape Tape
			b.ReportAllocs()
			for b.Loop() {
				for range batch / at {
					if err := l.Forward(&tape, in, out); err != nil {
						b.Fatal(err)
					}
					l.Backward(&tape, by)
				}
				l.Gradients(&tape, sums)
				l.Update()
			}
			b.ReportMetric(float64(batch*b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
