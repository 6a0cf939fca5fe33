package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"

	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

// journal reads and writes the files of the games. It uses an os.Root, which refuses names that lead out of the folder.
type journal struct {
	root   *os.Root
	boards *boards.Boards
	log    *slog.Logger
}

const (
	journalExt = ".jsonl"
	restExt    = ".rest"
	usedExt    = ".clock"
	maxFile    = 16 << 20 // bytes of a game's file: far more than the longest game needs
	endSize    = 4 << 10  // bytes at the end of the largest file that only the end of the game may use
)

// create writes the file of a new game. The file must not exist yet.
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
	if err := live.WriteAndSync(f, text.Bytes()); err != nil {
		return errors.Join(err, j.root.Remove(id+journalExt))
	}
	live.SyncFolder(j.root)
	return nil
}

// append writes the line of an event at the end of a game's file and returns the new size. size is the size of the
// complete lines; bytes after them are removed. If writing fails, append tries to restore the file.
func (j journal) append(id string, size int64, e event) (int64, error) {
	line, err := json.Marshal(e)
	if err != nil {
		return size, err
	}
	line = append(line, '\n')
	limit := int64(maxFile - endSize)
	if e.Event == "resign" || e.Event == "timeout" {
		limit = maxFile
	}
	if size+int64(len(line)) > limit {
		return size, wire.Fail(http.StatusConflict, "", "the game has too many moves and changes: it can only be resigned now")
	}
	if err := j.repair(id, size); err != nil {
		return size, err
	}
	f, err := j.root.OpenFile(id+journalExt, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return size, err
	}
	if err := live.WriteAndSync(f, line); err != nil {
		return size, errors.Join(err, j.repair(id, size))
	}
	return size + int64(len(line)), nil
}

// repair removes the bytes of a file after its complete lines, which have the given size. The rest is an incomplete
// line, left by a crash or a full disk.
func (j journal) repair(id string, size int64) error {
	info, err := live.Lstat(j.root, id+journalExt)
	if err != nil || info.Size() == size {
		return err
	}
	if info.Size() < size {
		return fmt.Errorf("its file was %d bytes long and is %d now", size, info.Size())
	}
	j.log.Warn("cut off a torn last line", "game", id, "bytes", info.Size()-size)
	return j.cut(id, size)
}

// cut shortens a file to the given size in bytes.
func (j journal) cut(id string, size int64) error {
	f, err := j.root.OpenFile(id+journalExt, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Sync(), f.Close())
}

// keepRest appends the unreadable end of a game's file to a separate file. It then shortens the game's file to the
// given size.
func (j journal) keepRest(id string, size int64, rest []byte) error {
	name := id + journalExt + restExt
	if _, err := live.Lstat(j.root, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := j.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if err := live.WriteAndSync(f, rest); err != nil {
		return err
	}
	return j.cut(id, size)
}

// remove deletes the files of a game.
func (j journal) remove(id string) error {
	err := j.root.Remove(id + journalExt)
	for _, name := range []string{id + journalExt + restExt, id + usedExt} {
		if rest := j.root.Remove(name); !errors.Is(rest, fs.ErrNotExist) {
			err = errors.Join(err, rest)
		}
	}
	return err
}

// usedTime is the time that the player to move has used in a turn. It belongs to a game with this number of events.
type usedTime struct {
	Events int
	Ms     int64
}

// usedFormat has a fixed width. A new note overwrites the old one in place, so that it needs no free space on the disk.
const usedFormat = "%010d %015d\n"

// writeUsed notes the time that the player to move has used. It does not wait for the disk: what counts is that the
// note outlives this process.
func (j journal) writeUsed(id string, u usedTime) error {
	f, err := j.root.OpenFile(id+usedExt, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, usedFormat, u.Events, u.Ms)
	return errors.Join(err, f.Close())
}

// readUsed returns the last note of writeUsed, or zeros without a note.
func (j journal) readUsed(id string) (u usedTime) {
	data, err := j.readFile(id + usedExt)
	if err != nil {
		return usedTime{}
	}
	if _, err := fmt.Sscanf(string(data), "%d %d", &u.Events, &u.Ms); err != nil {
		return usedTime{}
	}
	return u
}

// unreadableError is the error for a file with a line that cannot be read. The lines after it are not read either.
type unreadableError struct {
	Line int // the first line that cannot be read, from 1; 0 if the whole file cannot be read
	Err  error
}

// Error returns the line and the reason.
func (e *unreadableError) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

// Unwrap returns the reason.
func (e *unreadableError) Unwrap() error { return e.Err }

// read makes a game from a file without changing the file. It returns the game, and the size of the lines that it was
// made from. A last line without a newline is ignored, because the request for that event was never answered. If a line
// cannot be read, the error is an *unreadableError. If that line is not the set-up, read also returns the game of the
// lines before it, and the content of the file from that line on as rest.
func (j journal) read(id string) (gm *game, size int64, rest []byte, err error) {
	data, err := j.readFile(id + journalExt)
	if err != nil {
		return nil, 0, nil, err
	}
	gm, n, err := replay(data[:bytes.LastIndexByte(data, '\n')+1], j.boards)
	if gm != nil && err != nil {
		rest = data[n:]
	}
	return gm, int64(n), rest, err
}

func (j journal) readFile(name string) ([]byte, error) {
	info, err := live.Lstat(j.root, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, &unreadableError{0, fmt.Errorf("its file has %d bytes, which is more than the %d that are read", info.Size(), maxFile)}
	}
	f, err := j.root.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	return data, errors.Join(err, f.Close())
}

// replay makes a game from the lines of a file. It skips blank lines. It returns the game, and the size of the lines
// that it was made from. After an error these are the lines before the unreadable one; gm is nil if the set-up cannot
// be read.
func replay(data []byte, b *boards.Boards) (gm *game, size int, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) > 0 {
			if gm == nil {
				var s setup
				if err = json.Unmarshal(line, &s); err == nil {
					gm, err = newGame(s, b)
				}
			} else {
				var e event
				if err = json.Unmarshal(line, &e); err == nil {
					err = gm.apply(e)
				}
			}
		}
		if err != nil {
			return gm, size, &unreadableError{number, err}
		}
		size += len(line)
	}
	if gm == nil {
		return nil, 0, &unreadableError{0, errors.New("its file has no complete line")}
	}
	return gm, size, nil
}

// setAside renames a file that cannot be read. The file stays on the disk, but it is not a game any more.
func (j journal) setAside(id string, why error) {
	j.log.Error("a game cannot be read and is set aside", "game", id, "as", id+journalExt+live.Unreadable, "error", why)
	if err := j.root.Rename(id+journalExt, id+journalExt+live.Unreadable); err != nil {
		j.log.Error("setting a game aside", "game", id, "error", err)
	}
}
