package sgf

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sameAgain writes a collection in every way and parses the result, which must be an
// equal collection. Writing that again must give the same bytes.
func sameAgain(t *testing.T, c Collection) {
	t.Helper()
	if len(c) == 0 {
		return
	}
	data, err := c.AppendTo(nil)
	if err != nil {
		t.Fatalf("a parsed collection cannot be written: %v", err)
	}
	again, err := LoadBytes(data, Options{Encoding: "UTF-8", Strict: true})
	if err != nil {
		t.Fatalf("a written collection cannot be parsed: %v\n%.300q", err, data)
	}
	if !again.Trees.Equal(c) {
		t.Fatalf("parse-write-parse is not the identity:\n%.300q", data)
	}
	data2, err := again.Trees.AppendTo(nil)
	if err != nil || string(data2) != string(data) {
		t.Fatalf("writing the trees again gave another text (error %v):\n%.300q\n%.300q", err, data, data2)
	}
	for _, canonical := range []bool{false, true} {
		sameEncoded(t, c, WriteOptions{Canonical: canonical})
	}
}

// sameEncoded writes and parses a collection without naming the encoding to the
// parser. Everything except CA and the order of properties must come back.
func sameEncoded(t *testing.T, c Collection, o WriteOptions) {
	t.Helper()
	data, _, err := c.Encode(o)
	if err != nil {
		t.Fatalf("%+v: a parsed collection cannot be written: %v", o, err)
	}
	again, err := Parse(data)
	if err != nil {
		t.Fatalf("%+v: a written collection cannot be parsed: %v\n%.300q", o, err, data)
	}
	data2, _, err := again.Encode(o)
	if err != nil || string(data2) != string(data) {
		t.Fatalf("%+v: writing the trees again gave another text (error %v):\n%.300q\n%.300q", o, err, data, data2)
	}
	if len(again) != len(c) {
		t.Fatalf("%+v: %d trees became %d", o, len(c), len(again))
	}
	for i := range c {
		a, b := nodesOf(c[i]), nodesOf(again[i])
		if len(a) != len(b) {
			t.Fatalf("%+v: %d nodes became %d", o, len(a), len(b))
		}
		for j := range a {
			sameNode(t, a[j], b[j], j == 0, o)
		}
	}
}

func nodesOf(root *Node) []*Node { return slices.Collect(root.All()) }

func sameNode(t *testing.T, a, b *Node, root bool, o WriteOptions) {
	t.Helper()
	if len(a.Children) != len(b.Children) {
		t.Fatalf("%+v: %d variations became %d", o, len(a.Children), len(b.Children))
	}
	names := func(n *Node) (all []string) {
		for _, p := range n.Properties {
			if p.Name != "CA" || !root {
				all = append(all, p.Name)
			}
		}
		if o.Canonical {
			slices.Sort(all)
			all = slices.Compact(all)
		}
		return all
	}
	if !slices.Equal(names(a), names(b)) {
		t.Fatalf("%+v: the properties %q became %q", o, names(a), names(b))
	}
	for _, name := range names(a) {
		was := a.Values(name)
		if o.Canonical { // it writes LF for every line break
			was = slices.Clone(was)
			for i, raw := range was {
				was[i] = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n").Replace(raw)
			}
		}
		if !slices.Equal(was, b.Values(name)) {
			t.Fatalf("%+v: %s%q became %q", o, name, was, b.Values(name))
		}
	}
}

// FuzzParse checks that parsing ends for any bytes, that its diagnostics have places
// in the file, and that the trees survive writing and parsing.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "(;)", "(;A[1];B[2](;C[3])(;D[4]))", "(GM[1](B[aa])(White[bb]))", "(;C[a\\]b\\\nc", "((;A[1])(;B[2]))",
		"junk (see [1]) (;A[1]) junk (;B[2]))", "\ufeff(;AB[aa:cc] [dd]\r\n)", "(;a1B2[]c[])", "(;A[1]()(;B[2]));C[3]",
		"(;A[1])B[2]", "(;B[aa;W[bb];C[;W[x])", "(;GM[1](;FF[4](;GM[2]", "(;CA[GB2312]C[\xbb\xb7\\])", "\xff\xfe(\x00;\x00]\x00)\x00",
		"(;C[\x1b$B0O\x1b(B])", "(;FF[3]CA[utf8]ST[1]KO[1]DM[3]x yB[aa][bb]B[])", "(;[aa][bb]C[1]]日)",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lenient, err := LoadBytes(data, Options{})
		if (err == nil) != (len(lenient.Trees) > 0) {
			t.Fatalf("got %d trees and the error %v, want an error exactly without trees", len(lenient.Trees), err)
		}
		for _, d := range lenient.Diagnostics {
			if d.Offset < 0 || d.Offset > len(data) || d.Line < 1 || d.Column < 1 || d.Wrong == "" {
				t.Fatalf("a diagnostic without a place in the file: %+v", d)
			}
		}
		sameAgain(t, lenient.Trees)
		strict, err := LoadBytes(data, Options{Strict: true})
		if (err == nil) != (firstError(lenient) == nil) {
			t.Fatalf("strict: got %v, want an error exactly if lenient has one, which is %v", err, firstError(lenient))
		}
		if err == nil && !strict.Trees.Equal(lenient.Trees) {
			t.Fatal("a file without errors has other trees in strict mode than in lenient mode")
		}
		sameAgain(t, strict.Trees)
		limited, err := LoadBytes(data, Options{MaxNodes: 3, MaxDepth: 2})
		n := 0
		for _, root := range limited.Trees {
			n += len(nodesOf(root))
		}
		if n > 3 {
			t.Fatalf("%d nodes, error %v, want at most 3 nodes", n, err)
		}
	})
}

// FuzzWrite writes trees that were built by a program. The parser must return equal trees.
// Trees that cannot be written must give an error and leave dst unchanged.
func FuzzWrite(f *testing.F) {
	f.Add("C", "text", "AB", "aa", uint64(1))
	f.Add("c", "]", "", "\\", uint64(2))
	f.Add("FF", "4", "CA", "GB2312", uint64(3))
	f.Add("FF", "4;H[", "B", "aa;W[bb", uint64(0))
	f.Add("LB", "aa:a", "LB", "日\xff", uint64(4))
	f.Fuzz(func(t *testing.T, name1, value1, name2, value2 string, shape uint64) {
		r := rand.New(rand.NewPCG(shape, 0))
		root := new(Node)
		nodes := []*Node{root}
		for range 1 + r.IntN(6) {
			n := nodes[r.IntN(len(nodes))]
			n.Properties = append(n.Properties, Property{name1, []string{value1}}, Property{name2, []string{value2, value1}})
			nodes = append(nodes, n.NewChild())
		}
		c := Collection{root}
		data, err := c.AppendTo([]byte("x"))
		if err != nil {
			if string(data) != "x" {
				t.Fatalf("after the error %v dst is %q, want \"x\"", err, data)
			}
			return
		}
		read, err := LoadBytes(data[1:], Options{Encoding: "UTF-8", Strict: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range nodesOf(root) {
			for j, p := range n.Properties {
				for k, raw := range p.Values {
					if got := nodesOf(read.Trees[0])[i].Properties[j].Values[k]; got != validUTF8(raw) {
						t.Fatalf("%q came back as %q, want %q", raw, got, validUTF8(raw))
					}
				}
			}
		}
		sameAgain(t, read.Trees)
	})
}

// TestRandomTrees checks that the parser returns equal trees for trees built by a program.
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
					n.Add(randomString(r, 1+r.IntN(3), "ABWZ"), Escape(randomString(r, r.IntN(8), "a:;[](\\)\r\n\t日本é\x1b")))
				}
			}
		}
		sameAgain(t, c)
	}
}

func randomString(r *rand.Rand, length int, alphabet string) string {
	letters := []rune(alphabet)
	b := make([]rune, length)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}
