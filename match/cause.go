package match

import (
	"context"
	"errors"

	"tengen/gtp"
)

// cause is how a game ended, in a word.
type cause string

// The causes. A game that is played to its end is decided by the board, the clock or
// a resignation:
const (
	causeScore       cause = "score"
	causeResignation cause = "resignation"
	causeTime        cause = "time"
)

// These lose the game for the player who did it, "B+F" or "W+F":
const (
	causeIllegal  cause = "illegal"  // it made an illegal move
	causeHung     cause = "hung"     // it did not answer, where no clock runs
	causeCrashed  cause = "crashed"  // it ended without an answer
	causeNonsense cause = "nonsense" // it answered what cannot be an answer
	causeRefused  cause = "refused"  // it refused a command that it has to obey, or a legal move
	causeFlood    cause = "flood"    // it wrote without end
	causeFailed   cause = "failed"   // a player of our own reported an error, or panicked
)

// These leave the game without a result, "Void": it is not a player's fault, or that of the
// match.
const (
	causeNoResult cause = "no result" // the rules say so
	causeTooLong  cause = "too long"  // it did not end
	causeUnready  cause = "unready"   // a player did not start, or cannot play under the conditions
	causeReferee  cause = "referee"   // trouble of our own
)

// A fault is the error of a player with what it did.
type fault struct {
	cause cause
	err   error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// causeOf is what the error of a player says that it did.
func causeOf(err error) cause {
	if f, ok := errors.AsType[*fault](err); ok {
		return f.cause
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return causeHung
	}
	return causeFailed
}

// clientFault is the error of a program's client, other than a refusal, with its
// cause.
func clientFault(err error) error {
	switch {
	case errors.Is(err, gtp.ErrNoAnswer), errors.Is(err, context.DeadlineExceeded): // which may come between two commands
		return &fault{causeHung, err}
	case errors.Is(err, gtp.ErrTooLong), errors.Is(err, gtp.ErrWrongID):
		return &fault{causeNonsense, err}
	}
	return &fault{causeCrashed, err}
}
