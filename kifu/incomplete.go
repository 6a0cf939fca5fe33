package kifu

// Incomplete returns an error that says where Moves ends before the record does, and why. Moves ends before stones that
// are set up after a move, and before a value that is not a point of the board. Incomplete returns nil if Moves has all
// moves of the record.
func (r *Record) Incomplete() error { return r.end }
