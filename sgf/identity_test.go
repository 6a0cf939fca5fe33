package sgf

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzParse: whatever the bytes, parsing ends, and what it gives is the same
// after writing and parsing again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "(;)", "(;A[1];B[2](;C[3])(;D[4]))", "(GM[1](B[aa])(White[bb]))", "(;C[a\\]b\\\nc", "((;A[1])(;B[2]))",
		"junk (see [1]) (;A[1]) junk (;B[2]))", "\ufeff(;AB[aa:cc] [dd]\r\n)", "(;a1B2[]c[])", "(;A[1]()(;B[2]));C[3]",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err == nil && len(c) == 0 {
			t.Fatal("neither trees nor an error")
		}
		if e, ok := err.(*SyntaxError); ok && (e.Offset < 0 || e.Offset > len(data) || e.Line < 1 || e.Column < 1) {
			t.Fatalf("an error that is nowhere: %v", e)
		}
		sameAgain(t, c)
	})
}

// TestRandomTrees: trees that were built, not parsed, come back as well.
func TestRandomTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var c Collection
		for range 1 + r.IntN(3) {
			nodes := []*Node{new(Node)}
			c = append(c, nodes[0])
			for range r.IntN(40) {
				n := nodes[r.IntN(len(nodes))].NewChild()
				nodes = append(nodes, n)
				for range r.IntN(4) {
					n.Add(randomString(r, 1+r.IntN(3), "ABWZ"), Escape(randomString(r, r.IntN(8), "a:;[](\\)\r\n\t日\xff")))
				}
			}
		}
		sameAgain(t, c)
	}
}

func randomString(r *rand.Rand, length int, alphabet string) string {
	b := make([]byte, length)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// TestFiles parses every file of a collection of real ones, if it is there: the
// folder testdata/sgf in the folder "shared" beside the module, or in the one
// that TENGEN_SHARED names. Files in other encodings than UTF-8 are among them.
func TestFiles(t *testing.T) {
	shared := os.Getenv("TENGEN_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "shared")
	}
	for _, test := range []struct {
		folder string
		good   bool // every file has to be without errors
	}{{"valid", true}, {"warning", true}, {"wild", true}, {"sgfc", false}, {"invalid", false}, {"other-formats", false}} {
		t.Run(test.folder, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(shared, "testdata", "sgf", test.folder, "*"))
			if err != nil || len(files) == 0 {
				t.Skipf("no files in %s: set TENGEN_SHARED to the folder that has them", filepath.Join(shared, "testdata", "sgf", test.folder))
			}
			parsed, trees, nodes := 0, 0, 0
			var failures []string
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				c, err := Parse(data)
				sameAgain(t, c)
				n := 0
				for _, root := range c {
					for range root.All() {
						n++
					}
				}
				trees, nodes = trees+len(c), nodes+n
				if err == nil {
					parsed++
					continue
				}
				failures = append(failures, fmt.Sprintf("%s: %v (%d trees, %d nodes kept)", filepath.Base(file), err, len(c), n))
			}
			slices.Sort(failures)
			t.Logf("%d of %d files without error, %d trees, %d nodes\n%s", parsed, len(files), trees, nodes, strings.Join(failures, "\n"))
			if test.good && len(failures) > 0 {
				t.Fail()
			}
		})
	}
}
