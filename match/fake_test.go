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
	habits := map[string]string{}
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		habits[key] = value
	}
	var g *baduk.Game
	moves := 0
	size := 5
	now := func(habit string) bool { return habits[habit] == strconv.Itoa(moves) }
	ok := func(context.Context, []string) (string, error) { return "", nil }
	s := &gtp.Server{Name: "fake", Version: "1", Handlers: map[string]gtp.Handler{
		"boardsize": func(_ context.Context, args []string) (string, error) {
			size, _ = strconv.Atoi(args[0])
			return "", nil
		},
		"clear_board": func(context.Context, []string) (string, error) {
			g, moves = baduk.NewGame(baduk.MustRectangle(size, size), baduk.TrompTaylor()), 0
			return "", nil
		},
		"komi": ok,
		"play": func(_ context.Context, args []string) (string, error) {
			if now("refuse") {
				return "", gtp.Failf("illegal move")
			}
			p, err := g.Graph().ParseVertex(args[1])
			c := baduk.Black
			if args[0] == "white" {
				c = baduk.White
			}
			if err == nil {
				err = g.Play(baduk.Move{Color: c, Point: p})
			}
			if err == nil {
				g, _, err = topology.Grow(g)
			}
			return "", err
		},
		"genmove": func(_ context.Context, args []string) (string, error) {
			moves++
			c := baduk.Black
			if args[0] == "white" {
				c = baduk.White
			}
			_, reversed := habits["reversed"]
			m := sweep(g, c, reversed)
			switch {
			case now("hang"):
				time.Sleep(time.Hour)
			case now("die"):
				fmt.Fprintln(os.Stderr, "segmentation fault, as it were \xff")
				os.Exit(3)
			case now("flood"):
				flood(os.Stdout, strings.Repeat("flood ", 11_000)+"\n")
			case now("floodblank"):
				flood(os.Stdout, strings.Repeat(" \r\n", 20_000))
			case now("floodstderr"):
				flood(os.Stderr, strings.Repeat("flood ", 11_000)+"\n")
			case now("endless"): // a line that does not end
				for {
					if _, err := os.Stdout.WriteString(strings.Repeat("x", 65536)); err != nil {
						os.Exit(1)
					}
				}
			case now("half"):
				fmt.Print("= A")
				os.Exit(0)
			case now("nonsense"):
				return "the centre", nil
			case now("fail"):
				return "", gtp.Failf("no idea")
			case now("resign"):
				return "resign", nil
			case now("offboard"):
				return "T19", nil
			case now("slow"):
				time.Sleep(300 * time.Millisecond)
			case now("pass") || habits["pass"] == "always":
				m.Point = baduk.Pass
			case now("occupied"):
				for i := range g.Graph().Len() {
					if g.At(baduk.Point(i)) != baduk.Empty {
						return g.Graph().Vertex(baduk.Point(i)), nil
					}
				}
			}
			if now("lie") { // answers a move without playing it
				return g.Graph().Vertex(m.Point), nil
			}
			err := g.Play(m)
			if err == nil {
				g, _, err = topology.Grow(g)
			}
			if err != nil {
				return "", err
			}
			return g.Graph().Vertex(m.Point), nil
		},
	}}
	if score, has := habits["score"]; has {
		s.Handlers["final_score"] = func(context.Context, []string) (string, error) {
			return strings.ReplaceAll(score, "_", " "), nil
		}
	}
	if _, has := habits["handicap"]; has {
		s.Handlers["set_free_handicap"] = func(_ context.Context, args []string) (string, error) {
			setup := baduk.Setup{Handicap: len(args)}
			for _, v := range args {
				p, err := g.Graph().ParseVertex(v)
				if err != nil {
					return "", err
				}
				setup.Black = append(setup.Black, p)
			}
			var err error
			g, err = baduk.NewGameFrom(g.Graph(), baduk.TrompTaylor(), setup)
			return "", err
		}
	}
	if list, has := habits["dead"]; has {
		s.Handlers["final_status_list"] = func(context.Context, []string) (string, error) {
			return strings.ReplaceAll(list, ",", " "), nil
		}
	}
	if _, has := habits["boards"]; has {
		s.Handlers["tengen-board"] = func(_ context.Context, args []string) (string, error) {
			board, err := topology.Read("board", []byte(strings.Join(args, " ")))
			if err == nil {
				g, err = baduk.NewGameFrom(board.Graph, baduk.TrompTaylor(), board.Setup)
				moves = 0
			}
			return "", err
		}
		delete(s.Handlers, "boardsize")
	}
	if list, has := habits["knows"]; has { // the commands that accept rules
		for _, name := range []string{"kata-set-rules", "kgs-rules"} {
			s.Handlers[name] = func(_ context.Context, args []string) (string, error) {
				if !strings.Contains(list, name) || name == "kata-set-rules" && (strings.Contains(args[0], "dead") || strings.Contains(args[0], "ties")) {
					return "", gtp.Failf("Unknown rules")
				}
				return "", nil
			}
		}
	}
	if log, has := habits["log"]; has { // logs commands other than moves
		f, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			os.Exit(4)
		}
		for _, name := range []string{"kata-set-rules", "time_settings", "kgs-time_settings", "time_left", "komi"} {
			s.Handlers[name] = func(_ context.Context, args []string) (string, error) {
				fmt.Fprintln(f, name, strings.Join(args, " "))
				return "", nil
			}
		}
	}
	for name, handler := range s.Handlers {
		s.Handlers[name] = func(ctx context.Context, args []string) (string, error) {
			switch name {
			case habits["hangat"]:
				time.Sleep(time.Hour)
			case habits["dieat"]:
				os.Exit(3)
			case habits["refuseat"]:
				return "", gtp.Failf("I would rather not")
			case habits["longat"]:
				return strings.Repeat("x", 5<<20), nil
			}
			return handler(ctx, args)
		}
	}
	var out io.Writer = os.Stdout
	if n, err := strconv.Atoi(habits["bytes"]); err == nil {
		out = &mortal{left: n}
	}
	if _, has := habits["ids"]; has {
		out = forgetful{}
	}
	if _, has := habits["unasked"]; has {
		out = chatterer{}
	}
	_ = s.Serve(context.Background(), os.Stdin, out)
	if _, has := habits["noquit"]; has {
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(time.Hour)
	}
}

// mortal is a stdout that ends the program after the given number of bytes.
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
