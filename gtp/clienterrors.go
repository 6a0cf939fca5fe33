package gtp

import (
	"context"
	"errors"
)

// What breaks a client. An error of [Client.Do] that wraps one of these is the
// program's doing, and so is every later one; [errors.Is] tells which. A refusal is a
// [Failure] and breaks nothing.
var (
	ErrNoAnswer = errors.New("has not answered")            // before the context ended
	ErrEnded    = errors.New("ended without an answer")     // the program is gone
	ErrDeaf     = errors.New("does not read commands")      // it has closed its stdin
	ErrTooLong  = errors.New("wrote an answer without end") // longer than [Program].MaxAnswer, or such a line
	ErrWrongID  = errors.New("answered with the wrong id")  // to another command, or to none
)

// ErrClosed is that Close was called, before the command or during it.
var ErrClosed = errors.New("the client is closed")

// givenUp is the error of a context, in words for a person.
type givenUp struct{ ctx error }

func (e givenUp) Error() string {
	if errors.Is(e.ctx, context.DeadlineExceeded) {
		return "its time to answer is over"
	}
	return "nobody waits for it any more"
}

func (e givenUp) Unwrap() error { return e.ctx }
