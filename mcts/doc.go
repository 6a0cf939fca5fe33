// Package mcts searches a graph of positions by playouts: each descends from the root by
// the PUCT rule (Rosin 2011; Silver et al. 2016), has the leaf judged by an
// eval.Evaluator, and works the value into every position on the way. It serves nets, with
// utilities of score and result, uncertainty, confidence bounds and corrections after
// KataGo (Wu 2019 and later), and evaluators that play games out, where all-moves-as-first
// statistics guide the first visits (RAVE, Gelly and Silver 2007).
//
//	s, err := mcts.New(evaluator, mcts.NetParams())
//	s.SetGame(game)
//	r, err := s.Run(ctx, mcts.AnyOf(mcts.Visits(10000), mcts.Time(time.Second)), false)
//	fmt.Println(r.Moves[0].Move, r.Moves[0].Win)
//
// A position that is reached in several ways is one node, as far as the rules about
// repetition let it have one future ([baduk.Game.NearKeys]). Visits live on edges; the
// value of a node is the mean of its own evaluation and of its children's values, weighted
// by the visits of the edges to them, so that what a child learned by another way is worth
// what this way saw of it.
//
// Nodes, moves and edges are elements of arenas that refer to each other by index: about
// 280 bytes a visit, in which the garbage collector finds nothing to follow. Every node
// has a lock of its own, held for a look; what parents read of a child is atomic. After a
// move what can still be reached stays, and the memory of the rest is used again. A search
// can be looked at while it runs ([Search.Snapshot]), narrowed ([Search.Restrict]) and
// written down to be gone on with ([Search.Save], [Search.Load]).
//
// With one thread and the same seed two runs give the same graph, bit for bit.
// All numbers are Black's.
//
// Read next: run.go for a run, playout.go for a playout, leaf.go for its end, value.go for
// what is kept of it, choose.go for the rule, people.go for what a net of human games does to it, selection.go for the final choice, graph.go
// for the memory.
package mcts
