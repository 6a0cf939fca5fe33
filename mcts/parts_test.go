package mcts

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

func TestParamsValidate(t *testing.T) {
	known := map[string]bool{}
	fields := reflect.TypeFor[Params]()
	for i := range fields.NumField() {
		f := fields.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		known[name] = true
		if _, bounded := ranges[name]; !bounded && f.Type.Kind() != reflect.Bool && name != "seed" && name != "maxBytes" && f.Type.Kind() != reflect.Struct {
			t.Errorf("nothing bounds %s, %q in JSON", f.Name, name)
		}
	}
	for name := range ranges {
		if !known[name] {
			t.Errorf("unknown parameter %q", name)
		}
	}
	for _, p := range []Params{RolloutParams(), NetParams()} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []func(*Params){
		func(p *Params) { p.CPUCT = -1 }, func(p *Params) { p.FPU = 3 }, func(p *Params) { p.RAVE = -1 },
		func(p *Params) { p.ExpandVisits = 0 }, func(p *Params) { p.StaticScore = 2 },
		func(p *Params) { p.MaxBytes = 5 }, func(p *Params) { p.WinFactor, p.StaticScore = 0, 0 },
		func(p *Params) { p.VirtualLoss = -1 }, func(p *Params) { p.Threads = 0 },
	} {
		p := RolloutParams()
		bad(&p)
		if _, err := New(eval.Uniform(), p); err == nil {
			t.Errorf("accepted %+v", p)
		}
	}
}

// TestSaturated compares the formula for the expectation with a numerical sum over many fine steps.
func TestSaturated(t *testing.T) {
	for _, mean := range []float64{-60, -7.5, -0.5, 0, 1, 12, 300} {
		for _, stdev := range []float64{0, 0.1, 3, 15, 60} {
			for _, scale := range []float64{6.75, 38} {
				sum, weights := 0.0, 0.0
				for x := -6.0; x <= 6; x += 0.001 {
					w := math.Exp(-x * x / 2)
					weights += w
					sum += w * math.Atan((mean+x*stdev)/scale) * 2 / math.Pi
				}
				tolerance := 1e-4
				if stdev > 3*scale {
					tolerance = 0.01 // the bend of the arc tangent falls between two steps; real scores are never so uncertain
				}
				if got, want := saturated(mean, stdev, scale), sum/weights; math.Abs(got-want) > tolerance {
					t.Errorf("%v±%v over %v: %v, want %v", mean, stdev, scale, got, want)
				}
			}
		}
	}
	w := valuer{p: &Params{WinFactor: 1, StaticScore: 0.1, DynamicScore: 0.3, CenterScale: 0.75, CenterZero: 0.2}, unit: 1, scale: 1, side: 19}
	w.recentre(30)
	if w.centre != 24 {
		t.Errorf("the centre is %v, not 24", w.centre)
	}
	w.recentre(300)
	if want := 300 - 19*0.75; w.centre != want {
		t.Errorf("the centre is %v, not %v", w.centre, want)
	}
	for _, mean := range []float64{-20, 0, 3, 40} {
		const h = 1e-3
		numeric := (w.utility(0.5, 0, mean+h, (mean+h)*(mean+h)) - w.utility(0.5, 0, mean-h, (mean-h)*(mean-h))) / (2 * h)
		if got := w.slope(mean); math.Abs(got-numeric) > 1e-6 {
			t.Errorf("at %v the slope is %v, by differences %v", mean, got, numeric)
		}
	}
}

// TestNoWorse compares the table with the numerical integral of the distribution.
func TestNoWorse(t *testing.T) {
	table := newTailTable(0.25)
	density := func(x float64) float64 { return 2 / (math.Pi * math.Sqrt(3)) / ((1 + x*x/3) * (1 + x*x/3)) }
	sum, at := 0.0, -3000.0
	for _, z := range []float64{-30, -5, -1, 0, 0.5, 2, 10} {
		for ; at < z; at += 1e-3 {
			sum += density(at+5e-4) * 1e-3
		}
		if got, want := table.of(z), math.Pow(sum+1e-4, 0.25); math.Abs(got-want) > 2e-3 {
			t.Errorf("%v: %v, want %v", z, got, want)
		}
	}
}

// TestPriors packs and unpacks numbers of all sizes, and keeps their order.
func TestPriors(t *testing.T) {
	last := candidate{}
	for p := float32(1e-9); p <= 1; p *= 1.001 {
		c := candidate{prior: packPrior(p)}
		if off := math.Abs(c.weight()/float64(p) - 1); off > 1.0/4096 {
			t.Fatalf("%v is off by %v", p, off)
		}
		if c.prior < last.prior {
			t.Fatalf("%v comes before a smaller prior", p)
		}
		last = c
	}
	if w := (candidate{prior: packPrior(1)}).weight(); w != 1 {
		t.Errorf("1 is %v", w)
	}
	if w := (candidate{prior: packPrior(1e-30)}).weight(); w <= 0 || w > 1e-9 {
		t.Errorf("next to nothing is %v", w)
	}
}

// TestPriorsAtTheRoot: temperature flattens priors. Noise depends on the seed, and the changed priors still
// sum to 1. With RootWide the search tries more moves.
func TestPriorsAtTheRoot(t *testing.T) {
	g := rectangle(5, 5)
	root := func(change func(*Params)) (priors []float64, tried int) {
		s := searchOf(t, g, eval.Hashed(3), func(p *Params) { *p = NetParams(); change(p) })
		r := run(t, s, Visits(120))
		list := make([]float64, 26)
		sum := 0.0
		moves := s.graph.movesOf(s.rootNode)
		for i, m := range moves {
			p := m.point()
			if p == baduk.Pass {
				p = 25
			}
			list[p] = s.prior(s.rootNode, moves, i)
			sum += list[p]
		}
		if math.Abs(sum-1) > 1e-3 {
			t.Errorf("the priors sum to %v", sum)
		}
		return list, len(r.Moves)
	}
	spread := func(list []float64) (sum float64) {
		for _, p := range list {
			sum += p * p
		}
		return sum
	}
	plain, tried := root(func(*Params) {})
	if flat, _ := root(func(p *Params) { p.RootTemperature = 2 }); spread(flat) >= spread(plain) {
		t.Error("a temperature of 2 does not flatten")
	}
	noise := func(seed uint64) float64 {
		list, _ := root(func(p *Params) { p.RootNoise, p.Seed = 0.25, seed })
		return list[7]
	}
	if noise(1) != noise(1) || noise(1) == noise(2) || noise(1) == plain[7] {
		t.Error("noise is not the seed's")
	}
	if _, wide := root(func(p *Params) { p.RootWide = 1 }); wide <= tried {
		t.Errorf("with luck %d moves were tried, %d without", wide, tried)
	}
	if _, n := root(func(p *Params) { p.RootSamples = 4 }); n == 0 {
		t.Error("no moves")
	}
}

// TestDirichlet: the noise sums to 1. On average over many draws each move gets its expected share.
func TestDirichlet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	priors := []float64{0.6, 0.3, 0.05, 0.049, 0.001}
	mean := make([]float64, len(priors))
	const draws = 20000
	for range draws {
		sum := 0.0
		for i, v := range dirichlet(rng, priors, 10.83) {
			sum += v
			mean[i] += v / draws
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("a draw sums to %v", sum)
		}
	}
	// Half of the noise is spread evenly. The other half depends on the logarithm of the prior, with priors
	// limited to 0.01.
	even := 0.5 / 5
	for i := range 4 {
		if want := even + 0.5/4; math.Abs(mean[i]-want) > 0.01 {
			t.Errorf("move %d has %v of the noise, want %v", i, mean[i], want)
		}
	}
	if math.Abs(mean[4]-even) > 0.01 {
		t.Errorf("the last move has %v of the noise, want %v", mean[4], even)
	}
}

// TestUncertainty: certain evaluations have a larger weight, up to the limit. The end of a game has the
// largest weight.
func TestUncertainty(t *testing.T) {
	p := NetParams()
	w := valuer{p: &p, unit: 1, scale: 1, side: 9}
	weight := func(win, score float32) float64 {
		return w.weight(&eval.Evaluation{WinError: win, ScoreError: score}, true)
	}
	if weight(0, 0) != p.UncertaintyMost || w.endWeight(true) != p.UncertaintyMost {
		t.Errorf("certainty weighs %v", weight(0, 0))
	}
	if !(weight(0.05, 1) > weight(0.1, 1) && weight(0.1, 1) > weight(0.1, 5)) {
		t.Error("less sure evaluations do not weigh less")
	}
	if w.weight(&eval.Evaluation{WinError: 0.3}, false) != 1 || w.endWeight(false) != 1 {
		t.Error("where nothing is known of errors evaluations do not weigh 1")
	}
}
