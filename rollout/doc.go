// Package rollout plays games to the end by simple policies and judges positions by the results. It needs no
// net and works on every board.
//
//   - [Uniform] moves uniformly at random. The speed of the board code is measured with it.
//   - [Evaluator] is an eval.Evaluator that judges a position by one game under a policy that knows captures,
//     escapes and local shapes. It also gives the search priors, and the moves of the game for
//     all-moves-as-first.
//
// An evaluation:
//
//	e := rollout.NewEvaluator(game.Graph(), rollout.DefaultParams())
//	in := []eval.Query{{Game: game, Seed: 1, Ownership: true}}
//	out := make([]eval.Evaluation, 1)
//	err := e.Evaluate(ctx, in, out) // out[0].Win is 0, 0.5 or 1
//
// A rollout always ends: true eyes are not filled, and it ends after two passes or after three moves per
// point. Within a rollout simple ko holds and suicide is not allowed, whatever the rules of the game. The
// search above it follows the rules exactly.
//
// Read next: policy.go for the moves, prior.go for the priors.
package rollout
