package player

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/usage"
	"tengen/internal/wording"
	"tengen/rollout"
)

// mostRolloutBytes is larger than every file of a rollout policy.
const mostRolloutBytes = 16 << 20

// ReadRollout reads the file of a trained rollout policy.
func ReadRollout(path string) (*rollout.Linear, error) {
	l, _, err := readRollout(path)
	return l, err
}

// readRollout reads the file of a trained rollout policy, and returns its content too.
func readRollout(path string) (*rollout.Linear, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, usage.Errorf("%s: %v", wording.FileName(path), wording.WithoutPath(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostRolloutBytes))
	if err == nil {
		var l *rollout.Linear
		if l, err = rollout.ReadLinear(data); err == nil {
			return l, data, nil
		}
	}
	if errors.Is(err, rollout.ErrLinear) {
		return nil, nil, usage.Errorf("%s: %v", wording.FileName(path), err)
	}
	return nil, nil, fmt.Errorf("%s: %w", wording.FileName(path), wording.WithoutPath(err))
}

// checkRollout refuses settings about rollouts that have no effect. The function name writes a setting as the user
// does, such as --mix or mix=.
func checkRollout(net, value bool, mix float64, rollout bool, name func(string) string) error {
	switch {
	case mix > 0 && !net && !value:
		return usage.Errorf("%s mixes the values of a net with rollouts, but no net is given: leave it out, or name a net with %s", name("mix"), name("model"))
	case rollout && net && mix == 0:
		return usage.Errorf("%s has no effect, because the net plays without rollouts: add %s, or choose no net with %s", name("rollout"), name("mix"), name("model"))
	}
	return nil
}

// rollouts makes evaluators without a net. They use o.Rollout on boards that suit it.
func (o Options) rollouts() eval.Factory {
	if o.Rollout == nil {
		return Rollouts
	}
	return func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		e, err := rollout.NewLinearEvaluator(g, o.Rollout)
		if err == nil {
			return e, nil
		}
		if o.Log != nil {
			o.Log.Warn("the rollouts use the built-in policy", "because", err)
		}
		return Rollouts(g, r)
	}
}

// policy makes the evaluators that decide the priors of a search with the net n. Without n, these are the priors of
// o.Rollout, or all moves have the same prior. A human SL net imitates players of the profile.
func (o Options) policy(n *Net, profile string, threads int) eval.Factory {
	switch {
	case n != nil:
		return n.Imitating(profile, threads)
	case o.Rollout != nil:
		return o.rollouts()
	}
	return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Uniform(), nil }
}

// valued replaces the values of evaluators by those of o.Value.
func (o Options) valued(policy eval.Factory) eval.Factory {
	if o.Value == nil {
		return policy
	}
	values := o.Value.Evaluators(o.Threads)
	return func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		p, err := policy(g, r)
		if err != nil {
			return nil, err
		}
		v, err := values(g, r)
		if err != nil {
			return nil, err
		}
		return eval.Pair(p, v), nil
	}
}

// mixed adds rollouts to the evaluators of a net.
func (o Options) mixed(net eval.Factory) eval.Factory {
	if o.Mix == 0 {
		return net
	}
	rollouts := o.rollouts()
	return func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		e, err := net(g, r)
		if err != nil {
			return nil, err
		}
		played, err := rollouts(g, r)
		if err != nil {
			return nil, err
		}
		return eval.Mix(e, played, o.Mix)
	}
}
