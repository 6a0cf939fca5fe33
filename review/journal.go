package review

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/kifu"
)

// Journal keeps the judgements of positions in a file, a line each, as soon as they are made. It
// is safe for concurrent use, and its file belongs to one process at a time.
type Journal struct {
	mu     sync.Mutex
	file   *os.File
	places map[string]extent // by key
	files  map[string]bool   // what was noted by Wrote
	end    int64
	synced time.Time
}

// extent is where a line is.
type extent struct {
	from   int64
	length int
}

// entry is a line of the file: a judgement, or the name of a file that was written beside it.
// Ownership is in hundredths, a byte each, in base64.
type entry struct {
	Key       string         `json:"key,omitempty"`
	Ownership string         `json:"ownership,omitempty"`
	Analysis  *kifu.Analysis `json:"analysis,omitempty"`
	File      string         `json:"file,omitempty"`
}

// OpenJournal opens a journal, or begins one. A last line that was not finished, because the
// process or the machine ended, is dropped. The error is [durable.ErrHeld] where another process
// has it.
func OpenJournal(path string) (*Journal, error) {
	f, err := durable.Lock(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, places: map[string]extent{}, files: map[string]bool{}}
	if err := j.read(); err != nil {
		_ = f.Close() // nothing was written
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// read finds the lines. What is no entry is passed over, and searched again.
func (j *Journal) read() error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	for rest := data; ; {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		if !whole {
			break
		}
		var e entry
		switch bad := json.Unmarshal(line, &e) != nil; {
		case !bad && e.Key != "" && e.Analysis != nil:
			j.places[e.Key] = extent{j.end, len(line)}
		case !bad && e.File != "":
			j.files[e.File] = true
		case j.end == 0:
			return errors.New("this is no journal of reviews: name another folder")
		}
		j.end += int64(len(line)) + 1
		rest = after
	}
	if int64(len(data)) == j.end {
		return nil
	}
	return j.file.Truncate(j.end)
}

// Len is how many positions it knows.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.places)
}

// Wrote notes that a file beside the journal is a review's, so that the next one may replace it.
func (j *Journal) Wrote(name string) error {
	if j.Owns(name) {
		return nil
	}
	line, err := json.Marshal(entry{File: name})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.files[name] = true
	_, err = j.append(line)
	return err
}

// Owns reports whether a file was noted.
func (j *Journal) Owns(name string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.files[name]
}

// Close brings what was written onto the disk and lets go of the file.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }

// look is what is known of a position, nil if nothing is.
func (j *Journal) look(key string) *kifu.Analysis {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	at, ok := j.places[key]
	if !ok {
		return nil
	}
	line := make([]byte, at.length)
	if _, err := j.file.ReadAt(line, at.from); err != nil {
		return nil
	}
	var e entry
	if json.Unmarshal(line, &e) != nil {
		return nil
	}
	owners, err := base64.StdEncoding.DecodeString(e.Ownership)
	if err != nil {
		return nil
	}
	for _, b := range owners {
		e.Analysis.Ownership = append(e.Analysis.Ownership, float32(float64(int8(b))/100))
	}
	return e.Analysis
}

// keep writes a judgement down. In a power failure no more than those of the last second are
// lost.
func (j *Journal) keep(key string, a *kifu.Analysis) error {
	if j == nil {
		return nil
	}
	short := *a
	owners := make([]byte, len(a.Ownership))
	for i, v := range a.Ownership {
		owners[i] = byte(int8(math.Round(float64(v) * 100)))
	}
	short.Ownership = nil
	line, err := json.Marshal(entry{Key: key, Ownership: base64.StdEncoding.EncodeToString(owners), Analysis: &short})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	at, err := j.append(line)
	if err != nil {
		return err
	}
	j.places[key] = at
	if time.Since(j.synced) > time.Second {
		j.synced = time.Now()
		return j.file.Sync()
	}
	return nil
}

// append writes a line behind the others.
func (j *Journal) append(line []byte) (extent, error) {
	if _, err := j.file.WriteAt(append(line, '\n'), j.end); err != nil {
		return extent{}, fmt.Errorf("the journal of the review cannot be written: %w", err)
	}
	at := extent{j.end, len(line)}
	j.end += int64(len(line)) + 1
	return at, nil
}

// knows reports whether there is a judgement with that key.
func (j *Journal) knows(key string) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.places[key]
	return ok
}

// keyOf names a position with its past, and who judges it with how many visits: what differs in
// any of them has another key.
func keyOf(g *baduk.Game, judge string, visits int) string {
	h := sha256.New()
	fmt.Fprintf(h, "1\n%q\n%d\n%x\n%s\n%d %v\n", judge, visits, g.Graph().Fingerprint(), g.Rules().KataGo(), g.ToPlay(), g.Setup())
	for i := range g.Len() {
		m := g.Turn(i)
		h.Write(binary.LittleEndian.AppendUint16([]byte{byte(m.Color)}, uint16(m.Point)))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
