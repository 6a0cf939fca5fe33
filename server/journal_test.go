package server

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/server/games"
)

func (l *rig) file(id string) string { return filepath.Join(l.dir, "games", id+".jsonl") }

func TestRestart(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
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

	l = newRig(t, dir)
	for _, want := range []games.State{before, over} {
		got := l.state(want.ID)
		if got.Version <= want.Version {
			t.Errorf("the version went back from %d to %d", want.Version, got.Version)
		}
		got.Version, got.Graph, want.Version, want.Graph = 0, nil, 0, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after the restart\n%+v, before\n%+v", got, want)
		}
	}
	var list struct{ Games []games.Summary }
	l.call("GET", "/api/games", nil, &list)
	if len(list.Games) != 2 || list.Games[0].ID != undone.ID || !list.Games[0].Over || list.Games[1].Moves != 4 {
		t.Errorf("the list is %+v", list.Games)
	}
}

func TestRestartGoesOnThinking(t *testing.T) {
	dir := t.TempDir()
	block := make(chan bool)
	l := newRig(t, dir, func(o *Options) {
		o.NewPlayer = func() (Player, error) { <-block; return nil, fmt.Errorf("too late") }
	})
	s := l.create(object{})
	var x object
	l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "E5"}, &x)
	close(block)
	l.stop()
	if s = newRig(t, dir).rest(s.ID); s.Number != 3 {
		t.Errorf("the engine did not answer after the restart: %+v", s)
	}
}

func TestTornLastLine(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
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
		l = newRig(t, dir)
		if got := l.state(s.ID); got.Number != 2 {
			t.Fatalf("cut at %d: next move is %d", cut, got.Number)
		}
		if got := l.play(s.ID, "C5"); got.Number != 3 || got.LastMove != "C5" {
			t.Errorf("cut at %d: after a move %+v", cut, got)
		}
		l.stop()
		if !strings.Contains(l.log.String(), "torn") {
			t.Errorf("cut at %d: the log is empty, want a line about the lost part", cut)
		}
	}
}

func TestUnreadableFileIsSetAside(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
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
		"\n \n",
		setup + strings.Repeat(" ", 16<<20),
	}
	for i, text := range bad {
		id := fmt.Sprintf("bad%c%s", 'a'+i, "aaaaaaaa")
		if err := os.WriteFile(l.file(id), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 { // the game is read before the list is shown
			e := l.refused(404, "GET", "/api/games/"+id, nil)
			if !strings.Contains(e.Sentence, "set aside") || strings.Contains(e.Sentence, dir) {
				t.Errorf("the journal %.100q: got the error %q, want that it is set aside, without the path of the folder", text, e.Sentence)
			}
		}
	}
	var list struct {
		Games   []games.Summary
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

// The part of a file from the first bad line on is set aside. The moves before it stay, and the game continues from
// them.
func TestBadLines(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	id := l.create(object{"human": "both"}).ID
	l.play(id, "E5")
	l.stop()
	sound, err := os.ReadFile(l.file(id))
	if err != nil {
		t.Fatal(err)
	}
	kept := ""
	for _, bad := range []string{
		"nonsense",
		`{"event":"explode"}`,
		`{"event":"play","color":"black","vertex":"Z99"}`,
		`{"event":"play","color":"green","vertex":"E5"}`,
		`{"event":"undo","to":7}`,
		`{"event":"undo","to":1}`,
		`{"event":"accept"}`,
		`{"event":"dead","dead":["E5"]}`,
		`{"event":"resume"}`,
		`{"event":"sit","color":"white","name":"Bob","key":"x"}`,
		`{"event":"chat","color":"white","text":"hello"}`,
		`{"event":"ask","color":"white","what":"undo"}`,
		`{"event":"agree","color":"white"}`,
		`{"event":"timeout","color":"white"}`,
		`{"event":"resign"}`,
		"\x00\x00",
		`{"event":"play","color":"white","vertex":"E5"}`,
	} {
		rest := bad + "\n" + `{"event":"play","color":"white","vertex":"D5"}` + "\n" + `{"event":`
		if err := os.WriteFile(l.file(id), []byte(string(sound)+"\n"+rest), 0o644); err != nil {
			t.Fatal(err)
		}
		l = newRig(t, dir)
		var list struct {
			Games   []games.Summary
			Notices []string
		}
		l.call("GET", "/api/games", nil, &list)
		if len(list.Games) != 1 || list.Games[0].Moves != 1 || len(list.Notices) != 0 {
			t.Errorf("%q: the list is %+v", bad, list)
		}
		if s := l.state(id); s.Number != 2 || !strings.Contains(s.Message, "line 4") || !strings.Contains(s.Message, id+".jsonl.rest") {
			t.Errorf("%q: next move %d, %q", bad, s.Number, s.Message)
		}
		kept += rest
		if text, _ := os.ReadFile(l.file(id) + ".rest"); string(text) != kept {
			t.Errorf("%q: kept %q, want %q", bad, text, kept)
		}
		if s := l.play(id, "C5"); s.Number != 3 || s.Message != "" {
			t.Errorf("%q: after a move: %+v", bad, s)
		}
		l.call("GET", "/api/games", nil, &list)
		if len(list.Notices) != 1 || !strings.Contains(l.log.String(), "set aside") {
			t.Errorf("%q: notices %q, log %s", bad, list.Notices, l.log)
		}
		l.stop()
		l = newRig(t, dir)
		if s := l.state(id); s.Number != 3 || s.Message != "" {
			t.Errorf("%q: after a restart: %+v", bad, s)
		}
		l.stop()
	}
	l = newRig(t, dir)
	var x object
	l.call("DELETE", "/api/games/"+id, nil, &x)
	if left, _ := os.ReadDir(filepath.Join(dir, "games")); len(left) != 0 {
		t.Errorf("files left of a deleted game: %v", left)
	}
}

func TestBlankLines(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	id := l.create(object{"human": "both"}).ID
	l.play(id, "E5 D5")
	l.stop()
	text, err := os.ReadFile(l.file(id))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(l.file(id), []byte("\n"+strings.ReplaceAll(string(text), "\n", "\r\n \n")), 0o644); err != nil {
		t.Fatal(err)
	}
	l = newRig(t, dir)
	if s := l.state(id); s.Number != 3 || s.Message != "" {
		t.Errorf("the game read again is %+v, want move 3 and no message", s)
	}
	if s := l.play(id, "C5"); s.Number != 4 {
		t.Errorf("after a move: %+v", s)
	}
}

// Only a regular file is a game. Anything else is refused at once.
func TestNotAFile(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.create(object{"human": "both"}).ID
	odd := map[string]string{"folder": "aaaaaaaaaaaa", "link": "bbbbbbbbbbbb", "pipe": "cccccccccccc"}
	if err := os.Mkdir(l.file(odd["folder"]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(id+".jsonl", l.file(odd["link"])); err != nil {
		t.Logf("no links here: %v", err)
	}
	if mkfifo, err := exec.LookPath("mkfifo"); err != nil {
		t.Logf("no pipes here: %v", err)
	} else if err := exec.Command(mkfifo, l.file(odd["pipe"])).Run(); err != nil {
		t.Fatal(err)
	}
	for name, id := range odd {
		for _, method := range []string{"GET", "DELETE"} {
			if e := l.refused(404, method, "/api/games/"+id, nil); strings.Contains(e.Sentence, l.dir) {
				t.Errorf("%s %s: got the error %q, want it without the path of the folder", method, name, e.Sentence)
			}
		}
	}
	var list struct{ Games []games.Summary }
	if l.call("GET", "/api/games", nil, &list); len(list.Games) != 1 {
		t.Errorf("the list is %+v", list.Games)
	}
	if s := l.play(id, "E5"); s.Number != 2 {
		t.Errorf("the game after E5 is %+v, want move 2", s)
	}
}

// Two programs in the same folder would damage each other's files. The second program gets an error with advice, and
// can use the folder when the first has ended.
func TestAnotherProgram(t *testing.T) {
	a := newRig(t, t.TempDir())
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

// When the disk refuses to write, the game in memory must not have more events than the file.
func TestDiskRefuses(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"human": "both"})
	l.play(s.ID, "E5")
	if err := os.Rename(l.file(s.ID), l.file(s.ID)+".away"); err != nil {
		t.Fatal(err)
	}
	e := l.refused(500, "POST", "/api/games/"+s.ID+"/play", object{"number": 2, "vertex": "D5"})
	if !strings.Contains(e.Sentence, "it has not changed") {
		t.Errorf("a move without the journal: got the error %q, want that the game has not changed", e.Sentence)
	}
	if err := os.Rename(l.file(s.ID)+".away", l.file(s.ID)); err != nil {
		t.Fatal(err)
	}
	if got := l.play(s.ID, "D5"); got.Number != 3 {
		t.Errorf("the game after D5 is %+v, want move 3", got)
	}
}
