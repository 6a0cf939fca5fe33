package sgf

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func parse(t *testing.T, file string) Collection {
	t.Helper()
	c, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAccess(t *testing.T) {
	n := parse(t, `(;AB[aa][bb]C[\[a\]]AB[cc]N[])`)[0]
	if got := n.Values("AB"); !slices.Equal(got, []string{"aa", "bb", "cc"}) {
		t.Errorf("values of a duplicate property: got %q, want aa, bb and cc", got)
	}
	if v, ok := n.Value("N"); v != "" || !ok || !n.Has("N") {
		t.Errorf("an empty value: got %q, %v, want \"\", true", v, ok)
	}
	if v, ok := n.Value("X"); v != "" || ok || n.Has("X") || n.Values("X") != nil || n.Text("X") != "" {
		t.Errorf("a missing property: got %q, %v, want \"\", false", v, ok)
	}
	if n.Text("C") != "[a]" || n.SimpleText("C") != "[a]" {
		t.Errorf("got the text %q and the simple text %q, want [a] for both", n.Text("C"), n.SimpleText("C"))
	}
}

func TestSetAndAdd(t *testing.T) {
	const file = "(;A[1][2]B[3]A[4]C[5])"
	for _, test := range []struct {
		name string
		do   func(n *Node)
		want string
	}{
		{"set in place", func(n *Node) { n.Set("A", "x", "y") }, "(;A[x][y]B[3]C[5])"},
		{"set new", func(n *Node) { n.Set("D", "x") }, "(;A[1][2]B[3]A[4]C[5]D[x])"},
		{"remove", func(n *Node) { n.Set("A") }, "(;B[3]C[5])"},
		{"remove a missing property", func(n *Node) { n.Set("D") }, file},
		{"add", func(n *Node) { n.Add("B", "x", "y") }, "(;A[1][2]B[3][x][y]A[4]C[5])"},
		{"add new", func(n *Node) { n.Add("D", "x") }, "(;A[1][2]B[3]A[4]C[5]D[x])"},
		{"add nothing", func(n *Node) { n.Add("D") }, file},
		{"add to itself", func(n *Node) { n.Add("B", n.Values("A")...) }, "(;A[1][2]B[3][1][2][4]A[4]C[5])"},
	} {
		c := parse(t, file)
		test.do(c[0])
		if got := draw(t, c); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestValuesAreNotShared checks that a node's values do not change through a slice
// that was passed to Set or returned by Values.
func TestValuesAreNotShared(t *testing.T) {
	given := []string{"aa", "bb"}
	var n Node
	n.Set("AB", given...)
	given[0] = "zz"
	out := n.Values("AB")
	n.Add("AB", "cc")
	_ = append(out, "yy")
	if got := n.Values("AB"); !slices.Equal(got, []string{"aa", "bb", "cc"}) {
		t.Errorf("got %q, want aa, bb and cc", got)
	}
}

func TestWalksStop(t *testing.T) {
	root := parse(t, "(;A[1];B[2](;C[3])(;D[4]))")[0]
	for _, walk := range []struct {
		name string
		want string
	}{{"All", "1234"}, {"MainLine", "123"}} {
		seq := root.All()
		if walk.name == "MainLine" {
			seq = root.MainLine()
		}
		for stop := 1; stop <= len(walk.want); stop++ {
			var got strings.Builder
			for n := range seq {
				got.WriteString(n.Properties[0].Values[0])
				if got.Len() == stop {
					break
				}
			}
			if got.String() != walk.want[:stop] {
				t.Errorf("%s until %d: got %s, want %s", walk.name, stop, got.String(), walk.want[:stop])
			}
		}
	}
}

func TestEqual(t *testing.T) {
	files := []string{
		"(;A[1];B[2](;C[3])(;D[4]))", "(;A[1];B[2](;C[3];D[4]))", "(;A[1];B[2](;D[4])(;C[3]))",
		"(;A[1];B[2](;C[3])(;D[x]))", "(;A[1];B[2](;C[3])(;E[4]))", "(;A[1];B[2][2](;C[3])(;D[4]))",
		"(;A[1];B[2](;C[3])(;D[4]))(;)", "(;A[1]B[2](;C[3])(;D[4]))", "(;B[2]A[1](;C[3])(;D[4]))",
	}
	for i, a := range files {
		for j, b := range files {
			if got := parse(t, a).Equal(parse(t, b)); got != (i == j) {
				t.Errorf("%s equals %s: got %v, want %v", a, b, got, i == j)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	c := parse(t, "(;A[1];B[2](;C[3];D[4])(;E[5]))(;F[6])")
	var b bytes.Buffer
	if err := Write(&b, c); err != nil {
		t.Fatal(err)
	}
	const want = "(;A[1]\n;B[2]\n(;C[3]\n;D[4])\n(;E[5]))\n(;F[6])\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	full := errors.New("disk full")
	if err := Write(failing{full}, c); !errors.Is(err, full) {
		t.Errorf("a writer that fails: got %v, want %v", err, full)
	}
	if data, err := Collection(nil).AppendTo([]byte("x")); err != nil || string(data) != "x" {
		t.Errorf("an empty collection: got %q, %v, want \"x\"", data, err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return iotest.ErrReader(f.err).Read(nil) }

func TestWriteErrors(t *testing.T) {
	for _, test := range []struct {
		p    Property
		want string
	}{
		{Property{"", []string{"x"}}, `"" is not the name of a property, which has upper-case letters`},
		{Property{"a", []string{"x"}}, `"a" is not the name of a property, which has upper-case letters`},
		{Property{"1A", []string{"x"}}, `"1A" is not the name of a property, which has upper-case letters`},
		{Property{"A B", []string{"x"}}, `"A B" is not the name of a property, which has upper-case letters`},
		{Property{"B", nil}, "B has no value, not even an empty one"},
		{Property{"C", []string{"a]b"}}, `the value "a]b" of C is not escaped`},
		{Property{"B", []string{"aa; W[bb"}}, `the value "aa; W[bb" of B would be read as a node with a missing bracket; its ";" has to be escaped`},
		{Property{"C", []string{`fine\]`, `\\\`}}, `the value "\\\\\\" of C is not escaped`},
	} {
		c := parse(t, "(;)(;A[1];B[2])")
		c[1].Children[0].Properties[0] = test.p
		data, err := c.AppendTo([]byte("before"))
		if want := "tree 2 of 2 cannot be written: node 2: " + test.want; err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", test.p, err, want)
		}
		if string(data) != "before" {
			t.Errorf("%q: after the error dst is %q, want \"before\"", test.p, data)
		}
		var b bytes.Buffer
		if Write(&b, c) == nil || b.Len() > 0 {
			t.Errorf("%q: Write wrote %q, want an error and nothing written", test.p, b.String())
		}
	}
}
