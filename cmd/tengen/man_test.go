package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMan checks that each command and each of its flags has a place in the manual pages.
func TestMan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	if got := tengen(t, "this is not TOML", nil, "man", dir, "--settings", "~/Settings"); got.status != 0 || got.stderr != "" {
		t.Fatalf("got %+v, want status 0", got)
	}
	m, _, _ := newMain(t, "", nil)
	app := m.newParser(&CLI{}).Model
	pages := 0
	for _, path := range commands(t) {
		node := app.Node
		for _, name := range path {
			node = (&position{app: app, node: node}).child(name)
		}
		text, err := os.ReadFile(filepath.Join(dir, strings.Join(append([]string{"tengen"}, path...), "-")+".1"))
		if node.Hidden {
			if err == nil {
				t.Errorf("%v is hidden but has a page", path)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		pages++
		for _, flag := range node.Flags {
			if name := roff("--" + flag.Name); !strings.Contains(string(text), name) {
				t.Errorf("the page of %v does not have %s", path, name)
			}
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "'") {
				t.Errorf("the page of %v has a line that begins with an apostrophe: %s", path, line)
			}
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != pages {
		t.Errorf("there are %d files (error: %v), want %d", len(files), err, pages)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "tengen.1")); err != nil || !strings.Contains(string(text), roff("~/Settings")) {
		t.Errorf("the page tengen(1) does not name the folder of settings (error: %v)", err)
	}
}

func TestRoff(t *testing.T) {
	p := &manWriter{}
	p.section("first")
	p.text("A first sentence. --flag \"x\\y\" ends.\n\n  .indented 'text'\n  kept\n\n.last")
	const want = `.SH "FIRST"
A first sentence.
\-\-flag \(dqx\ey\(dq ends.
.PP
.nf
  .indented \(aqtext\(aq
  kept
.fi
.PP
\&.last
`
	if got := p.b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
