package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tengen/internal/usage"
	"tengen/solve"
)

func TestSolve(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "certificate")
	got := tengen(t, "", nil, "solve", "3x3", "--certificate", file)
	if want := "3x3: 9\n       9  B2\n    3..9  B3 A2 C2 B1\n      -9  A3 C3 A1 C1 pass\nbest play: B2 A3\n"; got.status != 0 || got.stdout != want {
		t.Errorf("got %v, want %s", got, want)
	}
	proved := "3x3, black to play: Black forces that Black leads by at least 9 in a game that ends: proved with 26 states\n"
	if got := tengen(t, "", nil, "solve", "verify", file); got.status != 0 || got.stdout != proved {
		t.Errorf("got %v, want %s", got, proved)
	}
	if got := tengen(t, "", nil, "solve", "verify", "--json", file); got.status != 0 || !strings.Contains(got.stdout, `"lead":9,"finite":true`) {
		t.Errorf("got %v, want the claim as JSON", got)
	}
	if got := tengen(t, "", nil, "solve", "3x3", "--certificate", file); got.status != 1 || !strings.Contains(got.stderr, "already exists") {
		t.Errorf("got %v, want an error about the existing file", got)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, "solve", "verify", file); got.status != 1 || got.stdout != "" {
		t.Errorf("a damaged certificate: got %v, want status 1", got)
	}
}

// TestSolveBySearch solves a game after a first turn by a search, with a certificate.
func TestSolveBySearch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "certificate")
	args := []string{"solve", "2x4", "--first", "A3", "--memory", "64", "--out", filepath.Join(dir, "out"), "--certificate", file}
	for range 2 { // the second time from the checkpoint
		if got := tengen(t, "", nil, append(args, "--force")...); got.status != 0 || !strings.HasPrefix(got.stdout, "2x4 after A3: 8\nbest play: ") {
			t.Errorf("got %v, want 8", got)
		}
	}
	if got := tengen(t, "", nil, "solve", "verify", file); got.status != 0 || !strings.Contains(got.stdout, "2x4 from ..X....., white to play: Black forces that Black leads by at least 8 in a game that ends") {
		t.Errorf("got %v, want a proof", got)
	}
	got := tengen(t, "", nil, "solve", "2x4", "--search", "--memory", "64", "--out", filepath.Join(dir, "whole"))
	rest, ok := strings.CutPrefix(got.stdout, "2x4: 8\n       8  ")
	turn, line, _ := strings.Cut(rest, "\nbest play: ")
	if best := []string{"A2", "B2", "A3", "B3"}; got.status != 0 || !ok || !slices.Contains(best, turn) || !strings.HasPrefix(line, turn+" ") {
		t.Errorf("got %v, want 8 with a turn in the middle", got)
	}
	want := "3x3: 9\nwhere the bounds differ, neither player can force more if the opponent captures at most 8 times; cycles may matter\n" +
		"       9  B2\n    3..9  B3 A2 C2 B1\n      -9  A3 C3 A1 C1 pass\nbest play: B2 "
	if got = tengen(t, "", nil, "solve", "3x3", "--search", "--all", "--memory", "64", "--out", filepath.Join(dir, "all")); got.status != 0 || !strings.HasPrefix(got.stdout, want) {
		t.Errorf("got %v, want %q", got, want)
	}
	got = tengen(t, "", nil, "solve", "3x3", "--first", "A1", "--at-least", "9", "--losses", "1", "--memory", "64", "--out", filepath.Join(dir, "other"))
	if got.status != 1 || !strings.Contains(got.stderr, "the claim cannot be forced if the opponent captures at most 1 time") {
		t.Errorf("got %v, want status 1", got)
	}
}

func TestSolveMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"19x19":                        "For 361 points it would need about 10^108 states, which takes about 10^",
		"nowhere":                      `"nowhere" is not a board`,
		"3x3 --first Z9":               "--first: ",
		"3x3 --at-least 1 --at-most 2": "--at-least and --at-most exclude each other",
		"3x3 --all --first B2":         "--all excludes --first",
		"3x3 --all --certificate x":    "--all excludes --first",
		"3x3 --at-least 10":            "a lead of 10 is not possible on 9 points",
		"3x3 --losses 14":              "--losses 14: expected 0 to 13",
		"infinite":                     "is infinite: it cannot be solved",
		"threshold-2 3x3 --at-least 9": "it cannot be searched",
		"verify /nowhere/certificate":  "no such file",
		"verify testdata/lrs-004.sgf":  "this is not a certificate",
	} {
		words := strings.Fields(args)
		if words[0] == "threshold-2" {
			words = append([]string{"threshold-2 3x3"}, words[2:]...)
		}
		words = append([]string{"solve"}, words...)
		out := filepath.Join(t.TempDir(), "out")
		if words[1] != "verify" {
			words = append(words, "--out", out, "--memory", "64")
		}
		got := tengen(t, "", nil, words...)
		wantStatus := 2
		if words[1] == "verify" {
			wantStatus = 1
		}
		if entries, err := os.ReadDir(out); err == nil {
			t.Errorf("%s left a folder with %d files", args, len(entries))
		}
		if got.status != wantStatus || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %v, want status %d and %q", args, got, wantStatus, want)
		}
	}
}

// TestSolveUnsaved solves boards whose last checkpoint cannot be written: the value is printed and the certificate is
// written before the error. A checkpoint of another board is refused.
func TestSolveUnsaved(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "certificate")
	if err := os.Mkdir(filepath.Join(dir, "table.part"), 0o777); err != nil {
		t.Fatal(err)
	}
	args := []string{"solve", "2x4", "--first", "A3", "--memory", "64", "--out", dir, "--certificate", file, "--force"}
	got := tengen(t, "", nil, args...)
	if got.status != 1 || !strings.HasPrefix(got.stdout, "2x4 after A3: 8\n") || !strings.Contains(got.stderr, "table was not written: ") {
		t.Errorf("got %+v, want 8 and an error about the checkpoint", got)
	}
	if got := tengen(t, "", nil, "solve", "verify", file); got.status != 0 {
		t.Errorf("the certificate: got %+v", got)
	}
	if err := os.Remove(filepath.Join(dir, "table.part")); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, args...); got.status != 0 {
		t.Errorf("2x4 again: got %+v", got)
	}
	args[1], args[3] = "3x3", "B2"
	if got := tengen(t, "", nil, args...); got.status != 2 || !strings.Contains(got.stderr, "is not a checkpoint of a search on this board") {
		t.Errorf("3x3 in the folder of 2x4: got %+v, want status 2", got)
	}
}

// TestSolveFullDisk checks the message about a full disk.
func TestSolveFullDisk(t *testing.T) {
	err := fullFolder(&solve.SaveError{Path: "d/table", Bytes: 3e9, Err: syscall.ENOSPC}, "d", 3e9)
	if _, ok := errors.AsType[*usage.Error](err); !ok || !strings.Contains(err.Error(), "the disk of the folder d is full: a checkpoint needs up to 3 GB there") {
		t.Errorf("got %v, want an error of usage with an estimate", err)
	}
	if other := errors.New("other"); fullFolder(other, "d", 1) != other {
		t.Error("other errors change")
	}
}

// TestVerifyNames checks which names of boards a verified certificate may have.
func TestVerifyNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "certificate")
	if got := tengen(t, "", nil, "solve", "3x3", "--certificate", file); got.status != 0 {
		t.Fatal(got)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	body, _, _ := strings.Cut(string(data), "sha256 ")
	for name, want := range map[string]string{
		"3x3":             "3x3, black to play",
		"5x5":             "a graph of 9 points, called 5x5, black to play",
		"threshold-2 3x3": "a graph of 9 points, called threshold-2 3x3, black to play",
		"my board":        "a graph of 9 points, called my board, black to play",
	} {
		text := strings.Replace(body, "board 3x3\n", "board "+name+"\n", 1)
		text += fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(text)))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := tengen(t, "", nil, "solve", "verify", file); got.status != 0 || !strings.HasPrefix(got.stdout, want) {
			t.Errorf("%s: got %+v, want %q", name, got, want)
		}
	}
}
