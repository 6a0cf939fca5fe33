// Package eval is the seam between search and judgement: an [Evaluator] says of
// a position who will probably win, by how much, and which moves are worth a
// try. Rollouts are one, a neural net another; the search knows only this
// interface. Decorators wrap an evaluator and are one: [Cache] remembers, as does
// [CacheBytes] within a budget of memory; [Batch] joins what goroutines ask at the same
// time; [Check] compares with a reference.
// [Hashed] and [Uniform] are evaluators for tests and first steps.
//
//	e := eval.Cache(eval.Uniform(), 1<<16)
//	in := []eval.Query{{Game: game, Policy: true}}
//	out := make([]eval.Evaluation, 1)
//	if err := e.Evaluate(ctx, in, out); err != nil { ... }
//	fmt.Println(out[0].Win) // probability that Black wins
//
// Every number is Black's; the policy is that of the player to move.
//
// Read next: package rollout for an evaluator, package mcts for its user.
package eval
