package eval

import "context"

// Turns limits how many evaluations run at the same time, over all evaluators that share it. Evaluations that wait get
// their turns in the order in which they came. Searches that share a Turns therefore share the processors fairly: each
// gets as many evaluations as the others with the same number of threads.
type Turns struct {
	running chan struct{} // a token for each evaluation that runs
}

// NewTurns makes a Turns for n evaluations at the same time, usually one for each processor. NewTurns panics if n is
// less than 1.
func NewTurns(n int) *Turns {
	if n < 1 {
		panic("eval.NewTurns: n is less than 1")
	}
	return &Turns{make(chan struct{}, n)}
}

// Share returns an evaluator that answers like e, and waits for its turn before each evaluation. A nil Turns returns e.
func (t *Turns) Share(e Evaluator) Evaluator {
	if t == nil {
		return e
	}
	return &turns{e, t}
}

type turns struct {
	inner Evaluator
	*Turns
}

// Info describes the inner evaluator.
func (t *turns) Info() Info { return t.inner.Info() }

// Evaluate implements [Evaluator].
func (t *turns) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	select {
	case t.running <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-t.running }()
	return t.inner.Evaluate(ctx, in, out)
}
