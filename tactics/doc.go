// Package tactics reads ladders, life, death and seki, on any graph and under any suicide rule.
//
//   - [Reader] reads ladders. [Reader.Captured] reports whether a chain with one or two liberties is
//     captured by a series of ataris. [Reader.Working] returns the first moves that capture it, and
//     [Reader.Ladders] does both for a whole board.
//   - [Statuses] reads the unsettled parts of a nearly finished board to the end: it says which
//     stones are alive, unsettled, dead, or in seki. [Capture] finds the move that captures a dead
//     stone.
//
// A ladder:
//
//	r := tactics.NewReader(board.Graph())
//	captured, line, decided := r.Captured(board, d4, baduk.White, baduk.NoPoint)
//	if captured { ... } // line has the moves
//
// Reading ladders does not allocate and is fast enough for every leaf of a search. Computing the statuses takes
// longer. Statuses are meant for the end of games and for display.
//
// Every answer has a literal definition. The tests compare the answers with those of a slow program that follows the
// definition. If the budget is too small for an answer, the answer is undecided. An answer is never a guess. The
// package does not read regional boards (see baduk.Graph.Regional), because liberties do not matter on them.
//
// Read next: ladder.go, and status.go for the definition of seki.
package tactics
