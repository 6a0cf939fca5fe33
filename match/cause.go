package match

import (
	"context"
	"errors"

	"tengen/gtp"
)

// cause is the way in which a game ended.
type cause string

// A game that is played to its end is decided by the board, the clock or a resignation:
const (
	causeScore       cause = "score"
	causeResignation cause = "resignation"
	causeTime        cause = "time"
)

// With these causes the player at fault loses the game. The result is "B+F" or "W+F".
const (
	causeIllegal  cause = "illegal"  // the player made an illegal move
	causeHung     cause = "hung"     // the player did not answer in time, and no clock was running
	causeCrashed  cause = "crashed"  // the process of the player ended without an answer
	causeNonsense cause = "nonsense" // the answer of the player cannot be understood
	causeRefused  cause = "refused"  // the player refused a legal move, or a command that it has to obey
	causeFlood    cause = "flood"    // the player wrote too much unrequested output
	causeFailed   cause = "failed"   // a player in this process returned an error or panicked
)

// With these causes the game is void, because it says nothing about the strength of the players.
const (
	causeNoResult cause = "no result" // the rules give the game no result
	causeTooLong  cause = "too long"  // the game did not end
	causeUnready  cause = "unready"   // a player did not start, or cannot play under the conditions
	causeReferee  cause = "referee"   // the referee failed
)

// A fault is the error of a player together with the cause by which the game ends.
type fault struct {
	cause cause
	err   error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// causeOf returns the cause of a player's error.
func causeOf(err error) cause {
	if f, ok := errors.AsType[*fault](err); ok {
		return f.cause
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return causeHung
	}
	return causeFailed
}

// clientFault adds the cause to an error of a program's GTP client. The error must not be a [gtp.Failure].
func clientFault(err error) error {
	switch {
	case errors.Is(err, gtp.ErrNoAnswer), errors.Is(err, context.DeadlineExceeded): // the deadline may pass between two commands
		return &fault{causeHung, err}
	case errors.Is(err, gtp.ErrTooLong), errors.Is(err, gtp.ErrWrongID):
		return &fault{causeNonsense, err}
	}
	return &fault{causeCrashed, err}
}
