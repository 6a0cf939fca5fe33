package server

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/kifu"
	"tengen/review"
	"tengen/server/records"
)

// saveReview writes the review of a level into the record, as a user at that node does.
func (l *rig) saveReview(id, level string, node int) change {
	l.Helper()
	var c change
	if status := l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "review", "text": level, "node": node}, &c); status != 200 {
		l.Fatalf("status %d, want 200", status)
	}
	return c
}

// recordText downloads a record.
func (l *rig) recordText(id string) string {
	l.Helper()
	resp, err := http.Get(l.http.URL + "/api/records/" + id + "/sgf")
	if err != nil {
		l.Fatal(err)
	}
	defer resp.Body.Close()
	var b strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&b); err != nil {
		l.Fatal(err)
	}
	return b.String()
}

// reviewedByCommand returns the reviewed game as the command writes it.
func reviewedByCommand(t *testing.T) string {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(reviewedGame), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reviewed, err := review.NewLine(file.Trees[0])
	if err != nil {
		t.Fatal(err)
	}
	var judged []*kifu.Analysis
	err = review.Run(t.Context(), reviewed, review.Options{Searcher: &oracle{}, Visits: 10, Judge: "oracle", Model: "none", Way: "test",
		Each: func(_ int, a *kifu.Analysis) error { judged = append(judged, a); return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if err := review.New(reviewed, judged, review.Settings{Visits: 10, Judge: "oracle"}).Annotate(); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := kifu.Write(&text, kifu.WriteOptions{}, file.Trees...); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestReviewSave saves a review. Saving writes the same as `tengen review` and can be undone. A saved review needs no
// new search, even if the journal is lost.
func TestReviewSave(t *testing.T) {
	dir := t.TempDir()
	o := &oracle{}
	l := newReviewRig(t, dir, o)
	id := l.upload("game.sgf", reviewedGame).ID
	l.refused(422, "POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "review"})
	l.review(id + "/review/events?search=1").until(isDone)
	c := l.saveReview(id, "", 5)
	if c.Node != 5 || c.Position.Analysis == nil || c.Position.Analysis.Engine != "oracle" || !strings.Contains(c.Position.Comment, "lost") || c.Tree == nil {
		t.Fatalf("the change is %+v, want node 5 with the oracle's analysis, a comment and a tree", c.Position)
	}
	saved := l.recordText(id)
	if want := reviewedByCommand(t); saved != want {
		t.Errorf("the record is\n%s\nwant\n%s", saved, want)
	}

	// A user at a node of a line that is removed gets the nearest node that stays. Saving again
	// changes nothing, and undo takes all of it back.
	last := c.Tree.lastNode()
	if again := l.saveReview(id, "", last); l.recordText(id) != saved || again.Node != last || !slices.Contains(again.Position.Variation, last) {
		t.Errorf("saving again changed the record or shows node %d, want node %d of the same record", again.Node, last)
	}
	var position records.Position
	if status := l.call("GET", fmt.Sprintf("/api/records/%s/nodes/%d", id, last), nil, &position); status != 200 || !slices.Contains(position.Variation, last) {
		t.Errorf("node %d after saving again: status %d, %+v; want it to be there still", last, status, position)
	}
	var x change
	l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "undo"}, &x)
	if got := l.recordText(id); strings.Contains(got, "TGA") || !strings.Contains(got, "C[mine]") {
		t.Errorf("after undo the record is %s, want it without TGA and with C[mine]", got)
	}
	l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "redo"}, &x)
	l.stop()
	if err := os.RemoveAll(filepath.Join(dir, "reviews")); err != nil {
		t.Fatal(err)
	}
	searches := o.searches.Load()
	l = newReviewRig(t, dir, o)
	if s := l.reviewNow(id, ""); s.Doing != "done" || s.Judged != 13 || o.searches.Load() != searches {
		t.Errorf("the review from the record is %s with %d judged positions after %d searches, want done, 13, %d", s.Doing, s.Judged, o.searches.Load(), searches)
	}
}

// TestReviewSaveOtherJudge saves the review of another judge, which has other lines. A user at a node of a line that
// is removed is led to the node where the line began.
func TestReviewSaveOtherJudge(t *testing.T) {
	dir := t.TempDir()
	l := newReviewRig(t, dir, &oracle{})
	id := l.upload("game.sgf", reviewedGame).ID
	l.review(id + "/review/events?search=1").until(isDone)
	l.saveReview(id, "", 5)
	l.stop()
	l = newReviewRig(t, dir, &oracle{judge: "another", best: "A9"})
	l.review(id + "/review/events?search=1").until(isDone)
	now := l.recordNow(id)
	line := slices.IndexFunc(now.Tree.Nodes, func(n entry) bool { return n.vertex == "B2" })
	if line < 0 {
		t.Fatal("the record does not have the first judge's line, which begins with B2")
	}
	at := now.Tree.Nodes[line]
	if c := l.saveReview(id, "", at.node); c.Node != at.parent {
		t.Errorf("after saving the user is at node %d, want %d", c.Node, at.parent)
	}
	if got := l.recordText(id); strings.Contains(got, "[bh]") || !strings.Contains(got, "another") {
		t.Errorf("the record is %s, want the other judge's review without the first one's line", got)
	}
}

func (t *tree) lastNode() int {
	most := 0
	for _, n := range t.Nodes {
		most = max(most, n.node)
	}
	return most
}

// TestReviewPictures gets diagrams and the report. Requests that make no sense are refused.
func TestReviewPictures(t *testing.T) {
	l := newReviewRig(t, t.TempDir(), &oracle{})
	id := l.upload("game.sgf", reviewedGame).ID
	s := l.review(id + "/review/events?search=1").until(isDone)
	get := func(path string, status int, kind, part string) {
		t.Helper()
		resp, err := http.Get(l.http.URL + "/api/records/" + id + "/review/" + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var b strings.Builder
		_, _ = bufio.NewReader(resp.Body).WriteTo(&b)
		if resp.StatusCode != status || !strings.Contains(resp.Header.Get("Content-Type"), kind) || !strings.Contains(b.String(), part) {
			t.Errorf("%s: status %d, %s, %.200s; want %d, %s, %q in it", path, resp.StatusCode, resp.Header.Get("Content-Type"), b.String(), status, kind, part)
		}
	}
	of := "diagram?game=0&of=" + s.Of
	get(of+"&move=4&line=B2,C3,pass", 200, "image/svg+xml", "<svg")
	get(of+"&move=4&line=B2,Z9", 400, "json", "not a line")
	get(of+"&move=4&line="+strings.Repeat("B2,", 40)+"B2", 400, "json", "not a line")
	get(of+"&move=12&line=B2", 400, "json", "0 to 11")
	get(of+"&move=-1&line=B2", 400, "json", "0 to 11")
	get("diagram?of=0123&move=4&line=B2", 404, "json", "has changed")
	get("report?level=3k", 200, "text/html", "players of 3k")
	get("report?level=x", 400, "json", "not a level")
}
