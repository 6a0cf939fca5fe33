package sgf

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLenient reads files with mistakes and checks the trees and the diagnostics.
func TestLenient(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
		said           []string // severity, code, offset
	}{
		{"nothing wrong", "(;FF[4]GM[1];B[aa])", "(;FF[4]GM[1];B[aa])", nil},
		{"text around", "Hello\n(;A[1]) and (;B[2]) bye", "(;A[1])(;B[2])",
			[]string{"note text-around 0", "note unknown-property 8", "note text-around 14", "note text-around 26"}},
		{"smileys", "(;SZ[9];B[aa])\n;-) nice (;-) bye (; -)\n(;B[bb]) (;-)", "(;SZ[9];B[aa])(;B[bb])", []string{"note text-around 15", "note text-around 48"}},
		{"a node after blanks", "(;B[aa])(; \n B[bb]);\n\nW[cc])", "(;B[aa])(;B[bb];W[cc])", []string{"error closed-early 19"}},
		{"stray bracket", "(;B[aa]];W[bb])", "(;B[aa];W[bb])", []string{"error stray-bracket 7"}},
		{"foreign text", "(;B[aa] is best! ;W[bb], C[x])", "(;B[aa];W[bb]C[x])", []string{"error name-no-value 11", "error foreign-text 23"}},
		{"name without a value", "(;B;W[bb]N(;C[x]))", "(;;W[bb];C[x])", []string{"error name-no-value 3", "error name-no-value 10"}},
		{"value without a name", "(;[aa][bb] N[x])", "(;N[x])", []string{"error value-no-name 2"}},
		{"missing bracket", "(;B[aa;W[bb] ;AW[cc][dd\n ;\n B[ee]C[a;B[aa])", "(;B[aa];W[bb];AW[cc][dd];B[ee]C[a;B[aa])",
			[]string{"error missing-bracket 3", "error missing-bracket 20"}},
		{"missing bracket at the end", "(;B[aa;W[bb;W[cc])", "(;B[aa];W[bb];W[cc])", []string{"error missing-bracket 3", "error missing-bracket 8"}},
		{"half a value at the end", "(;B[aa];W[b", "(;B[aa];)", []string{"error truncated 11", "error truncated 11"}},
		{"missing parentheses", "(;B[aa](;W[bb](;B[cc])", "(;B[aa];W[bb];B[cc])", []string{"error truncated 22"}},
		{"closed too early", "(;B[aa]);W[bb])", "(;B[aa];W[bb])", []string{"error closed-early 8"}},
		{"closed too early, old version", "(;FF[3]CA[UTF-8];B[aa]);W[bb])", "(;FF[3]CA[UTF-8];B[aa];W[bb])",
			[]string{"warning property-version 7", "error closed-early 23"}},
		{"closed twice too early", "(;B[aa]);W[bb]);B[cc])", "(;B[aa];W[bb];B[cc])", []string{"error closed-early 8", "error closed-early 15"}},
		{"closed too early, variations", "(;B[aa](;W[bb])(;W[cc])));W[dd])", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))", []string{"error closed-early 25"}},
		{"property after a variation", "(;B[aa](;W[bb])C[x]N[y])", "(;B[aa](;W[bb])(;C[x]N[y]))", []string{"error property-no-place 15"}},
		{"properties after the end", "(;B[aa])C[x]N[y]", "(;B[aa];C[x]N[y])", []string{"error closed-early 8", "error truncated 16"}},
		{"a game in another", "(;GM[1];B[aa](;W[bb](;GM[1]FF[4];B[cc])(;C[x])", "(;GM[1];B[aa];W[bb])(;GM[1]FF[4];B[cc])(;C[x])", []string{"error unclosed 20"}},
		{"games in games", "(;GM[1](;GM[1](;GM[1](;GM[1]", "(;GM[1])(;GM[1])(;GM[1])(;GM[1])", []string{"error unclosed 7", "error unclosed 14", "error unclosed 21", "error truncated 28"}},
		{"games as variations", "(;GM[1](;GM[1])(;GM[1]))", "(;GM[1](;GM[1])(;GM[1]))", nil},
		{"old names", "(;Black[aa]White[bb];White[cc];Black[dd])", "(;B[aa]W[bb];W[cc];B[dd])", []string{"note old-name 2", "note old-name 11"}},
		{"no semicolons", "(B[aa](W[bb])(W[cc]))", "(;B[aa](;W[bb])(;W[cc]))",
			[]string{"warning missing-semicolon 1", "warning missing-semicolon 7", "warning missing-semicolon 14"}},
		{"node after a variation", "(;B[aa](;W[bb]);W[cc])", "(;B[aa](;W[bb])(;W[cc]))", []string{"warning node-after-variation 15"}},
		{"nothing in parentheses", "(;B[aa]())", "(;B[aa])", []string{"warning empty-variation 8"}},
		{"one too many", "(;B[aa]))\n", "(;B[aa])", []string{"warning spare-parenthesis 8"}},
		{"twice the same", "(;AB[aa]AB[bb]XX[1]XX[2];XX[3])", "(;AB[aa]AB[bb]XX[1]XX[2];XX[3])",
			[]string{"warning duplicate-property 8", "note unknown-property 14", "warning duplicate-property 19"}},
		{"several values", "(;B[aa][bb]AB[cc][dd])", "(;B[aa][bb]AB[cc][dd])", []string{"warning too-many-values 2"}},
		{"values", "(;HA[two]KM[6,5]DM[3]KO[x]PL[x]MN[-1]BL[ 3.]GB[2]SZ[19x19])", "(;HA[two]KM[6,5]DM[3]KO[x]PL[x]MN[-1]BL[ 3.]GB[2]SZ[19x19])",
			[]string{"warning value 4", "warning value 11", "warning value 18", "warning value 23", "warning value 28"}},
		{"versions", "(;ST[1]FF[3](;L[aa]AR[aa:bb]))(;FF[7]L[aa])(;FF[1]OT[x])", "(;ST[1]FF[3];L[aa]AR[aa:bb])(;FF[7]L[aa])(;FF[1]OT[x])",
			[]string{"warning property-version 2", "warning property-version 19", "warning version 34", "warning property-version 45", "warning property-version 50"}},
		{"names of one encoding", "(;CA[GBK])(;CA[gb2312])", "(;CA[GBK])(;CA[gb2312])", nil},
		{"different encodings", "(;CA[utf-8])(;CA[UTF8])(;CA[Big5])", "(;CA[utf-8])(;CA[UTF8])(;CA[Big5])", []string{"warning encoding-mixed 25"}},
	} {
		f, err := LoadBytes([]byte(test.in), Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := draw(t, f.Trees); got != test.want {
			t.Errorf("%s: %q\n got %q\nwant %q", test.name, test.in, got, test.want)
		}
		var said []string
		for _, d := range f.Diagnostics {
			said = append(said, fmt.Sprintf("%v %s %d", d.Severity, d.Code, d.Offset))
			if d.Wrong == "" || d.Assumed == "" {
				t.Errorf("%s: got %+v, want a text in Wrong and in Assumed", test.name, d)
			}
		}
		if !slices.Equal(said, test.said) {
			t.Errorf("%s: %q\n got %q\nwant %q", test.name, test.in, said, test.said)
		}
	}
}

func TestDiagnosticString(t *testing.T) {
	f, _ := LoadBytes([]byte("(;B[aa]\n;KM[six])"), Options{})
	if got, want := f.Diagnostics[0].String(), `line 2, column 4 (offset 11): warning: KM: "six" is not a number; it was kept as it is`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if firstError(f) != nil {
		t.Errorf("a file with a warning: got the error %v, want none", firstError(f))
	}
	f, err := LoadBytes([]byte("no"), Options{})
	if got, want := f.Diagnostics[0].String(), `line 1, column 1 (offset 0): error: not an SGF file: no "(;" anywhere, the file begins with "no"`; got != want || !errors.Is(err, ErrNotSGF) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if !errors.Is(firstError(f), ErrNotSGF) {
		t.Errorf("got the error %v, want %v", firstError(f), ErrNotSGF)
	}
}

// worstOf returns the highest severity among the diagnostics, or false.
func worstOf(f *File) (Severity, bool) {
	worst := Note
	for _, d := range f.Diagnostics {
		worst = max(worst, d.Severity)
	}
	return worst, len(f.Diagnostics) > 0
}

// firstError returns the first error among the diagnostics, or nil.
func firstError(f *File) error {
	for _, d := range f.Diagnostics {
		if d.Severity == Error {
			return d.syntaxError()
		}
	}
	return nil
}

// TestStrict checks that the first error ends reading, and that warnings do not.
func TestStrict(t *testing.T) {
	f, err := LoadBytes([]byte("(KM[six];B[aa]];W[bb]];B[cc])"), Options{Strict: true})
	if got := draw(t, f.Trees); got != "(;KM[six];B[aa])" {
		t.Errorf("kept %s, want (;KM[six];B[aa])", got)
	}
	if want := `line 1, column 15 (offset 14): this "]" closes nothing; inside a value it is written "\]"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if n := len(f.Diagnostics); n != 3 || f.Diagnostics[2].Assumed != "" {
		t.Errorf("got %v, want 3 diagnostics, the last without an assumption", f.Diagnostics)
	}
}

func TestLimits(t *testing.T) {
	for _, test := range []struct {
		options Options
		in      string
		kept    string
		message string
	}{
		{Options{MaxNodes: 3}, "(;A[1];A[2];A[3])", "(;A[1];A[2];A[3])", ""},
		{Options{MaxNodes: 2}, "(;A[1];A[2];A[3])", "(;A[1];A[2])", "line 1, column 13 (offset 12): the file is too large: more than 2 nodes"},
		{Options{MaxNodes: 2}, "(;A[1])(;A[2])(;A[3])", "(;A[1])(;A[2])", "line 1, column 17 (offset 16): the file is too large: more than 2 nodes"},
		{Options{MaxNodes: 2, Strict: true}, "(;A[1](A[2])A[3])", "(;A[1];A[2])", "line 1, column 13 (offset 12): expected \";\", \"(\" or \")\" after a variation, found \"A\""},
		{Options{MaxDepth: 2}, "(;A[1](;A[2])(;A[3]))", "(;A[1](;A[2])(;A[3]))", ""},
		{Options{MaxDepth: 2}, "(;A[1](;A[2])(;A[3];A[4]))", "(;A[1](;A[2])(;A[3]))", "line 1, column 21 (offset 20): the file is too large: more than 2 nodes deep"},
	} {
		f, err := LoadBytes([]byte(test.in), test.options)
		if got := draw(t, f.Trees); got != test.kept {
			t.Errorf("%s: kept %s, want %s", test.in, got, test.kept)
		}
		if test.message == "" {
			if err != nil {
				t.Errorf("%s: got the error %v, want none", test.in, err)
			}
		} else if err == nil || err.Error() != test.message || !test.options.Strict && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: got the error %v, want %s", test.in, err, test.message)
		}
	}
}

// TestManyDiagnostics checks that the number of diagnostics is bounded and that
// errors do not get lost among warnings.
func TestManyDiagnostics(t *testing.T) {
	f, err := LoadBytes([]byte("(;"+strings.Repeat("KM[x]", 5000)+"])"), Options{})
	if err != nil || len(f.Diagnostics) != MaxDiagnostics+1 || f.Omitted != 2*5000-1-MaxDiagnostics || firstError(f) == nil {
		t.Errorf("got %v, %d kept, %d omitted, first error %v, want %d kept, %d omitted and an error", err, len(f.Diagnostics), f.Omitted, firstError(f),
			MaxDiagnostics+1, 2*5000-1-MaxDiagnostics)
	}
}

// TestColumnsOfDiagnostics checks the lines and columns of many diagnostics in one line and in several lines. Each
// column is counted from the diagnostic before it. If it were counted from the beginning of the line, the long line
// would take many times as long.
func TestColumnsOfDiagnostics(t *testing.T) {
	for _, between := range []string{"", "é", "\n", "黒\r\n白", "\n\r\r", strings.Repeat("x", 5000)} {
		text := "(;C[黒]" + strings.Repeat("KM[x]C[日本 "+between+"]", MaxDiagnostics/2) + "])"
		f, err := LoadBytes([]byte(text), Options{Encoding: "UTF-8"})
		if err != nil || len(f.Diagnostics) < MaxDiagnostics/2 {
			t.Fatalf("%.20q: got %d diagnostics, %v", between, len(f.Diagnostics), err)
		}
		if len(between) > 1000 {
			f.Diagnostics = f.Diagnostics[len(f.Diagnostics)-10:]
		}
		for _, d := range f.Diagnostics {
			line, column := position{}.after(text[:d.Offset])
			if d.Line != line || d.Column != column {
				t.Fatalf("%.20q: got line %d, column %d for the offset %d, want line %d, column %d", between, d.Line, d.Column, d.Offset, line, column)
			}
		}
	}
}
