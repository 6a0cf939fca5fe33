package recordfiles

import (
	"errors"
	"strings"
	"testing"

	"tengen/kifu"
)

// TestFormatWithManyFaults checks that a file is refused if it has more faults than are kept, because one of them may
// be about text that is lost.
func TestFormatWithManyFaults(t *testing.T) {
	text := "(;SZ[9]" + strings.Repeat(";B[aa]B[bb]", 1200) + ") lost text"
	read, err := kifu.LoadBytes([]byte(text), kifu.Options{})
	if err != nil || read.Omitted == 0 {
		t.Fatalf("got %v and %d omitted diagnostics, want some", err, read.Omitted)
	}
	for text, want := range map[string]bool{ // whether the file is left unchanged
		"(;CA[GB18030]GN[\xbf\xd7\xbd\xdc\xbe\xc5\xb6\xce])(;CA[Big5]GN[\xa7\xf5\xa9\xf7])": true,
		"(;CA[GBK]GN[\xbf\xd7\xbd\xdc\xbe\xc5\xb6\xce])(;CA[GB2312]GN[\xb9\xc5\xc1\xa6])":   false,
		"(;CA[UTF-8]GN[孔杰九段])(;CA[Big5]GN[x])":                                              false,
	} {
		r := (Formatting{}).File(File{Name: "a.sgf", Data: []byte(text)})
		if got := r.Err != nil; got != want {
			t.Errorf("%q: got %v and %q, want an error: %v", text, r.Err, r.Rewritten, want)
		}
	}
	file := File{Name: "a.sgf", Data: []byte(text)}
	if r := (Formatting{}).File(file); !errors.Is(r.Err, ErrFaults) {
		t.Errorf("got %v, want ErrFaults", r.Err)
	}
	if r := (Formatting{Force: true}).File(file); r.Err != nil || len(r.Rewritten) == 0 {
		t.Errorf("with Force: got %v and %d bytes", r.Err, len(r.Rewritten))
	}
}
