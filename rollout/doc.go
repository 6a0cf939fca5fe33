// Package rollout plays games to the end by simple policies and judges positions by the results. It needs no
// net and works on every board.
//
//   - [Uniform] plays moves uniformly at random on a baduk.Position. Benchmarks of the board code use it.
//   - [Sampler] plays the same games faster, on a board that does only what a random game needs.
//   - [Linear] is a policy that was trained on records, and [NewLinearEvaluator] makes an evaluator of it.
//   - [Evaluator] is an eval.Evaluator that judges a position by one game. Its policy knows captures, escapes
//     and local shapes. An evaluation includes priors, and the moves of the game for all-moves-as-first
//     statistics.
//
// An evaluation:
//
//	e := rollout.NewEvaluator(game.Graph(), rollout.DefaultParams())
//	in := []eval.Query{{Game: game, Seed: 1, Ownership: true}}
//	out := make([]eval.Evaluation, 1)
//	err := e.Evaluate(ctx, in, out) // out[0].Win is 0, 0.5 or 1
//
// Every rollout ends: true eyes are not filled, and the rollout stops after two passes or after three moves
// for each point of the board. In a rollout simple ko holds and suicide is forbidden, whatever the rules of
// the game. The search follows the rules exactly.
//
// Read next: policy.go for the moves, prior.go for the priors, linear.go for the trained policy, narrow.go for the
// lean board.
package rollout
