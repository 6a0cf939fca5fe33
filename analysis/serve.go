package analysis

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

// Patience says what happens to unanswered queries when the input ends.
type Patience uint8

const (
	Wait Patience = iota // they are answered
	Quit                 // they are dropped
)

// UnansweredError is the number of positions that were left without an answer by an interrupt.
type UnansweredError int

// Error returns the number in words.
func (e UnansweredError) Error() string {
	return fmt.Sprintf("positions without an answer: %d", int(e))
}

// Serve reads lines from in and writes the answers to out. It returns when the input has ended and everything is
// answered, or when writing fails. If ctx ends earlier, it writes the answers that are ready, and returns an
// [UnansweredError] if positions remain without an answer.
func (e *Engine) Serve(ctx context.Context, in io.Reader, out io.Writer, p Patience) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := e.NewSession()
	defer s.Close()
	read := make(chan error, 1)
	// A read cannot be interrupted. If the session ends before the input does, this goroutine stays in Read.
	go func() {
		err := readLines(in, func(line []byte) error { return s.Line(ctx, line) })
		if p == Quit {
			s.Quit()
		} else {
			s.End()
		}
		read <- err
	}()
	for {
		m, err := s.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s.interrupted(out)
		}
		if _, err := out.Write(append(m, '\n')); err != nil {
			return err
		}
	}
	select {
	case err := <-read:
		if errors.Is(err, errClosed) {
			return nil
		}
		return err
	case <-ctx.Done():
		return nil
	}
}

// interrupted writes the answers that are ready. If positions remain without an answer, it returns an error.
func (s *Session) interrupted(out io.Writer) error {
	left := s.Quit()
	for {
		m, err := s.Next(context.Background()) // this does not wait, because Quit was called
		if err != nil {
			break
		}
		if _, err := out.Write(append(m, '\n')); err != nil {
			return err
		}
	}
	if left > 0 {
		return UnansweredError(left)
	}
	return nil
}

// readLines calls f for each line of a stream. If a line is longer than [MaxLine], f gets only its first
// MaxLine+1 bytes.
func readLines(in io.Reader, f func([]byte) error) error {
	r := bufio.NewReaderSize(in, 64<<10)
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part[:min(len(part), MaxLine+2-len(line))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && err != io.EOF:
			return err
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = line[:n-1]
		}
		if len(line) > 0 {
			if err := f(line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if cap(line) > 1<<20 {
			line = nil
		}
		line = line[:0]
	}
}
