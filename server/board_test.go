package server

import (
	"reflect"
	"strings"
	"testing"

	"tengen/server/boards"
	"tengen/server/games"
)

// ring is a board file of four points with stones, scores, a komi and rules.
const ring = `{
	"name": "a small ring", "points": [{"name": "north"}, {"name": "east"}, {"name": "south"}, {"name": "west"}, {"name": "far"}],
	"edges": [["north", "east"], ["east", "south"], ["south", "west"], ["west", "north"], ["south", "far"]],
	"black": ["north"], "toPlay": "white", "scores": {"black": 2, "white": 0.5}, "komi": 1.5, "rules": "tromp-taylor"
}`

func TestBoards(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct {
		board, name   string
		points, edges int
	}{
		{"19", "19x19", 361, 684}, {"2x52", "2x52", 104, 154}, {"torus 9x9", "torus 9x9", 81, 162}, {" Torus:5x6 ", "torus 5x6", 30, 60},
		{"cylinder 4x3", "cylinder 4x3", 12, 20}, {"ring 20", "ring 20", 20, 20}, {"threshold-2 5x5", "", 25, 40},
		{"infinite", "infinite", 362, 684 + 72}, {ring, "a small ring", 5, 5},
	} {
		s := l.create(object{"board": test.board, "human": "both"})
		g := s.Graph
		if len(g.Points) != test.points || len(g.Edges) != test.edges || test.name != "" && g.Name != test.name {
			t.Errorf("%.40q: %s with %d points and %d edges", test.board, g.Name, len(g.Points), len(g.Edges))
		}
		var sketch boards.Sketch
		if status := l.call("POST", "/api/board", object{"board": test.board}, &sketch); status != 200 || !reflect.DeepEqual(sketch.Graph, g) {
			t.Errorf("%.40q: sketch with status %d, %+v", test.board, status, sketch.Graph)
		}
	}
	s := l.create(object{"board": ring, "human": "both"})
	if s.ToPlay != "white" || s.Stones[0] != 1 || s.Komi != 1.5 || s.Rules.Name != "tromp-taylor" {
		t.Errorf("the game does not follow the board file: %+v", s)
	}
	s = l.play(s.ID, "far pass pass")
	if s.Phase != "over" || s.Score.Black.Total != 3 || s.Score.White.Total != 3 || s.Result != "0" {
		t.Errorf("score %+v", s.Score)
	}
	s = l.create(object{"board": "infinite", "human": "both"})
	if s.Rules.Name != "mango-002" || s.Komi != 0 || s.Graph.Beyond != 361 || s.Graph.Life == nil || s.Graph.Life.Weights[0] != 1 {
		t.Errorf("the infinite board: %+v", s)
	}
}

func TestBadBoards(t *testing.T) {
	l := newRig(t, t.TempDir())
	loop := strings.Replace(ring, `["south", "far"]`, `["far", "far"]`, 1)
	for _, test := range []struct{ board, want string }{
		{"", "empty"},
		{"torsu 9x9", "did you mean torus"},
		{"dodecahedron", "not a board"},
		{"53x53", "sides are 1 to 52"},
		{"10000000x1", "sides are 1 to 52"},
		{"planar 10000000", "1 to 1000"},
		{"ring 99999999999999999999", "1 to 1000"},
		{"infinite 91", "2 to 90"},
		{"../../etc/passwd", "not a board"},
		{strings.Repeat("x", 5000), "not a board file"},
		{"a\nb", "not a board file"},
		{"{", "board file:"},
		{"{}", "needs"},
		{loop, "joined to itself"},
		{strings.Replace(ring, `["south", "far"]`, `["south", "nowhere"]`, 1), "nowhere"},
		{strings.Replace(ring, `"far"}`, `"<b>\u0000"}`, 1), "cannot be seen"},
		{strings.Replace(ring, `"far"}`, `"#1"}`, 1), "#"},
		{strings.Replace(ring, `"far"}`, `"pass"}`, 1), "a turn"},
		{strings.Replace(ring, `"black": ["north"]`, `"black": ["north", "north"]`, 1), "already"},
		{strings.Replace(ring, `"komi": 1.5`, `"komi": 1.3`, 1), "komi"},
		{strings.Replace(ring, `"komi": 1.5`, `"weight": "1/0"`, 1), "division by zero"},
		{strings.Replace(ring, `"rules": "tromp-taylor"`, `"rules": "ludo"`, 1), "ludo"},
		{`{"shape": "torus 9x9", "threshold": "` + strings.Repeat("(", 3000) + `"}`, "500"},
		{`{"points": [` + strings.Repeat(`{},`, 40000) + `{}], "edges": []}`, "32767"},
		{strings.Repeat(`{"a":`, 50000), "board file:"},
		{`{"name":"` + strings.Repeat("x", 2<<20) + `"}`, "bytes"},
	} {
		for _, path := range []string{"/api/games", "/api/board"} {
			e := l.refused(400, "POST", path, object{"board": test.board})
			if !strings.Contains(e.Sentence, test.want) || e.Field != "board" || strings.Contains(e.Sentence, "\n") || len(e.Sentence) > 1300 {
				t.Errorf("%.60q: %q of %q, want %q in it", test.board, e.Sentence, e.Field, test.want)
			}
		}
	}
	for _, wish := range []object{
		{"board": "9x9", "width": 9},
		{"board": "torus 9x9", "handicap": 2},
		{"board": "infinite", "rules": "japanese"},
		{"board": "9x9", "rules": `{"scoring":"STONES","tax":"ALL"}`},
		{"board": "9x9", "rules": `{"scoring":"CHESS"}`},
		{"board": "9x9", "rules": "japanese+tax=SOME"},
		{"board": "9x9", "rules": ""},
	} {
		if e := l.refused(400, "POST", "/api/games", wish); strings.Contains(e.Sentence, "\n") {
			t.Errorf("a game with %v: got the error %q, want one line", wish, e.Sentence)
		}
	}
	if list := l.list(); len(list) != 0 {
		t.Errorf("%d games were made", len(list))
	}
	if status, _, _ := l.raw("POST", "/api/board", `{"board":"`+strings.Repeat("x", boards.MaxRequest)+`"}`); status != 413 {
		t.Errorf("a huge body: status %d", status)
	}
}

// The board grows when a move is near its edge. Points keep their numbers, and all clients get the new graph.
func TestInfiniteBoardGrows(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	s := l.create(object{"board": "infinite", "human": "both"})
	id := s.ID
	l.play(id, "0,0 1,1")
	var answer games.State
	if l.call("POST", "/api/games/"+id+"/play", object{"number": 3, "vertex": "2,2"}, &answer); answer.Graph != nil {
		t.Error("the answer repeats a graph that has not changed")
	}
	if l.call("POST", "/api/games/"+id+"/play", object{"number": 4, "vertex": "8,-3"}, &answer); answer.Graph == nil || len(answer.Graph.Points) <= 362 || len(answer.Stones) != len(answer.Graph.Points) {
		t.Fatalf("after a play near the rim: %d stones, %v", len(answer.Stones), answer.Graph != nil)
	}
	for p := range s.Graph.Points[:361] {
		if answer.Graph.Points[p] != s.Graph.Points[p] {
			t.Fatalf("point %d has moved", p)
		}
	}
	far := answer.Graph.Points[len(answer.Graph.Points)-2].Name
	e := l.refused(422, "POST", "/api/games/"+id+"/play", object{"number": 5, "vertex": "beyond"})
	if !strings.Contains(e.Sentence, "not a point") {
		t.Errorf("beyond: %q", e.Sentence)
	}
	l.play(id, "12,0")
	l.act(id, "undo", nil)
	want := l.play(id, far+" 0,1 pass pass")
	if want.Phase != "over" || want.Result == "" {
		t.Errorf("the end: %+v", want)
	}
	l.stop()
	l = newRig(t, dir)
	same(t, l.state(id), want)
}

// same compares the states of a game before and after a restart.
func same(t *testing.T, got, want games.State) {
	t.Helper()
	if got.Graph == nil || len(got.Graph.Points) != len(got.Stones) {
		t.Error("the graph is missing, or its number of points differs from the number of stones")
	}
	got.Version, got.Graph, want.Version, want.Graph = 0, nil, 0, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after the restart the game is\n%+v\nwant the game before the restart\n%+v", got, want)
	}
}

// For every board and every ruleset, a game is the same after a restart.
func TestRestartRestoresBoards(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	var before []games.State
	for _, test := range []struct{ board, rules, moves string }{
		{"torus 5x5", "tromp-taylor", "A1 E5 pass C3"},
		{"klein 5x5", `{"scoring":"TERRITORY","ko":"SITUATIONAL","dead":"NONE","friendlyPassOk":true,"tax":"NONE"}`, "A1 E5 B1 pass pass"},
		{"hex 5x5", "koSPIGHTscoreAREAtaxNONEsui1", "A1 E5 B1"},
		{ring, "japanese", "far pass pass"},
		{"threshold-2 7x7", "mango", "A1 B2 C3"},
		{"mango-19", "mango", "A1 B2 C3"},
		{"planar 30 5", "aga-button", "V1 pass V3"},
	} {
		s := l.create(object{"board": test.board, "rules": test.rules, "human": "both"})
		before = append(before, l.play(s.ID, test.moves))
	}
	l.stop()
	l = newRig(t, dir)
	for _, want := range before {
		same(t, l.rest(want.ID), want)
	}
	if s := l.state(before[6].ID); s.Button != "white" || !s.Rules.Button {
		t.Errorf("button %q", s.Button)
	}
	if list := l.list(); len(list) != len(before) || list[0].Board != "planar 30 5" {
		t.Errorf("the list of games is %+v, want %d games, the first on planar 30 5", list, len(before))
	}
}
