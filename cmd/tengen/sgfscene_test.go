package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSGFRenderBeforeRoot draws the position before a move in the root node, which is that of a record
// without moves.
func TestSGFRenderBeforeRoot(t *testing.T) {
	tmp := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(tmp, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, size := range []string{"9", "13:7"} {
		moved := write("moved.sgf", "(;B[aa]SZ["+size+"]CR[cc]VW[aa:bb];W[bb])")
		none := write("none.sgf", "(;SZ["+size+"])")
		for _, args := range []string{"", "--numbers", "--figures 2", "--variation-letters", "--part A1:C3", "--to svg", "--to pdf", "--to gif", "--heat"} {
			args := strings.Fields("sgf render --move 0 " + args)
			got, want := tengen(t, "", nil, append(args, moved)...), tengen(t, "", nil, append(args, none)...)
			got.stderr = strings.ReplaceAll(got.stderr, moved, none)
			if got != want {
				t.Errorf("%v on %s: %d %.500s%s\nand not %d %.500s%s", args, size, got.status, got.stdout, got.stderr, want.status, want.stdout, want.stderr)
			}
		}
	}
}
