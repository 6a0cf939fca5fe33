package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFacts checks the figures over the records of the test data, as text, as JSON and as charts.
func TestFacts(t *testing.T) {
	dir := t.TempDir()
	svg, png := filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.png")
	got := tengen(t, "", nil, "facts", "testdata/games-9x9.tsv", "--json", "--chart", svg, "--chart", png)
	if got.status != 0 {
		t.Fatalf("status %d: %s", got.status, got.stderr)
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	for _, line := range lines {
		var fact struct{ About, Article, Verdict string }
		if err := json.Unmarshal([]byte(line), &fact); err != nil || fact.About == "" || fact.Article == "" || fact.Verdict == "" {
			t.Errorf("%s: %v", line, err)
		}
	}
	if len(lines) != 23 {
		t.Errorf("%d figures, want 23", len(lines))
	}
	for file, start := range map[string]string{svg: "<svg", png: "\x89PNG"} {
		if data, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(data, []byte(start)) {
			t.Errorf("%s does not begin with %q: %v", file, start, err)
		}
	}
	if again := tengen(t, "", nil, "facts", "testdata/games-9x9.tsv", "--chart", svg); again.status == 0 || !strings.Contains(again.stderr, "exists") {
		t.Errorf("an existing chart: status %d, %s", again.status, again.stderr)
	}
	for _, args := range [][]string{{"facts", "--chart", "a.svg"}, {"facts", "testdata/games-9x9.tsv", "--chart", "a.gif"}, {"facts", "no-such-file"}} {
		if wrong := tengen(t, "", nil, args...); wrong.status == 0 || wrong.stdout != "" {
			t.Errorf("%q: status %d, want an error", args, wrong.status)
		}
	}
}
