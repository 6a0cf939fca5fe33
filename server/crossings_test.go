package server

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/server/games"
	"tengen/server/library"
	"tengen/server/records"
	"tengen/server/wire"
)

// The same file, game and hit lead to the same record.
func TestRecordsAreOpenedOnce(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	l.edit(r.ID, object{"op": "comment", "node": 1, "text": "mine"})
	if again := l.upload("copy.sgf", sample); again.ID != r.ID || again.Name != "x.sgf" {
		t.Errorf("opened again: %s %s, want %s", again.ID, again.Name, r.ID)
	}
	if id, err := l.server.Open("x.sgf", []byte(sample)); err != nil || id != r.ID {
		t.Errorf("Open: record %q, error %v; want the record %s, which has the same content", id, err, r.ID)
	}
	if other := l.upload("x.sgf", strings.Replace(sample, "Ann", "Eve", 1)); other.ID == r.ID {
		t.Error("another file of the same size was taken for the same record")
	}
	l.call("DELETE", "/api/records/"+r.ID, nil, &object{})
	if fresh := l.upload("x.sgf", sample); fresh.ID == r.ID || fresh.Tree.Nodes[1].flags&flagComment != 0 {
		t.Errorf("after it was deleted: %+v", fresh.Tree)
	}

	s := l.create(object{"width": 9, "height": 9, "human": "both"})
	s = l.play(s.ID, "E5 D5")
	record := func() (r record) {
		l.call("POST", "/api/games/"+s.ID+"/record", object{}, &r)
		return r
	}
	one := record()
	l.edit(one.ID, object{"op": "comment", "node": 1, "text": "mine"})
	if two := record(); two.ID != one.ID {
		t.Error("a game that has not changed became two records")
	}
	l.play(s.ID, "C3")
	if three := record(); three.ID == one.ID || len(three.Tree.Nodes) != 4 {
		t.Errorf("the record of the continued game: %+v", three.Tree)
	}
}

// A game that continues from a record does not have the record's players.
func TestPlayFromRecord(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("old.sgf", "(;SZ[9]PB[Ann]PW[Bob]BR[9p]EV[Cup]DT[1850-01-01]RE[B+R]GC[of theirs];B[ee];W[cc];B[gg])")
	begun := time.Now()
	var s games.State
	if status := l.call("POST", "/api/records/"+r.ID+"/play", object{"node": 2, "human": "black"}, &s); status != 200 || s.Number != 3 || s.BlackName+s.WhiteName != "" {
		t.Fatalf("status %d, %+v", status, s)
	}
	var made record
	l.call("POST", "/api/games/"+s.ID+"/record", object{}, &made)
	_, sgf, _ := l.raw("GET", "/api/games/"+s.ID+"/sgf", "")
	recordFile, err := os.ReadFile(filepath.Join(l.dir, "records", made.ID+".sgf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{sgf, string(recordFile)} {
		for _, theirs := range []string{"Ann", "Bob", "9p", "Cup", "1850", "theirs", "B+R"} {
			if strings.Contains(text, theirs) {
				t.Errorf("%q is in %s", theirs, text)
			}
		}
		if !strings.Contains(text, "GC[From old.sgf, after move 2]") || !strings.Contains(text, "PW[tengen]") || !strings.Contains(text, "DT["+begun.Format(time.DateOnly)+"]") && begun.Day() == time.Now().Day() {
			t.Error(text)
		}
	}
}

// Archives in a request are read like archives on the disk.
func TestUploadedArchives(t *testing.T) {
	l := newRig(t, t.TempDir())
	game := func(name string) string { return "(;SZ[9]PB[" + name + "];B[" + name[1:2] + name[2:3] + "];W[cc])" }
	var zipped, packed, tarred bytes.Buffer
	z := zip.NewWriter(&zipped)
	for _, name := range []string{"1ae", "2be"} {
		w, err := z.Create("folder/" + name + ".sgf")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(game(name)))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	g := gzip.NewWriter(&packed)
	_, _ = g.Write([]byte(game("3ce")))
	_ = g.Close()
	g = gzip.NewWriter(&tarred)
	a := tar.NewWriter(g)
	_ = a.WriteHeader(&tar.Header{Name: "four.sgf", Size: int64(len(game("4de"))), Mode: 0o644, Typeflag: tar.TypeReg})
	_, _ = a.Write([]byte(game("4de")))
	_, _ = a.Close(), g.Close()

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range []struct{ name, data string }{
		{"games.zip", zipped.String()}, {"three.sgf.gz", packed.String()}, {"many.tgz", tarred.String()}, {"five.sgf", game("5fe")}, {"bad.zip", "no archive"},
	} {
		w, err := form.CreateFormFile("file", f.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(f.data))
	}
	_ = form.Close()
	if status, text, _ := l.raw("POST", "/api/library/import", body.String(), "Content-Type", form.FormDataContentType()); status != 200 {
		t.Fatalf("status %d, %s", status, text)
	}
	s := l.imported()
	if s.Games != 5 || s.Last.Problems != 1 || !strings.Contains(s.Last.Listed[0], "upload/bad.zip") || strings.Contains(s.Last.Listed[0], l.dir) {
		t.Errorf("the import: got %+v, last %+v; want 5 games and 1 problem, with upload/bad.zip and without the path of the folder", s, s.Last)
	}
	var found library.Found
	l.call("POST", "/api/library/search", object{"filters": object{"player": "2be"}}, &found)
	if len(found.Hits) != 1 || found.Hits[0].File != "upload/games.zip!folder/2be.sgf" {
		t.Errorf("the search for 2be: got %+v, want one hit, in upload/games.zip!folder/2be.sgf", found.Hits)
	}
	if left, err := os.ReadDir(filepath.Join(l.dir, "uploads")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	// The same hit is the same record.
	open := func() (r record) {
		l.call("POST", "/api/library/games/1/open", object{}, &r)
		return r
	}
	if one, two := open(), open(); one.ID == "" || one.ID != two.ID {
		t.Errorf("opening a hit twice made the records %s and %s, want one record", one.ID, two.ID)
	}
}

func TestGameToRecordAndBack(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 9, "height": 9, "human": "black"})
	s = l.play(s.ID, "E5 D5")
	var r record
	if status := l.call("POST", "/api/games/"+s.ID+"/record", object{}, &r); status != 200 || len(r.Tree.Nodes) != s.Number {
		t.Fatalf("status %d, %+v", status, r)
	}
	var p records.Position
	l.call("GET", "/api/records/"+r.ID+"/nodes/2", nil, &p)
	if a := p.Analysis; a == nil || *a.Win != 0.25 || *a.Lead != -3 || a.Visits != 1 || r.Tree.Nodes[2].flags&flagAnalysis == 0 {
		t.Errorf("the estimate after the engine's move: %+v", a)
	}
	var back games.State
	if status := l.call("POST", "/api/records/"+r.ID+"/play", object{"node": 2, "human": "both", "visits": 5}, &back); status != 200 || back.Number != 3 || back.Human != "both" || back.Visits != 5 || back.LastMove != "A9" {
		t.Errorf("status %d, %+v", status, back)
	}
	l.refused(400, "POST", "/api/records/"+r.ID+"/play", object{"node": 2, "human": "nobody"})
	l.refused(404, "POST", "/api/records/"+r.ID+"/play", object{"node": 99})
	l.refused(413, "POST", "/api/records/"+r.ID+"/play", object{"human": strings.Repeat("x", wire.MaxJSON)})
	// The record places stones in the middle of the game, so the new game begins with the stones on the board.
	r = l.upload("x.sgf", "(;SZ[9]RE[B+R];B[ee];AW[cc];B[gg])")
	if status := l.call("POST", "/api/records/"+r.ID+"/play", object{"node": 3, "human": "both"}, &back); status != 200 || back.Number != 1 || back.Result != "" ||
		back.Stones[40] != 1 || back.Stones[20] != -1 || back.Stones[60] != 1 || back.ToPlay != "white" || !strings.Contains(strings.Join(back.Notes, " "), "begins with the stones on the board") {
		t.Errorf("status %d, %+v", status, back)
	}
}
