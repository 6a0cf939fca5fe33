// Package engine is a player: a search, an evaluator, and the manners of a game,
// that is when to pass, when to resign, how long to think, which stones are dead.
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
// The engine plays nothing itself and keeps the tree from move to move, so give
// each game its own Engine. Every number is Black's.
//
// Read next: engine.go for a move from end to end, pass.go for the end of games.
package engine
