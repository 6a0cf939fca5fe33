package review

import (
	"context"
	"slices"
	"sync"

	"tengen/eval"
)

// mostRemembered is how many positions are remembered, with 4 kB each on 19x19: those of the searches that go on and
// of some twenty before them.
const mostRemembered = 2048

// memory is an evaluator that remembers. After a move of the game much of what is searched was
// searched before the move too. A position is the same only after the same moves, which an
// evaluator may look at: so the answer is what it would be without a memory, whoever searched
// first.
type memory struct {
	eval.Evaluator

	mu     sync.Mutex
	known  map[string]remembered
	latest []string // the keys, a ring
	next   int
}

// remembered is the answer to a query.
type remembered struct {
	query eval.Query // without its game
	eval.Evaluation
}

// remember gives an evaluator a memory, unless asking it again tells something new.
func remember(e eval.Evaluator) eval.Evaluator {
	if e.Info().Stochastic {
		return e
	}
	return &memory{Evaluator: e, known: map[string]remembered{}, latest: make([]string, mostRemembered)}
}

// Evaluate asks one by one, as searches do.
func (m *memory) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		if err := m.one(ctx, in[i:i+1], out[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) one(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	key := keyOf(in[0].Game, "", 0)
	query := in[0]
	query.Game = nil
	m.mu.Lock()
	found, ok := m.known[key]
	m.mu.Unlock()
	if ok && found.query == query {
		policy, ownership, first := out[0].Policy, out[0].Ownership, out[0].First
		out[0] = found.Evaluation
		out[0].Policy, out[0].Ownership, out[0].First = policy, ownership, first
		copy(policy, found.Policy)
		copy(ownership, found.Ownership)
		copy(first, found.First)
		return ctx.Err()
	}
	if err := m.Evaluator.Evaluate(ctx, in, out); err != nil {
		return err
	}
	found = remembered{query, out[0]}
	found.Policy, found.Ownership, found.First = slices.Clone(out[0].Policy), slices.Clone(out[0].Ownership), slices.Clone(out[0].First)
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.known[key]; !ok {
		delete(m.known, m.latest[m.next])
		m.latest[m.next] = key
		m.next = (m.next + 1) % len(m.latest)
	}
	m.known[key] = found
	return nil
}
