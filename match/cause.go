package match

import (
	"context"
	"errors"

	"tengen/gtp"
)

// Cause is how a game ended, in a word.
type Cause string

// The causes. A game that is played to its end is decided by the board, the clock or
// a resignation:
const (
	CauseScore       Cause = "score"
	CauseResignation Cause = "resignation"
	CauseTime        Cause = "time"
)

// These lose the game for the player who did it, "B+F" or "W+F":
const (
	CauseIllegal  Cause = "illegal"  // it made an illegal move
	CauseHung     Cause = "hung"     // it did not answer, where no clock runs
	CauseCrashed  Cause = "crashed"  // it ended without an answer
	CauseNonsense Cause = "nonsense" // it answered what cannot be an answer
	CauseRefused  Cause = "refused"  // it refused a command that it has to obey, or a legal move
	CauseFlood    Cause = "flood"    // it wrote without end
	CauseFailed   Cause = "failed"   // a player of our own reported an error, or panicked
)

// These leave the game without a result, "Void": it is not a player's fault, or that of the
// match.
const (
	CauseNoResult Cause = "no result" // the rules say so
	CauseTooLong  Cause = "too long"  // it did not end
	CauseUnready  Cause = "unready"   // a player did not start, or cannot play under the conditions
	CauseReferee  Cause = "referee"   // trouble of our own
)

// A fault is the error of a player with what it did.
type fault struct {
	cause Cause
	err   error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// causeOf is what the error of a player says that it did.
func causeOf(err error) Cause {
	if f, ok := errors.AsType[*fault](err); ok {
		return f.cause
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return CauseHung
	}
	return CauseFailed
}

// clientFault is the error of a program's client, other than a refusal, with its
// cause.
func clientFault(err error) error {
	switch {
	case errors.Is(err, gtp.ErrNoAnswer), errors.Is(err, context.DeadlineExceeded): // which may come between two commands
		return &fault{CauseHung, err}
	case errors.Is(err, gtp.ErrTooLong), errors.Is(err, gtp.ErrWrongID):
		return &fault{CauseNonsense, err}
	}
	return &fault{CauseCrashed, err}
}
