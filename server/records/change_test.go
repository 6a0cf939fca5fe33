package records

import (
	"testing"
	"time"
)

// TestTextsMeet checks that of two pages that edit the same node, neither overwrites a text that it has not seen.
func TestTextsMeet(t *testing.T) {
	l := newRig(t, t.TempDir())
	r := l.upload("x.sgf", sample)
	edit := "/api/records/" + r.ID + "/edit"
	comment := func(version int64, was, text string) object {
		return object{"version": version, "op": "comment", "node": 1, "was": was, "text": text}
	}
	first := l.edit(r.ID, comment(r.Version, "", "the first"))
	var e struct{ Field string }
	if status := l.Call("POST", edit, comment(r.Version, "", "the second"), &e); status != 409 || e.Field != "was" {
		t.Errorf("a page that has not seen the text overwrote it: status %d, field %q", status, e.Field)
	}
	if status := l.Call("POST", edit, comment(first.Version, "", "the second"), &e); status != 409 || e.Field != "was" {
		t.Errorf("a page with the latest version overwrote a text that it has not seen: status %d, field %q", status, e.Field)
	}
	// A change of another node does not refuse the edit, but the client is told to reload.
	other := l.edit(r.ID, object{"op": "name", "node": 2, "was": "third", "text": "other"})
	both := l.edit(r.ID, comment(first.Version, "the first", "the first\n\nthe second"))
	if !both.Reload || both.Version <= other.Version || both.Position.Comment != "the first\n\nthe second" {
		t.Errorf("the edit after another node's: got %+v, want a reload, a version above %v and both paragraphs in the comment", both, other.Version)
	}
	l.Refused(409, "POST", edit, object{"version": r.Version, "op": "comment", "node": 1, "text": "without was"})
	l.Refused(409, "POST", edit, object{"version": r.Version, "op": "mark", "node": 1, "was": "", "kind": "circle", "vertex": "A1"})
	// After the record was read again, old numbers refer to other nodes.
	l.records.Sweep(time.Now().Add(time.Second))
	time.Sleep(2 * time.Millisecond)
	l.Refused(409, "POST", edit, comment(both.Version, "the first\n\nthe second", "x"))
}
