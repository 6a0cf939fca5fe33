// Package tsumego finds problems with exactly one right first move in positions, and proves them by reading.
//
//	f := tsumego.NewFinder(board.Graph())
//	for _, p := range f.Find(board, baduk.Black, true) {
//		tree, err := p.Tree() // with the right line, and a refutation of the other moves
//	}
//
// A problem is about the stones of one chain. The player who moves captures, kills, saves or connects them to life. The
// goal has an exact definition, and at the first move every legal move is read:
//
//   - Capture, ladder, net and save: [tactics.NetReader] decides. A chain is lost if it is captured by a ladder or a
//     net, and otherwise it is safe. After the first move, only moves near the chain are read.
//   - Life, death, ko and race: [tactics.Study] decides. The chain is in a region between stones that can never be
//     captured. All moves of the region are read to the end, and ko threats do not exist.
//
// Exactly one move reaches the goal. A position in which the reading needs more than its budget is not a problem. At
// each later move of the player in the right line, too, exactly one of the moves that are read reaches the goal. The
// line ends where this is no longer true.
//
// Read next: find.go for the positions, read.go for the tree, sgf.go for the file.
package tsumego
