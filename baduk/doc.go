// Package baduk is the game of Go itself: points, colours, graphs, boards,
// rules, games, life and scores. It imports only the standard library.
//
// The types build on each other:
//
//   - [Graph] is the board as data: which points are neighbours. [Rectangle] makes
//     the usual boards. [NewGraphFrom] makes any other board; its points may have
//     weights ([Life]). A Graph is immutable and shared.
//   - [Board] is the stones on a graph, with chains and exact liberties. It
//     places stones and takes them back without allocation.
//   - [Position] adds whose turn it is and the basic ko ban.
//   - [Game] adds [Rules] and history: which moves are legal, superko, the end,
//     undo, and the [Score] with a reason for every point. [Axes] lists the
//     choices that make up rules. [Presets] lists the rulesets that have a
//     name.
//
// A game in ten lines:
//
//	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
//	c3, _ := g.Graph().ParseVertex("C3")
//	if err := g.Play(baduk.Move{Color: baduk.Black, Point: c3}); err != nil {
//		log.Fatal(err) // an *IllegalMoveError that says why
//	}
//	g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass})
//	g.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
//	fmt.Println(g.Result(nil)) // B+17.5
//
// For programs that learn, the same game has a formal view: [Board.Numbers],
// [Game.Actions], [Game.Step] and [Game.Reward].
//
// A function that takes a [Point] panics if the Point is not on its board, unless
// its comment says what other points mean. A function that takes an enumeration may
// panic on values that have no name.
//
// Only Graph is safe for concurrent use. Boards and Positions must not be copied as
// structs. Leads and rewards are from Black's point of view: positive if Black is ahead.
//
// Read next: place.go, the core of the package; game.go, legal.go and end.go
// for a game's course; score.go, benson.go and seki.go for the count.
package baduk
