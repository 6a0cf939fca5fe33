// Package kifu is the game record (kifu, 棋譜): what was played, by whom, under
// which rules, with which result, over [baduk.Game]. It is the one package that
// knows both a board and file formats.
//
//   - [Tree] is a record with its variations, made of [Node]: moves, stones,
//     comments, marks, times, and whatever else the file said, kept as it was.
//     [Load] reads the games of a file, with a [Diagnostic] for what is unusual or
//     wrong; [Write] writes them.
//   - [Tree.At] and [Tree.Walk] give the position at one node or at all, and name
//     illegal moves; [File.Check] lists them.
//   - [Tree.Play], [Tree.Put], [Tree.Cut], [Tree.Graft], [Tree.Promote],
//     [Tree.Merge] and others edit; none loses a node.
//   - [Record] is one line, a game as it was played, with its [Info]: that of
//     [Tree.Record] or [FromGame]. [Record.Game] plays it under its rules.
//
// A record in ten lines:
//
//	file, err := kifu.Load(r, kifu.Options{})
//	if err != nil {
//		return err // nothing in it can be read
//	}
//	file.Check()
//	for _, d := range file.Diagnostics {
//		fmt.Println(d) // game 1, move 57, D4: warning: ... it retakes a ko at once; ...
//	}
//	tree := file.Trees[0]
//	node, err := tree.Play(tree.Root(), move) // a variation, or the one that is there
//	node.SetComment("better")
//	_, err = kifu.Write(os.Stdout, kifu.WriteOptions{}, tree)
//
// One line of it:
//
//	rec := tree.Record()
//	game, err := rec.Game()
//	if err != nil {
//		fmt.Println(err) // ... move 57, black D4, is illegal: ko, ...
//	}
//	fmt.Println(rec.Info.Black, rec.Info.White, rec.Info.Result, game.Len())
//	err = kifu.FromGame(game, rec.Info).Write(os.Stdout)
//
// # Boards that SGF does not know
//
// A game on any other board than a plain rectangle, or from other than equal
// scores, is recorded with properties of our own, which other readers skip:
//
//   - BOARD in the root is the board file on one line, see [tengen/topology.Read].
//     What the file suggests for the start of a game counts for nothing: the
//     record says its own start in full. Its rules and komi count where RU and KM
//     are missing.
//   - SCORES in the root are the initial scores, Black's and White's: SCORES[0:5.5].
//   - Where points are called as on a rectangle, as on a torus, SZ, AB, AW, B, W,
//     TB and TW are as usual, so that other readers show the stones where they
//     stand, apart from what is captured across a seam.
//   - On other boards there is no SZ, and points are written by their vertex in
//     properties of their own: BV and WV for moves, BV[-3,2] and BV[pass], ABV and
//     AWV for stones of the set-up, AEV for points that it clears, and for marks the
//     usual names with a V: TBV, TRV, LBV. Other readers find
//     an empty board and moves without content.
//
// A turn of the clean-up that only lifts the block of a ko is a move on the stone,
// or on the point that would take it, as it was played.
//
// Caveats: a [Record] is one line without comments and marks, and ends before
// stones that are set up after the first move. A change of rules during the game is
// not recorded: the rules are the last ones.
//
// Read next: tree.go and replay.go for the record and its positions, edit.go for
// changes, read.go for the leniencies, board.go for how points are written.
package kifu
