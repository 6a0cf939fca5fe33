package gtpserver

import (
	"slices"

	"tengen/baduk"
	"tengen/katago"
)

// KataGo's GTP accepts moves that its rules forbid. Servers and records have different rules about ko,
// repetition and suicide, and a front end must be able to follow them. KataGo refuses only a point that is
// occupied or off the board, and the suicide of a single stone. This file does the same on plain boards, except
// in the strict mode. The player's own moves follow the rules.

// force plays a move as KataGo does. A game that is over continues, even if the move is refused.
func force(g *baduk.Game, m baduk.Move) error {
	resume(g)
	v := g.Legal(m)
	switch v {
	case baduk.Suicide, baduk.KoBanned, baduk.Superko:
		if g.Rules().Suicide == baduk.SuicideLone {
			break // KataGo does not have this rule, and here suicide is not a move
		}
		if _, lost := g.Position().Effect(m); lost == 1 {
			v = baduk.Suicide
			break
		}
		fallthrough
	case baduk.Legal:
		g.Force(m)
		return nil
	}
	return &baduk.IllegalMoveError{Move: m, Vertex: g.Graph().Vertex(m.Point), Number: g.Len() + 1, Verdict: v}
}

// resume continues a game that is over, as KataGo does.
func resume(g *baduk.Game) {
	if g.NoResult() {
		katago.Revive(g)
	}
	g.Reopen()
}

// restarts reports whether a move of c restarts the game. This is the case if the move is out of turn, the engine is
// lenient, and the game is not in a clean-up.
func (e *Engine) restarts(c baduk.Color) bool {
	cleanup := e.game.Phase() > 0 && (e.cleanup > 0 || !e.settings.PreventCleanup)
	return c != e.game.ToPlay() && e.lenient() && !cleanup
}

// seenBy returns a copy of the game for the player, to decide on a move of c. If the game is void and the engine is
// lenient, the copy continues.
func (e *Engine) seenBy(c baduk.Color) *baduk.Game {
	if e.restarts(c) {
		if fresh, err := katago.Restarted(e.game, c); err == nil {
			return fresh
		}
	}
	g := e.game.Clone()
	if g.NoResult() && e.lenient() {
		katago.Revive(g)
	}
	return g
}

// turnTo makes it c's turn, as KataGo's analysis does. If it was the other player's turn, the game restarts.
func (e *Engine) turnTo(c baduk.Color) {
	if !e.restarts(c) {
		return
	}
	fresh, err := katago.Restarted(e.game, c)
	if err != nil {
		return // seenBy copies the game without changes
	}
	if e.game.Len() > 0 {
		e.past = append(e.past, endedBefore(e.game))
	}
	e.game = fresh
}

// ended describes a game that a move out of turn has ended. The description is enough to replay the game under the
// current rules. A [baduk.Game] would need too much memory: it has the position after every move, and a client may
// send any number of moves out of turn.
type ended struct {
	setup     baduk.Setup
	moves     []baduk.Move
	prisoners [3]int32
}

func endedBefore(g *baduk.Game) ended {
	return ended{setup: g.Setup(), moves: g.Moves(), prisoners: g.Position().Prisoners}
}

// after returns a new game with the first n moves of the ended game.
func (p ended) after(n int, graph *baduk.Graph, rules baduk.Rules) (*baduk.Game, error) {
	g, err := baduk.NewGameFrom(graph, rules, p.setup)
	if err != nil {
		return nil, err
	}
	for _, m := range p.moves[:n] {
		if err := force(g, m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// origin returns the initial position of the game that the client last began. Moves out of turn may have restarted the
// game since then.
func (e *Engine) origin() baduk.Setup {
	if len(e.past) > 0 {
		return e.past[0].setup
	}
	return e.game.Setup()
}

// prisoners returns the lost stones of each colour since origin, including those of ended games.
func (e *Engine) prisoners() [3]int32 {
	sum := e.game.Position().Prisoners
	for _, p := range e.past {
		for c, n := range p.prisoners {
			sum[c] += n
		}
	}
	return sum
}

// moves returns all moves since origin, including those of ended games.
func (e *Engine) moves() []baduk.Move {
	var list []baduk.Move
	for _, p := range e.past {
		list = append(list, p.moves...)
	}
	return append(list, e.game.Moves()...)
}

// takeBack takes back n moves, which may belong to ended games. If there are fewer moves, it takes back none and
// returns false.
func (e *Engine) takeBack(n int) bool {
	length, last := e.game.Len(), len(e.past)
	for last > 0 && n >= length {
		n -= length
		last--
		length = len(e.past[last].moves)
	}
	if last == len(e.past) {
		return e.game.UndoTo(length - n)
	}
	if n > length {
		return false
	}
	g, err := e.past[last].after(length-n, e.game.Graph(), e.game.Rules())
	if err != nil {
		e.cfg.Log.Warn("the earlier moves cannot be played again", "because", err)
		return false
	}
	e.game, e.past = g, slices.Delete(e.past, last, len(e.past))
	return true
}
