package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// twogtp runs the referee of another program: two games of tengen against itself, and two games of tengen against GNU
// Go. The rules do not allow suicide, because GNU Go supports no other rules.
func (r clientRig) twogtp(t *testing.T) {
	command := strings.Fields(os.Getenv("TENGEN_TWOGTP"))
	if len(command) == 0 {
		t.Skip("TENGEN_TWOGTP does not say how to start a twogtp, GoGui's or gomill's")
	}
	help, _ := r.run(t, time.Minute, append(slices.Clone(command), "-help")...) // GoGui's fails after it
	referee := r.gomill
	switch {
	case strings.Contains(help, "-referee"):
		referee = r.gogui
	case !strings.Contains(help, "--sgfbase"):
		t.Fatalf("TENGEN_TWOGTP is neither GoGui's twogtp nor gomill's: %s", help)
	}
	player := r.program + " gtp --threads 1 --visits 8 --seed %d --log-level error%s"
	t.Run("tengen", func(t *testing.T) {
		for _, result := range referee(t, command, fmt.Sprintf(player, 1, ""), fmt.Sprintf(player, 2, "")) {
			if result[0] != result[1] {
				t.Errorf("the two programs score differently: %v", result)
			}
		}
	})
	t.Run("GNU Go", func(t *testing.T) {
		gnugo := tool(t, "gnugo", "/usr/games/gnugo")
		referee(t, command, fmt.Sprintf(player, 3, " --rules chinese"), gnugo+" --mode gtp --level 1 --chinese-rules --seed 1")
	})
}

// result matches the result of a game that was played to its end.
var result = regexp.MustCompile(`^[BW]\+(\d+(\.5)?(\.0)?|R(esign)?)$`)

// gogui plays two games with GoGui's twogtp and reads the results of both programs.
func (r clientRig) gogui(t *testing.T, command []string, black, white string) (results [][]string) {
	t.Helper()
	base := filepath.Join(t.TempDir(), "games")
	out, err := r.run(t, 3*time.Minute, append(slices.Clone(command), "-black", black, "-white", white, "-auto", "-alternate",
		"-games", "2", "-size", "9", "-komi", "7.5", "-time", "1", "-sgffile", base)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	table, err := os.ReadFile(base + ".dat")
	if err != nil {
		t.Fatal(err)
	}
	// GAME RES_B RES_W RES_R ALT DUP LEN TIME_B TIME_W CPU_B CPU_W ERR ERR_MSG
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cells) < 12 {
			continue
		}
		if moves, err := strconv.Atoi(cells[6]); err != nil || moves < 10 || cells[11] != "0" || !result.MatchString(cells[1]) || !result.MatchString(cells[2]) {
			t.Errorf("a game went wrong: %s", line)
		}
		results = append(results, cells[1:3])
	}
	if len(results) != 2 {
		t.Errorf("%d games\n%s\n%s", len(results), table, out)
	}
	return results
}

// gomill plays two games with gomill, which reports a result only if both programs agree.
func (r clientRig) gomill(t *testing.T, command []string, black, white string) (results [][]string) {
	t.Helper()
	out, err := r.run(t, 3*time.Minute, append(slices.Clone(command), "--black="+black, "--white="+white,
		"--games=2", "--size=9", "--komi=7.5", "--sgfbase="+filepath.Join(t.TempDir(), "game"))...)
	for _, found := range regexp.MustCompile(`(?m)^\S+ (?:beat|vs) \S+ (\S+)(.*)$`).FindAllStringSubmatch(out, -1) {
		switch {
		case found[1] == "?" && found[2] == " (players disagreed)":
			results = append(results, []string{"?", ""})
		case found[2] == "" && result.MatchString(found[1]):
			results = append(results, []string{found[1], found[1]})
		default:
			t.Errorf("a game went wrong: %s", found[0])
		}
	}
	if err != nil || len(results) != 2 {
		t.Errorf("%v, %d games\n%s", err, len(results), out)
	}
	return results
}
