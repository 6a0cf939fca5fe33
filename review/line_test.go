package review

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// stonesOf draws the stones of a position.
func stonesOf(l *Line, position int) string {
	var b strings.Builder
	for _, c := range l.Stones(position) {
		b.WriteByte(".XO"[c])
	}
	return b.String()
}

func TestLines(t *testing.T) {
	tests := []struct {
		name, text string
		moves      string // for each move its number, colour and vertex; "!" marks a broken move, "?" an illegal one
		positions  []string
		faults     int
	}{
		{"plain", "(;SZ[3];B[aa];W[ba];B[bb])", "1B A3, 2W B3, 3B B2", []string{".........", "X........", "XO.......", "XO..X...."}, 0},
		{"set-up", "(;SZ[3]AB[aa][cc];W[bb])", "1W B2", []string{"X.......X", "X...O...X"}, 0},
		{"first move in the root", "(;SZ[3]B[aa];W[bb])", "1B A3, 2W B2", []string{".........", "X........", "X...O...."}, 0},
		{"several moves in a node", "(;SZ[3];B[aa]W[bb];B[cc])", "1B A3, 2W B2, 3B C1", []string{".........", "X........", "X...O....", "X...O...X"}, 1},
		{"stones set up later", "(;SZ[3];B[aa];AW[bb];B[cc])", "1B A3!, 2B C1", []string{".........", "X...O....", "X...O...X"}, 0},
		{"a move on a stone", "(;SZ[3];B[aa];W[aa];B[cc])", "1B A3, 2W A3!?, 3B C1", []string{".........", "X........", "O........", "O.......X"}, 1},
		{"suicide", "(;SZ[3];B[ab];W[cc];B[ba];W[aa];B[bb])", "1B A2, 2W C1, 3B B3, 4W A3?, 5B B2", nil, 1},
		{"passes", "(;SZ[3];B[aa];W[];B[];W[bb])", "1B A3, 2W pass, 3B pass, 4W B2", []string{".........", "X........", "X........", "X........", "X...O...."}, 0},
		{"moves out of turn", "(;SZ[3];B[aa];B[bb]W[cc]W[ac];W[ca];B[cb])", "1B A3, 2B B2, 3W C1, 4W A1!, 5W C3!, 6B C2", nil, 1},
		{"a variation is ignored", "(;SZ[3];B[aa](;W[bb])(;W[cc]))", "1B A3, 2W B2", []string{".........", "X........", "X...O...."}, 0},
	}
	for _, test := range tests {
		line, err := NewLine(treeOf(t, strings.Replace(test.text, "(;", "(;GM[1]FF[4]", 1)))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var moves []string
		for _, turn := range line.Turns {
			text := number10(turn.Number) + turn.Move.Color.String()[:1] + " " + line.Graph.Vertex(turn.Move.Point)
			text = strings.Replace(strings.Replace(text, "b ", "B ", 1), "w ", "W ", 1)
			if turn.Broken {
				text += "!"
			}
			if turn.Fault != "" {
				text += "?"
			}
			moves = append(moves, text)
		}
		if got := strings.Join(moves, ", "); got != test.moves {
			t.Errorf("%s: the moves are %s, want %s", test.name, got, test.moves)
		}
		if len(line.Faults()) != test.faults {
			t.Errorf("%s: faults %q; want %d", test.name, line.Faults(), test.faults)
		}
		var positions []string
		for i := range line.Len() + 1 {
			positions = append(positions, stonesOf(line, i))
			g := line.At(i)
			if want := stonesOf(line, i); colors(g) != want {
				t.Errorf("%s: the game at %d has %s, want %s", test.name, i, colors(g), want)
			}
		}
		if test.positions != nil && !slices.Equal(positions, test.positions) {
			t.Errorf("%s: the positions are %q, want %q", test.name, positions, test.positions)
		}
	}
	if _, err := NewLine(treeOf(t, "(;GM[1]FF[4]SZ[9])")); err == nil {
		t.Error("a game without moves is accepted, want an error")
	}
}

func number10(n int) string { return strings.TrimSpace(string(rune('0' + n))) }

func colors(g *baduk.Game) string {
	var b strings.Builder
	for i := range g.Graph().Len() {
		b.WriteByte(".XO"[g.At(baduk.Point(i))])
	}
	return b.String()
}

// The position after two passes is not judged. The positions before it are judged by the record's rules.
func TestEndOfGame(t *testing.T) {
	line, err := NewLine(treeOf(t, "(;GM[1]FF[4]SZ[5]KM[6.5]RU[Japanese];B[cc];W[];B[])"))
	if err != nil {
		t.Fatal(err)
	}
	if !line.At(3).Over() || line.At(2).Over() || line.Judgeable() != 3 {
		t.Error("the game is over too early or too late")
	}
	if got := line.At(1).Rules(); got.Komi != 13 || got.Scoring != baduk.ScoringTerritory {
		t.Errorf("the rules are %v, want territory scoring with a komi of 6.5", got)
	}
	on, err := NewLine(treeOf(t, "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[cc];W[];B[];W[gg])"))
	if err != nil {
		t.Fatal(err)
	}
	if r := reviewedLine(t, on, wild{}, Options{Visits: 1}); on.Judgeable() != 5 || r.Judged != 5 {
		t.Errorf("a game that went on after its end: %d of %d positions are judged, want 5 of 5", r.Judged, on.Judgeable())
	}
	r := reviewedLine(t, line, wild{}, Options{Visits: 1})
	if r.Judged != 3 || r.Moves[2].Known || !r.Moves[1].Known {
		t.Errorf("%d positions are judged, the second move is known: %v, the third move is known: %v; want 3, true and false", r.Judged, r.Moves[1].Known, r.Moves[2].Known)
	}
}

// Missing rules and komi are assumed, and a note says so.
func TestAssumptions(t *testing.T) {
	for text, want := range map[string]struct {
		komi  baduk.Komi
		notes int
	}{
		"(;GM[1]FF[4]SZ[9];B[aa])": {13, 2}, "(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];W[aa])": {1, 2}, "(;GM[1]FF[4]SZ[9]KM[5.5];B[aa])": {11, 1},
		"(;GM[1]FF[4]SZ[9]KM[5.5]RU[AGA];B[aa])": {11, 0},
	} {
		line, err := NewLine(treeOf(t, text))
		if err != nil || line.Rules.Komi != want.komi || len(line.Notes) != want.notes {
			t.Errorf("%s: komi %v, notes %q, %v; want komi %v, %d notes", text, line.Rules.Komi, line.Notes, err, want.komi, want.notes)
		}
	}
}

// Moves at which the record changes the position are not judged, and the reports say so.
func TestBrokenNotes(t *testing.T) {
	many := strings.Repeat(";B[aa];AE[aa]PL[B]", 12)
	for text, want := range map[string]string{
		"(;SZ[9];B[aa];AW[bb];B[cc];W[dd])":              "Move 1 is not judged: ",
		"(;SZ[9];B[aa];AE[aa];B[cc];W[dd];AB[ee]AW[ff])": "Moves 1 and 3 are not judged: ",
		"(;SZ[9];B[aa];W[bb];PL[W];W[cc])":               "Move 2 is not judged: ",
		"(;SZ[9]" + many + ")":                           "Moves 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more are not judged: ",
		"(;SZ[9];B[aa];W[aa];B[cc])":                     "",
		"(;SZ[9]AB[aa];W[bb];B[cc])":                     "",
		"(;SZ[9];B[cc];W[gg];W[cg];B[gc])":               "Move 3 is not judged: ",
	} {
		line, err := NewLine(treeOf(t, strings.Replace(text, "(;", "(;GM[1]FF[4]KM[0]RU[Chinese]", 1)))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, note := range line.Notes {
			if strings.Contains(note, "not judged") {
				got += note
			}
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, line.Notes, want)
		}
	}
	r := reviewed(t, treeOf(t, "(;GM[1]FF[4]KM[0]RU[Chinese]SZ[9];B[aa];AW[bb];B[cc];W[dd])"), wild{}, Options{Visits: 1})
	var page, data bytes.Buffer
	if err := errors.Join(r.WriteHTML(&page), r.WriteJSON(&data)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "not judged: the record changes the position or the player to move") || strings.Count(data.String(), `"broken": true`) != 1 {
		t.Errorf("%s\n%s; want one broken move", &page, &data)
	}
}

// Nets are made for boards up to a certain size. On a larger board the review has a note if a net judged
// it, and no note if rollouts judged it.
func TestBeyondNets(t *testing.T) {
	for _, test := range []struct {
		board, model string
		want         bool
	}{{"21", "net", true}, {"5:20", "net", true}, {"19", "net", false}, {"21", "", false}} {
		r := reviewed(t, treeOf(t, "(;GM[1]FF[4]KM[0]RU[Chinese]SZ["+test.board+"];B[aa];W[bb])"), wild{}, Options{Visits: 1, Model: test.model})
		var data bytes.Buffer
		if err := r.WriteJSON(&data); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(data.String(), "Nets are made for boards up to 19x19: "); got != test.want {
			t.Errorf("%+v: %v, %q; want %v", test, got, r.Notes(), test.want)
		}
	}
}

// Records of servers that do not name their rules are judged by the server's territory rules and the komi
// of the file.
func TestServerRules(t *testing.T) {
	for _, text := range []string{
		"\\HS\n\\[GAMEINFOMAIN=GBKIND:3,GRLT:4,GONGJE:65\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 3 \n\\GE\n",
		"Game\n19\nShiro 3D\nKuro 2D\nwww.example.org\n0\n0\n6\n20240229 [10:00]\n5\nBlack wins by resignation\n2\nPMABBREER\nPMACWEEEE\n",
	} {
		line, err := NewLine(treeOf(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if r := line.Rules; r.Scoring != baduk.ScoringTerritory || r.Komi != 13 || len(line.Notes) != 0 {
			t.Errorf("%v, %q; want territory, komi 6.5, no notes", r, line.Notes)
		}
	}
}
