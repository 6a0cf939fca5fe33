package gtpserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

var update = flag.Bool("update", false, "rewrite the golden transcripts")

// simple is a player that plays the first legal point from the top left that is not its own eye. It considers chains
// with one liberty dead.
type simple struct {
	limit  engine.Limit // of the last move
	fail   error
	resign bool
	move   *baduk.Move // if set, played instead of the first point
}

func (p *simple) Genmove(_ context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p.limit = limit
	d := engine.Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}, Win: 0.5, Visits: 10, Resign: p.resign}
	if p.fail != nil {
		return d, p.fail
	}
	if p.move != nil {
		d.Move = *p.move
		return d, nil
	}
	for i := range g.Graph().Len() {
		m := baduk.Move{Color: c, Point: baduk.Point(i)}
		if g.Position().Around(m.Point, c) < len(g.Graph().Neighbours(m.Point)) && g.Legal(m) == baduk.Legal {
			d.Move = m
			break
		}
	}
	d.PV = []baduk.Move{d.Move}
	_ = g.Play(d.Move) // the game is the player's own copy
	return d, nil
}

func (p *simple) Dead(_ context.Context, g *baduk.Game) (baduk.PointSet, error) {
	var dead baduk.PointSet
	for i := range g.Graph().Len() {
		if q := baduk.Point(i); g.At(q) != baduk.Empty && g.Position().Liberties(q) == 1 {
			dead.Add(q)
		}
	}
	return dead, p.fail
}

func newEngine(t *testing.T, cfg Config) *Engine {
	t.Helper()
	if cfg.Player == nil {
		cfg.Player = &simple{}
	}
	cfg.Name, cfg.Version = cmp.Or(cfg.Name, "tengen"), "test"
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ask sends lines and returns all answers as one text.
func ask(t *testing.T, e *Engine, lines ...string) string {
	t.Helper()
	s := e.Server()
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(s.Do(t.Context(), l))
	}
	return b.String()
}

// expect sends commands and checks their answers: pairs of a command and the answer, or the beginning of the answer
// followed by "...".
func expect(t *testing.T, e *Engine, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := strings.TrimSpace(ask(t, e, pairs[i])); got != pairs[i+1] && !(strings.HasSuffix(pairs[i+1], "...") && strings.HasPrefix(got, strings.TrimSuffix(pairs[i+1], "..."))) {
			t.Errorf("%s: got %q, want %q", pairs[i], got, pairs[i+1])
		}
	}
}

// TestTranscripts runs the commands of testdata/NAME.gtp and compares the answers with NAME.out, which has each command
// before its answer.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.gtp")
	if len(files) < 5 {
		t.Fatalf("%d transcripts, want at least 5", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			server := newEngine(t, Config{}).Server()
			var b strings.Builder
			for line := range strings.Lines(string(script)) {
				b.WriteString("> " + strings.TrimSpace(line) + "\n" + server.Do(t.Context(), line))
			}
			golden := strings.TrimSuffix(file, ".gtp") + ".out"
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("the answers differ from %s (-update rewrites it):\n%s", golden, b.String())
			}
		})
	}
}

func TestServe(t *testing.T) {
	in := "1 boardsize 9\n2 clear_board\n3 komi 7\n4 genmove b\n5 play w E5\nquit\nname\n"
	var out bytes.Buffer
	if err := newEngine(t, Config{}).Server().Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if want := "=1\n\n=2\n\n=3\n\n=4 A9\n\n=5\n\n=\n\n"; out.String() != want {
		t.Errorf("answers are %q, want %q", out.String(), want)
	}
}

// TestBadInput sends invalid lines. Each must be refused in a short answer, and the game must not change.
func TestBadInput(t *testing.T) {
	e := newEngine(t, Config{Width: 9})
	ask(t, e, "play b D4", "play w E5")
	long := strings.Repeat("x", 200_000)
	binary := string([]byte{0, 1, 2, 0xff, 0xfe, 27, '[', 'A'})
	junk := []string{long, "play b " + long, long + " " + long, "komi " + long, "kata-set-rules " + long, "loadsgf " + long,
		binary, "play " + binary + " D4", "play b " + binary, "99999999999999999999 play", "boardsize -1", "boardsize 0", "boardsize 26",
		"boardsize 1000000000000", "boardsize 9 26", "boardsize nine", "boardsize 9 9 9", "play b Z99", "play b I5", "play b K5", "play b D44",
		"play b D0", "play b resign", "play x D5", "play b", "play", "play b D4 D5", "play w D4", "komi 7.25", "komi NaN", "komi inf", "komi", "komi x",
		"genmove", "genmove green", "genmove b w", "undo 3", "undo -1", "undo x", "fixed_handicap 2", "fixed_handicap x", "place_free_handicap 2",
		"set_free_handicap C3 D4", "loadsgf", "loadsgf /nonexistent", "loadsgf .", "loadsgf testdata/rules.gtp", "final_status_list", "final_status_list all",
		"time_settings 1 2", "time_settings -1 0 0", "time_settings a b c", "time_left b 10", "time_left x 10 0", "kgs-time_settings", "kgs-time_settings eternal",
		"kgs-rules", "kgs-rules x", "kata-set-rules", "kata-set-rules japanesque", "kata-set-rules {", "tengen-board " + long, "tengen-board {", "tengen-board /", "tengen-letters x", `kata-set-rules {"ko":1}`, "kata-set-rule ko",
		"kata-set-rule ko EEL", "reg_genmove", "kgs-genmove_cleanup", "known_command", "printsgf /nonexistent/x.sgf", "nonsense"}
	s := e.Server()
	for _, line := range junk {
		got := s.Do(t.Context(), line)
		if got != "" && (got[0] != '?' || !strings.HasSuffix(got, "\n\n") || strings.Count(got, "\n\n") != 1 || len(got) > 400) {
			t.Errorf("%.40q is answered %.200q, want a failure of at most 400 bytes", line, got)
		}
	}
	var out bytes.Buffer
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join(junk, "\n")+"\nquit"), &out); err != nil {
		t.Error(err)
	}
	if e.game.Len() != 2 || e.game.Graph().Len() != 81 || e.game.Rules() != baduk.Chinese() {
		t.Errorf("afterwards there are %d moves under %v, want 2 under Chinese rules", e.game.Len(), e.game.Rules())
	}
	expect(t, e, "play w D4", "? illegal move", "play b K5", "? Could not parse vertex: 'K5'", "play b I5", "? Could not parse vertex: 'I5'",
		"play b 4D", "? Could not parse vertex: '4D'", "play b (9,0)", "? Could not parse vertex: '(9,0)'", "play x C3", "? Could not parse color: 'x'",
		"boardsize 26", "? unacceptable size", "boardsize 0", "? unacceptable size", "boardsize", "? Expected int argument for boardsize or pair of ints but got ''",
		"komi 7.25", "? komi must be an integer or half-integer", "komi inf", "? Expected single float argument for komi but got 'inf'", "komi 1e300", "? unacceptable komi", "komi 400.5", "? unacceptable komi",
		"kgs-rules x", "? Unknown rules 'x'", "fixed_handicap 2", "? Board is not empty", "undo 3", "? cannot undo", "loadsgf /nonexistent", "? Could not load sgf: ...",
		"kata-set-rule ko e", "? Rules::parseKoRule: Invalid ko rule: E", "kata-set-rule hasButton Maybe", "? could not parse bool: MAYBE",
		"kata-set-rules japanesque", `? Unknown rules 'japanesque', Could not parse rules: japanesque`, "known_command", "? Expected single argument for known_command but got ''",
		"genmove b w", "? Expected one argument for genmove but got 'b w'", "play b D5", "=", "play w (8,8)", "=")
	if p := e.game.Turn(3).Point; p != 80 {
		t.Errorf("(8,8) is point %d, want 80", p)
	}
}

// TestRulesObject checks that kata-set-rules reads a JSON object as KataGo does: as differences from the
// Tromp-Taylor rules. If a key occurs twice, the second value is used.
func TestRulesObject(t *testing.T) {
	e := newEngine(t, Config{Width: 5})
	expect(t, e, "komi 400", "=", "komi -399.5", "=", "komi 3.5", "=", "kata-set-rules {}", "=")
	want := baduk.TrompTaylor()
	want.Komi = 7
	if got := e.game.Rules(); got != want {
		t.Errorf("{} is %v, want %v", got, want)
	}
	expect(t, e, `kata-set-rules {"ko":"SIMPLE","ko":"SITUATIONAL"}`, "=")
	if got := e.game.Rules().Ko; got != baduk.KoSituational {
		t.Errorf("with two ko rules got %v, want the second, %v", got, baduk.KoSituational)
	}
}

func TestResign(t *testing.T) {
	p := &simple{resign: true}
	e := newEngine(t, Config{Player: p, Width: 5})
	expect(t, e, "genmove b", "= resign", "reg_genmove b", "= resign")
	if sgf := ask(t, e, "printsgf"); !strings.Contains(sgf, "RE[W+R]") {
		t.Errorf("after the resignation got %s, want RE[W+R]", sgf)
	}
	p.resign = false
	expect(t, e, "genmove b", "= A5")
	if sgf := ask(t, e, "printsgf"); strings.Contains(sgf, "RE[") {
		t.Errorf("after another move got %s, want no result", sgf)
	}
}

// TestBadPlayer checks that a player that fails or makes an illegal move causes a failure, and no change of the game.
func TestBadPlayer(t *testing.T) {
	p := &simple{fail: errors.Join(errors.New("out of\tsteam"), errors.New("and water"))}
	e := newEngine(t, Config{Player: p, Width: 5})
	expect(t, e, "genmove b", "? no move: out of steam; and water", "final_score", "? cannot score", "final_status_list dead", "? cannot score")
	*p = simple{move: &baduk.Move{Color: baduk.White, Point: 3}}
	expect(t, e, "genmove b", "? the player moved for white, not for black")
	*p = simple{move: &baduk.Move{Color: baduk.Black, Point: 99}}
	expect(t, e, "genmove b", "? the player made an illegal move, none: not a point of the board", "reg_genmove b", "? the player made an illegal move, none: not a point of the board")
	e.cfg.Player = nil // panics
	expect(t, e, "genmove b", "? internal error: ...", "name", "= tengen")
	if e.game.Len() != 0 {
		t.Error("a move was made")
	}
}

// timed is a player whose moves take a second each.
type timed struct {
	simple
	now time.Time
}

func (p *timed) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p.now = p.now.Add(time.Second)
	return p.simple.Genmove(ctx, g, c, limit)
}

func TestClocks(t *testing.T) {
	p := &timed{now: time.Unix(0, 0)}
	e := newEngine(t, Config{Player: p, Width: 5, Limit: engine.Limit{Visits: 100, Time: time.Minute}, Now: func() time.Time { return p.now }})
	left := func(want time.Duration) { // -1 means without a clock
		t.Helper()
		ask(t, e, "genmove b")
		got := time.Duration(-1)
		if c := p.limit.Clock; c != nil {
			got = c.Available()
		}
		if p.limit.Visits != 100 || p.limit.Time != time.Minute || got != want {
			t.Errorf("the limit is %+v with %v left, want 100 visits, a minute and %v left", p.limit, got, want)
		}
	}
	left(-1)
	expect(t, e, "time_settings 100 0 0", "=")
	left(100 * time.Second)
	left(99 * time.Second) // the last move took a second
	expect(t, e, "time_left b 50 0", "=", "time_left w 1 0", "=")
	left(50 * time.Second)
	expect(t, e, "time_left b 50 3", "? stones left in period...") // absolute: no stones
	left(49 * time.Second)
	expect(t, e, "clear_board", "=")
	left(100 * time.Second)
	expect(t, e, "kgs-time_settings byoyomi 0 30 2", "=", "time_left b 20 2", "=")
	left(50 * time.Second)
	expect(t, e, "time_left b 0.5 1", "=", "kata-time_settings fischer 5 1", "=")
	left(5 * time.Second)
	expect(t, e, "time_left b -3 0", "=")
	left(0)
	left(time.Second) // the time is up, and the game continues with the increment
	// After a late move the game continues in overtime, even if the client never sends time_left.
	expect(t, e, "time_settings 0 0.5 1", "=")
	left(500 * time.Millisecond)
	left(500 * time.Millisecond)
	expect(t, e, "time_settings 0 4 5", "=", "time_left b 0.5 2", "=")
	left(500 * time.Millisecond)
	left(4 * time.Second)
	left(3 * time.Second)
	expect(t, e, "kgs-time_settings byoyomi 0 2 5", "=", "time_left b 0.5 1", "=")
	left(500 * time.Millisecond)
	left(2 * time.Second) // one period
	expect(t, e, "kgs-time_settings absolute 0.5", "=")
	left(500 * time.Millisecond)
	left(0)
	// Overtime of no length is no overtime.
	for _, absolute := range []string{"time_settings 600 0 25", "kgs-time_settings byoyomi 600 0 5", "kgs-time_settings canadian 600 0 5"} {
		expect(t, e, absolute, "=")
		left(600 * time.Second)
		left(599 * time.Second)
	}
	for _, none := range []string{"time_settings 0 0 0", "time_settings 0 0 3", "time_settings 60 10 0", "kgs-time_settings none"} {
		expect(t, e, none, "=", "time_left b 0 0", "=", "time_left b 1e20 0", "=")
		left(-1)
		expect(t, e, "time_left b 1.5 0", "=") // as in KataGo, this is a clock
		left(1500 * time.Millisecond)
		left(500 * time.Millisecond)
		left(0) // the time is up, and there is no overtime
		expect(t, e, "clear_board", "=")
		left(-1)
	}
}

func TestLog(t *testing.T) {
	var b bytes.Buffer
	e := newEngine(t, Config{Width: 5, Log: slog.New(slog.NewTextHandler(&b, nil))})
	expect(t, e, "genmove b", "= A5", "play w A5", "? illegal move")
	for _, want := range []string{"number=1 color=black vertex=A5 blackWins=50.0%", "visits=10", "pv=A5", "there is a stone already"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in the log:\n%s", want, b.String())
		}
	}
}

func TestSGFFiles(t *testing.T) {
	e := newEngine(t, Config{Width: 9})
	dir := t.TempDir()
	file := filepath.Join(dir, "a game.sgf")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ask(t, e, "komi 5", "set_free_handicap C3 G7", "play w D4", "play b pass")
	saved := ask(t, e, "printsgf")
	if got := ask(t, e, "printsgf -"); got != saved {
		t.Errorf("printsgf - answers %s, want %s", got, saved)
	}
	expect(t, e, "printsgf "+file, "=", "boardsize 19", "=", "komi 6", "=", "kata-set-rules aga", "=", "loadsgf "+file, "=")
	if got := ask(t, e, "printsgf"); got != saved || e.game.Setup().Handicap != 2 || e.game.Rules().Komi != 10 {
		t.Errorf("loaded\n%s\nwant what was saved, handicap 2 and komi 5\n%s", got, saved)
	}
	expect(t, e, "loadsgf "+file+" 2", "=")
	if e.game.Len() != 1 {
		t.Errorf("before move 2 there are %d moves, want 1", e.game.Len())
	}
	// Rules and komi stay if the record does not have them.
	write("(;SZ[5]RU[Yasunaga];B[cc])")
	expect(t, e, "komi 3", "=", "kata-set-rules aga", "=", "loadsgf "+file, "=", "get_komi", "= 3")
	if e.game.Rules().Name() != "AGA" || e.game.Len() != 1 {
		t.Errorf("got the rules %v and %d moves, want AGA and 1 move", e.game.Rules(), e.game.Len())
	}
	for _, bad := range []string{"", "hello", "(;SZ[5];B[cc];W[cc])", "(;SZ[30];B[cc])", "(;GM[2])", "(;SZ[5];B[cc]", "(;SZ[5];B[zz])", "\x00\xff"} {
		write(bad)
		expect(t, e, "loadsgf "+file, "? Could not load sgf: ...")
	}
	if e.game.Len() != 1 || e.game.Graph().Len() != 25 {
		t.Error("a refused file changed the game")
	}
}

func TestFreeHandicapAnySize(t *testing.T) {
	for _, size := range []string{"2", "3", "5", "6", "9", "19", "3 8", "25"} {
		e := newEngine(t, Config{})
		ask(t, e, "boardsize "+size)
		n := e.game.Graph().Len()
		for k := 2; k < 40; k++ {
			got := ask(t, e, "clear_board", "place_free_handicap "+strconv.Itoa(k))
			words := strings.Fields(strings.ReplaceAll(got, "=", ""))
			if len(words) == 0 && n >= 4 || len(words) > min(k, 30, n/4) || e.game.Position().Stones(baduk.Black) != len(words) {
				t.Errorf("%s, %d stones: got %q, want some points, at most %d, each with a stone", size, k, got, min(k, 30, n/4))
			}
		}
		expect(t, e, "clear_board", "=", "place_free_handicap 1", "? Number of handicap stones less than 2: '1'")
	}
}

func TestConfig(t *testing.T) {
	for _, cfg := range []Config{{}, {Name: "x"}, {Name: "x", Player: &simple{}, Width: 26}, {Name: "x", Player: &simple{}, Width: -1}} {
		if _, err := New(cfg); err == nil {
			t.Errorf("New accepts %+v, want an error", cfg)
		}
	}
}

func TestCPUTime(t *testing.T) {
	e := newEngine(t, Config{})
	got := strings.TrimSpace(strings.TrimPrefix(ask(t, e, "cputime"), "="))
	if s, err := strconv.ParseFloat(got, 64); err != nil || s < 0 {
		t.Errorf("cputime answers %q, want a number of seconds", got)
	}
}

func ExampleEngine_Server() {
	e, err := New(Config{Name: "tengen", Version: "1", Player: &simple{}, Width: 5})
	if err != nil {
		panic(err)
	}
	in := strings.NewReader("play b C3\ngenmove w\nget_komi\nquit\n")
	_ = e.Server().Serve(context.Background(), in, os.Stdout)
	// Output:
	// =
	//
	// = A5
	//
	// = 7.5
	//
	// =
}
