package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
)

// ManifestName is the file of a folder that says which shards belong to it.
const manifestName = "manifest.json"

// manifestVersion is that of the manifest. The first had no checksum.
const manifestVersion = 2

// ErrManifest is wrapped by the errors of manifests that are damaged, or of another version.
var ErrManifest = errors.New("the manifest cannot be used")

// A Manifest says what a folder holds and how it came to be. A shard that it does not name does not
// count: it is written after the shard, so that games and counts are always those of the same moment.
type Manifest struct {
	Version  int         `json:"version"`
	Settings Settings    `json:"settings"`
	Sources  []Source    `json:"sources"`
	Shards   []ShardInfo `json:"shards"`
	Games    int         `json:"games"`
	Samples  int         `json:"samples"`
	Counts   Counts      `json:"counts"`
	Examples []Rejection `json:"examples"` // the first few of every reason
	Written  time.Time   `json:"written"`
}

// Settings are those of an import that decide what comes in. An import goes on with the same ones only.
type Settings struct {
	// Rules are those of games that do not say theirs, by [baduk.Rules.Name], and Komi the komi of
	// those that do not say it.
	Rules string  `json:"rules"`
	Komi  float64 `json:"komi"`
	// DoubtZeroKomi says that a komi of 0 in a game without set-up stones counts as not written.
	DoubtZeroKomi bool `json:"doubtZeroKomi"`
	// PerGame is how many positions of a game are taken at most, MinMoves how many moves a game has at
	// least.
	PerGame  int    `json:"perGame"`
	Ends     bool   `json:"ends,omitempty"` // the last positions of games that ended by passes
	MinMoves int    `json:"minMoves"`
	Seed     uint64 `json:"seed"`
	// Played is how much the moves that were played are to be learnt, 0 to 1; manifests that do not say it
	// are older, and it is 1. The first RandomMoves of every game are not learnt.
	Played      float64 `json:"played"`
	RandomMoves int     `json:"randomMoves"`
	// VaryKomi is by how many points on average the komi of half of the games was changed.
	VaryKomi float64 `json:"varyKomi"`
	// Teacher is the name of the net that judged the positions, "" without one.
	Teacher string `json:"teacher"`
	// Leaves is how many positions were added from the search tree of each position, LeafVisits how large the tree was,
	// and Searcher the net that searched.
	Leaves     int    `json:"leaves,omitempty"`
	LeafVisits int    `json:"leafVisits,omitempty"`
	Searcher   string `json:"searcher,omitempty"`
	// Rollouts is how many find whose the points were at the end of a game that was counted, where
	// there is no teacher; 0 leaves that out.
	Rollouts int `json:"rollouts"`
	// Tolerance is by how many points the count of the last position may differ from the written
	// result for the owners of its points to be kept.
	Tolerance float64 `json:"tolerance"`
	// ShardGames is how many games a shard has.
	ShardGames int `json:"shardGames"`
}

// A Source is a file or folder that was imported, as it was named.
type Source struct {
	Name string `json:"name"`
	// Files are done with, Bytes long together; Listing names their names and lengths and
	// Content what was in them, both as hashes.
	Files   int    `json:"files"`
	Bytes   int64  `json:"bytes"`
	Listing string `json:"listing"`
	Content string `json:"content"`
	Done    bool   `json:"done"`
	// Failed are those of them that could not be read.
	Failed []Failure `json:"failed,omitempty"`
	// File is the one that is not, with its hash, and Within how many of its games are.
	File     string `json:"file,omitempty"`
	FileHash string `json:"fileHash,omitempty"`
	Within   int    `json:"within,omitempty"`
	Games    int    `json:"games"`    // that were read
	Accepted int    `json:"accepted"` // that came in
}

// A Failure is a file that could not be read, or only up to where it breaks off. The next import of its
// source looks at it again, and reads it if there is something else in it.
type Failure struct {
	File    string `json:"file"`
	Place   int    `json:"place"`   // among the files of the source, from 1
	Content string `json:"content"` // what was in it, and what was wrong, as a hash
	Wrong   string `json:"wrong"`
}

// Counts are what an import made of the games that it read.
type Counts struct {
	Read     int            `json:"read"`
	Rejected map[Reason]int `json:"rejected"`
	// Final are the games that were counted at the end: how many have the owners of
	// the last position, and how many not, since the count differed.
	Final    int `json:"final"`
	Disagree int `json:"disagree"`
	// Unjudged are games whose board the teacher cannot read.
	Unjudged int `json:"unjudged"`
	// NoRules and NoKomi are accepted games that do not say theirs, or not so that it was understood or believed.
	NoRules int `json:"noRules"`
	NoKomi  int `json:"noKomi"`
}

// A Reason is why a game did not come in.
type Reason string

// The reasons.
const (
	reasonUnreadable  Reason = "unreadable" // a file or a line that is not a game
	reasonCutOff      Reason = "cut off"    // moves or stones that are not on the board, or not to be understood, or not in the file, which breaks off
	reasonBoard       Reason = "board"      // too small or too large, or no board file
	reasonSetup       Reason = "set-up"     // stones that cannot stand so
	reasonIllegalMove Reason = "illegal move"
	reasonTooShort    Reason = "too short"
	reasonNoEnd       Reason = "not ended by passes"
	reasonDuplicate   Reason = "duplicate"
	reasonTooLarge    Reason = "too large" // for a block
)

// Reasons are all of them, in the order in which they are looked for.
func Reasons() []Reason {
	return []Reason{reasonUnreadable, reasonBoard, reasonCutOff, reasonSetup, reasonIllegalMove, reasonTooShort, reasonNoEnd, reasonDuplicate, reasonTooLarge}
}

// A Rejection is an example of a game that did not come in.
type Rejection struct {
	Reason Reason `json:"reason"`
	File   string `json:"file"`
	Game   int    `json:"game"` // of the file, from 1; 0 for the file itself
	Wrong  string `json:"wrong"`
}

// ReadManifest reads the manifest of a folder. The error wraps [fs.ErrNotExist] if it is missing, and
// [ErrManifest] where it is damaged.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, manifestName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not a folder of training rows: it has no %s: %w", dir, manifestName, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	m := &Manifest{Settings: Settings{Played: 1}}
	if err := m.parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// parse reads the text of a manifest.
func (m *Manifest) parse(data []byte) error {
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("%w: it is damaged (%s); restore it, or import the games again into another folder", ErrManifest, fmt.Sprintf(format, args...))
	}
	if err := json.Unmarshal(data, m); err != nil {
		return damaged("%v", err)
	}
	if m.Version > manifestVersion {
		return fmt.Errorf("%w: it is of version %d, and this program reads up to %d", ErrManifest, m.Version, manifestVersion)
	}
	if body, end := cutSeal(data); (end != nil || m.Version != 1) && !bytes.Equal(end, seal(body)) {
		return damaged("its checksum is wrong")
	}
	games, samples := 0, 0
	for n, s := range m.Shards {
		if s.Name != shardName(n+1) || s.Games < 0 || s.Samples < 0 {
			return damaged("shard %d is said to be %q, of %d games and %d rows", n+1, s.Name, s.Games, s.Samples)
		}
		games, samples = games+s.Games, samples+s.Samples
	}
	if games != m.Games || samples != m.Samples {
		return damaged("%d games and %d rows, of which the shards have %d and %d", m.Games, m.Samples, games, samples)
	}
	return nil
}

// sealBegins is how the end of a manifest begins, which has the checksum of what is before it.
const sealBegins = ",\n  \"sum\": "

// seal is that end.
func seal(body []byte) []byte { return fmt.Appendf(nil, "%s\"%08x\"\n}\n", sealBegins, checksum(body)) }

// cutSeal cuts a manifest into the bytes that the checksum covers, and the end, nil without a checksum.
func cutSeal(data []byte) (body, end []byte) {
	if i := bytes.LastIndex(data, []byte(sealBegins)); i >= 0 {
		return data[:i], data[i:]
	}
	return data, nil
}

// write puts the manifest into the folder, whole or not at all.
func (m *Manifest) write(dir string) error {
	m.Version, m.Written = manifestVersion, time.Now().UTC().Truncate(time.Second)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	body := bytes.TrimSuffix(text, []byte("\n}"))
	return durable.Replace(filepath.Join(dir, manifestName), append(body, seal(body)...), true)
}

// shardName is that of the shard of a number, from 1.
func shardName(n int) string { return fmt.Sprintf("rows-%05d.tgr", n) }

// shardPattern is what those names match.
const shardPattern = "rows-*.tgr"
