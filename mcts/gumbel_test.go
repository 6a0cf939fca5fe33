package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// bandit is an artificial game. Each first move has a true value, which is drawn with the seed. Every
// evaluation below a first move differs from this value by its own error. Priors are correlated with the
// values.
type bandit struct {
	worth, prior []float64
	seed         uint64
}

func newBandit(seed uint64, moves int) *bandit {
	rng := rand.New(rand.NewPCG(seed, 77))
	b := &bandit{seed: seed}
	for range moves {
		w := 0.5 + 0.12*rng.NormFloat64()
		b.worth = append(b.worth, min(max(w, 0.05), 0.95))
		b.prior = append(b.prior, math.Exp(3*(w-0.5)+0.8*rng.NormFloat64()))
	}
	normalise(b.prior)
	return b
}

func (b *bandit) Info() eval.Info { return eval.Info{Name: "bandit"} }

func (b *bandit) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		g := in[i].Game
		win := 0.5
		clear(out[i].Policy)
		if g.Len() == 0 {
			for p, v := range b.prior {
				out[i].Policy[p] = float32(v)
			}
		} else {
			rng := rand.New(rand.NewPCG(g.SearchKey(), b.seed))
			win = b.worth[g.Turn(0).Point] + 0.1*rng.NormFloat64()
			out[i].Policy[g.Graph().Len()] = 1
			for p := range g.Graph().Len() {
				if g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal {
					out[i].Policy[p] = 1
				}
			}
			sum := float32(0)
			for _, p := range out[i].Policy {
				sum += p
			}
			for p := range out[i].Policy {
				out[i].Policy[p] /= sum
			}
		}
		out[i].Win = float32(min(max(win, 0), 1))
		out[i].Lead, out[i].ScoreStdev = 0, 0
	}
	return ctx.Err()
}

// TestGumbelAtSmallBudgets: with few playouts sequential halving chooses better moves than the search that is
// used for large budgets. The test takes the average over many artificial games.
func TestGumbelAtSmallBudgets(t *testing.T) {
	games, budgets := 400, []int{4, 8, 16, 32, 48}
	if testing.Short() {
		games, budgets = 100, []int{8, 16}
	}
	g := rectangle(5, 5)
	for _, budget := range budgets {
		var mean [2]float64
		for kind := range mean {
			for seed := range uint64(games) {
				b := newBandit(seed, 25)
				s := searchOf(t, g, b, func(p *Params) {
					*p = NetParams()
					p.StaticScore, p.DynamicScore = 0, 0
					if kind == 1 {
						p.Gumbel = 50
					}
				})
				r, err := s.Run(t.Context(), Visits(budget), false)
				if err != nil {
					t.Fatal(err)
				}
				if r.Visits != budget {
					t.Fatalf("%d visits of %d", r.Visits, budget)
				}
				mean[kind] += b.worth[r.Moves[0].Move.Point] / float64(games)
			}
		}
		t.Logf("%d visits: %.4f by exploration, %.4f by halving", budget, mean[0], mean[1])
		if mean[1] < mean[0]-0.002 || budget > 4 && budget < 40 && mean[1] <= mean[0] {
			t.Errorf("%d visits: halving chooses moves worth %v, exploration %v", budget, mean[1], mean[0])
		}
	}
}

// TestGumbelScale: the larger the scale, the more the improved policy follows the values. With 0 it is the policy.
func TestGumbelScale(t *testing.T) {
	for seed := range uint64(20) {
		b := newBandit(seed, 25)
		worth := -1.0
		for _, scale := range []float64{0, 0.25, 1.4} {
			s := searchOf(t, rectangle(5, 5), b, func(p *Params) { *p = NetParams(); p.Gumbel, p.GumbelScale = 50, scale })
			r, err := s.Run(t.Context(), Visits(48), false)
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for p, w := range b.worth {
				mean += w * float64(r.Improved[p])
				if prior := b.prior[p]; scale == 0 && math.Abs(float64(r.Improved[p])-prior) > 1e-4 { // a search keeps priors in few bits
					t.Errorf("seed %d: with scale 0 move %d has %v, want its prior %v", seed, p, r.Improved[p], prior)
				}
			}
			if mean <= worth {
				t.Errorf("seed %d: with scale %v the improved policy is worth %v, not more than %v before", seed, scale, mean, worth)
			}
			worth = mean
		}
	}
}

// TestHalvings checks the plan: it has the right number of playouts, and the playouts of each move are in
// order.
func TestHalvings(t *testing.T) {
	for m := 1; m <= 16; m++ {
		for n := 1; n < 60; n++ {
			seq := halvings(m, n)
			count := map[int]int{}
			for k, v := range seq {
				if v > 0 && count[v-1] == 0 || k == 0 && v != 0 {
					t.Fatalf("%d moves, %d playouts: %v", m, n, seq)
				}
				count[v]++
			}
			if len(seq) != n || count[0] > m {
				t.Fatalf("%d moves, %d playouts: %v", m, n, seq)
			}
		}
	}
}

// TestGumbelIsDrawnBySeed: with noise the same seed draws the same moves, and another seed draws others. With
// a large number of playouts the search does not use the plan.
func TestGumbelIsDrawnBySeed(t *testing.T) {
	g := rectangle(5, 5)
	choose := func(seed uint64, visits int) uint64 {
		s := searchOf(t, g, newBandit(1, 25), func(p *Params) { *p = NetParams(); p.Gumbel, p.GumbelNoise, p.Seed = 50, 1, seed })
		run(t, s, Visits(visits))
		return fingerprint(s)
	}
	if first, returned := choose(1, 20), choose(1, 20); first != returned {
		t.Error("one seed, two searches")
	}
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		seen[choose(seed, 20)] = true
	}
	if len(seen) < 3 {
		t.Errorf("ten seeds drew %d ways", len(seen))
	}
}

// TestPlanCountsWhatWasDone: a playout may meet a leaf that another thread is evaluating. The plan does not
// count such a playout.
func TestPlanCountsWhatWasDone(t *testing.T) {
	s := searchOf(t, rectangle(2, 2), slow(eval.Hashed(3), time.Millisecond), func(p *Params) { *p = NetParams(); p.Threads, p.Gumbel = 8, 64 })
	run(t, s, Playouts(64))
	h := s.run.halving
	for _, i := range h.chosen {
		if visits := int(s.graph.edgesOf(s.rootNode)[i].visits); h.picks[i] > visits {
			t.Errorf("move %d has %d playouts of the plan, and %d visits", i, h.picks[i], visits)
		}
	}
	if len(h.returned) != 0 {
		t.Errorf("%d playouts of the plan were given back and not made", len(h.returned))
	}
}
