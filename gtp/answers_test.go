package gtp

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestReadAnswers(t *testing.T) {
	for _, c := range []struct{ out, want, partial string }{
		{"", "", ""},
		{"=1 D4\n\n", "=1:D4|", ""},
		{"=\n\n?\n\n", "=:|?:|", ""},
		{"\n\n\n=1 a\n\n\n\n=2 b\n\n", "=1:a|=2:b|", ""},
		{"=1\n  A B\n \n1 . .  \n\n", "=1:\n  A B\n\n1 . .|", ""},
		{"=1\ta\tb\r\n\r\n", "=1:a b|", ""},
		{"== no\n=x\n?!\n=1 yes\n= more\n\n", "=1:yes\n= more|", ""},
		{"? maybe\n?7 no\n\n", "?:maybe\n?7 no|", ""},
		{"noise\n=\n=0\n?1 x\n\n=2\n\n", "=:\n=0\n?1 x|=2:|", ""},
		{"=1 a\nb", "", "a\nb"},
		{"=1 a\n\n=2 b", "=1:a|", "=2 b"},
	} {
		var got strings.Builder
		partial := readAnswers(strings.NewReader(c.out), 1000, func(a answer) bool {
			fmt.Fprintf(&got, "%s:%s|", answerHead(a.failed, a.id), a.text)
			return true
		}, func(string) {}, func(int) {})
		if got.String() != c.want || partial != c.partial {
			t.Errorf("%q: got %q and %q, want %q and %q", c.out, got.String(), partial, c.want, c.partial)
		}
	}
}

// TestReadAnswersUnasked checks that a byte counts as unasked unless it is part of an
// answer to a command.
func TestReadAnswersUnasked(t *testing.T) {
	for _, c := range []struct {
		out     string
		unasked int
	}{
		{"=1 D4\n\n", 0},
		{"noise\n=1 D4\n\n", 6},
		{"\n \t\n\r\n\x01\n=1 D4\n\n\n", 9},
		{"=1 D4\n\n= x\n\n? y\nz\n\n", 12},
		{"=1 D4\n\n" + strings.Repeat("x", 5_000) + "\n", 5_001},
		{"=1 D4\n\n= x" + strings.Repeat("\nx", 5_000), 10_002}, // the second answer and its last line have no end
	} {
		answers, unasked := 0, 0
		readAnswers(strings.NewReader(c.out), 1000, func(answer) bool {
			answers++
			return answers == 1
		}, func(string) {}, func(bytes int) { unasked += bytes })
		if unasked != c.unasked {
			t.Errorf("%.40q: %d bytes unasked, want %d", c.out, unasked, c.unasked)
		}
	}
}

// TestReadAnswersWithoutEnd checks that lines and answers without end are reported
// while they continue, and that the answers after them are read.
func TestReadAnswersWithoutEnd(t *testing.T) {
	x := strings.Repeat("x", 20_000)
	for _, c := range []struct{ out, want string }{
		{x, "!"},
		{"=1 " + x, "!"},
		{"=1\n" + x, "!"},
		{"=1" + strings.Repeat(" a\n", 4_000), "!"},
		{strings.Repeat("\x00", 20_000), "!"},
		{x + "=1 y\n\n=2 b\n\n", "=2:b|"},
		{"=1 " + x + "\n\n=2 b\n\n", "=2:b|"},
	} {
		var got strings.Builder
		more := strings.NewReader(c.out)
		told := -1 // number of bytes read when the first error was reported
		readAnswers(more, 1000, func(a answer) bool {
			switch {
			case a.err == nil:
				fmt.Fprintf(&got, "%s:%s|", answerHead(a.failed, a.id), a.text)
			case told < 0:
				told = len(c.out) - more.Len()
			}
			return true
		}, func(string) {}, func(int) {})
		if want := strings.TrimPrefix(c.want, "!"); got.String() != want || told < 1000 || told > 3*4096 {
			t.Errorf("%.20q: got %q, reported after %d bytes, want %q, after 1000 to %d bytes", c.out, got.String(), told, want, 3*4096)
		}
	}
}

func FuzzReadAnswers(f *testing.F) {
	f.Add("noise\n=1 D4\n\n?2 no\nreally\r\n\r\n=3")
	f.Add("= " + strings.Repeat("x", 2000) + "\n\n=1\n\n")
	f.Fuzz(func(t *testing.T, out string) {
		const limit = 100
		readAnswers(io.LimitReader(strings.NewReader(out), 1<<20), limit, func(a answer) bool {
			if len(a.text) > limit || strings.HasSuffix(a.text, "\n") || a.err != nil && a.text != "" {
				t.Fatalf("%q is read as %+v", out, a)
			}
			return true
		}, func(line string) {
			if len(line) > limit+1+4096 { // the limit plus the buffer of a reader
				t.Fatalf("%q is kept", line)
			}
		}, func(int) {})
	})
}
