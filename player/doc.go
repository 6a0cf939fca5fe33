// Package player builds players: it reads nets, gives each player the engine that suits the
// net and the board, and wires players into GTP sessions, matches, analyses, reviews and
// the server, which all share it.
//
//	net, err := player.Loader{Log: log}.Load(ctx, "model.bin.gz", 4)
//	p, err := player.New(net, player.Options{Threads: 4})
//	decision, err := p.Genmove(ctx, game, baduk.Black, engine.Limit{Visits: 800})
//
// A nil [Net] plays by rollouts. Options are plain structs whose zero fields have defaults;
// where they come from, flags or files, is the caller's business. Errors that are the user's
// mistakes are [usage.Error]s.
//
// Read next: net.go for nets, player.go for who plays, then the file of the protocol that
// interests you.
package player
