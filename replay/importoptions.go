package replay

import (
	"fmt"

	"tengen/baduk"
	"tengen/kifu"
)

// ImportOptions say what [Import] reads and how it makes rows. [DefaultImport] returns the default options.
type ImportOptions struct {
	Dir    string  // the folder of shards; it is created if missing
	Inputs []Input // an input with the same name as an earlier one is ignored
	// Limits apply to each game, or to the whole file if the file cannot be read game by game.
	Limits kifu.Options
	// Rules are used for records without rules. Their komi is used for records without a komi, or with
	// a komi above the number of points.
	Rules baduk.Rules
	// DoubtZeroKomi treats a komi of 0 in a game without set-up stones as missing, because some servers write 0 for an
	// unknown komi.
	DoubtZeroKomi bool
	// PerGame is the largest number of positions that are taken from a game. The positions are spread over the game.
	// Games in which fewer than MinMoves stones were played are left out. The import ends when the folder has MaxGames
	// games. If MaxGames is 0, all games are read.
	PerGame, MinMoves, MaxGames int
	// If Ends is set, only games that ended by passes are used. Their last positions are taken, and no positions from
	// the rest of the game. Under some rules the game continues after two passes, so that dead stones can be removed.
	// Under these rules the import adds passes until the end of the game. It also takes positions between these passes,
	// at which only the teacher's moves are learned.
	Ends bool
	// Played is the weight of the moves that were played, 0 to 1. A weight below 1 needs a teacher. The first
	// RandomMoves moves of every game are never learned.
	Played      float64
	RandomMoves int
	// VaryKomi is the mean change, in points, of the komi of half of the games, up or down. With it, the teacher also
	// judges positions in which one player is far ahead. VaryKomi needs a teacher, because after a change only scored
	// games have a known result.
	VaryKomi float64
	Seed     uint64
	Threads  int
	Teacher  *Teacher // nil means no teacher
	// Leaves is the number of additional positions for each position of a game. They are taken from the tree of a
	// search that begins at the position, and the teacher judges them.
	Leaves   int
	Searcher *Searcher // makes the searches for Leaves; required if Leaves is above 0
	// Rollouts is the number of rollouts that find the owners of the points at the end of a scored game. They are used
	// only without a teacher. 0 means no rollouts.
	Rollouts int
	// Tolerance is the largest allowed difference, in points, between the count of the last position and the recorded
	// result.
	Tolerance  float64
	ShardGames int
	// Progress is called after every game, by the goroutine that called Import.
	Progress func(Progress)
}

// DefaultImport returns the defaults: Japanese rules if a record has none, 8 positions from each game.
func DefaultImport() ImportOptions {
	return ImportOptions{Rules: baduk.Japanese(), PerGame: 8, MinMoves: 30, Played: 1, Seed: 1, Threads: 1, Tolerance: 1, ShardGames: 2048}
}

// Progress is the progress of an import.
type Progress struct {
	Games, Samples int   // number of games and samples in the folder
	Read           int   // number of games that all imports into the folder have read
	Passed         int64 // number of bytes of the inputs that were read, approximately
}

// maxVaryKomi is the largest allowed mean change of the komi, in points.
const maxVaryKomi = 100

// maxTolerance is the largest allowed tolerance, in points.
const maxTolerance = 1000

// examplesEach is the largest number of examples that the manifest has for each reason.
const examplesEach = 5

// settings are the options that decide which rows are made.
func (o *ImportOptions) settings() Settings {
	s := Settings{
		Rules: o.Rules.Name(), Komi: o.Rules.Komi.Points(), DoubtZeroKomi: o.DoubtZeroKomi, PerGame: o.PerGame, Ends: o.Ends, MinMoves: o.MinMoves, Seed: o.Seed,
		Played: o.Played, RandomMoves: o.RandomMoves, VaryKomi: o.VaryKomi, Rollouts: o.Rollouts, Tolerance: o.Tolerance, ShardGames: o.ShardGames,
	}
	if o.Teacher != nil {
		s.Teacher, s.TeacherVisits, s.Rollouts = o.Teacher.Name, o.Teacher.Visits, 0
	}
	if o.Leaves > 0 {
		s.Leaves, s.LeafVisits, s.Searcher = o.Leaves, o.Searcher.Visits, o.Searcher.Name
	}
	return s
}

// An OptionsError reports options that Import cannot use.
type OptionsError struct{ wrong error }

// Error returns the message.
func (e *OptionsError) Error() string { return e.wrong.Error() }

// Unwrap returns the cause.
func (e *OptionsError) Unwrap() error { return e.wrong }

func refuse(format string, args ...any) error { return &OptionsError{fmt.Errorf(format, args...)} }
