// Package match plays matches between players of our own and GTP programs, with a
// referee: [baduk.Game] says what is legal, [clock.Clock] who is out of time.
//
//   - [ParsePlayer] reads how a person names a player, as a [Spec].
//   - [Side] is a player to be started: [ProgramSide] runs a GTP program,
//     [LocalSide] plays with an [Engine] of ours.
//   - [Run] plays the games of [Options] and returns the [Summary]. Each game is
//     written when it ends, as a record and as a [GameResult] in JSON.
//
// A match in ten lines:
//
//	gnugo := match.ProgramSide("gnugo", gtp.Program{Command: []string{"gnugo", "--mode", "gtp"}})
//	ours := match.LocalSide("tengen", match.Local{
//		New:   func(seed uint64) (match.Engine, error) { return newPlayer(seed) },
//		Limit: engine.Limit{Time: 2 * time.Second},
//	})
//	summary, err := match.Run(ctx, ours, gnugo, match.Options{
//		Games: 40, Graph: baduk.MustRectangle(9, 9), Rules: baduk.Chinese(), OutDir: "out",
//	})
//	fmt.Println(summary)
//
// How a game ends: by two passes, "W+0.5"; by resignation, "B+R"; on time, "W+T";
// by an illegal move, which loses, "B+F" (forfeit); and void, which counts for
// nobody, when the rules give it no result, when a player hangs, dies, answers
// nonsense or refuses a legal move, or when the game does not end. A player that
// failed is started anew; three such games in a row end the match.
//
// Stones are taken off as dead only where the rules allow agreement and both
// players name the same ones; otherwise the rules judge by themselves, and the
// result says so. Under rules with a clean-up the players play it where they do
// not agree.
//
// A board that is no rectangle is told to programs that know tengen-board, and
// the rules to those that know kata-set-rules, or kgs-rules where it has them. A
// program that understands less gets the nearest, and a line in its log says so.
//
// Caveats: a program that cannot be told the rules over GTP must be started with
// them. Games are played one after the other. A match cannot be continued yet.
//
// Read next: match.go, game.go for the referee, program.go for GTP.
package match
