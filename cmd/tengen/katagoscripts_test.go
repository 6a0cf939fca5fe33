package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kataGoNet is the net that KataGo's recorded answers come from.
const kataGoNet = "../../../shared/models/g170-b6c96-s175395328-d26788732.bin.gz"

// kataGoTestSettings are the settings of the recording: KataGo's example configuration,
// overridden by the settings of its tests.
const kataGoTestSettings = "rules=tromp-taylor, allowResignation=true, resignThreshold=-0.90, resignConsecTurns=3, maxVisits=100, maxPlayouts=10000, " +
	"ponderingEnabled=false, maxTimePondering=60.0, lagBuffer=1.0, numSearchThreads=1, searchFactorAfterOnePass=0.50, searchFactorAfterTwoPass=0.25, " +
	"searchFactorWhenWinning=0.40, searchFactorWhenWinningThreshold=0.95, rootSymmetryPruning=false, logDir=, logFile=x.log, nnRandomize=false, forDeterministicTesting=true"

// TestKataGoScripts runs KataGo's own scripts and compares the answers with KataGo's. The numbers
// of answers and lines must be equal, and so must the words, except hashes, numbers with a decimal
// point, and results of a random search.
func TestKataGoScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("many whole programs: left out of short runs")
	}
	scripts, _ := filepath.Glob("../../../shared/testdata/katago-protocol/gtp/*.txt")
	own, _ := filepath.Glob("testdata/katago/*.txt")
	scripts = append(scripts, own...)
	if _, err := os.Stat(kataGoNet); err != nil {
		t.Skip("no net to play by: ", err)
	}
	for _, path := range scripts {
		t.Run(filepath.Base(path), func(t *testing.T) {
			script, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			recorded, err := os.ReadFile(path + ".stdout")
			if err != nil {
				t.Fatal(err)
			}
			m, _, out := newMain(t, "", nil)
			m.Stdin = strings.NewReader(string(script))
			if status := m.Run(t.Context(), []string{"gtp", "-model", kataGoNet, "-override-config", kataGoTestSettings}); status != 0 {
				t.Fatalf("status %d: %s", status, out[1])
			}
			if err := sameAnswers(string(script), out[0].String(), string(recorded)); err != nil {
				t.Error(err)
			}
		})
	}
}

// sameAnswers compares the answers to a script.
func sameAnswers(script, got, want string) error {
	var commands []string
	for line := range strings.Lines(script) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			commands = append(commands, strings.TrimLeft(strings.TrimSpace(line), "0123456789 "))
		}
	}
	a, b := answers(got), answers(want)
	if len(a) != len(b) || len(a) > len(commands) {
		return fmt.Errorf("%d answers to %d commands, KataGo gave %d", len(a), len(commands), len(b))
	}
	var diffs []string
	luck := false // whether the position depends on a search
	for i := range a {
		x, y := masked(commands[i], a[i], luck), masked(commands[i], b[i], luck)
		if len(x) != len(y) {
			diffs = append(diffs, fmt.Sprintf("%s\n  %d lines, KataGo has %d\n  got  %.300q\n  want %.300q", commands[i], len(x), len(y), a[i], b[i]))
		}
		for k := range min(len(x), len(y)) {
			if x[k] != y[k] {
				diffs = append(diffs, fmt.Sprintf("%s\n  got  %.300s\n  want %.300s", commands[i], x[k], y[k]))
			}
		}
		switch name, _, _ := strings.Cut(commands[i], " "); {
		case strings.HasPrefix(name, "genmove") || strings.HasSuffix(name, "genmove_analyze") || name == "place_free_handicap":
			luck = luck || strings.Join(a[i], "") != strings.Join(b[i], "")
		case name == "clear_board" || name == "boardsize" || name == "rectangular_boardsize" || name == "fixed_handicap":
			luck = false
		}
	}
	if len(diffs) > 0 {
		return fmt.Errorf("%d differences:\n%s", len(diffs), strings.Join(diffs, "\n"))
	}
	return nil
}

// answers splits the output of a program into answers, and these into lines.
func answers(text string) (list [][]string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?") {
			list = append(list, nil)
		}
		if n := len(list); n > 0 && line != "" {
			list[n-1] = append(list[n-1], line)
		}
	}
	return list
}

var (
	maskHash   = regexp.MustCompile(`HASH: [0-9A-F]{32}`)
	maskFloat  = regexp.MustCompile(`-?\b[0-9]+(\.[0-9]+(e[-+]?[0-9]+)?|e[-+]?[0-9]+)\b`)
	maskVertex = regexp.MustCompile(`\b([A-HJ-T][0-9]+|pass|resign|cancelled)\b`)
	maskRow    = regexp.MustCompile(`^( ?[0-9]+) [.XO0-9 ]+$`)
	maskMoves  = regexp.MustCompile(`(A[BW](\[[a-z]*\])+|;[BW]\[[a-z]*\])`)
)

// masked removes from the lines of an answer everything that may differ.
func masked(command string, lines []string, luck bool) []string {
	name, _, _ := strings.Cut(command, " ")
	if strings.HasSuffix(name, "_debug") || name == "debug_moves" || name == "kata-benchmark" {
		return []string{lines[0][:1]} // only the mark of success or failure
	}
	if strings.Contains(name, "analyze") {
		lines = slices.Compact(slices.Collect(func(yield func(string) bool) {
			for _, line := range lines {
				if !yield(infoKeys(line)) {
					return
				}
			}
		})) // the number of reports depends on the time
	}
	var list []string
	for _, line := range lines {
		line = maskHash.ReplaceAllString(line, "HASH")
		line = maskFloat.ReplaceAllString(line, "FLOAT")
		if strings.HasPrefix(name, "genmove") || strings.Contains(name, "search") || name == "place_free_handicap" || strings.Contains(name, "analyze") {
			line = maskVertex.ReplaceAllString(line, "VERTEX")
		}
		if luck {
			line = maskRow.ReplaceAllString(line, "$1 ROW")
			line = maskMoves.ReplaceAllString(line, "MOVES")
		}
		list = append(list, line)
	}
	return list
}

// infoKeys returns the keys of the first move of an analysis, and the keys after all moves.
func infoKeys(line string) string {
	if !strings.HasPrefix(line, "info ") {
		return line
	}
	words := strings.Fields(line)
	var keys []string
	for _, w := range words {
		if w == "info" && len(keys) > 0 {
			keys = keys[:0]
		}
		if c := w[0]; c >= 'a' && c <= 'z' && w != "pass" && w != "inf" && w != "nan" {
			keys = append(keys, w)
		}
	}
	return strings.Join(keys, " ")
}
