package analysis

import (
	"fmt"

	"tengen/baduk"
	"tengen/katago"
)

// replay is a game as KataGo replays it for analysis. Moves that the rules on ko, repetition or suicide forbid
// are played, because records contain such moves. A game continues after its end. Two passes do not begin a
// clean-up. If the wrong player moves, the history is forgotten.
type replay struct {
	q     *query
	game  *baduk.Game
	rules baduk.Rules // rules of the query; without a clean-up if PreventCleanup is set
}

// begin returns the game of a query at its first position, before any move.
func (q *query) begin(g *baduk.Graph) (*replay, error) {
	r := &replay{q: q, rules: q.rules}
	if q.settings.PreventCleanup && r.rules.Dead == baduk.DeadCleanup {
		r.rules.Dead = baduk.DeadUnconditional
	}
	setup := q.setUp(g)
	if setup.ToPlay = q.firstPlayer(); setup.ToPlay == baduk.Empty {
		setup.ToPlay = baduk.Black
		if len(setup.White) == 0 && len(setup.Black) > 1 {
			setup.ToPlay = baduk.White // after a handicap
		}
	}
	var err error
	r.game, err = baduk.NewGameFrom(g, r.rules, setup)
	return r, err
}

// firstPlayer is the player of the first turn, or Empty if the query does not name a player.
func (q *query) firstPlayer() baduk.Color {
	if q.first == baduk.Empty && len(q.moves) > 0 {
		return q.moves[0].Color
	}
	return q.first
}

// setUp places the stones of a query on a board one after the other. Later stones capture and replace earlier
// ones.
func (q *query) setUp(g *baduk.Graph) baduk.Setup {
	b := baduk.NewBoard(g)
	var taken [3]int // stones by colour
	for _, m := range q.stones {
		replaces := b.At(m.Point) != baduk.Empty
		switch {
		case b.At(m.Point) == m.Color:
			continue
		case replaces:
			b = without(b, m.Point)
		}
		captured, suicide := b.Effect(m)
		if suicide == 1 || suicide > 0 && replaces {
			continue
		}
		b.Place(m)
		taken[m.Color.Opponent()] += captured
		taken[m.Color] += suicide
	}
	setup := baduk.SetupOf(colors(b), baduk.Empty)
	setup.FreeHandicap = true
	setup.Scores = q.prisoners(taken[baduk.Black], taken[baduk.White])
	return setup
}

// without returns a copy of the board without the stone on p.
func without(b *baduk.Board, p baduk.Point) *baduk.Board {
	rest := baduk.NewBoard(b.Graph())
	for i, c := range colors(b) {
		if c != baduk.Empty && baduk.Point(i) != p {
			rest.Place(baduk.Move{Color: c, Point: baduk.Point(i)})
		}
	}
	return rest
}

// colors returns the colour of each point.
func colors(b *baduk.Board) []baduk.Color {
	list := make([]baduk.Color, b.Graph().Len())
	for p := range list {
		list[p] = b.At(baduk.Point(p))
	}
	return list
}

// prisoners returns each player's points for the captured stones. They are 0 under rules that do not count
// prisoners.
func (q *query) prisoners(black, white int) (scores [3]float64) {
	if q.rules.Scoring == baduk.ScoringTerritory || q.rules.Scoring == baduk.ScoringAreaPrisoners {
		scores[baduk.Black], scores[baduk.White] = float64(white), float64(black)
	}
	return scores
}

// play plays a move. It returns false if the move is impossible under any rules.
func (r *replay) play(m baduk.Move) (bool, error) {
	if m.Color != r.game.ToPlay() {
		g, err := katago.Restarted(r.game, m.Color)
		if err != nil {
			return false, err
		}
		r.game = g
	}
	r.game.Reopen()
	if !m.IsPass() && r.game.At(m.Point) == baduk.Empty {
		if _, suicide := r.game.Position().Effect(m); suicide == 1 {
			return false, nil
		}
	}
	switch r.game.Force(m) {
	case baduk.OffBoard, baduk.Occupied, baduk.GameOver, baduk.WrongTurn:
		return false, nil
	}
	if r.game.NoResult() {
		katago.Revive(r.game)
	}
	return true, nil
}

// check replays all moves. If one cannot be played, the error names its field.
func (q *query) check(g *baduk.Graph) error {
	if err := q.rules.CheckOn(g); err != nil {
		return wrong("rules", "%v", err)
	}
	r, err := q.begin(g)
	if err != nil {
		return wrong("initialStones", "%v", err)
	}
	for i, m := range q.moves {
		switch ok, err := r.play(m); {
		case err != nil:
			return wrong("moves", "%v", err)
		case !ok:
			return wrong("moves", "Illegal move %d: %s", i, g.Vertex(m.Point))
		}
	}
	return nil
}

// position returns the game of a checked query after a turn, ready to be searched.
func (q *query) position(g *baduk.Graph, turn int) (*baduk.Game, error) {
	r, err := q.begin(g)
	if err != nil {
		return nil, err
	}
	for _, m := range q.moves[:turn] {
		if ok, err := r.play(m); err != nil || !ok {
			return nil, fmt.Errorf("the move %s cannot be played any more (%v)", g.Vertex(m.Point), err)
		}
	}
	r.game.Reopen()
	if r.rules != q.rules {
		r.game.SetRules(q.rules)
	}
	return r.game, nil
}
