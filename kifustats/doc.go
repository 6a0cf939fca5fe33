// Package kifustats describes game records and counts them by result, board, rules, length,
// year, player and opening.
//
//	s := kifustats.NewStatistics()
//	for _, game := range kifustats.InFile("game.sgf", file) {
//		s.Add(game)
//	}
//	s.Sum(10)
//	err := s.Write(os.Stdout)
package kifustats
