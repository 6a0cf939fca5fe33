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
//		Budget: func(c *clock.Clock, g *baduk.Game) time.Duration {
//			return engine.Budget(g, c.MainLeft(), c.OvertimePerMove(), c.Increment())
//		},
//		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
//	})
//	if err != nil {
//		return err
//	}
//	return e.Server().Serve(ctx, os.Stdin, os.Stdout)
//
// The failure texts are those that GTP 2 fixes; the reason behind one, such as
// which position a move would repeat, goes to the log. A command that fails
// changes nothing.
//
// Caveats, each what controllers expect: either colour may move at any time; after
// two passes a move is illegal and genmove answers "pass" and plays nothing;
// a resignation is answered but does not end the game; handicap stones cannot be
// taken back; kata-set-rules keeps the komi, and reads a JSON object over the
// rules of Tromp-Taylor; komi takes multiples of 0.5 up to 1000, and anything else
// is a syntax error, though GTP allows any number; without agreement about dead stones
// in the rules, final_status_list knows no dead ones, and it never knows seki.
//
// Read next: engine.go for the commands, play.go for a move's way.
package gtpserver
