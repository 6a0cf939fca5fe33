package server

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func (l *lab) file(id string) string { return filepath.Join(l.dir, "games", id+".jsonl") }

func TestRestart(t *testing.T) {
	dir := t.TempDir()
	l := newLab(t, dir)
	playing := l.create(object{"width": 5, "height": 4, "handicap": 0, "komi": 6.5})
	before := l.play(playing.ID, "C3 D3")
	undone := l.create(object{"human": "both"})
	l.play(undone.ID, "E5 D5 C5")
	l.act(undone.ID, "undo", nil)
	l.play(undone.ID, "F5 pass pass")
	l.act(undone.ID, "dead", object{"vertex": "E5"})
	l.act(undone.ID, "accept", nil)
	over := l.state(undone.ID)
	l.stop()

	l = newLab(t, dir)
	for _, want := range []State{before, over} {
		got := l.state(want.ID)
		if got.Version <= want.Version {
			t.Errorf("the version went back from %d to %d", want.Version, got.Version)
		}
		got.Version, got.Graph, want.Version, want.Graph = 0, nil, 0, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after the restart\n%+v, before\n%+v", got, want)
		}
	}
	var list struct{ Games []Summary }
	l.call("GET", "/api/games", nil, &list)
	if len(list.Games) != 2 || list.Games[0].ID != undone.ID || !list.Games[0].Over || list.Games[1].Moves != 4 {
		t.Errorf("list %+v", list.Games)
	}
}

func TestRestartGoesOnThinking(t *testing.T) {
	dir := t.TempDir()
	block := make(chan bool)
	l := newLab(t, dir, func(o *Options) {
		o.NewPlayer = func() (Player, error) { <-block; return nil, fmt.Errorf("too late") }
	})
	s := l.create(object{})
	var x object
	l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "E5"}, &x)
	close(block)
	l.stop()
	if s = newLab(t, dir).rest(s.ID); s.Number != 3 {
		t.Errorf("the engine did not answer after the restart: %+v", s)
	}
}

func TestTornLastLine(t *testing.T) {
	dir := t.TempDir()
	l := newLab(t, dir)
	s := l.create(object{"human": "both"})
	l.play(s.ID, "E5 D5")
	l.stop()
	whole, err := os.ReadFile(l.file(s.ID))
	if err != nil {
		t.Fatal(err)
	}
	last := strings.LastIndexByte(strings.TrimSuffix(string(whole), "\n"), '\n') + 1
	// A crash may leave any part of the last line.
	for cut := last + 1; cut < len(whole); cut += 7 {
		if err := os.WriteFile(l.file(s.ID), whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		l = newLab(t, dir)
		if got := l.state(s.ID); got.Number != 2 {
			t.Fatalf("cut at %d: next move is %d", cut, got.Number)
		}
		if got := l.play(s.ID, "C5"); got.Number != 3 || got.LastMove != "C5" {
			t.Errorf("cut at %d: after a move %+v", cut, got)
		}
		l.stop()
		if !strings.Contains(l.log.String(), "torn") {
			t.Errorf("cut at %d: nothing logged", cut)
		}
	}
}

func TestUnreadableFileIsSetAside(t *testing.T) {
	dir := t.TempDir()
	l := newLab(t, dir)
	good := l.create(object{"human": "both"})
	l.play(good.ID, "E5")
	start, err := os.ReadFile(l.file(good.ID))
	if err != nil {
		t.Fatal(err)
	}
	setup := string(start[:strings.IndexByte(string(start), '\n')+1])
	bad := []string{
		"", "{", "\x00\x00\x00\n", "{}\n",
		strings.Replace(setup, `"width":9`, `"width":-9`, 1),
		strings.Replace(setup, `"width":9`, `"width":1000000000`, 1),
		strings.Replace(setup, `"human":"both"`, `"human":"cat"`, 1),
		strings.Replace(setup, `"version":1`, `"version":2`, 1),
		setup + "nonsense\n",
		setup + `{"event":"explode"}` + "\n",
		setup + `{"event":"play","color":"black","vertex":"Z99"}` + "\n",
		setup + `{"event":"play","color":"green","vertex":"E5"}` + "\n",
		setup + `{"event":"undo","to":7}` + "\n",
		setup + `{"event":"undo","to":0}` + "\n",
		setup + `{"event":"accept"}` + "\n",
		setup + `{"event":"dead","dead":["E5"]}` + "\n",
		setup + `{"event":"resume"}` + "\n",
		setup + `{"event":"resign"}` + "\n",
	}
	for i, text := range bad {
		id := fmt.Sprintf("bad%c%s", 'a'+i, "aaaaaaaa")
		if err := os.WriteFile(l.file(id), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 { // whoever asks first finds out
			e := l.refused(404, "GET", "/api/games/"+id, nil)
			if !strings.Contains(e.Sentence, "set aside") {
				t.Errorf("%q: %s", text, e.Sentence)
			}
		}
	}
	var list struct {
		Games   []Summary
		Notices []string
	}
	l.call("GET", "/api/games", nil, &list)
	if len(list.Games) != 1 || list.Games[0].ID != good.ID || len(list.Notices) != len(bad) {
		t.Errorf("%d games, %d notices of %d: %q", len(list.Games), len(list.Notices), len(bad), list.Notices)
	}
	aside, _ := filepath.Glob(filepath.Join(dir, "games", "*.unreadable"))
	if len(aside) != len(bad) {
		t.Errorf("%d of %d files were set aside", len(aside), len(bad))
	}
}

// Two programs on the same folder would spoil each other's files: the second is
// told what to do instead, and may have the folder when the first is done.
func TestAnotherProgram(t *testing.T) {
	a := newLab(t, t.TempDir())
	opt := Options{Data: a.dir, NewPlayer: a.server.opt.NewPlayer}
	_, err := New(opt)
	if err == nil || !strings.Contains(err.Error(), a.dir) || !strings.Contains(err.Error(), "--data") {
		t.Fatalf("a second server: %v", err)
	}
	a.stop()
	b, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// A disk that refuses must not let the game in memory run ahead of the file.
func TestDiskRefuses(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"human": "both"})
	l.play(s.ID, "E5")
	if err := os.Rename(l.file(s.ID), l.file(s.ID)+".away"); err != nil {
		t.Fatal(err)
	}
	e := l.refused(500, "POST", "/api/games/"+s.ID+"/play", object{"number": 2, "vertex": "D5"})
	if !strings.Contains(e.Sentence, "nothing was done") {
		t.Errorf("%q", e.Sentence)
	}
	if err := os.Rename(l.file(s.ID)+".away", l.file(s.ID)); err != nil {
		t.Fatal(err)
	}
	if got := l.play(s.ID, "D5"); got.Number != 3 {
		t.Errorf("%+v", got)
	}
}
