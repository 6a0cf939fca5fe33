package training

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/server/wire/wiretest"
)

// TestTrainingInterface tests the list, the stream, and names that point outside the folder.
func TestTrainingInterface(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	dir := filepath.Join(outer, "runs")
	secret := writeRun(t, outer, "secret", metricsText("train", 50, 1))
	first := writeRun(t, dir, "one.run", metricsText("train", 50, 3)+metricsText("test", 50, 4)+`{"kind":"tr`)
	writeRun(t, dir, "deep/two", metricsText("train", 100, 2))
	writeRun(t, dir, ".hidden/three", metricsText("train", 100, 2))
	if err := os.Symlink(filepath.Dir(secret), filepath.Join(dir, "link")); err != nil {
		t.Logf("no links here: %v", err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(first, past, past); err != nil {
		t.Fatal(err)
	}
	l := wiretest.Serve(t, newTraining(dir).Routes())
	var list struct{ Runs []map[string]any }
	if status := l.Call("GET", "/api/training", nil, &list); status != 200 || len(list.Runs) != 2 {
		t.Fatalf("the list: status %d, %v", status, list.Runs)
	}
	if two, one := list.Runs[0], list.Runs[1]; two["name"] != "deep/two" || two["testLoss"] != nil || one["name"] != "one.run" || one["loss"] != 3.0 || one["testLoss"] != 4.0 || one["testTop1"] != 0.25 || one["step"] != 50.0 {
		t.Fatalf("the list: %v", list.Runs)
	}
	for _, name := range []string{"../secret", "/etc", "a/../../secret", "", "..", "one.run/", `a//b`} {
		l.Refused(http.StatusBadRequest, "GET", "/api/training/events?run="+strings.ReplaceAll(name, "/", "%2F"), nil)
	}
	l.Refused(http.StatusBadRequest, "GET", "/api/training/events", nil)
	l.Refused(http.StatusBadRequest, "GET", "/api/training/events?run=a"+manyRuns(), nil)

	events := curves(t, l.URL, "run=one.run&run=link&run=later.run")
	next := func() *curveNews {
		t.Helper()
		c, ok := <-events
		if !ok {
			t.Fatal("the stream ended too early")
		}
		return c
	}
	seen := map[string]*curveNews{}
	for len(seen) < 3 {
		c := next()
		seen[c.Run] = c
	}
	if one := seen["one.run"]; one.Lines != 2 || one.Gone || !one.Fresh {
		t.Errorf("the run: %+v, want two lines, fresh and not gone", one)
	}
	if !seen["link"].Gone || seen["link"].Lines != 0 || !seen["later.run"].Gone {
		t.Errorf("a link out of the folder, and a missing run: %+v, %+v; want both gone, without lines", seen["link"], seen["later.run"])
	}
	appendTo(t, first, "\n"+metricsText("train", 100, 2.5))
	if c := next(); c.Run != "one.run" || c.Lines != 3 || c.Fresh || c.Step != 100 || c.Bad != 1 {
		t.Errorf("the run that grew: %+v, want 3 lines up to step 100, one of them bad", c)
	}
	writeRun(t, dir, "later.run", metricsText("train", 50, 2.5))
	c := next()
	if c.Run == "later.run" && !c.Gone && c.Lines == 0 { // the file was there, and still empty
		c = next()
	}
	if c.Run != "later.run" || c.Gone || c.Lines != 1 {
		t.Errorf("the run that was missing: %+v, want one line", c)
	}
	without := wiretest.Serve(t, newTraining("").Routes())
	without.Refused(http.StatusNotFound, "GET", "/api/training", nil)
	without.Refused(http.StatusNotFound, "GET", "/api/training/events?run=a", nil)
}

func manyRuns() (query string) {
	for n := range maxFollowed {
		query += fmt.Sprintf("&run=r%d", n)
	}
	return query
}

// curves follows runs until the test ends.
func curves(t *testing.T, url, query string) <-chan *curveNews {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	req, _ := http.NewRequestWithContext(ctx, "GET", url+"/api/training/events?"+query, nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan *curveNews, 100)
	go func() {
		defer resp.Body.Close()
		lines := bufio.NewReader(resp.Body)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				close(out)
				return
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				c := &curveNews{}
				if json.Unmarshal([]byte(data), c) == nil {
					out <- c
				}
			}
		}
	}()
	return out
}
