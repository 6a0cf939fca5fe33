// Package mcts searches a graph of positions by playouts. A playout descends from the root by the PUCT rule
// (Rosin 2011; Silver et al. 2016), asks an eval.Evaluator about the leaf, and updates the value of every
// position on the path.
//
// The search has methods for two kinds of evaluators. For nets it has utilities of score and result, weights by
// uncertainty, confidence bounds, and corrections of evaluations, as KataGo has (Wu 2019 and later). For
// rollouts it has all-moves-as-first statistics (RAVE, Gelly and Silver 2007), which guide the first visits.
//
//	s, err := mcts.New(evaluator, mcts.NetParams())
//	s.SetGame(game)
//	r, err := s.Run(ctx, mcts.AnyOf(mcts.Visits(10000), mcts.Time(time.Second)), false)
//	fmt.Println(r.Moves[0].Move, r.Moves[0].Win)
//
// Different orders of moves can lead to the same position. These orders share one node if the rules about
// repetition allow the same moves after each of them ([baduk.Game.NearKeys]). Visits are counted on edges. The
// value of a node is the mean of its own evaluation and of its children's values. Each child is weighted by the
// visits of the edge from this node. Visits that reached the child from another node do not count.
//
// Nodes, moves and edges are elements of arenas and refer to each other by index. They take about 280 bytes for
// each visit, and the garbage collector finds no pointers in them. Every node has its own lock, which threads
// hold only briefly. The numbers that a node reads from its children are atomic. After a move in the game, the
// part of the graph below the new root is kept, and the memory of the rest is reused. A search can be read
// while it runs ([Search.Snapshot]), restricted to some moves ([Search.Restrict]), saved ([Search.Save]) and
// continued later ([Search.Load]).
//
// With one thread, two runs with the same seed give the same graph, bit for bit. All values are from Black's
// point of view.
//
// Read next: run.go for a run, turns.go for several playouts at a time, playout.go for a playout, leaf.go for the
// evaluation of a leaf, value.go for the value of a node, choose.go for the PUCT rule, humanpolicy.go for a net of
// human games, selection.go for the final choice of a move, graph.go for the memory.
package mcts
