package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// gtp2ogs plays with the clocks of OGS as the bridge does: lines end as in Windows, commands come in
// bursts without waiting, answers are separated by empty lines, and the analysis comes on stderr.
func (r clientRig) gtp2ogs(t *testing.T) {
	c := r.talk(t, false, "gtp", "-model", "default.bin.gz", "-config", "gtp_logging.cfg")
	ask := func(burst ...string) (answer string) {
		t.Helper()
		c.say(strings.Join(burst, "\r\n") + "\r\n")
		for _, command := range burst {
			var lines []string
			for {
				line, more := c.hear(c.stdout)
				if !more {
					t.Fatalf("it ended at %s", command)
				}
				if line == "" {
					break
				}
				lines = append(lines, line)
			}
			if len(lines) == 0 || !strings.HasPrefix(lines[0], "=") {
				t.Fatalf("%s: %q", command, lines)
			}
			answer = strings.TrimSpace(strings.Join(lines, "\n")[1:])
		}
		return answer
	}
	known := strings.Split(ask("list_commands"), "\n")
	for _, name := range []string{"kgs-time_settings", "kata-list_time_settings", "kata-time_settings", "set_free_handicap", "place_free_handicap", "time_left", "final_score", "showboard"} {
		if !slices.Contains(known, name) {
			t.Errorf("there is no %s", name)
		}
	}
	if got := ask("kata-list_time_settings"); !strings.Contains(got, "fischer-capped") {
		t.Errorf("the clocks are %q", got)
	}
	// The bridge recognizes the engine's analysis by a line of stderr with this name.
	said := regexp.MustCompile(`(?:CHAT|MALKOVICH):Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) (?:\(PDA (-?\d+.\d\d)\) )?PV ((?:[A-HJ]\d|pass)(?: (?:[A-HJ]\d|pass))*)\s*$`)
	for line := ""; !strings.Contains(line, "KataGo"); {
		more := false
		if line, more = c.hear(c.stderr); !more || said.MatchString(line) {
			t.Fatalf("stderr does not say KataGo before %q", line)
		}
	}
	thought := func() {
		t.Helper()
		for {
			line, more := c.hear(c.stderr)
			if !more {
				t.Fatal("it does not say what it thinks")
			}
			if said.MatchString(line) {
				return
			}
			if strings.HasPrefix(line, "MALKOVICH:") {
				t.Errorf("gtp2ogs takes this for small talk, not for an analysis: %s", line)
				return
			}
		}
	}
	ask("boardsize 9")
	ask("clear_board")
	ask("komi 0.5")
	ask("set_free_handicap C3 G7")
	color := "white"
	for _, settings := range [][]string{
		{"kgs-time_settings byoyomi 60 10 3", "time_left black 55 0", "time_left white 9 3"},
		{"kgs-time_settings canadian 60 30 10", "time_left black 20 7", "time_left white 41 0"},
		{"kata-time_settings fischer-capped 120 10 300 -1", "time_left black 120 0", "time_left white 111 0"},
		{"time_settings 0 20 1", "time_left black 19 1", "time_left white 20 1"},
		{"time_settings 300 0 0", "time_left black 280 0", "time_left white 12 0"},
	} {
		move := ask(append(settings, "genmove "+color)...)
		if !regexp.MustCompile(`^([A-HJ][1-9]|pass|resign)$`).MatchString(move) {
			t.Errorf("%v: a move is %q", settings, move)
		}
		thought()
		color = map[string]string{"white": "black", "black": "white"}[color]
	}
	if board := ask("showboard"); strings.Count(board, "\n") < 9 {
		t.Errorf("a board is %q", board)
	}
	ask("play black pass", "play white pass")
	if got := ask("final_score"); !regexp.MustCompile(`^([BW]\+\d+(\.\d)?|0)$`).MatchString(got) {
		t.Errorf("the score is %q", got)
	}
	ask("boardsize 9 13")
	ask("clear_board", "play black J13", "play white A1")
	// A game ends while the engine searches. The bridge kills an engine that does not quit.
	ask("kata-set-param maxVisits 1000000000", "time_settings 3600 0 0")
	c.say("genmove black\r\n")
	time.Sleep(4 * time.Second) // a quit within a second of the line before would belong to a script
	c.say("quit\r\n")
	c.ends(patience)
}
