// Package eval is the interface between search and judgement. An [Evaluator] judges a position: which player
// will probably win, by how much, and which moves are worth a try. Rollouts are one evaluator, a neural net
// another; the search knows only the interface.
//
// Decorators wrap an evaluator and are evaluators themselves: [CacheBytes] remembers evaluations within a
// budget of memory, [CacheBy] by a key; [Batch] joins what goroutines ask at the same time; [Check] compares
// with a reference. [Hashed] and [Uniform] are evaluators for tests and first steps.
//
//	e := eval.CacheBytes(eval.Uniform(), 1<<20, game.Graph())
//	in := []eval.Query{{Game: game, Policy: true}}
//	out := make([]eval.Evaluation, 1)
//	if err := e.Evaluate(ctx, in, out); err != nil { ... }
//	fmt.Println(out[0].Win) // probability that Black wins
//
// Every number is Black's, except for the policy, which is that of the player to move.
//
// Read next: package rollout for an evaluator, package mcts for its user.
package eval
