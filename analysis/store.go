package analysis

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/katago"
	"tengen/mcts"
)

// storeVersion is part of every key. Increase it when a change of the program changes the answer to a query.
const storeVersion = 1

// key is a digest of everything that an answer depends on, except for its id and turn.
type key [sha256.Size]byte

// question is everything that a search depends on.
type question struct {
	Version                   int
	Program, Revision, Judge  string
	Width, Height             int
	Rules                     string
	Stones, Moves             []baduk.Move
	First                     baduk.Color
	Search                    mcts.Params
	Profile                   string
	Max                       katago.Limits
	Symmetry, Prevent         bool
	Avoid                     avoided
	Ownership, MovesOwnership bool
}

// form is everything else that an answer depends on.
type form struct {
	Build       string
	Perspective katago.Perspective
	PVLen       int
	Include     [7]bool
}

// keyOf returns the key of a job and the seed of its search. Equal questions have the same seed until the caches are
// cleared.
func (e *Engine) keyOf(j *job) (key, uint64) {
	q := j.query
	params := q.settings.Search
	params.Seed, params.MaxBytes = 0, 0 // a search that uses up its memory is not stored
	asked := digest(question{storeVersion, e.opt.Version, e.opt.Revision, e.opt.Judge, q.width, q.height, q.rules.KataGo(), q.stones, q.moves[:j.turn],
		q.firstPlayer(), params, q.settings.HumanProfile, q.settings.Max, q.settings.RootSymmetryPruning, q.settings.PreventCleanup, q.avoid,
		q.ownership || q.ownershipStdev, q.movesOwnership || q.movesOwnershipStdev})
	whole := digest(form{e.opt.Build, q.settings.Perspective, q.pvLen, [7]bool{q.ownership, q.ownershipStdev, q.movesOwnership, q.movesOwnershipStdev, q.policy, q.pvVisits, q.noResult}}, asked[:]...)
	return whole, binary.LittleEndian.Uint64(asked[:]) + e.store.clears.Load()
}

// digest returns the digest of the JSON of v, followed by the given bytes.
func digest(v any, more ...byte) key {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return sha256.Sum256(append(data, more...))
}

// store keeps finished answers by key: the latest in memory and, if there is a folder, all of them in files.
// A file ends with a line that has its digest.
type store struct {
	room   int64 // most bytes of answers in memory
	folder string
	log    *slog.Logger
	warn   sync.Once // logs that the folder cannot be written
	clears atomic.Uint64

	mu      sync.Mutex
	known   map[key]*list.Element
	latest  list.List // list of *stored, the most recently used first
	size    int64
	cleared time.Time       // time of the last clear; older files are ignored
	swept   map[string]bool // folders from which the incomplete files of killed processes were removed
}

// stored is an answer in memory.
type stored struct {
	key  key
	body []byte
}

func newStore(room int64, folder string, log *slog.Logger) (*store, error) {
	if folder != "" {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, fmt.Errorf("the folder for finished analyses: %w", err)
		}
	}
	return &store{room: room, folder: folder, log: log, known: map[key]*list.Element{}, swept: map[string]bool{}}, nil
}

// file is the path of an answer's file.
func (s *store) file(k key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(s.folder, name[:2], name[2:]+".json")
}

// get returns a stored answer, or false if it is not stored.
func (s *store) get(k key) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.known[k]; ok {
		s.latest.MoveToFront(at)
		return at.Value.(*stored).body, true
	}
	if s.folder == "" {
		return nil, false
	}
	info, err := os.Stat(s.file(k))
	if err != nil || info.ModTime().Before(s.cleared) {
		return nil, false
	}
	data, err := os.ReadFile(s.file(k))
	body, sum, _ := bytes.Cut(data, []byte("\n"))
	if err != nil || !bytes.Equal(sum, checksum(body)) {
		return nil, false
	}
	s.remember(k, body)
	return body, true
}

// put stores an answer. If its file cannot be written, the log says so once.
func (s *store) put(k key, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remember(k, body)
	if s.folder == "" {
		return
	}
	dir := filepath.Dir(s.file(k))
	err := os.MkdirAll(dir, 0o755)
	if !s.swept[dir] {
		s.swept[dir] = true
		durable.Sweep(dir)
	}
	if err == nil {
		err = durable.Replace(s.file(k), append(append(bytes.Clone(body), '\n'), checksum(body)...), false)
	}
	if err != nil {
		s.warn.Do(func() { s.log.Warn("finished analyses cannot be stored in the folder", "because", err) })
	}
}

func checksum(body []byte) []byte {
	sum := sha256.Sum256(body)
	return hex.AppendEncode(nil, sum[:8])
}

// overhead is the approximate number of bytes of an answer in memory, not counting its text.
const overhead = 200

// remember stores an answer in memory. If memory is short, it drops the least recently used answers.
func (s *store) remember(k key, body []byte) {
	if at, ok := s.known[k]; ok {
		s.drop(at)
	}
	size := int64(len(body)) + overhead
	if size > s.room {
		return
	}
	s.known[k] = s.latest.PushFront(&stored{k, body})
	s.size += size
	for s.size > s.room {
		s.drop(s.latest.Back())
	}
}

func (s *store) drop(at *list.Element) {
	old := s.latest.Remove(at).(*stored)
	delete(s.known, old.key)
	s.size -= int64(len(old.body)) + overhead
}

// clear forgets all answers. Earlier files are kept, but no longer read.
func (s *store) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.known)
	s.latest.Init()
	s.size, s.cleared = 0, time.Now()
	s.clears.Add(1)
}

// addressed adds the id and the turn of a job to a stored answer. The keys of answers are sorted, so the id is
// the first key and the turn the last.
func addressed(body []byte, j *job) []byte {
	b := append([]byte(`{"id":`), dump(j.query.id)...)
	b = append(b, ',')
	b = append(b, body[1:len(body)-1]...)
	b = append(b, `,"turnNumber":`...)
	return append(strconv.AppendInt(b, int64(j.turn), 10), '}')
}
