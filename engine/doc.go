// Package engine is a player: a search, an evaluator, and the decisions around them. It decides when to pass,
// when to resign, how long to think, which stones are dead, and how to play like a weaker player.
//
//	e, err := engine.New(engine.RolloutParams(), factory)
//	d, err := e.Genmove(ctx, game, game.ToPlay(), engine.Limit{Time: 2 * time.Second})
//	switch {
//	case d.Resign:
//		game.Resign(game.ToPlay())
//	default:
//		err = game.Play(d.Move)
//	}
//
// A [Limit] can be a number of visits, a time, the player's clock or a [Rank]. The engine divides the time on a
// clock over the rest of the game. It answers in time whenever that is possible. [Engine.Ponder] searches while
// the opponent thinks. [Draw] draws a move at random instead of taking the best one.
//
// The engine does not change the game that it is given; the caller plays the moves. It keeps the graph of the
// search from move to move, so give each game its own Engine. All values are from Black's point of view.
//
// Caveats:
//
//   - The engine trusts the clock, and the network round trip must be shorter than [TimeParams].Lag. The
//     engine cannot know beforehand how long the first evaluation takes.
//   - Ranks above 5 dan were not measured, and on boards without games of people the ranks are estimates, see [Scale].
//   - After a pass of the opponent, the engine passes if it wins the count, even if it could win by a larger
//     margin.
//
// Read next: engine.go for a move from end to end, pass.go and settled.go for the end of games, time.go for
// clocks, weaken.go and people.go for ranks. Each folder in testdata/blunders has a mistake that the engine once made.
package engine
