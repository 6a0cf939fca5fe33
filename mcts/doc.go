// Package mcts searches a game tree by playouts: each descends from the root by
// the PUCT rule (Rosin 2011; Silver et al. 2016), has the leaf judged by an
// eval.Evaluator, and adds the value along the way. With an evaluator that plays
// games out, all-moves-as-first statistics guide the first visits (RAVE, Gelly
// and Silver 2007).
//
//	s, err := mcts.New(evaluator, mcts.DefaultParams())
//	s.SetGame(game)
//	r, err := s.Run(ctx, mcts.AnyOf(mcts.Visits(10000), mcts.Time(time.Second)), false)
//	fmt.Println(r.Moves[0].Move, r.Moves[0].Win)
//
// The tree is an arena of nodes and edges that refer to each other by index.
// Visits live on edges. One lock guards it: playouts hold it while they descend
// and back up, and judge positions, which takes most of the time, without it.
// After a move the subtree that remains true is kept.
//
// With one thread and the same seed two runs give the same tree, bit for bit.
// Values are Black's.
//
// Read next: search.go, from Run to choose.
package mcts
