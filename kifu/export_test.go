package kifu

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"tengen/sgf"
)

func TestRoundTrips(t *testing.T) {
	for _, text := range []string{
		"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Kuro]BR[5k]PW[Shiro]WR[3d]KM[6.5]RE[B+3.5]RU[Japanese]DT[2024-02-29];B[ee];W[gc];B[];W[cc])",
		"(;GM[1]SZ[19]KM[0.5]HA[2]AB[pd][dp]PL[W]RE[W+R]RU[Chinese]PB[Kuro]BR[1k]PW[Shi Ro]WR[9p];W[dd];B[pp];W[];B[])",
		"(;GM[1]SZ[13]KM[-3]AB[aa]AW[bb]PL[W]RE[W+];W[cc];B[mm])",
		"(;GM[1]SZ[9]KM[7]AB[aa][bb]PL[B]RE[0];B[cc])",
		"(;GM[1]SZ[19]RE[B+T]PB[A, \\] B]GN[x])",
		"(;GM[1]SZ[19]KM[7.5]RE[W+]TM[600]OT[3x30 byo-yomi];B[aa];W[ss];B[])",
		"(;GM[1]SZ[19]KM[0]RE[W+0.5];B[aa];B[ss];W[])",
		"(;GM[1]SZ[19]KM[150.0];B[aa])",
	} {
		trees, err := sgf.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []Format{FormatJGOF, FormatUGF, FormatLines, FormatGIB} {
			if format == FormatGIB && !strings.Contains(text, "SZ[19]") {
				continue
			}
			export, err := exporterOf(format)
			if err != nil {
				t.Fatal(err)
			}
			data, losses, err := export(trees[0])
			if err != nil && strings.Contains(text, ";B[aa];B[ss]") && strings.Contains(err.Error(), "take turns") {
				continue // only UGF and GIB can store such a game
			}
			if err != nil {
				t.Errorf("writing %s as %v: %v", text, format, err)
				continue
			}
			if found := Detect("", data); found != format {
				t.Errorf("%s: got the format %v, want %v", data, found, format)
			}
			r, err := importTrees("x", data, format, sgf.Options{})
			if err != nil {
				t.Errorf("reading %s as %v: %v", text, format, err)
				continue
			}
			names := []string{"SZ", "KM", "HA", "AB", "AW", "RE"}
			if format != FormatUGF {
				names = append(names, "PL")
			}
			if format != FormatLines {
				names = append(names, "PB", "PW", "BR", "WR")
			}
			in := *trees[0]
			if format == FormatUGF { // whose names have no commas
				in.Properties = append([]sgf.Property(nil), in.Properties...)
				if strings.Contains(in.SimpleText("PB"), ",") {
					in.Set("PB", "A \\] B")
				}
			}
			if got, want := rootValues(r.trees[0], names...)+movesOf(r.trees[0]), rootValues(&in, names...)+movesOf(&in); got != want {
				t.Errorf("as %v:\n got %s\nwant %s\n%s\n%q", format, got, want, data, losses)
			}
		}
	}
}

func TestExportRefuses(t *testing.T) {
	for _, c := range []struct {
		format     Format
		text, want string
	}{
		{FormatLines, "(;GM[1];B[aa];B[bb])", "move 2 is a move of B"},
		{FormatJGOF, "(;GM[1];B[aa];AW[bb];B[cc])", "after move 1: stones are set up"},
		{FormatGTP, "(;GM[1]SZ[9:7])", "GTP has no 9x7 board"},
		{FormatUGF, "(;GM[1]SZ[30])", "UGF has no 30x30 board"},
		{FormatLines, "(;GM[1]SZ[9];B[zz])", "not on a 9x9 board"},
		{FormatLines, "(;GM[2])", "not a game of Go"},
		{FormatJGOF, "(;GM[1]SCORES[0:5];B[aa])", "scores or prisoners (SCORES)"},
		{FormatGTP, "(;GM[1]PRISONERS[3:0];B[aa])", "scores or prisoners (PRISONERS)"},
		{FormatNGF, "(;GM[1])", "cannot be written"},
		{FormatGIB, "(;GM[1]SZ[9])", "GIB has no 9x9 board"},
		{FormatGIB, "(;GM[1]AB[aa][bb]HA[2])", "2 to 9 handicap stones"},
		{FormatGIB, "(;GM[1]HA[2];B[dp];B[pd])", "2 to 9 handicap stones"},
		{FormatGIB, "(;GM[1]KM[-5])", "no komi of -5"},
		{FormatGIB, "(;GM[1];B[dp];B[])", "move 2 is a pass out of turn"},
	} {
		trees, err := sgf.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		export, err := exporterOf(c.format)
		if err == nil {
			_, _, err = export(trees[0])
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of %s: %v, want %q", c.format, c.text, err, c.want)
		}
	}
}

func TestExportGTP(t *testing.T) {
	trees, err := sgf.Parse([]byte("(;GM[1]SZ[19]KM[0.5]HA[2]AB[dp][pd]RE[W+R]PB[x];W[dd]C[why](;B[])(;B[aa]))"))
	if err != nil {
		t.Fatal(err)
	}
	data, losses, err := exportGTP(trees[0])
	if want := "boardsize 19\nclear_board\nkomi 0.5\nset_free_handicap Q16 D4\nplay W D16\nplay B pass\n"; err != nil || string(data) != want {
		t.Errorf("%v, %q, want %q", err, data, want)
	}
	if want := []Loss{{LostVariations, 1, ""}, {LostComments, 1, ""}, {LostOther, 0, "properties that the format cannot store were left out: RE, PB"}}; !slices.Equal(losses, want) {
		t.Errorf("got the losses %+v, want %+v", losses, want)
	}
}

// TestLostNodeProperties checks that a loss names the properties of nodes that no other format stores.
func TestLostNodeProperties(t *testing.T) {
	trees, err := sgf.Parse([]byte("(;GM[1]SZ[19]KM[150.0];B[dd]N[a]BM[1];W[dp]N[b]GW[1]HO[1]FG[]SBKV[50];B[pp](;W[pd]N[c])(;W[qd]TE[1]))"))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []Format{FormatJGOF, FormatUGF, FormatLines, FormatGIB, FormatGTP} {
		export, err := exporterOf(format)
		if err != nil {
			t.Fatal(err)
		}
		data, losses, err := export(trees[0])
		want := Loss{Text: "properties that the format cannot store were left out: N, BM, GW, HO, FG, SBKV"}
		if err != nil || !slices.Contains(losses, want) {
			t.Errorf("%v: got the losses %v, %v, want %v", format, losses, err, want)
		}
		if format == FormatGTP && !strings.Contains(string(data), "\nkomi 150\n") {
			t.Errorf("got %s, want a komi of 150", data)
		}
	}
}

func TestLossSentences(t *testing.T) {
	for _, c := range []struct {
		loss                Loss
		sentence, uncounted string
	}{
		{Loss{Kind: LostVariations, Count: 1}, "1 variation was left out", "variations were left out"},
		{Loss{Kind: LostComments, Count: 12}, "12 comments were left out", "comments were left out"},
		{Loss{Kind: LostMarks, Count: 1}, "1 node with marks was left out", "nodes with marks were left out"},
		{Loss{Kind: LostTimes, Count: 1}, "1 time of a move was left out", "times of moves were left out"},
		{Loss{Text: "the komi was left out"}, "the komi was left out", "the komi was left out"},
	} {
		if got := c.loss.String(); got != c.sentence {
			t.Errorf("%+v is %q, want %q", c.loss, got, c.sentence)
		}
		if got := c.loss.Uncounted(); got != c.uncounted {
			t.Errorf("without its number %+v is %q, want %q", c.loss, got, c.uncounted)
		}
	}
}

// TestExportGIBRules checks that a loss reports the loss of the rules in GIB, except for
// the rules that readers of GIB assume.
func TestExportGIBRules(t *testing.T) {
	for rules, want := range map[string]bool{"Korean": false, "Chinese": true} {
		trees, err := sgf.Parse([]byte("(;GM[1]SZ[19]KM[6.5]RU[" + rules + "];B[dd])"))
		if err != nil {
			t.Fatal(err)
		}
		_, losses, err := exportGIB(trees[0])
		if got := slices.ContainsFunc(losses, func(l Loss) bool { return strings.Contains(l.Text, "left out: RU") }); err != nil || got != want {
			t.Errorf("%s: got the losses %v, %v, want one about RU: %v", rules, losses, err, want)
		}
	}
}

// TestExportInfo writes game information outside the root, and information that a format cannot store or stores only in
// part.
func TestExportInfo(t *testing.T) {
	for _, c := range []struct {
		format             Format
		text, want, losses string
	}{
		{FormatGIB, "(;SZ[19];PB[A]KM[6.5]RE[W+R];B[pd])", "GAMEBLACKNAME=A|GRLT:4|GONGJE:65", "[]"},
		{FormatUGF, "(;SZ[19];PB[A]KM[6.5]RE[W+R];B[pd])", "PlayerB=A|Winner=W,C|Hdcp=0,6.5", "[]"},
		{FormatJGOF, "(;SZ[19];PB[A]KM[6.5]RE[W+R];B[pd])", `"name":"A"|"winner":"white"|"komi":6.5`, "[]"},
		{FormatJGOF, "(;SZ[19]PB[A]BR[30k]OT[5x30 byo-yomi])", `"rank":0`, "[properties that the format cannot store were left out: OT]"},
		{FormatLines, "(;SZ[19];SO[A]KM[6.5]RE[W+R];B[pd])", "A\t19\t6.5\t|\tW+R\t", "[]"},
		{FormatGTP, "(;SZ[19];PB[A]KM[6.5];B[pd])", "komi 6.5", "[properties that the format cannot store were left out: PB]"},
		{FormatGIB, "(;SZ[19]DT[1996-05,06])", "GAMEINFOMAIN", "[properties that the format cannot store were left out: DT]"},
		{FormatUGF, "(;SZ[19]DT[1846])", "", "[properties that the format cannot store were left out: DT]"},
		{FormatUGF, "(;SZ[19]DT[1996-05-06,07])", "Date=1996/05/06", "[properties that the format cannot store were left out: DT]"},
		{FormatGIB, "(;SZ[19]DT[1996/05/06])", "GAMEDATE=1996-05-06", "[]"},
		{FormatUGF, "(;SZ[19]RE[Unfinished]BR[5d])", "PlayerB=,\n", `[the result "Unfinished" was left out: it has no winner the rank "5d" of a player without a name was left out]`},
	} {
		file, err := LoadBytes([]byte(c.text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := rootValues(&file.Trees[0].root.data, "PB", "SO", "KM")
		data, losses, err := file.Trees[0].Export(c.format)
		if err != nil || fmt.Sprint(losses) != c.losses {
			t.Errorf("%v of %s: got the losses %v, %v, want %s", c.format, c.text, losses, err, c.losses)
		}
		for _, want := range strings.Split(c.want, "|") {
			if !strings.Contains(string(data), want) {
				t.Errorf("%v of %s: got %s, want %q in it", c.format, c.text, data, want)
			}
		}
		if after := rootValues(&file.Trees[0].root.data, "PB", "SO", "KM"); after != before {
			t.Errorf("%v of %s: the root of the tree became %s", c.format, c.text, after)
		}
	}
	// The beginning of a source neither makes the line a comment nor gives the file another format.
	for _, source := range []string{"#1 server", "(c) GoGoD", "{}"} {
		file, err := LoadBytes([]byte("(;SZ[9]SO["+source+"];B[ee])"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		data, _, err := file.Trees[0].Export(FormatLines)
		if err != nil {
			t.Fatal(err)
		}
		back, err := LoadBytes(data, Options{})
		if err != nil || back.Trees[0].Info().Source != source {
			t.Errorf("%q: the line %q was read as %+v, %v", source, data, back, err)
		}
	}
}

// TestLinesFound writes and reads games of the collections, if they are there. Each must
// come back as the same tree.
func TestLinesFound(t *testing.T) {
	files, _ := filepath.Glob("../../shared/games/*.tsv.xz")
	if len(files) == 0 {
		t.Skip("no collections of games in ../../shared/games")
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		in, err := xz.NewReader(bufio.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		games := 0
		for game, err := range importLines(in, importLine, 0) {
			if err != nil || game.err != nil {
				t.Fatal(name, err, game.err)
			}
			data, _, err := exportLine(game.root)
			if err != nil {
				t.Fatalf("%s, line %d: the game cannot be written: %v", name, game.line, err)
			}
			back, err := importLine(strings.TrimRight(string(data), "\n"))
			if err != nil || !(sgf.Collection{back.root}).Equal(sgf.Collection{game.root}) {
				t.Errorf("%s, line %d: got %v or another game back from %s", name, game.line, err, data)
			}
			if games++; games == 300 {
				break
			}
		}
	}
}
