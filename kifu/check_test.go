package kifu

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/internal/refgo"
	"tengen/sgf"
)

// verdict summarises [File.Check]: "clean", the worst severity, or "refused" if the file
// cannot be read.
func verdict(f *File, err error) string {
	worst, any := f.Worst()
	switch {
	case err != nil:
		return "refused"
	case !any:
		return "clean"
	}
	return worst.String()
}

// verdicts lists the files of other programs whose verdict is neither "clean" nor "note".
var verdicts = map[string]map[string]string{
	"valid": {"ff4_ex.sgf": "warning"}, // a suicide, and no rules that allow it
	"warning": {
		"FF[1]_with_FF.sgf": "warning", "FF[2]_with_RU.sgf": "warning", "LeeSedol-WangYao34615.sgf": "warning",
	},
	"invalid": {
		"backgammon.sgf": "refused", "empty_file.txt": "refused", "giberish_2.txt": "refused", "where_the_streets_have_no_name.txt": "refused",
		"branched_missing_2_parens.sgf": "error", "extra_letter_in_move.sgf": "error", "extra_square_bracket.sgf": "error",
		"giberish_4.txt": "error", "giberish_5.txt": "error", "giberish_6.txt": "error", "illegal_move.sgf": "error", "missing_square_bracket.sgf": "error",
	},
	"encodings": {
		"escaping-output.txt": "refused",
		"escaping.sgf":        "refused", // GM[19]: another game
		"japanese_bad.sgf":    "warning",
	},
	// test.sgf and the files made from it have a move on a stone, which is an error.
	"sgfc": {
		"COPYING": "refused", "escaping.sgf": "refused", "escaping-result.sgf": "refused", // GM[19] too
		"test.sgf": "error", "test-result.sgf": "error", "test-roun-result.sgf": "error",
	},
	"wild": {},
}

// TestVerdictsOfFiles checks that playable files have no errors.
func TestVerdictsOfFiles(t *testing.T) {
	for _, folder := range []string{"valid", "warning", "invalid", "encodings", "sgfc", "wild"} {
		t.Run(folder, func(t *testing.T) {
			counts := map[string]int{}
			moves := 0
			for _, file := range testFiles(t, folder) {
				base := filepath.Base(file)
				if !strings.Contains(base, ".") && folder == "wild" {
					continue // a text about the other files
				}
				f, err := LoadBytes(contentOf(t, file), Options{})
				moves += f.Check()
				got := verdict(f, err)
				counts[got]++
				want, named := verdicts[folder][base]
				switch {
				case named && got != want:
					t.Errorf("%s: got %s, want %s: %v", base, got, want, f.Diagnostics)
				case !named && (got == "error" || got == "refused"):
					t.Errorf("%s: got %s, want at most a warning: %v %v", base, got, err, f.Diagnostics)
				case !named && got == "warning" && folder != "wild":
					t.Errorf("%s: got a warning, want at most notes: %v", base, f.Diagnostics)
				case folder == "warning" && got == "clean":
					t.Errorf("%s: got no diagnostics, want some", base)
				}
			}
			t.Logf("%v; %d moves", counts, moves)
		})
	}
}

// TestWildFilesAgainstTheLiteralRules judges the main lines of real files under the
// rules that they name, if the reference knows these rules.
func TestWildFilesAgainstTheLiteralRules(t *testing.T) {
	games, moves := 0, 0
	found := map[Code]int{}
	for _, file := range testFiles(t, "wild") {
		f, err := LoadBytes(contentOf(t, file), Options{})
		if err != nil {
			continue
		}
		f.Check()
		for _, tree := range f.Trees {
			g, ok := lineOf(tree)
			if !ok {
				continue
			}
			games++
			moves += len(g.points)
			want, _ := g.faultsOf(&quickBoard{graph: refgo.Grid(g.size, g.size), seen: make([]int, g.size*g.size)})
			got := map[int]Code{}
			for _, d := range f.Diagnostics {
				if d.Node != nil && d.Node.Tree() == tree && d.Variation == "" && d.Code != CodePoint && d.Code != CodeTurn {
					got[d.Move] = d.Code
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: got %v, want %v", filepath.Base(file), got, want)
			}
			for _, code := range want {
				found[code]++
			}
		}
	}
	t.Logf("%d games, %d moves; faults %v", games, moves, found)
}

func TestMovesAreCounted(t *testing.T) {
	f := loadText(t, "(;SZ[9]B[aa];W[bb]W[cc];C[x];B[zz];B[](;W[dd])(;W[ee]B[??]B[ff]))")
	if judged := f.Check(); judged != 7 {
		t.Errorf("%d moves were judged, want 7: two are not points", judged)
	}
}

// TestDiagnosticsHaveTheirPlace checks the game, the move, the point, the variation and
// the text of diagnostics.
func TestDiagnosticsHaveTheirPlace(t *testing.T) {
	f := loadText(t, "(;SZ[9];B[aa])(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd];W[ee];B[bb]CR[zz]))")
	f.Check()
	if len(f.Diagnostics) != 2 {
		t.Fatal(f.Diagnostics)
	}
	d := f.Diagnostics[0]
	if d.Severity != Error || d.Code != CodeOccupied || d.Game != 2 || d.Move != 5 || d.Vertex != "B8" || d.Variation != "2:1" || d.Line != 0 ||
		d.Node == nil || d.Node.Depth() != 5 || d.Node.Tree() != f.Trees[1] {
		t.Errorf("got %+v, want an error of game 2, move 5, at B8 in the variation 2:1", d)
	}
	if want := "game 2, move 5, B8, in the variation 2:1: error: move 5, black B8, is illegal: there is a stone already, a white one; the new stone took its place"; d.String() != want {
		t.Errorf("got %s, want %s", d, want)
	}
	if d := f.Diagnostics[1]; d.Severity != Warning || d.Code != CodePoint || d.Variation != "2:1" || d.Node != f.Diagnostics[0].Node || d.Game != 2 || d.Move != 5 {
		t.Errorf("got %+v, want a warning about a point at the same node", d)
	}
}

// TestNoErrorIsHidden checks that errors are kept after many notes, and that the rest is
// counted.
func TestNoErrorIsHidden(t *testing.T) {
	f := loadText(t, "(;SZ[9]"+strings.Repeat(";CR[zz]", 3*maxDiagnostics)+";B[aa];W[aa])")
	f.Check()
	worst, _ := f.Worst()
	if worst != Error || len(f.Diagnostics) != maxDiagnostics+1 || f.Omitted != 2*maxDiagnostics {
		t.Errorf("got %v, %d diagnostics, %d omitted, want %v, %d, %d", worst, len(f.Diagnostics), f.Omitted, Error, maxDiagnostics+1, 2*maxDiagnostics)
	}
	f = loadText(t, "(;SZ[9];B[aa]"+strings.Repeat(";W[aa];B[aa]", 2*maxDiagnostics)+")")
	f.Check()
	if len(f.Diagnostics) != 2*maxDiagnostics || f.Omitted != 2*maxDiagnostics {
		t.Errorf("got %d diagnostics, %d omitted, want %d of each", len(f.Diagnostics), f.Omitted, 2*maxDiagnostics)
	}
}

// TestFaultsOfMarks counts the diagnostics about marks, labels and lines off the board.
// There must be one for each property, and none for names that only look like marks.
func TestFaultsOfMarks(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"(;SZ[9]CR[aa][zz][bb][yy])", 1}, {"(;SZ[9]LB[aa:1][zz:2][bb]LN[aa:bb][aa]AR[aa:bb:cc])", 3}, {"(;SZ[9]VW[]DD[])", 0},
		{"(;SZ[9]TB[aa:cc][dd]TW[zz])", 1}, {"(;SZ[9]TRV[x]LBV[y]SLV[E5])", 0}, {"(;SZ[9]LB[aa:][bb:x\\:y\\]z:])", 0},
		{`(;BOARD[{"shape":"ring 6"}]TRV[R1][R9]LBV[R2:x]CR[aa])`, 1}, {"(;SZ[9]CR[aa:jj])", 1},
	} {
		f := loadText(t, c.text)
		f.Check()
		got := 0
		for _, d := range f.Diagnostics {
			if d.Code == CodePoint {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: got %v, want %d about points", c.text, f.Diagnostics, c.want)
		}
	}
}

// TestOtherGames checks that records of other games are left out with a warning, and
// with an error if their moves are moves of Go.
func TestOtherGames(t *testing.T) {
	for text, want := range map[string]Severity{"(;GM[7])": Warning, "(;GM[3];B[e4];W[e5])": Warning, "(;GM[3];B[ee])": Error, "(;GM[0])(;GM[1];B[aa])": Warning} {
		f, err := LoadBytes([]byte(text), Options{})
		if worst, _ := f.Worst(); worst != want || (err == nil) != (len(f.Trees) > 0) || err != nil && !errors.Is(err, ErrNotGo) {
			t.Errorf("%s: got %v, %v, want %v as the worst", text, f.Diagnostics, err, want)
		}
	}
}

// TestNonsense checks that notes report nonsensical values, and that the rest is read.
func TestNonsense(t *testing.T) {
	for _, c := range []struct {
		text  string
		notes int
	}{
		{"(;KM[six and a half])", 1}, {"(;KM[NaN]RU[as we like it])", 2}, {"(;KM[1e300])", 1}, {"(;RU[])", 0}, {"(;KM[])", 0}, {"(;RU[" + strings.Repeat("x", 1<<16) + "])", 1},
		{"(;BOARD[no board]KM[x])", 2}, {"(;HA[many])", 0}, {"(;HA[-3])", 0}, {"(;HA[9999999999999999999])", 0},
	} {
		tree := treeOf(t, c.text)
		if len(tree.Notes) != c.notes {
			t.Errorf("%.60s: got the notes %q, want %d", c.text, tree.Notes, c.notes)
		}
		for _, n := range tree.Notes {
			if len(n) > 500 {
				t.Errorf("%.60s: a note has %d bytes, want at most 500", c.text, len(n))
			}
		}
		stonesOf(tree.At(tree.Root()).Game)
	}
	for _, text := range []string{"(;SZ[0])", "(;SZ[53])", "(;SZ[-1])", "(;SZ[19:])", "(;SZ[x])", "(;BOARD[{}])", "(;GM[3];B[aa])"} {
		f, err := LoadBytes([]byte(text), Options{})
		if err == nil || len(f.Trees) > 0 {
			t.Errorf("%s: got %d games, %v, want an error", text, len(f.Trees), err)
		}
		if worst, _ := f.Worst(); worst != Error {
			t.Errorf("%s: got %v, want an error among them", text, f.Diagnostics)
		}
		f.Check()
	}
	if f, err := LoadBytes([]byte("(;GM[3];B[aa])(;GM[1];B[aa])"), Options{}); err != nil || len(f.Trees) != 1 || f.Trees[0].number != 2 {
		t.Errorf("got %d games, %v, want only game 2", len(f.Trees), err)
	}
	if _, err := LoadBytes([]byte("(;GM[3];B[aa])"), Options{}); !errors.Is(err, ErrNotGo) {
		t.Errorf("got %v, want %v", err, ErrNotGo)
	}
	if _, err := LoadBytes([]byte("(;B[aa];W[b"), Options{Strict: true}); !errors.Is(err, sgf.ErrTruncated) {
		t.Errorf("got %v, want %v", err, sgf.ErrTruncated)
	}
}

// TestPointsTwice checks that a point that is set up in two ways is reported.
func TestPointsTwice(t *testing.T) {
	f := loadText(t, "(;SZ[2]AB[aa][bb]AW[aa]AE[bb])")
	f.Check()
	if len(f.Diagnostics) != 1 || f.Diagnostics[0].Code != CodeSetup || f.Diagnostics[0].Severity != Warning {
		t.Error(f.Diagnostics)
	}
	if got := stonesOf(f.Trees[0].At(f.Trees[0].Root()).Game); got != "O..X" {
		t.Errorf("got %s, want O..X", got)
	}
	f = loadText(t, "(;SZ[2]AB[aa][aa:ba]AE[bb])")
	if f.Check(); slices.ContainsFunc(f.Diagnostics, func(d Diagnostic) bool { return d.Code == CodeSetup }) {
		t.Error(f.Diagnostics)
	}
}

// TestManyGames checks that games share their board, and that the number of different
// boards is limited.
func TestManyGames(t *testing.T) {
	f, err := LoadBytes([]byte(strings.Repeat("(;SZ[52])", 2000)), Options{})
	if err != nil || len(f.Trees) != 2000 || f.Trees[0].Graph != f.Trees[1999].Graph {
		t.Errorf("got %d games, %v, want 2000 on one board", len(f.Trees), err)
	}
	var many strings.Builder
	for i := range 500 {
		fmt.Fprintf(&many, "(;BOARD[{\"shape\":\"50x50\",\"name\":\"%d\"}])", i)
	}
	f, err = LoadBytes([]byte(many.String()), Options{})
	if err != nil || len(f.Trees) == 0 || len(f.Trees) == 500 {
		t.Errorf("500 games on different boards: got %d, %v, want some of them", len(f.Trees), err)
	}
	if last := f.Diagnostics[len(f.Diagnostics)-1]; last.Severity != Error || !strings.Contains(last.Wrong, "too many different boards") {
		t.Errorf("got the last diagnostic %v, want an error about too many different boards", last)
	}
	b := boards{points: maxPoints}
	for range 2 {
		if _, err := b.file(`{"shape":"9x9","name":"x"}`); err == nil {
			t.Error("a board was read although the file may not have another one")
		}
		if _, err := b.rectangle(9, 9); err == nil {
			t.Error("a rectangle was made although the file may not have another board")
		}
	}
	many.Reset()
	for i := range 52 * 52 {
		fmt.Fprintf(&many, "(;SZ[%d:%d])", 1+i%52, 1+i/52)
	}
	games := 0
	for g, err := range Stream(strings.NewReader(many.String()), Options{}) {
		if games++; err != nil {
			t.Fatalf("game %d of the stream: %v", g.Number, err)
		}
	}
	if games != 52*52 {
		t.Errorf("got %d games of the stream, want %d", games, 52*52)
	}
}

// TestManyUnreadableBoards checks that a board that cannot be read is read once, and that the number of such boards
// is limited.
func TestManyUnreadableBoards(t *testing.T) {
	var b boards
	for range 2 {
		if _, err := b.file(`{"shape":"no board"}`); err == nil || b.failed != 1 {
			t.Fatalf("got %v and %d failures, want an error and 1", err, b.failed)
		}
	}
	for i := range maxPoints / failedPoints {
		b.file(fmt.Sprintf(`{"shape":"no board %d"}`, i))
	}
	for range 2 {
		if _, err := b.file(`{"shape":"9x9"}`); err == nil || !strings.Contains(err.Error(), "too many different boards") {
			t.Errorf("got %v, want an error about too many different boards", err)
		}
	}
	far := treeOf(t, `(;BOARD[{"shape":"infinite"}];BV[0,0])`)
	far.root.data.Set(propTerrB, "-20,0")
	if err := far.widenForAll(&b); err == nil {
		t.Error("a window grew although the file may not have another board")
	}
	if b.release(); b.full() == nil {
		t.Error("the unreadable boards were forgotten")
	}
}
