package nn

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// collector is a codec that lists the weights of a model.
type collector struct{ found []*[]float32 }

func (c *collector) reading() bool                    { return false }
func (c *collector) ok() bool                         { return true }
func (c *collector) check(error)                      {}
func (c *collector) name(*string)                     {}
func (c *collector) word(*string, string)             {}
func (c *collector) number(*int, string)              {}
func (c *collector) real(*float64, string)            {}
func (c *collector) flag(*bool, string)               {}
func (c *collector) statistics(p *[]float32, n int)   { c.found = append(c.found, p) }
func (c *collector) floats(p *[]float32, dims ...int) { c.found = append(c.found, p) }

func floatsOf(m *Model) []*[]float32 {
	c := &collector{}
	m.code(c)
	return c.found
}

func newTestWriter(w io.Writer) *bufio.Writer { return bufio.NewWriter(w) }

// boardInput returns a random input. on reports whether a point of the planes is on the board.
func boardInput(m *Model, width, height int, seed uint64, on func(x, y int) bool) Input {
	rng := rand.New(rand.NewPCG(seed, 1))
	in := Input{Width: width, Height: height, Spatial: make([]float32, m.Inputs*width*height), Global: make([]float32, m.Globals), Meta: make([]float32, m.MetaInputs())}
	for y := range height {
		for x := range width {
			if !on(x, y) {
				continue
			}
			for c := range m.Inputs {
				value := float32(rng.IntN(2))
				if c == 0 {
					value = 1
				}
				in.Spatial[(c*height+y)*width+x] = value
			}
		}
	}
	for i := range in.Global {
		in.Global[i] = float32(rng.NormFloat64())
	}
	for i := range in.Meta {
		in.Meta[i] = float32(rng.IntN(2))
	}
	return in
}

func everywhere(int, int) bool { return true }

// flat lists all numbers of an output.
func (o *Output) flat() []float64 {
	var all []float64
	for _, p := range o.Policy {
		all = append(all, p...)
	}
	all = append(append(append(all, o.Pass...), o.Value[:]...), o.Score...)
	return append(all, o.Ownership...)
}

func mustEvaluate(t testing.TB, m *Model, in Input) Output {
	t.Helper()
	out, err := Evaluate(m, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBoardInLargerPlanes: the outputs of a board do not depend on the size of the planes that contain it.
func TestBoardInLargerPlanes(t *testing.T) {
	for name, o := range variants() {
		m := Random(5, o)
		const width, height = 5, 3
		small := boardInput(m, width, height, 7, everywhere)
		want := mustEvaluate(t, m, small)
		for _, place := range []struct{ w, h, left, top int }{{7, 6, 0, 0}, {9, 9, 3, 5}, {5, 4, 0, 1}} {
			large := Input{Width: place.w, Height: place.h, Spatial: make([]float32, m.Inputs*place.w*place.h), Global: small.Global, Meta: small.Meta}
			at := func(x, y int) int { return (y+place.top)*place.w + x + place.left }
			for c := range m.Inputs {
				for p := range width * height {
					large.Spatial[c*place.w*place.h+at(p%width, p/width)] = small.Spatial[c*width*height+p]
				}
			}
			out := mustEvaluate(t, m, large)
			got := Output{Pass: out.Pass, Value: out.Value, Score: out.Score}
			crop := func(in []float64) (cropped []float64) {
				for p := range width * height {
					cropped = append(cropped, in[at(p%width, p/width)])
				}
				return cropped
			}
			for _, p := range out.Policy {
				got.Policy = append(got.Policy, crop(p))
			}
			got.Ownership = crop(out.Ownership)
			g := got.flat()
			for i, w := range want.flat() {
				if math.Abs(g[i]-w) > 1e-9 {
					t.Fatalf("%s in %dx%d: number %d: got %v, want %v as in planes of its size", name, place.w, place.h, i, g[i], w)
				}
			}
		}
	}
}

// TestEveryWeightCounts: the weights of each layer of the golden nets change the output. If a layer had no
// effect, the comparison with KataGo would not test it.
func TestEveryWeightCounts(t *testing.T) {
	for _, name := range goldenNames(t) {
		m := goldenNet(t, name)
		c := goldenCases(t, name)[0]
		before := mustEvaluate(t, m, c.input())
		want := before.flat()
		for i, p := range floatsOf(m) {
			old := *p
			changed := make([]float32, len(old))
			for k, w := range old {
				changed[k] = w*1.25 + 0.03125
			}
			*p = changed
			after := mustEvaluate(t, m, c.input())
			*p = old
			largest := 0.0
			for k, g := range after.flat() {
				largest = max(largest, math.Abs(g-want[k]))
			}
			if largest < 1e-3 {
				t.Errorf("%s: changing list %d of the weights (%d numbers) changes the output by %v, want at least 1e-3", name, i, len(old), largest)
			}
		}
	}
}

// TestPooling compares pooling with numbers computed by hand. The board has 16 points, so sqrt(16)-14 is -10.
func TestPooling(t *testing.T) {
	e := &evaluation{width: 5, height: 4, mask: make([]bool, 20), points: 16}
	x := e.newTensor(2)
	for p := range e.mask {
		if p%5 == 4 {
			continue
		}
		e.mask[p] = true
		x[0][p] = 3
		x[1][p] = -2 // below the floor
	}
	x[0][6] = 19
	if got, want := e.pool(x), []float64{4, -2, -4, 2, 19, -1}; !reflect.DeepEqual(got, want) {
		t.Errorf("pool: got %v, want %v", got, want)
	}
	// The last third is mean*(100/100-0.1).
	if got, want := e.poolValue(x), []float64{4, -2, -4, 2, 3.6, -1.8}; !reflect.DeepEqual(got, want) {
		t.Errorf("poolValue: got %v, want %v", got, want)
	}
}

func TestActivations(t *testing.T) {
	for _, test := range []struct {
		kind    ActivationKind
		x, want float64
	}{
		{Identity, -3, -3}, {ReLU, -3, 0}, {ReLU, 3, 3},
		{Mish, 0, 0}, {Mish, 1, 0.86509838826731}, {Mish, -1, -0.30340146137410895}, {Mish, 1000, 1000}, {Mish, -1000, 0},
		{SiLU, 0, 0}, {SiLU, 1, 0.7310585786300049}, {SiLU, -1, -0.2689414213699951}, {SiLU, 1000, 1000}, {SiLU, -1000, 0},
	} {
		if got := test.kind.apply(test.x); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%v of %v is %v, want %v", test.kind, test.x, got, test.want)
		}
	}
}

// TestDilation: a dilated kernel computes the same as the larger kernel with zeros in the gaps.
func TestDilation(t *testing.T) {
	e := &evaluation{width: 6, height: 5, mask: make([]bool, 30)}
	rng := rand.New(rand.NewPCG(1, 1))
	in := e.newTensor(1)
	for p := range in[0] {
		in[0][p] = rng.NormFloat64()
	}
	small := Conv{KernelY: 3, KernelX: 3, In: 1, Out: 1, DilationY: 2, DilationX: 2}
	large := Conv{KernelY: 5, KernelX: 5, In: 1, Out: 1, DilationY: 1, DilationX: 1, Weights: make([]float32, 25)}
	for i := range 9 {
		w := float32(rng.NormFloat64())
		small.Weights = append(small.Weights, w)
		large.Weights[i/3*10+i%3*2] = w
	}
	for p, want := range e.conv(&large, in)[0] {
		if got := e.conv(&small, in)[0][p]; math.Abs(got-want) > 1e-12 {
			t.Fatalf("point %d: got %v, want %v", p, got, want)
		}
	}
}

func TestEvaluateRefuses(t *testing.T) {
	m := Random(1, RandomOptions{Blocks: "f", Metadata: true})
	for want, change := range map[string]func(in *Input){
		"3 by 0":                       func(in *Input) { in.Height = 0 },
		"22 planes":                    func(in *Input) { in.Spatial = in.Spatial[1:] },
		"global numbers, and needs 19": func(in *Input) { in.Global = nil },
		"metadata, and needs 192":      func(in *Input) { in.Meta = nil },
		"the mask is 0.5":              func(in *Input) { in.Spatial[2] = 0.5 },
		"has no point of the board":    func(in *Input) { clear(in.Spatial) },
	} {
		in := boardInput(m, 3, 3, 1, everywhere)
		change(&in)
		if _, err := Evaluate(m, in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	m.Trunk.Blocks[0].(*FeedForward).Gate = nil
	if err := m.Check(); err != nil {
		t.Errorf("Check of a block without gate: got %v, want no error", err)
	}
	if _, err := Evaluate(m, boardInput(m, 3, 3, 1, everywhere)); err == nil || !strings.Contains(err.Error(), "no gate") {
		t.Errorf("evaluating a block without gate: got %v, want an error", err)
	}
}

// TestRandomIsTheSame: the same seed gives the same net, and another seed another net.
func TestRandomIsTheSame(t *testing.T) {
	o := RandomOptions{Blocks: "rg(r)af", Rope: RopeFixed}
	if !reflect.DeepEqual(Random(3, o), Random(3, o)) {
		t.Error("the same seed gives two nets")
	}
	if reflect.DeepEqual(Random(3, o).Trunk, Random(4, o).Trunk) {
		t.Error("two seeds give one net")
	}
	for _, blocks := range []string{"x", "(r", "r)"} {
		func() {
			defer func() {
				if r := recover(); !strings.Contains(fmt.Sprint(r), "nn: Random") {
					t.Errorf("%s: got panic %v, want one of Random", blocks, r)
				}
			}()
			Random(1, RandomOptions{Blocks: blocks})
			t.Errorf("%s: got a net, want a panic", blocks)
		}()
	}
}
