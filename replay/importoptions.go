package replay

import (
	"fmt"

	"tengen/baduk"
	"tengen/kifu"
)

// ImportOptions say what [Import] reads and how it makes rows. Start from [DefaultImport].
type ImportOptions struct {
	Dir    string  // the folder of shards, created if missing
	Inputs []Input // an input with the same name as an earlier one is ignored
	// Limits are the limits for a game, or for a file that cannot be read game by game.
	Limits kifu.Options
	// Rules are used for records without rules. Their komi is used for records without a komi, or with
	// a komi above the number of points.
	Rules baduk.Rules
	// DoubtZeroKomi treats a komi of 0 in a game without set-up stones as missing: some servers write 0
	// for an unknown komi.
	DoubtZeroKomi bool
	// PerGame is the largest number of positions from a game, spread over it. Games with fewer than
	// MinMoves stones played are left out. The import ends when the folder has MaxGames games; 0 means
	// no limit.
	PerGame, MinMoves, MaxGames int
	// Ends takes the last positions of games that ended by passes, instead of positions spread over
	// each game. Some rules continue after two passes, to remove dead stones. There it adds the
	// positions after them, in which both players pass and only the teacher's moves are learned. Other
	// games are left out.
	Ends bool
	// Played is the weight of the moves that were played, 0 to 1. Below 1 it needs a teacher. The first
	// RandomMoves moves of every game are not learned, whatever Played is.
	Played      float64
	RandomMoves int
	// VaryKomi changes the komi of half of the games, up or down, by this many points on average. So
	// the teacher also judges positions in which one player is far ahead. It needs a teacher, because
	// the result is then known only for counted games.
	VaryKomi float64
	Seed     uint64
	Threads  int
	Teacher  *Teacher // nil for none
	// Leaves is how many additional positions are taken from the tree of a search at each position, for
	// the teacher to judge.
	Leaves   int
	Searcher *Searcher // grows those trees; needed if Leaves is above 0
	// Rollouts is the number of rollouts that find the owners of the points at the end of a counted game.
	// They are used without a teacher. 0 means no rollouts.
	Rollouts int
	// Tolerance is the largest allowed difference between that count and the written result, in points.
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
	Games, Samples int   // in the folder
	Read           int   // games read, by all imports into the folder
	Passed         int64 // bytes read of the inputs, approximately
}

// maxVaryKomi is the largest allowed mean change of the komi, in points.
const maxVaryKomi = 100

// maxTolerance is the largest allowed tolerance, in points.
const maxTolerance = 1000

// examplesEach is how many examples of each reason the manifest has.
const examplesEach = 5

// settings are the options that decide which rows are made.
func (o *ImportOptions) settings() Settings {
	s := Settings{
		Rules: o.Rules.Name(), Komi: o.Rules.Komi.Points(), DoubtZeroKomi: o.DoubtZeroKomi, PerGame: o.PerGame, Ends: o.Ends, MinMoves: o.MinMoves, Seed: o.Seed,
		Played: o.Played, RandomMoves: o.RandomMoves, VaryKomi: o.VaryKomi, Rollouts: o.Rollouts, Tolerance: o.Tolerance, ShardGames: o.ShardGames,
	}
	if o.Teacher != nil {
		s.Teacher, s.Rollouts = o.Teacher.Name, 0
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
