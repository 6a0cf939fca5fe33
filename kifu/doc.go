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
// Caveats: only the main line of the first game is read, so writing a record that
// was read loses variations, comments and markup. Stones that are set up after
// the first move end the readable part. Text is taken to be UTF-8.
//
// Read next: read.go for the leniencies, values.go for komi as found.
package kifu
