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
	if len(lines) != 25 {
		t.Errorf("%d figures, want 25", len(lines))
	}
	if want := `"command":"tengen facts testdata/games-9x9.tsv"`; !strings.Contains(got.stdout, want) {
		t.Errorf("the figures do not have %s", want)
	}
	for file, start := range map[string]string{svg: "<svg", png: "\x89PNG"} {
		if data, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(data, []byte(start)) {
			t.Errorf("%s does not begin with %q: %v", file, start, err)
		}
	}
	again := tengen(t, "", nil, "facts", "testdata/games-9x9.tsv", "--chart", filepath.Join(dir, "b.svg"), "--chart", svg)
	if again.status == 0 || !strings.Contains(again.stderr, "exists") || again.stdout != "" {
		t.Errorf("an existing chart: status %d, %s, and %q on stdout", again.status, again.stderr, again.stdout)
	}
	for _, args := range [][]string{{"facts", "--chart", "a.svg"}, {"facts", "testdata/games-9x9.tsv", "--chart", "a.gif"}, {"facts", "no-such-file"}} {
		if wrong := tengen(t, "", nil, args...); wrong.status == 0 || wrong.stdout != "" {
			t.Errorf("%q: status %d, want an error", args, wrong.status)
		}
	}
}

// TestFactsCommand checks the command that repeats the figures.
func TestFactsCommand(t *testing.T) {
	usual := recordLimits{MaxBytes: 64 << 20, MaxNodes: 1 << 20}
	for _, test := range []struct {
		cmd  FactsCmd
		want string
	}{
		{FactsCmd{Records: []Path{"a/b.sgf", "c"}, recordLimits: usual}, "tengen facts a/b.sgf c"},
		{FactsCmd{Records: []Path{"my games", "o'b"}, recordLimits: usual}, `tengen facts 'my games' 'o'\''b'`},
		{FactsCmd{Records: []Path{"-"}, recordLimits: usual}, "tengen facts - (with the same records on standard input)"},
		{FactsCmd{Records: []Path{"a"}, recordLimits: recordLimits{MaxBytes: 1 << 30}}, "tengen facts --max-bytes 1073741824 --max-nodes 0 a"},
	} {
		if got := test.cmd.command(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
