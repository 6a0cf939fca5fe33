// Package stat estimates the strength of players from the results of games, and says how certain the estimate is. It
// has Elo differences, intervals, and the sequential test that ends a match as soon as it is decided. The package works
// for any game of two players. A result tells which player had the first move, and which share of the point each player
// scored.
//
//   - [Wilson] returns the interval of a rate. [Elo] and [Expected] convert between rates and Elo. [GamesToShow]
//     returns how many games are needed to show which player is stronger.
//   - [BradleyTerry] rates any number of players by the games between them. It can also estimate the advantage of the
//     first move, and use the known or expected Elo of players. Its result includes covariances.
//   - [SPRT] decides between two hypotheses about an Elo difference.
//
// The Elo difference and its interval after 60 wins and 40 losses:
//
//	low, high := stat.Wilson(60, 100)
//	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", stat.Elo(.6), stat.Elo(low), stat.Elo(high))
//
// A drawn game always counts as half a win and half a loss. So the rate gives the Elo difference of two players by the
// Elo formula. If many games are drawn, the intervals are somewhat too wide. This is rare in Go.
//
// Caveat: the games must be independent. Two programs without randomness play the same game again and again, and a
// thousand copies of a game say no more than one. Give such players different openings.
//
// Read next: rate.go, bradleyterry.go, sprt.go.
package stat
