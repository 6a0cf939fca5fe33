// Package eval is the interface between the search and evaluators. An [Evaluator] judges a position: it
// estimates the winner, the lead, and which moves are worth a try. It may play rollouts or compute a neural
// net; the search knows only the interface.
//
// Some functions wrap an evaluator in another one. [CacheBytes] stores evaluations within a memory limit, and
// [CacheBy] stores them by a key. [Batch] joins the queries that goroutines make at the same time. [Check]
// compares an evaluator with a reference. [Hashed] and [Uniform] are evaluators for tests and first steps.
//
//	e := eval.CacheBytes(eval.Uniform(), 1<<20, game.Graph())
//	out, err := eval.One(ctx, e, eval.Query{Game: game, Policy: true})
//	if err != nil { ... }
//	fmt.Println(out.Win) // probability that Black wins
//
// All values are from Black's point of view, except the policy. The policy is for the moves of the player to
// move.
//
// Read next: package rollout for an evaluator, package mcts for the search that uses evaluators.
package eval
