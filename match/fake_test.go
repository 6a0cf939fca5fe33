package match

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/topology"
)

const fakeEnv = "TENGEN_FAKE_GTP"

// TestMain lets the test binary act as a GTP program or as a match, depending on the environment.
func TestMain(m *testing.M) {
	if habits := os.Getenv(fakeEnv); habits != "" {
		fakeProgram(habits)
		return
	}
	if dir := os.Getenv(helperEnv); dir != "" {
		helperMatch(dir)
		return
	}
	os.Exit(m.Run())
}

// fake returns the test binary as a GTP program. Habits are words such as "hang=3", which makes the
// program hang instead of playing its third move.
func fake(habits string) gtp.Program {
	return gtp.Program{Command: []string{os.Args[0]}, Env: append(os.Environ(), fakeEnv+"=fake "+habits), Grace: 200 * time.Millisecond}
}

// sweep returns the first legal move that does not fill an eye of its own. It searches from the top
// left, or from the bottom right if reversed.
func sweep(g *baduk.Game, c baduk.Color, reversed bool) baduk.Move {
	n := g.Graph().Len()
	for i := range n {
		if reversed {
			i = n - 1 - i
		}
		m := baduk.Move{Color: c, Point: baduk.Point(i)}
		if g.Position().Around(m.Point, c) < len(g.Graph().Neighbours(m.Point)) && g.Legal(m) == baduk.Legal {
			return m
		}
	}
	return baduk.Move{Color: c, Point: baduk.Pass}
}

// fakeProgram serves GTP until the end of stdin.
func fakeProgram(text string) {
	f := &fakePlayer{habits: map[string]string{}, size: 5}
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		f.habits[key] = value
	}
	ok := func(context.Context, []string) (string, error) { return "", nil }
	s := &gtp.Server{Name: "fake", Version: "1", Handlers: map[string]gtp.Handler{
		"boardsize": f.boardsize, "clear_board": f.clearBoard, "komi": ok, "play": f.play, "genmove": f.genmove,
	}}
	f.addBoardHandlers(s.Handlers)
	f.addRulesHandlers(s.Handlers)
	for name, handler := range s.Handlers {
		s.Handlers[name] = f.withFault(name, handler)
	}
	_ = s.Serve(context.Background(), os.Stdin, f.output())
	if f.has("noquit") {
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(time.Hour)
	}
}

// fakePlayer is the state of the fake program.
type fakePlayer struct {
	habits map[string]string
	game   *baduk.Game
	moves  int // number of genmove commands
	size   int
}

// has reports whether the program has a habit.
func (f *fakePlayer) has(habit string) bool {
	_, has := f.habits[habit]
	return has
}

// now reports whether a habit is due at this move.
func (f *fakePlayer) now(habit string) bool { return f.habits[habit] == strconv.Itoa(f.moves) }

func (f *fakePlayer) boardsize(_ context.Context, args []string) (string, error) {
	f.size, _ = strconv.Atoi(args[0])
	return "", nil
}

func (f *fakePlayer) clearBoard(context.Context, []string) (string, error) {
	f.game, f.moves = baduk.NewGame(baduk.MustRectangle(f.size, f.size), baduk.TrompTaylor()), 0
	return "", nil
}

func (f *fakePlayer) play(_ context.Context, args []string) (string, error) {
	if f.now("refuse") {
		return "", gtp.Failf("illegal move")
	}
	p, err := f.game.Graph().ParseVertex(args[1])
	if err != nil {
		return "", err
	}
	return "", f.place(baduk.Move{Color: fakeColor(args[0]), Point: p})
}

// place plays a move on the program's board.
func (f *fakePlayer) place(m baduk.Move) error {
	if err := f.game.Play(m); err != nil {
		return err
	}
	grown, _, err := topology.Grow(f.game)
	f.game = grown
	return err
}

func fakeColor(word string) baduk.Color {
	if word == "white" {
		return baduk.White
	}
	return baduk.Black
}

func (f *fakePlayer) genmove(_ context.Context, args []string) (string, error) {
	f.moves++
	m := sweep(f.game, fakeColor(args[0]), f.has("reversed"))
	graph := f.game.Graph()
	f.breakNow()
	switch {
	case f.now("nonsense"):
		return "the centre", nil
	case f.now("fail"):
		return "", gtp.Failf("no idea")
	case f.now("resign"):
		return "resign", nil
	case f.now("offboard"):
		return "T19", nil
	case f.now("slow"):
		time.Sleep(300 * time.Millisecond)
	case f.now("pass") || f.habits["pass"] == "always":
		m.Point = baduk.Pass
	case f.now("occupied"):
		for i := range graph.Len() {
			if f.game.At(baduk.Point(i)) != baduk.Empty {
				return graph.Vertex(baduk.Point(i)), nil
			}
		}
	}
	if f.now("lie") { // answers a move without playing it
		return graph.Vertex(m.Point), nil
	}
	if err := f.place(m); err != nil {
		return "", err
	}
	return f.game.Graph().Vertex(m.Point), nil
}

// breakNow makes the program hang, end or flood if such a habit is due.
func (f *fakePlayer) breakNow() {
	switch {
	case f.now("hang"):
		time.Sleep(time.Hour)
	case f.now("die"):
		fmt.Fprintln(os.Stderr, "segmentation fault, as it were \xff")
		os.Exit(3)
	case f.now("flood"):
		flood(os.Stdout, strings.Repeat("flood ", 11_000)+"\n")
	case f.now("floodblank"):
		flood(os.Stdout, strings.Repeat(" \r\n", 20_000))
	case f.now("floodstderr"):
		flood(os.Stderr, strings.Repeat("flood ", 11_000)+"\n")
	case f.now("endless"): // a line that does not end
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 65536)); err != nil {
				os.Exit(1)
			}
		}
	case f.now("half"):
		fmt.Print("= A")
		os.Exit(0)
	}
}

// addBoardHandlers adds the optional commands about the board and the score.
func (f *fakePlayer) addBoardHandlers(handlers map[string]gtp.Handler) {
	if score, has := f.habits["score"]; has {
		handlers["final_score"] = func(context.Context, []string) (string, error) {
			return strings.ReplaceAll(score, "_", " "), nil
		}
	}
	if list, has := f.habits["dead"]; has {
		handlers["final_status_list"] = func(context.Context, []string) (string, error) {
			return strings.ReplaceAll(list, ",", " "), nil
		}
	}
	if f.has("handicap") {
		handlers["set_free_handicap"] = func(_ context.Context, args []string) (string, error) {
			setup := baduk.Setup{Handicap: len(args)}
			for _, v := range args {
				p, err := f.game.Graph().ParseVertex(v)
				if err != nil {
					return "", err
				}
				setup.Black = append(setup.Black, p)
			}
			var err error
			f.game, err = baduk.NewGameFrom(f.game.Graph(), baduk.TrompTaylor(), setup)
			return "", err
		}
	}
	if f.has("boards") {
		handlers["tengen-board"] = func(_ context.Context, args []string) (string, error) {
			board, err := topology.Read("board", []byte(strings.Join(args, " ")))
			if err == nil {
				f.game, err = baduk.NewGameFrom(board.Graph, baduk.TrompTaylor(), board.Setup)
				f.moves = 0
			}
			return "", err
		}
		delete(handlers, "boardsize")
	}
}

// addRulesHandlers adds the optional commands about rules and time.
func (f *fakePlayer) addRulesHandlers(handlers map[string]gtp.Handler) {
	if list, has := f.habits["knows"]; has { // the commands that accept rules
		for _, name := range []string{"kata-set-rules", "kgs-rules"} {
			handlers[name] = func(_ context.Context, args []string) (string, error) {
				if !strings.Contains(list, name) || name == "kata-set-rules" && (strings.Contains(args[0], "dead") || strings.Contains(args[0], "ties")) {
					return "", gtp.Failf("Unknown rules")
				}
				return "", nil
			}
		}
	}
	if log, has := f.habits["log"]; has { // logs commands other than moves
		file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			os.Exit(4)
		}
		for _, name := range []string{"kata-set-rules", "time_settings", "kgs-time_settings", "time_left", "komi"} {
			handlers[name] = func(_ context.Context, args []string) (string, error) {
				fmt.Fprintln(file, name, strings.Join(args, " "))
				return "", nil
			}
		}
	}
}

// withFault returns a handler that fails if the program has to fail at this command.
func (f *fakePlayer) withFault(name string, handler gtp.Handler) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		switch name {
		case f.habits["hangat"]:
			time.Sleep(time.Hour)
		case f.habits["dieat"]:
			os.Exit(3)
		case f.habits["refuseat"]:
			return "", gtp.Failf("I would rather not")
		case f.habits["longat"]:
			return strings.Repeat("x", 5<<20), nil
		}
		return handler(ctx, args)
	}
}

// output returns the program's stdout.
func (f *fakePlayer) output() io.Writer {
	switch n, err := strconv.Atoi(f.habits["bytes"]); {
	case f.has("unasked"):
		return chatterer{}
	case f.has("ids"):
		return forgetful{}
	case err == nil:
		return &mortal{left: n}
	}
	return os.Stdout
}

// mortal is a stdout that ends the program after a given number of bytes.
type mortal struct{ left int }

func (m *mortal) Write(p []byte) (int, error) {
	n := min(len(p), m.left)
	os.Stdout.Write(p[:n])
	if m.left -= n; m.left == 0 {
		os.Exit(3)
	}
	return len(p), nil
}

// forgetful is a stdout that changes the id of the answers with moves.
type forgetful struct{}

func (forgetful) Write(p []byte) (int, error) {
	text := string(p)
	if i := strings.IndexByte(text, ' '); i > 0 && strings.HasPrefix(text, "=") && len(text) < 12 && !strings.Contains(text, "true") && !strings.Contains(text, "false") {
		text = "=999" + text[i:]
	}
	os.Stdout.WriteString(text)
	return len(p), nil
}

// chatterer is a stdout that repeats answers without end after the first move.
type chatterer struct{}

func (chatterer) Write(p []byte) (int, error) {
	os.Stdout.Write(p)
	if strings.Contains(string(p), " A5\n") { // the first move of sweep
		flood(os.Stdout, strings.Repeat("= x\n\n", 10_000))
	}
	return len(p), nil
}

// flood writes a text of some 64 kB again and again.
func flood(to io.Writer, text string) {
	for {
		if _, err := io.WriteString(to, text); err != nil {
			os.Exit(1)
		}
	}
}

// ours is an engine that plays the moves of sweep.
type ours struct {
	seed   uint64
	limits *[]engine.Limit
	dead   []baduk.Point
	delay  time.Duration
	after  func() // called at each move
}

func (o ours) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	if o.limits != nil {
		*o.limits = append(*o.limits, limit)
	}
	select {
	case <-time.After(o.delay):
	case <-ctx.Done():
		return engine.Decision{}, ctx.Err()
	}
	if o.after != nil {
		o.after()
	}
	return engine.Decision{Move: sweep(g, c, o.seed&1 == 1)}, nil
}

func (o ours) Dead(context.Context, *baduk.Game) (baduk.PointSet, error) {
	var set baduk.PointSet
	for _, p := range o.dead {
		set.Add(p)
	}
	return set, nil
}

func ourSide(name string, o ours) Side {
	return LocalSide(name, Local{New: func(seed uint64) (Engine, error) {
		o := o
		o.seed = seed
		return o, nil
	}})
}
