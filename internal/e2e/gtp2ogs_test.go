package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// bridgeAnalysis matches the line of stderr by which gtp2ogs recognizes the engine's analysis.
var bridgeAnalysis = regexp.MustCompile(`(?:CHAT|MALKOVICH):Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) (?:\(PDA (-?\d+.\d\d)\) )?PV ((?:[A-HJ]\d|pass)(?: (?:[A-HJ]\d|pass))*)\s*$`)

// ask sends commands in one burst and returns the answer to the last one.
func (c *talk) ask(t *testing.T, burst ...string) (answer string) {
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
			t.Fatalf("%s: the answer is %q, want success", command, lines)
		}
		answer = strings.TrimSpace(strings.Join(lines, "\n")[1:])
	}
	return answer
}

// thought reads stderr up to the analysis of a move.
func (c *talk) thought(t *testing.T) {
	t.Helper()
	for {
		line, more := c.hear(c.stderr)
		if !more {
			t.Fatal("it does not say what it thinks")
		}
		if bridgeAnalysis.MatchString(line) {
			return
		}
		if strings.HasPrefix(line, "MALKOVICH:") {
			t.Errorf("gtp2ogs takes this for small talk, not for an analysis: %s", line)
			return
		}
	}
}

// gtp2ogs plays with the clocks of OGS as the bridge does: lines end as in Windows, commands come in
// bursts without waiting, answers are separated by empty lines, and the analysis comes on stderr.
func (r clientRig) gtp2ogs(t *testing.T) {
	c := r.talk(t, false, "gtp", "-model", "default.bin.gz", "-config", "gtp_logging.cfg")
	known := strings.Split(c.ask(t, "list_commands"), "\n")
	for _, name := range []string{"kgs-time_settings", "kata-list_time_settings", "kata-time_settings", "set_free_handicap", "place_free_handicap", "time_left", "final_score", "showboard"} {
		if !slices.Contains(known, name) {
			t.Errorf("there is no %s", name)
		}
	}
	if got := c.ask(t, "kata-list_time_settings"); !strings.Contains(got, "fischer-capped") {
		t.Errorf("the clocks are %q", got)
	}
	for line := ""; !strings.Contains(line, "KataGo"); {
		more := false
		if line, more = c.hear(c.stderr); !more || bridgeAnalysis.MatchString(line) {
			t.Fatalf("stderr does not say KataGo before %q", line)
		}
	}
	c.ask(t, "boardsize 9")
	c.ask(t, "clear_board")
	c.ask(t, "komi 0.5")
	c.ask(t, "set_free_handicap C3 G7")
	color := "white"
	for _, settings := range [][]string{
		{"kgs-time_settings byoyomi 60 10 3", "time_left black 55 0", "time_left white 9 3"},
		{"kgs-time_settings canadian 60 30 10", "time_left black 20 7", "time_left white 41 0"},
		{"kata-time_settings fischer-capped 120 10 300 -1", "time_left black 120 0", "time_left white 111 0"},
		{"time_settings 0 20 1", "time_left black 19 1", "time_left white 20 1"},
		{"time_settings 300 0 0", "time_left black 280 0", "time_left white 12 0"},
	} {
		move := c.ask(t, append(settings, "genmove "+color)...)
		if !regexp.MustCompile(`^([A-HJ][1-9]|pass|resign)$`).MatchString(move) {
			t.Errorf("%v: a move is %q", settings, move)
		}
		c.thought(t)
		color = map[string]string{"white": "black", "black": "white"}[color]
	}
	if board := c.ask(t, "showboard"); strings.Count(board, "\n") < 9 {
		t.Errorf("a board is %q", board)
	}
	c.ask(t, "play black pass", "play white pass")
	if got := c.ask(t, "final_score"); !regexp.MustCompile(`^([BW]\+\d+(\.\d)?|0)$`).MatchString(got) {
		t.Errorf("the score is %q", got)
	}
	c.ask(t, "boardsize 9 13")
	c.ask(t, "clear_board", "play black J13", "play white A1")
	// A game ends while the engine searches. The bridge kills an engine that does not quit.
	c.ask(t, "kata-set-param maxVisits 1000000000", "time_settings 3600 0 0")
	c.say("genmove black\r\n")
	time.Sleep(4 * time.Second) // a quit within a second of the line before would belong to a script
	c.say("quit\r\n")
	c.ends(patience)
}
