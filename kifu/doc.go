// Package kifu is the game record (kifu, 棋譜): what was played, by whom, under
// which rules, with which result, over [baduk.Game]. It is the one package that
// knows both a board and a file format; today the format is SGF.
//
//   - [Record] is a record, with its [Info]. [FromGame] makes one of a game.
//   - [Read] and [Parse] read SGF of any age, [Record.Write] writes FF[4].
//   - [Record.Game] plays the record and names the first illegal move.
//
// A record in ten lines:
//
//	rec, err := kifu.Read(file)
//	if err != nil {
//		return err // not SGF, or not Go
//	}
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
//     AWV for stones of the set-up, TBV and TWV for territory. Other readers find
//     an empty board and moves without content.
//
// A turn of the clean-up that only lifts the block of a ko is a move on the stone,
// or on the point that would take it, as it was played.
//
// Caveats: only the main line of the first game is read, so writing a record that
// was read loses variations, comments and markup. Stones that are set up after
// the first move end the readable part. Text is taken to be UTF-8. A change of
// rules during the game is not recorded: the rules are the last ones.
//
// Read next: read.go for the leniencies, values.go for komi as found, board.go for
// how points are written.
package kifu
