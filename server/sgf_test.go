package server

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"tengen/server/games"
)

// open makes a game from a record.
func (l *rig) open(sgf string) games.State {
	l.Helper()
	var s games.State
	status, text, _ := l.raw("POST", "/api/open", sgf, "Content-Type", "application/x-go-sgf")
	if err := json.Unmarshal([]byte(text), &s); status != 200 || err != nil {
		l.Fatalf("%q: status %d, %s", sgf, status, text)
	}
	return s
}

func TestRecordThereAndBack(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 9, "height": 7, "handicap": 2, "komi": 0.5, "human": "white"})
	l.rest(s.ID)
	s = l.play(s.ID, "E5 F5")
	s = l.act(s.ID, "resign", nil)
	status, sgf, h := l.raw("GET", "/api/games/"+s.ID+"/sgf", "")
	if status != 200 || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment; filename=tengen-") {
		t.Fatalf("status %d, %v", status, h)
	}
	for _, want := range []string{"SZ[9:7]", "HA[2]", "KM[0.5]", "RE[B+R]", "PB[tengen]", "RU[Chinese]", "AB["} {
		if !strings.Contains(sgf, want) {
			t.Errorf("%s is missing in %s", want, sgf)
		}
	}
	again := l.open(sgf)
	if again.Number != s.Number || again.Result != "B+R" || again.BlackName != "tengen" || again.Human != "both" || again.Handicap != 2 {
		t.Errorf("opened again: %+v", again)
	}
	for p, stone := range s.Stones {
		if again.Stones[p] != stone {
			t.Fatalf("the stones differ at %s", s.Graph.Points[p].Name)
		}
	}
}

// A record contains the board that it was played on.
func TestRecordsOfOtherBoards(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct{ board, moves string }{
		{"torus 5x5", "A1 E5 pass"}, {"infinite", "0,0 1,1 8,8 -3,0"}, {ring, "far"}, {"52x2", "A1 AZ2"},
	} {
		s := l.create(object{"board": test.board, "human": "both"})
		s = l.play(s.ID, test.moves)
		status, sgf, _ := l.raw("GET", "/api/games/"+s.ID+"/sgf", "")
		if status != 200 {
			t.Fatalf("%.40s: status %d, %s", test.board, status, sgf)
		}
		again := l.open(sgf)
		if !reflect.DeepEqual(again.Stones, s.Stones) || !reflect.DeepEqual(again.Graph.Points, l.state(s.ID).Graph.Points) || again.ToPlay != s.ToPlay || again.Komi != s.Komi {
			t.Errorf("%.40s: opened again: %+v", test.board, again)
		}
	}
}

func TestOpenRecords(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct {
		name, sgf string
		number    int
		phase     string
		note      string
	}{
		{"plain", "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[cc])", 3, "play", ""},
		{"resigned", "(;SZ[9]RE[W+Resign];B[ee];W[cc])", 3, "over", ""},
		{"two passes", "(;SZ[9]RU[Chinese];B[ee];W[];B[])", 4, "dead", ""},
		{"a dispute", "(;SZ[9]RU[Tromp-Taylor];B[ee];W[];B[];W[cc])", 5, "play", ""},
		{"no turns", "(;SZ[9];B[ee];B[cc];B[gg])", 4, "play", ""},
		{"an illegal move", "(;SZ[9];B[ee];W[ee];B[cc])", 2, "play", "there is a stone already"},
		{"set up", "(;SZ[5]AB[aa][bb]AW[cc]PL[W])", 1, "play", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := l.rest(l.open(test.sgf).ID)
			if s.Number != test.number || string(s.Phase) != test.phase {
				t.Errorf("next move %d, phase %s, want %d, %s", s.Number, s.Phase, test.number, test.phase)
			}
			if notes := strings.Join(s.Notes, "; "); !strings.Contains(notes, test.note) || test.note == "" && notes != "" && !strings.Contains(notes, "rules") {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
	for _, bad := range []string{"", "(", "\x00\x01", "(;GM[2])", "(;SZ[53];B[aa])", "(;SZ[9]" + strings.Repeat(";B[]", 5000+1) + ")"} {
		status, text, _ := l.raw("POST", "/api/open", bad)
		if status != 400 || !strings.HasPrefix(text, `{"error":"`) {
			t.Errorf("%.40q: status %d, %s", bad, status, text)
		}
	}
}

// A record that was opened and not changed is downloaded with all of its game info and without any additions.
func TestOpenedRecordKeepsItsInfo(t *testing.T) {
	l := newRig(t, t.TempDir())
	download := func(id string) string {
		t.Helper()
		status, text, _ := l.raw("GET", "/api/games/"+id+"/sgf", "")
		if status != 200 {
			t.Fatal(status, text)
		}
		return text
	}
	info := "AP[old:1]KM[5.5]PB[Shusaku]BR[4d]PW[Gennan Inseki]GN[The ear-reddening game]EV[Osaka]DT[1846-09-11]PC[Osaka]RE[B+2]GC[a \\] b]"
	s := l.open("(;SZ[9]" + info + ";B[ee];W[cc])")
	if s.RecordResult != "B+2" || s.Result != "" || !strings.Contains(strings.Join(s.Notes, ";"), "does not give its rules; Chinese ones are assumed") {
		t.Errorf("the opened game is %+v, want B+2 as the record's result only, and a note that Chinese rules are assumed", s)
	}
	sgf := download(s.ID)
	if !strings.Contains(sgf, info) || strings.Contains(sgf, "RU[") || strings.Count(sgf, "DT[") != 1 {
		t.Errorf("the record is %s, want %s in it, no RU and one DT", sgf, info)
	}
	s = l.play(s.ID, "G3")
	sgf = download(s.ID)
	if s.RecordResult != "" || strings.Contains(sgf, "RE[") || !strings.Contains(sgf, "AP[tengen]") || !strings.Contains(sgf, "PB[Shusaku]") || !strings.Contains(sgf, "DT[1846-09-11]") {
		t.Errorf("after a move: %+v, %s", s, sgf)
	}

	// The record gave no players, date, komi or result.
	sgf = download(l.open("(;SZ[9];B[ee];W[cc])").ID)
	for _, name := range []string{"RU[", "KM[", "DT[", "PB[", "RE[", "AP["} {
		if strings.Contains(sgf, name) {
			t.Errorf("the file has %s, which the record does not have: %s", name, sgf)
		}
	}

	// Two passes do not change a result that the record has, and neither does a request for the dead stones.
	s = l.rest(l.open("(;SZ[9]RU[Japanese]RE[W+0.5];B[ee];W[];B[])").ID)
	if sgf = download(s.ID); s.RecordResult != "W+0.5" || !strings.Contains(sgf, "RE[W+0.5]") || !strings.Contains(sgf, "RU[Japanese]") {
		t.Errorf("after two passes: got the game %+v and the record %s, want W+0.5 in both, and Japanese rules in the record", s, sgf)
	}
	s = l.act(s.ID, "accept", nil)
	if sgf = download(s.ID); s.RecordResult != "" || !strings.Contains(sgf, "RE["+s.Result+"]") {
		t.Errorf("after the result is accepted: got the game %+v and the record %s, want the result %s in the record and no RecordResult", s, sgf, s.Result)
	}
}
