package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// countedGames are so many records of real games that two people counted under Japanese
// rules: the files, and what they found.
func countedGames(t *testing.T, most int) (files, results []string) {
	path := filepath.Join(realGames, "kgs.tsv.xz")
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("no real games: %v", err)
	}
	defer f.Close()
	r, err := xz.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && len(files) < most {
		c := strings.Split(lines.Text(), "\t")
		_, margin, _ := strings.Cut(c[7], "+")
		points, err := strconv.ParseFloat(margin, 64)
		if err != nil || c[3] != "Japanese" || c[5] != "" || !strings.HasSuffix(c[11], "tttt") {
			continue // resigned, with a handicap, or not played to the end
		}
		var b strings.Builder
		fmt.Fprintf(&b, "(;FF[4]GM[1]SZ[%s]KM[%s]RU[Japanese]", c[1], c[2])
		for i := 0; i+2 <= len(c[11]); i += 2 {
			fmt.Fprintf(&b, ";%c[%s]", "BW"[i/2%2], c[11][i:i+2])
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.sgf", len(files)))
		if err := os.WriteFile(file, []byte(b.String()+")"), 0o644); err != nil {
			t.Fatal(err)
		}
		files, results = append(files, file), append(results, fmt.Sprintf("%c+%v", c[7][0], points))
	}
	return files, results
}

// TestScoreAsPeopleDid counts real games, which people stop while there are dame. What is
// dead is estimated, and some records are wrong, so that not all can be right: 126 of 150 were.
func TestScoreAsPeopleDid(t *testing.T) {
	files, results := countedGames(t, 40)
	got := tengen(t, "", nil, append([]string{"rules", "score", "--rules", "japanese", "--seed", "1", "--threads", "1", "--json"}, files...)...)
	right := 0
	for i, line := range strings.Split(strings.TrimSpace(got.stdout), "\n") {
		var r struct{ Result string }
		if err := json.Unmarshal([]byte(line), &r); err != nil || i >= len(results) {
			t.Fatalf("%v: %q, %s", err, line, got.stderr)
		}
		if r.Result == results[i] {
			right++
		} else {
			t.Logf("%s, and people found %s", line, results[i])
		}
	}
	if right < 26 {
		t.Errorf("%d of %d games are counted as people did", right, len(files))
	}
}
