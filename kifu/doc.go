// Package kifu implements game records (kifu, 棋譜): moves, players, rules and
// results, on top of [baduk.Game]. It is the only package that knows both boards and
// file formats.
//
//   - [Tree] is a record with its variations. Each [Node] has moves, stones, comments,
//     marks, times, and all other properties of the file, unchanged. [Load] reads the
//     games of a file and adds a [Diagnostic] for everything unusual or wrong. [Write]
//     writes games.
//   - [Tree.At] and [Tree.Walk] give the position at one node or at all nodes and
//     name illegal moves; [File.Check] lists them.
//   - [Tree.Play], [Tree.Put], [Tree.Cut], [Tree.Graft], [Tree.Promote],
//     [Tree.Merge] and other methods edit the tree without losing nodes.
//   - [Record] is a game without variations, as it was played, with its [Info].
//     [Tree.Record] and [FromGame] make a Record. [Record.Game] plays its moves under
//     its rules.
//
// This program reads, checks, changes and writes a record:
//
//	file, err := kifu.Load(r, kifu.Options{})
//	if err != nil {
//		return err // the file has nothing that can be read
//	}
//	file.Check()
//	for _, d := range file.Diagnostics {
//		fmt.Println(d) // game 1, move 57, D4: warning: ... it retakes a ko at once; ...
//	}
//	tree := file.Trees[0]
//	node, err := tree.Play(tree.Root(), move) // a new variation, or the existing one
//	node.SetComment("better")
//	_, err = kifu.Write(os.Stdout, kifu.WriteOptions{}, tree)
//
// This program plays the main line of the same record:
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
// A game on a board other than a plain rectangle, or with unequal initial scores, is
// recorded with private properties, which other readers skip:
//
//   - BOARD in the root is the board file on one line; see [tengen/topology.Read].
//     The start position in the board file is ignored, because the record has its
//     own. The rules and the komi of the board file apply if RU and KM are missing.
//   - SCORES in the root has the initial scores of Black and White: SCORES[0:5.5].
//   - On boards with the points of a rectangle, such as a torus, SZ, AB, AW, B, W,
//     TB and TW are used as usual. So other readers show the stones in their places.
//     They only miss captures across a seam.
//   - On other boards SZ is missing, and points are written as vertices in private
//     properties: BV and WV for moves, as in BV[-3,2] and BV[pass], ABV and AWV for
//     stones of the set-up, AEV for points that it clears, and the usual names with a
//     V for marks: TBV, TRV, LBV. Other readers find an empty board and nodes without
//     moves.
//
// In the clean-up phase of Japanese rules a player may use a turn only to lift a ko
// block. Such a turn is recorded as it was played: as a move on the stone, or on the
// point where a move would take the stone.
//
// Caveats:
//
//   - A [Record] has no variations, comments or marks. It ends before the first node
//     that sets up stones after a move, and at the first move or stone that cannot be
//     read.
//   - If the rules change during the game, the record has only the last rules.
//
// Read next: tree.go and replay.go for the record and its positions, edit.go for
// changes, read.go for what is tolerated, board.go for the notation of points.
package kifu
