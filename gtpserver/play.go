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
	"tengen/kifu"
)

func parseColor(word string) (baduk.Color, error) {
	c, err := gtp.ParseColor(word)
	switch {
	case err != nil:
		return baduk.Empty, err
	case c == gtp.White:
		return baduk.White, nil
	}
	return baduk.Black, nil
}

// parseVertex tells text that is no vertex at all, a syntax error, from one that
// is not on this board, which fails with off.
func (e *Engine) parseVertex(text string, off error) (baduk.Point, error) {
	p, err := e.point(text)
	if err == nil {
		return p, nil
	}
	letters := strings.TrimRight(text, "0123456789")
	looksLikeOne := letters != "" && len(letters) <= 2 && len(letters) < len(text) &&
		strings.Trim(letters, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if _, _, rows := kifu.Rows(e.game.Graph()); looksLikeOne || !rows {
		return p, e.refuse(off, err)
	}
	return p, e.refuse(errSyntax, err)
}

func (e *Engine) play(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	p, err := e.parseVertex(args[1], errIllegal)
	if err != nil {
		return "", err
	}
	return "", e.makeMove(baduk.Move{Color: c, Point: p})
}

// makeMove plays a move of either side. After the end it lets the game go on, so
// that a client can replay a game that did. A void game has no more moves.
func (e *Engine) makeMove(m baduk.Move) error {
	g := e.game
	if g.Over() {
		g = g.Clone()
		g.Resume(baduk.Empty)
	}
	if err := g.Play(m); err != nil {
		return e.refuse(errIllegal, err)
	}
	e.game, e.resigned = g, baduk.Empty
	e.grow()
	return nil
}

func (e *Engine) genmove(ctx context.Context, args []string) (string, error) {
	c, err := oneColor(args)
	if err != nil {
		return "", err
	}
	if e.game.Over() {
		return "pass", nil
	}
	return e.moveFor(ctx, c, e.game.Clone())
}

// genmoveCleanup is KGS's genmove after two passes when the players disagree:
// the game goes on, and the player must not pass before all dead stones are off.
func (e *Engine) genmoveCleanup(ctx context.Context, args []string) (string, error) {
	c, err := oneColor(args)
	if err != nil {
		return "", err
	}
	game := e.game
	defer func() { e.game = game }() // over as before, unless a move was made
	e.game = game.Clone()
	e.game.Resume(baduk.Empty)
	asked := e.game.Len() + 1
	g := e.game.Clone()
	r := g.Rules()
	r.FriendlyPass = false
	g.SetRules(r)
	answer, err := e.moveFor(ctx, c, g)
	if err == nil {
		game = e.game
		if e.cleanup == 0 {
			e.cleanup = asked
		}
	}
	return answer, err
}

// regGenmove is genmove for regression tests: nothing is played.
func (e *Engine) regGenmove(ctx context.Context, args []string) (string, error) {
	c, err := oneColor(args)
	if err != nil {
		return "", err
	}
	if e.game.Over() {
		return "pass", nil
	}
	d, err := e.decide(ctx, c, e.game.Clone(), e.cfg.Limit)
	if err != nil {
		return "", err
	}
	return e.answer(d), nil
}

func oneColor(args []string) (baduk.Color, error) {
	if len(args) != 1 {
		return baduk.Empty, errSyntax
	}
	return parseColor(args[0])
}

// moveFor lets the player move on the client's clock and plays the move.
func (e *Engine) moveFor(ctx context.Context, c baduk.Color, g *baduk.Game) (string, error) {
	limit, stop := e.think(c)
	d, err := e.decide(ctx, c, g, limit)
	stop()
	if err != nil {
		return "", err
	}
	answer := e.answer(d)
	if d.Resign {
		e.resigned = c
	} else if err := e.makeMove(d.Move); err != nil {
		return "", err
	}
	return answer, nil
}

// decide asks the player and logs what it thought.
func (e *Engine) decide(ctx context.Context, c baduk.Color, g *baduk.Game, limit engine.Limit) (engine.Decision, error) {
	number := g.Len() + 1
	d, err := e.cfg.Player.Genmove(ctx, g, c, limit)
	if err != nil {
		return d, fmt.Errorf("no move: %s", oneLine(err))
	}
	if !d.Resign {
		if d.Move.Color != c {
			return d, fmt.Errorf("the player moved for %v, not for %v", d.Move.Color, c)
		}
		if v := e.game.Legal(d.Move); v != baduk.Legal {
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
	return d, nil
}

func (e *Engine) answer(d engine.Decision) string {
	if d.Resign {
		return "resign"
	}
	return e.vertex(d.Move.Point)
}

// oneLine is the text of an error fit for an answer.
func oneLine(err error) string { return clip(err.Error()) }

// clip is text fit for an answer.
func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "..."
	}
	return text
}

// undo takes back one move, or as many as gg-undo asks for, all or none.
func (e *Engine) undo(_ context.Context, args []string) (string, error) {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 0 || len(args) > 1 {
			return "", errSyntax
		}
	}
	if n > e.game.Len() {
		return "", e.refuse(errUndo, errors.New("there are fewer moves"))
	}
	e.game.UndoTo(e.game.Len() - n)
	e.resigned = baduk.Empty
	return "", nil
}
