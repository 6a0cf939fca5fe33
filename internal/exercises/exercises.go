// Package exercises has the bundled problems, as compressed SGF. They were made by
//
//	tengen problems make --games 2500 --out DIR
//
// from games of policies of human ranks, with proofs by reading, and with levels by players who imitate people. A file
// has the problems of one kind, one on a line, sorted by level.
//
// The root of a problem has the task as the comment, and the level, a rank such as 12k, in N. The comment RIGHT marks
// the right end. All other ends are wrong. A wrong move is followed by the line that refutes it.
package exercises

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

//go:embed sets/*.sgf.gz
var files embed.FS

// Set is the problems of one kind.
type Set struct {
	Name        string // the kind, as in addresses
	Title, Text string
	Problems    []Problem
}

// Problem is a problem in SGF.
type Problem struct {
	ID    string // depends on the position and the task, and not on the level and the answers
	Level string // a rank
	SGF   []byte
}

// titles are the title and a sentence for each kind.
var titles = map[string][2]string{
	"capture": {"Capture", "Take stones by a few ataris."},
	"ladder":  {"Ladders", "Which atari leads to the capture?"},
	"net":     {"Nets", "Catch stones that a ladder does not catch."},
	"save":    {"Save stones", "Your stones are about to be captured."},
	"live":    {"Make life", "Find the move after which your stones cannot be killed."},
	"kill":    {"Kill", "Find the move after which the stones cannot live."},
	"race":    {"Races", "Both sides are in danger. Kill first."},
	"ko":      {"Ko", "Life and death with a ko on the way."},
}

var level = regexp.MustCompile(`\bN\[(\w+)\]`)

// Sets reads all problems, the easiest kind first.
func Sets() ([]Set, error) {
	entries, err := fs.ReadDir(files, "sets")
	if err != nil {
		return nil, err
	}
	var sets []Set
	for _, e := range entries {
		text, err := unpacked(path.Join("sets", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("the bundled problems %s: %w", e.Name(), err)
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".sgf.gz"), "-") // without the number, which gives the order
		s := Set{Name: name, Title: titles[name][0], Text: titles[name][1]}
		for line := range bytes.Lines(text) {
			line = bytes.TrimSpace(line)
			found := level.FindSubmatch(line)
			if found == nil {
				return nil, fmt.Errorf("the bundled problems %s: a problem has no level", e.Name())
			}
			root, _, _ := bytes.Cut(line[1:], []byte("(")) // the answers are variations
			sum := sha256.Sum256(level.ReplaceAll(root, nil))
			s.Problems = append(s.Problems, Problem{hex.EncodeToString(sum[:6]), string(found[1]), line})
		}
		sets = append(sets, s)
	}
	return sets, nil
}

func unpacked(name string) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
