package kifu

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tengen/sgf"
)

// importFile imports one of the small samples.
func importFile(t *testing.T, name string) *imported {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "foreign", name))
	if err != nil {
		t.Fatal(err)
	}
	r, err := importTrees(name, data, Detect("", data), sgf.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// movesOf writes a main line as text: moves as B[ee], set-up as AE[aa].
func movesOf(root *sgf.Node) string {
	var words []string
	for n := range root.MainLine() {
		if n == root {
			continue
		}
		for _, p := range n.Properties {
			if p.Name != "C" && p.Name != "LB" {
				words = append(words, p.Name+"["+strings.Join(p.Values, "][")+"]")
			}
		}
	}
	return strings.Join(words, " ")
}

func rootValues(root *sgf.Node, names ...string) string {
	var list []string
	for _, name := range names {
		if v := root.Values(name); len(v) > 0 {
			list = append(list, name+"["+strings.Join(v, "][")+"]")
		}
	}
	return strings.Join(list, " ")
}

// The samples were written by hand. Their meaning follows from the documentation of the
// formats. The moves were compared with those that other programs read from the samples.
func TestImportSamples(t *testing.T) {
	names := []string{"SZ", "PB", "BR", "PW", "WR", "KM", "HA", "AB", "AW", "PL", "RE", "RU", "DT", "TM", "OT", "EV", "GN", "PC", "GC"}
	for _, c := range []struct {
		file, root, moves string
		notes             []string // a part of each
	}{
		{"small.ngf", "SZ[9] PB[kuro] BR[12k] PW[shiro] WR[3d*] KM[0] HA[3] AB[cc][gc][cg] PL[W] RE[W+12.5] RU[Korean] DT[2024-02-29] EV[Friendly match] PC[www.example.org]",
			"W[ee] B[ce] W[] B[ec]", nil},
		{"gi.ngf", "SZ[19] PB[Kuro] BR[2d] PW[Shiro] WR[3d] KM[6.5] RE[B+R] RU[Korean] DT[2024-02-29] EV[A match] GC[Black wins by resignation]",
			"B[qd] W[dd]", []string{"line 2: the first player was taken for White", "line 10: the komi 6 was read as 6.5"}},
		{"small.gib", "SZ[19] PB[kuro] BR[1k] PW[shiro] WR[3d] KM[0.5] HA[2] AB[pd][dp] PL[W] RE[W+R] RU[Korean] DT[2024-02-29] TM[1200] OT[3x30 byo-yomi] EV[Free] PC[A place] GC[2 Handicap]",
			"W[pq] B[cd] W[]", nil},
		{"small.ugf", "SZ[9] PB[Kuro & Aka] BR[2d & 1d] PW[Shiro] WR[3d] KM[0.5] HA[2] AB[gc][cg] PL[W] RE[W+R] RU[Japanese] DT[2024-02-29,03-01] TM[3600] EV[First Cup, Final] PC[Somewhere] GC[a game]",
			"W[ee] B[cc] W[]", []string{"60 minutes", `"99" is not the number of a move`, "1 figure with variations"}},
		{"small.jgof", "SZ[9] PB[kuro] BR[5k] PW[shiro] WR[2p] KM[0.5] HA[2] AB[cc][cg] PL[W] RE[W+12.5] RU[AGA] DT[2024-02-29] TM[600] OT[5x30 byo-yomi] GN[Friendly]",
			"W[ee] B[gc] W[] AE[cg] B[gg]", nil},
	} {
		r := importFile(t, c.file)
		if len(r.trees) != 1 {
			t.Fatalf("%s: got %d trees, want 1", c.file, len(r.trees))
		}
		if got := rootValues(r.trees[0], names...); got != c.root {
			t.Errorf("%s:\n got %s\nwant %s", c.file, got, c.root)
		}
		if got := movesOf(r.trees[0]); got != c.moves {
			t.Errorf("%s: moves %s, want %s", c.file, got, c.moves)
		}
		if len(r.notes) != len(c.notes) {
			t.Errorf("%s: notes %q, want %q", c.file, r.notes, c.notes)
			continue
		}
		for i, want := range c.notes {
			if !strings.Contains(r.notes[i], want) {
				t.Errorf("%s: note %q does not say %q", c.file, r.notes[i], want)
			}
		}
	}
}

func TestUGFComments(t *testing.T) {
	root := importFile(t, "small.ugf").trees[0]
	second := root.Children[0].Children[0]
	if got := second.Text("C") + " " + strings.Join(second.Values("LB"), " "); got != "the corner cc:A" {
		t.Errorf("got the comment and the labels %q of move 2, want %q", got, "the corner cc:A")
	}
}

func TestImportLines(t *testing.T) {
	r := importFile(t, "small.tsv")
	if len(r.trees) != 2 || len(r.notes) != 2 || !strings.Contains(r.notes[1], "line 5: not in this format: 3 columns") {
		t.Fatalf("got %d trees, notes %q, want 2 trees and 2 notes, the second about line 5", len(r.trees), r.notes)
	}
	if got, want := rootValues(r.trees[0], "SO", "SZ", "KM", "RU", "HA", "AB", "PL", "RE", "BR", "WR", "DT")+" "+movesOf(r.trees[0]),
		"SO[club] SZ[9] KM[6.5] RU[Chinese] HA[2] AB[cc][gg] PL[W] RE[W+R] BR[1k] WR[3d] DT[2024-02-29] W[ee] B[cc] W[] B[gc]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := rootValues(r.trees[1], "RE", "PL")+" "+movesOf(r.trees[1]), "RE[B+] B[ee] W[gc]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r = importFile(t, "small.kifu")
	if len(r.trees) != 2 || movesOf(r.trees[0]) != "B[pd] W[dd] B[] W[dp]" ||
		rootValues(r.trees[1], "GN", "DT", "PB", "PW", "RE", "TM", "OT") != "GN[43] DT[2011-02-03] PB[Kuro kuro] PW[Shiro shiro] RE[B+Resign] TM[1200] OT[3x30 byo-yomi]" {
		t.Errorf("got %d trees, notes %q, want the moves of a game, then its index", len(r.trees), r.notes)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Format
	}{
		{"x.ngf", "(;GM[1]C[[Header]\n])", FormatSGF},
		{"x", "From: me\n\n(;GM[1])", FormatSGF},
		{"x", "\ufeff\n( ;GM[1])", FormatSGF},
		{"x.sgf", "\\HS\n\\[TYPE=0\\]", FormatGIB},
		{"x", "[Header]\nSize=19", FormatUGF},
		{"x", "# text\n\n[Header]\n", FormatUGF},
		{"x", " {\"moves\":\"\"}", FormatJGOF},
		{"x", "A\n19\nPMABBREER\n", FormatNGF},
		{"x", "7\t;B[aa]", FormatTygem},
		{"x", strings.Repeat("\t", 11) + "aa", FormatLines},
		{"x", "(c) GoGoD\t9" + strings.Repeat("\t", 10) + "aa", FormatLines},
		{"x", "{}\t9:7" + strings.Repeat("\t", 10) + "aa", FormatLines},
		{"x", "\xff\xfe(\x00;\x00", FormatSGF},
		{"x", "\xff\xfe\\\x00H\x00S\x00", FormatGIB},
		{"x.NGF", "nothing that says so", FormatNGF},
		{"x.gtp", "boardsize 19", FormatSGF},
		{"x.txt", "", FormatSGF},
	} {
		if got := Detect(c.name, []byte(c.text)); got != c.want {
			t.Errorf("%s, %q: %v, want %v", c.name, c.text, got, c.want)
		}
	}
	for _, info := range Formats() {
		if f, err := ParseFormat(info.Name); err != nil || f != info.Format || f.String() != info.Name {
			t.Errorf("%s: got %v, %v, want %v", info.Name, f, err, info.Format)
		}
		if _, err := importerOf(info.Format); info.Format != FormatSGF && (err == nil) != info.Read {
			t.Errorf("%v: got the error %v, want one only if it cannot be read (it can: %v)", info.Format, err, info.Read)
		}
		if _, err := exporterOf(info.Format); info.Format != FormatSGF && (err == nil) != info.Write {
			t.Errorf("%v: got the error %v, want one only if it cannot be written (it can: %v)", info.Format, err, info.Write)
		}
	}
}

func TestImportErrors(t *testing.T) {
	for _, c := range []struct {
		format     Format
		text, want string
	}{
		{FormatNGF, "a\nb\n", "line 2 of an NGF file has the size"},
		{FormatNGF, "a\n99\n", "line 2: \"99\" is not the size of a board"},
		{FormatGIB, "a\n", "no line of the text is"},
		{FormatUGF, "a\n", "line 1: a UGF file begins with [Header]"},
		{FormatUGF, "[Header]\nSize=0\n", "line 2: \"0\" is not the size"},
		{FormatJGOF, "{\n\"moves\":}", "line 2:"},
		{FormatJGOF, "{}", "neither moves nor a board"},
		{FormatJGOF, `{"width":60,"height":60}`, "60x60"},
		{FormatLines, "a\tb\n", "no line is a game: line 1: not in this format: 2 columns"},
		{FormatTygem, "a\tb\n", "the second column has moves"},
		{FormatGTP, "boardsize 9", "cannot be read"},
	} {
		_, err := importTrees("x", []byte(c.text), c.format, sgf.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %q: %v, want %q", c.format, c.text, err, c.want)
		}
	}
	_, err := importTrees("x", []byte("0123456789"), FormatNGF, sgf.Options{MaxBytes: 5})
	if !errors.Is(err, sgf.ErrTooLarge) {
		t.Errorf("too many bytes: got %v, want %v", err, sgf.ErrTooLarge)
	}
	_, err = importTrees("x", []byte(`{"width":9,"height":9,"moves":"aabb"}`), FormatJGOF, sgf.Options{MaxNodes: 2})
	if !errors.Is(err, sgf.ErrTooLarge) {
		t.Errorf("too many nodes: got %v, want %v", err, sgf.ErrTooLarge)
	}
}

// TestImportBrokenMoves checks that reading stops at an unreadable move, that the moves
// before it are kept, and that a note says so.
func TestImportBrokenMoves(t *testing.T) {
	for _, c := range []struct {
		format     Format
		text, note string
	}{
		{FormatNGF, "x\n9\n\n\n\n0\n0\n0\n\n\n\n2\nPMABBFFFF\nPMACWZZZZ\nPMADBBBBB\n", "line 14: a move at column 25"},
		{FormatNGF, "x\n9\n\n\n\n0\n0\n0\n\n\n\n2\nPMABBFFFF\nPMACWBCBC\nPMADBBBBB\n", "line 14: the move"},
		{FormatGIB, "STO 0 2 1 4 4\nSTO 0 3 2 19 4\nSTO 0 4 1 3 3\n", "line 2: a move at column 20"},
		{FormatUGF, "[Header]\nSize=9\nCoordinateType=JPN\n[Data]\nEE,B1,1,0\nZJ,W1\nAA,B1,2,0\n", "line 6:"},
		{FormatJGOF, `{"width":9,"height":9,"moves":[[4,4],[9,0],[1,1]]}`, "move 2: a move at column 10"},
		{FormatLines, "\t9\t\t\t\t\tB\t\t\t\t\teezzaa", "move 2"},
		{FormatTygem, "1\t;B[ee];W[zz];B[aa]", "move 2"},
		{FormatTygem, "1\t;B[ee];W[aabb];B[aa]", "after move 1"},
	} {
		r, err := importTrees("x", []byte(c.text), c.format, sgf.Options{})
		if err != nil {
			t.Errorf("%v: %v", c.format, err)
			continue
		}
		if got := movesOf(r.trees[0]); got != "B[ee]" {
			t.Errorf("%v: got the moves %s, want B[ee]", c.format, got)
		}
		if all := strings.Join(r.notes, "\n"); !strings.Contains(all, c.note) || !strings.Contains(all, "left out") {
			t.Errorf("%v: got the notes %q, want %q and what was left out", c.format, all, c.note)
		}
		for game, err := range Games([]byte(c.text), Options{Format: c.format.String()}) {
			if err != nil || game.Cut == nil || !strings.Contains(game.Cut.Error(), c.note) || !slices.Contains(game.Notes, game.Cut.Error()) || errors.Is(game.Cut, io.ErrUnexpectedEOF) {
				t.Errorf("%v: got the cut %v, notes %q, %v, want a cut with %q that is also a note", c.format, game.Cut, game.Notes, err, c.note)
			}
		}
	}
}

func TestForeignResult(t *testing.T) {
	for text, want := range map[string]string{
		"Black wins by 0.5!": "B+0.5", "White wins by  resign!": "W+R", "White loses on time": "B+T", "Progressing!": "",
		"Black wins by 16.5 points! >> White(66):Black(89)": "B+16.5", "흑 불계승": "B+R", "흑 시간승": "B+T", "백 3집반승": "W+3.5",
		"백 반집승": "W+0.5", "白11目胜": "W+11", "黑中盘胜(现场消息)": "B+R", "黑超时负": "W+T", "白胜3/4子": "W+", "无胜负 draw": "0",
	} {
		if got, ok := foreignResult(text); !ok || got != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, ok, want)
		}
	}
	if got, ok := foreignResult("something else"); ok {
		t.Errorf("\"something else\": got the result %q, want false", got)
	}
}

// TestHandicapPoints checks the points against those of Sabaki's board for Tygem, from
// the lower left corner.
func TestHandicapPoints(t *testing.T) {
	want := map[int]string{2: "dp pd", 3: "dp pd dd", 4: "dp pd dd pp", 5: "dp pd dd pp jj", 6: "dp pd dd pp dj pj", 7: "dp pd dd pp dj pj jj",
		8: "dp pd dd pp dj pj jd jp", 9: "dp pd dd pp dj pj jd jp jj"}
	for n, w := range want {
		var got []string
		for _, p := range handicapPoints(19, 19, n) {
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != w {
			t.Errorf("%d: %v, want %s", n, got, w)
		}
	}
	for _, n := range []int{0, 1, 10} {
		if handicapPoints(19, 19, n) != nil {
			t.Errorf("%d stones: got points, want nil", n)
		}
	}
}

// TestImportFound reads the files of other programs, if they are there. All must be read
// without an error, and their moves must be playable.
func TestImportFound(t *testing.T) {
	files, _ := filepath.Glob("../../shared/testdata/sgf/other-formats/*")
	if len(files) == 0 {
		t.Skip("no files of other programs in ../../shared/testdata/sgf/other-formats")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		format := Detect("", data)
		if want, err := ParseFormat(filepath.Ext(file)); err != nil || format != want {
			t.Errorf("%s: got the format %v, want %v", file, format, want)
		}
		r, err := importTrees(file, data, format, sgf.Options{})
		if err != nil {
			t.Errorf("%s cannot be read: %v", file, err)
			continue
		}
		out, err := r.trees.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := Parse(out)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if game, err := rec.Game(); err != nil {
			t.Errorf("%s: %v", file, err)
		} else if format != FormatSGF && game.Len() < 40 {
			t.Errorf("%s: got %d moves, want at least 40", file, game.Len())
		}
		for _, note := range r.notes {
			t.Logf("%s: %s", filepath.Base(file), note)
		}
	}
}

// TestImportMemory checks the limit of memory that the doc comment of each importer
// states.
func TestImportMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("allocates some hundred megabytes")
	}
	for format, c := range map[Format]struct {
		text string
		most float64
	}{
		FormatNGF:   {"x\n19\n\n\n\n0\n0\n0\n\n\n\n2\n" + strings.Repeat("PMABBFF\n", 1<<15), 40},
		FormatGIB:   {strings.Repeat("SKI\n", 1<<16), 40},
		FormatUGF:   {"[Header]\n[Data]\n" + strings.Repeat("YA,B,1\n", 1<<16), 40},
		FormatJGOF:  {`{"moves":"` + strings.Repeat("aa", 1<<17) + `"}`, 80},
		FormatLines: {strings.Repeat("\t19\t\t\t\t\tB\t\t\t\t\t"+strings.Repeat("aa", 1<<14)+"\n", 8), 80},
		FormatTygem: {"1\t" + strings.Repeat("B[]", 1<<16), 80},
	} {
		var before, after runtime.MemStats
		data := []byte(c.text)
		runtime.GC()
		runtime.GC() // the second collection frees the memory of pools
		runtime.ReadMemStats(&before)
		r, err := importTrees("x", data, format, sgf.Options{})
		runtime.GC()
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%v: %v", format, err)
		}
		kept := (float64(after.HeapAlloc) - float64(before.HeapAlloc)) / float64(len(data))
		passed := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data))
		t.Logf("%v: %.1f bytes kept and %.1f allocated for each byte", format, kept, passed)
		if kept > c.most {
			t.Errorf("%v: %.1f bytes for each byte, want at most %.0f", format, kept, c.most)
		}
		runtime.KeepAlive(r)
	}
}
