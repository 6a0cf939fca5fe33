package match

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
	"tengen/kifu"
)

func options(games int) Options {
	r := baduk.TrompTaylor()
	r.Komi = 1
	return Options{Games: games, Graph: baduk.MustRectangle(5, 5), Rules: r, Patience: 10 * time.Second}
}

// results runs a match and returns its games.
func results(t *testing.T, first, second Side, o Options) ([]GameResult, Summary, error) {
	t.Helper()
	var games []GameResult
	o.Progress = func(p Progress) {
		games = append(games, p.Last)
		if p.Done != len(games) || p.Games != o.Games || p.Left < 0 {
			t.Errorf("progress is %+v", p)
		}
	}
	s, err := Run(t.Context(), first, second, o)
	return games, s, err
}

func TestMatchWritesEverything(t *testing.T) {
	o := options(4)
	o.OutDir, o.Event, o.Application = filepath.Join(t.TempDir(), "new", "match"), "Cup", "tengen:test"
	games, s, err := results(t, ourSide("A", ours{}), ProgramSide("B", fake("reversed")), o)
	if err != nil {
		t.Fatal(err)
	}
	if s.Played() != 4 || s.AsBlack.Played() != 2 || s.AsWhite.Played() != 2 || s.Interrupted {
		t.Errorf("%+v", s)
	}
	f, err := os.Open(filepath.Join(o.OutDir, resultsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for i := 0; lines.Scan(); i++ {
		var g GameResult
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		want := games[i]
		if want.SGF = fmt.Sprintf("game-%04d.sgf", i+1); g != want {
			t.Errorf("line %d is %+v, want %+v", i+1, g, want)
		}
		if g.Game != i+1 || g.Black != [2]string{"A", "B"}[i%2] || g.White != [2]string{"B", "A"}[i%2] || g.Moves < 10 {
			t.Errorf("line %d is %+v", i+1, g)
		}
		if i == 3 && lines.Scan() {
			t.Error("there are more lines than games")
		}
		data, err := os.ReadFile(filepath.Join(o.OutDir, g.SGF))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := kifu.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		replay, err := rec.Game()
		if err != nil || replay.Len() != g.Moves || rec.Info.Black != g.Black || rec.Info.Result != g.Result || rec.Rules != o.Rules || rec.Info.Event != "Cup" {
			t.Errorf("%s: %v", data, err)
		}
		if score := replay.Score(nil); score.Result() != g.Result {
			t.Errorf("game %d is recorded as %s and counts as %s", g.Game, g.Result, score.Result())
		}
	}
	var written Summary
	data, err := os.ReadFile(filepath.Join(o.OutDir, summaryFile))
	if err == nil {
		err = json.Unmarshal(data, &written)
	}
	if err != nil || !reflect.DeepEqual(written, s) {
		t.Errorf("%s: %v", data, err)
	}
	// Never mix two matches.
	if _, _, err := results(t, ourSide("A", ours{}), ourSide("B", ours{}), o); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("a second match in the same folder: %v", err)
	}
}

func TestMatchIsRepeatable(t *testing.T) {
	play := func(seed uint64) string {
		o := options(6)
		o.Seed = seed
		games, _, err := results(t, ourSide("same", ours{}), ourSide("same", ours{}), o)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, g := range games {
			g.Seconds = 0
			fmt.Fprintln(&b, g)
		}
		return b.String()
	}
	first := play(1)
	if again := play(1); again != first {
		t.Errorf("the same seed gives other games:\n%s\n%s", first, again)
	}
	if play(2) == first {
		t.Error("another seed gives the same games")
	}
	if !strings.Contains(first, "same #1") {
		t.Error("players of the same name cannot be told apart")
	}
}

func TestEndings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ habits, result, reason string }{
		{"resign=3", "W+R", "black resigned"},
		{"occupied=2", "W+F", "is illegal: there is a stone already"},
		{"nonsense=2", "Void", `program (black): its move makes no sense: "the centre" is not a point`},
		{"offboard=2", "Void", "columns end at E"},
		{"fail=2", "Void", `"genmove black" was refused: no idea`},
		{"refuse=2", "Void", `move 4 is legal, but "play white`},
		{"die=2", "Void", "exit status 3; the last it said:\nsegmentation fault"},
		{"half=2", "Void", "ended without an answer"},
		{"hang=2", "Void", "has not answered \"genmove black\" after"},
	} {
		t.Run(c.habits, func(t *testing.T) {
			t.Parallel()
			o := options(1)
			o.Patience = 5 * time.Second
			if strings.HasPrefix(c.habits, "hang") {
				o.Patience = 300 * time.Millisecond
			}
			games, s, err := results(t, ProgramSide("program", fake(c.habits)), ourSide("ours", ours{}), o)
			if err != nil {
				t.Fatal(err)
			}
			g := games[0]
			if g.Result != c.result || !strings.Contains(g.Reason, c.reason) || (g.Winner == "ours") != (c.result != "Void") || (s.Voids == 1) != (c.result == "Void") {
				t.Errorf("%+v", g)
			}
		})
	}
}

func TestFailuresEndTheMatch(t *testing.T) {
	o := options(10)
	games, s, err := results(t, ProgramSide("program", fake("die=1")), ourSide("ours", ours{}), o)
	if !errors.Is(err, ErrFailures) || len(games) != 3 || s.Voids != 3 || !s.Interrupted || !strings.Contains(err.Error(), "segmentation fault") {
		t.Errorf("%d games, %+v, %v", len(games), s, err)
	}
	if _, _, err := results(t, ProgramSide("none", gtp.Program{Command: []string{"/nonexistent/program"}}), ourSide("ours", ours{}), o); err == nil || strings.Count(err.Error(), "program does not start") != 1 || !strings.HasPrefix(err.Error(), "/nonexistent") {
		t.Errorf("a program that does not exist: %v", err)
	}
}

// TestRestart has a program that dies in the first game and does not start for
// the second: the third counts.
func TestRestart(t *testing.T) {
	starts := 0
	side := Side{Name: "program", Open: func(ctx context.Context) (Player, error) {
		starts++
		switch starts {
		case 1:
			return ProgramSide("program", fake("die=2")).Open(ctx)
		case 2:
			return nil, errors.New("not now")
		}
		return ProgramSide("program", fake("good")).Open(ctx)
	}}
	games, s, err := results(t, side, ourSide("ours", ours{}), options(4))
	if err != nil || s.Voids != 2 || s.Played() != 2 || starts != 3 || !strings.Contains(games[1].Reason, "program (white): not now") {
		t.Errorf("%d starts, %+v, %v", starts, games, err)
	}
}

func TestClock(t *testing.T) {
	var limits []engine.Limit
	o := options(1)
	o.Clock = clock.Settings{Kind: clock.Absolute, Main: time.Second}
	o.Lag = time.Millisecond
	local := LocalSide("ours", Local{
		New:    func(uint64) (Engine, error) { return ours{limits: &limits}, nil },
		Limit:  engine.Limit{Visits: 7},
		Budget: func(c *clock.Clock, _ *baduk.Game) time.Duration { return c.Available() / 10 },
	})
	o.Clock.Main = 200 * time.Millisecond
	games, _, err := results(t, local, ProgramSide("program", fake("slow=2")), o)
	if err != nil || games[0].Result != "B+T" || !strings.Contains(games[0].Reason, "white lost on time") || games[0].Winner != "ours" {
		t.Errorf("%+v, %v", games, err)
	}
	if len(limits) != 2 || limits[0].Visits != 7 || limits[0].Time > 20*time.Millisecond || limits[0].Time < 19*time.Millisecond {
		t.Errorf("limits are %v", limits)
	}
	// Overtime for a move, forgiven by the lag.
	o.Clock = clock.Settings{Kind: clock.ByoYomi, Period: 100 * time.Millisecond, Periods: 1}
	o.Lag = 5 * time.Second
	if games, _, err := results(t, local, ProgramSide("program", fake("slow=2")), o); err != nil || games[0].Result[1:] == "+T" {
		t.Errorf("%+v, %v", games, err)
	}
	// Hanging beyond the clock is no loss but a void game.
	o.Lag, o.Patience = time.Millisecond, 100*time.Millisecond
	if games, _, err := results(t, local, ProgramSide("program", fake("hang=1")), o); err != nil || !games[0].Void() {
		t.Errorf("%+v, %v", games, err)
	}
}

func TestProgramIsToldConditions(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	o := options(1)
	o.Clock = clock.Settings{Kind: clock.ByoYomi, Main: 100 * time.Second, Period: 30 * time.Second, Periods: 3}
	o.Lag = time.Nanosecond
	if _, _, err := results(t, ProgramSide("program", fake("log="+log)), ourSide("ours", ours{}), o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	want := `kata-set-rules {"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
komi 0.5
kgs-time_settings byoyomi 100 30 3
time_left black 100 0
time_left black 99 0
`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("the program was told\n%s\nwant\n%s", text, want)
	}
}

// TestDeadStones has both pass at once after four moves.
func TestDeadStones(t *testing.T) {
	corner := baduk.Point(0) // the first move, A5
	for _, c := range []struct {
		dead   string
		ours   []baduk.Point
		result string
		reason string
	}{
		{"dead=", nil, "0", "both call no stone dead"},
		{"dead=A5", []baduk.Point{corner}, "W+25", "both call A5 dead"},
		{"dead=A5", nil, "0", "black calls nothing dead and white A5"},
		{"", nil, "0", "white cannot tell"},
		{"dead=C3", nil, "Void", "no stone at \"C3\""},
	} {
		o := options(1)
		o.Rules = baduk.Chinese()
		o.Rules.Komi = 0
		passing := LocalSide("ours", Local{New: func(uint64) (Engine, error) {
			return &scripted{ours: ours{dead: c.ours}, moves: []baduk.Point{corner, baduk.Pass}}, nil
		}})
		games, _, err := results(t, passing, ProgramSide("program", fake("reversed pass=2 "+c.dead)), o)
		if err != nil || games[0].Result != c.result || !strings.Contains(games[0].Reason, c.reason) {
			t.Errorf("%q: %+v, %v", c.dead, games, err)
		}
	}
}

type scripted struct {
	ours
	moves []baduk.Point
}

func (s *scripted) Genmove(_ context.Context, _ *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	p := s.moves[0]
	s.moves = s.moves[1:]
	return engine.Decision{Move: baduk.Move{Color: c, Point: p}}, nil
}

func TestMoveCap(t *testing.T) {
	o := options(2)
	o.MaxMoves = 7
	games, s, err := results(t, ourSide("A", ours{}), ourSide("B", ours{}), o)
	if err != nil || s.Voids != 2 || games[0].Moves != 7 || !strings.Contains(games[0].Reason, "not over after 7 moves") {
		t.Errorf("%+v, %v", games, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(5)
	o.OutDir = t.TempDir()
	o.Progress = func(p Progress) {
		if p.Done == 2 {
			time.AfterFunc(50*time.Millisecond, cancel)
		}
	}
	slow := ourSide("slow", ours{delay: 5 * time.Millisecond})
	s, err := Run(ctx, slow, ProgramSide("program", fake("good")), o)
	if !errors.Is(err, context.Canceled) || s.Played() != 2 || !s.Interrupted {
		t.Errorf("%+v, %v", s, err)
	}
	data, err := os.ReadFile(filepath.Join(o.OutDir, resultsFile))
	if err != nil || strings.Count(string(data), "\n") != 2 {
		t.Errorf("%s, %v", data, err)
	}
	if data, err := os.ReadFile(filepath.Join(o.OutDir, summaryFile)); err != nil || !strings.Contains(string(data), `"interrupted": true`) {
		t.Errorf("%s, %v", data, err)
	}
}

// TestCancelledPlayer has a player that answers at once when it is cancelled, as
// a search does: it is not asked again.
func TestCancelledPlayer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	moves := 0
	o := options(5)
	o.OutDir = t.TempDir()
	side := ourSide("ours", ours{after: func() {
		if moves++; moves == 3 {
			cancel()
		}
	}})
	s, err := Run(ctx, side, side, o)
	if !errors.Is(err, context.Canceled) || moves != 3 || !s.Interrupted || !strings.Contains(s.String(), "no game was finished") {
		t.Errorf("%d moves, %v, %v", moves, s, err)
	}
	if _, err := os.Stat(filepath.Join(o.OutDir, summaryFile)); err != nil {
		t.Error(err)
	}
}

// TestDeadIsCutShort has a player that lists no dead stones because its time is
// up: that is a failure, not an opinion.
func TestDeadIsCutShort(t *testing.T) {
	o := options(1)
	o.Rules, o.Patience = baduk.Chinese(), 50*time.Millisecond
	side := LocalSide("ours", Local{New: func(uint64) (Engine, error) {
		return &late{scripted{moves: []baduk.Point{baduk.Pass}}}, nil
	}})
	if games, _, err := results(t, side, side, o); err != nil || !games[0].Void() {
		t.Errorf("%+v, %v", games, err)
	}
}

type late struct{ scripted }

func (*late) Dead(ctx context.Context, _ *baduk.Game) (baduk.PointSet, error) {
	<-ctx.Done()
	return nil, nil
}

func TestOptionsAreChecked(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Games = 0 },
		func(o *Options) { o.Graph = nil },
		func(o *Options) { o.Lag = -1 },
		func(o *Options) { o.Clock.Kind = clock.Absolute },
		func(o *Options) { o.OutDir = filepath.Join(os.Args[0], "x") },
	} {
		o := options(1)
		change(&o)
		if _, err := Run(t.Context(), ourSide("A", ours{}), ourSide("B", ours{}), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// TestWilson compares with values computed independently, by the quadratic
// (p - s)² = z² s (1 - s) / n.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		score float64
		n     int
	}{{5, 10}, {0, 10}, {10, 10}, {20.5, 40}, {1, 1}, {999, 1000}} {
		low, high := Wilson(c.score, c.n)
		p := c.score / float64(c.n)
		for _, s := range []float64{low, high} {
			if d := (p-s)*(p-s) - 1.959963984540054*1.959963984540054*s*(1-s)/float64(c.n); math.Abs(d) > 1e-12 {
				t.Errorf("%v of %d: the bound %v is off by %v", c.score, c.n, s, d)
			}
		}
		if low > p || high < p || low < 0 || high > 1 {
			t.Errorf("%v of %d: %v to %v", c.score, c.n, low, high)
		}
	}
	if low, high := Wilson(0, 0); low != 0 || high != 1 {
		t.Error("nothing played says something")
	}
}

func ExampleRun() {
	player := func(name string) Side {
		return LocalSide(name, Local{New: func(uint64) (Engine, error) { return ours{}, nil }})
	}
	s, err := Run(context.Background(), player("Kuro"), player("Shiro"), Options{
		Games: 2, Graph: baduk.MustRectangle(3, 3), Rules: baduk.TrompTaylor(),
	})
	fmt.Println(s, err)
	// Output:
	// Kuro against Shiro: 1 wins, 1 losses, 0 draws
	//   as Black 0 wins, 1 losses, 0 draws
	//   as White 1 wins, 0 losses, 0 draws
	//   score 1 of 2: 50.0 % (95 %: 9.5 to 90.5) <nil>
}
