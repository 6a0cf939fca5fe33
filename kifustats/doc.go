// Package kifustats describes game records and counts them: by result, board, rules, length,
// year, player and opening.
//
//	s := kifustats.NewStatistics()
//	s.Add(kifustats.Of(tree))
//	s.Sum(10)
//	err := s.Write(os.Stdout)
package kifustats
