// Package rollout plays games to the end by simple policies and learns from how
// they end. It needs no net and works on every graph.
//
//   - [Uniform] moves uniformly at random: the yardstick of the board's speed.
//   - [Evaluator] is an eval.Evaluator that judges a position by one game with a
//     little sense (captures, escapes, local shapes), and gives the search priors and the moves of the game for
//     all-moves-as-first.
//
// An evaluation:
//
//	e := rollout.NewEvaluator(game.Graph(), rollout.DefaultParams())
//	in := []eval.Query{{Game: game, Seed: 1, Ownership: true}}
//	out := make([]eval.Evaluation, 1)
//	err := e.Evaluate(ctx, in, out) // out[0].Win is 0, 0.5 or 1
//
// A rollout always ends: true eyes are not filled, two passes end it, and three
// moves a point at most. Inside it simple ko holds and suicide is refused,
// whatever the rules of the game; the search around it knows the rules exactly.
//
// Read next: policy.go for the moves, prior.go for what the tree is told.
package rollout
