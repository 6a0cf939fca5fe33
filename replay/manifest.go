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

// manifestName is the name of the file that lists the shards of a folder.
const manifestName = "manifest.json"

// manifestVersion is the version of the manifest. Version 1 had no checksum.
const manifestVersion = 2

// ErrManifest is wrapped by the errors of manifests that are damaged or have an unknown version.
var ErrManifest = errors.New("the manifest cannot be used")

// A Manifest lists the shards of a folder and says how they were made. It is written after the shards, and readers
// ignore shards that it does not list. Its counts therefore always agree with the listed shards.
type Manifest struct {
	Version  int         `json:"version"`
	Settings Settings    `json:"settings"`
	Sources  []Source    `json:"sources"`
	Shards   []ShardInfo `json:"shards"`
	Games    int         `json:"games"`
	Samples  int         `json:"samples"`
	Counts   Counts      `json:"counts"`
	Examples []Rejection `json:"examples"` // the first few examples for each reason
	Written  time.Time   `json:"written"`
}

// Settings are the settings of an import that decide which rows are made. All imports into a folder must have the same
// settings.
type Settings struct {
	// Rules are used for games that do not name their rules. The text is a [baduk.Rules.Name]. Komi is used for games
	// without a komi.
	Rules string  `json:"rules"`
	Komi  float64 `json:"komi"`
	// DoubtZeroKomi says that a komi of 0 in a game without set-up stones counts as missing.
	DoubtZeroKomi bool `json:"doubtZeroKomi"`
	// PerGame is the largest number of positions from a game. Games with fewer than MinMoves moves are left out.
	PerGame  int    `json:"perGame"`
	Ends     bool   `json:"ends,omitempty"` // the rows are the last positions of games that ended by passes
	MinMoves int    `json:"minMoves"`
	Seed     uint64 `json:"seed"`
	// Played is the weight of the moves that were played, 0 to 1. Older manifests do not have this field; their weight
	// is 1. The first RandomMoves moves of every game are not learned.
	Played      float64 `json:"played"`
	RandomMoves int     `json:"randomMoves"`
	// VaryKomi is the mean change, in points, of the komi of half of the games.
	VaryKomi float64 `json:"varyKomi"`
	// Teacher is the name of the net that judged the positions, or "". TeacherVisits is the number of visits of its
	// search from each position, or 0 if the net judged without a search.
	Teacher       string `json:"teacher"`
	TeacherVisits int    `json:"teacherVisits,omitempty"`
	// Leaves is the number of positions that were added from the search tree of each position. LeafVisits is the size
	// of the tree in visits, and Searcher is the name of the net that searched.
	Leaves     int    `json:"leaves,omitempty"`
	LeafVisits int    `json:"leafVisits,omitempty"`
	Searcher   string `json:"searcher,omitempty"`
	// Rollouts is the number of rollouts that found the owners of the points at the end of a scored game. It is 0 if
	// the owners came from a teacher or only from the marks of the record.
	Rollouts int `json:"rollouts"`
	// Tolerance is the largest allowed difference, in points, between the count of the last position and the recorded
	// result. If the difference was larger, the owners of the points were not kept.
	Tolerance float64 `json:"tolerance"`
	// ShardGames is the number of games in a shard.
	ShardGames int `json:"shardGames"`
}

// A Source is a file or folder that was imported, under the name that the user gave.
type Source struct {
	Name string `json:"name"`
	// Files is the number of finished files, which are the first files of the source, and Bytes is their total length.
	// Listing is a hash of their names and lengths, and Content is a hash of their contents.
	Files   int    `json:"files"`
	Bytes   int64  `json:"bytes"`
	Listing string `json:"listing"`
	Content string `json:"content"`
	Done    bool   `json:"done"`
	// Failed are the finished files that could not be read.
	Failed []Failure `json:"failed,omitempty"`
	// File is the file that was being read when the import ended, FileHash is its hash, and Within is the number of its
	// games that were read.
	File     string `json:"file,omitempty"`
	FileHash string `json:"fileHash,omitempty"`
	Within   int    `json:"within,omitempty"`
	Games    int    `json:"games"`    // games read
	Accepted int    `json:"accepted"` // games accepted
}

// A Failure is a file that could not be read to its end. The next import of its source checks the file again, and reads
// it if its content has changed.
type Failure struct {
	File    string `json:"file"`
	Place   int    `json:"place"`   // place in the source, from 1
	Content string `json:"content"` // hash of the content and of the error
	Wrong   string `json:"wrong"`
}

// Counts has the number of games that the imports read. It also has the numbers of games that were rejected or lacked
// something.
type Counts struct {
	Read     int            `json:"read"`
	Rejected map[Reason]int `json:"rejected"`
	// Final is the number of scored games that have the owners of the points in the last position. Disagree is the
	// number of scored games without owners, because the count differed from the recorded result.
	Final    int `json:"final"`
	Disagree int `json:"disagree"`
	// Unjudged is the number of games with a board that the teacher cannot read.
	Unjudged int `json:"unjudged"`
	// NoRules and NoKomi are the numbers of accepted games whose rules or komi are missing, could not
	// be parsed or were not believable.
	NoRules int `json:"noRules"`
	NoKomi  int `json:"noKomi"`
}

// A Reason says why a game was rejected.
type Reason string

// The reasons.
const (
	reasonUnreadable  Reason = "unreadable" // a file or a line that is not a game
	reasonCutOff      Reason = "cut off"    // moves or stones that are off the board, cannot be parsed, or are missing because the file ends too early
	reasonBoard       Reason = "board"      // the board is too small, too large, or without a board file
	reasonSetup       Reason = "set-up"     // the set-up has stones that cannot stand there
	reasonIllegalMove Reason = "illegal move"
	reasonTooShort    Reason = "too short"
	reasonNoEnd       Reason = "not ended by passes"
	reasonDuplicate   Reason = "duplicate"
	reasonTooLarge    Reason = "too large" // the game does not fit into a block
)

// Reasons returns all reasons, in the order in which they are checked.
func Reasons() []Reason {
	return []Reason{reasonUnreadable, reasonBoard, reasonCutOff, reasonSetup, reasonIllegalMove, reasonTooShort, reasonNoEnd, reasonDuplicate, reasonTooLarge}
}

// A Rejection is an example of a rejected game.
type Rejection struct {
	Reason Reason `json:"reason"`
	File   string `json:"file"`
	Game   int    `json:"game"` // number in the file, from 1; 0 for the file itself
	Wrong  string `json:"wrong"`
}

// ReadManifest reads the manifest of a folder. The error wraps [fs.ErrNotExist] if the manifest is
// missing, and [ErrManifest] if it is damaged.
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
		return fmt.Errorf("%w: it has version %d, but this program reads only versions up to %d", ErrManifest, m.Version, manifestVersion)
	}
	if body, end := cutSeal(data); (end != nil || m.Version != 1) && !bytes.Equal(end, seal(body)) {
		return damaged("its checksum is wrong")
	}
	games, samples := 0, 0
	for n, s := range m.Shards {
		if s.Name != shardName(n+1) || s.Games < 0 || s.Samples < 0 {
			return damaged("shard %d is named %q, with %d games and %d rows", n+1, s.Name, s.Games, s.Samples)
		}
		games, samples = games+s.Games, samples+s.Samples
	}
	if games != m.Games || samples != m.Samples {
		return damaged("it counts %d games and %d rows, but its shards have %d games and %d rows", m.Games, m.Samples, games, samples)
	}
	return nil
}

// sealBegins is the beginning of a manifest's seal. The seal is the last part of the manifest. It has the checksum of
// everything before it.
const sealBegins = ",\n  \"sum\": "

// seal returns the seal for a manifest's body.
func seal(body []byte) []byte {
	return fmt.Appendf(nil, "%s\"%08x\"\n}\n", sealBegins, durable.Checksum(body))
}

// cutSeal cuts a manifest into the bytes that the checksum covers and the seal. If the manifest has no checksum, the
// seal is nil.
func cutSeal(data []byte) (body, end []byte) {
	if i := bytes.LastIndex(data, []byte(sealBegins)); i >= 0 {
		return data[:i], data[i:]
	}
	return data, nil
}

// write writes the manifest to the folder. A failed write leaves the previous manifest as it was.
func (m *Manifest) write(dir string) error {
	m.Version, m.Written = manifestVersion, time.Now().UTC().Truncate(time.Second)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	body := bytes.TrimSuffix(text, []byte("\n}"))
	return durable.Replace(filepath.Join(dir, manifestName), append(body, seal(body)...), true)
}

// shardName returns the name of the shard with a number, counted from 1.
func shardName(n int) string { return fmt.Sprintf("rows-%05d.tgr", n) }

// shardPattern matches the names of shards.
const shardPattern = "rows-*.tgr"
