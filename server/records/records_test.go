package records

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/server/live"
)

func (l *rig) writeRecord(name, content string) {
	l.T.Helper()
	if err := os.WriteFile(filepath.Join(l.dir, "records", name), []byte(content), 0o644); err != nil {
		l.T.Fatal(err)
	}
}

// An edit that was answered is still there after the program has ended, even after a crash.
func TestRecordsSurvive(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	l.edit(r.ID, object{"op": "comment", "node": 3, "text": "kept"})
	c := l.edit(r.ID, object{"op": "play", "node": 4, "vertex": "A1"})
	file := l.recordFile(r.ID, recordExt)
	// A second server on a copy of the folder is what a crash leaves: the first server was not closed.
	crashed := t.TempDir()
	if err := os.CopyFS(crashed, os.DirFS(l.dir)); err != nil {
		t.Fatal(err)
	}
	l2 := newRig(t, crashed)
	// A program that was killed while it wrote left half a file next to the old one.
	l2.writeRecord(r.ID+recordExt+tempExt, "(;SZ[9")
	again := l2.recordGame(r.ID, 0)
	if l2.downloadRecord(r.ID, "") != file || again.Name != "x.sgf" || again.CanUndo || again.Version <= c.Version || len(again.Tree.Nodes) != 8 {
		t.Errorf("after a crash the record is %+v, want the same file and name, 8 nodes, a newer version and nothing to undo", again)
	}
	l2.Refused(409, "POST", "/api/records/"+r.ID+"/edit", object{"version": c.Version, "op": "cut", "node": 3})
	l2.Refused(409, "GET", "/api/records/"+r.ID+"/nodes/3?version=1", nil)
	l2.edit(r.ID, object{"op": "cut", "node": 3})
	if _, err := os.Stat(filepath.Join(crashed, "records", r.ID+recordExt+tempExt)); err == nil {
		t.Error("the incomplete file is still there")
	}
}

// spoil replaces a file with one that cannot be read but has the same size and time. The result puts the content back.
func (l *rig) spoil(name string) (restore func()) {
	l.T.Helper()
	info, err := os.Stat(name)
	if err != nil {
		l.T.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		l.T.Fatal(err)
	}
	write := func(data []byte) {
		err := os.WriteFile(name, data, 0o644)
		if err == nil {
			err = os.Chtimes(name, time.Time{}, info.ModTime())
		}
		if err != nil {
			l.T.Fatal(err)
		}
	}
	write(make([]byte, len(data)))
	return func() { write(data) }
}

// Idle records leave memory, and the list shows them without reading their files.
func TestIdleRecords(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	l.edit(r.ID, object{"op": "info", "info": object{"black": "Eve"}})
	d := l.document(r.ID)
	l.records.Sweep(time.Now().Add(time.Second))
	if d.inMemory() {
		t.Fatal("the record is still in memory")
	}
	restore := l.spoil(filepath.Join(l.dir, "records", r.ID+recordExt))
	var list struct{ Records []Summary }
	l.Call("GET", "/api/records", nil, &list)
	if len(list.Records) != 1 || list.Records[0].Black != "Eve" || list.Records[0].Name != "x.sgf" {
		t.Errorf("the list is %+v, want x.sgf with Black Eve, without reading it", list)
	}
	restore()
	if again := l.recordGame(r.ID, 0); again.Version <= r.Version || again.Info.Black != "Eve" || again.CanUndo {
		t.Errorf("the record is %+v, want a newer version with Black Eve and nothing to undo", again)
	}
	l.stop()
	l = newRig(t, l.dir)
	l.writeRecord(r.ID+recordExt, "(;SZ[9]PB[Other])") // the note in ID.json is about another file
	l.Call("GET", "/api/records", nil, &list)
	if len(list.Records) != 1 || list.Records[0].Black != "Other" {
		t.Errorf("the list is %+v, want one record with Black Other", list)
	}
}

// TestDamagedRecords damages files. An unreadable file is set aside, and the record is made again from the opened file.
// If a part of a file can be read, a copy of the whole file is kept.
func TestDamagedRecords(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	whole := l.recordFile(r.ID, recordExt)
	fresh := l.upload("y.sgf", sample+"\n")
	l.stop()
	l = newRig(t, l.dir)
	l.writeRecord(r.ID+recordExt, "\x00\x00nothing")
	l.writeRecord(r.ID+metaExt, "{")
	l.writeRecord(fresh.ID+recordExt, "(;SZ[9];B[ee]XX[aa;W[bb]")
	e := l.Refused(404, "GET", "/api/records/"+r.ID, nil)
	if !strings.Contains(e.Sentence, "set aside") || !strings.Contains(e.Sentence, "as it was when it was opened") {
		t.Errorf("the error is %q, want it to say that the file was set aside and the record is as it was opened", e.Sentence)
	}
	if l.recordFile(r.ID, recordExt+live.Unreadable) != "\x00\x00nothing" || l.recordFile(r.ID, metaExt+live.Unreadable) != "{" {
		t.Error("the file that was set aside differs from the damaged file")
	}
	if again := l.recordGame(r.ID, 0); l.recordFile(r.ID, recordExt) != whole || again.Name != r.ID+".sgf" {
		t.Errorf("the record is %+v, want it as it was opened, called %s.sgf", again, r.ID)
	}
	part := l.recordGame(fresh.ID, 0)
	if part.Message == "" || l.recordFile(fresh.ID, recordExt+live.Unreadable) != "(;SZ[9];B[ee]XX[aa;W[bb]" || len(part.Tree.Nodes) < 2 {
		t.Errorf("the partly readable record is %+v, want a message, a copy of the file and at least 2 nodes", part)
	}
	var list struct {
		Records []Summary
		Notices []string
	}
	l.Call("GET", "/api/records", nil, &list)
	if len(list.Records) != 2 || len(list.Notices) != 2 {
		t.Errorf("the list is %+v, want two records and two notices", list)
	}
}

// TestRecordsOnAFullDisk makes edits that cannot be written. They change nothing.
func TestRecordsOnAFullDisk(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	before := l.recordFile(r.ID, recordExt)
	temp := filepath.Join(l.dir, "records", r.ID+recordExt+tempExt)
	if err := os.Mkdir(temp, 0o755); err != nil { // so that no file with this name can be written
		t.Fatal(err)
	}
	for _, body := range []object{{"op": "cut", "node": 3}, {"op": "addGame", "width": 9}, {"op": "play", "node": 4, "vertex": "A1"}, {"op": "property", "node": 0, "name": "SZ", "values": []string{"13"}}} {
		body["version"] = r.Version
		e := l.Refused(500, "POST", "/api/records/"+r.ID+"/edit", body)
		if now := l.recordGame(r.ID, 0); !strings.Contains(e.Sentence, "it has not changed") || now.Version != r.Version || len(now.Tree.Nodes) != 7 || len(now.Games) != 2 || now.CanUndo || now.Graph.Width != 9 {
			t.Errorf("%v: %q, %+v; want the record unchanged at version %d", body, e.Sentence, now, r.Version)
		}
	}
	if err := os.RemoveAll(temp); err != nil {
		t.Fatal(err)
	}
	l.edit(r.ID, object{"op": "cut", "node": 3})
	if l.edit(r.ID, object{"op": "undo"}); l.recordFile(r.ID, recordExt) != before {
		t.Error("undo did not restore the record")
	}
}

// A line of 100,000 moves is opened and edited.
func TestDeepRecord(t *testing.T) {
	l := newRig(t, t.TempDir())
	var b strings.Builder
	b.WriteString("(;SZ[5]")
	for range 50_000 {
		b.WriteString(";B[];W[]")
	}
	b.WriteString(")")
	id, err := l.records.Open("deep.sgf", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	var now struct {
		Version int64
		Node    int
		Tree    struct{ Nodes []json.RawMessage }
	}
	l.Call("GET", "/api/records/"+id, nil, &now)
	for _, body := range []object{{"op": "play", "node": 100_000, "vertex": "D4"}, {"op": "cut", "node": 100_001}, {"op": "undo"}} {
		body["version"] = now.Version
		if status := l.Call("POST", "/api/records/"+id+"/edit", body, &now); status != 200 {
			t.Fatalf("%v: status %d", body, status)
		}
	}
	if now.Node != 100_001 || len(now.Tree.Nodes) != 100_002 {
		t.Errorf("the answer shows the node %d of %d", now.Node, len(now.Tree.Nodes))
	}
}
