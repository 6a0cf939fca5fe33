// Package topology makes every board that is no plain rectangle: joined sides,
// other lattices, random and hand-drawn graphs, the infinite board, and boards
// whose points have weights (the MANGO document).
//
// There are three ways in, each giving the same immutable graphs:
//
//   - a builder in Go: [Torus], [Hexagonal], [RandomPlanar], [Infinite], ...
//   - a short text, for command lines and menus: [Parse] of "torus 9x9"; [Kinds]
//     lists what it reads.
//   - a board file, JSON: [Read]. docs/boards.md describes it with examples.
//
// A board from a text in a few lines:
//
//	board, err := topology.Parse("torus 9x9")
//	if err != nil {
//		return err // one line for people
//	}
//	game, err := baduk.NewGameFrom(board.Graph, baduk.TrompTaylor(), board.Setup)
//
// The adjacency is a set: where a joined side has length 2, both ways around lead
// to the same neighbour, which counts once; where it has length 1, they lead back
// to the point itself, which is not its own neighbour.
//
// Two things are kept out of harm's way. Board files are written by strangers, so
// that everything in them has a limit and every expression ends (expression.go).
// The infinite board is seen through a window that grows with the game: [Grow].
//
// Nothing here is random: [RandomPlanar] depends on its seed alone, and weights
// come out the same on every machine (elementary.go).
//
// Read next: lattice.go for the boards, boardfile.go for the files, infinite.go
// for the board without an edge.
package topology
