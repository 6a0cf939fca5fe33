// Package mcts searches a graph of positions by playouts. A playout descends from the root by the PUCT rule
// (Rosin 2011; Silver et al. 2016), asks an eval.Evaluator about the leaf, and updates the value of every
// position on the path.
//
// The search serves two kinds of evaluators. For nets it has utilities of score and result, uncertainty,
// confidence bounds and corrections, as in KataGo (Wu 2019 and later). For evaluators that play games out it
// has all-moves-as-first statistics, which guide the first visits (RAVE, Gelly and Silver 2007).
//
//	s, err := mcts.New(evaluator, mcts.NetParams())
//	s.SetGame(game)
//	r, err := s.Run(ctx, mcts.AnyOf(mcts.Visits(10000), mcts.Time(time.Second)), false)
//	fmt.Println(r.Moves[0].Move, r.Moves[0].Win)
//
// Positions that are reached by different orders of moves share one node if the rules about repetition give
// them the same future ([baduk.Game.NearKeys]). Visits are counted on edges. The value of a node is the mean
// of its own evaluation and of its children's values. A child's weight is the number of visits of the edge to
// it, so visits that reached the child by another path do not count here.
//
// Nodes, moves and edges are elements of arenas and refer to each other by index. They take about 280 bytes a
// visit, and the garbage collector finds no pointers in them. Every node has a lock of its own, which is held
// briefly. The numbers that a parent reads of its children are atomic. After a move the part of the graph
// that can still be reached stays, and the memory of the rest is reused. A search can be read while it runs
// ([Search.Snapshot]), restricted to some moves ([Search.Restrict]), saved and continued ([Search.Save],
// [Search.Load]).
//
// With one thread, two runs with the same seed give the same graph, bit for bit. All numbers are Black's.
//
// Read next: run.go for a run, playout.go for a playout, leaf.go for its end, value.go for the value of a
// node, choose.go for the rule, humanpolicy.go for the effect of a net of human games, selection.go for the
// final choice, graph.go for the memory.
package mcts
