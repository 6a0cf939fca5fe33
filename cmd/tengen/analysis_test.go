package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/analysis"
	"tengen/player"
)

const analysisQuery = `{"id":"a","rules":"chinese","boardXSize":5,"boardYSize":5,"moves":[["b","C3"]],"analyzeTurns":[0,1]`

// analyse runs the command with an input.
func analyse(t *testing.T, input string, args ...string) result {
	t.Helper()
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader(input)
	status := m.Run(t.Context(), append([]string{"analysis"}, args...))
	return result{status, out[0].String(), out[1].String()}
}

// TestAnalysis answers queries on stdin, with KataGo's flags and files. Stdout has only answers, and answers by
// rollouts omit numbers that need a net.
func TestAnalysis(t *testing.T) {
	config := filepath.Join(t.TempDir(), "analysis.cfg")
	if err := os.WriteFile(config, []byte("# as KataGo's\nmaxVisits = 30\nnumAnalysisThreads = 2\nnnMaxBatchSize = 8\nreportAnalysisWinratesAs = BLACK\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := analyse(t, analysisQuery+"}\n{}\n"+`{"id":"v","action":"query_version"}`, "-config", config, "-override-config", "maxVisits=7, logDir=x", "-quit-without-waiting=false", "-model", "none")
	if got.status != 0 || !strings.HasSuffix(got.stderr, "Started, ready to begin handling requests\n") {
		t.Fatalf("tengen analysis: got %+v, want status 0 and that stderr ends by saying that it is ready", got)
	}
	turns := map[any]int{}
	for line := range strings.Lines(got.stdout) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		turns[fmt.Sprint(o["id"], o["turnNumber"])]++
		if root, ok := o["rootInfo"].(map[string]any); ok && (root["visits"] != 7.0 || root["rawWinrate"] != nil) {
			t.Errorf("the root is %v, want 7 visits and no rawWinrate", root)
		}
	}
	if fmt.Sprint(turns) != fmt.Sprint(map[any]int{"a0": 1, "a1": 1, "<nil> <nil>": 1, "v<nil>": 1}) {
		t.Errorf("answers by id and turn: got %v, want one each for turns 0 and 1 of a, for the empty query, and for v", turns)
	}
	got = analyse(t, "", "-config", config, "-analysis-threads", "3")
	if got.status != 2 || !strings.Contains(got.stderr, "numAnalysisThreads") {
		t.Errorf("tengen analysis -analysis-threads 3: got %+v, want status 2 and stderr to name numAnalysisThreads", got)
	}
	const ready = "Started, ready to begin handling requests\n"
	if got := analyse(t, "", "-override-config", "startupPrintMessageToStderr=false", "-model", "none"); got.status != 0 || got.stderr != ready {
		t.Errorf("tengen analysis without start-up messages: got %+v, want status 0 and %q on stderr", got, ready)
	}
	got = analyse(t, analysisQuery+`,"maxVisits":9}`, "--analysis-threads=1", "--store", t.TempDir())
	if got.status != 0 || strings.Count(got.stdout, `"visits":9`) < 2 || got.stderr != "Started, ready to begin handling requests\n" {
		t.Errorf("tengen analysis --store: got %+v, want status 0, at least two answers of 9 visits, and only the line about the start on stderr", got)
	}
}

// TestAnalysisEnds checks that --quit-without-waiting and an interrupt end a search of a billion visits at
// once, and that an interrupt reports what was not answered.
func TestAnalysisEnds(t *testing.T) {
	for _, c := range []struct {
		args   []string
		end    func(in io.Closer, interrupt func())
		status int
		says   string
	}{
		{[]string{"analysis", "-quit-without-waiting"}, func(in io.Closer, _ func()) { in.Close() }, 0, ""},
		{[]string{"analysis"}, func(_ io.Closer, interrupt func()) { interrupt() }, 130, "tengen: interrupted: no answer was given for 2 positions\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		m, _, out := newMain(t, "", nil)
		r, w := io.Pipe()
		m.Stdin = r
		status := make(chan int, 1)
		go func() { status <- m.Run(ctx, c.args) }()
		if _, err := io.WriteString(w, analysisQuery+`,"maxVisits":1000000000}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(nil); err != nil { // returns when the program reads again: it has read the query
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
		c.end(w, interrupt)
		select {
		case got := <-status:
			_, said, _ := strings.Cut(out[1].String(), "requests\n")
			if got != c.status || out[0].String() != "" || said != c.says {
				t.Errorf("%v: status %d, %q, %q", c.args, got, out[0].String(), said)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%v does not end", c.args)
		}
		interrupt()
		w.Close()
	}
}

// TestAnalysisStore stores answers for this executable, and reports a folder that cannot be used.
func TestAnalysisStore(t *testing.T) {
	var opt analysis.Options
	c := AnalysisCmd{Store: "answers"}
	if err := c.keep(&opt); err != nil || opt.StoreFolder != "answers" {
		t.Fatalf("the flag --store answers: got the options %+v and the error %v, want the store's folder to be answers", opt, err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if want, err := player.FileDigest(self); err != nil || opt.Build != want {
		t.Errorf("the build is %q, want %q (%v)", opt.Build, want, err)
	}
}

// TestAnalysisProfile warns at the start that the net ignores profiles.
func TestAnalysisProfile(t *testing.T) {
	got := analyse(t, "", "-override-config", "humanSLProfile=rank_5k")
	if got.status != 0 || strings.Count(got.stderr, "humanSLProfile is specified as config param but model(s) don't use it") != 1 {
		t.Errorf("tengen analysis with humanSLProfile: got %+v, want status 0 and one warning that the net ignores profiles", got)
	}
	if got := analyse(t, ""); strings.Contains(got.stderr, "humanSLProfile") {
		t.Errorf("tengen analysis without humanSLProfile: got %+v, want no warning about it on stderr", got)
	}
}

// TestWebAnalyses answers the same over HTTP.
func TestWebAnalyses(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, _, status := start(ctx, t, "web", "--no-browser", "--addr", "127.0.0.1:0")
	resp, err := http.Post(strings.TrimSuffix(wait(t, stdout, `(http://[^ ]+) `), "/")+"/api/analysis", "application/json", strings.NewReader(analysisQuery+`,"maxVisits":9}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 || strings.Count(string(data), `"visits":9,`) < 2 {
		t.Errorf("the analysis: got status %s, error %v and %.500q, want status 200 and at least two answers of 9 visits", resp.Status, err, data)
	}
	cancel()
	if got := <-status; got != 0 {
		t.Errorf("status %d", got)
	}
}
