package lessons

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

type object = wiretest.Object

// rig is a Lessons with a client.
type rig struct {
	*wiretest.Client
	lessons *Lessons
	day     time.Time
}

func newRig(t *testing.T, dir string) *rig {
	t.Helper()
	folder, err := live.OpenFolder(dir, "records")
	if err != nil {
		t.Fatal(err)
	}
	service := wire.NewService(slog.New(slog.DiscardHandler), 1)
	r := records.New(service, boards.New(nil), records.Options{Folder: folder, MaxRecords: 100, Uploads: 1 << 28, Reading: 1 << 28, Open: 1 << 28,
		Review: func(string, *kifu.Tree, string) (func() error, error) {
			return nil, wire.Fail(http.StatusNotFound, "", "there are no reviews here")
		}})
	t.Cleanup(func() {
		r.CloseAll()
		_ = r.Close()
	})
	lessons, err := New(service, r, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &rig{lessons: lessons, day: time.Date(2026, 3, 1, 20, 0, 0, 0, time.Local)}
	lessons.progress.now = func() time.Time { return l.day }
	l.Client = wiretest.Serve(t, append(lessons.Routes(), r.Routes()...))
	return l
}

// upload opens a file as a record and returns its id.
func (l *rig) upload(name, content string) string {
	l.T.Helper()
	status, text, _ := l.Raw("POST", "/api/records?name="+url.QueryEscape(name), content, "Content-Type", "application/octet-stream")
	_, id, ok := strings.Cut(text, `"id":"`)
	if status != 200 || !ok {
		l.T.Fatalf("status %d, %.200s", status, text)
	}
	return id[:12]
}

// step opens a step.
func (l *rig) step(place string) (s Step) {
	l.T.Helper()
	if status := l.Call("GET", "/api/lessons/"+place, nil, &s); status != 200 {
		l.T.Fatalf("%s: status %d", place, status)
	}
	return s
}

// answer plays a vertex after some moves.
func (l *rig) answer(place, moves, vertex string) (r Reply) {
	l.T.Helper()
	body := object{"moves": append([]string{}, strings.Fields(moves)...), "vertex": vertex, "seconds": 5}
	if status := l.Call("POST", "/api/lessons/"+place+"/answer", body, &r); status != 200 {
		l.T.Fatalf("%s, %s after %q: status %d", place, vertex, moves, status)
	}
	return r
}

// corner is a problem with a marked right line and a wrong one with its refutation.
const corner = "(;SZ[9]C[Black lives]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]" +
	"(;B[bi];W[ci](;B[bh]C[RIGHT\nTwo eyes])(;B[ch]))(;B[ch];W[bh]C[White takes the middle];B[bi];W[ci]C[One eye]))"

func TestRecordAsProblems(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.upload("life.sgf", corner+"(;SZ[9]GN[second]AB[aa];W[bb];B[cc])")
	at := "record/" + id + "/0"
	s := l.step(at)
	if s.Of != 2 || s.Player != "black" || s.Hint != "B1" || s.At.Text != "Black lives" || s.Marks != ".." || s.Unsure || s.Empty || s.Pass {
		t.Fatalf("the step is %+v", s)
	}
	if r := l.answer(at, "", "H8"); r.Verdict != isOther || r.At.Stones[1*9+7] != 0 || len(r.Moves) != 0 || r.Marks != "m." {
		t.Errorf("a move that the tree does not have: %+v", r)
	}
	if r := l.answer(at, "", "A3"); r.Verdict != isIllegal || !strings.Contains(r.At.Text, "A3") || r.Item.Missed != 1 {
		t.Errorf("a move on a stone: %+v", r)
	}
	r := l.answer(at, "", "C2")
	if r.Verdict != isWrong || r.At.Text != "White takes the middle" || r.At.LastMove != "B2" || r.Before == nil || r.Before.LastMove != "C2" || r.Hint != "" {
		t.Errorf("a wrong move of the tree: %+v", r)
	}
	if line := r.Refutation; len(line) != 4 || line[0].LastMove != "C2" || line[1].LastMove != "B2" || line[2].LastMove != "B1" || line[3].Text != "One eye" {
		t.Errorf("the refutation is %+v, want the move, the reply and two more moves", line)
	}
	r = l.answer(at, "", "B1")
	if r.Verdict != isOpen || strings.Join(r.Moves, " ") != "B1 C1" || r.Hint != "B2" || r.Over {
		t.Errorf("the first right move: %+v", r)
	}
	r = l.answer(at, "B1 C1", "B2")
	if r.Verdict != isRight || r.At.Text != "Two eyes" || r.Marks != "s." || !r.Over || r.Item.Solved != 1 || r.Item.Box != 1 || r.Streak != 0 {
		t.Errorf("the solution: %+v", r)
	}
	// A hint for the first move counts as a miss, even if the problem is solved later.
	var hinted Reply
	l.Call("POST", "/api/lessons/"+at+"/answer", object{"moves": []string{}, "vertex": "B1", "hint": true}, &hinted)
	if hinted.Verdict != isOpen || hinted.Item.Missed != 3 || hinted.Marks != "m." {
		t.Errorf("a right move after a hint: %+v", hinted)
	}
	l.answer(at, "B1 C1", "B2")
	var shown Shown
	l.Call("POST", "/api/lessons/"+at+"/solution", object{}, &shown)
	if len(shown.Positions) != 3 || shown.Positions[2].Text != "Two eyes" || shown.Item.Missed != 3 {
		t.Errorf("the right line has %d positions, %d misses", len(shown.Positions), shown.Item.Missed)
	}
	l.Call("POST", "/api/lessons/record/"+id+"/1/solution", object{}, &shown)
	if s := l.step("record/" + id + "/1"); s.Player != "white" || s.Title != "second" || s.Marks != "sm" {
		t.Errorf("the second problem: %+v", s)
	}
	for _, test := range []struct {
		status        int
		method, place string
		body          object
	}{
		{404, "GET", "record/" + id + "/2", nil}, {404, "GET", "record/aaaaaaaaaaaa/0", nil}, {404, "GET", "course/nothing/0", nil},
		{404, "GET", "course/board/99", nil}, {404, "GET", "course/board/x", nil}, {404, "GET", "game/board/0", nil},
		{400, "POST", at + "/answer", object{"moves": []string{}, "vertex": "Z9"}}, {400, "POST", at + "/answer", object{"moves": []string{"?"}, "vertex": "A1"}},
		{409, "POST", at + "/answer", object{"moves": []string{"J9"}, "vertex": "A1"}}, {409, "POST", at + "/answer", object{"moves": []string{"B1", "C1", "B2"}, "vertex": "A1"}},
	} {
		l.Refused(test.status, test.method, "/api/lessons/"+test.place, test.body)
	}
}

// TestCourseSteps plays steps with captures, an illegal move, a pass and any move.
func TestCourseSteps(t *testing.T) {
	l := newRig(t, t.TempDir())
	if r := l.answer("course/board/0", "", "C3"); r.Verdict != isRight || r.At.Stones[12] != 1 || r.At.LastMove != "C3" {
		t.Errorf("any move: %+v", r)
	}
	if r := l.answer("course/capture/0", "", "D3"); r.Verdict != isRight || r.At.Captures["black"] != 1 {
		t.Errorf("a capture: %+v", r)
	}
	if r := l.answer("course/forbidden/0", "", "C3"); r.Verdict != isRight || r.At.Stones[12] != 0 || !strings.Contains(r.At.Text, "refuse") {
		t.Errorf("suicide: %+v", r)
	}
	if r := l.answer("course/forbidden/0", "", "A1"); r.Verdict != isOther || r.At.Text == "" || r.At.Stones[20] != 0 {
		t.Errorf("another move: %+v", r)
	}
	if r := l.answer("course/ko/1", "E1 B3", "C3"); r.Verdict != isRight || r.At.KoBan != "C3" || r.At.Stones[2*5+2] != 0 {
		t.Errorf("a ko that is retaken at once: %+v", r)
	}
	if s := l.step("course/end/0"); !s.Pass || s.Hint != "pass" {
		t.Errorf("the step about passing: %+v", s)
	}
	if r := l.answer("course/end/0", "", "pass"); r.Verdict != isRight || strings.Join(r.Moves, " ") != "pass pass" {
		t.Errorf("two passes: %+v", r)
	}
	var c Course
	if l.Call("GET", "/api/course", nil, &c); len(c.Lessons) < 12 || c.Lessons[0].Marks != "s.." || c.Lessons[0].Title == "" || c.Lessons[0].Text == "" {
		t.Errorf("the course is %+v", c)
	}
}

// TestProgressSurvives reads the progress again without closing anything, as after a crash.
func TestProgressSurvives(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	l.answer("course/capture/0", "", "A1")
	l.answer("course/capture/1", "", "A2")
	again := openProgress(dir, time.Now)
	if marks := again.marks(keysOf(kindCourse, "capture", 3), false); marks != "ms." {
		t.Errorf("the marks are %s after a crash, want ms.", marks)
	}
	// A folder in the place of the file makes writing fail. The answer is then refused and not counted.
	path := filepath.Join(dir, progressFile)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	l.Refused(500, "POST", "/api/lessons/course/capture/2/answer", object{"moves": []string{}, "vertex": "D3"})
	if s := l.step("course/capture/2"); s.Item.Solved != 0 {
		t.Errorf("an answer counts although it was not saved: %+v", s.Item)
	}
	// A damaged file is set aside.
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"items": 3}`), 0o644); err != nil {
		t.Fatal(err)
	}
	damaged := openProgress(dir, time.Now)
	if kept, err := os.ReadFile(path + ".unreadable"); err != nil || string(kept) != `{"items": 3}` || damaged.notice == "" {
		t.Errorf("a damaged file: %q, %v, notice %q", kept, err, damaged.notice)
	}
}

// TestBoxes misses a problem and solves it on later days.
func TestBoxes(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.upload("life.sgf", corner)
	at := "record/" + id + "/0"
	var list Problems
	if l.Call("POST", "/api/problems", object{"record": id}, &list); len(list.Collections) != 1 || list.Collections[0].Name != "life.sgf" {
		t.Fatalf("the collections are %+v", list)
	}
	solve := func() Item { return l.answer(at, "B1 C1", "B2").Item }
	if item := solve(); item.Box != 0 || item.Due != "" {
		t.Fatalf("a problem that was never missed: %+v", item)
	}
	l.answer(at, "", "C2")
	if item := solve(); item.Box != 1 || item.Due != "2026-03-02" {
		t.Fatalf("solved on the day of the miss: %+v, want box 1 and tomorrow", item)
	}
	for i, want := range []string{"2026-03-05", "2026-03-12", "2026-04-02", ""} {
		l.day = l.day.AddDate(0, 0, days[i]-1)
		l.Call("GET", "/api/problems", nil, &list)
		if c := list.Collections[0]; len(c.Due) != 0 || c.Later == "" {
			t.Errorf("a day too early, the problem is due: %+v", c)
		}
		l.day = l.day.AddDate(0, 0, 1)
		list = Problems{}
		l.Call("GET", "/api/problems", nil, &list)
		if c := list.Collections[0]; len(c.Due) != 1 || c.Marks != "d" {
			t.Errorf("on the day, the problem is not due: %+v", c)
		}
		if item := solve(); item.Due != want {
			t.Fatalf("box %d: due %q, want %q", i+1, item.Due, want)
		}
	}
	l.answer(at, "", "C2")
	if s := l.step(at); s.Item.Box != 1 {
		t.Errorf("missed again: %+v, want box 1", s.Item)
	}
	l.day = l.day.AddDate(0, 0, 1)
	if item := solve(); item.Box != 2 { // the problem was not solved on the day of the miss
		t.Errorf("solved on the day after: %+v, want box 2", item)
	}
	if r := l.answer(at, "B1 C1", "B2"); r.Streak != 1 {
		t.Errorf("solved twice on one day: a streak of %d, want 1", r.Streak)
	}
	solve() // the months do not count it again either
	l.day = l.day.AddDate(0, 0, days[1])
	var shown Shown
	l.Call("POST", "/api/lessons/"+at+"/solution", object{}, &shown)
	if shown.Item.Box != 1 || !shown.Item.Open {
		t.Errorf("the solution was shown on the day on which the problem was due: %+v, want box 1", shown.Item)
	}
	l.answer(at, "", "C2")
	list = Problems{}
	l.Call("GET", "/api/problems", nil, &list)
	if c := list.Collections[0]; list.Streak != 0 || list.Best != 4 || c.Solved != 1 || c.Seconds != 60 {
		t.Errorf("streak %d, best %d, %+v, want a best streak of 4 and 60 seconds", list.Streak, list.Best, c)
	}
	if got := fmt.Sprint(list.Months); got != "[{2026-03 {4 1}} {2026-04 {2 3}}]" {
		t.Errorf("the months are %s", got)
	}
	l.Refused(404, "POST", "/api/problems", object{"record": "aaaaaaaaaaaa"})
	if l.Call("DELETE", "/api/problems/"+id, nil, &list); len(list.Collections) != 0 || l.step(at).Item.Solved != 0 {
		t.Errorf("the collection was not removed: %+v", list)
	}
}
