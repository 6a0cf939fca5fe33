// Package stat computes from the results of games how strong the players are, and how certain that is. It has Elo
// differences, intervals, and the sequential test that ends a match as soon as it is decided. The package works for any
// game of two players. A result says which player had the first move, and which share of a point each player scored.
//
//   - [Wilson] returns the interval of a rate, [Elo] and [Expected] convert between rates and Elo, and [GamesToShow]
//     returns how many games are needed to show which player is stronger.
//   - [BradleyTerry] rates any number of players by the games between them. It can also estimate the advantage of the
//     first move and use known or expected Elo of players. It returns covariances, too.
//   - [SPRT] decides between two hypotheses about an Elo difference.
//
// Which player is stronger after 60 wins and 40 losses:
//
//	low, high := stat.Wilson(60, 100)
//	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", stat.Elo(.6), stat.Elo(low), stat.Elo(high))
//
// A drawn game always counts as half a win and half a loss. So the Elo difference of two players follows from the rate
// by the Elo formula. If many games are drawn, which is rare in Go, the intervals are somewhat too wide.
//
// Caveat: all of this holds for independent games. Two programs without randomness play the same game again and again,
// and a thousand copies of a game say no more than the game itself. Give such players different openings.
//
// Read next: rate.go, bradleyterry.go, sprt.go.
package stat
