// Package match plays matches between players of our own and GTP programs, with a
// referee: [baduk.Game] says what is legal, [clock.Clock] who is out of time,
// package stat what the results say.
//
//   - [ParsePlayer] reads how a person names a player, as a [Spec]; [ParsePlayers]
//     takes a range of ranks as well.
//   - [Side] is a player to be started: [ProgramSide] runs a GTP program,
//     [LocalSide] plays with an [Engine] of ours.
//   - [Run] plays the games of [Options], several at once if asked to, and returns
//     the [Summary]. In a folder it leaves the [Plan], a record and a [GameResult] of
//     each game as it ends, and a page; the same options continue what is there.
//   - [ReadOpenings] reads how games are to begin. [Report] reads how a match stands.
//
// A match in ten lines:
//
//	gnugo := match.ProgramSide("gnugo", gtp.Program{Command: []string{"gnugo", "--mode", "gtp"}})
//	ours := match.LocalSide("tengen", match.Local{
//		New:   func(seed uint64) (match.Engine, error) { return newPlayer(seed) },
//		Limit: engine.Limit{Time: 2 * time.Second},
//	})
//	summary, err := match.Run(ctx, match.Options{
//		Players: []match.Side{ours, gnugo}, Games: 40, OutDir: "out",
//		Boards: []match.Board{{Graph: baduk.MustRectangle(9, 9)}}, Rules: baduk.Chinese(),
//	})
//	fmt.Println(summary)
//
// # How a game ends
//
// Each game ends for a [Cause]. By counting, "W+0.5", by resignation, "B+R", or on
// time, "W+T". A player loses, "B+F", who moves illegally, hangs, ends, answers
// nonsense, floods us, or refuses a legal move or a command that it has to obey. It is
// started again for the next game; one that fails in [Options].MaxFailures games in a
// row ends the match. A game is void and is not counted if that says nothing
// about strength: the rules give it no result, it does not end, or a player never got
// ready, cannot be told the conditions, or refuses a move by rules of its own that
// nobody could tell it.
//
// Once play has ended a failure loses nothing any more: it is noted, and the player
// started again.
//
// Stones are taken off as dead where the rules allow agreement and both players name
// the same ones. Where they do not agree, they play it out under rules with a
// clean-up; elsewhere [Options].Judge says what is dead, and the result tells so. A
// program that knows final_score is asked for it; where it counts otherwise than the
// referee, that is counted too.
//
// # What survives
//
// A result is on the disk before the next game of its worker begins, with a checksum.
// Whatever kills the process, finished games are kept; games in progress are played
// again from their seeds. Games that depend on their seed alone are the same however
// often they were interrupted, and however many are played at once.
//
// # Caveats
//
// A program that cannot be told the rules over GTP must be started with them. A board
// that is not a rectangle is told to programs that know tengen-board only. Games at once share the processors,
// so clocks are fair only if there are enough of them. A player of our own has to heed
// its context: a goroutine cannot be killed. It loses by a panic, but not by one in a
// goroutine that it started: that nobody else can catch.
//
// Read next: schedule.go, runner.go, game.go and ending.go for the referee, program.go
// for GTP, folder.go for the files, standing.go and summary.go for the numbers.
package match
