package gtpserver

import (
	"context"
	"errors"

	"tengen/baduk"
	"tengen/gtp"
)

// lenient reports whether the engine accepts moves that the rules forbid, as KataGo does (see force). The engine is not
// lenient in the strict mode, or on boards that KataGo does not have.
func (e *Engine) lenient() bool { return e.plain() && !e.strict }

// ended reports whether the game accepts no more moves. A lenient game continues after its end.
func (e *Engine) ended() bool { return e.game.Over() && !e.lenient() }

// byTheRules plays a move if it is the player's turn and the rules allow the move.
func byTheRules(g *baduk.Game, m baduk.Move) error {
	_, err := g.Step(m)
	return err
}

// illegal returns the failure for a move that the rules forbid. In the strict mode the failure gives the reason.
// Otherwise it has GTP's fixed text, and the reason goes to the log.
func (e *Engine) illegal(reason error) error {
	bad, ok := errors.AsType[*baduk.IllegalMoveError](reason)
	if !e.strict || !ok {
		return e.refuse(errIllegal, reason)
	}
	return gtp.Failf("illegal move: %s", bad.Reason())
}

// turnOf returns an error if the mode is strict and it is not c's turn.
func (e *Engine) turnOf(c baduk.Color) error {
	if !e.strict || c == e.game.ToPlay() {
		return nil
	}
	return gtp.Failf("illegal move: %s", (&baduk.IllegalMoveError{Move: baduk.Move{Color: c}, Verdict: baduk.WrongTurn}).Reason())
}

// setStrict switches the strict mode, or answers whether it is on.
func (e *Engine) setStrict(_ context.Context, args []string) (string, error) {
	switch word := got(args); word {
	case "":
		return map[bool]string{true: "on", false: "off"}[e.strict], nil
	case "on", "off":
		e.strict = word == "on"
		return "", nil
	default:
		return "", gtp.Failf("tengen-strict needs on or off, not '%s'", word)
	}
}
