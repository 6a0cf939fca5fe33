// Package engine is a player: a search, an evaluator, and the manners of a game,
// that is when to pass, when to resign, how long to think, which stones are dead,
// and how a weaker player would do it.
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
// A [Limit] may be visits, a time, the player's clock (then the engine divides what
// it has left, and never loses by it what a faster answer would have saved), or a
// [Rank]. [Engine.Ponder] thinks on the opponent's time.
//
// The engine plays nothing itself and keeps the tree from move to move, so give
// each game its own Engine. Every number is Black's.
//
// Caveats: the clock is trusted, and the network round trip must be shorter than
// [TimeParams].Lag. The time that an evaluator's first look takes cannot be planned for. Ranks are placeholders until they are measured, see [Scales]. A player
// whose opponent has passed passes too where the count then wins, even if more could
// be had.
//
// Read next: engine.go for a move from end to end, pass.go and settled.go for the end
// of games, time.go for clocks, weaken.go for ranks. What it once did wrong is in
// testdata/blunders, a folder for each.
package engine
