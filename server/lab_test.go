package server

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/server/boards"
	"tengen/server/lab"
	"tengen/solve"
)

func TestLabTroubles(t *testing.T) {
	l := newRig(t, t.TempDir())
	var list struct{ Troubles []lab.Trouble }
	if status := l.call("GET", "/api/lab/troubles", nil, &list); status != 200 || len(list.Troubles) == 0 {
		t.Fatalf("status %d, %d troubles", status, len(list.Troubles))
	}
	refused := 0
	for _, trouble := range list.Troubles {
		if trouble.Title == "" || trouble.Text == "" {
			t.Errorf("the trouble is %+v, want a title and a text", trouble)
		}
		for step := range len(trouble.Steps) + 1 {
			var a lab.Comparison
			if status := l.call("POST", "/api/lab/compare", object{"trouble": trouble.Name, "step": step, "rules": []string{"chinese", "japanese"}, "explain": []int{0, 1}}, &a); status != 200 {
				t.Fatalf("%s, step %d: status %d", trouble.Name, step, status)
			}
			if len(a.Rulings) != 2 || len(a.Stones) != len(a.Graph.Points) || a.Rulings[0].Score == nil || a.Explain == nil {
				t.Errorf("%s, step %d: %+v", trouble.Name, step, a)
			}
			if step > 0 && a.LastMove != trouble.Steps[step-1].Vertex && a.LastMove != "" {
				t.Errorf("%s, step %d: last move %s", trouble.Name, step, a.LastMove)
			}
		}
		for _, o := range trouble.Outcomes {
			if o.Refused > 0 {
				refused++
			}
			if o.Refused > 0 && o.Why == "" || o.Title == "" || o.Text == "" {
				t.Errorf("%s: the outcome is %+v, want a title, a text and, if a move is refused, the reason", trouble.Name, o)
			}
		}
	}
	if refused == 0 {
		t.Error("no ruleset refused a step, want at least one refusal")
	}
}

func TestLabCompares(t *testing.T) {
	l := newRig(t, t.TempDir())
	var a lab.Comparison
	position := object{"board": "5x5", "black": []string{"A2", "B2", "C2", "D2", "E2"}, "white": []string{"A3", "B3", "C3", "D3", "E3", "#20"}, "toPlay": "white"}
	wish := func(more object) object {
		all := object{"rules": []string{"chinese+komi=0", "japanese", "lrs-004-japanese", "ludo", "aga+ko=SPIGHT+komi=0"}, "explain": []int{0, 1}}
		for _, o := range []object{position, more} {
			for k, v := range o {
				all[k] = v
			}
		}
		return all
	}
	if status := l.call("POST", "/api/lab/compare", wish(object{"dead": []string{"A1"}}), &a); status != 200 {
		t.Fatalf("status %d", status)
	}
	if a.ToPlay != "white" || a.Stones[20] != -1 || len(a.Dead) != 1 || len(a.Rulings) != 5 || a.Rulings[4].Title != "AGA, ko=SPIGHT" {
		t.Fatalf("the comparison is %+v, want White to play, a white stone on point 20, 1 dead stone and 5 rulings, of which the last is AGA, ko=SPIGHT", a)
	}
	chinese, japanese := a.Rulings[0], a.Rulings[2]
	if chinese.Score.Black.Total != 10 || chinese.Score.Texts[chinese.Score.Reasons[20]].Kind != "dead" || chinese.Result != "W+5" {
		t.Errorf("Chinese: %+v", chinese)
	}
	if japanese.Score.Black.Total != 6 || len(japanese.Text) == 0 {
		t.Errorf("Japanese: %+v", japanese.Score)
	}
	if a.Rulings[3].Error == "" || a.Rulings[3].Score != nil {
		t.Errorf("rules that do not exist: %+v", a.Rulings[3])
	}
	sum := 0.0
	for _, part := range a.Explain.Parts {
		sum += part.Points
	}
	if gap := a.Rulings[0].Score.Lead - a.Rulings[1].Score.Lead; math.Abs(sum-gap) > 1e-9 || len(a.Explain.Rules) == 0 || a.Explain.Summary == "" {
		t.Errorf("the parts add up to %v, want %v: %+v", sum, gap, a.Explain)
	}
	// The position of a game, now and after fewer moves.
	s := l.create(object{"board": "torus 5x5", "human": "both"})
	l.play(s.ID, "A1 E5 C3")
	for after, want := range map[int]int8{1: 0, 2: -1} {
		l.call("POST", "/api/lab/compare", object{"game": s.ID, "after": after, "rules": []string{"aga"}}, &a)
		if a.Stones[4] != want || a.Graph.Name != "torus 5x5" {
			t.Errorf("after %d moves: %v", after, a.Stones)
		}
	}
	var again lab.Comparison
	l.call("POST", "/api/lab/compare", object{"board": a.Board, "black": []string{"#7"}}, &again)
	if again.Graph.Name != a.Graph.Name || again.Stones[7] != 1 {
		t.Errorf("the board of the second request is %s, want the same board", again.Graph.Name)
	}
	if l.state(s.ID).Number != 4 {
		t.Error("the game was changed")
	}
}

// TestLabAfterResignation checks that the last position of a resigned game is a resignation, and that its earlier
// positions are counted.
func TestLabAfterResignation(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 5, "height": 5, "human": "both"})
	l.play(s.ID, "C3 C4")
	l.act(s.ID, "resign", nil) // by Black
	// After one move all 25 points belong to Black, less the komi.
	for after, want := range map[int]string{2: "W+R", 1: "B+24.5"} {
		var a lab.Comparison
		l.call("POST", "/api/lab/compare", object{"game": s.ID, "after": after, "rules": []string{"aga+komi=0.5"}}, &a)
		if len(a.Rulings) != 1 || a.Rulings[0].Result != want {
			t.Errorf("after %d moves: %+v, want %s", after, a.Rulings, want)
		}
	}
	for _, after := range []int{-1, 3} {
		l.refused(400, "POST", "/api/lab/compare", object{"game": s.ID, "after": after, "rules": []string{"aga"}})
	}
}

func TestLabRefuses(t *testing.T) {
	l := newRig(t, t.TempDir())
	many := make([]string, 30+1)
	for _, test := range []struct {
		wish   object
		status int
		want   string
	}{
		{object{}, 400, "empty"},
		{object{"board": "cube 3"}, 400, "not a board"},
		{object{"board": "infinite 40"}, 400, "up to 2704 points"},
		{object{"board": "5x5", "black": []string{"Z9"}}, 400, "Z9"},
		{object{"board": "5x5", "black": []string{"pass"}}, 400, "not a point"},
		{object{"board": "5x5", "black": []string{"A1"}, "white": []string{"A1"}}, 422, "A1"},
		{object{"board": "2x1", "black": []string{"A1"}, "white": []string{"B1"}}, 422, "liberties"},
		{object{"board": "5x5", "dead": []string{"Q"}}, 400, "Q"},
		{object{"board": "5x5", "rules": many}, 400, "can be compared"},
		{object{"board": "5x5", "rules": []string{strings.Repeat("a+b=c", 1000)}}, 400, "at most 2000"},
		{object{"board": "5x5", "rules": []string{"aga"}, "explain": []int{0, 1}}, 400, "explain"},
		{object{"board": "5x5", "rules": []string{"aga"}, "explain": []int{-1, 0}}, 400, "explain"},
		{object{"trouble": "nothing"}, 400, "not the name of a trouble"},
		{object{"trouble": "triple-ko", "step": 1000}, 400, "steps"},
		{object{"trouble": "triple-ko", "step": -1}, 400, "steps"},
		{object{"game": "aaaaaaaaaaaa"}, 404, "no game"},
		{object{"game": "../x"}, 404, "no game"},
	} {
		e := l.refused(test.status, "POST", "/api/lab/compare", test.wish)
		if !strings.Contains(e.Sentence, test.want) || strings.Contains(e.Sentence, "\n") {
			t.Errorf("%.80v: %q, want %q in it", test.wish, e.Sentence, test.want)
		}
	}
	if status, _, _ := l.raw("POST", "/api/lab/compare", `{"board":"`+strings.Repeat("x", boards.MaxRequest)+`"}`); status != 413 {
		t.Errorf("a huge body: status %d", status)
	}
}

// TestSolvedPositions asks for exact values, and for positions that have none.
func TestSolvedPositions(t *testing.T) {
	l := newRig(t, t.TempDir())
	var a lab.Solved
	if status := l.call("POST", "/api/lab/solved", object{"board": "3x3"}, &a); status != 200 {
		t.Fatalf("status %d", status)
	}
	if a.Value != (solve.Bounds{Low: 9, High: 9}) || len(a.Turns) != 10 || a.Turns[0].Vertex != "B2" || !a.Turns[0].Keeps || a.Turns[1].Keeps {
		t.Errorf("3x3: %v with the turns %+v, want 9 by B2 only", a.Value, a.Turns)
	}
	if l.call("POST", "/api/lab/solved", object{"board": "3x3", "turns": []string{"A1", "B2", "pass", "pass"}}, &a); !a.Over || a.Value != (solve.Bounds{}) {
		t.Errorf("after two passes: over is %v, %v", a.Over, a.Value)
	}
	for _, wrong := range []struct {
		request object
		status  int
	}{
		{object{"board": "4x4"}, 400}, {object{"board": "mango-19"}, 400}, {object{"board": "no board"}, 400},
		{object{"board": "3x3", "turns": []string{"B2", "B2"}}, 422}, {object{"board": "3x3", "turns": []string{"Z9"}}, 422},
		{object{"board": "3x3", "turns": slices.Repeat([]string{"pass"}, 1001)}, 400},
	} {
		if status := l.call("POST", "/api/lab/solved", wrong.request, &object{}); status != wrong.status {
			t.Errorf("%.60v: status %d, want %d", wrong.request, status, wrong.status)
		}
	}
}

// TestProofs follows the certificate of a small board, gets its text, and opens it again. It also opens texts that
// prove nothing.
func TestProofs(t *testing.T) {
	l := newRig(t, t.TempDir())
	var c lab.Certificate
	if status := l.call("POST", "/api/lab/certificate", object{"board": "3x3"}, &c); status != 200 || len(c.Claims) == 0 || c.Claims[0].Lead != 9 {
		t.Fatalf("3x3: status %d, %+v", status, c)
	}
	status, text, _ := l.raw("GET", "/api/lab/certificates/"+c.ID, "")
	if status != 200 || len(text) != c.Bytes {
		t.Fatalf("the text: status %d, %d bytes, want %d", status, len(text), c.Bytes)
	}
	var again lab.Certificate
	if status := l.call("POST", "/api/lab/certificate", object{"text": text}, &again); status != 200 || again.ID != c.ID {
		t.Errorf("the same text: status %d, %+v", status, again)
	}
	var p lab.ProofPosition
	for _, turns := range [][]string{{}, {"B2"}, {"B2", "A1"}} {
		if status := l.call("POST", "/api/lab/proof", object{"certificate": c.ID, "turns": turns}, &p); status != 200 || (p.ToPlay == "black") != (len(turns)%2 == 0) {
			t.Errorf("%v: status %d, %+v", turns, status, p)
		}
		if len(turns) == 0 && !slices.Equal(p.Turns, []string{"B2"}) || len(turns) == 1 && len(p.Turns) != 9 {
			t.Errorf("after %v: %v", turns, p.Turns)
		}
	}
	other := strings.Replace(text, "board 3x3", "board 9x1", 1)
	other = other[:strings.Index(other, "sha256")]
	other += fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(other)))
	for _, wrong := range []struct {
		path   string
		wish   object
		status int
		want   string
	}{
		{"certificate", object{"text": text[:len(text)-3]}, 422, "proves nothing: line"},
		{"certificate", object{"text": "9x9"}, 422, "line 1"},
		{"certificate", object{"text": other}, 422, "is not the name of its board"},
		{"certificate", object{"board": "5x5"}, 400, "cannot be solved"},
		{"proof", object{"certificate": "none"}, 404, "open it again"},
		{"proof", object{"certificate": c.ID, "claim": 99}, 400, "claims"},
		{"proof", object{"certificate": c.ID, "turns": []string{"A1"}}, 422, "turn 1"},
		{"proof", object{"certificate": c.ID, "turns": []string{"Z9"}}, 422, "turn 1"},
	} {
		if e := l.refused(wrong.status, "POST", "/api/lab/"+wrong.path, wrong.wish); !strings.Contains(e.Sentence, wrong.want) {
			t.Errorf("%s %.60v: %q, want %q in it", wrong.path, wrong.wish, e.Sentence, wrong.want)
		}
	}
}
