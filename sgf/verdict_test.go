package sgf

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shared is a folder next to the repository with files that are not part of the
// project. Tests that need them are skipped if it is missing.
var shared = filepath.Join("..", "..", "shared")

func sharedFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared, "testdata", "sgf", folder, "*"))
	if err != nil || len(files) == 0 {
		t.Skipf("no files in %s", filepath.Join(shared, "testdata", "sgf", folder))
	}
	return files
}

func loadFile(t *testing.T, name string) (*File, error) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return LoadBytes(data, Options{})
}

// TestVerdicts checks that every file gets the verdict that its folder names.
func TestVerdicts(t *testing.T) {
	// Only a reader that knows Go can find the faults of these files: a record of
	// another game, and a move of three letters.
	wantsGo := []string{"backgammon.sgf", "extra_letter_in_move.sgf"}
	noSGF := []string{"escaping-output.txt", "COPYING"} // texts about the other files
	for _, test := range []struct {
		folder  string
		verdict func(f *File, worst Severity, any bool) string // returns "" if the file is as it should be
	}{
		{"valid", readable}, {"wild", readable}, {"encodings", readable},
		{"warning", func(f *File, worst Severity, any bool) string {
			if !any {
				return "it has no diagnostics"
			}
			return readable(f, worst, any)
		}},
		{"invalid", func(f *File, worst Severity, any bool) string {
			if worst < Error {
				return "no error was found"
			}
			return ""
		}},
	} {
		t.Run(test.folder, func(t *testing.T) {
			counts := map[Severity]int{}
			clean, nodes := 0, 0
			for _, file := range sharedFiles(t, test.folder) {
				base := filepath.Base(file)
				if slices.Contains(noSGF, base) {
					continue
				}
				f, err := loadFile(t, file)
				worst, any := worstOf(f)
				if test.folder == "invalid" && slices.Contains(wantsGo, base) {
					if worst == Error {
						t.Errorf("%s: got %v, want no errors, since only a reader that knows Go can find the fault", base, f.Diagnostics)
					}
					continue
				}
				if wrong := test.verdict(f, worst, any); wrong != "" {
					t.Errorf("%s: %s (%v)", base, wrong, err)
				}
				if any {
					counts[worst]++
				} else {
					clean++
				}
				for _, root := range f.Trees {
					nodes += len(nodesOf(root))
				}
				sameAgain(t, f.Trees)
			}
			t.Logf("%d files without diagnostics, %d with notes, %d with warnings, %d with errors; %d nodes", clean, counts[Note], counts[Warning], counts[Error], nodes)
		})
	}
}

func readable(f *File, worst Severity, _ bool) string {
	if worst == Error || len(f.Trees) == 0 {
		return fmt.Sprintf("it has errors: %v", firstError(f))
	}
	return ""
}

// TestEncodingsOfFiles checks that each file is read in the encoding that its name
// states.
func TestEncodingsOfFiles(t *testing.T) {
	want := map[string]struct{ encoding, contains string }{
		"chinese.sgf":                           {"GB18030", "围棋 is fun"},
		"complex.sgf":                           {"UTF-8", "Hey, welcome to the relay!"},
		"encoding-chinese-gb18030.sgf":          {"GB18030", "围棋是一种"},
		"encoding-cyrillic-windows.sgf":         {"windows-1251", "Го - древняя игра"},
		"encoding-japanese-iso2022jp.sgf":       {"ISO-2022-JP", "古代のゲーム"},
		"encoding-simplifiedchinese-gb2312.sgf": {"GB18030", "围棋是一种"},
		"encoding-simplifiedchinese-macos.sgf":  {"GB18030", "围棋是一种"},
		"encoding-traditionalchinese-macos.sgf": {"Big5", "圍棋是一種"},
		"encoding-utf16-nobom.sgf":              {"UTF-16BE", "Го - древняя игра"},
		"encoding-utf16-withbom.sgf":            {"UTF-16BE", "Го - древняя игра"},
		"encoding-utf8-nobom.sgf":               {"UTF-8", "Го - древняя игра"},
		"encoding-utf8-withbom.sgf":             {"UTF-8", "Го - древняя игра"},
		"encoding-western-isolatin9.sgf":        {"ISO-8859-15", "Œœ €"},
		"encoding-western-macosroman.sgf":       {"macintosh", "Œœ €"},
		"encoding-western-windowslatin1.sgf":    {"windows-1252", "Œœ €"},
		"japanese.sgf":                          {"Shift_JIS", "囲碁 is fun"},
		"japanese_bad.sgf":                      {"UTF-8", " is fun"},
		"korean.sgf":                            {"EUC-KR", "바둑 is fun"},
		"no-ca.sgf":                             {"GB18030", "黑先"},
		"utf16le.sgf":                           {"UTF-16LE", ""},
		"deep-game-tree.sgf":                    {"UTF-8", "5000 nodes deep"},
		"escaping.sgf":                          {"UTF-8", "Text : value : with"},
	}
	for _, file := range sharedFiles(t, "encodings") {
		base := filepath.Base(file)
		w, known := want[base]
		if !known {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := LoadBytes(data, Options{})
		var all strings.Builder
		for _, root := range f.Trees {
			for n := range root.All() {
				all.WriteString(n.Text("C"))
			}
		}
		if f.Encoding != w.encoding || w.contains != "" && !strings.Contains(all.String(), w.contains) {
			t.Errorf("%s was read as %s, want %s: %.200q", base, f.Encoding, w.encoding, all.String())
		}
	}
}

// TestAgainstSGFC compares with the output of SGFC, the program of the format's
// author, for its own test files. SGFC also corrects faults that only a game can
// find. This package does not, so the test compares only properties of the grammar.
func TestAgainstSGFC(t *testing.T) {
	sharedFiles(t, "sgfc")
	t.Run("escaping", escapeAsSGFC)
	t.Run("reorder", reorderAsSGFC)
	t.Run("test", readFaultsAsSGFC)
	t.Run("results", readResultsOfSGFC)
}

func loadSGFC(t *testing.T, name string) *File {
	t.Helper()
	f, err := loadFile(t, filepath.Join(shared, "testdata", "sgf", "sgfc", name))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func escapeAsSGFC(t *testing.T) {
	mine, theirs := loadSGFC(t, "escaping.sgf"), loadSGFC(t, "escaping-result.sgf")
	a, b := nodesOf(mine.Trees[0]), nodesOf(theirs.Trees[0])
	if len(a) != len(b) || len(mine.Diagnostics) > 0 {
		t.Fatalf("%d nodes, want %d; %v", len(a), len(b), mine.Diagnostics)
	}
	for i := range a {
		for _, p := range a[i].Properties {
			if p.Name == "AR" { // composed
				x, _ := a[i].Pair("AR")
				y, _ := b[i].Pair("AR")
				if Text(x.First) != Text(y.First) || Text(x.Second) != Text(y.Second) {
					t.Errorf("AR: %q, want %q", x, y)
				}
			} else if got, want := a[i].Text(p.Name), b[i].Text(p.Name); got != want {
				t.Errorf("%s: %q, want %q", p.Name, got, want)
			}
		}
	}
}

// reorderAsSGFC compares the trees and the values in them, which are the same. SGFC moves
// properties between nodes in order to reorder variations.
func reorderAsSGFC(t *testing.T) {
	mine, theirs := loadSGFC(t, "reorder.sgf"), loadSGFC(t, "reorder-result.sgf")
	if len(mine.Trees) != 2 || len(theirs.Trees) != 2 || firstError(mine) != nil {
		t.Fatalf("%d and %d trees, %v", len(mine.Trees), len(theirs.Trees), firstError(mine))
	}
	for _, name := range []string{"B", "C"} {
		if a, b := allValues(mine, name), allValues(theirs, name); !slices.Equal(a, b) {
			t.Errorf("%s: %q, want %q", name, a, b)
		}
	}
}

// readFaultsAsSGFC reads test.sgf, which has every kind of fault. SGFC reads 22 trees: it takes a
// variation that begins with FF or GM for a new game. This package does so only if ")" are missing
// at the end, since merged records have such variations. In this file no ")" is
// missing, so the games are variations.
func readFaultsAsSGFC(t *testing.T) {
	mine, theirs := loadSGFC(t, "test.sgf"), loadSGFC(t, "test-result.sgf")
	keep := func(f *File) (n int) {
		for _, v := range allValues(f, "N") {
			if v == "keep" {
				n++
			}
		}
		return n
	}
	// N[keep] marks the nodes that must survive. SGFC itself drops one of them.
	if a, b := keep(mine), keep(theirs); a < b {
		t.Errorf("%d marks survived, want at least %d", a, b)
	}
	for _, code := range []Code{CodeTextAround, CodeNoValue, CodeNoName, CodeEmptyVariation, CodeManyValues, CodeValue, CodeOldName, CodeDuplicate,
		CodeUnknownProperty, CodeMissingSemicolon, CodeNodeAfter, CodeTruncated, CodeEncodingUnknown} {
		if !slices.ContainsFunc(mine.Diagnostics, func(d Diagnostic) bool { return d.Code == code }) {
			t.Errorf("got no diagnostic %s, want one", code)
		}
	}
	if got := allValues(mine, "C"); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "illegal byte sequence: öüä ") }) {
		t.Errorf("the umlauts are missing: %q", got)
	}
}

// readResultsOfSGFC reads files that SGFC wrote. They have no faults, and their properties survive writing.
func readResultsOfSGFC(t *testing.T) {
	for _, name := range []string{"test-result.sgf", "test-roun-result.sgf", "reorder-result.sgf", "reorder-z-result.sgf", "escaping-result.sgf"} {
		f := loadSGFC(t, name)
		if worst, _ := worstOf(f); worst > Note || firstError(f) != nil {
			t.Errorf("%s: got %v, want at most notes", name, f.Diagnostics)
		}
		sameAgain(t, f.Trees)
	}
}

func allValues(f *File, name string) (all []string) {
	for _, root := range f.Trees {
		for n := range root.All() {
			all = append(all, n.Values(name)...)
		}
	}
	return all
}
