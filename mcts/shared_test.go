package mcts

import (
	"bytes"
	"context"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// rectangle returns a new game on a rectangular board.
func rectangle(width, height int) *baduk.Game {
	return baduk.NewGame(baduk.MustRectangle(width, height), baduk.TrompTaylor())
}

// newSearch returns a search with an evaluator. change may change the default parameters.
func newSearch(t *testing.T, e eval.Evaluator, change func(*Params)) *Search {
	t.Helper()
	p := RolloutParams()
	if change != nil {
		change(&p)
	}
	s, err := New(e, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// searchOf returns a new search of a game.
func searchOf(t *testing.T, g *baduk.Game, e eval.Evaluator, change func(*Params)) *Search {
	t.Helper()
	s := newSearch(t, e, change)
	s.SetGame(g)
	return s
}

// run runs a search and checks the graph afterwards.
func run(t *testing.T, s *Search, stop Stopper) Result {
	t.Helper()
	r, err := s.Run(t.Context(), stop, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
	return r
}

// saved runs a search with the given number of playouts and returns it in its saved form.
func saved(tb testing.TB, s *Search, playouts int) []byte {
	tb.Helper()
	if _, err := s.Run(tb.Context(), Playouts(playouts), false); err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// netLike sets all parameters to those for nets.
func netLike(p *Params) { *p = NetParams() }

// fingerprint returns a hash of everything in the graph. The hash does not depend on the indexes of
// nodes.
func fingerprint(s *Search) uint64 {
	h := uint64(14695981039346656037)
	add := func(x uint64) { h = (h ^ x) * 1099511628211 }
	name := map[int32]uint64{}
	order := s.reachable()
	for k, i := range order {
		name[i] = uint64(k)
	}
	for _, i := range order {
		n := s.graph.nodes.at(i)
		v := n.value
		for _, f := range []float{v.win, v.noResult, v.lead, v.mean, v.square, v.utility, v.utilitySq, v.weight, v.weightSq} {
			add(uint64(f))
		}
		add(n.key)
		add(uint64(n.visits))
		add(uint64(n.owned))
		add(uint64(n.flags & (1<<flagClass - 1)))
		if n.count > 0 {
			for _, m := range s.graph.movesOf(n) {
				add(uint64(m.move)<<16 + uint64(m.prior))
			}
		}
		if n.opened > 0 {
			for _, e := range s.graph.edgesOf(n) {
				add(name[e.child]<<32 + uint64(e.visits))
			}
		}
	}
	return h
}

// hooked is an evaluator with two hooks. The hook before sees a query and may refuse it. The hook after
// sees the answer and may change it.
type hooked struct {
	eval.Evaluator
	first, stochastic bool // reported by Info
	before            func(context.Context, *eval.Query) error
	after             func(*eval.Query, *eval.Evaluation)
}

func (h hooked) Info() eval.Info {
	i := h.Evaluator.Info()
	i.First, i.Stochastic = i.First || h.first, i.Stochastic || h.stochastic
	return i
}

func (h hooked) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		if h.before != nil {
			if err := h.before(ctx, &in[i]); err != nil {
				return err
			}
		}
		if err := h.Evaluator.Evaluate(ctx, in[i:i+1], out[i:i+1]); err != nil {
			return err
		}
		if h.after != nil {
			h.after(&in[i], &out[i])
		}
	}
	return nil
}

// slow is an evaluator that sleeps before it answers.
func slow(e eval.Evaluator, d time.Duration) eval.Evaluator {
	return hooked{Evaluator: e, before: func(context.Context, *eval.Query) error { time.Sleep(d); return nil }}
}

// panics returns the value that a function panics with, as text.
func panics(f func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	f()
	return ""
}
