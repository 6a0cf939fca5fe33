package kifu

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/sgf"
)

func parse(t *testing.T, text string) *Record {
	t.Helper()
	r, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

func TestParseInfo(t *testing.T) {
	r := parse(t, `(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Kuro \[1p\]]PW[Shiro]BR[1p]WR[2p]KM[7]HA[0]RU[AGA]RE[W+2.5]`+
		`DT[1999-12-31]EV[Cup]RO[3]PC[Here]TM[600]OT[3x30 byo-yomi]AP[x:1]GC[two
lines];B[ee];W[ge];B[];W[tt])`)
	want := Info{Black: "Kuro [1p]", White: "Shiro", BlackRank: "1p", WhiteRank: "2p", Komi: "7", Handicap: "0", Rules: "AGA",
		Result: "W+2.5", Date: "1999-12-31", Event: "Cup", Round: "3", Place: "Here", Time: "600", Overtime: "3x30 byo-yomi",
		Application: "x:1", Comment: "two\nlines"}
	if r.Info != want {
		t.Errorf("got the information %+v, want %+v", r.Info, want)
	}
	if r.Rules.Ko != baduk.KoSituational || r.Rules.Komi != 14 || !r.RulesKnown || !r.KomiKnown || len(r.Notes) != 0 {
		t.Errorf("got the rules %+v and the notes %q, want AGA rules, komi 7 and no notes", r.Rules, r.Notes)
	}
	g, err := r.Game()
	if err != nil || g.Len() != 4 || !g.Over() {
		t.Errorf("got %d moves, over %v, %v, want 4 moves and the end", g.Len(), g.Over(), err)
	}
}

func TestParseSetup(t *testing.T) {
	// Set-up in the second node, a rectangle of stones, one of them removed.
	r := parse(t, `(;SZ[7:5]HA[3];AB[aa:cb]AE[ba]AW[gg:gg][ge]AE[gg];W[dd])`)
	if r.end == nil || !strings.Contains(r.end.Error(), "gg is not on a 7x5 board") {
		t.Fatalf("stones off the board: got %v, want that gg is not on a 7x5 board", r.end)
	}
	r = parse(t, `(;SZ[7:5]HA[3];AB[aa:cb]AE[ba]AW[ge];W[dd])`)
	g, err := r.Game()
	if err != nil {
		t.Fatal(err)
	}
	s := g.Setup()
	if len(s.Black) != 6 || !reflect.DeepEqual(s.White, []baduk.Point{34}) || s.ToPlay != baduk.White || s.Handicap != 3 {
		t.Errorf("got the set-up %+v, want 6 black stones, since a stone is preferred to an empty point, the white point 34, White to play and handicap 3", s)
	}
	if g.Len() != 1 || g.At(3*7+3) != baduk.White {
		t.Errorf("got %d moves and %v on the point, want 1 move and a white stone", g.Len(), g.At(3*7+3))
	}
	if r := parse(t, `(;SZ[5]PL[W]AB[aa])`); r.Setup.ToPlay != baduk.White {
		t.Errorf("PL[W]: got %+v, want White to play", r.Setup)
	}
	if r := parse(t, `(;SZ[5]PL[both];W[aa])`); r.Setup.ToPlay != baduk.White || len(r.Notes) != 1 {
		t.Errorf("a wrong PL: got %+v, %q, want White to play and a note", r.Setup, r.Notes)
	}
}

// TestEmptySetUpValues checks that an empty value in a list of set-up stones is ignored with a warning.
func TestEmptySetUpValues(t *testing.T) {
	for _, c := range []struct {
		text, stones string
		notes        int
	}{
		{"(;SZ[2]AB[];B[aa];W[bb])", "X..O", 1},
		{"(;SZ[2];AE[ ];B[aa];W[bb])", "X..O", 1},
		{"(;SZ[2]AB[ab][]AW[]PL[B];B[aa];W[bb])", "X.XO", 2},
		{"(;SZ[2];B[aa];AB[]W[bb])", "X..O", 1},
		{"(;SZ[2];B[aa];W[bb]TB[]TW[])", "X..O", 0},
		{`(;BOARD[{"shape":"ring 4"}]ABV[];BV[R1];WV[R3])`, "X.O.", 1},
	} {
		tree := treeOf(t, c.text)
		record := tree.Record()
		g, err := record.Game()
		if err != nil || len(record.Moves) != 2 || stonesOf(g) != c.stones || len(record.Notes) != c.notes {
			t.Errorf("%s: got %v, the moves %v and the notes %q, want 2 moves, %s and %d notes", c.text, err, record.Moves, record.Notes, c.stones, c.notes)
		}
		f := loadText(t, c.text)
		f.Check()
		found := aboutPoints(f.Diagnostics)
		if worst, _ := f.Worst(); len(found) != c.notes || worst > Warning {
			t.Errorf("%s: got %v, want %d warnings about points", c.text, f.Diagnostics, c.notes)
		}
		if strings.Contains(c.text, "BOARD") {
			continue
		}
		for _, format := range []Format{FormatGTP, FormatLines, FormatJGOF} {
			if _, _, err := tree.Export(format); err != nil {
				t.Errorf("%s as %v: %v", c.text, format, err)
			}
		}
	}
	// The readable stones of a list are set up, but the moves end: the position may lack a stone.
	if g, err := parse(t, "(;SZ[2]AB[aa][tt];W[bb])").Game(); err == nil || stonesOf(g) != "X..." {
		t.Errorf("got %v, %s, want an error and X...", err, stonesOf(g))
	}
}

// TestOrderOfProperties checks that the order of the properties in a node, which has no meaning in SGF, does not change
// the game that a record, a walk and an export read.
func TestOrderOfProperties(t *testing.T) {
	for _, c := range []struct{ before, a, b, after, stones string }{
		{"SZ[3];", "AE[ba]", "AB[aa:ca]", ";W[bb]", "XXX.O...."},
		{"SZ[3];", "AW[aa]", "AB[aa:ca]", ";W[bb]", "OXX.O...."},
		{"SZ[3];", "AE[aa:cc]", "AB[bb][cc]", ";W[aa]", "O...X...X"},
		{"SZ[3];", "B[aa]", "AB[bb]", ";W[cc]", "X...X...O"},
		{"SZ[3];", "W[aa]", "PL[W]", ";B[cc]", "O.......X"},
		{"SZ[3];", "AB[bb]", "PL[W]", ";W[cc]", "....X...O"},
		{"SZ[3];B[aa];", "W[tt]", "TB[bb]TW[cc]", "", "X........"},
	} {
		var first string
		for _, text := range []string{"(;" + c.before + c.a + c.b + c.after + ")", "(;" + c.before + c.b + c.a + c.after + ")"} {
			tree := treeOf(t, text)
			record := tree.Record()
			g, err := record.Game()
			if err != nil || stonesOf(g) != c.stones {
				t.Errorf("%s: the record has %s, %v, want %s", text, stonesOf(g), err, c.stones)
			}
			var last Position
			for p := range tree.Walk() {
				last = p
			}
			if got := stonesOf(last.Game); got != c.stones || last.Number != len(record.Moves) {
				t.Errorf("%s: the walk has %s after %d moves, want %s after %d", text, got, last.Number, c.stones, len(record.Moves))
			}
			data, _, err := tree.Export(FormatGTP)
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			got := fmt.Sprintf("%s%v%v", data, record.Setup, record.Territory)
			if first == "" {
				first = got
			}
			if got != first || c.b == "TB[bb]TW[cc]" && len(record.Territory[baduk.Black]) != 1 {
				t.Errorf("%s: got %s, want %s", text, got, first)
			}
			if got := stonesOfGTP(t, string(data)); got != c.stones {
				t.Errorf("%s: the export has %s, want %s", text, got, c.stones)
			}
		}
	}
}

// stonesOfGTP plays the commands of an export and returns the stones.
func stonesOfGTP(t *testing.T, commands string) string {
	t.Helper()
	var g *baduk.Game
	for line := range strings.Lines(commands) {
		words := strings.Fields(line)
		switch words[0] {
		case "boardsize":
			n, _ := strconv.Atoi(words[1])
			g = baduk.NewGame(baduk.MustRectangle(n, n), DefaultRules())
		case "play":
			p := vertexIn(t, g.Graph(), words[2])
			g.Force(baduk.Move{Color: map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}[words[1]], Point: p})
		}
	}
	return stonesOf(g)
}

func TestGameNamesIllegalMove(t *testing.T) {
	for _, c := range []struct {
		text, want string
		sentinel   error
		moves      int
	}{
		{`(;SZ[9];B[ee];W[ee])`, "move 2, white E5, is illegal: there is a stone already", baduk.ErrOccupied, 1},
		{`(;SZ[3];B[ba];W[cc];B[ab];W[aa])`, "move 4, white A3, is illegal: suicide", baduk.ErrSuicide, 3},
		{`(;SZ[4]RU[AGA];B[ba];W[ca];B[ab];W[bb];B[dd];W[aa];B[ba])`, "move 7, black B4, is illegal: superko", baduk.ErrSuperko, 6},
	} {
		g, err := parse(t, c.text).Game()
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, c.sentinel) || g == nil || g.Len() != c.moves {
			t.Errorf("%s: got the error %v, want %q in it, %v as its cause and a game of %d moves", c.text, err, c.want, c.sentinel, c.moves)
		}
		var illegal *baduk.IllegalMoveError
		if !errors.As(err, &illegal) || illegal.Number != c.moves+1 {
			t.Errorf("%s: got %#v, want an illegal move with the number %d", c.text, err, c.moves+1)
		}
	}
	for _, c := range []struct {
		text, want string
		moves      int
	}{
		{`(;SZ[9];B[ee];W[zz];B[aa])`, `node 3 of the record: move 2, white: "zz" is not on a 9x9 board`, 1},
		{`(;SZ[9];B[ee];W[e])`, `move 2, white: "e" is not a point`, 1},
		{`(;SZ[21];B[ee];W[tt];B[uu])`, "", 3},
		{`(;SZ[9];B[ee];AW[aa];W[bb])`, "after move 1", 1},
		{`(;SZ[9]AB[zz];B[ee])`, "zz is not on a 9x9 board", 0},
	} {
		g, err := parse(t, c.text).Game()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || g == nil || g.Len() != c.moves {
			t.Errorf("%s: got the error %v, want %q in it, or none where that is empty, and a game of %d moves", c.text, err, c.want, c.moves)
		}
	}
	if g, err := parse(t, `(;SZ[2]AB[aa][ab][ba][bb])`).Game(); g != nil || !errors.Is(err, baduk.ErrSetup) {
		t.Errorf("an impossible set-up: got %v, %v, want no game and %v", g, err, baduk.ErrSetup)
	}
}

func TestKomi(t *testing.T) {
	for _, c := range []struct {
		text, want string
		noted, err bool
	}{
		{"6.5", "6.5", false, false}, {"6.50", "6.5", false, false}, {" 7 ", "7", false, false}, {"-5.5", "-5.5", false, false},
		{"0", "0", false, false}, {"90", "90", false, false}, {"6,5", "6.5", false, false},
		{"375", "7.5", true, false}, {"650", "6.5", true, false}, {"325", "6.5", true, false}, {"750", "7.5", true, false},
		{"3.75", "7.5", true, false}, {"2.75", "5.5", true, false}, {"-375", "-7.5", true, false},
		{"6.3", "", false, true}, {"7 1/2", "", false, true}, {"NaN", "", false, true}, {"1e9", "", false, true}, {"inf", "", false, true},
	} {
		k, note, err := parseKomi(c.text)
		if (err != nil) != c.err || (note != "") != c.noted || err == nil && k.String() != c.want {
			t.Errorf("%s: got %v, %q, %v, want %q, a note %v, an error %v", c.text, k, note, err, c.want, c.noted, c.err)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		text  string
		known bool
		name  string
	}{
		{"Chinese", true, "Chinese"}, {"AGA", true, "AGA"}, {"NZ", true, "NZ"}, {"GOE", true, "GOE"}, {"Ing Goe", true, "GOE"},
		{"Tromp-Taylor", true, "Tromp-Taylor"}, {"koPOSITIONALscoreAREAtaxNONEsui1", true, "Tromp-Taylor"},
		{"Japanese", true, "Japanese"}, {"Korean", true, "Japanese"}, {"Territory", false, "Chinese"}, {"Uchikomi", false, "Chinese"}, {"", false, "Chinese"},
	} {
		r := parse(t, "(;RU["+c.text+"])")
		if r.RulesKnown != c.known || r.Rules.Name() != c.name || r.Rules.Komi != 0 || (len(r.Notes) > 0) != (!c.known && c.text != "") {
			t.Errorf("%s: got known %v, %v, notes %q, want known %v, %s", c.text, r.RulesKnown, r.Rules, r.Notes, c.known, c.name)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"", sgf.ErrNotSGF}, {"hello", sgf.ErrNotSGF}, {"\x00\xff\x7fELF", sgf.ErrNotSGF},
		{"(;GM[2]SZ[8])", ErrNotGo}, {"(;SZ[53])", nil}, {"(;SZ[big])", nil}, {"(;SZ[0])", nil},
	} {
		r, err := Parse([]byte(c.text))
		if r != nil || err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%q: got %v, %v, want no record and the error %v", c.text, r, err, c.want)
		}
	}
	r, err := Parse([]byte("(;SZ[9];B[ee];W[dd"))
	if !errors.Is(err, sgf.ErrTruncated) || r == nil || len(r.Moves) != 1 {
		t.Errorf("a truncated record: got %v, %v, want 1 move and %v", r, err, sgf.ErrTruncated)
	}
	r = parse(t, "(;SZ[9];B[ee])(;SZ[9];B[dd])")
	if len(r.Notes) != 1 || r.Moves[0].Point != 40 {
		t.Errorf("two games: got %+v, want the first one and a note", r)
	}
}

func TestWriteReadsBack(t *testing.T) {
	g, err := baduk.NewGameFrom(baduk.MustRectangle(9, 13), baduk.Chinese(), baduk.Setup{Black: []baduk.Point{20, 24, 30}, Handicap: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []baduk.Point{40, 41, 50, baduk.Pass, 60, baduk.Pass, baduk.Pass} {
		if err := g.Play(baduk.Move{Color: baduk.White - baduk.Color(i%2), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	rec := FromGame(g, Info{Black: `a]b\c:d`, White: "黒", Application: "tengen:1", Comment: "x\ny"})
	if rec.Info.Result == "" || rec.Info.Komi != "7.5" || rec.Info.Handicap != "3" {
		t.Errorf("got %+v, want a result, komi 7.5 and handicap 3", rec.Info)
	}
	var b bytes.Buffer
	if err := rec.Write(&b); err != nil {
		t.Fatal(err)
	}
	back, err := Parse(b.Bytes())
	if err != nil || back.Info != rec.Info || back.Rules != rec.Rules || len(back.Notes) > 0 {
		t.Fatalf("%s: got\n%+v, %v, want\n%+v", b.String(), back, err, rec)
	}
	again, err := back.Game()
	if err != nil || again.SearchKey() == 0 || !reflect.DeepEqual(again.Moves(), g.Moves()) || !reflect.DeepEqual(again.Setup(), g.Setup()) {
		t.Errorf("%s: got the error %v, want the same stones and moves in the game read again, and a search key", b.String(), err)
	}
	if abstract, err := baduk.NewGraph([][]baduk.Point{{1}, {0}}); err != nil {
		t.Fatal(err)
	} else if err := FromGame(baduk.NewGame(abstract, baduk.Chinese()), Info{}).Write(&b); err == nil {
		t.Error("a graph without a board file was written as SGF, want an error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("(;SZ[9]KM[375]HA[2]AB[cc:dd]AE[aa];W[ee];B[])"))
	f.Add([]byte("(;GM[1]RU[Japanese]PL[W];B[aa][bb];W[tt](;B[cc])(;B[dd]))"))
	f.Add([]byte(`(;BOARD[{"shape":"ring 6"}]ABV[R1]SCORES[1:-2];BV[R3];WV[pass]TBV[R2])`))
	f.Add([]byte(`(;SZ[3]RU[Japanese]RE[W+1]BOARD[{"shape":"torus 3"}];B[aa];W[];B[];W[bb];B[aa];W[tt];B[])`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if r == nil {
			if err == nil {
				t.Fatal("got neither a record nor an error")
			}
			return
		}
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		back, err := Parse(b.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", b.String(), err)
		}
		g1, err1 := r.Game()
		g2, err2 := back.Game()
		if (g1 == nil) != (g2 == nil) || g1 != nil && g1.Position().Hash() != g2.Position().Hash() {
			t.Fatalf("%s: the games differ: errors %v and %v", b.String(), err1, err2)
		}
	})
}

func ExampleRecord_Game() {
	rec, _ := Parse([]byte("(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[ce];B[ee])"))
	game, err := rec.Game()
	_, _ = os.Stdout.WriteString(err.Error() + "\n")
	_, _ = os.Stdout.WriteString(game.Graph().Vertex(game.Turn(1).Point) + "\n")
	// Output:
	// the record of 3 moves breaks off: move 3, black E5, is illegal: there is a stone already
	// C5
}

func ExampleFromGame() {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	_ = g.Play(baduk.Move{Color: baduk.Black, Point: 12})
	_ = g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass})
	_ = g.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	_ = FromGame(g, Info{Black: "Kuro", White: "Shiro"}).Write(os.Stdout)
	// Output:
	// (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Tromp-Taylor]KM[7.5]PB[Kuro]PW[Shiro]RE[B+17.5]
	// ;B[cc]
	// ;W[]
	// ;B[])
}

func TestIncomplete(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9];B[aa];W[bb])":                     "",
		"(;SZ[9]AB[cc];AW[dd];B[aa];C[x])":         "",
		"(;SZ[9];B[aa];W[bb];AE[aa];B[cc])":        "node 4 of the record: stones are set up after move 2",
		"(;SZ[9];B[aa];W[zz];B[bb])":               `node 3 of the record: move 2, white: "zz" is not on a 9x9 board`,
		"(;SZ[9]AB[zz];B[bb])":                     "node 1 of the record: set-up stones",
		"(;SZ[9];B[aa](;W[bb])(;AW[cc];W[dd]))":    "",
		"(;SZ[9];B[aa];W[aa];B[aa](;W[])(;W[bb]))": "",
	} {
		switch err := parse(t, text).Incomplete(); {
		case (err == nil) != (want == ""), err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
