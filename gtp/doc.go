// Package gtp implements the Go Text Protocol, version 2: commands, answers, a server
// that calls handlers, and a client that runs other programs. It does not know boards,
// rules or vertices.
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
// A [Client] runs another program:
//
//	c, err := gtp.Start(gtp.Program{Command: []string{"gnugo", "--mode", "gtp"}})
//	defer c.Close()
//	move, err := c.Do(ctx, "genmove b")
//
// A [Failure] is the protocol's answer "? reason". Both the handlers of a server and
// [Client.Do] return it as an error. Every other error of [Client.Do] means that the
// program is at fault, or that the command was cancelled.
//
// Caveats:
//
//   - A cancelled [Server.Serve] cannot interrupt a Read of its reader.
//   - [Client.Close] ends the children of a program only on systems that have process
//     groups, and on Windows.
//
// Read next: command.go for the grammar, server.go for the server, input.go for how it
// reads lines and the end of the input, client.go for the client.
package gtp
