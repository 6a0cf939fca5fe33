// Package gtp is the Go Text Protocol, version 2, on the wire: commands, answers,
// a server of handlers, and a client of other programs. It knows no board, no
// rules and no vertices.
//
// A [Server] answers commands from one reader on one writer:
//
//	s := &gtp.Server{Name: "parrot", Version: "1", Handlers: map[string]gtp.Handler{
//		"echo": func(ctx context.Context, args []string) (string, error) {
//			if len(args) == 0 {
//				return "", gtp.Failf("syntax error")
//			}
//			return strings.Join(args, " "), nil
//		},
//	}}
//	err := s.Serve(ctx, os.Stdin, os.Stdout)
//
// A [Client] asks another program:
//
//	c, err := gtp.Start(gtp.Program{Command: []string{"gnugo", "--mode", "gtp"}})
//	defer c.Close()
//	move, err := c.Do(ctx, "genmove b")
//
// A [Failure] is the protocol's own "? reason", in both directions. Every other
// error of [Client.Do] says that something is wrong with the program itself.
//
// Caveats: a cancelled [Server.Serve] cannot interrupt a Read of its reader, and
// [Client.Close] ends the program it started but not that program's children.
//
// Read next: command.go for the grammar, server.go, input.go for how it ends, client.go.
package gtp
