// Package tactics reads what happens to chains: ladders, life, death and seki, on any graph and under any rule of suicide.
//
//   - [Reader] reads ladders: [Reader.Captured] whether a chain with one or two
//     liberties is taken by a series of ataris, [Reader.Working] with which
//     first moves, [Reader.Ladders] both for a whole board.
//   - [Statuses] reads parts of a board that is nearly settled to the end: what
//     is alive, unsettled, dead, or in seki. [Capture] finds the move that takes a
//     dead stone.
//
// A ladder:
//
//	r := tactics.NewReader(board.Graph())
//	captured, line, decided := r.Captured(board, d4, baduk.White, baduk.NoPoint)
//	if captured { ... } // line is how
//
// Ladders are read without allocating, fast enough to be asked at every leaf of
// a search; statuses are for the end of games and for display.
//
// Every answer has a literal definition that a slow program can check, and the
// tests check it so. An answer that would need more than the budget allows is
// marked undecided and never guessed. On boards where stones live by the weight
// of regions (see baduk.Life) liberties decide nothing, and nothing is read.
//
// Read next: ladder.go, and status.go for the definition of seki.
package tactics
