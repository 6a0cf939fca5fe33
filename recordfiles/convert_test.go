package recordfiles

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"tengen/kifu"
)

// TestConvertGoesOn checks that a game that cannot be converted does not prevent the conversion of the other games of
// its file, whether the file is read as a whole or one game at a time.
func TestConvertGoesOn(t *testing.T) {
	lines := Conversion{To: kifu.Formats()[kifu.FormatLines]}
	text := "(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];B[bb])(;GM[2])(;SZ[9];B[cc])(;SZ[9];B[aa];B[dd])"
	whole := File{Name: "a.sgf", Within: "a.sgf", Data: []byte(text)}
	streamed := File{Name: "a.sgf", Within: "a.sgf", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	for _, f := range []File{whole, streamed} {
		calls := 0
		lines.File(f, func(m Made) bool {
			calls++
			if m.Err != nil || m.Games != 2 || len(m.Failed) != 2 || bytes.Count(m.Bytes(), []byte("\n")) != 2 || len(m.Faults) != 1 {
				t.Fatalf("got %+v and %q, want two games, two that failed and one fault", m, m.Bytes())
			}
			for i, want := range []string{"game 2: move 2 is a move of B", "game 5: move 2 is a move of B"} {
				if got := m.Failed[i].Error(); !strings.HasPrefix(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			}
			return true
		})
		if calls != 1 {
			t.Errorf("got %d files, want 1", calls)
		}
	}
}

// TestConvertNumbers checks the numbers of the games in the names of files and in errors, if each game becomes a file.
func TestConvertNumbers(t *testing.T) {
	gtp := Conversion{To: kifu.Formats()[kifu.FormatGTP]}
	text := "(;GM[2])(;SZ[9];B[aa])(;SZ[9];B[aa];AB[bb];W[cc])"
	var got []string
	gtp.File(File{Name: "a.sgf.gz", Within: "a.sgf.gz", Data: []byte(text)}, func(m Made) bool {
		line := m.Path
		if m.Err != nil {
			line += ": " + m.Err.Error()
		}
		got = append(got, line)
		return true
	})
	if len(got) != 2 || got[0] != "a-002.gtp" || !strings.HasPrefix(got[1], "a-003.gtp: game 3: after move 1: ") {
		t.Errorf("got %q, want a file of game 2 and an error of game 3", got)
	}
}

// TestNameOf checks the names of converted files.
func TestNameOf(t *testing.T) {
	for within, want := range map[string]string{
		"a.gib": "a", "in/a.gib": "in/a", "a.gib.gz": "a", "a.SGF.XZ": "a", "a.gz": "a", "1.2.gz": "1.2", "a.b.sgf": "a.b", "a": "a",
	} {
		if got := (Conversion{}).nameOf(File{Within: within}); got != want {
			t.Errorf("%s becomes %s, want %s", within, got, want)
		}
	}
}
