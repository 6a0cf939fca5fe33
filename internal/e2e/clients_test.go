package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/internal/embedded"
)

// TestClients has the programs that people use with KataGo start this one in its place: the
// real ones where they can be had, otherwise what they send and what they read, word for word.
//
// Sabaki's library comes over the network, so that part runs only where TENGEN_E2E is set.
// TENGEN_KATAGO_PYTHON is the path of KataGo's python/query_analysis_engine_example.py, and
// TENGEN_TWOGTP the command of a twogtp, GoGui's or gomill's. What is missing is skipped.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("this starts many processes")
	}
	r := newClientRig(t)
	t.Run("Sabaki", r.sabaki)
	t.Run("Python", r.python)
	t.Run("KataGoPython", r.kataGoPython)
	t.Run("twogtp", r.twogtp)
	t.Run("Lizzie", r.lizzie)
	t.Run("gtp2ogs", r.gtp2ogs)
}

// A clientRig is a folder as people have it for KataGo, with this program under its name.
type clientRig struct {
	dir, program string
}

func newClientRig(t *testing.T) clientRig {
	t.Helper()
	dir := t.TempDir()
	r := clientRig{dir: dir, program: filepath.Join(dir, "katago")}
	if runtime.GOOS == "windows" {
		r.program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", r.program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	var net bytes.Buffer
	z := gzip.NewWriter(&net)
	if _, err := io.WriteString(z, embedded.Net()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"default.bin.gz": net.String(),
		"gtp_logging.cfg": "logDir = gtp_logs\nlogAllGTPCommunication = true\nlogSearchInfo = true\nlogToStderr = false\n" +
			"rules = tromp-taylor\nallowResignation = true\nresignThreshold = -0.90\nresignConsecTurns = 3\nmaxVisits = 20\nnumSearchThreads = 1\n" +
			"ponderingEnabled = false\nogsChatToStderr = true\nnnCacheSizePowerOfTwo = 18\nsearchFactorAfterOnePass = 0.50\n",
		"analysis.cfg": "logDir = analysis_logs\nreportAnalysisWinratesAs = BLACK\nmaxVisits = 500\nnumAnalysisThreads = 2\nnumSearchThreadsPerAnalysisThread = 1\n" +
			"nnMaxBatchSize = 64\nnnCacheSizePowerOfTwo = 18\nnnRandomize = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// run runs somebody's program to its end, in the rig's folder, and is what it wrote.
func (r clientRig) run(t *testing.T, limit time.Duration, command ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.WaitDelay = r.dir, time.Second
	cmd.Env = append(os.Environ(), "TENGEN="+r.program)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("it was not done after %v", limit)
	}
	return string(out), err
}

// tool is the path of the first of these programs that is installed.
func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("there is no %s on this machine", strings.Join(names, " or "))
	return ""
}

// offline matches what npm says where it cannot reach its registry, or where the registry
// gives nothing away.
var offline = regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E403|E50[0-9]`)

// sabaki has Sabaki's own library drive the program: testdata/clients/sabaki.mjs.
func (r clientRig) sabaki(t *testing.T) {
	if os.Getenv("TENGEN_E2E") == "" {
		t.Skip("TENGEN_E2E is not set, and Sabaki's library comes over the network")
	}
	node, npm := tool(t, "node", "nodejs"), tool(t, "npm")
	for _, name := range []string{"package.json", "package-lock.json", "sabaki.mjs"} {
		text, err := os.ReadFile(filepath.Join("testdata", "clients", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(r.dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := r.run(t, 2*time.Minute, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")
	switch {
	case err != nil && offline.MatchString(out):
		t.Skipf("Sabaki's library cannot be had: %s", out)
	case err != nil:
		t.Fatalf("npm: %v\n%s", err, out)
	}
	out, err = r.run(t, 5*time.Minute, node, "sabaki.mjs")
	if err != nil || !strings.Contains(out, "a whole game") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log(out)
}

// python has a script talk to the analysis engine as scripts of that kind do.
func (r clientRig) python(t *testing.T) {
	python := tool(t, "python3", "python")
	script, err := filepath.Abs(filepath.Join("testdata", "clients", "analysis.py"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := r.run(t, 2*time.Minute, python, script, r.program, "analysis.cfg", "default.bin.gz"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// kataGoPython runs KataGo's own example.
func (r clientRig) kataGoPython(t *testing.T) {
	script := os.Getenv("TENGEN_KATAGO_PYTHON")
	if script == "" {
		t.Skip("TENGEN_KATAGO_PYTHON does not say where KataGo's query_analysis_engine_example.py is")
	}
	out, err := r.run(t, 2*time.Minute, tool(t, "python3", "python"), script, "-katago-path", r.program, "-config-path", "analysis.cfg", "-model-path", "default.bin.gz")
	if strings.Contains(out, "No module named 'sgfmill'") {
		t.Skip("KataGo's example needs Python's sgfmill, which is not installed")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// It prints the answer to a stone on D4 as Python writes it.
	for _, want := range []string{"Started, ready to begin handling requests", "'id': '0'", "'moveInfos': [{", "'policy': [", "'currentPlayer': 'W'", "'turnNumber': 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}

// twogtp has somebody else's referee play two games with two of these programs, and two with
// GNU Go. Rules without suicide are named there, since GNU Go knows no others.
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
				t.Errorf("the two count differently: %v", result)
			}
		}
	})
	t.Run("GNU Go", func(t *testing.T) {
		gnugo := tool(t, "gnugo", "/usr/games/gnugo")
		referee(t, command, fmt.Sprintf(player, 3, " --rules chinese"), gnugo+" --mode gtp --level 1 --chinese-rules --seed 1")
	})
}

// result is how a game that was played to its end is written.
var result = regexp.MustCompile(`^[BW]\+(\d+(\.5)?(\.0)?|R(esign)?)$`)

// gogui is what both programs say of two games.
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

// gomill is what both programs say of two games, which gomill tells only where they agree.
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

// A talk is a running program whose lines are read as they come.
type talk struct {
	*testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	stdout <-chan string
	stderr <-chan string // nil where both are one
}

// talk starts the program. Some clients read both of its streams through one pipe.
func (r clientRig) talk(t *testing.T, merged bool, args ...string) *talk {
	t.Helper()
	c := &talk{T: t, cmd: exec.Command(r.program, args...)}
	c.cmd.Dir = r.dir
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.in = in
	lines := func() (*os.File, <-chan string) {
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		heard := make(chan string, 1<<14)
		go func() {
			defer close(heard)
			defer from.Close()
			for s := bufio.NewReader(from); ; {
				line, err := s.ReadString('\n')
				if err != nil {
					return
				}
				heard <- strings.TrimSuffix(line, "\n")
			}
		}()
		return to, heard
	}
	to, heard := lines()
	defer to.Close()
	c.cmd.Stdout, c.stdout = to, heard
	c.cmd.Stderr = to
	if !merged {
		to, heard := lines()
		defer to.Close()
		c.cmd.Stderr, c.stderr = to, heard
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c.cmd.ProcessState == nil {
			_ = c.cmd.Process.Kill()
			_ = c.cmd.Wait()
		}
	})
	return c
}

// say writes.
func (c *talk) say(text string) {
	c.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.Fatal(err)
	}
}

// hear is the next line of a stream, and false at its end.
func (c *talk) hear(from <-chan string) (string, bool) {
	c.Helper()
	select {
	case line, more := <-from:
		return line, more
	case <-time.After(patience):
		c.Fatal("nothing was heard for too long")
		return "", false
	}
}

// ends waits for the end of the program after a quit.
func (c *talk) ends(within time.Duration) {
	c.Helper()
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			c.Errorf("it ended with %v", err)
		}
	case <-time.After(within):
		_ = c.cmd.Process.Kill()
		<-done
		c.Errorf("it had not ended %v after quit", within)
	}
}

// A lizzie is what Lizzie knows of its engine: it reads both streams as one, numbers its
// commands, and sorts lines by how they begin.
type lizzie struct {
	*talk
	sent, answered int
	answer         string   // the last one, without its number
	info           []string // since then
	played         string   // by the last move with analysis
}

// send sends a command, without waiting.
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

// ask sends a command and waits for its answer, and those to all before it.
func (l *lizzie) ask(command string) string {
	l.Helper()
	l.send(command)
	for l.answered < l.sent {
		l.read()
	}
	return l.answer
}

// analyse has the position analysed until two lines have come, in whole numbers or in
// KataGo's form, with everybody's points.
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
				l.Errorf("something is missing in %q", variation)
			}
		}
	}
}

// lizzie starts the program by the command line that comes with Lizzie. It takes what does
// not call itself KataGo for Leela Zero, and wants of that a version of at least 0.15, which
// is why one is told.
func (r clientRig) lizzie(t *testing.T) {
	l := &lizzie{talk: r.talk(t, true, "gtp", "-model", "default.bin.gz", "-config", "gtp_logging.cfg", "-override-version", "1.17.2")}
	// Its first commands go out before it reads anything.
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
			t.Fatalf("%s %s is no engine for Lizzie", first[0], first[1])
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
	l.ends(5 * time.Second)
}

// gtp2ogs plays by the clocks of OGS as its bridge has them played: lines that end as in
// Windows, bursts of commands nobody waits for, answers told apart by their empty lines, and
// what was thought on stderr.
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
	// The bridge knows whose thoughts it reads by a line of stderr with this name in it.
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
	// A game that ends in the midst of a move: the bridge kills what does not quit.
	ask("kata-set-param maxVisits 1000000000", "time_settings 3600 0 0")
	c.say("genmove black\r\n")
	time.Sleep(1500 * time.Millisecond)
	c.say("quit\r\n")
	c.ends(5 * time.Second)
}
