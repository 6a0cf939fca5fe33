// Package topology makes boards other than plain rectangles: boards with joined
// sides, other lattices, random and hand-drawn graphs, the infinite board, and boards
// whose points have weights (MANGO document).
//
// There are three ways to make a board. All return immutable graphs:
//
//   - a function in Go: [Torus], [Hexagonal], [RandomPlanar], [Infinite], ...
//   - a short text such as "torus 9x9", for command lines and menus: [Parse]. [Kinds]
//     lists the kinds of boards.
//   - a board file in JSON: [Read]. docs/boards.md describes the format with examples.
//
// A board from a text in a few lines:
//
//	board, err := topology.Parse("torus 9x9")
//	if err != nil {
//		return err // one line, for the user
//	}
//	game, err := baduk.NewGameFrom(board.Graph, baduk.TrompTaylor(), board.Setup)
//
// The neighbours of a point form a set. On a torus of width 2, left and right
// lead to the same neighbour, which counts once. On a torus of width 1 they
// lead back to the point itself, which is not its own neighbour.
//
// Board files may come from untrusted sources. So all their sizes are limited,
// and every expression terminates (expression.go). An infinite board is
// represented by a window that grows with the game: [Grow].
//
// The results are reproducible: [RandomPlanar] depends only on its seed, and weights
// are the same on every machine (elementary.go).
//
// Read next: lattice.go for the boards, boardfile.go for the files, infinite.go
// for the infinite board.
package topology
