package gtp

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		line string
		want Command
		ok   bool
	}{
		{"name", Command{Name: "name", Args: []string{}}, true},
		{"7 play b D4\r\n", Command{"7", "play", []string{"b", "D4"}}, true},
		{"  genmove\tw  # thinks\n", Command{Name: "genmove", Args: []string{"w"}}, true},
		{"ko\x00m\x7fi\x1b 6.5", Command{Name: "komi", Args: []string{"6.5"}}, true},
		{"\ufeffname", Command{Name: "name", Args: []string{}}, true},
		{"99999999999999999999 name", Command{"99999999999999999999", "name", []string{}}, true},
		{"12", Command{ID: "12"}, true},
		{"1x y", Command{Name: "1x", Args: []string{"y"}}, true},
		{"-1 name", Command{Name: "-1", Args: []string{"name"}}, true},
		{"loadsgf caf\xe9\u00a0x.sgf", Command{Name: "loadsgf", Args: []string{"caf\xe9\u00a0x.sgf"}}, true},
		{"", Command{}, false},
		{" \t\r\n", Command{}, false},
		{"# 1 name", Command{}, false},
		{"\x01\x02", Command{}, false},
	} {
		got, ok := ParseCommand(c.line)
		if ok != c.ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %+v %v, want %+v %v", c.line, got, ok, c.want, c.ok)
		}
	}
}

func TestFormatAnswer(t *testing.T) {
	for _, c := range []struct {
		failed         bool
		id, text, want string
	}{
		{false, "", "", "=\n\n"},
		{false, "3", "", "=3\n\n"},
		{false, "", "D4", "= D4\n\n"},
		{true, "12", "illegal move", "?12 illegal move\n\n"},
		{false, "", "a\n\n\nb\n \t\nc\n\n", "= a\nb\nc\n\n"},
		{false, "1", "\n   A B\n 2 . .\n", "=1\n   A B\n 2 . .\n\n"},
		{false, "", "a\r\n\x00\r\nb", "= a\nb\n\n"},
		{false, "", "\n\n\n", "=\n\n"},
		{false, "", "白 B+3\xff", "= 白 B+3\xff\n\n"},
	} {
		if got := FormatAnswer(c.failed, c.id, c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestParseColor(t *testing.T) {
	for word, want := range map[string]Color{"b": Black, "B": Black, "Black": Black, "w": White, "WHITE": White} {
		if got, err := ParseColor(word); got != want || err != nil {
			t.Errorf("%q: got %v, %v", word, got, err)
		}
	}
	for _, word := range []string{"", "x", "blacks", "bl"} {
		if got, err := ParseColor(word); err == nil || err.Error() != "syntax error" {
			t.Errorf("%q: got %v, %v", word, got, err)
		}
	}
	if Black.String() != "b" || White.String() != "w" {
		t.Error("a colour's name")
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, s := range []string{"1 play b D4", "a#b", "\t\x00\xff", "007", "\ufeff\ufeff1", "= 3", "\xef\x1c\xbb\xbf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := ParseCommand(line)
		if !ok {
			if !reflect.DeepEqual(c, Command{}) {
				t.Fatalf("%q: not a command but %+v", line, c)
			}
			return
		}
		if strings.ContainsAny(c.String(), "\r\n\t#") {
			t.Fatalf("%q: %q", line, c)
		}
		if strings.Contains(c.String(), "\ufeff") {
			return // this is dropped only at the very beginning of the input
		}
		again, ok := ParseCommand(c.String())
		if !ok || again.String() != c.String() {
			t.Fatalf("%q: %q is read as %q, %v", line, c, again, ok)
		}
	})
}

func FuzzFormatAnswer(f *testing.F) {
	f.Add("1", "a\n\nb")
	f.Add("", "\n\n")
	f.Add("", "0\n=0")
	f.Fuzz(func(t *testing.T, id, text string) {
		if id != "" && !isNumber(id) {
			return
		}
		got := FormatAnswer(false, id, text)
		if !strings.HasPrefix(got, "="+id) || strings.Index(got, "\n\n") != len(got)-2 {
			t.Fatalf("%q", got)
		}
		n := 0
		readAnswers(strings.NewReader("noise\n"+got), 1<<20, func(a answer) bool {
			n++
			if a.err != nil || a.failed || a.id != id {
				t.Fatalf("%q is read as %+v", got, a)
			}
			return true
		}, func(string) {}, func(int) {})
		if n != 1 {
			t.Fatalf("%q is read as %d answers", got, n)
		}
	})
}
