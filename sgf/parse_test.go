package sgf

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// draw writes a collection without line breaks between nodes.
func draw(t testing.TB, c Collection) string {
	t.Helper()
	data, err := c.AppendTo(nil)
	if err != nil {
		t.Fatalf("a parsed collection cannot be written: %v", err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		b.WriteString(strings.TrimSuffix(line, "\n"))
	}
	return b.String()
}

func TestParse(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"smallest", "(;)", "(;)"},
		{"sequence and variations", "(;A[1];B[2](;C[3];D[4])(;E[5]))", "(;A[1];B[2](;C[3];D[4])(;E[5]))"},
		{"several trees", "(;A[1])(;B[2])\n(;C[3])", "(;A[1])(;B[2])(;C[3])"},
		{"several values", "(;AB[aa] [bb]\n[cc:dd])", "(;AB[aa][bb][cc:dd])"},
		{"blanks", " ( ; A [1] \r\n ; \t B\v[2] ) \n", "(;A[1];B[2])"},
		{"blanks in values stay", "(;A[ 1 ])", "(;A[ 1 ])"},
		{"empty values", "(;B[];W[ ])", "(;B[];W[ ])"},
		{"empty nodes", "(;;;B[aa];)", "(;;;B[aa];)"},
		{"escapes stay", `(;C[a\]b\\]N[\:];B[aa])`, `(;C[a\]b\\]N[\:];B[aa])`},
		{"brackets in values", "(;C[(;[a])", "(;C[(;[a])"},
		{"private properties", "(;KGSDE[aa]ZZZZZZZZZZ[\x00\x01é])", "(;KGSDE[aa]ZZZZZZZZZZ[\x00\x01é])"},
		{"smileys before", "Hi (;-) see below (;_;)\n(;A[1])", "(;A[1])"},
		{"UTF-16 without a mark", "\x00(\x00;\x00)", "(;)"},
		{"a game inside another", "(;GM[1](;GM[1]))", "(;GM[1];GM[1])"},
		{"needless parentheses", "(;A[1](;B[2]))", "(;A[1];B[2])"},
		{"order of properties", "(;B[aa]A[1]C[x]A[2])", "(;B[aa]A[1]C[x]A[2])"},

		{"byte order mark", "\ufeff(;A[1])", "(;A[1])"},
		{"mail before", "From: me (home)\nSubject: (See [1])\n\n(;A[1])", "(;A[1])"},
		{"text between and after", "(;A[1]) next one: (;B[2])\n--\nbye\x1a", "(;A[1])(;B[2])"},
		{"byte order mark between", "(;A[1])\n\ufeff(;B[2])", "(;A[1])(;B[2])"},
		{"FF[3] names", "(;White[aa]AddBlack[bb]SiZe[9]BlackRank[1d])", "(;W[aa]AB[bb]SZ[9]BR[1d])"},
		{"lower-case names", "(;b[aa]sz[9])", "(;B[aa]SZ[9])"},
		{"digits in names", "(;A1[x]M12[y])", "(;A1[x]M12[y])"},
		{"no semicolon at the root", "(GM[1]SZ[9];B[aa])", "(;GM[1]SZ[9];B[aa])"},
		{"no semicolon in a variation", "(;A[1](B[2])(C[3];D[4]))", "(;A[1](;B[2])(;C[3];D[4]))"},
		{"node after a variation", "(;A[1](;B[2]);C[3])", "(;A[1](;B[2])(;C[3]))"},
		{"empty variation", "(;A[1]()(;B[2])(()))", "(;A[1];B[2])"},
		{"trees in parentheses", "((;A[1])(;B[2]))", "(;A[1])(;B[2])"},
		{"spare parenthesis at the end", "(;A[1]))\n", "(;A[1])"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := Parse([]byte(test.in))
			if err != nil {
				t.Fatalf("%q: %v", test.in, err)
			}
			if got := draw(t, c); got != test.want {
				t.Errorf("%q\n got %q\nwant %q", test.in, got, test.want)
			}
		})
	}
}

// TestParseErrors checks the place and the text of errors, and that the trees hold
// everything before the error.
func TestParseErrors(t *testing.T) {
	tests := []struct {
		name, in, kept string
		kind           error
		message        string
	}{
		{"empty", "", "", ErrNotSGF, "line 1, column 1 (offset 0): not an SGF file: the file is empty or blank"},
		{"blank", "\n \n", "", ErrNotSGF, "line 3, column 1 (offset 3): not an SGF file: the file is empty or blank"},
		{"prose", "\nI want (to run); [hide]", "", ErrNotSGF,
			`line 2, column 1 (offset 1): not an SGF file: no "(;" anywhere, the file begins with "I want (to run); [hide]"`},
		{"no parenthesis", "(;A[1](;B[2]", "(;A[1];B[2])", ErrTruncated,
			`line 1, column 13 (offset 12): the file ends too early: 2 ")" missing`},
		{"in a value", "(;A[1]\n;C[two\nlines", "(;A[1];)", ErrTruncated,
			`line 3, column 6 (offset 19): the file ends too early: no "]" for the value "two\nlines" of C that begins in line 2, column 3`},
		{"in a later value", "(;AB[aa][b", "(;AB[aa])", ErrTruncated,
			`line 1, column 11 (offset 10): the file ends too early: no "]" for the value "b" of AB that begins in line 1, column 9`},
		{"after a backslash", `(;C[a\]b\\\`, `(;)`, ErrTruncated,
			`line 1, column 12 (offset 11): the file ends too early: no "]" for the value "a\\]b\\\\\\" of C that begins in line 1, column 4`},
		{"in a name", "(;A[1];W", "(;A[1];)", ErrTruncated,
			`line 1, column 9 (offset 8): the file ends too early: after the name "W"`},
		{"in the second tree", "(;A[1])(;B[2]", "(;A[1])(;B[2])", ErrTruncated,
			`line 1, column 14 (offset 13): the file ends too early: 1 ")" missing`},
		{"no name", "(;A[1];[aa])", "(;A[1];)", nil,
			`line 1, column 8 (offset 7): expected the name of a property before "["`},
		{"no value", "(;A[1];LONGER;B[aa])", "(;A[1];)", nil,
			`line 1, column 14 (offset 13): expected "[" after the name "LONGER", found ";"`},
		{"spare bracket", "(;A[1]\r\n;C[日本]])", "(;A[1];C[日本])", nil,
			`line 2, column 7 (offset 18): this "]" closes nothing; inside a value it is written "\]"`},
		{"foreign character", "\ufeff(;A[1]、)", "(;A[1])", nil,
			`line 1, column 7 (offset 9): expected a property, ";", "(" or ")", found "、"`},
		{"property after a variation", "(;A[1](;B[2])C[3])", "(;A[1];B[2])", nil,
			`line 1, column 14 (offset 13): expected ";", "(" or ")" after a variation, found "C"`},
		{"a game inside another", "(;GM[1];B[aa](;W[bb]\n(;FF[4];B[cc])(;GM[1])", "(;GM[1];B[aa];W[bb])", nil,
			`line 2, column 1 (offset 21): a game begins inside another one, 2 ")" missing`},
		{"no bracket", "(;B[aa\n;W[bb])", "(;)", nil,
			`line 1, column 4 (offset 3): the value of B that begins here has no "]" before the next node`},
		{"closed too early", "(;A[1]);B[2])", "(;A[1])", nil,
			`line 1, column 8 (offset 7): more nodes, but the game tree is closed already: a ")" before this is one too many, or a "(" is missing`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := Parse([]byte(test.in))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Unwrap() != test.kind {
				t.Fatalf("%q: error %v is not a SyntaxError of kind %v", test.in, err, test.kind)
			}
			if err.Error() != test.message {
				t.Errorf("%q\n got %s\nwant %s", test.in, err, test.message)
			}
			if got := draw(t, c); got != test.kept {
				t.Errorf("%q: kept %q, want %q", test.in, got, test.kept)
			}
		})
	}
}

// TestTruncationLosesNothing cuts a file off at every offset and checks that all
// complete values before it are kept.
func TestTruncationLosesNothing(t *testing.T) {
	const file = `(;FF[4]C[a \] b](;B[aa][];W[bb])(;AB[cc][dd:ee]N[x]))`
	whole, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	all := values(whole)
	for cut := len("(;"); cut < len(file); cut++ {
		part, err := Parse([]byte(file[:cut]))
		if !errors.Is(err, ErrTruncated) {
			t.Fatalf("cut at %d: got the error %v, want %v", cut, err, ErrTruncated)
		}
		draw(t, part)
		got, complete := values(part), strings.Count(strings.ReplaceAll(file[:cut], `\]`, ""), "]")
		if len(got) < complete || !slices.Equal(got[:complete], all[:complete]) {
			t.Fatalf("cut at %d: got %q, want the first %d of %q", cut, got, complete, all)
		}
	}
}

func values(c Collection) (all []string) {
	for _, root := range c {
		for n := range root.All() {
			for _, p := range n.Properties {
				all = append(all, p.Values...)
			}
		}
	}
	return all
}

// TestDepth reads deep and hostile files. The time and the stack that they need must
// be in proportion to their length.
func TestDepth(t *testing.T) {
	const depth = 100_000
	deep := strings.Repeat("(;", depth) + strings.Repeat(")", depth)
	for name, in := range map[string]string{
		"nested":     deep,
		"sequence":   "(" + strings.Repeat(";", depth) + ")",
		"variations": "(;" + strings.Repeat("(;)", depth-1) + ")",
		"comb":       strings.Repeat("(;(;)", depth/2) + strings.Repeat(")", depth/2),
		"wrapped":    strings.Repeat("(", depth) + deep + strings.Repeat(")", depth),
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Parse([]byte(in))
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for range c[0].All() {
				n++
			}
			if len(c) != 1 || n != depth {
				t.Fatalf("%d trees, %d nodes, want 1 and %d", len(c), n, depth)
			}
			sameAgain(t, c)
		})
	}
	for name, in := range map[string]string{
		"open":       strings.Repeat("(;", depth),
		"no tree":    strings.Repeat("(", depth),
		"mail":       strings.Repeat("( (AB ", depth),
		"names":      "(;" + strings.Repeat("N", depth),
		"backslash":  "(;C[" + strings.Repeat("\\", depth),
		"line break": strings.Repeat("\r\n", depth),
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Parse([]byte(in))
			if err == nil {
				t.Fatal("no error")
			}
			sameAgain(t, c)
		})
	}
}

func TestRead(t *testing.T) {
	c, err := Read(iotest.OneByteReader(strings.NewReader("(;A[1])")))
	if err != nil || draw(t, c) != "(;A[1])" {
		t.Errorf("byte by byte: got %s, %v, want (;A[1])", draw(t, c), err)
	}
	broken := fmt.Errorf("unplugged")
	c, err = Read(io.MultiReader(strings.NewReader("(;A[1];B[2"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || draw(t, c) != "(;A[1];)" {
		t.Errorf("a reader that fails: got %s, %v, want (;A[1];) and %v", draw(t, c), err, broken)
	}
	for _, limit := range []int64{1, 100, 10_000_000} {
		if f, err := Load(endless{}, Options{MaxBytes: limit}); !errors.Is(err, ErrTooLarge) || len(f.Trees) > 0 {
			t.Errorf("an endless reader: got %d trees and the error %v, want no trees and %v", len(f.Trees), err, ErrTooLarge)
		} else if want := fmt.Sprintf("the file is too large: it has more than %d bytes", limit); err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
	if f, err := Load(strings.NewReader("(;)"), Options{MaxBytes: 3}); err != nil || len(f.Trees) != 1 {
		t.Errorf("a file of exactly the largest size: got %d trees, %v, want 1 tree", len(f.Trees), err)
	}
	if _, err := LoadBytes([]byte("(;)"), Options{MaxBytes: 2}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a file above the largest size: got %v, want %v", err, ErrTooLarge)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
