package gtp

import (
	"context"
	"errors"
)

// Errors of a program that break its client. The call of [Client.Do] and all later
// calls return errors that wrap one of them. A refused command is a [Failure], which
// does not break the client.
var (
	ErrNoAnswer   = errors.New("has not answered")                // the context ended before the answer
	ErrEnded      = errors.New("ended without an answer")         // the program has ended
	ErrNotReading = errors.New("does not read commands")          // the program has closed its stdin
	ErrTooLong    = errors.New("wrote too much output in answer") // an answer or a line is longer than [Program].MaxAnswer
	ErrWrongID    = errors.New("answered with the wrong id")      // the answer has another id than the command
)

// ErrClosed means that Close was called before or during the command.
var ErrClosed = errors.New("the client is closed")

// givenUp describes the error of a context for users.
type givenUp struct{ ctx error }

func (e givenUp) Error() string {
	if errors.Is(e.ctx, context.DeadlineExceeded) {
		return "its time to answer is over"
	}
	return "the command was cancelled"
}

func (e givenUp) Unwrap() error { return e.ctx }
