package replay

import (
	"fmt"

	"tengen/baduk"
	"tengen/kifu"
)

// ImportOptions say what [Import] takes and what it makes of it. Start from [DefaultImport].
type ImportOptions struct {
	Dir    string  // the folder of shards, made if it is not there
	Inputs []Input // one that has the name of another before it does not count
	// Limits are those of a game that is read, or of a file that cannot be read a game at a time.
	Limits kifu.Options
	// Rules are those of records that do not say theirs, and their komi is that of records that do not say one, or
	// one of more points than the board has.
	Rules baduk.Rules
	// DoubtZeroKomi takes a komi of 0 in games without set-up stones as not written: some servers write it for
	// want of anything else.
	DoubtZeroKomi bool
	// PerGame is how many positions of a game are taken at most, spread over it; MinMoves how many stones
	// were played at least. MaxGames ends the import when the folder has this many; 0 does not.
	PerGame, MinMoves, MaxGames int
	// Ends takes the last positions of games that ended by passes in place of those that are spread over
	// them, and of rules that go on after two passes, to take what is dead, those behind these, in which
	// everybody passes and no move is learnt but the teacher's. Other games are left out.
	Ends bool
	// Played is how much the moves that were played are to be learnt, 0 to 1: 1 as usual, 0 not at all, which
	// needs a teacher. The first RandomMoves of every game are not, whatever Played is.
	Played      float64
	RandomMoves int
	// VaryKomi changes the komi of half of the games by this many points on average, either way, so that positions
	// are judged in which one player is far ahead. It needs a teacher: how the game came out is then known only where it was counted.
	VaryKomi float64
	Seed     uint64
	Threads  int
	Teacher  *Teacher // nil for nobody
	// Leaves is how many more positions are taken from the tree of a search at each position, for the teacher to judge; 0 takes none.
	Leaves   int
	Searcher *Searcher // grows those trees; only with Leaves
	// Rollouts is how many are played to find whose the points were at the end of a game that was counted,
	// if there is no teacher; 0 is none.
	Rollouts int
	// Tolerance is by how many points the count may then differ from the written result.
	Tolerance  float64
	ShardGames int
	// Progress is told of every game, by the goroutine that called Import.
	Progress func(Progress)
}

// DefaultImport is what is usual: Japanese rules where none are written, 8 positions a game.
func DefaultImport() ImportOptions {
	return ImportOptions{Rules: baduk.Japanese(), PerGame: 8, MinMoves: 30, Played: 1, Seed: 1, Threads: 1, Tolerance: 1, ShardGames: 2048}
}

// Progress is how far an import is.
type Progress struct {
	Games, Samples int   // in the folder
	Read           int   // games, of all runs
	Passed         int64 // bytes of the inputs, about
}

// maxVaryKomi is the largest change of komi on average that can be asked for.
const maxVaryKomi = 100

// maxTolerance is by how many points a count may differ at most.
const maxTolerance = 1000

// examplesEach is how many examples of every reason are kept.
const examplesEach = 5

// settings are the options that decide what comes in.
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

// An OptionsError is a mistake in what an import was asked for.
type OptionsError struct{ wrong error }

// Error says what is wrong.
func (e *OptionsError) Error() string { return e.wrong.Error() }

// Unwrap is the cause.
func (e *OptionsError) Unwrap() error { return e.wrong }

func refuse(format string, args ...any) error { return &OptionsError{fmt.Errorf(format, args...)} }
