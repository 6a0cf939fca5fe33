// Package player builds players. It reads nets, makes an engine that suits the net and the board,
// and connects players to GTP sessions, matches, analyses, reviews and the server.
//
//	net, err := player.Loader{}.Load(ctx, "model.bin.gz", 4)
//	p, err := player.New(net, player.Options{Threads: 4})
//	decision, err := p.Genmove(ctx, game, baduk.Black, engine.Limit{Visits: 800})
//
// A nil [Net] plays by rollouts. Options are plain structs, and zero fields have defaults. The
// caller sets them from flags or files. If a name, a file or a setting is wrong, the error text is
// one line for the user.
//
// Read next: net.go for nets, player.go for players, then the file of a protocol.
package player
