package gtp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"
)

// soon is how long after a line the end of the input may come and still belong to it,
// as the end of a script does.
const soon = time.Second

// readAhead is how many lines are read while a command is at work, so that the end
// of the input is seen behind them.
const readAhead = 64

// input is a line that was read, or how reading failed.
type input struct {
	text    string // of a line that is too long its id
	tooLong bool
	quit    bool // no line after it counts
	err     error
}

// inputs are the lines to come, with at most one taken back.
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

// interrupting is a context that ends with the next input, which stays to be
// read. The caller calls stop.
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

// readLines sends the lines of r until it ends, quit is read, or ctx ends. It calls
// late if quit comes long after the line before, or the end of r long after the last.
func readLines(ctx context.Context, r io.Reader, ch chan<- input, late func()) {
	b := bufio.NewReaderSize(r, MaxLine+1) // and the newline
	for last := time.Now(); ; last = time.Now() {
		var in input
		text, err := b.ReadSlice('\n')
		in.text = string(text)
		cmd, _ := ParseCommand(in.text)
		if in.tooLong = errors.Is(err, bufio.ErrBufferFull); in.tooLong {
			in.text = ""
			if cmd.Name != "" { // or the digits may go on
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
