package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/server/library"
	"tengen/server/wire"
)

// imported waits until nothing is being imported.
func (l *rig) imported() library.State {
	l.Helper()
	for begun := time.Now(); time.Since(begun) < late; time.Sleep(10 * time.Millisecond) {
		var s library.State
		if status := l.call("GET", "/api/library", nil, &s); status != 200 {
			l.Fatalf("status %d", status)
		}
		if s.Indexing == nil {
			return s
		}
	}
	l.Fatal("the import did not end")
	return library.State{}
}

// games writes a few games with the same beginning in the corner of a 9x9 board.
func (l *rig) games(count int) (folder string) {
	folder = l.TempDir()
	for i := range count {
		sgf := fmt.Sprintf("(;SZ[9]PB[Player %d]PW[Other]DT[2001-02-%02d]RE[%s];B[cc];W[gg];B[%cd])", i, i+1, []string{"B+1.5", "W+R"}[i%2], 'a'+i%9)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.sgf", i)), []byte(sgf), 0o644); err != nil {
			l.Fatal(err)
		}
	}
	return folder
}

func TestLibrary(t *testing.T) {
	l := newRig(t, t.TempDir())
	if s := l.imported(); s.Games != 0 || s.Error != "" {
		t.Errorf("the empty library is %+v, want no games and no error", s)
	}
	if _, err := os.Stat(filepath.Join(l.dir, "library.db")); err == nil {
		t.Error("a request for the library created its file, want no file")
	}
	var none library.Found
	if status := l.call("POST", "/api/library/search", object{"filters": object{"player": "x"}}, &none); status != 200 || none.Total != 0 {
		t.Errorf("status %d, %+v", status, none)
	}
	l.refused(404, "POST", "/api/library/games/1/open", object{})
	folder := l.games(6)
	if err := os.WriteFile(filepath.Join(folder, "bad.sgf"), []byte("nonsense"), 0o644); err != nil {
		t.Fatal(err)
	}
	l.call("POST", "/api/library/import", object{"paths": []string{folder}}, &object{})
	s := l.imported()
	if s.Games != 6 || s.Last == nil || s.Last.Games != 6 || s.Last.Problems != 1 || !strings.Contains(s.Last.Listed[0], "bad.sgf") {
		t.Fatalf("the import: got %+v, last %+v; want 6 games in all and in the last, and 1 problem, with bad.sgf", s, s.Last)
	}
	var a library.Found
	l.call("POST", "/api/library/search", object{"filters": object{"winner": "black"}, "sort": "oldest", "limit": 2}, &a)
	if a.Total != 3 || len(a.Hits) != 2 || a.Hits[0].Black != "Player 0" || a.Hits[0].Move != 3 || a.Hits[0].Stones[2*9+2] != 1 || a.Hits[0].Width != 9 || a.Hits[0].LastMove != "A6" {
		t.Errorf("Black's wins: got %+v, want 3 in all and 2 hits, of which the first is by Player 0 on 9x9 at move 3 with a black stone on point 20 and the last move A6", a)
	}
	pattern := object{"width": 4, "points": "....\n....\n..X.\n....", "anchor": "corner"}
	l.call("POST", "/api/library/search", object{"pattern": pattern, "size": 9}, &a)
	if a.Games != 6 || a.Hits[0].Move != 1 || len(a.Hits[0].Part) != 16 || len(a.Continuations) == 0 {
		t.Errorf("the search for a pattern: got %+v, want 6 games, the first at move 1 with 16 points of the pattern, and continuations", a)
	}
	// The same search from a record names the continuations on the record's board.
	r := l.upload("x.sgf", "(;SZ[9];B[cc])")
	from := object{"fromRecord": object{"id": r.ID, "node": 1, "part": "A9:D6"}}
	var b library.Found
	l.call("POST", "/api/library/search", object{"pattern": from}, &b)
	if b.Total != a.Total || len(b.Continuations) != len(a.Continuations) || b.Continuations[0].Vertex == "" || a.Continuations[0].Vertex != "" {
		t.Errorf("%+v, and by rows %+v", b, a)
	}
	l.call("POST", "/api/library/search", object{"pattern": object{"fromRecord": object{"id": r.ID, "node": 1}}}, &b)
	if b.Games != 6 || b.Continuations[0].Vertex != "G3" || b.Continuations[0].Count != 6 || b.Continuations[0].BlackWins != 3 {
		t.Errorf("the whole position: %+v", b)
	}
	var opened record
	if status := l.call("POST", fmt.Sprintf("/api/library/games/%d/open", a.Hits[0].Game), object{}, &opened); status != 200 || len(opened.Tree.Nodes) != 4 || opened.Info.White != "Other" {
		t.Errorf("status %d, %+v", status, opened)
	}
	for _, bad := range []object{
		{"limit": 9999}, {"sort": "nonsense"}, {"filters": object{"winner": "x"}}, {"filters": object{"dateFrom": "soon"}}, {"size": "nonsense"}, {"size": 0},
		{"pattern": object{"points": "..\n..."}}, {"pattern": object{"points": "..", "anchor": "top"}}, {"pattern": object{"points": ".."}},
		{"pattern": object{"fromRecord": object{"id": r.ID, "part": "A1:Z9"}}}, {"pattern": object{"fromRecord": object{"id": r.ID}, "anchor": "corner"}},
	} {
		l.refused(400, "POST", "/api/library/search", bad)
	}
	l.refused(404, "POST", "/api/library/games/999/open", object{})
	l.stop()
	l = newRig(t, l.dir)
	if s := l.imported(); s.Games != 6 {
		t.Errorf("after a restart: %+v", s)
	}
}

func TestImportWishes(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, bad := range []object{{}, {"paths": []string{"games"}}, {"paths": []string{"/does/not/exist"}}} {
		l.refused(400, "POST", "/api/library/import", bad)
	}
	body, _ := json.Marshal(object{"paths": []string{l.games(1)}})
	owner := "Bearer " + l.keys()[wire.Owner]
	if status, text, _ := l.raw("POST", "/api/library/import", string(body), "Host", "192.0.2.7", "Authorization", owner); status != 403 {
		t.Errorf("a request under the host name of another machine: status %d, %s", status, text)
	}
	// Uploaded files are allowed from every machine.
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, content := range map[string]string{"a.sgf": "(;SZ[9];B[ee])(;SZ[9];B[cc])", "../b.sgf": "(;SZ[9];B[dd])"} {
		part, _ := w.CreateFormFile("files", name)
		_, _ = part.Write([]byte(content))
	}
	_ = w.Close()
	if status, text, _ := l.raw("POST", "/api/library/import", form.String(), "Content-Type", w.FormDataContentType(), "Host", "192.0.2.7", "Authorization", owner); status != 200 {
		t.Fatalf("status %d, %s", status, text)
	}
	if s := l.imported(); s.Games != 3 {
		t.Errorf("the import: got %+v, last %+v; want 3 games", s, s.Last)
	}
	if status, text, _ := l.raw("POST", "/api/library/import", "x", "Content-Type", "multipart/form-data; boundary=x"); status != 400 {
		t.Errorf("status %d, %s", status, text)
	}
	if status := l.call("POST", "/api/library/stop", object{}, &object{}); status != 200 {
		t.Errorf("stopping without an import: status %d", status)
	}
}

// TestUploadedFolder: a file of a folder keeps its path, also in the reason why it was refused.
func TestUploadedFolder(t *testing.T) {
	l := newRig(t, t.TempDir())
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, f := range []struct{ path, name, content string }{
		{"games/1990/a.sgf", "a.sgf", "(;SZ[9]PB[first];B[ee])"},
		{"games/1991/a.sgf", "a.sgf", "no record"},
		{`../x/./y!z\..\/b.sgf`, "b.sgf", "(;SZ[9]PB[second];B[cc])"},
		{"file", "c!d.sgf", "(;SZ[9]PB[third];B[dd])"},
		{"/etc/passwd", "../../e.sgf", "(;SZ[9]PB[fourth];B[ff])"},
		{"file", strings.Repeat("棋", 90) + ".sgf", "(;SZ[9]PB[fifth];B[gg])"},
		{"file", "damaged.sgf", "(;GM[1]SZ[9]PB[sixth];B[ee]];W[cc])"},
	} {
		part, _ := w.CreateFormFile(f.path, f.name)
		_, _ = part.Write([]byte(f.content))
	}
	_ = w.Close()
	if status, text, _ := l.raw("POST", "/api/library/import", form.String(), "Content-Type", w.FormDataContentType()); status != 200 {
		t.Fatalf("status %d, %s", status, text)
	}
	s := l.imported()
	if s.Games != 6 || s.Last.Problems != 2 || !strings.HasPrefix(s.Last.Listed[0], "upload/games/1991/a.sgf: ") {
		t.Errorf("the import: got %+v, last %+v; want 6 games, and why upload/games/1991/a.sgf was refused", s, s.Last)
	}
	for player, want := range map[string]string{
		"first": "upload/games/1990/a.sgf", "second": "upload/x/y!z/b.sgf", "third": "upload/c!d.sgf", "fourth": "upload/etc/e.sgf",
		"fifth": "upload/" + strings.Repeat("棋", 90) + ".sgf", "sixth": "upload/damaged.sgf",
	} {
		var found library.Found
		l.call("POST", "/api/library/search", object{"filters": object{"player": player}}, &found)
		if len(found.Hits) != 1 || !strings.HasPrefix(found.Hits[0].File, want) || len(found.Hits[0].Stones) != 81 {
			t.Errorf("the search for %s: got %+v, want one hit, in %s, with its stones", player, found.Hits, want)
		}
	}
}

// A library that cannot be read gives an error, and the rest of the server still works.
func TestDamagedLibrary(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "library.db"), []byte(strings.Repeat("no database", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	l := newRig(t, dir)
	var s library.State
	if status := l.call("GET", "/api/library", nil, &s); status != 200 || s.Error == "" {
		t.Errorf("status %d, %+v", status, s)
	}
	l.refused(500, "POST", "/api/library/search", object{})
	l.create(object{})
}
