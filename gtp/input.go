package gtp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"
)

// soon is the limit by which the server recognizes scripts. If at most this time passes
// between the last line and the end of the input, the input counts as a script.
const soon = time.Second

// readAhead is the number of lines that are read while a command runs. If the input ends
// within these lines, the server notices the end before the command has finished.
const readAhead = 64

// input is a line, or the error of reading it.
type input struct {
	text    string // only the id if the line is too long
	tooLong bool
	quit    bool // the line has the command quit; lines after it are ignored
	err     error
}

// inputs are the lines that are not yet handled. The field named held is a line that was
// received but not used. It is nil if there is no such line.
type inputs struct {
	ch   chan input // closed at the end of the input
	held *input
}

func (in *inputs) next(ctx context.Context) (input, bool) {
	if in.held != nil {
		line := *in.held
		in.held = nil
		return line, true
	}
	select {
	case line, ok := <-in.ch:
		return line, ok
	case <-ctx.Done():
		return input{}, false
	}
}

// interrupting returns a context that ends when the next input arrives. That input is
// not consumed: next returns it. The caller must call stop.
func (in *inputs) interrupting(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case line, ok := <-in.ch:
			if ok {
				in.held = &line
			}
			cancel(ErrInterrupted)
		case <-quit:
		}
	}()
	return ctx, func() {
		close(quit)
		<-done
		cancel(nil)
	}
}

// readLines sends the lines of r to ch until r ends, quit is read, or ctx ends. If more
// time than soon passes between a line and the following quit or end of r, readLines
// calls the function late.
func readLines(ctx context.Context, r io.Reader, ch chan<- input, late func()) {
	b := bufio.NewReaderSize(r, MaxLine+1) // room for a line with its newline
	for last := time.Now(); ; last = time.Now() {
		var in input
		text, err := b.ReadSlice('\n')
		in.text = string(text)
		cmd, _ := ParseCommand(in.text)
		if in.tooLong = errors.Is(err, bufio.ErrBufferFull); in.tooLong {
			in.text = ""
			if cmd.Name != "" { // in a line without a name, the id may be incomplete
				in.text = cmd.ID
			}
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = b.ReadSlice('\n')
		}
		in.quit = cmd.Name == "quit" && !in.tooLong
		isLine := in.text != "" || in.tooLong
		if (in.quit || !isLine) && time.Since(last) > soon {
			late()
		}
		send := func(in input) bool {
			select {
			case ch <- in:
				return true
			case <-ctx.Done():
				return false
			}
		}
		if isLine && !send(in) || errors.Is(err, io.EOF) {
			return
		}
		if in.quit {
			if last = time.Now(); err == nil {
				_, _ = io.Copy(io.Discard, b)
			}
			if time.Since(last) > soon {
				late()
			}
			return
		}
		if err != nil {
			send(input{err: err})
			return
		}
	}
}
