package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/internal/wording"
	"tengen/katago"
	"tengen/topology"
)

func parseColor(word string) (baduk.Color, error) {
	c, err := gtp.ParseColor(word)
	switch {
	case err != nil:
		return baduk.Empty, gtp.Failf("Could not parse color: '%s'", clip(word))
	case c == gtp.White:
		return baduk.White, nil
	}
	return baduk.Black, nil
}

// vertexOf reads the name of a point, with the column letters that the client uses. On plain boards it also
// reads KataGo's form for points beyond the letters, "(X,Y)", counted from 0 at the top left. The window of
// an infinite board grows to contain the point.
func (e *Engine) vertexOf(text string) (baduk.Point, error) {
	g, err := topology.Reach(e.game, text)
	if err != nil {
		return baduk.NoPoint, err
	}
	e.game = g
	p, err := e.point(text)
	if err == nil {
		return p, nil
	}
	grid, plain := e.game.Graph().Rectangle()
	inner, found := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if xText, yText, two := strings.Cut(inner, ","); plain && found && closed && two {
		x, err1 := strconv.Atoi(xText)
		y, err2 := strconv.Atoi(yText)
		if err1 == nil && err2 == nil && grid.Contains(x, y) {
			return grid.At(x, y), nil
		}
	}
	e.cfg.Log.Info("no vertex", "because", err)
	return p, gtp.Failf("Could not parse vertex: '%s'", clip(text))
}

func (e *Engine) play(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", gtp.Failf("Expected two arguments for play but got '%s'", got(args))
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	p, err := e.vertexOf(args[1])
	if err != nil && !e.plain() {
		return "", e.refuse(errIllegal, err) // KataGo has no such boards, so the text is that of the GTP standard
	}
	if err != nil {
		return "", err
	}
	return "", e.makeMove(baduk.Move{Color: c, Point: p})
}

// makeMove plays a move of either side. If the engine is lenient (see [Engine.lenient]), makeMove plays every move that
// KataGo plays, even after the end: a client may replay a game that continued after two passes. If the engine is not
// lenient, makeMove refuses moves that the rules forbid, and all moves after the end of the game.
func (e *Engine) makeMove(m baduk.Move) error {
	g := e.game
	if g.Over() {
		g = g.Clone()
	}
	play, past := (*baduk.Game).Play, e.past
	switch {
	case e.strict:
		play = byTheRules
	case !e.lenient():
	case e.restarts(m.Color):
		fresh, err := katago.Restarted(g, m.Color)
		if err != nil {
			return e.refuse(errIllegal, err)
		}
		g, past, play = fresh, append(past, endedBefore(e.game)), force
	default:
		play = force
	}
	if err := play(g, m); err != nil {
		return e.illegal(err)
	}
	e.game, e.past, e.resigned = g, past, baduk.Empty
	e.grow()
	return nil
}

func (e *Engine) genmove(name string) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		c, err := oneColor(name, args)
		if err != nil {
			return "", err
		}
		return e.continueGame(c, func(g *baduk.Game) (string, error) { return e.moveFor(ctx, c, g) })
	}
}

// continueGame calls the function move with a game in which it is c's turn. If the game is over, it continues when the
// player makes a move, as in KataGo. Without a move it stays over. If the game accepts no more moves (see
// [Engine.ended]), continueGame returns "pass" without calling the function.
func (e *Engine) continueGame(c baduk.Color, move func(g *baduk.Game) (string, error)) (string, error) {
	if e.ended() {
		return "pass", nil
	}
	if err := e.turnOf(c); err != nil {
		return "", err
	}
	over := e.game
	if over.Over() {
		e.game = over.Clone()
		resume(e.game)
	}
	open := e.game
	defer func() {
		if e.game == open && open.Len() == over.Len() {
			e.game = over
		}
	}()
	return move(e.seenBy(c))
}

// search is like genmove, but does not play the move. Unlike reg_genmove it uses the clock.
func (e *Engine) search(name string) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		c, err := oneColor(name, args)
		if err != nil {
			return "", err
		}
		e.turnTo(c)
		return e.continueGame(c, func(g *baduk.Game) (string, error) {
			limit, stop := e.think(c, e.cfg.Now())
			defer stop()
			d, err := e.decide(ctx, c, g, limit)
			if err != nil {
				return "", err
			}
			return e.answer(d), nil
		})
	}
}

// searchCancellable is like search, but the next line of input ends it.
func (e *Engine) searchCancellable(ctx context.Context, args []string) (string, error) {
	answer, err := e.search("kata-search_cancellable")(ctx, args)
	if err == nil && errors.Is(context.Cause(ctx), gtp.ErrInterrupted) {
		return "cancelled", nil
	}
	return answer, err
}

// genmoveCleanup is KGS's genmove for games in which the players disagree about dead stones after two passes. The game
// continues, and the player must not pass before all dead stones are captured.
func (e *Engine) genmoveCleanup(ctx context.Context, args []string) (string, error) {
	c, err := oneColor("kgs-genmove_cleanup", args)
	if err != nil {
		return "", err
	}
	game := e.game
	defer func() { e.game = game }() // the game stays over unless a move is made
	e.game = game.Clone()
	e.game.Resume(baduk.Empty)
	asked := e.game.Len() + 1
	g := e.game.Clone()
	r := g.Rules()
	r.FriendlyPass = false
	g.SetRules(r)
	answer, err := e.moveFor(ctx, c, g)
	if err == nil && e.resigned == baduk.Empty {
		game = e.game
		if e.cleanup == 0 {
			e.cleanup = asked
		}
	}
	return answer, err
}

// regGenmove is genmove for regression tests: it does not play the move.
func (e *Engine) regGenmove(ctx context.Context, args []string) (string, error) {
	c, err := oneColor("reg_genmove", args)
	if err != nil {
		return "", err
	}
	return e.continueGame(c, func(g *baduk.Game) (string, error) {
		d, err := e.decide(ctx, c, g, e.limit())
		if err != nil {
			return "", err
		}
		return e.answer(d), nil
	})
}

func oneColor(command string, args []string) (baduk.Color, error) {
	if len(args) != 1 {
		return baduk.Empty, gtp.Failf("Expected one argument for %s but got '%s'", command, got(args))
	}
	return parseColor(args[0])
}

// moveFor asks the player for a move, with the client's clock as the limit, and plays it.
func (e *Engine) moveFor(ctx context.Context, c baduk.Color, g *baduk.Game) (string, error) {
	limit, stop := e.think(c, e.cfg.Now())
	d, err := e.decide(ctx, c, g, limit)
	stop()
	if err != nil {
		return "", err
	}
	return e.commit(d, c)
}

// commit plays the move of a decision and returns the move's name.
func (e *Engine) commit(d engine.Decision, c baduk.Color) (string, error) {
	answer := e.answer(d)
	if d.Resign {
		e.resigned = c
	} else if err := e.makeMove(d.Move); err != nil {
		return "", err
	}
	e.last = &d
	return answer, nil
}

// decide asks the player for a move and logs it.
func (e *Engine) decide(ctx context.Context, c baduk.Color, g *baduk.Game, limit engine.Limit) (engine.Decision, error) {
	return e.decideBy(c, g, limit, func(g *baduk.Game, l engine.Limit) (engine.Decision, error) {
		return e.ask(ctx, g, c, l)
	})
}

// decideBy is like decide, but the caller chooses how the player is asked.
func (e *Engine) decideBy(c baduk.Color, g *baduk.Game, limit engine.Limit, choose func(*baduk.Game, engine.Limit) (engine.Decision, error)) (engine.Decision, error) {
	if err := e.tuneFor(false); err != nil {
		return engine.Decision{}, fmt.Errorf("no move: %s", oneLine(err))
	}
	number, before := len(e.moves())+1, g.Clone()
	d, err := choose(g, limit)
	if err != nil {
		return d, fmt.Errorf("no move: %s", oneLine(err))
	}
	if d.Full {
		e.memoryUsed(d.Visits)
	}
	if !d.Resign {
		if d.Move.Color != c {
			return d, fmt.Errorf("the player moved for %v, not for %v", d.Move.Color, c)
		}
		if v := before.Legal(d.Move); v != baduk.Legal {
			return d, fmt.Errorf("the player made an illegal move, %s: %v", e.vertex(d.Move.Point), v)
		}
	}
	pv := make([]string, len(d.PV))
	for i, m := range d.PV {
		pv[i] = e.vertex(m.Point)
	}
	e.cfg.Log.Info("move", "number", number, "color", c.String(), "vertex", e.answer(d),
		"blackWins", fmt.Sprintf("%.1f%%", 100*d.Win), "blackLead", fmt.Sprintf("%.1f", d.Lead),
		"visits", d.Visits, "playouts", d.Playouts, "took", d.Elapsed.Round(time.Millisecond).String(), "pv", strings.Join(pv, " "))
	e.chatLine(c, &d)
	return d, nil
}

func (e *Engine) answer(d engine.Decision) string {
	if d.Resign {
		return "resign"
	}
	return e.vertex(d.Move.Point)
}

// oneLine is the text of an error for an answer.
func oneLine(err error) string { return clip(strings.ReplaceAll(err.Error(), "\n", "; ")) }

// clip shortens text for an answer and joins its words by single spaces.
func clip(text string) string { return clipped(strings.Join(strings.Fields(text), " ")) }

// clipped shortens text to the length of an answer and keeps its spaces.
func clipped(text string) string { return wording.Clip(text, 300) }

// undo takes back one move, or the number of moves that gg-undo asks for. It takes back all of them or none.
func (e *Engine) undo(_ context.Context, args []string) (string, error) {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 0 || len(args) > 1 {
			return "", errSyntax
		}
	}
	if !e.takeBack(n) {
		return "", e.refuse(errUndo, errors.New("the game has fewer moves"))
	}
	e.stopPondering()
	e.resigned = baduk.Empty
	return "", nil
}
