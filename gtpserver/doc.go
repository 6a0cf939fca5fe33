// Package gtpserver is a player that speaks the Go Text Protocol. It has the commands of GTP 2 for games and
// tournaments, and the commands of KGS, KataGo and Gomill that controllers use. It works with any [Player].
//
//   - [Config] has the player and the settings of a game.
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
// Commands, arguments, answers and failures are the same as in KataGo 1.17.2, so that KataGo's clients work.
// docs/gtp.md lists all commands; its lists are generated from the table in commands.go. The reason behind a
// short failure, such as which position a move would repeat, goes to the log. A command that fails changes
// nothing.
//
// Commands that KataGo does not have:
//
//   - tengen-board answers the board, or begins a game on another board: a board file or a short text such as
//     "torus 9x9" (see [OpenBoard]). The infinite board grows during the game.
//   - tengen-rules lists the rulesets that kata-set-rules knows by name.
//   - tengen-letters with-i uses the letter I for columns, in commands and answers, until tengen-letters gtp.
//
// Some commands need a player with more methods. kata-analyze and similar commands need a player with Analyze and
// GenmoveAnalyze, such as engine.Engine. Pondering needs a [Ponderer]. kata-raw-nn and heatmap need Config.Judge. As in
// KataGo, two passes do not begin a clean-up in kata-raw-nn, except after kgs-genmove_cleanup. Answers differ from
// KataGo's where GTP requires it: no answer has empty lines, or spaces at the end of a line.
//
// Peculiarities that KataGo's clients expect:
//
//   - Either colour may move at any time. On plain boards the rules on ko, superko and the suicide of
//     several stones restrict only the program's own moves; see tolerance.go.
//   - A move after the end continues the game. On plain boards a void game, whose score is 0, continues too.
//   - A resignation is answered but does not end the game.
//   - Handicap stones cannot be taken back.
//   - kata-set-rules keeps the komi. It reads a JSON object as differences from the Tromp-Taylor rules. It
//     replays the game under the new rules, and refuses them if a move would become illegal.
//   - komi accepts multiples of 0.5 from -400 to 400.
//   - If a temperature is set, moves are drawn at random. The best move is played nevertheless if the player
//     passes or resigns, or if it has decided by a second search.
//
// If territory is scored without an agreement, two passes begin the clean-up phase. Its moves are played with
// the usual commands. A move on a blocked ko only removes the block. final_score and final_status_list are
// exact after the clean-up, and under rules that need no agreement about dead stones. In all other cases they use
// the stones that the player considers dead. If an analysis finds that the game is not finished, the score is the
// expected score of the analysis.
//
// Read next: commands.go for the commands, play.go for the path of a move, analyze.go for analysis.
package gtpserver
