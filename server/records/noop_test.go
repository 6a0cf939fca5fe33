package records

import (
	"strings"
	"testing"
)

// An edit that changes nothing is not a step that can be undone.
func TestEditsThatChangeNothing(t *testing.T) {
	const file = "(;SZ[9]KM[6.50]PB[Ann]C[root\\] here]PL[W];B[ee]C[a]C[b];W[cc]N[third]CR[aa]LB[bb:x]LN[aa:bb]DD[dd](;B[gg]BM[1];AW[aa]AB[ab]AE[ee];W[gc]BL[12.5]OB[3])(;B[gc]XY[a][b]))(;SZ[5];B[cc])"
	for _, body := range []object{
		{"op": "comment", "node": 0, "text": "root] here"}, {"op": "name", "node": 2, "text": "third"}, {"op": "comment", "node": 3, "text": ""},
		{"op": "mark", "node": 2, "kind": "circle", "vertex": "A9", "on": true}, {"op": "mark", "node": 2, "kind": "square", "vertex": "A9", "on": false},
		{"op": "mark", "node": 2, "kind": "dim", "vertex": "D6", "on": true}, {"op": "mark", "node": 3, "kind": "dim", "vertex": "D6", "on": true},
		{"op": "label", "node": 2, "vertex": "B8", "text": "x"}, {"op": "label", "node": 2, "vertex": "C8", "text": ""},
		{"op": "line", "node": 2, "from": "A9", "to": "B8", "on": true}, {"op": "line", "node": 2, "from": "B8", "to": "A9", "on": true},
		{"op": "line", "node": 2, "from": "A9", "to": "C8", "on": false},
		{"op": "judge", "node": 3, "name": "BM", "level": 1}, {"op": "judge", "node": 2, "name": "TE", "level": 0},
		{"op": "promote", "node": 2}, {"op": "moveTo", "node": 3, "index": 0}, {"op": "info", "node": 0, "info": object{}}, {"op": "info", "node": 0, "info": object{"black": "Ann"}},
		{"op": "property", "node": 6, "name": "XY", "values": []string{"a", "b"}}, {"op": "property", "node": 6, "name": "ZZ", "values": []string{}},
		{"op": "play", "node": 1, "vertex": "C7"}, {"op": "put", "node": 4, "vertex": "A9", "color": "white"}, {"op": "put", "node": 4, "vertex": "C1", "color": "empty"},
		{"op": "put", "node": 1, "vertex": "E5", "color": "black"},
		{"op": "toPlay", "node": 0, "color": "white"}, {"op": "toPlay", "node": 4, "color": "empty"}, {"op": "merge", "node": 0, "record": "self", "fromGame": 0},
	} {
		l := newRig(t, t.TempDir())
		r := l.upload("x.sgf", file)
		if body["record"] == "self" {
			body["record"] = r.ID
		}
		before := l.downloadRecord(r.ID, "")
		c := l.edit(r.ID, body)
		if after := l.downloadRecord(r.ID, ""); c.CanUndo || after != before {
			t.Errorf("%v: canUndo %v\n%s\n%s", body, c.CanUndo, before, after)
		}
	}
}

// An edit that changes nothing is also not a step if another program wrote the record's file in another form.
func TestEditThatChangesNothingInAForeignFile(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.upload("x.sgf", "(;SZ[9];B[ee])").ID
	l.stop()
	l = newRig(t, l.dir)
	const foreign = "( ; SZ[9] ; B[ee] )"
	l.writeRecord(id+recordExt, foreign)
	same := object{"op": "name", "node": 1, "text": ""}
	if c := l.edit(id, same); c.CanUndo || l.recordFile(id, recordExt) != foreign {
		t.Errorf("canUndo %v, want false; the file is %q", c.CanUndo, l.recordFile(id, recordExt))
	}
	if c := l.edit(id, object{"op": "name", "node": 1, "text": "x"}); !c.CanUndo {
		t.Error("canUndo false after a change, want true")
	}
	if c := l.edit(id, object{"op": "undo"}); c.CanUndo || l.recordFile(id, recordExt) != foreign {
		t.Errorf("canUndo %v, want false; the file is %q", c.CanUndo, l.recordFile(id, recordExt))
	}
	delete(same, "version")
	if c := l.edit(id, same); c.CanUndo {
		t.Error("canUndo true, want false")
	}
	// A file in another encoding becomes UTF-8 with the first edit, and its names survive undoing the edit.
	other := l.upload("y.sgf", "(;SZ[9];B[cc])").ID
	l.stop()
	l = newRig(t, l.dir)
	const chinese = "(;SZ[9]CA[GB18030]PB[\xbf\xd7\xbd\xdc\xbe\xc5\xb6\xce];B[ee])"
	l.writeRecord(other+recordExt, chinese)
	if r := l.recordGame(other, 0); r.Info.Black != "孔杰九段" || l.recordFile(other, recordExt) != chinese {
		t.Errorf("got the player %q, want 孔杰九段 and an unchanged file", r.Info.Black)
	}
	l.edit(other, object{"op": "comment", "node": 1, "text": "x"})
	l.edit(other, object{"op": "undo"})
	if r := l.recordGame(other, 0); r.Info.Black != "孔杰九段" || !strings.Contains(l.recordFile(other, recordExt), "CA[UTF-8]PB[孔杰九段]") {
		t.Errorf("after undo: got the player %q and the file %q", r.Info.Black, l.recordFile(other, recordExt))
	}
}
