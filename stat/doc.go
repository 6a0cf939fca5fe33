// Package stat computes what the results of games say about the players, and
// with what certainty: Elo differences, intervals, and the sequential test that
// ends a match as soon as it is decided. It does not know the game: a result is
// the player with the first move and the way in which the point was shared.
//
//   - [Wilson] is the interval of a rate, [Elo] and [Expected] translate between
//     rates and Elo, [GamesToShow] says how many games a claim would need.
//   - [BradleyTerry] rates any number of players by the games between them, with
//     the advantage of the first move, players whose Elo is known or expected, and covariances.
//   - [SPRT] decides between two hypotheses about an Elo difference.
//
// Which player is stronger after 60 wins and 40 losses:
//
//	low, high := stat.Wilson(60, 100)
//	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", stat.Elo(.6), stat.Elo(low), stat.Elo(high))
//
// A drawn game always counts as half a win and half a loss. The difference of
// two players then follows from the Elo formula. Intervals are somewhat too
// wide if many games are drawn, which is rare in Go.
//
// Caveat: all of this holds for independent games. Two programs without
// randomness play the same game again and again, and a thousand copies of one
// game say no more than one. Give such players different openings.
//
// Read next: rate.go, bradleyterry.go, sprt.go.
package stat
