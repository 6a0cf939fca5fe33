// Package gtpserver is a player that speaks the Go Text Protocol: the commands of
// GTP 2 for games and tournaments, and those of KGS, KataGo and Gomill that
// controllers rely on, over a [baduk.Game] and any [Player].
//
//   - [Config] says who plays and under which conditions it begins.
//   - [New] makes an [Engine], [Engine.Server] the server of its commands.
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
// Commands, arguments, answers and failures are those of KataGo 1.17.2 wherever it has
// them, so that what speaks to it can speak to this: docs/gtp.md lists them all and is
// made from the table in commands.go. The reason behind a short failure, such as which
// position a move would repeat, goes to the log. A command that fails changes nothing.
//
// Commands of our own: tengen-board tells the board, or begins a game on another
// one, a board file or a short text such as "torus 9x9" (see [OpenBoard]);
// tengen-rules lists the rulesets that kata-set-rules knows by name;
// tengen-letters with-i names columns with the letter I, in both directions,
// until tengen-letters gtp. The infinite board grows as it is played on.
//
// What a player can do more than to move is asked for by interfaces: an [Analyst] tells
// what it thinks of all moves (kata-analyze and its like), a [Ponderer] thinks on the
// opponent's time. With a Config.Judge there is kata-raw-nn too. As in KataGo's GTP, two
// passes under rules with a clean-up do not begin one there, unless kgs-genmove_cleanup
// has asked for it. What differs is what GTP requires: no answer has empty lines, nor space
// at the end of a line.
//
// Caveats, each what KataGo's clients expect: either colour may move at any time, and on
// plain boards ko, superko and suicide of several stones bind the player alone, see
// tolerance.go; a move after the end lets the game go on, on plain boards also in a void
// one, whose score is 0; a resignation is answered but does not end the game; handicap
// stones cannot be taken back; kata-set-rules keeps the komi, reads a JSON object over the
// rules of Tromp-Taylor, and plays the game again under the new rules, or refuses them;
// komi takes multiples of 0.5 up to 400. Where temperatures have moves drawn, the best move
// stays undrawn where the player passes, resigns, or decided by a second look.
//
// Where territory is scored without an agreement, two passes begin the clean-up: its
// moves are ordinary commands, and a play on a blocked ko only lifts the block.
// final_score and final_status_list are exact where the rules judge for themselves
// and when the clean-up has been played; otherwise they go by what the player
// takes for dead, before two passes as after them. Where an Analyst sees something left to
// play for, the score is what it expects. They never know seki.
//
// Read next: commands.go for the commands, play.go for a move's way, analyze.go.
package gtpserver
