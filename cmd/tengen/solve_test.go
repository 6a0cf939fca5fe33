package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSolve(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "certificate")
	got := tengen(t, "", nil, "solve", "3x3", "--certificate", file)
	if want := "3x3: 9\n       9  B2\n    3..9  B3 A2 C2 B1\n      -9  A3 C3 A1 C1 pass\n"; got.status != 0 || got.stdout != want {
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
		if got := tengen(t, "", nil, append(args, "--force")...); got.status != 0 || got.stdout != "2x4 after A3: 8\n" {
			t.Errorf("got %v, want 8", got)
		}
	}
	if got := tengen(t, "", nil, "solve", "verify", file); got.status != 0 || !strings.Contains(got.stdout, "2x4 from ..X....., white to play: Black forces that Black leads by at least 8 in a game that ends") {
		t.Errorf("got %v, want a proof", got)
	}
	got := tengen(t, "", nil, "solve", "2x4", "--search", "--memory", "64", "--out", filepath.Join(dir, "whole"))
	turn, ok := strings.CutPrefix(got.stdout, "2x4: 8\n       8  ")
	if best := []string{"A2\n", "B2\n", "A3\n", "B3\n"}; got.status != 0 || !ok || !slices.Contains(best, turn) {
		t.Errorf("got %v, want 8 with a turn in the middle", got)
	}
	want := "3x3: 9\nwhere the bounds differ, neither player can force more if the opponent captures at most 8 times; cycles may matter\n" +
		"       9  B2\n    3..9  B3 A2 C2 B1\n      -9  A3 C3 A1 C1 pass\n"
	if got = tengen(t, "", nil, "solve", "3x3", "--search", "--all", "--memory", "64", "--out", filepath.Join(dir, "all")); got.status != 0 || got.stdout != want {
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
		"threshold-2 3x3 --at-least 9": "it cannot be searched",
		"verify /nowhere/certificate":  "no such file",
		"verify testdata/lrs-004.sgf":  "this is not a certificate",
	} {
		words := strings.Fields(args)
		if words[0] == "threshold-2" {
			words = append([]string{"threshold-2 3x3"}, words[2:]...)
		}
		words = append([]string{"solve"}, words...)
		if words[1] != "verify" {
			words = append(words, "--out", filepath.Join(t.TempDir(), "out"), "--memory", "64")
		}
		got := tengen(t, "", nil, words...)
		wantStatus := 2
		if words[1] == "verify" {
			wantStatus = 1
		}
		if got.status != wantStatus || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %v, want status %d and %q", args, got, wantStatus, want)
		}
	}
}
