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
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
	"tengen/internal/durable"
	"tengen/kifu"
	"tengen/stat"
)

func options(games int) Options {
	r := baduk.TrompTaylor()
	r.Komi = 1
	return Options{Games: games, Boards: []Board{{Graph: baduk.MustRectangle(5, 5)}}, Rules: r, Patience: time.Minute, Seed: 1}
}

// allAlive is a judge that needs no time, for tests with a short patience: the referee's own judge has to end within
// StartPatience too.
func allAlive(context.Context, *baduk.Game) (baduk.PointSet, error) { return nil, nil }

// runPair runs a match and returns its games.
func runPair(t *testing.T, first, second Side, o Options) ([]GameResult, Summary, error) {
	t.Helper()
	var games []GameResult
	o.Progress = func(p Progress) {
		games = append(games, p.Last)
		if p.Done != len(games) || p.Games != o.Games || p.Left < 0 {
			t.Errorf("progress is %+v, want %d of %d games", p, len(games), o.Games)
		}
	}
	o.Players = []Side{first, second}
	s, err := Run(t.Context(), o)
	return games, s, err
}

func TestMatchWritesEverything(t *testing.T) {
	o := options(4)
	o.OutDir, o.Event, o.Application = filepath.Join(t.TempDir(), "new", "match"), "Cup", "tengen:test"
	games, s, err := runPair(t, ourSide("A", ours{}), ProgramSide("B", fake("reversed")), o)
	if err != nil {
		t.Fatal(err)
	}
	if s.Done != 4 || s.Players[0].AsBlack.Played() != 2 || s.Players[1].AsWhite.Played() != 2 || s.Unfinished {
		t.Errorf("%+v; want 4 games, each player with Black in 2", s)
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
			t.Errorf("line %d is %+v, want game %d of at least 10 moves, colours in turn", i+1, g, i+1)
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
			t.Errorf("%s: %v; want %d moves, %s", data, err, g.Moves, g.Result)
		}
		if score := replay.Score(nil); score.Result() != g.Result {
			t.Errorf("game %d counts as %s, want the recorded result %s", g.Game, score.Result(), g.Result)
		}
	}
	var written Summary
	data, err := os.ReadFile(filepath.Join(o.OutDir, summaryFile))
	if err == nil {
		err = json.Unmarshal(data, &written)
	}
	if err != nil || !reflect.DeepEqual(written, s) {
		t.Errorf("%s: %v; want %+v", data, err, s)
	}
}

func TestMatchIsRepeatable(t *testing.T) {
	play := func(seed uint64) string {
		o := options(6)
		o.Seed = seed
		games, _, err := runPair(t, ourSide("same", ours{}), ourSide("same", ours{}), o)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, g := range games {
			fmt.Fprintln(&b, g.Timeless())
		}
		return b.String()
	}
	first := play(1)
	if again := play(1); again != first {
		t.Errorf("with the same seed got the games\n%s\nwant\n%s", again, first)
	}
	if play(2) == first {
		t.Error("another seed gives the same games")
	}
	if !strings.Contains(first, "same #1") {
		t.Error("players of the same name cannot be told apart")
	}
}

func TestFailuresEndTheMatch(t *testing.T) {
	t.Parallel()
	o := options(10)
	games, s, err := runPair(t, ProgramSide("program", fake("die=1")), ourSide("ours", ours{}), o)
	if !errors.Is(err, errFailures) || len(games) != 3 || s.Players[0].LostBy[causeCrashed] != 3 || !s.Unfinished || !strings.Contains(err.Error(), "segmentation fault") || !strings.Contains(err.Error(), "program failed in 3 games in a row") {
		t.Errorf("%d games, %+v, %v; want 3 lost games and the program's stderr in the error", len(games), s, err)
	}
	// A program that was never ready does not lose.
	games, s, err = runPair(t, ProgramSide("program", fake("dieat=clear_board")), ourSide("ours", ours{}), o)
	if !errors.Is(err, errFailures) || len(games) != 3 || s.Black.Voids != 3 || games[0].Cause != causeUnready || !strings.Contains(err.Error(), "did not get ready") {
		t.Errorf("%d games, %+v, %v; want 3 void games of a program that was not ready", len(games), s, err)
	}
	if _, _, err := runPair(t, ProgramSide("none", gtp.Program{Command: []string{"/nonexistent/program"}}), ourSide("ours", ours{}), o); err == nil || strings.Count(err.Error(), "program does not start") != 1 || !strings.HasPrefix(err.Error(), "/nonexistent") {
		t.Errorf("a program that does not exist: got %v, want an error that says so once", err)
	}
}

// TestRestart plays with a program that ends in the first game and does not start for the second. It
// loses the first game, the second is void, and the third counts.
func TestRestart(t *testing.T) {
	t.Parallel()
	starts := 0
	side := Side{Name: "program", open: func(ctx context.Context) (player, error) {
		starts++
		switch starts {
		case 1:
			return ProgramSide("program", fake("die=2")).open(ctx)
		case 2:
			return nil, errors.New("not now")
		}
		return ProgramSide("program", fake("good")).open(ctx)
	}}
	games, s, err := runPair(t, side, ourSide("ours", ours{}), options(4))
	if err != nil || s.Black.Voids != 1 || s.Black.Played() != 3 || starts != 3 || games[0].Cause != causeCrashed || !strings.Contains(games[1].Reason, "program (white): not now") {
		t.Errorf("%d starts, %+v, %v; want 3 starts, one void game, the first game lost by a crash", starts, games, err)
	}
}

// TestClock plays with a program that is too slow for its clock. Its opponent has unlimited time, so
// that a pause of the machine does not make it lose.
func TestClock(t *testing.T) {
	t.Parallel()
	var limits []engine.Limit
	o := options(1)
	o.Clock = clock.Settings{Kind: clock.Absolute, Main: 200 * time.Millisecond}
	o.Lag = time.Millisecond
	local := LocalSide("ours", Local{
		New:   func(uint64) (Engine, error) { return ours{limits: &limits}, nil },
		Limit: engine.Limit{Visits: 7},
	})
	local.Clock = &clock.Settings{Kind: clock.Absolute, Main: time.Hour}
	games, _, err := runPair(t, local, ProgramSide("program", fake("slow=2")), o)
	if err != nil || games[0].Result != "B+T" || !strings.Contains(games[0].Reason, "white lost on time") || games[0].Winner != "ours" {
		t.Errorf("%+v, %v; want White lost on time", games, err)
	}
	if len(limits) == 0 || len(limits) > 2 || limits[0].Visits != 7 || limits[0].Clock == nil || limits[0].Clock.Available() != time.Hour {
		t.Errorf("limits are %v, want one or two, of 7 visits and an hour", limits)
	}
	// The move takes too long, but no longer than the lag allows.
	o.Clock = clock.Settings{Kind: clock.ByoYomi, Period: 100 * time.Millisecond, Periods: 1}
	o.Lag = time.Minute
	if games, _, err := runPair(t, local, ProgramSide("program", fake("slow=2")), o); err != nil || games[0].Result[1:] == "+T" {
		t.Errorf("%+v, %v; want no loss on time", games, err)
	}
	// A program that hangs loses on time and is started again.
	o.Lag, o.Patience = time.Millisecond, short
	if games, _, err := runPair(t, local, ProgramSide("program", fake("hang=1")), o); err != nil || games[0].Result != "B+T" || games[0].Cause != causeTime || games[0].WhiteFailure != causeHung {
		t.Errorf("%+v, %v; want B+T, White hung", games, err)
	}
}

func TestProgramIsToldConditions(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	o := options(1)
	o.Clock = clock.Settings{Kind: clock.ByoYomi, Main: 100 * time.Second, Period: 30 * time.Second, Periods: 3}
	o.Lag = time.Nanosecond
	if _, _, err := runPair(t, ProgramSide("program", fake("log="+log)), ourSide("ours", ours{}), o); err != nil {
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
`
	rest, told := strings.CutPrefix(string(text), want)
	if line, _, _ := strings.Cut(rest, "\n"); !told || !regexp.MustCompile(`^time_left black \d\d 0$`).MatchString(line) { // without its first move's time
		t.Errorf("the program was told\n%s\nwant\n%s", text, want)
	}
}

func TestMoveCap(t *testing.T) {
	o := options(2)
	o.MaxMoves = 7
	games, s, err := runPair(t, ourSide("A", ours{}), ourSide("B", ours{}), o)
	if err != nil || s.Black.Voids != 2 || games[0].Cause != causeTooLong || games[0].Moves != 7 || !strings.Contains(games[0].Reason, "not over after 7 moves") {
		t.Errorf("%+v, %v; want 2 void games of 7 moves", games, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(5)
	o.OutDir = t.TempDir()
	begun := 0
	slow := LocalSide("slow", Local{New: func(uint64) (Engine, error) {
		if begun++; begun < 3 {
			return ours{}, nil
		}
		time.AfterFunc(50*time.Millisecond, cancel)
		return ours{delay: time.Hour}, nil
	}})
	o.Players = []Side{slow, ProgramSide("program", fake("good"))}
	s, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || s.Done != 2 || !s.Unfinished {
		t.Errorf("%+v, %v; want an interrupt after 2 games", s, err)
	}
	data, err := os.ReadFile(filepath.Join(o.OutDir, resultsFile))
	if err != nil || strings.Count(string(data), "\n") != 2 {
		t.Errorf("%s, %v; want 2 lines", data, err)
	}
	if data, err := os.ReadFile(filepath.Join(o.OutDir, summaryFile)); err != nil || !strings.Contains(string(data), `"interrupted": true`) {
		t.Errorf("%s, %v; want an interrupted match", data, err)
	}
}

// TestCancelledPlayer plays with an engine that answers at once when it is cancelled, like a search.
// It is not asked for another move.
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
	o.Players = []Side{side, side}
	s, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || moves != 3 || !s.Unfinished || !strings.Contains(s.String(), "no game has ended") {
		t.Errorf("%d moves, %v, %v; want an interrupt after 3 moves, before a game has ended", moves, s, err)
	}
	if _, err := os.Stat(filepath.Join(o.OutDir, summaryFile)); err != nil {
		t.Error(err)
	}
}

// TestCancelledUnwritten interrupts a match whose summary cannot be written. The error is not an
// interrupt.
func TestCancelledUnwritten(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(5)
	o.OutDir = t.TempDir()
	o.Players = []Side{ourSide("A", ours{}), ourSide("B", ours{})}
	o.Progress = func(Progress) {
		if err := os.MkdirAll(filepath.Join(o.OutDir, summaryFile+durable.Partial), 0o755); err != nil {
			t.Error(err)
		}
		cancel()
	}
	s, err := Run(ctx, o)
	if errors.Is(err, context.Canceled) || err == nil || !strings.Contains(err.Error(), summaryFile) || !s.Unfinished {
		t.Errorf("%+v, %v; want an error about %s, not an interrupt", s, err, summaryFile)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	bad := clock.Settings{Kind: clock.Absolute}
	other := Opening{Name: "other", Graph: baduk.MustRectangle(7, 7)}
	for i, change := range []func(*Options){
		func(o *Options) { o.Games = 0 },
		func(o *Options) { o.Boards = nil },
		func(o *Options) { o.Boards = []Board{{}} },
		func(o *Options) { o.Players = o.Players[:1] },
		func(o *Options) { o.Players = make([]Side, maxPlayers+1) },
		func(o *Options) { o.Players[0].Elo = new(math.NaN()) },
		func(o *Options) { o.Lag = -1 },
		func(o *Options) { o.Clock = bad },
		func(o *Options) { o.Players[0].Clock = &bad },
		func(o *Options) { o.OutDir = filepath.Join(os.Args[0], "x") },
		func(o *Options) { o.SPRT = stat.SPRT{Elo0: 3, Elo1: 1} },
		func(o *Options) {
			o.SPRT = stat.SPRT{Elo1: 3, Alpha: .1, Beta: .1}
			o.Players = append(o.Players, o.Players[0])
		},
		func(o *Options) { o.Handicap = 2 }, // 5x5 has no handicap points
		func(o *Options) { o.Openings = []Opening{other} },
		func(o *Options) {
			o.Boards = []Board{{Graph: other.Graph}}
			o.Openings = []Opening{other}
			o.Handicap = 2
		},
		func(o *Options) { o.Boards[0].Setup.Black = []baduk.Point{3, 3} },
	} {
		o := options(1)
		o.Players = []Side{ourSide("A", ours{}), ourSide("B", ours{})}
		change(&o)
		_, err := Run(t.Context(), o)
		if _, ok := errors.AsType[*OptionsError](err); !ok {
			t.Errorf("change %d: %v; want an OptionsError", i, err)
		}
	}
}

func TestNamesAreTold(t *testing.T) {
	players := []Side{{Name: "A"}, {Name: "B"}, {Name: "A"}, {Name: "A #1"}}
	distinguish(players)
	var names []string
	for _, p := range players {
		names = append(names, p.Name)
	}
	if got, want := strings.Join(names, ", "), "A #2, B, A #3, A #1"; got != want {
		t.Errorf("got the names %s, want %s", got, want)
	}
}

func ExampleRun() {
	player := func(name string) Side {
		return LocalSide(name, Local{New: func(uint64) (Engine, error) { return ours{}, nil }})
	}
	s, err := Run(context.Background(), Options{
		Players: []Side{player("Kuro"), player("Shiro")},
		Games:   2, Boards: []Board{{Graph: baduk.MustRectangle(3, 3)}}, Rules: baduk.TrompTaylor(),
	})
	fmt.Println(s, err)
	// Output:
	// Kuro against Shiro: 1 wins, 1 losses, 0 draws
	//   as Black 0 wins, 1 losses, 0 draws
	//   as White 1 wins, 0 losses, 0 draws
	//   score 1 of 2: 50.0 % (95 %: 9.5 to 90.5)
	//   Elo difference 0 (95 %: -393 to +393)
	//   it is open which player is stronger; about 1162 games in all would measure the difference within 20 Elo <nil>
}
