package lessons

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

// mistakeSGF is a mistake with a right move at C3 and a wrong one at A1.
const mistakeSGF = "(;SZ[9]PL[B]C[What would you play?];B[cg]C[RIGHT\nThe best move];W[gc])"

// TestMistakes collects mistakes, solves one by a move that a search judges, and reads them again after a crash in the
// middle of a line.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	loss := 0.2
	l.lessons.opt = Options{
		Mistakes: func(record string, game int, c baduk.Color) ([]Exercise, error) {
			read, err := kifu.LoadBytes([]byte(mistakeSGF+mistakeSGF), kifu.Options{Format: "sgf"})
			if err != nil {
				return nil, err
			}
			return []Exercise{{"one", "Ann - Bob", read.Trees[0]}, {"two", "Ann - Bob", read.Trees[1]}}, nil
		},
		Loss: func(context.Context, *baduk.Game, baduk.Move) (float64, float64, error) { return loss, 0.6, nil },
	}
	var list trained
	for range 2 { // the second time nothing is added
		if status := l.Call("POST", "/api/mistakes", object{"record": "abcdefghij23", "game": 0, "color": "black"}, &list); status != 200 || list.Of != 2 || list.Next != 0 {
			t.Fatalf("status %d, %+v", status, list)
		}
	}
	l.Refused(400, "POST", "/api/mistakes", object{"record": "abcdefghij23", "game": 0, "color": "red"})
	at := "mine/" + list.Name
	if s := l.step(at + "/1"); s.Title != "Ann - Bob" || s.Of != 2 || s.Marks != ".." {
		t.Errorf("the step is %+v", s)
	}
	if r := l.answer(at+"/0", "", "C3"); r.Verdict != isRight || r.Streak != 1 {
		t.Errorf("the right move: %+v", r)
	}
	loss = 3
	if r := l.answer(at+"/1", "", "A1"); r.Verdict != isOther || !strings.Contains(r.At.Text, "about 3.0 points") || r.Item.Missed != 1 {
		t.Errorf("a move that loses: %+v", r)
	}
	loss = 0.2
	if r := l.answer(at+"/1", "", "D4"); r.Verdict != isRight || r.At.LastMove != "D4" || r.Item.Solved != 1 {
		t.Errorf("a good move that the exercise does not have: %+v", r)
	}
	var shown Shown
	l.Call("POST", "/api/lessons/"+at+"/1/solution", object{}, &shown)
	if len(shown.Positions) != 2 {
		t.Errorf("the better line has %d moves, want 2", len(shown.Positions))
	}
	var p Problems
	if l.Call("GET", "/api/problems", nil, &p); p.Mistakes.Games != 1 || p.Mistakes.Marks != "ss" || len(p.Months) != 1 || p.Months[0].Right != 1 || p.Months[0].Wrong != 1 {
		t.Errorf("the list has %+v, %+v", p.Mistakes, p.Months)
	}

	path := filepath.Join(dir, mistakesFile)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"key":"three","ga`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	again, err := openMistakes(dir)
	if err != nil || len(again.all) != 2 {
		t.Fatalf("%d mistakes after a crash, %v; want 2", len(again.all), err)
	}
	if err := again.add([]mistake{{"four", "abcdefghij23-0", "Ann - Bob", mistakeSGF}}); err != nil {
		t.Fatal(err)
	}
	if again, err = openMistakes(dir); err != nil || len(again.all) != 3 {
		t.Errorf("%d mistakes after the next one, %v; want 3", len(again.all), err)
	}
}

// TestSets lists the bundled problems and solves the first one of each kind by its hints.
func TestSets(t *testing.T) {
	l := newRig(t, t.TempDir())
	var p Problems
	l.Call("GET", "/api/problems", nil, &p)
	if len(p.Sets) != 8 {
		t.Fatalf("%d sets, want 8", len(p.Sets))
	}
	for _, s := range p.Sets {
		sum := 0
		for _, level := range s.Levels {
			if level.From != sum {
				t.Errorf("%s: level %s begins at %d, want %d", s.Name, level.Rank, level.From, sum)
			}
			sum += level.Of
		}
		if sum != len(s.Marks) {
			t.Errorf("%s: the levels have %d problems of %d", s.Name, sum, len(s.Marks))
		}
		at := "set/" + s.Name + "/0"
		moves := []string{}
		for vertex := l.step(at).Hint; ; {
			r := l.answer(at, strings.Join(moves, " "), vertex)
			if r.Verdict == isRight {
				break
			}
			if r.Verdict != isOpen {
				t.Fatalf("%s after %v: %s is %s", at, moves, vertex, r.Verdict)
			}
			moves, vertex = r.Moves, r.Hint
		}
	}
	l.Refused(404, "GET", "/api/lessons/set/nothing/0", nil)
	l.Refused(404, "GET", "/api/lessons/set/ladder/9999", nil)
	l.Refused(404, "GET", "/api/lessons/mine/all/0", nil)
}

// TestMistakesDiskFull writes to a disk that takes only a part. The file is as it was before.
func TestMistakesDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), mistakesFile)
	if err := os.WriteFile(path, []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := appendTo(fullDisk{f}, 4, []byte("two\nthree\n")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the error is %v", err)
	}
	if data, err := os.ReadFile(path); string(data) != "one\n" || err != nil {
		t.Errorf("the file contains %q, error %v", data, err)
	}
}

// fullDisk is a file on a disk that takes only six bytes more.
type fullDisk struct{ *os.File }

func (f fullDisk) Write(data []byte) (int, error) {
	n, _ := f.File.Write(data[:6])
	return n, syscall.ENOSPC
}
