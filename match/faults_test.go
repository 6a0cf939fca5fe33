package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
)

// short is a timeout. A program answers in time even if the machine is busy or pauses for a moment.
// Tests that wait for this timeout run in parallel.
const short = 20 * time.Second

// TestOwnPlayerHangs plays with an engine that obeys the end of its time, but would have searched longer. Without a
// clock it counts as hung, like a program.
func TestOwnPlayerHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options(2)
		o.Patience = time.Minute
		slow := LocalSide("slow", Local{New: func(uint64) (Engine, error) { return obedient{}, nil }})
		games, s, err := runPair(t, slow, ourSide("ours", ours{delay: 59 * time.Second}), o)
		if err != nil || s.Players[0].LostBy[causeHung] != 2 || games[0].Result != "W+F" || games[0].BlackFailure != causeHung ||
			!strings.Contains(games[0].Reason, "no answer within 1m0s") {
			t.Errorf("%+v, %v; want two losses by causeHung", games, err)
		}
	})
}

// obedient is an engine that searches until its time is over.
type obedient struct{ ours }

func (obedient) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	<-ctx.Done()
	return engine.Decision{Move: sweep(g, c, false)}, nil
}

// TestFailsBeforeCleanUp plays with a program that fails when it is asked for dead stones before a clean-up. It does
// not lose, because play has stopped: the referee judges.
func TestFailsBeforeCleanUp(t *testing.T) {
	t.Parallel()
	for habits, cause := range map[string]cause{"dieat=final_status_list": causeCrashed, "hangat=final_status_list": causeHung, "dead=C3": causeNonsense} {
		o := options(1)
		o.Rules, o.StartPatience, o.Judge = baduk.Japanese(), short, allAlive
		games, _, err := runPair(t, passer(), ProgramSide("program", fake("dead= pass=2 reversed "+habits)), o)
		if err != nil || games[0].Cause != causeScore || games[0].Dead != deadEstimated || games[0].WhiteFailure != cause || games[0].BlackFailure != "" {
			t.Errorf("%s: %+v, %v; want a counted game, and a failure by %s", habits, games, err, cause)
		}
	}
}

// passer returns a side that plays one move and then passes.
func passer() Side {
	return LocalSide("ours", Local{New: func(uint64) (Engine, error) {
		return &scripted{moves: []baduk.Point{24, baduk.Pass, baduk.Pass}}, nil
	}})
}

// TestHangAtAnyCommand plays with programs that hang in their second game, each at another command.
// The match goes on and names the program.
func TestHangAtAnyCommand(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup // the matches mostly wait, so there can be more than processors
	for command, cause := range map[string]cause{
		"boardsize": causeHung, "clear_board": causeHung, "komi": causeHung, "kata-set-rules": causeHung, "play": causeHung, "genmove": causeHung,
		"final_status_list": causeScore, "final_score": causeScore,
	} {
		all.Go(func() { hangAt(t, command, cause) })
	}
	all.Wait()
}

func hangAt(t *testing.T, command string, cause cause) {
	o := options(3)
	o.Rules.FriendlyPass = true
	o.Patience, o.StartPatience, o.Judge = short, 2*short, allAlive
	starts := 0
	side := Side{Name: "program", open: func(ctx context.Context) (player, error) {
		habits := "pass=2 dead= score=0 knows=kata-set-rules"
		switch starts++; starts {
		case 1: // the program ends after the first game
			habits += " dieat=final_score"
		case 2:
			habits += " hangat=" + command
		}
		return ProgramSide("program", fake(habits)).open(ctx)
	}}
	games, s, err := runPair(t, side, passer(), o)
	if err != nil || len(games) != 3 || starts != 3 {
		t.Errorf("%s: %d starts, %+v, %v; want 3 games and 3 starts", command, starts, games, err)
		return
	}
	if g := games[1]; g.Cause != cause || (g.Result == "B+F") != (cause == causeHung) || g.WhiteFailure != causeHung {
		t.Errorf("%s: %+v; want cause %s, failure hung", command, g, cause)
	}
	if g := games[2]; g.Cause != causeScore || g.BlackFailure != "" {
		t.Errorf("%s: %+v; want a counted game without a failure", command, g)
	}
	if p := s.Players[0]; p.Failures[causeHung] != 1 || p.Failures[causeCrashed] != 1 {
		t.Errorf("%s: %+v; want one hung and one crashed", command, p)
	}
}

// TestDieAtAnyByte plays with a program that ends in the middle of its answers. If it ends after its
// first move began, the program loses. If it ends earlier, it was never ready and the game is void.
func TestDieAtAnyByte(t *testing.T) {
	t.Parallel()
	seen := map[cause]int{}
	for n := 1; n < 260; n += 1 + n/4 {
		o := options(1)
		o.Rules.FriendlyPass = true
		games, _, err := runPair(t, ProgramSide("program", fake(fmt.Sprintf("dead= score=0 pass=2 bytes=%d", n))), passer(), o)
		if err != nil || len(games) != 1 {
			t.Fatalf("%d bytes: %v; want one game", n, err)
		}
		g := games[0]
		seen[g.Cause]++
		switch {
		case g.Cause == causeUnready && g.Void() && g.Moves == 0 && g.BlackFailure == causeUnready:
		case g.Cause == causeCrashed && g.Result == "W+F" && g.BlackFailure == causeCrashed:
		case g.Cause == causeScore && (g.BlackFailure == causeCrashed || g.BlackFailure == ""):
		default:
			t.Errorf("%d bytes: got %+v, want a void game, a loss by a crash, or a counted game", n, g)
		}
	}
	if seen[causeUnready] == 0 || seen[causeCrashed] == 0 || seen[causeScore] == 0 {
		t.Errorf("the causes were %v, want each of unready, crashed and score", seen)
	}
}

// TestFlood plays with programs that write without end. They are ended, and their output is not kept.
func TestFlood(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		habits string
		cause  cause
		reason string
	}{
		{"flood=2", causeFlood, "was ended"},
		{"floodstderr=2", causeFlood, "was ended"},
		{"floodblank=2", causeFlood, "was ended"},
		{"endless=2", causeNonsense, "more than"},
		{"longat=genmove", causeNonsense, "more than"},
	} {
		t.Run(c.habits, func(t *testing.T) {
			t.Parallel()
			o := options(2)
			noise := int64(4 << 20)
			if c.cause == causeNonsense { // the limit of one answer is reached before the limit of the whole output
				noise = maxNoise
			}
			games, s, err := runPair(t, programSide("program", fake(c.habits), noise), ourSide("ours", ours{}), o)
			if err != nil || len(games) != 2 || s.Players[0].LostBy[c.cause] != 2 {
				t.Fatalf("%+v, %v; want 2 games lost by %s", games, err, c.cause)
			}
			for _, g := range games {
				if g.Cause != c.cause || g.Winner != "ours" || !strings.Contains(g.Reason, c.reason) || len(g.Reason) > 1000 {
					t.Errorf("cause %s, winner %q, reason %.200q; want %s, ours, %q", g.Cause, g.Winner, g.Reason, c.cause, c.reason)
				}
			}
		})
	}
}

// TestUnaskedAnswers plays with a program that writes answers without a question while its opponent
// thinks.
func TestUnaskedAnswers(t *testing.T) {
	t.Parallel()
	player, err := programSide("program", fake("unasked="), 4<<20).open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	if err = player.Begin(t.Context(), gameStart{Game: g}); err == nil {
		_, err = player.Genmove(t.Context(), g, baduk.Black, clock.Clock{})
	}
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-player.(*program).guard.done:
	case <-time.After(time.Minute):
		t.Fatal("the unrequested answers are not counted")
	}
	_, err = player.Genmove(t.Context(), g, baduk.Black, clock.Clock{})
	if causeOf(err) != causeFlood {
		t.Errorf("got %v, want a flood", err)
	}
}

// TestStubbornQuit plays with a program that ignores quit and SIGTERM.
func TestStubbornQuit(t *testing.T) {
	t.Parallel()
	start := time.Now()
	o := options(1)
	games, _, err := runPair(t, ProgramSide("program", fake("noquit")), ourSide("ours", ours{}), o)
	if err != nil || games[0].Cause != causeScore || time.Since(start) > time.Minute {
		t.Errorf("%+v, %v, after %v; want a counted game within a minute", games, err, time.Since(start))
	}
}

// TestRefusesConditions plays with programs that refuse the board or the komi. The games are void.
func TestRefusesConditions(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"boardsize", "komi", "clear_board"} {
		games, s, err := runPair(t, ProgramSide("program", fake("refuseat="+command)), ourSide("ours", ours{}), options(1))
		if err != nil || games[0].Cause != causeUnready || s.Black.Voids != 1 || !strings.Contains(games[0].Reason, "I would rather not") {
			t.Errorf("%s: %+v, %v; want a void game, refused by the program", command, games, err)
		}
	}
}

// TestInterruptOfAProgram sends an interrupt that reaches a program before it reaches the match. The
// program ends. It does not lose the game; the match is interrupted.
func TestInterruptOfAProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := options(5)
		o.Players = []Side{ourSide("ours", ours{}), LocalSide("dying", Local{New: func(uint64) (Engine, error) {
			return dying{cancel: cancel}, nil
		}})}
		s, err := Run(ctx, o)
		if !errors.Is(err, context.Canceled) || s.Done != 0 {
			t.Errorf("%+v, %v; want an interrupt and no game", s, err)
		}
	})
}

// dying is a player that ends a moment before the interrupt arrives.
type dying struct {
	ours
	cancel func()
}

func (d dying) Genmove(context.Context, *baduk.Game, baduk.Color, engine.Limit) (engine.Decision, error) {
	time.AfterFunc(interruptDelay/5, d.cancel)
	return engine.Decision{}, &fault{causeCrashed, errors.New("gone")}
}

// TestOwnPlayerFails plays with an engine that returns an error.
func TestOwnPlayerFails(t *testing.T) {
	o := options(1)
	bad := LocalSide("bad", Local{New: func(uint64) (Engine, error) { return failing{}, nil }})
	games, _, err := runPair(t, bad, ourSide("ours", ours{}), o)
	if err != nil || games[0].Result != "W+F" || games[0].Cause != causeFailed || !strings.Contains(games[0].Reason, "out of order") {
		t.Errorf("%+v, %v; want W+F by the engine's error", games, err)
	}
	bad = LocalSide("bad", Local{New: func(uint64) (Engine, error) { return nil, errors.New("out of order") }})
	games, _, err = runPair(t, bad, ourSide("ours", ours{}), o)
	if err != nil || games[0].Cause != causeUnready {
		t.Errorf("%+v, %v; want a player that is not ready", games, err)
	}
}

// TestOwnPlayerPanics plays with engines that panic in each of their methods. They lose if play has
// not stopped, and the match goes on.
func TestOwnPlayerPanics(t *testing.T) {
	for _, c := range []struct {
		where, result string
		cause         cause
	}{
		{"New", "Void", causeUnready},
		{"Genmove", "W+F", causeFailed},
		{"Dead", "W+30.5", causeScore},
		{"Close", "W+25.5", causeScore},
	} {
		o := options(2)
		if c.where == "Dead" {
			o.Rules = baduk.Japanese()
		}
		var log bytes.Buffer
		bad := LocalSide("bad", Local{Log: slog.New(slog.NewTextHandler(&log, nil)), New: func(uint64) (Engine, error) {
			p := panicking{scripted{moves: []baduk.Point{baduk.Pass, baduk.Pass, baduk.Pass}}, c.where}
			p.at("New")
			return &p, nil
		}})
		games, s, err := runPair(t, bad, passer(), o)
		if err != nil || s.Done != 2 || games[0].Cause != c.cause || games[1].Cause != c.cause || games[0].Result != c.result {
			t.Errorf("%s: %+v, %v; want 2 games, %s by %s", c.where, games, err, c.result, c.cause)
		}
		if text := "it panicked: out of order"; c.cause != causeScore && !strings.Contains(games[0].Reason, text) {
			t.Errorf("%s: %q lacks %q", c.where, games[0].Reason, text)
		}
		if !strings.Contains(log.String(), "panicking") {
			t.Errorf("%s: the log is %s, want a stack", c.where, &log)
		}
	}
}

type panicking struct {
	scripted
	where string
}

func (p *panicking) at(where string) {
	if where == p.where {
		panic("out of order\nby itself")
	}
}

func (p *panicking) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p.at("Genmove")
	return p.scripted.Genmove(ctx, g, c, limit)
}

func (p *panicking) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	p.at("Dead")
	return p.scripted.Dead(ctx, g)
}

func (p *panicking) Close() error {
	p.at("Close")
	return nil
}

type failing struct{ ours }

func (failing) Genmove(context.Context, *baduk.Game, baduk.Color, engine.Limit) (engine.Decision, error) {
	return engine.Decision{}, errors.New("out of order")
}

// TestOwnClock gives one player less time than the other.
func TestOwnClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // with synctest a move takes exactly its planned time
		o := options(2)
		o.Clock = clock.Settings{Kind: clock.Absolute, Main: time.Hour}
		o.Lag = time.Millisecond
		slow := ourSide("slow", ours{delay: 30 * time.Millisecond})
		slow.Clock = &clock.Settings{Kind: clock.Absolute, Main: 100 * time.Millisecond}
		o.OutDir = t.TempDir()
		games, s, err := runPair(t, slow, ourSide("ours", ours{delay: time.Millisecond}), o)
		if err != nil || s.Players[0].LostBy[causeTime] != 2 || games[0].Result != "W+T" || games[1].Result != "B+T" || !strings.Contains(games[0].Reason, "with 100ms") {
			t.Errorf("%+v, %v; want W+T and B+T with 100ms", games, err)
		}
		if g := games[0]; g.BlackSeconds < 0.1 || g.BlackMoves < 2 || g.BlackLongest < 0.03 || s.Players[0].SecondsPerMove < 0.03 {
			t.Errorf("%+v, %+v; want Black's moves and seconds", g, s.Players[0])
		}
	})
}
