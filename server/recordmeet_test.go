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
)

// Two pages write at one node: neither loses what it has not seen.
func TestTextsMeet(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	edit := "/api/records/" + r.ID + "/edit"
	comment := func(version int64, was, text string) object {
		return object{"version": version, "op": "comment", "node": 1, "was": was, "text": text}
	}
	first := l.edit(r.ID, comment(r.Version, "", "the first"))
	var e struct{ Field string }
	if status := l.call("POST", edit, comment(r.Version, "", "the second"), &e); status != 409 || e.Field != "was" {
		t.Errorf("written over: status %d, field %q", status, e.Field)
	}
	if status := l.call("POST", edit, comment(first.Version, "", "the second"), &e); status != 409 || e.Field != "was" {
		t.Errorf("written over by a page that is up to date: status %d, field %q", status, e.Field)
	}
	// Another node was changed: that is in nobody's way, but has to be seen.
	other := l.edit(r.ID, object{"op": "name", "node": 2, "was": "third", "text": "other"})
	both := l.edit(r.ID, comment(first.Version, "the first", "the first\n\nthe second"))
	if !both.Reload || both.Version <= other.Version || both.Position.Comment != "the first\n\nthe second" {
		t.Errorf("%+v", both)
	}
	l.refused(409, "POST", edit, object{"version": r.Version, "op": "comment", "node": 1, "text": "without was"})
	l.refused(409, "POST", edit, object{"version": r.Version, "op": "mark", "node": 1, "was": "", "kind": "circle", "vertex": "A1"})
	// Numbers from before the record was read again mean other nodes.
	l.server.archive.sweep(time.Now().Add(time.Second))
	time.Sleep(2 * time.Millisecond)
	l.refused(409, "POST", edit, comment(both.Version, "the first\n\nthe second", "x"))
}

// The same file, game and hit lead to the same record.
func TestRecordsAreOpenedOnce(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	l.edit(r.ID, object{"op": "comment", "node": 1, "text": "mine"})
	if again := l.upload("copy.sgf", sample); again.ID != r.ID || again.Name != "x.sgf" {
		t.Errorf("opened again: %s %s, want %s", again.ID, again.Name, r.ID)
	}
	if fragment, err := l.server.Open("x.sgf", []byte(sample)); err != nil || fragment != "record/"+r.ID {
		t.Errorf("Open: %s, %v", fragment, err)
	}
	if other := l.upload("x.sgf", strings.Replace(sample, "Ann", "Eve", 1)); other.ID == r.ID {
		t.Error("another file of the same size is the same record")
	}
	l.call("DELETE", "/api/records/"+r.ID, nil, &object{})
	if fresh := l.upload("x.sgf", sample); fresh.ID == r.ID || fresh.Tree.Nodes[1].flags&flagComment != 0 {
		t.Errorf("after it was deleted: %+v", fresh.Tree)
	}

	s := l.create(object{"width": 9, "height": 9, "human": "both"})
	s = l.play(s.ID, "E5 D5")
	record := func() (r Record) {
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
		t.Errorf("a game that went on: %+v", three.Tree)
	}
}

// A game from a record is not a game of those players.
func TestPlayFromRecord(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("old.sgf", "(;SZ[9]PB[Ann]PW[Bob]BR[9p]EV[Cup]DT[1850-01-01]RE[B+R]GC[of theirs];B[ee];W[cc];B[gg])")
	begun := time.Now()
	var s State
	if status := l.call("POST", "/api/records/"+r.ID+"/play", object{"node": 2, "human": "black"}, &s); status != 200 || s.Number != 3 || s.BlackName+s.WhiteName != "" {
		t.Fatalf("status %d, %+v", status, s)
	}
	var made Record
	l.call("POST", "/api/games/"+s.ID+"/record", object{}, &made)
	_, sgf, _ := l.raw("GET", "/api/games/"+s.ID+"/sgf", "")
	for _, text := range []string{sgf, l.recordFile(made.ID, recordExt)} {
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

// Archives that are sent are read as those on the disk.
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
		t.Errorf("%+v, %+v", s, s.Last)
	}
	var found LibraryAnswer
	l.call("POST", "/api/library/search", object{"filters": object{"player": "2be"}}, &found)
	if len(found.Hits) != 1 || found.Hits[0].File != "upload/games.zip!folder/2be.sgf" {
		t.Errorf("%+v", found.Hits)
	}
	if left, err := os.ReadDir(filepath.Join(l.dir, uploadsFolder)); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	// The same hit is the same record.
	open := func() (r Record) {
		l.call("POST", "/api/library/games/1/open", object{}, &r)
		return r
	}
	if one, two := open(), open(); one.ID == "" || one.ID != two.ID {
		t.Errorf("one hit became the records %s and %s", one.ID, two.ID)
	}
}
