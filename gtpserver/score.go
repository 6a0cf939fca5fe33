package gtpserver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/mcts"
)

// count returns the score of the current position. The score is exact after the clean-up, and under rules that need no
// agreement about dead stones. In all other cases the stones that the player considers dead are removed first.
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

// estimates reports whether dead stones have to be estimated. This is the case if the rules let the players agree on
// dead stones. If the game is void, or if the clean-up has settled which stones are dead, nothing is estimated.
func (e *Engine) estimates() bool {
	settled := e.game.NoResult() || e.game.Over() && e.game.Phase() == 2
	return e.game.Rules().Agreement() && !settled
}

// mostNeutral is the largest share of the points that may be neutral at the end, after dead stones are removed. If
// more points are neutral, a stone was probably considered alive by mistake and has made a region neutral.
const mostNeutral = 1.0 / 8

// A point is decided if the absolute value of its ownership is at least the constant owned. Before the end of the
// game, dead stones are looked for only if the share of undecided points is at most mostOpen.
const (
	owned    = 0.5
	mostOpen = 1.0 / 4
)

// finalScore answers the score. As in KataGo, it is 0 for a void game and for a draw. If the game is finished, with or
// without passes, the board is scored without the dead stones. Otherwise the answer is the expected score of an
// analysis. On boards with weights the board is always scored.
func (e *Engine) finalScore(ctx context.Context, _ []string) (string, error) {
	p, can := e.cfg.Player.(analyzer)
	goesOn := !e.game.Over() && e.game.Phase() == 0
	if !can || !goesOn && !e.estimates() || e.game.Graph().Life() != nil {
		return e.counted(ctx) // on a board with weights an expected score cannot be rounded to a possible one
	}
	e.stopPondering()
	g := e.game.Clone()
	g.Reopen()
	r, err := p.Analyze(ctx, g, engine.Analysis{Playouts: max(50, 10*e.settings.Search.Threads), Ask: mcts.Ask{Ownership: true}})
	switch {
	case err != nil && goesOn:
		return "", e.refuse(errScore, err)
	case err != nil:
		return e.counted(ctx)
	}
	own, read := engine.Informed(e.game, r.Ownership)
	r.Ownership = own
	if goesOn && !read && open(r.Ownership) > mostOpen {
		return e.expected(r.Lead), nil
	}
	dead, err := e.cfg.Player.Dead(ctx, e.game.Clone())
	if err != nil {
		return "", e.refuse(errScore, err)
	}
	s := e.game.Score(dead)
	if read || agrees(e.game, &s, dead, r.Ownership) || !goesOn && float64(s.Neutral) <= mostNeutral*float64(e.game.Graph().Len()) {
		return scoreText(s.Result()), nil
	}
	return e.expected(r.Lead), nil
}

// counted returns the score of [Engine.count] as text.
func (e *Engine) counted(ctx context.Context) (string, error) {
	s, err := e.count(ctx)
	if err != nil {
		return "", err
	}
	if s.Void {
		e.cfg.Log.Info("the game is void", "because", "a position occurred for the third time")
		return "0", nil
	}
	return scoreText(s.Result()), nil
}

// open returns the share of points that are undecided.
func open(ownership []float32) float64 {
	n := 0
	for _, o := range ownership {
		if o < owned && o > -owned {
			n++
		}
	}
	return float64(n) / float64(len(ownership))
}

// agrees reports whether a count gives every point to its expected owner. A point is allowed to be neutral under
// territory scoring if it lies between living stones of both colours, even if it has an expected owner.
func agrees(g *baduk.Game, s *baduk.Score, dead baduk.PointSet, ownership []float32) bool {
	for i, o := range ownership {
		p := baduk.Point(i)
		switch c := s.Points[p].Owner; {
		case c != baduk.Empty && o*float32(c.Number()) < owned:
			return false
		case c == baduk.Empty && (o >= owned || o <= -owned) && (s.Scoring != baduk.ScoringTerritory || !between(g, p, dead)):
			return false
		}
	}
	return true
}

// between reports whether a point lies between living stones of both colours.
func between(g *baduk.Game, p baduk.Point, dead baduk.PointSet) bool {
	var beside [3]bool
	for _, q := range g.Graph().Neighbours(p) {
		beside[g.At(q)] = beside[g.At(q)] || !dead.Has(q)
	}
	return beside[baduk.Black] && beside[baduk.White]
}

// expected returns, as text, the possible score that is nearest to Black's expected lead.
func (e *Engine) expected(lead float64) string {
	switch white := roundLead(0-lead, e.game.Rules()); {
	case white > 0:
		return fmt.Sprintf("W+%.1f", white)
	case white < 0:
		return fmt.Sprintf("B+%.1f", -white)
	}
	return "0"
}

// scoreText returns the result of a game with a decimal point, as KataGo writes it.
func scoreText(result string) string {
	winner, points, won := strings.Cut(result, "+")
	if x, err := strconv.ParseFloat(points, 64); won && err == nil && x == math.Trunc(x*10)/10 {
		return fmt.Sprintf("%s+%.1f", winner, x)
	}
	return result
}

// roundLead returns the possible score that is nearest to White's lead.
func roundLead(white float64, r baduk.Rules) float64 {
	whole := r.Komi%2 == 0
	if whole != r.Button {
		return math.Round(white)
	}
	return math.Round(white+0.5) - 0.5
}

// finalStatusList lists the stones that are dead, in seki or alive. During the game, dead stones are those
// that the player considers dead.
func (e *Engine) finalStatusList(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected one argument for final_status_list but got '%s'", got(args))
	}
	if !slices.Contains([]string{"alive", "seki", "dead"}, args[0]) {
		return "", gtp.Failf("Argument to final_status_list must be 'alive' or 'seki' or 'dead'")
	}
	isDead, err := e.dead(ctx)
	if err != nil {
		return "", err
	}
	b := &e.game.Position().Board
	var dead, seki baduk.PointSet
	for i := range b.Graph().Len() {
		if p := baduk.Point(i); b.At(p) != baduk.Empty && isDead(p) {
			dead.Add(p)
		}
	}
	if args[0] != "dead" {
		if e.nearlyDone(ctx, dead) {
			seki = b.Seki(dead)
		}
		for _, p := range engine.ReadSeki(e.game) {
			seki.Add(p)
		}
	}
	var names []string
	for i := range b.Graph().Len() {
		p, status := baduk.Point(i), "alive"
		switch {
		case b.At(p) == baduk.Empty:
			continue
		case dead.Has(p):
			status = "dead"
		case seki.Has(p):
			status = "seki"
		}
		if status == args[0] {
			names = append(names, e.vertex(p))
		}
	}
	return strings.Join(names, " "), nil
}

// nearlyDone reports whether the game is so close to its end that living stones without two eyes are in seki. Before
// the end of the game, nearly all points must have an owner. After the end, at most half of the points may be neutral:
// players may have stopped on a nearly empty board.
func (e *Engine) nearlyDone(ctx context.Context, dead baduk.PointSet) bool {
	g := e.game
	if g.Graph().Regional() || g.NoResult() {
		return false
	}
	if g.Over() || g.Settling() {
		s := g.Score(dead)
		return 2*s.Neutral <= g.Graph().Len()
	}
	p, can := e.cfg.Player.(analyzer)
	if !can {
		return false
	}
	r, err := p.Analyze(ctx, g.Clone(), engine.Analysis{Playouts: max(50, 10*e.settings.Search.Threads), Ask: mcts.Ask{Ownership: true}})
	return err == nil && open(r.Ownership) <= mostOpen
}

// dead returns a function that reports which stones are dead.
func (e *Engine) dead(ctx context.Context) (func(baduk.Point) bool, error) {
	if _, can := e.cfg.Player.(analyzer); can && !e.game.Over() && !e.game.NoResult() {
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
	return "\n" + e.diagramText(), nil
}
