// Package envserver serves the formal view of the game (the Tromp-Taylor document and the AlphaGo document: states,
// actions, transitions, rewards) to learning programs in other languages: many games on
// one board under one ruleset, over a pair of streams, as lines of JSON or as binary
// frames. docs/env.md describes both.
//
//	e, err := envserver.New(envserver.Options{Board: graph, Rules: rules, Games: 256})
//	err = e.ServeBinary(os.Stdin, os.Stdout)
package envserver
