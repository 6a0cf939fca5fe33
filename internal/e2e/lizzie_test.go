package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A lizzie reads its engine as Lizzie does: it reads both streams as one, numbers its commands,
// and distinguishes lines by their first word.
type lizzie struct {
	*talk
	sent, answered int
	answer         string   // the last answer, without its number
	info           []string // info lines since the last answer
	played         string   // the last move that came with analysis
}

// send sends a command and does not wait.
func (l *lizzie) send(command string) {
	l.Helper()
	l.sent++
	l.say(fmt.Sprintf("%d %s\n", l.sent, command))
}

// read reads a line.
func (l *lizzie) read() {
	l.Helper()
	line, more := l.hear(l.stdout)
	switch {
	case !more:
		l.Fatal("the engine process ended unintentionally")
	case strings.HasPrefix(line, "info"):
		l.info = append(l.info, line)
	case strings.HasPrefix(line, "play"):
		l.played = strings.TrimSpace(line[len("play"):])
	case strings.HasPrefix(line, "="):
		number, text, _ := strings.Cut(line[1:], " ")
		if n, err := strconv.Atoi(number); err != nil || n != l.answered+1 {
			l.Fatalf("after answer %d comes %q", l.answered, line)
		}
		l.answered++
		l.answer, l.info, l.played = text, nil, ""
	case strings.HasPrefix(line, "?"):
		l.Fatalf("command %d failed: %s", l.answered+1, line)
	case strings.HasPrefix(line, "komi="), strings.HasPrefix(line, "opp_komi="), strings.HasPrefix(line, "Tuning"), strings.Contains(line, " -> "):
		l.Errorf("Lizzie would read something into %q", line)
	}
}

// ask sends a command and waits for its answer and for all answers before it.
func (l *lizzie) ask(command string) string {
	l.Helper()
	l.send(command)
	for l.answered < l.sent {
		l.read()
	}
	return l.answer
}

// analyse starts an analysis, in Leela Zero's whole numbers or in KataGo's form with ownership, and
// reads two lines of it.
func (l *lizzie) analyse(kata bool) {
	l.Helper()
	if kata {
		l.ask("kata-analyze 10 ownership true")
	} else {
		l.ask("lz-analyze 10")
	}
	for len(l.info) < 2 {
		l.read()
	}
	whole := []string{"visits", "winrate", "prior", "lcb"}
	if kata {
		whole = whole[:1]
	}
	for _, line := range l.info {
		if kata {
			moves, points, _ := strings.Cut(line, " ownership ")
			if n := len(strings.Fields(points)); n != 19*19 {
				l.Errorf("the ownership of %d points: %s", n, line)
			}
			line = moves
		}
		for _, variation := range strings.Split(line[len("info"):], " info ") {
			words := strings.Fields(variation)
			seen := map[string]bool{}
			for len(words) > 1 && words[0] != "pv" {
				key, value := words[0], words[1]
				_, err := strconv.ParseFloat(value, 64)
				if slices.Contains(whole, key) {
					_, err = strconv.Atoi(value)
				}
				if key != "move" && err != nil {
					l.Errorf("%s is %q in %q", key, value, variation)
				}
				seen[key], words = true, words[2:]
			}
			if len(words) < 2 || words[0] != "pv" || !seen["move"] || !seen["visits"] || !seen["winrate"] || !seen["prior"] {
				l.Errorf("a part of the answer is missing in %q", variation)
			}
		}
	}
}

// lizzie starts tengen with the command line that comes with Lizzie, and with the one of docs/gtp.md.
func (r clientRig) lizzie(t *testing.T) {
	r.lizzieWith(t, "gtp", "-model", "default.bin.gz", "-config", "gtp_logging.cfg", "-override-version", "1.17.2")
	r.lizzieWith(t, "gtp", "-model", "built-in", "--visits", "20")
}

// lizzieWith plays as Lizzie does. Lizzie treats an engine that does not call itself KataGo as Leela Zero, and requires
// version 0.15.
func (r clientRig) lizzieWith(t *testing.T, args ...string) {
	l := &lizzie{talk: r.talk(t, true, args...)}
	// It sends its first commands before it reads an answer.
	for _, command := range []string{"name", "version", "boardsize 19", "komi 7.5"} {
		l.send(command)
	}
	var first []string
	for l.answered < l.sent {
		before := l.answered
		if l.read(); l.answered > before {
			first = append(first, l.answer)
		}
	}
	kata := strings.HasPrefix(first[0], "KataGo")
	if !kata {
		numbers := strings.Split(first[1], ".")
		if minor, err := strconv.Atoi(strings.Join(numbers[1:min(2, len(numbers))], "")); err != nil || minor < 15 {
			t.Fatalf("%s %s is not an engine for Lizzie", first[0], first[1])
		}
	}
	l.analyse(kata)
	l.ask("play B Q16")
	l.analyse(kata)
	l.ask("play W D4")
	l.ask("undo")
	l.analyse(kata)
	if !kata {
		l.ask("lz-analyze 10 avoid b q4,d16 1 avoid w q4,d16 1")
		for len(l.info) < 2 {
			l.read()
		}
		if strings.Contains(l.info[1], "move Q4 ") || strings.Contains(l.info[1], "move D16 ") {
			t.Errorf("it analyses what it should avoid: %s", l.info[1])
		}
	}
	l.ask("name") // which is how Lizzie ends an analysis
	l.ask("clear_board")
	if stones := strings.Fields(l.ask("fixed_handicap 2")); len(stones) != 2 {
		t.Errorf("a handicap of two is %v", stones)
	}
	l.ask("time_settings 0 10 1")
	vertex := regexp.MustCompile(`^[A-HJ-T]1?[0-9]$`)
	if got := l.ask("genmove w"); !vertex.MatchString(got) {
		t.Errorf("a move is %q", got)
	}
	l.ask("lz-genmove_analyze b 10")
	for l.played == "" {
		l.read()
	}
	if !vertex.MatchString(l.played) {
		t.Errorf("a move with analysis is %q", l.played)
	}
	l.ask("quit")
	for more := true; more; {
		_, more = l.hear(l.stdout)
	}
	l.ends(patience)
}
