package recordfiles

import (
	"errors"
	"strings"
	"testing"

	"tengen/kifu"
)

func TestSafeName(t *testing.T) {
	for text, want := range map[string]string{
		"Honinbo Shusaku": "Honinbo_Shusaku", "../../etc/passwd": "etc_passwd", "a\\b:c*d?e\"f<g>h|i": "a_b_c_d_e_f_g_h_i",
		"吴清源": "吴清源", "  ": "", "1846-09-11,14,15": "1846-09-11_14_15", "-rf": "rf", "a\x00\n\u202eb": "a_b",
		strings.Repeat("吴", 100): strings.Repeat("吴", 20), "\xff\xfe": "",
	} {
		if got := safeName(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestEachLine checks the lines of a record with nested variations, and a record with very many variations.
func TestEachLine(t *testing.T) {
	lines := func(text string) (lines []string) {
		file, err := kifu.LoadBytes([]byte(text), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tree := file.Trees[0]
		want := CountLines(tree)
		err = EachLine(tree, func() error {
			var b strings.Builder
			_, err := kifu.Write(&b, kifu.WriteOptions{}, tree)
			lines = append(lines, strings.ReplaceAll(b.String(), "\n", ""))
			return err
		})
		if err != nil || len(lines) != want {
			t.Fatalf("%.100s: got %v and %d lines, want %d", text, err, len(lines), want)
		}
		return lines
	}
	for text, want := range map[string]string{
		"(;SZ[9])":             "(;SZ[9])",
		"(;SZ[9];B[aa];W[bb])": "(;SZ[9];B[aa];W[bb])",
		"(;SZ[9](;B[aa];W[bb](;B[cc]C[x]C[y])(;B[dd];W[ee]))(;B[ff])(;B[gg](;W[hh])(;W[ii])))": "(;SZ[9];B[aa];W[bb];B[cc]C[x]C[y]) " +
			"(;SZ[9];B[aa];W[bb];B[dd];W[ee]) (;SZ[9];B[ff]) (;SZ[9];B[gg];W[hh]) (;SZ[9];B[gg];W[ii])",
	} {
		if got := strings.Join(lines(text), " "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
	const wide = 10_000
	if last := lines("(;SZ[9]" + strings.Repeat("(;AB[aa]C[n])", wide-1) + "(;AB[bb]))")[wide-1]; last != "(;SZ[9];AB[bb])" {
		t.Errorf("got the last line %s", last)
	}
	comb := "(;SZ[9]" + strings.Repeat("(;B[])(;W[]", 2000) + strings.Repeat(")", 2001)
	if all := lines(comb); len(all) != 2001 || strings.Count(all[2000], ";") != 2001 {
		t.Errorf("got %d lines and a last line of %d nodes, want 2001 of both", len(all), strings.Count(all[len(all)-1], ";"))
	}
}

// TestEachLineStops checks that an error ends the iteration.
func TestEachLineStops(t *testing.T) {
	file, err := kifu.LoadBytes([]byte("(;SZ[9](;B[aa])(;B[bb]))"), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	full, calls := errors.New("the disk is full"), 0
	if err := EachLine(file.Trees[0], func() error { calls++; return full }); err != full || calls != 1 {
		t.Errorf("got %v after %d calls, want %v after 1", err, calls, full)
	}
}
