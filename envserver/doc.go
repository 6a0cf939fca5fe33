// Package envserver serves the formal view of the game to learning programs in other languages: states, actions,
// transitions and rewards, as in the Tromp-Taylor document and the AlphaGo document. A session has many games on one
// board under one ruleset. The program and the server communicate by a pair of streams, with lines of JSON or with
// binary frames. docs/env.md describes both protocols.
//
//	e, err := envserver.New(envserver.Options{Board: graph, Rules: rules, Games: 256})
//	err = e.ServeBinary(os.Stdin, os.Stdout)
package envserver
