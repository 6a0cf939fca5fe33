package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/player"
)

// kataGoConfig writes a typical configuration file for KataGo.
func kataGoConfig(t *testing.T, lines string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "katago.cfg")
	if err := os.WriteFile(path, []byte("# written for KataGo\nlogDir = logs # elsewhere\nlogAllGTPCommunication = true\nlogSearchInfo = true\nlogToStderr = false\n"+
		"nnCacheSizePowerOfTwo = 20\ncudaUseFP16 = auto\nchosenMoveTemperatureEarly = 0.5\n"+lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// talk runs a command line as a conversation: say writes a line and hear reads one.
func talk(t *testing.T, args ...string) (say func(string), hear func() string, stderr *safeBuffer, status <-chan int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	m, _, _ := newMain(t, "", nil)
	in, toProgram := io.Pipe()
	fromProgram, out := io.Pipe()
	stderr = new(safeBuffer)
	m.Stdin, m.Stdout, m.Stderr = in, out, stderr
	done := make(chan int, 1)
	go func() {
		done <- m.Run(ctx, args)
		out.Close()
	}()
	t.Cleanup(func() { toProgram.Close() })
	lines := bufio.NewReader(fromProgram)
	say = func(line string) {
		if _, err := fmt.Fprintln(toProgram, line); err != nil {
			t.Error(err)
		}
	}
	hear = func() string {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v; stderr: %s", err, stderr)
		}
		return strings.TrimSuffix(line, "\n")
	}
	return say, hear, stderr, done
}

// TestStartsAsKaTrainStartsKataGo starts the analysis engine with KaTrain's arguments, waits for
// the line that it waits for, and asks a question in its form.
func TestStartsAsKaTrainStartsKataGo(t *testing.T) {
	config := kataGoConfig(t, "reportAnalysisWinratesAs = BLACK\nanalysisPVLen = 15\nmaxVisits = 8\nnumSearchThreadsPerAnalysisThread = 1\nnnMaxBatchSize = 96\nsomethingOfTomorrow = 1\n")
	say, hear, stderr, status := talk(t, "analysis", "-model", writeRandomNet(t, 8), "-config", config, "-analysis-threads", "1", "-override-config", "homeDataDir="+t.TempDir())
	wait(t, stderr, "(Started, ready to begin handling requests)")
	say(`{"id":"QUERY:1","rules":"japanese","priority":0,"analyzeTurns":[1],"maxVisits":6,"komi":6.5,"boardXSize":9,"boardYSize":9,"includeOwnership":true,"includeMovesOwnership":false,"includePolicy":true,"initialStones":[],"initialPlayer":"B","moves":[["B","E5"]],"overrideSettings":{"maxTime":8.0,"wideRootNoise":0.04,"reportAnalysisWinratesAs":"BLACK"}}`)
	var answer struct {
		ID        string
		Turn      int `json:"turnNumber"`
		Moves     []struct{ PV []string }
		Ownership []float64
		Policy    []float64
	}
	if line := hear(); json.Unmarshal([]byte(line), &answer) != nil || answer.ID != "QUERY:1" || answer.Turn != 1 || len(answer.Ownership) != 81 || len(answer.Policy) != 82 {
		t.Errorf("the answer is %s, want JSON with the id QUERY:1, turn 1, 81 owners and a policy of 82 numbers", line)
	}
	log := stderr.String()
	for _, want := range []string{"Loaded config " + config, "Loaded model ", "Unused key 'somethingOfTomorrow'"} {
		if strings.Count(log, want) != 1 {
			t.Errorf("stderr has not one %q:\n%s", want, log)
		}
	}
	if strings.Contains(log, "logDir") || strings.Contains(log, "chosenMoveTemperatureEarly") {
		t.Errorf("too much on stderr:\n%s", log)
	}
	say(`{"id":"x","action":"terminate_all"}`)
	hear()
	select {
	case got := <-status:
		t.Errorf("it has ended with status %d", got)
	default:
	}
}

// TestStartsAsGTP2OGSStartsKataGo starts the player as a bot of OGS does, plays a few moves by a
// clock, and finds its chat on stderr.
func TestStartsAsGTP2OGSStartsKataGo(t *testing.T) {
	config := kataGoConfig(t, "rules = japanese\nmaxVisits = 4\nnumSearchThreads = 1\nallowResignation = true\nresignThreshold = -0.90\nponderingEnabled = false\nogsChatToStderr = true\nlagBuffer = 1.0\n")
	say, hear, stderr, status := talk(t, "gtp", "-config", config, "-model", writeRandomNet(t, 8), "-override-config", "maxVisits=3, resignConsecTurns=90")
	wait(t, stderr, "(GTP ready, beginning main protocol loop)")
	ask := func(line string) string {
		t.Helper()
		say(line)
		text := hear()
		for {
			switch more := hear(); more {
			case "":
				return text
			default:
				text += "\n" + more
			}
		}
	}
	known := strings.Split(strings.TrimPrefix(ask("list_commands"), "= "), "\n")
	for _, name := range []string{"kata-set-rules", "kata-time_settings", "kgs-time_settings", "kata-list_time_settings", "place_free_handicap", "kata-analyze", "final_status_list"} {
		if !slices.Contains(known, name) {
			t.Errorf("there is no %s", name)
		}
	}
	played := "" // the answer to the first genmove
	for _, c := range []struct{ line, want string }{
		{"boardsize 9", "^=$"}, {"clear_board", "^=$"}, {"komi 6.5", "^=$"}, {"kata-get-rules", `"scoring":"TERRITORY"`}, {"kata-set-rules chinese", "^=$"},
		{"kata-time_settings byoyomi 300 30 5", "^=$"}, {"time_left black 290 0", "^=$"}, {"1 genmove black", "^=1 "}, {"play white A1", "^=$"},
		{"time_left black 30 4", "^=$"}, {"2 genmove black", "^=2 "}, {"kata-get-param maxVisits", "^= 3$"}, {"kata-get-models", `"version":8`},
		{"final_status_list dead", "^="}, {"quit", "^=$"},
	} {
		if c.line == "play white A1" && strings.HasSuffix(played, " A1") {
			c.line = "play white B1"
		}
		got := ask(c.line)
		if !regexp.MustCompile(c.want).MatchString(got) {
			t.Errorf("%s: %q, want %s", c.line, got, c.want)
		}
		if c.line == "1 genmove black" {
			played = got
		}
	}
	if got := <-status; got != exitSuccess || strings.Count(stderr.String(), "MALKOVICH:Visits ") != 2 {
		t.Errorf("status %d, stderr %s", got, stderr)
	}
}

// TestKataGoFlags checks KataGo's flags, which have one dash, and reports of mistakes in its files.
func TestKataGoFlags(t *testing.T) {
	config := kataGoConfig(t, "maxVisits = 5\n@include no.cfg\n")
	human, plain := writeHumanNet(t), writeRandomNet(t, 8)
	for _, c := range []struct {
		args   []string
		script string
		stdout string // to match
		stderr string // to match
		status int
	}{
		{[]string{"gtp", "-override-config", "maxVisits=7,reportAnalysisWinratesAs=white", "-override-version", "1.17.2"}, "kata-get-param maxVisits\nversion\n", "^= 7\n\n= 1.17.2\n\n$", "^tengen .*\nGTP ready, beginning main protocol loop\n$", 0},
		{[]string{"gtp", "-model", "built-in"}, "name\nversion\n", "^= KataGo\n\n= 1\\.17\\.2 \\(tengen .*\\)\n\n$", "^tengen .*\nGTP ready, beginning main protocol loop\n$", 0},
		{[]string{"gtp"}, "name\n", "^= tengen\n\n$", "^$", 0},
		{[]string{"gtp", "--model", "none"}, "name\n", "^= tengen\n\n$", "^$", 0},
		{[]string{"analysis", "-model", "built-in"}, `{"id":"v","action":"query_version"}`, `"git_hash":"[^"]* \(tengen [^"]+\)".*"version":"\d+\.\d+\.\d+"`, "^tengen .*\nStarted, ready", 0},
		{[]string{"analysis", "-model", "built-in", "--override-version", "1.16.0-x"}, `{"id":"v","action":"query_version"}`, `"git_hash":"[^"]* \(tengen [^"]+\)".*"version":"1\.16\.0-x"`, "", 0},
		{[]string{"analysis"}, `{"id":"v","action":"query_version"}`, `"git_hash":"[^" ]*".*"version":"` + regexp.QuoteMeta(thisBuild().Version) + `"`, "", 0},
		{[]string{"gtp", "-override-config", "maxVisits=7", "--visits", "9", "--komi", "-3"}, "kata-get-param maxVisits\nget_komi\n", "^= 9\n\n= -3\n\n$", "", 0},
		{[]string{"gtp", "--visits", "9"}, "kata-get-param allowResignation\nkata-get-param lagBuffer\nshowboard\n", "^= true\n\n= 0.1\n\n= MoveNum: 0", "^$", 0},
		{[]string{"gtp", "-override-config", "startupPrintMessageToStderr=false,defaultBoardSize=7,rules=aga"}, "showboard\nkata-get-param allowResignation\n", "(?s) A B C D E F G\n.*SITUATIONAL.*= false", "^$", 0},
		{[]string{"gtp", "-override-config", "ignoreGTPAndForceKomi=4.5"}, "komi 7\nget_komi\n", "= 4.5\n\n$", "", 0},
		{[]string{"gtp", "-human-model", config, "-override-config", "humanSLProfile=preaz_12k"}, "", "^$", "^tengen: -human-model: .* is this a KataGo model file", 2},
		{[]string{"gtp", "-model", human, "-human-model", human}, "", "^$", "imitates human players and needs a profile", 2},
		{[]string{"gtp", "-model", human, "-override-config", "humanSLProfile=rank_3k,maxVisits=5", "--size", "5"}, "genmove b\nkata-raw-nn 0\nkata-set-param humanSLProfile rank_9d\ngenmove w\nkata-set-param humanSLProfile\n",
			"(?s)^= [A-E][1-5]\n\n= symmetry 0\nwhiteWin .*\n\n=\n\n= [A-E][1-5]\n\n\\? .*set humanSLProfile to a profile", "", 0},
		{[]string{"gtp", "-human-model", human, "-override-config", "humanSLProfile=rank_3k,humanSLChosenMoveProp=1,humanSLRootExploreProbWeightless=0.5,humanSLOppExploreProbWeightful=0.5,maxVisits=20", "--size", "5"},
			"kata-raw-human-nn 0\nkata-get-models\ngenmove b\nkata-set-param humanSLProfile preaz_20k\nkata-genmove_analyze w\n",
			"(?s)^= symmetry 0\nwhiteWin .*\nwhiteScoreSq .*\n\n= .*\"usesHumanSLProfile\":true.*\n\n= [A-E][1-5]\n\n=\n\n=\n.*info move .*play [A-E][1-5]\n", "", 0},
		{[]string{"gtp", "-human-model", human, "-override-config", "humanSLProfile=rank_3k,humanSLChosenMoveProp=1,maxVisits=20", "--size", "5"},
			strings.Repeat("clear_board\nkata-genmove_analyze b 1000 allow b C3,C2 1\n", 20), "^(=\n\n=\ninfo [^\n]*\nplay C[23]\n\n){20}$", "Loaded human SL model .*\nHuman SL model name: random-v15-15", 0},
		{[]string{"gtp", "--human-model", "built-in", "-override-config", "humanSLProfile=rank_5k,humanSLChosenMoveProp=1,maxVisits=5", "--size", "5"},
			"kata-raw-human-nn 0\ngenmove b\nkata-set-param humanSLProfile rank_25k\ngenmove w\nkata-set-param humanSLProfile rank_31k\n",
			"(?s)^= symmetry 0\nwhiteWin .*\n\n= [A-E][1-5]\n\n=\n\n= [A-E][1-5]\n\n\\? .*Unknown human SL network profile: rank_31k", "Human SL model name: tengen-human-", 0},
		{[]string{"gtp", "--model", "none", "-human-model", human}, "", "^$", "needs a second net", 2},
		{[]string{"gtp", "-human-model", plain, "-override-config", "humanSLChosenMoveProp=1,maxVisits=5", "--size", "5"}, "kata-raw-human-nn 0\nkata-set-param humanSLProfile rank_3k\ngenmove b\n", "(?s)^= symmetry 0.*\\? Could not set params: WARNING: humanSLProfile is specified.*\n\n= [A-E][1-5]\n", "is not a human SL net", 0},
		{[]string{"gtp", "-human-model", human, "--size", "5", "--visits", "5"}, "kata-raw-human-nn 0\ngenmove b\n", "(?s)^\\? Cannot run kata-raw-human-nn, humanSLProfile parameter was not set\n\n= [A-E][1-5]\n", "it is not used until one is set", 0},
		{[]string{"gtp", "--rank", "3k", "--visits", "10"}, "", "^$", "^time=.* level=WARN msg=\"a rank determines the visits: --visits and maxVisits are ignored\" level=3k\n$", 0},
		{[]string{"analysis", "-human-model", human, "-override-config", "humanSLProfile=rank_3k"}, `{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":5,"includePolicy":true}`, `"humanPolicy":\[.*"humanPrior":.*"humanWinrate":`, "", 0},
		{[]string{"analysis", "-model", human}, `{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":5}
{"id":"b","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":5,"overrideSettings":{"humanSLProfile":"proyear_1950"}}`, `"error":"humanSLProfile is missing.*"field":"overrideSettings","id":"a".*\n.*"id":"b".*"rootInfo"`, "it is not used until one is set", 0},
		{[]string{"match", "model=" + human, "random", "--games", "1", "--size", "5"}, "", "^$", "imitates human players and needs a profile", 2},
		{[]string{"gtp", "-human-model", "no.bin.gz"}, "", "^$", "^tengen: -human-model: Could not open file no.bin.gz - does not exist", 2},
		{[]string{"gtp", "-human-model", t.TempDir()}, "", "^$", "not a regular file", 2},
		{[]string{"gtp", "-override-config", "humanSLProfile=rank_5k"}, "kata-get-param level\n", "^= full\n", "humanSLProfile is specified as config param but model", 0},
		{[]string{"gtp", "-override-config", "humanSLProfile=_"}, "kata-get-param humanSLProfile\n", "^= _\n", "^tengen .*\nGTP ready, beginning main protocol loop\n$", 0},
		{[]string{"gtp", "-override-config", `humanSLProfile=""`}, "kata-get-param humanSLProfile\n", "^= \"\"\n", "^tengen .*\nGTP ready, beginning main protocol loop\n$", 0},
		{[]string{"gtp", "-override-config", "humanSLChosenMoveProp=1"}, "", "^$", "^tengen: Provided parameter humanSLChosenMoveProp but no human model was specified", 2},
		{[]string{"gtp", "-override-config", "humanSLChosenMoveProp="}, "get_komi\n", "^= 7.5\n", "GTP ready", 0},
		{[]string{"gtp", "--komi", "400.5"}, "", "^$", "^tengen: a komi of 400.5 cannot be played over GTP: expected -400 to 400\n", 2},
		{[]string{"gtp", "--komi", "-400"}, "get_komi\n", "^= -400\n", "^$", 0},
		{[]string{"gtp", "-config", config}, "", "^$", "no.cfg", 2},
		{[]string{"gtp", "-override-config", "maxVisits=x"}, "", "^$", "Could not parse 'x' as int64_t for key 'maxVisits' in the command line\n", 2},
		{[]string{"gtp", "-override-config", "rules=chess"}, "", "^$", "the rules of the configuration", 2},
		{[]string{"gtp", "-foo"}, "", "^$", "unknown flag", 2},
		{[]string{"gtp", "-modle", "x"}, "", "^$", "^tengen: unknown flag -modle\ndid you mean \"-model\"\\? see tengen gtp --help\n$", 2},
		{[]string{"analysis", "--kernel", "go", "-confg=x"}, "", "^$", "did you mean \"-config\"\\? see tengen analysis", 2},
		{[]string{"gtp", "-help"}, "", "katago gtp", "", 0},
		{[]string{"gtp", "-version"}, "", "^tengen ", "", 0},
		{[]string{"version"}, "", "^tengen ", "", 0},
	} {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader(c.script)
		status := m.Run(t.Context(), c.args)
		if status != c.status || !regexp.MustCompile(c.stdout).MatchString(out[0].String()) || !regexp.MustCompile(c.stderr).MatchString(out[1].String()) {
			t.Errorf("%v: status %d\n%s\nstderr: %s", c.args, status, out[0], out[1])
		}
	}
}

// TestBenchmark measures as katago benchmark does, with its flags.
func TestBenchmark(t *testing.T) {
	args := []string{"-model", "x", "-boardsize", "5", "-v", "3", "-n", "2", "-t", "1,2", "-config", "k.cfg", "-s"}
	fromKataGo("benchmark", args)
	if want := "--model x --boardsize 5 --visits 3 --numpositions 2 --threads 1,2 --katago-config k.cfg --tune"; strings.Join(args, " ") != want {
		t.Errorf("the flags are %q", args)
	}
	m, _, out := newMain(t, "", nil)
	env := &Env{Ctx: t.Context(), Stdout: m.Stdout, Stderr: m.Stderr, Log: slog.New(slog.DiscardHandler)}
	c := BenchmarkCmd{Model: player.NetFile(writeRandomNet(t, 8)), Boardsize: 5, Visits: 3, Numpositions: 2, Threads: "1,2", Time: 5}
	if err := c.Run(env, &CLI{}); err != nil {
		t.Fatal(err)
	}
	const want = `(?s)Testing using 3 visits.*numSearchThreads =  1: 2 / 2 positions, visits/s = [0-9.]+ nnEvals/s = .*EloDiff baseline.*numSearchThreads =  2: .*recommended`
	if !regexp.MustCompile(want).MatchString(out[0].String()) {
		t.Error(out[0])
	}
	for _, c := range []struct {
		threads string
		advice  bool
	}{{"", true}, {"1", false}} {
		b := BenchmarkCmd{Model: player.None, Boardsize: 5, Visits: 3, Numpositions: 1, Threads: c.threads, Time: 5}
		out[0].Reset()
		if err := b.Run(env, &CLI{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out[0].String(), "(recommended)"); got != c.advice {
			t.Errorf("tengen benchmark --threads %q: a recommendation: %v, want %v as in KataGo:\n%s", c.threads, got, c.advice, out[0])
		}
	}
	for text, list := range map[string][]int{"4, 8,": {4, 8}, "0": nil, "x": nil, "1025": nil} {
		got, err := (&BenchmarkCmd{Threads: text}).threads()
		if !slices.Equal(got, list) || (err == nil) == (list == nil) {
			t.Errorf("the threads %q: got %v (error: %v), want %v, or an error where that is empty", text, got, err, list)
		}
	}
}
