package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"tengen/nn"
)

func randomResult(rng *rand.Rand, area int) nn.Result {
	v := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	return nn.Result{Policy: [][]float32{v(area), v(area)}, Pass: v(2), Value: [3]float32(v(3)), Score: v(4), Ownership: v(area)}
}

// shares returns n shares that sum to 1.
func shares(rng *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	sum := float32(0)
	for i := range v {
		v[i] = rng.Float32()
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
	return v
}

func randomTarget(rng *rand.Rand, area int) Target {
	t := Target{Policy: shares(rng, area+1), Answer: shares(rng, area+1), Value: [3]float32(shares(rng, 3)), HasValue: true,
		Lead: float32(30 * rng.NormFloat64()), Score: float32(30 * rng.NormFloat64()), HasLead: true,
		Stdev: 20 * rng.Float32(), End: float32(30 * rng.NormFloat64()), EndShare: rng.Float32(), HasSpread: true, Ownership: make([]float32, area), Weight: 0.5 + rng.Float32()}
	for i := range t.Ownership {
		t.Ownership[i] = 2*rng.Float32() - 1
	}
	return t
}

// numbers lists all numbers of a result.
func numbers(r *nn.Result) []*float32 {
	var all []*float32
	for _, list := range [][]float32{r.Policy[0], r.Policy[1], r.Pass, r.Value[:], r.Score, r.Ownership} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// TestLoss compares the derivatives of the loss with finite differences.
func TestLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := nn.DefaultPostProcess()
	for range 20 {
		const area = 20
		out, target := randomResult(rng, area), randomTarget(rng, area)
		w := Weights{1, 0.3, 1.2, 1.5, 0.02, 0, 0.03}
		var by, unused nn.Result
		w.Loss(&out, p, &target, &by)
		derivatives := numbers(&by)
		for i, x := range numbers(&out) {
			old := *x
			const step = 1.0 / 256
			*x = old + step
			up := w.Loss(&out, p, &target, &unused).sum(w)
			*x = old - step
			down := w.Loss(&out, p, &target, &unused).sum(w)
			*x = old
			want := float64(target.Weight) * (up - down) / (2 * step)
			if math.Abs(float64(*derivatives[i])-want) > 2e-3*(1+math.Abs(want)) {
				t.Errorf("number %d: got %g, want %g", i, *derivatives[i], want)
			}
		}
		// The loss of the spread alone must not give the mean a gradient.
		w = Weights{Spread: 0.05}
		w.Loss(&out, p, &target, &by)
		if by.Score[0] != 0 {
			t.Error("the mean gets a gradient from the spread")
		}
		x := &out.Score[1]
		*x += 1.0 / 256
		up := w.Loss(&out, p, &target, &unused).sum(w)
		*x -= 2.0 / 256
		down := w.Loss(&out, p, &target, &unused).sum(w)
		if want := float64(target.Weight) * (up - down) * 128; math.Abs(float64(by.Score[1])-want) > 5e-3*(1+math.Abs(want)) {
			t.Errorf("spread: got %g, want %g", by.Score[1], want)
		}
	}
}

// TestLossByHand compares losses with numbers that were computed by hand.
func TestLossByHand(t *testing.T) {
	p := nn.DefaultPostProcess()
	out := nn.Result{Policy: [][]float32{{0, 0, 0}, {0, 0, 0}}, Pass: []float32{0, 0}, Score: make([]float32, 4), Ownership: make([]float32, 3)}
	target := Target{Policy: []float32{1, 0, 0, 0}, Value: [3]float32{0, 1, 0}, HasValue: true, Lead: -20, Score: -30, HasLead: true, Stdev: 8, End: -20, EndShare: 0.75, HasSpread: true, Ownership: []float32{1, -1, 0}, Weight: 2}
	var by nn.Result
	l := DefaultWeights().Loss(&out, p, &target, &by)
	off := 0.25*8 + 0.75*20*math.Sqrt(math.Pi/2) - 20*math.Ln2
	want := Losses{Policy: math.Log(4), Value: math.Log(3), Ownership: math.Ln2, Score: 12 * (30 - 6), Lead: 8 * (20 - 4), Spread: off * off / 2}
	for i, got := range []float64{l.Policy, l.Answer, l.Value, l.Ownership, l.Score, l.Spread, l.Lead} {
		if w := []float64{want.Policy, 0, want.Value, want.Ownership, want.Score, want.Spread, want.Lead}[i]; math.Abs(got-w) > 1e-6 {
			t.Errorf("part %d: got %g, want %g", i, got, w)
		}
	}
	if by.Policy[0][0] != -1.5 || by.Pass[0] != 0.5 || by.Policy[1][0] != 0 || by.Pass[1] != 0 {
		t.Errorf("got %+v, want -1.5 and 0.5 for the first policy and 0 for the second", by)
	}
	// An empty target gives no loss and no derivatives.
	l = DefaultWeights().Loss(&out, p, &Target{Weight: 1}, &by)
	for _, x := range numbers(&by) {
		if *x != 0 || l != (Losses{}) {
			t.Fatalf("got %+v, %+v, want zeros", l, by)
		}
	}
	// Large numbers must not overflow.
	out.Policy[0][1], out.Value[0], out.Score[1], out.Ownership[0] = 500, -500, 500, -500
	l = DefaultWeights().Loss(&out, p, &target, &by)
	if s := l.sum(DefaultWeights()); math.IsNaN(s) || math.IsInf(s, 0) || math.Abs(l.Policy-500) > 1e-3 {
		t.Errorf("got %+v, want a finite sum and a policy loss of 500", l)
	}
}
