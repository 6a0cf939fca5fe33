// Package refgo is the slow, literal model of the rules of Go. The tests
// compare the fast packages with it. It imports no other package of tengen, so
// an error elsewhere cannot affect it.
//
// Read the package together with docs/specification.md. A comment such as "Tromp-Taylor rule 4" names a document and
// the sentence that the function implements. The documents are the Tromp-Taylor document, the logical rules, the MANGO
// document, the AlphaGo document and the article on the game. The specification numbers them in this order. A comment
// that cites KataGo names a section of KataGo's rules text, version 2, or describes what KataGo's program does. The
// following list of files is in the order in which the rules build on each other:
//
//   - graph.go: the points of a board and their neighbours, Tromp-Taylor rule 1,
//     on any finite graph.
//   - board.go: reaching, clearing, placing and counting, Tromp-Taylor rules 2 to 4, 7
//     and 9, and the scoring function of the AlphaGo document.
//   - game.go: turns, passes and the end of a game, Tromp-Taylor rules 5, 6 and 8.
//   - repetition.go: the rules about repetition.
//   - phases.go: the clean-up phases, the button, and how a cycle ends a phase or a game.
//   - life.go: pass-alive groups and territory, by Benson's method and by trying all moves.
//   - score.go: area and territory, with the tax on groups in seki.
//   - logical.go: the logical rules, as printed and as meant. As printed, no move
//     is possible.
//   - mango.go: the MANGO document: which stones are alive on a finite graph with weights, computed by paths and by
//     search.
//   - mangoplane.go: the second example of the MANGO document, on the infinite board.
//   - lrs.go: the article on the game: its ko rule, its territory, and four ways to count its example.
//
// A value that can be derived is not stored. A [Game] is its list of turns, and every method replays them from the
// start. So each call takes the time of a whole game, and boards should be small:
//
//	g := refgo.NewGame(refgo.Grid(5, 5), refgo.Rules{Ko: refgo.Positional})
//	g.Play(refgo.Turn{Color: refgo.Black, Point: 12})
//	g.Play(refgo.Turn{Color: refgo.White, Point: refgo.Pass})
//	boards := g.Boards() // three: the empty board, the play, the pass
//
// Where the documents contradict each other or themselves, a comment in the code says which reading is used. Komi and
// winner are missing from the model of the Tromp-Taylor document and the AlphaGo document, because they are simple
// arithmetic with the results of [Graph.AreaScore].
package refgo
