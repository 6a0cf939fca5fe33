package kifu

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cuts returns the numbers of the games that lack moves or stones, and whether the file
// breaks off in the last game.
func cuts(t *testing.T, name, text string) (numbers []int, breaksOff bool) {
	t.Helper()
	for game := range Games([]byte(text), Options{Name: name}) {
		if breaksOff {
			t.Errorf("%s: game %d comes after the game in which the file breaks off", name, game.Number)
		}
		if game.Cut != nil {
			numbers = append(numbers, game.Number)
			breaksOff = errors.Is(game.Cut, io.ErrUnexpectedEOF)
		}
	}
	return numbers, breaksOff
}

// TestCut checks that Cut reports a record that breaks off at any byte, unknown handicap
// stones, and wrong moves.
func TestCut(t *testing.T) {
	t.Parallel()
	record := "(;GM[1]SZ[9]C[a \\] b];B[aa](;W[bb]C[x];B[cc])(;W[dd]))"
	for n := range record {
		if numbers, breaksOff := cuts(t, "a.sgf", record[:n]); n > 2 && (!breaksOff || !slices.Equal(numbers, []int{1})) {
			t.Errorf("%d bytes: got %v, %v, want game 1 to break off", n, numbers, breaksOff)
		}
	}
	for text, want := range map[string][]int{
		record:                   nil,
		record + "\n(;SZ[9];B[a": {2},
		record + "(;GM[2]SZ[8];B[aa])(;SZ[9];B[aa]": {3},
		"(;SZ[9];B[aa])(;GM[2]SZ[8];B[aa]":          {2},
		"Hello (;SZ[9];B[aa]];W[b(b];B[zz])) bye":   nil, // it has faults, but is complete
	} {
		if numbers, breaksOff := cuts(t, "a.sgf", text); !slices.Equal(numbers, want) || breaksOff != (want != nil) {
			t.Errorf("%s: got %v, %v, want %v, %v", text, numbers, breaksOff, want, want != nil)
		}
	}
	if numbers, breaksOff := cuts(t, "a.gib", "INI 0 1 12 &4\nSTO 0 2 1 4 4\n"); len(numbers) != 1 || breaksOff {
		t.Errorf("twelve handicap stones: got %v, %v, want one game and false", numbers, breaksOff)
	}
	noted := strings.Repeat("remark\n", 2*maxNotes) + "STO 0 2 1 4 99\n"
	if numbers, breaksOff := cuts(t, "a.gib", noted); len(numbers) != 1 || breaksOff {
		t.Errorf("a wrong move after many notes: got %v, %v, want one game and false", numbers, breaksOff)
	}
	line := "x\t9\t7\t\t\t\tB\t\t\t\t\taabb"
	for _, o := range []Options{{Name: "a.tsv"}, {Name: "a.tsv", Encoding: "latin1"}} {
		var numbers []int
		for game, err := range Games([]byte(line+"\n"+line+"zz\n"+line), o) {
			if game.Cut != nil || err != nil {
				numbers = append(numbers, game.Number)
			}
		}
		if !slices.Equal(numbers, []int{2}) {
			t.Errorf("three lines, the second with a wrong move, %+v: got %v, want game 2", o, numbers)
		}
	}
}

// TestCutNotes checks that notes about other things do not count as cuts.
func TestCutNotes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"small.gib": "", "small.ngf": "", "small.jgof": "", "small.ugf": "comment was left out", "gi.ngf": "the first player", "small.kifu": "an index", "small.tsv": "",
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "foreign", name))
		if err != nil {
			t.Fatal(err)
		}
		if numbers, _ := cuts(t, name, string(data)); numbers != nil {
			t.Errorf("%s: got cuts in the games %v, want none", name, numbers)
		}
		var notes []string
		for game := range Games(data, Options{Name: name}) {
			notes = append(notes, game.Notes...)
		}
		if all := strings.Join(notes, "\n"); !strings.Contains(all, want) {
			t.Errorf("%s: got the notes %q, want %q", name, notes, want)
		}
	}
	for name, text := range map[string]string{
		"a.jgof": `{"width":9,"height":9,"moves":[[4,4]],"move_tree":{"x":1},"ai_reviews":{"x":1}}`,
		"a.gib":  "STO 0 2 1 4 4\n" + strings.Repeat("; the moves from here on were left out\n", 2*maxNotes),
	} {
		if numbers, _ := cuts(t, name, text); numbers != nil {
			t.Errorf("%s: got cuts in the games %v, want none", name, numbers)
		}
	}
}
