package gtpserver

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
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

// mostNeutral is the part of a board that may count for nobody in a count by dead stones.
// Where it is more, a stone that was wrongly taken for alive makes a region everybody's.
const mostNeutral = 1.0 / 8

// finalScore answers 0 for a void game as for a draw, as KataGo does. Of a game that goes
// on it is an estimate, where the player can make one; two passes end it, though under
// some rules they only begin the clean-up.
func (e *Engine) finalScore(ctx context.Context, _ []string) (string, error) {
	p, can := e.cfg.Player.(Analyst)
	if can && !e.game.Over() && !e.game.NoResult() && e.game.Phase() == 0 {
		return e.estimate(ctx, p)
	}
	s, err := e.count(ctx)
	switch {
	case err != nil:
		return "", err
	case can && e.estimates() && float64(s.Neutral) > mostNeutral*float64(e.game.Graph().Len()):
		return e.estimate(ctx, p)
	}
	if s.Void {
		e.cfg.Log.Info("the game is void", "because", "a position occurred for the third time")
		return "0", nil
	}
	return scoreText(s.Result()), nil
}

// scoreText is the result of a game with a decimal, as KataGo writes it.
func scoreText(result string) string {
	winner, points, won := strings.Cut(result, "+")
	if x, err := strconv.ParseFloat(points, 64); won && err == nil && x == math.Trunc(x*10)/10 {
		return fmt.Sprintf("%s+%.1f", winner, x)
	}
	return result
}

// roundLead is the score that there can be next to a lead of White's.
func roundLead(white float64, r baduk.Rules) float64 {
	whole := r.Komi%2 == 0
	if whole != r.Button {
		return math.Round(white)
	}
	return math.Round(white+0.5) - 0.5
}

// finalStatusList lists stones. Nothing is ever listed as seki: a stone that is not dead
// counts as alive. What is dead in a game that goes on is what the player takes for dead.
func (e *Engine) finalStatusList(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected one argument for final_status_list but got '%s'", got(args))
	}
	var wantDead bool
	switch args[0] {
	case "alive":
	case "dead":
		wantDead = true
	case "seki":
		return "", nil
	default:
		return "", gtp.Failf("Argument to final_status_list must be 'alive' or 'seki' or 'dead'")
	}
	isDead, err := e.dead(ctx)
	if err != nil {
		return "", err
	}
	b := &e.game.Position().Board
	var names []string
	for i := range b.Graph().Len() {
		if p := baduk.Point(i); b.At(p) != baduk.Empty && isDead(p) == wantDead {
			names = append(names, e.vertex(p))
		}
	}
	return strings.Join(names, " "), nil
}

// dead tells which stones are dead.
func (e *Engine) dead(ctx context.Context) (func(baduk.Point) bool, error) {
	if _, can := e.cfg.Player.(Analyst); can && !e.game.Over() && !e.game.NoResult() {
		e.stopPondering()
		set, err := e.cfg.Player.Dead(ctx, e.game.Clone())
		if err != nil {
			return nil, e.refuse(errScore, err)
		}
		return set.Has, nil
	}
	s, err := e.count(ctx)
	if err != nil {
		return nil, err
	}
	return func(p baduk.Point) bool { return !s.Void && !s.Points[p].Reason.Stands() }, nil
}

func (e *Engine) showboard(context.Context, []string) (string, error) {
	if e.plain() {
		return e.boardText(e.game), nil
	}
	return "\n" + e.draw(), nil
}
