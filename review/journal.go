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
	"maps"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/kifu"
)

// Journal stores judgements of positions in a file, one per line, as soon as they are made. It is safe for
// concurrent use. Only one process at a time can open its file.
type Journal struct {
	mu     sync.Mutex
	file   *os.File
	places map[string]extent // by key of a judgement: the place of its line
	files  map[string]string // by name of a file that Wrote noted: the key of its game
	end    int64             // size of the file
	synced time.Time
	broken bool // result of Damaged
}

// extent is the place of a line in the file.
type extent struct {
	from   int64
	length int
}

// entry is a line of the journal. It has either a judgement, or the name of a file next to the journal that
// was written or removed.
type entry struct {
	Key string `json:"key,omitempty"`
	judgement
	File string `json:"file,omitempty"`
	Game string `json:"game,omitempty"`
	Gone bool   `json:"gone,omitempty"`
}

// judgement is an analysis as it is stored. The ownership is in hundredths, one byte per point, in base64.
type judgement struct {
	Ownership string         `json:"ownership,omitempty"`
	Analysis  *kifu.Analysis `json:"analysis,omitempty"`
}

func newJudgement(a *kifu.Analysis) judgement {
	short := *a
	owners := make([]byte, len(a.Ownership))
	for i, v := range a.Ownership {
		owners[i] = byte(int8(math.Round(float64(v) * 100)))
	}
	short.Ownership = nil
	return judgement{base64.StdEncoding.EncodeToString(owners), &short}
}

// analysis returns the analysis that was stored.
func (j *judgement) analysis() (*kifu.Analysis, error) {
	owners, err := base64.StdEncoding.DecodeString(j.Ownership)
	if err != nil {
		return nil, err
	}
	for _, b := range owners {
		j.Analysis.Ownership = append(j.Analysis.Ownership, float32(float64(int8(b))/100))
	}
	return j.Analysis, nil
}

// OpenJournal opens a journal, or creates it. It drops lines that are not from a journal. It also drops an
// incomplete last line, which a crash may have left; see [Journal.Damaged]. The error is [durable.ErrHeld]
// if another process has the journal open.
func OpenJournal(path string) (*Journal, error) {
	f, err := durable.Lock(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, places: map[string]extent{}, files: map[string]string{}}
	if err := j.read(); err != nil {
		_ = f.Close() // nothing was written
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// read indexes the lines. It removes lines that are not entries from the file. The positions of these
// lines will be searched again.
func (j *Journal) read() error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	var holes []extent
	whole := int64(0) // end of the last good line
	for rest := data; ; {
		line, after, found := bytes.Cut(rest, []byte{'\n'})
		if !found {
			break
		}
		var e entry
		bad := json.Unmarshal(line, &e) != nil && !(j.end > 0 && len(bytes.TrimSpace(line)) == 0)
		switch {
		case !bad && e.Key != "" && e.Analysis != nil:
			j.places[e.Key] = extent{j.end, len(line)}
		case !bad && e.Gone:
			delete(j.files, e.File)
		case !bad && e.File != "":
			j.files[e.File] = e.Game
		case j.end == 0:
			return errNotJournal
		case bad:
			holes = append(holes, extent{j.end, len(line)})
		}
		j.end += int64(len(line)) + 1
		rest = after
		if !bad {
			whole = j.end
		}
	}
	if first := []byte(`{"`); j.end == 0 && !bytes.HasPrefix(data, first[:min(len(data), len(first))]) {
		return errNotJournal
	}
	if j.broken = len(holes) > 0 || int64(len(data)) != j.end; !j.broken {
		return nil
	}
	for _, h := range holes {
		if h.from < whole {
			if _, err := j.file.WriteAt(bytes.Repeat([]byte{' '}, h.length), h.from); err != nil {
				return err
			}
		}
	}
	j.end = whole
	return j.file.Truncate(whole)
}

var errNotJournal = errors.New("this is not a journal of reviews: choose another folder")

// Damaged reports whether OpenJournal has dropped an incomplete line, or lines that are not from a journal.
func (j *Journal) Damaged() bool { return j.broken }

// Len returns the number of judged positions in the journal.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.places)
}

// Wrote notes that a file next to the journal is about a game. The next review of the game may replace the
// file. game is the [Line.Key] of the game, or "" if the file is about several games.
func (j *Journal) Wrote(name, game string) error {
	if of, ok := j.Owner(name); ok && of == game {
		return nil
	}
	return j.note(entry{File: name, Game: game})
}

// Removed notes that a file was removed.
func (j *Journal) Removed(name string) error { return j.note(entry{File: name, Gone: true}) }

func (j *Journal) note(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.files[e.File] = e.Game; e.Gone {
		delete(j.files, e.File)
	}
	_, err = j.append(line)
	return err
}

// Owner returns the key of the game that a file is about. The key is "" if the file is about several games
// or its game is unknown. Owner returns false if [Journal.Wrote] did not note the file.
func (j *Journal) Owner(name string) (game string, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	game, ok = j.files[name]
	return game, ok
}

// Files returns the names of the files that [Journal.Wrote] noted, sorted.
func (j *Journal) Files() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(maps.Keys(j.files))
}

// Close syncs the file to the disk and closes it.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }

// find returns the judgement with the given key, or nil.
func (j *Journal) find(key string) *kifu.Analysis {
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
	a, err := e.analysis()
	if err != nil {
		return nil
	}
	return a
}

// keep stores a judgement. A power failure loses at most the judgements of the last second.
func (j *Journal) keep(key string, a *kifu.Analysis) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(entry{Key: key, judgement: newJudgement(a)})
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

// append writes a line at the end of the file.
func (j *Journal) append(line []byte) (extent, error) {
	if _, err := j.file.WriteAt(append(line, '\n'), j.end); err != nil {
		return extent{}, fmt.Errorf("the journal of the review cannot be written: %w", err)
	}
	at := extent{j.end, len(line)}
	j.end += int64(len(line)) + 1
	return at, nil
}

// knows reports whether the journal has a judgement with the given key.
func (j *Journal) knows(key string) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.places[key]
	return ok
}

// keyOf returns a key for a position with its history, the judge and the number of visits.
func keyOf(g *baduk.Game, judge string, visits int) string {
	h := sha256.New()
	fmt.Fprintf(h, "1\n%q\n%d\n%x\n%s\n%d %v\n", judge, visits, g.Graph().Fingerprint(), g.Rules().KataGo(), g.ToPlay(), g.Setup())
	for i := range g.Len() {
		m := g.Turn(i)
		h.Write(binary.LittleEndian.AppendUint16([]byte{byte(m.Color)}, uint16(m.Point)))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
