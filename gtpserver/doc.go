// Package gtpserver is a player that speaks the Go Text Protocol. It has the commands of GTP 2 for games and
// tournaments, and those commands of KGS, KataGo and Gomill that controllers rely on. It works over a
// [baduk.Game] and any [Player].
//
//   - [Config] says which player plays, and how a game begins.
//   - [New] makes an [Engine]; [Engine.Server] makes the server of its commands.
//
// A program in ten lines:
//
//	e, err := gtpserver.New(gtpserver.Config{
//		Name: "tengen", Version: "1.0", Player: player,
//		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
//	})
//	if err != nil {
//		return err
//	}
//	return e.Server().Serve(ctx, os.Stdin, os.Stdout)
//
// Commands, arguments, answers and failures are those of KataGo 1.17.2 wherever it has them, so that KataGo's
// clients work. docs/gtp.md lists all commands and is made from the table in commands.go. The reason behind a
// short failure, such as which position a move would repeat, goes to the log. A command that fails changes
// nothing.
//
// Commands of our own:
//
//   - tengen-board answers the board, or begins a game on another board: a board file or a short text such as
//     "torus 9x9" (see [OpenBoard]). The infinite board grows as it is played on.
//   - tengen-rules lists the rulesets that kata-set-rules knows by name.
//   - tengen-letters with-i names columns with the letter I, in both directions, until tengen-letters gtp.
//
// A player may be able to do more than move; interfaces ask for it. A player with Analyze and GenmoveAnalyze,
// such as engine.Engine, has kata-analyze and similar commands. A [Ponderer] thinks on the opponent's time.
// With a Config.Judge there is kata-raw-nn too. As in KataGo's GTP, two passes under rules with a clean-up do
// not begin one for these commands, unless kgs-genmove_cleanup has asked for it. Answers differ from KataGo's
// where GTP requires it: no answer has empty lines or space at the end of a line.
//
// Caveats, each of which KataGo's clients expect:
//
//   - Either colour may move at any time. On plain boards ko, superko and suicide of several stones restrict
//     only the player, see tolerance.go.
//   - A move after the end continues the game. On plain boards this holds for void games too, whose score is 0.
//   - A resignation is answered but does not end the game.
//   - Handicap stones cannot be taken back.
//   - kata-set-rules keeps the komi, reads a JSON object as changes to the rules of Tromp-Taylor, and replays
//     the game under the new rules, or refuses them.
//   - komi takes multiples of 0.5 up to 400.
//   - If the settings draw moves by temperature, the best move is still played when the player passes,
//     resigns, or decided by a second search.
//
// If territory is scored without an agreement, two passes begin the clean-up. Its moves are ordinary
// commands, and a play on a blocked ko only removes the block. final_score and final_status_list are exact if
// the rules decide by themselves, and after the clean-up. Otherwise they use the stones that the player
// considers dead, before two passes as after them. If an analysis finds that something is left to play for,
// the score is its expected score.
//
// Read next: commands.go for the commands, play.go for the path of a move, analyze.go for analysis.
package gtpserver
