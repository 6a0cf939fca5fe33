// Package match plays matches between tengen's own players and GTP programs. A referee conducts each game: [baduk.Game]
// decides which moves are legal, and [clock.Clock] decides whether a player has lost on time. Package stat computes Elo
// and intervals from the results.
//
//   - [ParsePlayer] reads a player from the text that a user writes, and returns a [Spec]. [ParsePlayers] also accepts
//     a range of ranks.
//   - [Side] is a player that can be started. [ProgramSide] runs a GTP program, [LocalSide] plays
//     with an [Engine] in this process.
//   - [Run] plays the games of [Options] and returns the [Summary]. It can play several games at the same time. If a
//     folder is set, Run writes files to it: the [Plan], a record and a [GameResult] for each game that ends, and a
//     page. A second call with the same options continues the match in the folder.
//   - [ReadOpenings] reads openings from SGF files. [Report] reads the plan and the summary of a match from its folder.
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
// Each game ends for one of the causes in cause.go. Examples of results are "W+0.5" by counting, "B+R" by resignation
// and "W+T" on time. A player that is at fault loses, with the result "B+F" or "W+F". A player is at fault if it
//
//   - makes an illegal move,
//   - hangs, ends, or floods the referee with output,
//   - gives an answer that cannot be understood,
//   - refuses a legal move or a command that it has to obey.
//
// Such a player is started again for the next game. If it fails in [Options].MaxFailures games in a
// row, the match ends.
//
// A game that says nothing about strength is void and does not count. A game is void if it does not end, or if it has
// no result under the rules. It is also void if a player never got ready, or does not accept the conditions of the
// game. If the referee could not set the rules of a program and the program then refuses a move under its own rules,
// the game is void, too.
//
// A player that fails after play has stopped does not lose the game. The failure is recorded, and the player is started
// again for its next game.
//
// If the rules allow agreement and both players name the same stones as dead, these stones are removed. If the players
// disagree, the rules decide what follows. If the rules have a clean-up, the players play on. If not, or if a player
// fails at the question, [Options].Judge names the dead stones, and the result says so. The referee asks programs that
// know final_score for the score. It counts how often their answers differ from its own score.
//
// # What survives an interruption
//
// The result of a game is on the disk, with a checksum, before the same worker begins another game. Finished games are
// therefore kept, whatever ends the process. Games in progress are played again from their seeds. If the moves of the
// players depend only on the seed, then interruptions and the number of games played at the same time do not change the
// games.
//
// # Caveats
//
// A program that does not accept rules over GTP must be started with them. Boards that are not rectangles need programs
// that know the command tengen-board. Games that are played at the same time share the processors, so clocks are fair
// only if there are enough processors. An [Engine] must obey its context, because a goroutine cannot be stopped from
// outside. Without a clock, a search that was cut short at the end of [Options].Patience counts as hung. An engine that
// panics loses the game. If an engine starts a goroutine, a panic in this goroutine cannot be caught and ends the
// process.
//
// Read next: schedule.go, runner.go, game.go and ending.go for the referee, program.go for GTP,
// folder.go for the files, results.go and summary.go for the numbers.
package match
