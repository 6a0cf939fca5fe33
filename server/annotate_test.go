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

// Saving writes what `tengen review` would, can be undone, and makes another search needless even
// where the journal is gone.
func TestReviewSave(t *testing.T) {
	dir := t.TempDir()
	o := &oracle{}
	l := newReviewRig(t, dir, o)
	id := l.upload("game.sgf", reviewedGame).ID
	l.refused(422, "POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "review"})
	l.review(id + "/review/events?search=1").until(isDone)
	save := func(level string, node int) change {
		t.Helper()
		var c change
		if status := l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "review", "text": level, "node": node}, &c); status != 200 {
			t.Fatalf("status %d", status)
		}
		return c
	}
	c := save("", 5)
	if c.Node != 5 || c.Position.Analysis == nil || c.Position.Analysis.Engine != "oracle" || !strings.Contains(c.Position.Comment, "lost") || c.Tree == nil {
		t.Fatalf("the change: %+v", c.Position)
	}
	text := func() string {
		t.Helper()
		resp, err := http.Get(l.http.URL + "/api/records/" + id + "/sgf")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var b strings.Builder
		if _, err := bufio.NewReader(resp.Body).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	saved := text()

	// It is what the command writes.
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
	var want bytes.Buffer
	if _, err := kifu.Write(&want, kifu.WriteOptions{}, file.Trees...); err != nil || saved != want.String() {
		t.Errorf("%v\n%s\nwant\n%s", err, saved, &want)
	}

	// A user at a node of a line that is removed gets the nearest node that stays. Saving again
	// changes nothing, and undo takes all of it back.
	last := c.Tree.lastNode()
	if again := save("", last); text() != saved || again.Node != last || !slices.Contains(again.Position.Variation, last) {
		t.Errorf("saved again it is another, at node %d and not %d", again.Node, last)
	}
	var position records.Position
	if status := l.call("GET", fmt.Sprintf("/api/records/%s/nodes/%d", id, last), nil, &position); status != 200 || !slices.Contains(position.Variation, last) {
		t.Errorf("the number %d of a node is that of one that is gone: status %d, %+v", last, status, position)
	}
	var x change
	l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "undo"}, &x)
	if got := text(); strings.Contains(got, "TGA") || !strings.Contains(got, "C[mine]") {
		t.Errorf("after undo: %s", got)
	}
	l.call("POST", "/api/records/"+id+"/edit", object{"version": l.recordNow(id).Version, "op": "redo"}, &x)
	l.stop()
	if err := os.RemoveAll(filepath.Join(dir, "reviews")); err != nil {
		t.Fatal(err)
	}
	searches := o.searches.Load()
	l = newReviewRig(t, dir, o)
	if s := l.reviewNow(id, ""); s.Doing != "done" || s.Judged != 13 || o.searches.Load() != searches {
		t.Errorf("from the record: %s, %d judged", s.Doing, s.Judged)
	}

	// Another judge has other lines. Who stands in one that goes comes to where it began.
	l.stop()
	l = newReviewRig(t, dir, &oracle{judge: "another", best: "A9"})
	l.review(id + "/review/events?search=1").until(isDone)
	now := l.recordNow(id)
	line := slices.IndexFunc(now.Tree.Nodes, func(n entry) bool { return n.vertex == "B2" })
	if line < 0 {
		t.Fatal("there is no line of the first judge")
	}
	at := now.Tree.Nodes[line]
	if c := save("", at.node); c.Node != at.parent || strings.Contains(text(), "[bh]") || !strings.Contains(text(), "another") {
		t.Errorf("at node %d and not %d", c.Node, at.parent)
	}
}

func (t *tree) lastNode() int {
	most := 0
	for _, n := range t.Nodes {
		most = max(most, n.node)
	}
	return most
}

// Diagrams and the report are sent, and what makes no sense is refused.
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
			t.Errorf("%s: status %d, %s, %.200s", path, resp.StatusCode, resp.Header.Get("Content-Type"), b.String())
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
