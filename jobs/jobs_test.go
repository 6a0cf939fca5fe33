package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/engine"
	"tengen/eval"
	"tengen/kifu"
	"tengen/learn"
	"tengen/match"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
)

func logger(t testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

// openCluster opens an embedded server.
func openCluster(t *testing.T, change ...func(*cluster.Config)) *cluster.Cluster {
	t.Helper()
	c := cluster.Config{Dir: t.TempDir(), Name: "owner", Program: "test", Lease: 2 * time.Second, Log: logger(t)}
	for _, f := range change {
		f(&c)
	}
	l, err := cluster.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// checks are those of an owner with the program of openCluster.
func checks(verify float64) Checks {
	return Checks{Verify: verify, Program: "test", Level: nn.FastestLevel()}
}

// startWorker runs a worker until the test ends. The function change may replace its results.
func startWorker(t *testing.T, l *cluster.Cluster, name string, change func(cluster.Task, []byte) []byte) {
	startHands(t, l, name, nn.Levels(), change)
}

// startHands runs a worker with some kernels. The channel gets the error with which it ends.
func startHands(t *testing.T, l *cluster.Cluster, name string, levels []nn.Level, change func(cluster.Task, []byte) []byte, setup ...func(*Hands)) <-chan error {
	t.Helper()
	w, err := l.Join(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	hands := &Hands{Cluster: w, Levels: levels, Threads: 1, Dir: t.TempDir(), Log: logger(t)}
	for _, f := range setup {
		f(hands)
	}
	handlers := hands.Handlers(cluster.Queues())
	if change != nil {
		for q, f := range handlers {
			handlers[q] = func(ctx context.Context, task cluster.Task, report func(string)) ([]byte, error) {
				data, err := f(ctx, task, report)
				if err == nil {
					data = change(task, data)
				}
				return data, err
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var working sync.WaitGroup
	working.Go(func() {
		err := w.Work(ctx, cluster.WorkOptions{Handlers: handlers, Slots: 4, Most: hands.Most()})
		if err != nil && !strings.Contains(err.Error(), "not taken any more") {
			t.Error(err)
		}
		ended <- err
		w.Close()
	})
	t.Cleanup(func() {
		cancel()
		working.Wait()
	})
	return ended
}

// netFile writes a net of random weights.
func netFile(t testing.TB, seed uint64) (file string, m *nn.Model) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "net.bin.gz")
	var data bytes.Buffer
	if err := nn.Write(&data, nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, seed), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := nn.ReadFile(file, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return file, m
}

// options returns options for short games on 4x4.
func options(t testing.TB, m *nn.Model) selfplay.Options {
	net, err := nn.NewNet(m, nn.FastestLevel())
	if err != nil {
		t.Fatal(err)
	}
	p := selfplay.DefaultParams()
	p.Visits, p.FastVisits, p.DecidedVisits = 10, 4, 4
	return selfplay.Options{Params: p, Boards: []selfplay.Board{{Graph: baduk.MustRectangle(4, 4), Rules: baduk.TrompTaylor(), Share: 1}},
		Net: selfplay.Net{Name: "random", Evaluator: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
			return neteval.New(net, g, neteval.Options{})
		}}, Seed: 7, First: 100, Games: 1 << 30, Parallel: 4, Threads: 1, Batch: 8}
}

// encoded returns the bytes of games by their numbers.
func encoded(t testing.TB, games []*selfplay.Game) map[int]string {
	t.Helper()
	all := map[int]string{}
	for _, g := range games {
		data, err := replay.EncodeGame(g.Game)
		if err != nil {
			t.Fatal(err)
		}
		if all[g.Number] != "" {
			t.Errorf("game %d was delivered twice", g.Number)
		}
		all[g.Number] = string(data)
	}
	return all
}

// TestPlay: other processes play the same games as this one.
func TestPlay(t *testing.T) {
	l := openCluster(t)
	for i := range 2 {
		startWorker(t, l, fmt.Sprint("worker", i), nil)
	}
	file, m := netFile(t, 1)
	o := options(t, m)
	var games []*selfplay.Game
	o.Done = func(g *selfplay.Game) (bool, error) {
		games = append(games, g)
		return len(games) >= 40, nil
	}
	c := &Crew{Checks: checks(0.3), Cluster: l, Threads: 1, Log: logger(t)}
	if err := c.Play(t.Context(), learn.CrewJob{Name: "j", Sitting: 1, Nets: []string{file}}, o); err != nil {
		t.Fatal(err)
	}
	got := encoded(t, games)
	if len(got) < 40 {
		t.Fatalf("got %d games, want at least 40", len(got))
	}
	o.Games = 20
	var mine []*selfplay.Game
	o.Done = func(g *selfplay.Game) (bool, error) { mine = append(mine, g); return false, nil }
	if err := selfplay.Play(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for number, data := range encoded(t, mine) {
		if there, ok := got[number]; ok && there != data {
			t.Errorf("game %d differs", number)
		}
	}
}

// TestLiars: a worker that changes games is found out, and the others do the work.
func TestLiars(t *testing.T) {
	file, m := netFile(t, 1)
	for name, lie := range map[string]func([]*selfplay.Game){
		"the result": func(all []*selfplay.Game) { all[0].Result.Lead++ },
		"the policy": func(all []*selfplay.Game) { // legal, so that only a repetition of the search finds it
			for _, g := range all {
				for i := range g.Samples {
					s := &g.Samples[i]
					for k := 1; k < len(s.Policy); k++ {
						s.Policy[0].Part += s.Policy[k].Part
					}
					s.Policy = s.Policy[:1]
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := openCluster(t)
			startWorker(t, l, "liar", func(task cluster.Task, data []byte) []byte {
				games, kernel, err := decodeGames(data, 0, perTask([]selfplay.Board{{Graph: baduk.MustRectangle(4, 4)}}))
				if err != nil {
					t.Error(err)
					return data
				}
				lie(games)
				changed, err := encodeGames(kernel, games)
				if err != nil {
					t.Error(err)
				}
				return changed
			})
			o := options(t, m)
			startWorker(t, l, "honest", nil)
			var games []*selfplay.Game
			o.Done = func(g *selfplay.Game) (bool, error) {
				games = append(games, g)
				return len(games) >= 20, nil
			}
			c := &Crew{Checks: checks(1), Cluster: l, Threads: 1, Log: logger(t)}
			if err := c.Play(t.Context(), learn.CrewJob{Name: "j", Sitting: 1, Nets: []string{file}}, o); err != nil {
				t.Fatal(err)
			}
			o.Games, o.First = 1, 0
			for number, data := range encoded(t, games) {
				o.First = number
				o.Done = func(g *selfplay.Game) (bool, error) {
					if want := encoded(t, []*selfplay.Game{g})[number]; want != data {
						t.Errorf("game %d of the liar was taken", number)
					}
					return false, nil
				}
				if err := selfplay.Play(t.Context(), o); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestStrangers: a worker that could not be compared is refused with a reason, unless it is trusted.
func TestStrangers(t *testing.T) {
	levels := nn.Levels()
	if len(levels) < 2 {
		t.Skip("this processor has only one level of kernels")
	}
	slower := levels[:len(levels)-1]
	file, m := netFile(t, 1)
	for name, c := range map[string]struct {
		change func(*Checks)
		levels []nn.Level
		taken  bool
		says   string
	}{
		"kernels":  {func(*Checks) {}, slower, false, "computes with the kernels " + slower[len(slower)-1].String() + ", and the run with"},
		"program":  {func(c *Checks) { c.Program = "newer" }, levels, false, "has the program test, and the run has newer"},
		"trusted":  {func(c *Checks) { c.Program, c.Trusted = "newer", []string{"stran*"} }, levels, true, ""},
		"all":      {func(c *Checks) { c.Program, c.Verify = "newer", 0 }, levels, true, ""},
		"slower":   {func(c *Checks) { c.Level = slower[len(slower)-1] }, levels, true, ""},
		"unneeded": {func(c *Checks) { c.Trusted = []string{"other"} }, levels, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.taken {
				t.Skip("takes seconds, and TestPlay takes results as well")
			}
			l := openCluster(t)
			o := options(t, m)
			ended := startHands(t, l, "stranger", c.levels, nil)
			if !c.taken { // another worker does the work
				startHands(t, l, "honest", c.levels, nil)
			}
			n := 0
			o.Done = func(*selfplay.Game) (bool, error) { n++; return n >= 4, nil }
			crew := &Crew{Checks: checks(0.25), Cluster: l, Threads: 1, Log: logger(t)}
			c.change(&crew.Checks)
			if !c.taken {
				crew.Trusted = []string{"honest"}
			}
			if err := crew.Play(t.Context(), learn.CrewJob{Name: "j", Sitting: 1, Nets: []string{file}}, o); err != nil {
				t.Error(err)
			}
			if c.taken {
				return
			}
			if err := <-ended; err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--trust stranger") {
				t.Errorf("the stranger ended with %v, want %q and what to do", err, c.says)
			}
		})
	}
}

// TestMatch: pairs have the results that this process computes, in their order.
func TestMatch(t *testing.T) {
	l := openCluster(t)
	startWorker(t, l, "worker", nil)
	first, a := netFile(t, 1)
	second, b := netFile(t, 2)
	o := selfplay.MatchOptions{Boards: options(t, a).Boards, First: options(t, a).Net, Second: options(t, b).Net, Visits: 6, OpeningMoves: 2, FairVisits: 4, KomiSpread: 1,
		Seed: 5, FirstPair: 3, Pairs: 6, Parallel: 2, Threads: 1, Batch: 4}
	var want, got []int
	o.Pair = func(halves int) (bool, error) { want = append(want, halves); return len(want) == 5, nil }
	if err := selfplay.Match(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	o.Pair = func(halves int) (bool, error) { got = append(got, halves); return len(got) == 5, nil }
	c := &Crew{Checks: checks(1), Cluster: l, Threads: 1, Log: logger(t)}
	if err := c.Match(t.Context(), learn.CrewJob{Name: "m", Sitting: 1, Nets: []string{first, second}}, o); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestBadTasks: a task that cannot be done is a dead letter with a reason. If the order can be understood, another
// worker might be able to do it.
func TestBadTasks(t *testing.T) {
	t.Parallel() // it mostly waits: after each failure the worker rests for a part of the lease
	// A lease must not expire, because the task would be delivered again, and each delivery counts as an attempt.
	l := openCluster(t, func(c *cluster.Config) { c.Lease = 6 * time.Second })
	startWorker(t, l, "worker", nil)
	garbage, err := l.Put(t.Context(), []byte(`{"nets":["0"],"boards":[{"board":"/etc/passwd","rules":"chinese","share":1}],"games":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	tasks := []struct {
		data, want string
		attempts   int
	}{
		{`nonsense`, "invalid character", 1},
		{`{"about":"` + cluster.HashOf(nil) + `","count":1}`, "no data with the hash", cluster.MaxAttempts},
		{`{"about":"` + garbage + `","count":1}`, "/etc/passwd", cluster.MaxAttempts},
		{`{"about":"x","count":1000000}`, "orders 1000000 games", 1},
	}
	next := 0
	dead := map[string]cluster.DeadLetter{}
	err = l.Run(t.Context(), cluster.Job{Queue: cluster.SelfPlay, Name: "bad",
		Next: func() (cluster.Task, bool) {
			if next == len(tasks) {
				return cluster.Task{}, false
			}
			next++
			return cluster.Task{ID: fmt.Sprint(next - 1), Data: []byte(tasks[next-1].data)}, true
		},
		Take: func(cluster.Result) error { return errors.New("a result came") },
		Dead: func(d cluster.DeadLetter) error { dead[d.ID] = d; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	for i, task := range tasks {
		if d := dead[fmt.Sprint(i)]; !strings.Contains(d.Reason, task.want) || d.Attempts != task.attempts {
			t.Errorf("%s: got %v, want a dead letter with %q after %d attempts", task.data, d, task.want, task.attempts)
		}
	}
}

// matchTable makes the table of a match of random players.
func matchTable() (*match.Table, error) {
	o := match.Options{Games: 12, Boards: []match.Board{{Graph: baduk.MustRectangle(4, 4)}}, Rules: baduk.TrompTaylor(), Seed: 1}
	for _, name := range []string{"A", "B"} {
		o.Players = append(o.Players, match.LocalSide(name, match.Local{New: func(seed uint64) (match.Engine, error) { return engine.NewRandom(seed), nil }}))
	}
	return match.NewTable(o)
}

// storedMatch stores the description of a match and returns its hash.
func storedMatch(t *testing.T, l *cluster.Cluster) string {
	t.Helper()
	about, err := l.Put(t.Context(), []byte(`{"players":["random","random"]}`))
	if err != nil {
		t.Fatal(err)
	}
	return about
}

// TestMatchCrew: workers play the games of a match. A worker that cannot prepare a game leaves the games to others, and
// a worker that lies about a game is found out.
func TestMatchCrew(t *testing.T) {
	l := openCluster(t)
	for name, f := range map[string]func() (*match.Table, error){
		"broken": func() (*match.Table, error) { return nil, errors.New("too little memory") }, "honest": matchTable, "liar": matchTable,
	} {
		var change func(cluster.Task, []byte) []byte
		if name == "liar" {
			change = func(_ cluster.Task, data []byte) []byte {
				return bytes.Replace(data, []byte(`"cause":"score"`), []byte(`"cause":"resignation"`), 1)
			}
		}
		startHands(t, l, name, nn.Levels(), change, func(h *Hands) {
			h.Match = func(context.Context, *MatchAbout, string, nn.Level) (*match.Table, error) { return f() }
		})
	}
	if _, err := (&Hands{Cluster: l, Levels: nn.Levels(), Dir: t.TempDir(), Match: func(context.Context, *MatchAbout, string, nn.Level) (*match.Table, error) {
		return nil, errors.New("too little memory")
	}}).game(t.Context(), order{storedMatch(t, l), 1, 1}.task("1"), nil); err == nil || errors.Is(err, cluster.ErrPermanent) {
		t.Errorf("a match that cannot be prepared: got %v, want an error of this worker only", err)
	}
	table, err := matchTable()
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	crew := &MatchCrew{Checks: checks(1), Cluster: l, About: &MatchAbout{Players: []string{"random", "random"}}, Table: table, Repeatable: true}
	taken := map[int]match.GameResult{}
	err = crew.Play(t.Context(), 1, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, func(g match.GameResult, _ *kifu.Record) (bool, error) {
		taken[g.Game] = g
		return false, nil
	})
	if err != nil || len(taken) != 12 {
		t.Fatalf("got %d games, %v, want 12", len(taken), err)
	}
	for n, g := range taken {
		want, _, err := table.Play(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if g.Timeless() != want.Timeless() {
			t.Errorf("game %d is %+v, want %+v", n, g, want)
		}
	}
}

// slow is a random player that may not answer within the patience of the referee.
type slow struct {
	match.Engine
	hangs bool
}

func (s slow) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	if s.hangs {
		<-ctx.Done()
	}
	return s.Engine.Genmove(context.WithoutCancel(ctx), g, c, limit)
}

// TestSlowWorker: a game that ended because a player hung is not compared with a game in which the player answered. The
// owner or the worker may be the one whose player hung. Other games are compared.
func TestSlowWorker(t *testing.T) {
	table := func(hangs bool) *match.Table {
		t.Helper()
		o := match.Options{Games: 2, Boards: []match.Board{{Graph: baduk.MustRectangle(4, 4)}}, Rules: baduk.TrompTaylor(), Seed: 1, Patience: time.Hour}
		if hangs {
			o.Patience = time.Millisecond
		}
		for _, name := range []string{"A", "B"} {
			o.Players = append(o.Players, match.LocalSide(name, match.Local{New: func(seed uint64) (match.Engine, error) { return slow{engine.NewRandom(seed), hangs}, nil }}))
		}
		made, err := match.NewTable(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(made.Close)
		return made
	}
	for _, c := range []struct {
		worker, owner bool // hangs
		lies          bool
	}{{true, false, false}, {false, true, false}, {false, false, false}, {false, false, true}} {
		g, sgf, err := table(c.worker).Play(t.Context(), 1)
		if err != nil || string(g.Cause) == "hung" != c.worker {
			t.Fatalf("got %+v, %v, want that the player hung: %v", g, err, c.worker)
		}
		if c.lies {
			g.Cause = "resignation"
		}
		data, err := json.Marshal(matchGame{nn.FastestLevel().String(), g, string(sgf)})
		if err != nil {
			t.Fatal(err)
		}
		crew := &MatchCrew{Checks: checks(1), Table: table(c.owner), Repeatable: true}
		got, _, err := crew.examine(t.Context(), cluster.Result{ID: "1", Worker: "w", Program: "test", Data: data}, 1)
		if errors.Is(err, cluster.ErrRejected) != c.lies || !c.lies && (err != nil || got != g) {
			t.Errorf("%+v: got %+v, %v, want the game unless the worker lies", c, got, err)
		}
	}
}

// TestMatchFiles: the files of a match are stored again only if they have not changed.
func TestMatchFiles(t *testing.T) {
	l := openCluster(t)
	file, _ := netFile(t, 1)
	a, err := Describe(match.Recipe{Players: []string{"visits=2,model=" + file, "random"}}, &match.Options{}, func(name string) string { return name })
	if err != nil {
		t.Fatal(err)
	}
	if err := a.store(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	for _, hash := range a.Files {
		if _, err := l.Get(t.Context(), hash); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile(file, []byte("another net"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := a.store(t.Context(), l); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("a file that has changed: got %v, want an error", err)
	}
}

// TestPairLiars: a worker that lies about pairs of games is found out soon, although only a small share of other
// results is computed again.
func TestPairLiars(t *testing.T) {
	l := openCluster(t)
	ended := startHands(t, l, "liar", nn.Levels(), func(_ cluster.Task, data []byte) []byte {
		r, _, err := decode(data)
		if err != nil {
			t.Error(err)
			return data
		}
		old, lie := fmt.Sprintf(`"halves":[%d]`, r.Halves[0]), fmt.Sprintf(`"halves":[%d]`, (r.Halves[0]+1)%5)
		return bytes.Replace(data, []byte(old), []byte(lie), 1)
	})
	first, a := netFile(t, 1)
	second, b := netFile(t, 2)
	o := selfplay.MatchOptions{Boards: options(t, a).Boards, First: options(t, a).Net, Second: options(t, b).Net, Visits: 2, OpeningMoves: 2, FairVisits: 2, KomiSpread: 1,
		Seed: 5, Pairs: 400, Parallel: 2, Threads: 1, Batch: 4}
	found := make(chan struct{})
	go func() {
		if err := <-ended; err != nil {
			startHands(t, l, "honest", nn.Levels(), nil) // does what the liar has left
			close(found)
		}
	}()
	pairs := 0
	o.Pair = func(int) (bool, error) {
		pairs++
		select {
		case <-found:
			return true, nil
		default:
			return false, nil
		}
	}
	c := &Crew{Checks: checks(1e-9), Cluster: l, Threads: 1, Log: logger(t)}
	if err := c.Match(t.Context(), learn.CrewJob{Name: "m", Sitting: 1, Nets: []string{first, second}}, o); err != nil || pairs == o.Pairs {
		t.Errorf("got %d pairs, %v, want an end before all pairs because the liar was found", pairs, err)
	}
}

// TestSent: only the first numbers of tasks that were sent are accepted.
func TestSent(t *testing.T) {
	for number, want := range map[int]bool{99: false, 100: true, 101: false, 104: true, 108: false, 1000: false} {
		if got := sent(number, 100, 108, 4); got != want {
			t.Errorf("number %d of the tasks from 100 and 104: got %v, want %v", number, got, want)
		}
	}
}

// TestLearn: a run learns with two workers, also when it is interrupted in the middle.
func TestLearn(t *testing.T) {
	l := openCluster(t)
	for i := range 2 {
		startWorker(t, l, fmt.Sprint("worker", i), nil)
	}
	s := learn.DefaultSettings(9)
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{"3x3"}, "tromp-taylor", 7, "b1c16"
	s.Games.Visits, s.Games.FastVisits, s.Games.DecidedVisits, s.Games.FullShare = 8, 4, 4, 0.5
	s.WindowFirst, s.Share, s.Reuse, s.Batch, s.MatchEvery, s.GatePairs, s.GateVisits = 240, 4, 8, 16, 1, 6, 4
	o := learn.Options{Dir: t.TempDir(), Settings: s, Model: nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, 1), Generations: 2, Threads: 1, Parallel: 2,
		Level: nn.FastestLevel(), Log: logger(t), Crew: &Crew{Checks: checks(0.1), Cluster: l, Threads: 1, Log: logger(t)},
		Boards: func(s learn.Settings) ([]selfplay.Board, error) {
			return (&description{Boards: []boardText{{Board: s.Boards[0], Rules: s.Rules, Komi: s.Komi, Share: 1}}}).boards()
		}}
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p learn.Progress) {
		if p.Generation == 1 && p.Stage == learn.Playing && p.Done > p.Total/2 {
			cancel()
		}
	}
	if err := learn.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
	o.Progress = nil
	if err := learn.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	state, err := learn.Read(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if state.Made() != 2 || state.Sittings != 2 {
		t.Errorf("%d generations in %d sittings, want 2 in 2", state.Made(), state.Sittings)
	}
	for _, g := range state.Generations[1:] {
		f, err := replay.OpenFolder(filepath.Join(o.Dir, learn.RowsFolder(g.Number)))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for one, err := range f.Games() {
			if err != nil {
				t.Fatal(err)
			}
			data, err := replay.EncodeGame(one)
			if err != nil {
				t.Fatal(err)
			}
			if seen[string(data)] && len(one.Moves) > 8 {
				t.Errorf("generation %d has a game twice", g.Number)
			}
			seen[string(data)] = true
		}
		if len(f.Damage) > 0 || len(seen) == 0 {
			t.Errorf("generation %d has %d games, damage %v", g.Number, len(seen), f.Damage)
		}
	}
	status, err := l.Status(t.Context())
	if err != nil || len(status.Dead) != 0 {
		t.Errorf("at the end the cluster has %+v, %v, want no dead letters", status, err)
	}
}
