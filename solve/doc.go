// Package solve finds the exact values of small boards: Black's lead at the end under best play, with area scoring,
// basic ko, no komi, no suicide, and two passes to end the game.
//
// There are two methods:
//
//   - [FixPoint] lists all positions of a board of up to [MaxFixPoint] points, of any shape, also with the weights and
//     thresholds of the MANGO document. It finds the value of each position under two rules about longer cycles: White
//     wins every endless game, or Black does. If both values are equal, no rule about longer cycles can change them.
//   - [Search] proves what a player can force in a game that ends, by proof-number search (df-pn). It allows the
//     opponent only a few captures. Every circle of positions has captures of both players, so a proof does not depend
//     on how the position was reached, and the table of proofs is sound although positions repeat (the graph-history
//     problem). If both players' bounds meet, they are the value under every rule about longer cycles.
//
// Both write certificates, which package solve/verify checks without any code of this package.
//
// [ForRules] and [Evaluators] bring the values into the program: searches, engines, analyses and reviews evaluate small
// boards exactly, under the rules that [Covers] accepts.
//
// A state has the point of view of one player, the claimant: "own" stones are the claimant's. In the stored positions
// of a FixPoint the claimant is Black. Values of the exported functions are from Black's point of view.
package solve
