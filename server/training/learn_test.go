package training

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/learn"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
	"tengen/server/wire/wiretest"
)

// tinyRun returns options for a run on 3x3 with the smallest net.
func tinyRun(t *testing.T, dir string, generations int) learn.Options {
	s := learn.DefaultSettings(9)
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{"3x3"}, "tromp-taylor", 7, "b1c16"
	s.Games.Visits, s.Games.FastVisits, s.Games.DecidedVisits, s.Games.FullShare = 8, 4, 4, 0.5
	s.WindowFirst, s.Share, s.Reuse, s.Batch, s.MatchEvery, s.GatePairs, s.GateVisits = 240, 4, 8, 16, 1, 6, 4
	boards := func(learn.Settings) ([]selfplay.Board, error) {
		rules := baduk.TrompTaylor()
		rules.Komi = 14
		return []selfplay.Board{{Graph: baduk.MustRectangle(3, 3), Rules: rules, Share: 1}}, nil
	}
	return learn.Options{Dir: dir, Settings: s, Boards: boards, Model: nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, 1),
		Generations: generations, Threads: 1, Parallel: 2, Level: nn.FastestLevel(), Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// TestLearningAlphaGo reads the state of a run of recipe alphago that has only its first policy: what its net is, its
// thoughts, and why it has no games.
func TestLearningAlphaGo(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	o := tinyRun(t, filepath.Join(outer, "runs", "go"), 1)
	out, err := replay.NewRecorder(filepath.Join(outer, "rows"), replay.Settings{Rules: "tromp-taylor", Komi: 7, Played: 1})
	if err != nil {
		t.Fatal(err)
	}
	game := &replay.Game{Graph: baduk.MustRectangle(3, 3), Rules: baduk.TrompTaylor(), Moves: []baduk.Move{{Color: baduk.Black, Point: 4}}, Samples: []replay.Sample{{Weight: 1}}}
	if err := errors.Join(out.Add(game), out.Finish()); err != nil {
		t.Fatal(err)
	}
	visits := o.Settings.Games
	o.Settings = learn.DefaultAlphaGo(9)
	o.Settings.Boards, o.Settings.Rules, o.Settings.Komi, o.Settings.Architecture, o.Settings.Games = []string{"3x3"}, "tromp-taylor", 7, "b1c16", visits
	o.Settings.GatePairs, o.Settings.AlphaGo.Data = 3, []string{filepath.Join(outer, "rows")}
	if err := learn.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	l := wiretest.Serve(t, newTraining(filepath.Join(outer, "runs")).Routes())
	var state learnNews
	if status := l.Call("GET", "/api/learning?run=go", nil, &state); status != 200 || state.Recipe != learn.AlphaGo || state.Complete || len(state.List) != 2 {
		t.Fatalf("the state: status %d, %+v", status, state)
	}
	if g := state.List[1]; g.Kind != learn.SLPolicy || g.Match != 6 || g.Policy <= 0 || g.High <= g.Low {
		t.Errorf("the SL policy: %+v", g)
	}
	var losses struct{ List []struct{ Value *float64 } }
	if l.Call("GET", "/api/learning?run=go", nil, &losses); len(losses.List) != 2 || losses.List[1].Value != nil {
		t.Errorf("the value of an SL policy has a loss: %+v", losses)
	}
	var list gameList
	if status := l.Call("GET", "/api/learning/games?run=go&generation=1", nil, &list); status != 200 || len(list.Games) != 0 || !strings.Contains(list.Message, "records") {
		t.Errorf("the games: status %d, %+v", status, list)
	}
}

// TestLearningWithoutMatches: nets that played no match have no Elo.
func TestLearningWithoutMatches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := tinyRun(t, filepath.Join(dir, "run"), 1)
	o.Settings.GatePairs = 0
	if err := learn.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	l := wiretest.Serve(t, newTraining(dir).Routes())
	var state struct {
		Elo  *float64
		List []struct{ Elo *float64 }
	}
	if status := l.Call("GET", "/api/learning?run=run", nil, &state); status != 200 || len(state.List) != 2 || state.Elo != nil || state.List[1].Elo != nil {
		t.Errorf("status %d, %+v, want no Elo of the second net", status, state)
	}
}

// TestLearning reads a finished run: its state, its nets' thoughts, and its games.
func TestLearning(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	dir := filepath.Join(outer, "runs")
	if err := learn.Run(t.Context(), tinyRun(t, filepath.Join(dir, "deep", "a b"), 5)); err != nil {
		t.Fatal(err)
	}
	writeRun(t, dir, "one.run", metricsText("train", 50, 3))
	writeRun(t, dir, "deep/a b/train/0006", metricsText("train", 50, 3)) // a training under way
	l := wiretest.Serve(t, newTraining(dir).Routes())
	var list struct {
		Runs     []map[string]any
		Learning []learnSummary
	}
	if status := l.Call("GET", "/api/training", nil, &list); status != 200 || len(list.Runs) != 1 || len(list.Learning) != 1 {
		t.Fatalf("the list: status %d, %+v", status, list)
	}
	if one := list.Learning[0]; one.Name != "deep/a b" || one.Generations != 5 || one.Running || one.Paused || one.Boards[0] != "3x3" || one.Seconds <= 0 {
		t.Errorf("the run in the list: %+v", one)
	}
	const run = "?run=deep%2Fa+b"
	var state learnNews
	if status := l.Call("GET", "/api/learning"+run, nil, &state); status != 200 || len(state.List) != 6 || state.Positions == 0 || state.Now != nil {
		t.Fatalf("the state: status %d, %+v", status, state)
	}
	for i, g := range state.List {
		if g.Number != i || g.Stage != learn.Finished || i > 0 && (g.Games == 0 || g.Match == 0 || g.Policy == 0 || g.At <= state.List[i-1].At || g.Low >= g.Elo || g.High <= g.Elo) {
			t.Errorf("generation %d: %+v", i, g)
		}
	}
	checkThoughts(t, l, run, state.Positions)
	checkGames(t, l, run, state.List[3].Games)
	for _, name := range []string{"../runs/deep/a b", "/etc", "", "..", "deep/", "deep//a b"} {
		l.Refused(http.StatusBadRequest, "GET", "/api/learning?run="+url.QueryEscape(name), nil)
	}
	for _, path := range []string{"", "/positions", "/thoughts", "/games", "/sgf"} {
		l.Refused(http.StatusNotFound, "GET", "/api/learning"+path+"?run=one.run", nil)
	}
	without := wiretest.Serve(t, newTraining("").Routes())
	without.Refused(http.StatusNotFound, "GET", "/api/learning?run=a", nil)
	without.Refused(http.StatusNotFound, "GET", "/api/learning/events?run=a", nil)
}

// checkThoughts checks the positions, and what each net thinks of them.
func checkThoughts(t *testing.T, l *wiretest.Client, run string, fixed int) {
	var positions positionList
	if status := l.Call("GET", "/api/learning/positions"+run, nil, &positions); status != 200 || len(positions.Positions) != 1+fixed {
		t.Fatalf("the positions: status %d, %+v", status, positions)
	}
	for i, p := range positions.Positions {
		stones := 0
		for _, s := range p.Stones {
			stones += int(math.Abs(float64(s)))
		}
		if p.Number != i || len(p.Graph.Points) != 9 || (stones > 0) != (i > 0) || (p.LastMove == "") != (i == 0) || p.Turn < stones {
			t.Errorf("position %d: %+v", i, p)
		}
	}
	for n := range 6 {
		var said thoughtList
		if status := l.Call("GET", fmt.Sprintf("/api/learning/thoughts%s&generation=%d", run, n), nil, &said); status != 200 || said.Generation != n || len(said.Thoughts) != 1+fixed {
			t.Fatalf("the thoughts of net %d: status %d, %+v", n, status, said)
		}
		for i, one := range said.Thoughts {
			sum := float64(one.Pass)
			for _, p := range one.Policy {
				sum += float64(p)
			}
			if len(one.Policy) != 9 || math.Abs(sum-1) > 1e-3 || one.Win <= 0 || one.Win >= 1 {
				t.Errorf("net %d of position %d: %+v with the sum %v", n, i, one, sum)
			}
		}
	}
	l.Refused(http.StatusNotFound, "GET", "/api/learning/thoughts"+run+"&generation=6", nil)
	l.Refused(http.StatusBadRequest, "GET", "/api/learning/thoughts"+run+"&generation=x", nil)
}

// checkGames checks the list of the games of generation 3, and a game as SGF.
func checkGames(t *testing.T, l *wiretest.Client, run string, total int) {
	var games gameList
	if status := l.Call("GET", "/api/learning/games"+run+"&generation=3&from=1&count=2", nil, &games); status != 200 || games.Total != total || len(games.Games) != min(2, total-1) || games.Message != "" {
		t.Fatalf("the games: status %d, %+v, want two of %d", status, games, total)
	}
	one := games.Games[0]
	if one.Game != 1 || one.Board != "3x3" || one.Moves == 0 || one.Result == "" {
		t.Errorf("the second game: %+v", one)
	}
	status, text, h := l.Raw("GET", "/api/learning/sgf"+run+"&generation=3&game=1", "")
	file, err := kifu.Load(strings.NewReader(text), kifu.Options{})
	if err != nil || status != 200 || !strings.Contains(h.Get("Content-Disposition"), "a b-3-2.sgf") {
		t.Fatalf("the record: status %d, %v, header %v", status, err, h)
	}
	rec := file.Trees[0].Record()
	game, err := rec.Game()
	if err != nil || game.Len() != one.Moves || rec.Info.Result != one.Result || game.Rules().Komi.Points() != one.Komi {
		t.Errorf("the record %s: %v, want %+v", text, err, one)
	}
	// A game in which both players passed at once after fast searches has no values.
	analysed := 0
	for number := 0; number < total && analysed == 0; number++ {
		_, text, _ := l.Raw("GET", fmt.Sprintf("/api/learning/sgf%s&generation=3&game=%d", run, number), "")
		file, err := kifu.Load(strings.NewReader(text), kifu.Options{})
		if err != nil {
			t.Fatalf("game %d: %v", number, err)
		}
		for n := range file.Trees[0].Root().MainLine() {
			if a, _ := n.Analysis(); a != nil && a.Win != nil && a.Lead != nil {
				analysed++
			}
		}
	}
	if analysed == 0 {
		t.Errorf("no position of %d records has a value", total)
	}
	if status := l.Call("GET", "/api/learning/games"+run+"&generation=0", nil, &games); status != 200 || len(games.Games) != 0 || games.Message == "" {
		t.Errorf("the games of the first net: status %d, %+v, want none with a reason", status, games)
	}
	for _, query := range []string{"&generation=0&game=0", "&generation=3&game=-1", fmt.Sprintf("&generation=3&game=%d", total), "&generation=7"} {
		l.Refused(http.StatusNotFound, "GET", "/api/learning/sgf"+run+query, nil)
	}
	for _, query := range []string{"&from=-1", "&count=0", "&count=501", "&from=x"} {
		l.Refused(http.StatusBadRequest, "GET", "/api/learning/games"+run+query, nil)
	}
}

// TestLearningLive watches a run from before its beginning, pauses it and resumes it.
func TestLearningLive(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := wiretest.Serve(t, newTraining(dir).Routes())
	next := learningEvents(t, l.URL, "live")
	if first := next("first"); !first.Gone {
		t.Fatalf("a run that does not exist: %+v", first)
	}
	l.Refused(http.StatusNotFound, "POST", "/api/learning/pause", wiretest.Object{"run": "live"})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- learn.Run(ctx, tinyRun(t, filepath.Join(dir, "live"), 0)) }()
	until := func(what string, met func(*learnNews) bool) {
		t.Helper()
		for n := next(what); !met(n); n = next(what) {
		}
	}
	until("a generation", func(n *learnNews) bool { return n.Generations >= 1 && n.Running && !n.Gone })
	var state learnNews
	if status := l.Call("POST", "/api/learning/pause", wiretest.Object{"run": "live"}, &state); status != 200 || !state.Paused {
		t.Fatalf("the pause: status %d, %+v", status, state)
	}
	if _, err := os.Stat(filepath.Join(dir, "live", learn.PauseFile)); err != nil {
		t.Error(err)
	}
	until("the pause", func(n *learnNews) bool { return n.Paused && n.Waiting })
	if status := l.Call("POST", "/api/learning/resume", wiretest.Object{"run": "live"}, &state); status != 200 || state.Paused {
		t.Fatalf("the resumption: status %d, %+v", status, state)
	}
	until("the end of the pause", func(n *learnNews) bool { return !n.Paused && !n.Waiting })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	until("the end", func(n *learnNews) bool { return !n.Running })
	l.Refused(http.StatusConflict, "POST", "/api/learning/pause", wiretest.Object{"run": "live"})
	l.Refused(http.StatusBadRequest, "POST", "/api/learning/pause", wiretest.Object{"run": "../live"})
	l.Refused(http.StatusBadRequest, "POST", "/api/learning/resume", nil)

	// A damaged state is named, and the last one stays.
	if err := os.WriteFile(filepath.Join(dir, "live", learn.StateFile), []byte(`{"version": 1, `), 0o644); err != nil {
		t.Fatal(err)
	}
	until("the damage", func(n *learnNews) bool { return strings.Contains(n.Error, "damaged") && len(n.List) > 1 })
}

// learningEvents follows a run until the test ends. The returned function waits for the next event.
func learningEvents(t *testing.T, address, run string) func(what string) *learnNews {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", address+"/api/learning/events?run="+url.QueryEscape(run), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	lines := bufio.NewReader(resp.Body)
	return func(what string) *learnNews {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ended before %s: %v", what, err)
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				n := &learnNews{}
				if err := json.Unmarshal([]byte(data), n); err != nil {
					t.Fatal(err)
				}
				return n
			}
		}
	}
}
