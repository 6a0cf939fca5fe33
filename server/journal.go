package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
)

// journal is the files of the games. It works below an os.Root, which no name
// can escape.
type journal struct {
	root *os.Root
	log  *slog.Logger
}

const (
	journalExt    = ".jsonl"
	unreadableExt = ".unreadable"
)

// create writes the file of a new game, which must not exist.
func (j journal) create(id string, s setup, events []event) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	if err := enc.Encode(s); err != nil {
		return err
	}
	for _, e := range events {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	f, err := j.root.OpenFile(id+journalExt, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err := writeAndSync(f, text.Bytes()); err != nil {
		return errors.Join(err, j.root.Remove(id+journalExt))
	}
	// The name is safe only when the folder is synced too. Not every system can
	// do that, and then there is nothing better to do.
	if dir, err := j.root.Open("."); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// append adds a line to the first size bytes of a file and returns the new size.
// After an error the file is as before, as far as the disk lets us.
func (j journal) append(id string, size int64, e event) (int64, error) {
	line, err := json.Marshal(e)
	if err != nil {
		return size, err
	}
	line = append(line, '\n')
	if err := j.mend(id, size); err != nil {
		return size, err
	}
	f, err := j.root.OpenFile(id+journalExt, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return size, err
	}
	if err := writeAndSync(f, line); err != nil {
		return size, errors.Join(err, j.mend(id, size))
	}
	return size + int64(len(line)), nil
}

func writeAndSync(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// mend cuts off what follows the first size bytes: a line that a crash or a full
// disk has torn.
func (j journal) mend(id string, size int64) error {
	info, err := j.root.Stat(id + journalExt)
	if err != nil || info.Size() == size {
		return err
	}
	if info.Size() < size {
		return fmt.Errorf("its file was %d bytes long and is %d now", size, info.Size())
	}
	j.log.Warn("cut off a torn last line", "game", id, "bytes", info.Size()-size)
	f, err := j.root.OpenFile(id+journalExt, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Sync(), f.Close())
}

// unreadableError says why a file makes no sense.
type unreadableError struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (e *unreadableError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap is the reason.
func (e *unreadableError) Unwrap() error { return e.Err }

// read replays a file and leaves it as it is. A last line without its end does
// not count, because whoever asked for it never got an answer; size is that of
// the others. The error is an *unreadableError when the content makes no sense.
func (j journal) read(id string) (r *record, size int64, err error) {
	data, err := j.root.ReadFile(id + journalExt)
	if err != nil {
		return nil, 0, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	r, err = replay(data)
	return r, int64(len(data)), err
}

// replay makes a record from the lines of a file.
func replay(data []byte) (*record, error) {
	var r *record
	lines := bytes.SplitAfter(data, []byte("\n"))
	for i, line := range lines {
		if len(line) == 0 && r != nil {
			break
		}
		if i == 0 {
			var s setup
			err := json.Unmarshal(line, &s)
			if err == nil {
				r, err = newRecord(s)
			}
			if err != nil {
				return nil, &unreadableError{1, unexpectedEnd(err)}
			}
			continue
		}
		var e event
		err := json.Unmarshal(line, &e)
		if err == nil {
			err = r.apply(e)
		}
		if err != nil {
			return nil, &unreadableError{i + 1, err}
		}
	}
	return r, nil
}

// unexpectedEnd gives the empty file a better error than JSON has.
func unexpectedEnd(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && syntax.Offset == 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

// setAside renames a file that makes no sense, so that it is kept but no longer
// looked at.
func (j journal) setAside(id string, why error) {
	j.log.Error("a game cannot be read and is set aside", "game", id, "as", id+journalExt+unreadableExt, "error", why)
	if err := j.root.Rename(id+journalExt, id+journalExt+unreadableExt); err != nil {
		j.log.Error("setting a game aside", "game", id, "error", err)
	}
}
