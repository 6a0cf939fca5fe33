package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/nn"
)

// bowl returns half the sum of k*(x-goal)² and its gradient. The factors k differ by orders of
// magnitude.
func bowl(x, goal []float32) (loss float64, g []float32) {
	for i, v := range x {
		k := float32(math.Pow(4, float64(i%4)))
		loss += float64(k*(v-goal[i])*(v-goal[i])) / 2
		g = append(g, k*(v-goal[i]))
	}
	return loss, g
}

// TestOptimizers checks that each method finds the minimum of a bowl under noise, and that the averaged
// weights are nearer to it than the last weights.
func TestOptimizers(t *testing.T) {
	for _, method := range []Method{AdamW, Momentum, Muon} {
		rng := rand.New(rand.NewPCG(1, 1))
		goal := []float32{1, -2, 0.5, 3, -1, 2, 0, 1}
		p := DefaultOptimizerParams(4000)
		p.Method, p.Decay, p.Rate, p.Final, p.Average = method, 0, 0.02, 1, 0.99
		switch method {
		case Momentum:
			p.Rate = 0.001
		case Muon:
			p.Rate = 0.01
		}
		values := make([]float32, len(goal))
		o, err := NewOptimizer(p, []nn.Parameter{{Name: "x", Values: values, Product: true, Rows: 4, Columns: 2}}, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		var now, mean float64
		for step := range p.Steps {
			_, g := bowl(values, goal)
			for i := range g {
				g[i] = 16 * (g[i] + float32(rng.NormFloat64()))
			}
			if _, err := o.Step([][]float32{g}, 16); err != nil {
				t.Fatal(err)
			}
			if step > p.Steps/2 {
				loss, _ := bowl(values, goal)
				now += loss
				before := slices.Clone(values)
				if err := o.Averaged(func() error {
					loss, _ := bowl(values, goal)
					mean += loss
					return nil
				}); err != nil || !slices.Equal(before, values) {
					t.Fatalf("after Averaged: the weights have changed, or %v", err)
				}
			}
		}
		if now /= float64(p.Steps / 2); now > 1 || mean/float64(p.Steps/2) > max(now/2, 0.1) {
			t.Errorf("%v: got a loss of %g, and %g of the average, want less", method, now, mean/float64(p.Steps/2))
		}
	}
}

// TestSteps compares steps with numbers computed by hand.
func TestSteps(t *testing.T) {
	step := func(p OptimizerParams, product bool, gradients ...float32) []float32 {
		values := []float32{2}
		o, err := NewOptimizer(p, []nn.Parameter{{Name: "x", Values: values, Product: product}}, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		var all []float32
		for _, g := range gradients {
			if _, err := o.Step([][]float32{{g}}, 2); err != nil {
				t.Fatal(err)
			}
			all = append(all, values[0])
		}
		return all
	}
	near := func(what string, got, want []float32) {
		for i := range want {
			if math.Abs(float64(got[i]-want[i])) > 1e-5 {
				t.Errorf("%s: got %v, want %v", what, got, want)
			}
		}
	}
	p := OptimizerParams{Method: Momentum, Rate: 0.1, Steps: 1, Final: 1, Beta1: 0.5}
	near("momentum", step(p, true, 2, 2), []float32{1.9, 1.75})
	p.Decay = 1
	near("decay", step(p, true, 0, 0), []float32{1.8, 1.62})
	near("a bias does not decay", step(p, false, 0, 0), []float32{2, 2})
	p.Decay, p.Clip = 0, 0.5
	near("clip", step(p, true, 2, -20), []float32{1.95, 1.975})
	a := OptimizerParams{Rate: 0.1, Steps: 1, Final: 1, Beta1: 0.9, Beta2: 0.99}
	near("adam", step(a, true, 3, 3, 3), []float32{1.9, 1.8, 1.7})
}

func TestRate(t *testing.T) {
	p := OptimizerParams{Rate: 1, Warmup: 10, Steps: 110, Final: 0.1}
	for step, want := range map[int]float64{0: 0.1, 4: 0.5, 9: 1, 10: 1, 60: 0.55, 110: 0.1, 1000: 0.1} {
		if got := p.rateAt(step); math.Abs(got-want) > 1e-9 {
			t.Errorf("step %d: got %g, want %g", step, got, want)
		}
	}
}

// TestNotFinite checks that a gradient that is not finite is an error and changes nothing.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		values := []float32{1, 2}
		o, err := NewOptimizer(DefaultOptimizerParams(10), []nn.Parameter{{Name: "fine", Values: values[:1]}, {Name: "conv7", Values: values[1:]}}, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Step([][]float32{{1}, {bad}}, 1); err == nil || !strings.Contains(err.Error(), "conv7") {
			t.Errorf("got error %v, want one that names conv7", err)
		}
		if !slices.Equal(values, []float32{1, 2}) || o.step != 0 {
			t.Errorf("got %v after %d steps, want no change and 0", values, o.step)
		}
	}
	p := DefaultOptimizerParams(10)
	for _, change := range []func(){func() { p.Rate = math.NaN() }, func() { p.Beta2 = 1 }, func() { p.Steps = 0 }, func() { p.Clip = -1 }} {
		p = DefaultOptimizerParams(10)
		change()
		if _, err := NewOptimizer(p, nil, nn.FastestLevel().Exact()); err == nil {
			t.Errorf("%+v was accepted, want an error", p)
		}
	}
}
