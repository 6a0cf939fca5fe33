// Package stat is what the results of games say about the players, and how surely:
// Elo differences, intervals, and the sequential test that ends a match as soon as
// it is decided. It knows no Go: a result is who had the first move and how the
// point was shared.
//
//   - [Wilson] is the interval of a rate, [Elo] and [Expected] translate between
//     rates and Elo, [GamesToShow] says how many games a claim would need.
//   - [BradleyTerry] rates any number of players by the games between them, with
//     the advantage of the first move, players whose Elo is known or expected, and covariances.
//   - [SPRT] decides between two hypotheses about an Elo difference.
//
// Who is stronger, after 60 wins and 40 losses:
//
//	low, high := stat.Wilson(60, 100)
//	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", stat.Elo(.6), stat.Elo(low), stat.Elo(high))
//
// A drawn game is half a win and half a loss, everywhere. What a draw says about
// the difference of two players is then what the Elo formula says; intervals come
// out somewhat too wide where many games are drawn, which in Go they are not.
//
// Caveat: all of this holds for independent games. Two programs without any
// randomness play the same game again and again, and a thousand copies of one game
// say no more than one: give such players different openings.
//
// Read next: rate.go, bradleyterry.go, sprt.go.
package stat
