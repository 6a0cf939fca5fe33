package eval

import (
	"context"
	"fmt"
)

// Pair returns an evaluator with the policy of one evaluator and the values of another one, as AlphaGo's policy and
// value networks (Silver et al. 2016). Everything except the policy is that of the second evaluator.
func Pair(policy, values Evaluator) Evaluator { return &pair{policy, values} }

type pair struct{ policy, values Evaluator }

// Info describes the pair by the values.
func (p *pair) Info() Info {
	i := p.values.Info()
	i.Name = fmt.Sprintf("%s with the values of %s", p.policy.Info().Name, i.Name)
	return i
}

// Evaluate implements [Evaluator].
func (p *pair) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	var asked []int
	values, policies := make([]Query, len(in)), make([]Query, 0, len(in))
	for i, q := range in {
		values[i] = q
		values[i].Policy = false
		if q.Policy {
			q.Ownership, q.First = false, false
			asked, policies = append(asked, i), append(policies, q)
		}
	}
	if err := p.values.Evaluate(ctx, values, out); err != nil || len(asked) == 0 {
		return err
	}
	answers := make([]Evaluation, len(policies))
	if err := p.policy.Evaluate(ctx, policies, answers); err != nil {
		return fmt.Errorf("the policy: %w", err)
	}
	for k, i := range asked {
		copy(out[i].Policy, answers[k].Policy)
	}
	return nil
}
