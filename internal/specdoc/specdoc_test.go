package specdoc

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// notYet is the cell of a requirement that later work fulfils.
const notYet = "not yet"

// literature is the cell of a figure that no program can prove.
const literature = "literature"

var (
	quoted = regexp.MustCompile("`([^`]+)`")
	rowID  = regexp.MustCompile(`^00[0-4]-[A-Za-z0-9.-]+$`)
	as     = regexp.MustCompile(`\bas (00[0-4]-[A-Za-z0-9.-]*[A-Za-z0-9])`)
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	symbol = regexp.MustCompile(`^[a-z0-9]+(\.[A-Za-z_][A-Za-z0-9_]*)+$`)
)

// tableRows returns the cells of every table row of a page, except the heads.
func tableRows(page string) [][]string {
	var all [][]string
	var previous string
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		isRule := strings.HasPrefix(line, "|") && strings.Trim(line, "|-: ") == ""
		if isRule && strings.HasPrefix(previous, "|") {
			all = all[:len(all)-1]
		} else if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			all = append(all, cells)
		}
		previous = line
	}
	return all
}

// A checker looks names up in the source tree.
type checker struct {
	*index
	tree fs.FS
}

// missing returns the names between backquotes in a cell that do not exist: in a where-cell symbols and files, in a
// proof-cell tests.
func (c *checker) missing(cell string, isProof bool) []string {
	var bad []string
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		name, _, _ := strings.Cut(m[1], "()")
		known := c.symbols[name]
		if isProof {
			test, _, _ := strings.Cut(name, "/") // the test that a subtest belongs to
			known = c.tests[test]
		}
		if !known && !symbol.MatchString(name) && strings.ContainsAny(name, "./") {
			_, err := fs.Stat(c.tree, name)
			known = err == nil
		}
		if !known {
			bad = append(bad, name)
		}
	}
	return bad
}

// check returns a sentence for every mistake in a page of requirements, whose rows are id, requirement, where and
// proof.
func (c *checker) check(page string) (broken []string, total, open int) {
	say := func(format string, args ...any) { broken = append(broken, fmt.Sprintf(format, args...)) }
	var ids, references []string
	for _, row := range tableRows(page) {
		if !rowID.MatchString(row[0]) {
			if strings.HasPrefix(row[0], "00") && len(row[0]) > len("000") {
				say("%q is not an id", row[0])
			}
			continue // a row of another kind of table
		}
		id := row[0]
		if slices.Contains(ids, id) {
			say("%s is listed twice", id)
		}
		ids = append(ids, id)
		if len(row) != 4 {
			say("%s has %d cells, not 4: id, requirement, where, proof", id, len(row))
			continue
		}
		total++
		if row[2] == notYet || row[3] == notYet {
			open++
		}
		for i, cell := range row[2:] {
			if m := as.FindStringSubmatch(cell); m != nil {
				references = append(references, m[1])
				continue
			}
			if cell != notYet && cell != literature && !quoted.MatchString(cell) {
				say("%s: %q has no name between backquotes; write %q if the work is still to be done", id, cell, notYet)
			}
			for _, name := range c.missing(cell, i == 1) {
				say("%s: %s does not exist", id, name)
			}
		}
	}
	for _, id := range references {
		if !slices.Contains(ids, id) {
			say("row %s, which another row refers to, does not exist", id)
		}
	}
	return broken, total, open
}

func newChecker(t *testing.T, tree fs.FS) *checker {
	t.Helper()
	x, err := newIndex(tree)
	if err != nil {
		t.Fatal(err)
	}
	return &checker{x, tree}
}

func readPage(t *testing.T, tree fs.FS, name string) string {
	t.Helper()
	page, err := fs.ReadFile(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestSpecification(t *testing.T) {
	root := os.DirFS("../..")
	broken, total, open := newChecker(t, root).check(readPage(t, root, "docs/specification.md"))
	for _, sentence := range broken {
		t.Error(sentence)
	}
	t.Logf("%d requirements, %d with a not yet", total, open)
	if total < 100 {
		t.Errorf("got %d rows, want more", total)
	}
}

// TestGlossary checks the last column, the identifier.
func TestGlossary(t *testing.T) {
	root := os.DirFS("../..")
	c := newChecker(t, root)
	rows := tableRows(readPage(t, root, "docs/glossary.md"))
	for _, row := range rows {
		for _, name := range c.missing(row[len(row)-1], false) {
			t.Errorf("%s: %s does not exist", row[0], name)
		}
	}
	if len(rows) < 30 {
		t.Errorf("got %d rows, want more", len(rows))
	}
}

// TestLinks follows the relative links of every page, without their anchors.
func TestLinks(t *testing.T) {
	root := os.DirFS("../..")
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		pages, err := fs.Glob(root, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			for _, m := range link.FindAllStringSubmatch(readPage(t, root, page), -1) {
				target, _, _ := strings.Cut(m[1], "#")
				if target == "" || strings.Contains(target, "://") {
					continue
				}
				if _, err := fs.Stat(root, path.Join(path.Dir(page), target)); err != nil {
					t.Errorf("%s: the link to %s leads nowhere", page, m[1])
				}
			}
		}
	}
}

func TestCheck(t *testing.T) {
	c := newChecker(t, fstest.MapFS{
		"game/game.go": {Data: []byte(`package game
			type Board struct{ Size, height int }
			type Player interface{ Move() }
			func (b *Board) Place() {}
			func New() *Board { return nil }
			const Pass = -1
			var Err error`)},
		"game/game_test.go": {Data: []byte("package game\nfunc TestPlace() {}\nfunc FuzzPlace() {}\nfunc helper() {}")},
		"web/board.js":      {},
	})
	tests := []struct{ row, want string }{
		{"| 000-1 | x | `game.Board.Place`, `game.New` | `game.TestPlace`, `game.FuzzPlace` |", ""},
		{"| 000-1 | x | `game.Board`, `game.Board.Size`, `game.Player.Move`, `game.Pass`, `game.Err` | `game.TestPlace/ko` |", ""},
		{"| 000-1 | x | the file `web/board.js` | not yet |", ""},
		{"| 000-1 | x | not yet | not yet |\n| 003-2 | x | as 000-1 | as 000-1 |", ""},
		{"| 000-1 | x | `game.Board.Remove` | not yet |", "000-1: game.Board.Remove does not exist"},
		{"| 000-1 | x | `web/gone.js` | not yet |", "000-1: web/gone.js does not exist"},
		{"| 000-1 | x | `game.TestPlace` | not yet |", "000-1: game.TestPlace does not exist"},
		{"| 000-1 | x | `game.New` | `game.New` |", "000-1: game.New does not exist"},
		{"| 000-1 | x | `game.New` | `game.helper` |", "000-1: game.helper does not exist"},
		{"| 000-1 | x | somewhere | not yet |", "000-1: \"somewhere\" has no name between backquotes"},
		{"| 000-1 | x | `game.New` |", "000-1 has 3 cells"},
		{"| 000-1 | x | not yet | not yet |\n| 000-1 | x | not yet | not yet |", "000-1 is listed twice"},
		{"| 003-2 | x | as 000-9 | as 000-9 |", "row 000-9, which another row refers to, does not exist"},
		{"| 000 1 | x | not yet | not yet |", "\"000 1\" is not an id"},
	}
	for _, test := range tests {
		broken, _, _ := c.check("| id | requirement | where | proof |\n|---|---|---|---|\n" + test.row)
		ok := test.want == "" && len(broken) == 0
		for _, sentence := range broken {
			ok = ok || (test.want != "" && strings.HasPrefix(sentence, test.want))
		}
		if !ok {
			t.Errorf("%s\ngot %q, want %q", test.row, broken, test.want)
		}
	}
}
