// Package engine is a player: a search, an evaluator, and the decisions around them. These are when to pass,
// when to resign, how long to think, which stones are dead, and how a weaker player would do all this.
//
//	e, err := engine.New(engine.DefaultParams(), factory)
//	d, err := e.Genmove(ctx, game, game.ToPlay(), engine.Limit{Time: 2 * time.Second})
//	switch {
//	case d.Resign:
//		game.Resign(game.ToPlay())
//	default:
//		err = game.Play(d.Move)
//	}
//
// A [Limit] may be visits, a time, the player's clock or a [Rank]. The engine divides the time on a clock
// over the game, and does not exceed it if a faster answer would have avoided that. [Engine.Ponder] thinks on
// the opponent's time. [Draw] draws a move at random instead of the best.
//
// The engine plays nothing itself and keeps the search's graph from move to move, so give each game its own
// Engine. Every number is Black's.
//
// Caveats:
//
//   - The engine trusts the clock, and the network round trip must be shorter than [TimeParams].Lag.
//     It cannot plan for the time of an evaluator's first evaluation.
//   - Ranks are placeholders until they are measured, see [Scale].
//   - If the opponent has passed, the engine passes too if the count then wins, even if it could win by more.
//
// Read next: engine.go for a move from end to end, pass.go and settled.go for the end of games, time.go for
// clocks, weaken.go for ranks. Each folder in testdata/blunders is a mistake that the engine once made.
package engine
