package kifu

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/ianaindex"

	"tengen/sgf"
)

// told lists everything that a reader of games yields, in order.
func told(games func(func(Game, error) bool)) (list []string) {
	for g, err := range games {
		text := fmt.Sprint(g.Number, g.Format, g.Alone, g.Notes, err)
		if g.Tree != nil {
			var b bytes.Buffer
			if _, err := Write(&b, WriteOptions{}, g.Tree); err != nil {
				text += err.Error()
			}
			text += b.String()
		}
		list = append(list, text)
	}
	return list
}

// TestStream compares reading a stream with reading the whole file.
func TestStream(t *testing.T) {
	t.Parallel()
	line := "src\t9\t6.5\tJapanese\t0\t\tB\tB+R\t1d\t2d\t2001-02-03\tccddeeff\n"
	for name, text := range map[string]string{
		"lines":       strings.Repeat(line, 3000) + "# a remark\n\n" + line + "no game\n" + strings.ReplaceAll(line, "cc", "zz") + strings.TrimSpace(line),
		"too long":    line + strings.Repeat("x", maxLine+5) + "\n" + line,
		"SGF":         "(;SZ[9];B[aa];W[bb])(;SZ[9];B[cc])",
		"one SGF":     "(;SZ[9];B[aa];W[bb])",
		"tangled":     "mail (see)\n(;SZ[9];B[aa])B[bb](;SZ[99];B[cc])(;GM[2])(;SZ[9];B[zz]C[x]](;SZ[9]GM[1];B[dd];W[e",
		"other games": "(;GM[2])(;GM[3])",
		"no game":     "hello",
		"nothing":     "",
		"binary":      "\x89PNG\r\n\x1a\n",
		"bad at once": "no game\n" + line,
	} {
		for _, o := range []Options{{}, {Skip: 2}, {Format: "lines"}, {Encoding: "UTF-8"}, {Name: "a.tsv"}} {
			got, want := told(Stream(iotest.HalfReader(strings.NewReader(text)), o)), told(Games([]byte(text), o))
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s, %+v: got %.300q, want %.300q", name, o, got, want)
			}
		}
	}
	for _, err := range Stream(strings.NewReader(line), Options{MaxNodes: 4}) {
		if !errors.Is(err, sgf.ErrTooLarge) {
			t.Errorf("a line with 5 nodes: got %v, want %v", err, sgf.ErrTooLarge)
		}
	}
	index := "42\t2011-02-03\t孔杰九段对局\tKong Jie\t中国\t古力九段对局\tGu Li\t中国\t黑中盘胜\t211\t60分\n"
	for encoding, marked := range map[string]string{"UTF-8": "\ufeff" + index, "UTF-16": index, "GB18030": index} {
		coding, err := ianaindex.IANA.Encoding(encoding)
		if err != nil {
			t.Fatal(err)
		}
		data, err := coding.NewEncoder().String(marked + strings.Repeat(index, 999))
		if err != nil {
			t.Fatal(err)
		}
		for _, forced := range []string{"", encoding} {
			games := 0
			for part, err := range Parts(strings.NewReader(data), Options{Encoding: forced}) {
				if err != nil || len(part.Trees) != 1 || part.Trees[0].Info().Black != "古力九段对局 Gu Li" || !strings.HasPrefix(part.Encoding, encoding) {
					t.Fatalf("%s, forced %q: got %+v, %v, want a game of 古力九段对局", encoding, forced, part, err)
				}
				games++
			}
			if games != 1000 {
				t.Errorf("%s, forced %q: got %d games, want 1000", encoding, forced, games)
			}
		}
		for g, err := range Games([]byte(data), Options{}) {
			if err != nil || g.Tree.Info().Black != "古力九段对局 Gu Li" {
				t.Fatalf("%s: got %+v, %v, want a game of 古力九段对局", encoding, g, err)
			}
		}
	}
	torn := io.MultiReader(strings.NewReader(strings.Repeat(line, 3000)), iotest.ErrReader(errors.New("the disk is gone")))
	n, last := 0, error(nil)
	for g, err := range Stream(torn, Options{}) {
		if n++; err != nil {
			if last = err; g.Number != 0 {
				t.Errorf("the error of the reader came with number %d, want 0", g.Number)
			}
		}
	}
	if n != 3001 || last == nil || !strings.Contains(last.Error(), "the disk is gone") {
		t.Errorf("got %d games, then %v, want 3001 and the error of the reader", n, last)
	}
	if !HasLines("", []byte(line)) || HasLines("", []byte("(;B[aa])")) {
		t.Error("HasLines does not tell a file with one game per line from SGF")
	}
}
