package kifu

import (
	"os"
	"path/filepath"
	"testing"

	"tengen/sgf"
)

// FuzzImport reads any bytes in every format. The trees can be written as SGF and read
// back unchanged. Written in other formats, they come back with the same moves.
func FuzzImport(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "foreign", "small.*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, filepath.Join("testdata", "foreign", "gi.ngf")) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(Detect("", data)), data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		all := Formats()
		format := all[int(which)%len(all)].Format
		Detect("x", data)
		if format == FormatSGF {
			return
		}
		r, err := importTrees("x", data, format, sgf.Options{})
		if r == nil {
			t.Fatal("no result")
		}
		if err == nil && len(r.trees) == 0 {
			t.Fatal("got neither a tree nor an error")
		}
		if len(r.trees) == 0 {
			return
		}
		written, err := r.trees.AppendTo(nil)
		if err != nil {
			t.Fatalf("%v: cannot be written: %v", format, err)
		}
		file, err := sgf.LoadBytes(written, sgf.Options{Strict: true})
		if err != nil || !file.Trees.Equal(r.trees) {
			t.Fatalf("%v: %v: after writing and reading, the tree differs: %s", format, err, written)
		}
		for _, root := range r.trees {
			for _, to := range []Format{FormatJGOF, FormatUGF, FormatLines, FormatGIB, FormatGTP} {
				export, err := exporterOf(to)
				if err != nil {
					t.Fatal(err)
				}
				data, _, err := export(root)
				if err != nil || to == FormatGTP {
					continue
				}
				back, err := importTrees("x", data, to, sgf.Options{})
				if err != nil {
					t.Fatalf("%v cannot be read: %v: %q", to, err, data)
				}
				if got, want := stonesAndMoves(t, back.trees[0]), stonesAndMoves(t, root); got != want {
					t.Fatalf("%v from %v: got %s, want %s, in %q", to, format, got, want, data)
				}
			}
		}
	})
}

func stonesAndMoves(t *testing.T, root *sgf.Node) string {
	t.Helper()
	g, err := flatten(root)
	if err != nil {
		t.Fatal(err)
	}
	s := sgf.FormatSize(g.width, g.height)
	for _, at := range g.black {
		s += " b" + at.String()
	}
	for _, at := range g.white {
		s += " w" + at.String()
	}
	for _, m := range g.moves {
		if s += " " + m.color; !m.pass {
			s += m.at.String()
		}
	}
	return s
}
