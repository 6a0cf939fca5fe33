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

// verdict is what [File.Check] makes of a file in all: nothing to say, a severity,
// or that it cannot be read.
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

// verdicts are those of files of other programs that are none of "clean" and "note".
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
	// test.sgf and what was made of it have a move on a stone, so that is an error.
	"sgfc": {
		"COPYING": "refused", "escaping.sgf": "refused", "escaping-result.sgf": "refused", // GM[19] too
		"test.sgf": "error", "test-result.sgf": "error", "test-roun-result.sgf": "error",
	},
	"wild": {},
}

// TestVerdictsOfFiles: what is playable is not an error, whatever it looks like.
func TestVerdictsOfFiles(t *testing.T) {
	for _, folder := range []string{"valid", "warning", "invalid", "encodings", "sgfc", "wild"} {
		t.Run(folder, func(t *testing.T) {
			counts := map[string]int{}
			moves := 0
			for _, file := range testFiles(t, folder) {
				base := filepath.Base(file)
				if !strings.Contains(base, ".") && folder == "wild" {
					continue // a text about the files beside it
				}
				f, err := LoadBytes(contentOf(t, file), Options{})
				moves += f.Check()
				got := verdict(f, err)
				counts[got]++
				want, named := verdicts[folder][base]
				switch {
				case named && got != want:
					t.Errorf("%s: %s, want %s: %v", base, got, want, f.Diagnostics)
				case !named && (got == "error" || got == "refused"):
					t.Errorf("%s: %s: %v %v", base, got, err, f.Diagnostics)
				case !named && got == "warning" && folder != "wild":
					t.Errorf("%s: %v", base, f.Diagnostics)
				case folder == "warning" && got == "clean":
					t.Errorf("%s: nothing is said about it", base)
				}
			}
			t.Logf("%v; %d moves", counts, moves)
		})
	}
}

// TestWildFilesAgainstTheLiteralRules judges the main lines of files as they are
// found, under the rules that they name if the reference knows them.
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
				t.Errorf("%s: %v, want %v", filepath.Base(file), got, want)
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

// TestDiagnosticsHaveTheirPlace: game, move, point, variation and words.
func TestDiagnosticsHaveTheirPlace(t *testing.T) {
	f := loadText(t, "(;SZ[9];B[aa])(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd];W[ee];B[bb]CR[zz]))")
	f.Check()
	if len(f.Diagnostics) != 2 {
		t.Fatal(f.Diagnostics)
	}
	d := f.Diagnostics[0]
	if d.Severity != Error || d.Code != CodeOccupied || d.Game != 2 || d.Move != 5 || d.Vertex != "B8" || d.Variation != "2:1" || d.Line != 0 ||
		d.Node == nil || d.Node.Depth() != 5 || d.Node.Tree() != f.Trees[1] {
		t.Errorf("%+v", d)
	}
	if want := "game 2, move 5, B8, in the variation 2:1: error: move 5, black B8, is illegal: there is a stone already, a white one; the new stone took its place"; d.String() != want {
		t.Errorf("%s", d)
	}
	if d := f.Diagnostics[1]; d.Severity != Warning || d.Code != CodePoint || d.Variation != "2:1" || d.Node != f.Diagnostics[0].Node || d.Game != 2 || d.Move != 5 {
		t.Errorf("%+v", d)
	}
}

// TestNoErrorIsHidden: behind a flood of notes there is still room for what is
// worse, and the rest is counted.
func TestNoErrorIsHidden(t *testing.T) {
	f := loadText(t, "(;SZ[9]"+strings.Repeat(";CR[zz]", 3*maxDiagnostics)+";B[aa];W[aa])")
	f.Check()
	worst, _ := f.Worst()
	if worst != Error || len(f.Diagnostics) != maxDiagnostics+1 || f.Omitted != 2*maxDiagnostics {
		t.Errorf("%v, %d diagnostics, %d omitted", worst, len(f.Diagnostics), f.Omitted)
	}
	f = loadText(t, "(;SZ[9];B[aa]"+strings.Repeat(";W[aa];B[aa]", 2*maxDiagnostics)+")")
	f.Check()
	if len(f.Diagnostics) != 2*maxDiagnostics || f.Omitted != 2*maxDiagnostics {
		t.Errorf("%d diagnostics, %d omitted", len(f.Diagnostics), f.Omitted)
	}
}

// TestFaultsOfMarks: marks, labels and lines that are not on the board, each
// property once, and none for names that only look like marks.
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
			t.Errorf("%s: %v, want %d", c.text, f.Diagnostics, c.want)
		}
	}
}

// TestOtherGames: a record of another game is left out, and nothing is wrong with it
// unless its moves are those of Go.
func TestOtherGames(t *testing.T) {
	for text, want := range map[string]Severity{"(;GM[7])": Warning, "(;GM[3];B[e4];W[e5])": Warning, "(;GM[3];B[ee])": Error, "(;GM[0])(;GM[1];B[aa])": Warning} {
		f, err := LoadBytes([]byte(text), Options{})
		if worst, _ := f.Worst(); worst != want || (err == nil) != (len(f.Trees) > 0) || err != nil && !errors.Is(err, ErrNotGo) {
			t.Errorf("%s: %v, %v", text, f.Diagnostics, err)
		}
	}
}

// TestNonsense is read as far as it goes, and said.
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
			t.Errorf("%.60s: %q", c.text, tree.Notes)
		}
		for _, n := range tree.Notes {
			if len(n) > 500 {
				t.Errorf("%.60s: a note of %d bytes", c.text, len(n))
			}
		}
		stonesOf(tree.At(tree.Root()).Game)
	}
	for _, text := range []string{"(;SZ[0])", "(;SZ[53])", "(;SZ[-1])", "(;SZ[19:])", "(;SZ[x])", "(;BOARD[{}])", "(;GM[3];B[aa])"} {
		f, err := LoadBytes([]byte(text), Options{})
		if err == nil || len(f.Trees) > 0 {
			t.Errorf("%s was read", text)
		}
		if worst, _ := f.Worst(); worst != Error {
			t.Errorf("%s: %v", text, f.Diagnostics)
		}
		f.Check()
	}
	if f, err := LoadBytes([]byte("(;GM[3];B[aa])(;GM[1];B[aa])"), Options{}); err != nil || len(f.Trees) != 1 || f.Trees[0].number != 2 {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := LoadBytes([]byte("(;GM[3];B[aa])"), Options{}); !errors.Is(err, ErrNotGo) {
		t.Error(err)
	}
	if _, err := LoadBytes([]byte("(;B[aa];W[b"), Options{Strict: true}); !errors.Is(err, sgf.ErrTruncated) {
		t.Error(err)
	}
}

// TestPointsTwice: what is set up in two ways is said.
func TestPointsTwice(t *testing.T) {
	f := loadText(t, "(;SZ[2]AB[aa][bb]AW[aa]AE[bb])")
	f.Check()
	if len(f.Diagnostics) != 1 || f.Diagnostics[0].Code != CodeSetup || f.Diagnostics[0].Severity != Warning {
		t.Error(f.Diagnostics)
	}
	if got := stonesOf(f.Trees[0].At(f.Trees[0].Root()).Game); got != "O..X" {
		t.Errorf("%s", got)
	}
	f = loadText(t, "(;SZ[2]AB[aa][aa:ba]AE[bb])")
	if f.Check(); slices.ContainsFunc(f.Diagnostics, func(d Diagnostic) bool { return d.Code == CodeSetup }) {
		t.Error(f.Diagnostics)
	}
}

// TestManyGames: games share their board, and boards that differ are limited.
func TestManyGames(t *testing.T) {
	f, err := LoadBytes([]byte(strings.Repeat("(;SZ[52])", 2000)), Options{})
	if err != nil || len(f.Trees) != 2000 || f.Trees[0].Graph != f.Trees[1999].Graph {
		t.Errorf("%d games, %v", len(f.Trees), err)
	}
	var many strings.Builder
	for i := range 500 {
		fmt.Fprintf(&many, "(;BOARD[{\"shape\":\"50x50\",\"name\":\"%d\"}])", i)
	}
	f, err = LoadBytes([]byte(many.String()), Options{})
	if err != nil || len(f.Trees) == 0 || len(f.Trees) == 500 {
		t.Errorf("%d games of 500 on boards of their own, %v", len(f.Trees), err)
	}
	if last := f.Diagnostics[len(f.Diagnostics)-1]; last.Severity != Error || !strings.Contains(last.Wrong, "too many different boards") {
		t.Errorf("the last diagnostic is %v", last)
	}
}
