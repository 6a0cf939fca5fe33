package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

// TestWriteTo checks that a failed write keeps the old file, and that links are followed.
func TestWriteTo(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o604); err != nil {
		t.Fatal(err)
	}
	says := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	is := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("%q, %v; want %q", data, err, want)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o604 {
			t.Errorf("the permissions became %v", info.Mode())
		}
	}
	env := &Env{Ctx: t.Context()}
	if err := writeTo(env, path, false, says("new")); err == nil {
		t.Error("a file was replaced without --force")
	}
	broken := errors.New("broken")
	err := writeTo(env, path, true, func(w io.Writer) error { return errors.Join(says("half")(w), broken) })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	is("old")
	if err := writeTo(env, path, true, says("new")); err != nil {
		t.Error(err)
	}
	is("new")
	if err := os.Symlink("a", link); err == nil {
		if err := writeTo(env, link, true, says("by the link")); err != nil {
			t.Error(err)
		}
		is("by the link")
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link became %v, %v", info.Mode(), err)
		}
		_ = os.Remove(link)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("there are files left: %v", left)
	}
	if err := writeTo(env, dir, true, says("new")); err == nil {
		t.Error("a folder was replaced")
	}
	if err := writeTo(env, os.DevNull, false, says("new")); err != nil {
		t.Error(err)
	}
}

// TestSGFRenderAnalysis checks that pictures show the analysis in a record only on request.
func TestSGFRenderAnalysis(t *testing.T) {
	g, err := baduk.Rectangle(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := kifu.NewTree(g, baduk.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	ownership := make([]float32, g.Len())
	ownership[7] = -0.9
	a := kifu.Analysis{Visits: 30, Ownership: ownership, Candidates: []kifu.Candidate{{Point: 12, Visits: 20}, {Point: 6, Visits: 10}, {Point: baduk.Pass, Visits: 40}}}
	if err := tree.Root().SetAnalysis(&a); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.sgf")
	out, err := os.Create(file)
	if err == nil {
		_, err = kifu.Write(out, kifu.WriteOptions{}, tree)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, flags := range []string{"", "--heat", "--ownership", "--heat --ownership"} {
		got := tengen(t, "", nil, append([]string{"sgf", "render", "--to", "svg", file}, strings.Fields(flags)...)...)
		if got.status != 0 || !strings.HasPrefix(got.stdout, "<svg ") || seen[got.stdout] {
			t.Errorf("%q: status %d, %s, or the same picture as before", flags, got.status, got.stderr)
		}
		seen[got.stdout] = true
	}
}
