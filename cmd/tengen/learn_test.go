package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/learn"
	"tengen/nn"
	"tengen/replay"
)

// learnTiny is the beginning of a command that learns on 3x3 in a few seconds.
var learnTiny = []string{"learn", "--board", "3x3", "--arch", "b1c16", "--window", "200", "--visits", "8", "--fast-visits", "4", "--batch", "16",
	"--gate-pairs", "4", "--gate-visits", "4", "--threads", "2"}

// TestLearnCommand learns for two generations, goes on for a third, and plays with the net.
func TestLearnCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := "3x3" // as the board: it must not be taken for a board file when the run continues
	command := append(learnTiny, "--out", dir, "--generations")
	got := tengen(t, "", nil, append(command, "2")...)
	if got.status != 0 || !strings.Contains(got.stdout, "generation 2 at ") || !strings.Contains(got.stdout, "best.bin.gz has the net of generation") {
		t.Fatalf("got %+v, want two generations", got)
	}
	got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "3")
	if got.status != 0 || strings.Contains(got.stdout, "generation 2 at ") || !strings.Contains(got.stdout, "generation 3 at ") {
		t.Errorf("the folder alone: got %+v, want only the third generation", got)
	}
	if got = tengen(t, "", nil, append(command, "3")...); got.status != 0 || !strings.Contains(got.stdout, "after 3 generations") {
		t.Errorf("the same command again: got %+v, want no new generation", got)
	}
	if got = tengen(t, "[learn]\nkomi = 9.5\nnoise = 0.5", nil, append(command, "3")...); got.status != 0 || !strings.Contains(got.stdout, "after 3 generations") {
		t.Errorf("the same command with another configuration file: got %+v, want no new generation", got)
	}
	if got = tengen(t, "", nil, append(command, "4", "--komi", "9.5")...); got.status != 2 || !strings.Contains(got.stderr, "began with other settings (komi was 7.5, not 9.5): leave out --komi to continue") {
		t.Errorf("another komi: got %+v, want status 2", got)
	}
	if got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "4", "--board", "5x5"); got.status != 2 || !strings.Contains(got.stderr, "is on 3x3: leave out --board") {
		t.Errorf("another board: got %+v, want status 2", got)
	}
	if got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "4", "--from", "built-in"); got.status != 2 || !strings.Contains(got.stderr, "began with random weights: leave out --from") {
		t.Errorf("another net: got %+v, want status 2", got)
	}
	if chart, err := os.ReadFile(filepath.Join(dir, learn.ChartFile)); err != nil || !strings.Contains(string(chart), "3 generations of a ") {
		t.Errorf("the chart of the run: %v, want one of 3 generations", err)
	}
	best := filepath.Join(dir, "best.bin.gz")
	first, second := filepath.Join(dir, "nets", "0001.bin.gz"), filepath.Join("other", "nets", "0001.bin.gz")
	if got = tengen(t, "", nil, append(learnTiny, "--out", "other", "--generations", "1", "--seed", "9")...); got.status != 0 {
		t.Fatalf("another run: %+v", got)
	}
	from := []string{"learn", "--board", "3x3", "--out", "from", "--from"}
	for i, c := range []struct {
		net    string
		status int
		says   string
	}{{first, 0, "after 1 generation"}, {first, 0, "after 1 generation"}, {second, 2, "began with another net of this name: leave out --from"}} {
		if got = tengen(t, "", nil, append(from, c.net, "--generations", "1", "--visits", "4", "--window", "100", "--gate-pairs", "0")...); got.status != c.status || !strings.Contains(got.stdout+got.stderr, c.says) {
			t.Errorf("--from, run %d: got %+v, want status %d and %q", i+1, got, c.status, c.says)
		}
	}
	if got = tengen(t, "", nil, "match", "model="+best+",visits=4", "random", "--size", "3", "--games", "2"); got.status != 0 || !strings.Contains(got.stdout, "game 2") {
		t.Errorf("a match of the net: got %+v, want two games", got)
	}
	unmatched := append(learnTiny, "--out", "unmatched", "--generations", "1", "--gate-pairs", "0")
	if got = tengen(t, "", nil, unmatched...); got.status != 0 || strings.Contains(got.stdout, "Elo") || strings.Contains(got.stdout, "match ") {
		t.Errorf("without matches: got %+v, want no Elo", got)
	}
	rows := filepath.Join(dir, "rows", "0001")
	if got = tengen(t, "", nil, "data", "info", rows); got.status != 0 || !strings.Contains(got.stdout, "self-play") {
		t.Errorf("tengen data info of the games: got %+v", got)
	}
}

// TestSettingOf: every flag of a run's settings has its setting, which exists.
func TestSettingOf(t *testing.T) {
	m, _, _ := newMain(t, "", nil)
	_, kctx, err := m.parse([]string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	var all settings
	all.collect("", kctx.Model.Node)
	others := []string{"threads", "parallel", "nats", "creds", "nkey", "ca", "verify"}
	for _, s := range all.list {
		if name, ok := strings.CutPrefix(s.key, "learn."); ok && slices.Contains(others, name) == (settingOf[name] != "") {
			t.Errorf("--%s has the setting %q", name, settingOf[name])
		}
	}
	for flag, path := range settingOf {
		if differs := learn.Difference(learn.Settings{}, learn.Settings{}, path); differs != "" { // panics without such a setting
			t.Errorf("--%s: equal settings differ in %s", flag, differs)
		}
	}
}

// TestLearnWeights learns on a rectangle whose points have weights: the net has to read the graph of the board. The run
// continues without the board file. A run whose state has the path of the file also continues.
func TestLearnWeights(t *testing.T) {
	dir := t.TempDir()
	board := filepath.Join(dir, "gold.json")
	if err := os.WriteFile(board, []byte(`{"shape": "3x3", "weight": {"B2": 3}, "threshold": "z >= 2"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(dir, "run")
	got := tengen(t, "", nil, "learn", "--board", board, "--window", "200", "--visits", "8", "--fast-visits", "4", "--batch", "16", "--gate-pairs", "2",
		"--gate-visits", "4", "--out", run, "--generations", "1")
	if got.status != 0 || !strings.Contains(got.stdout, "generation 1 at ") {
		t.Fatalf("got %+v, want a generation", got)
	}
	state, err := learn.Read(run)
	if err != nil || len(state.Settings.Boards) != 1 || !strings.HasPrefix(state.Settings.Boards[0], "{") {
		t.Fatalf("the boards are %q (%v), want the content of the file", state.Settings.Boards, err)
	}
	content, err := json.Marshal(state.Settings.Boards[0])
	path, errPath := json.Marshal(board)
	text, errText := os.ReadFile(filepath.Join(run, learn.StateFile))
	old := strings.Replace(string(text), string(content), string(path), 1)
	if err := errors.Join(err, errPath, errText, os.WriteFile(filepath.Join(run, learn.StateFile), []byte(old), 0o644)); err != nil || old == string(text) {
		t.Fatalf("%v; the state %s has no board %s", err, text, content)
	}
	for _, args := range [][]string{{"--board", board}, {}} {
		if got = tengen(t, "", nil, append([]string{"learn", "--out", run, "--generations", "1"}, args...)...); got.status != 0 {
			t.Errorf("a run with the path of the board: got %+v", got)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(run, learn.StateFile), text, 0o644), os.Rename(board, board+".moved")); err != nil {
		t.Fatal(err)
	}
	if got = tengen(t, "", nil, "learn", "--out", run, "--generations", "1", "--visits", "8"); got.status != 0 {
		t.Errorf("without the board file: got %+v", got)
	}
	if got = tengen(t, "", nil, "learn", "--out", run, "--board", "5x5"); got.status != 2 || !strings.Contains(got.stderr, "leave out --board") {
		t.Errorf("another board: got %+v, want status 2", got)
	}
	board += ".moved"
	best := filepath.Join(run, "best.bin.gz")
	if got = tengen(t, "", nil, "match", "model="+best+",visits=4", "random", "--board", board, "--games", "2"); got.status != 0 || !strings.Contains(got.stdout, "game 2") {
		t.Errorf("a match of the net: got %+v, want two games", got)
	}
}

// TestSelfplayCommand plays games into a folder, and continues until there are enough.
func TestSelfplayCommand(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows")
	command := []string{"selfplay", "--out", rows, "--board", "5x5", "--visits", "8", "--fast-visits", "4", "--threads", "2", "--games"}
	if got := tengen(t, "", nil, append(command, "3")...); got.status != 0 || !strings.Contains(got.stdout, "has 3 games") {
		t.Fatalf("got %+v, want 3 games", got)
	}
	if got := tengen(t, "", nil, append(command, "5")...); got.status != 0 || !strings.Contains(got.stdout, "has 5 games") {
		t.Errorf("got %+v, want 5 games", got)
	}
	if got := tengen(t, "", nil, append(command, "5", "--komi", "3")...); got.status != 1 || !strings.Contains(got.stderr, "other settings") {
		t.Errorf("another komi: got %+v, want status 1", got)
	}
	// Two nets with the same name, as those of two runs have.
	var nets []string
	for seed := range uint64(2) {
		net := filepath.Join(t.TempDir(), "net.bin")
		f, err := os.Create(net)
		if err != nil {
			t.Fatal(err)
		}
		model := nn.New("generation-0001", nn.Architecture{Blocks: 1, Channels: 16}, seed)
		if err := errors.Join(nn.Write(f, model, nn.WriteOptions{}), f.Close()); err != nil {
			t.Fatal(err)
		}
		nets = append(nets, net)
	}
	named := []string{"selfplay", "--out", filepath.Join(t.TempDir(), "named"), "--board", "5x5", "--visits", "2", "--threads", "2", "--games"}
	if got := tengen(t, "", nil, append(named, "1", "--model", nets[0])...); got.status != 0 {
		t.Fatalf("with a net of generation 1: got %+v, want status 0", got)
	}
	if got := tengen(t, "", nil, append(named, "2", "--model", nets[1])...); got.status != 1 || !strings.Contains(got.stderr, "other settings") {
		t.Errorf("another net with the same name: got %+v, want status 1", got)
	}
	// If one player always has an older net, only the turns of the other player have rows.
	older := filepath.Join(t.TempDir(), "older")
	command = append(command, "3", "--out", older, "--full-share", "1", "--older-share", "1", "--older")
	if got := tengen(t, "", nil, append(command, "built-in")...); got.status != 0 || !strings.Contains(got.stdout, "has 3 games") {
		t.Fatalf("with an older net: got %+v, want 3 games", got)
	}
	f, err := replay.OpenFolder(older)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range g.Samples {
			if (s.Turn-g.Samples[0].Turn)%2 != 0 {
				t.Errorf("turns %d and %d of a game have rows", g.Samples[0].Turn, s.Turn)
			}
		}
	}
	if got := tengen(t, "", nil, append(command, "none")...); got.status != 2 || !strings.Contains(got.stderr, "self-play needs nets") {
		t.Errorf("an older player without a net: got %+v, want status 2", got)
	}
}

// TestLearnMistakes: what cannot be learned is refused before anything is written.
func TestLearnMistakes(t *testing.T) {
	file, japanese := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "japanese.json")
	komi := filepath.Join(t.TempDir(), "komi.json")
	if err := errors.Join(os.WriteFile(file, []byte("x"), 0o644), os.WriteFile(japanese, []byte(`{"shape": "3x3", "rules": "japanese"}`), 0o644),
		os.WriteFile(komi, []byte(`{"shape": "3x3", "komi": 2}`), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		wants  string
	}{
		{"--hours 0", 2, `--hours: expected hours above 0 such as 2 or 0.1, not "0"`},
		{"--hours -1", 2, "hours above 0"},
		{"--hours NaN", 2, "hours above 0"},
		{"--hours 30m", 2, "hours above 0"},
		{"--board 7x7 --rules aga-pass-stones", 2, "agree on the dead stones"},
		{"--board nowhere", 2, "nowhere"},
		{"--arch b6", 2, "not an architecture"},
		{"--reuse -2", 2, "reuse is -2, not from"},
		{"--reuse 0", 2, "reuse is 0, not from"},
		{"--rate 0", 2, "the learning rate is 0, not from"},
		{"--board 5x5 --board " + japanese, 2, "are Japanese: choose rules for all boards with --rules"},
		{"--board 5x5 --board " + komi, 2, "is 2: choose a komi for all boards with --komi"},
		{"--board " + japanese + " --board 5x5 --rules jasiek", 2, "agree on the dead stones"},
		{"--full-share 2", 2, "fullShare is 2, not from"},
		{"--from " + file, 2, "file"},
		{"--from built-in --arch b1c16", 2, "leave out --arch"},
		{"--board 3x3 --out " + file, 1, "not a directory"},
		{"--recipe fast", 2, "recipe"},
		{"--board torus --arch b1c16", 2, "torus"},
	} {
		args := append([]string{"learn", "--generations", "1"}, strings.Split(c.args, " ")...)
		if !strings.Contains(c.args, "--out") {
			args = append(args, "--out", filepath.Join(t.TempDir(), "run"))
		}
		got := tengen(t, "", nil, args...)
		if got.status != c.status || !strings.Contains(got.stderr, c.wants) {
			t.Errorf("tengen learn %s: status %d, stderr %q, want status %d and %q", c.args, got.status, got.stderr, c.status, c.wants)
		}
	}
}

// TestLearns learns on 5x5 from random weights for six minutes (--hours 0.1), once in one process and once with three
// worker processes. Each result plays against the first net, and both play against each other.
func TestLearns(t *testing.T) {
	if os.Getenv("TENGEN_LONG") == "" {
		t.Skip("learning twice for six minutes: set TENGEN_LONG=1")
	}
	url := clusterServer(t)
	for _, name := range []string{"one", "two", "three"} {
		workerProcess(t, url, name)
	}
	alone, workers := filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "workers")
	for dir, more := range map[string][]string{alone: nil, workers: {"--nats", url}} {
		command := []string{"learn", "--board", "5x5", "--hours", "0.1", "--out", dir, "--window", "4000"}
		got := tengen(t, "", nil, append(command, more...)...)
		if got.status != 0 {
			t.Fatalf("got %+v", got)
		}
		t.Logf("learned %s:\n%s", filepath.Base(dir), got.stdout)
	}
	best := func(dir string) string { return filepath.Join(dir, "best.bin.gz") }
	first := filepath.Join(alone, "nets", "0000.bin.gz")
	for _, pair := range [][2]string{{best(alone), first}, {best(workers), first}, {best(workers), best(alone)}} {
		got := tengen(t, "", nil, "match", "name=learned,visits=32,model="+pair[0], "name=other,visits=32,model="+pair[1], "--games", "40", "--size", "5", "--komi", "9",
			"--rules", "tromp-taylor", "--random-moves", "2", "--seed", "1", "--json")
		won, lost := 0, 0
		for line := range strings.Lines(got.stdout) {
			var game struct{ Winner string }
			if err := json.Unmarshal([]byte(line), &game); err != nil {
				t.Fatal(err)
			}
			switch game.Winner {
			case "learned":
				won++
			case "other":
				lost++
			}
		}
		t.Logf("%s: %d won, %d lost of 40 against %s", pair[0], won, lost, pair[1])
		if got.status != 0 || pair[1] == first && won < 36 {
			t.Errorf("the net won %d of 40 games against the first net, want at least 36", won)
		}
	}
}
