package gtpserver

import (
	"context"
	"strings"

	"tengen/baduk"
)

// count is the score of the position as it stands: exact where the rules judge
// for themselves and where the clean-up has settled everything, otherwise without
// the stones that the player takes for dead.
func (e *Engine) count(ctx context.Context) (baduk.Score, error) {
	if !e.estimates() {
		return e.game.Score(nil), nil
	}
	dead, err := e.cfg.Player.Dead(ctx, e.game.Clone())
	if err != nil {
		return baduk.Score{}, e.refuse(errScore, err)
	}
	return e.game.Score(dead), nil
}

// estimates reports whether the rules leave it to the players which stones are
// dead, and nothing has settled it.
func (e *Engine) estimates() bool {
	settled := e.game.NoResult() || e.game.Over() && e.game.Phase() == 2
	return e.game.Rules().Agreement() && !settled
}

// finalScore answers 0 for a void game as for a draw, as KataGo does.
func (e *Engine) finalScore(ctx context.Context, _ []string) (string, error) {
	s, err := e.count(ctx)
	if err != nil {
		return "", err
	}
	if s.Void {
		e.cfg.Log.Info("the game is void", "because", "a position occurred for the third time")
		return "0", nil
	}
	return s.Result(), nil
}

// finalStatusList lists chains, one a line. Nothing is ever listed as seki: a
// stone that is not dead counts as alive.
func (e *Engine) finalStatusList(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	var wantDead bool
	switch strings.ToLower(args[0]) {
	case "alive":
	case "dead":
		wantDead = true
	case "seki":
		return "", nil
	default:
		return "", errSyntax
	}
	s, err := e.count(ctx)
	if err != nil {
		return "", err
	}
	b := &e.game.Position().Board
	isDead := func(p baduk.Point) bool { return !s.Void && !s.Points[p].Reason.Stands() }
	seen := make([]bool, b.Graph().Len())
	var lines []string
	for i := range seen {
		p := baduk.Point(i)
		if b.At(p) == baduk.Empty || seen[p] || isDead(p) != wantDead {
			continue
		}
		var names []string
		for _, q := range b.AppendChain(nil, p) {
			seen[q] = true
			if isDead(q) == wantDead {
				names = append(names, e.vertex(q))
			}
		}
		lines = append(lines, strings.Join(names, " "))
	}
	return strings.Join(lines, "\n"), nil
}

func (e *Engine) showboard(context.Context, []string) (string, error) {
	return "\n" + e.draw(), nil
}
