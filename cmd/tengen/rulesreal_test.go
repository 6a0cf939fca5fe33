package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tengen/internal/realgames"
)

// countedGames returns up to most records of real games without a handicap that two players counted under
// Japanese rules, and their results.
func countedGames(t *testing.T, most int) (files, results []string) {
	dir := t.TempDir()
	for game := range realgames.Games(t, "kgs") {
		winner, margin, _ := strings.Cut(game[realgames.Result], "+")
		points, err := strconv.ParseFloat(margin, 64)
		if err != nil || game[realgames.Rules] != "Japanese" || game[realgames.Setup] != "" || !strings.HasSuffix(game[realgames.Moves], "tttt") {
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.sgf", len(files)))
		if err := os.WriteFile(file, []byte(realgames.SGF(game, "KM["+game[realgames.Komi]+"]RU[Japanese]")), 0o644); err != nil {
			t.Fatal(err)
		}
		files, results = append(files, file), append(results, fmt.Sprintf("%s+%v", winner, points))
		if len(files) == most {
			break
		}
	}
	return files, results
}

// TestScoreAsPeopleDid scores real games, which often end with dame on the board, and compares with the scores
// of the players. Not all scores can agree, because dead stones are estimated and some records are wrong: 126
// of 150 agreed.
func TestScoreAsPeopleDid(t *testing.T) {
	files, results := countedGames(t, 40)
	got := tengen(t, "", nil, append([]string{"rules", "score", "--rules", "japanese", "--seed", "1", "--threads", "1", "--json"}, files...)...)
	right := 0
	for i, line := range strings.Split(strings.TrimSpace(got.stdout), "\n") {
		var r struct{ Result string }
		if err := json.Unmarshal([]byte(line), &r); err != nil || i >= len(results) {
			t.Fatalf("tengen rules score --json: got line %d, %q (JSON error: %v), stderr %s; want %d lines of JSON", i+1, line, err, got.stderr, len(results))
		}
		if r.Result == results[i] {
			right++
		} else {
			t.Logf("%s, and people found %s", line, results[i])
		}
	}
	if right < 26 {
		t.Errorf("%d of %d games are scored as the players did, want at least 26", right, len(files))
	}
}
