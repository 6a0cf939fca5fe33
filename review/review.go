package review

import (
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/neteval"
)

// Settings say for whom a review is.
type Settings struct {
	// Levels are how strong the players are, by colour, for the choice of moments; where one is
	// not given the record's own rank counts, or 5 kyu.
	Levels [3]engine.Rank
	// Visits and Judge are what is said of who judged, where no analysis says it.
	Visits int
	Judge  string
	// Earlier, if it is not nil, is a review of the same Line, whose reasons are taken over for moves
	// around which nothing has changed: so a review that grows position by position costs little.
	Earlier *Review
}

// Review is what is known of a game so far. Numbers are Black's but where a field says
// otherwise.
type Review struct {
	Line   *Line
	Info   kifu.Info
	Judge  string // who judged: the kind of evaluator
	Model  string // its net
	Visits int    // of each position
	// Judged is how many positions are judged, of Line.Judgeable().
	Judged int
	Levels [3]engine.Rank // by colour, as the moments were chosen
	// Positions are the judgements, by position; nil before they are made.
	Positions []*kifu.Analysis
	Moves     []Move
	Moments   []int // which of Moves mattered, in their order
	Players   [3]Player

	odds odds
}

// Move is what is known of a move.
type Move struct {
	turn
	Phase Phase
	// Before and After are the positions around it, nil where they are not judged.
	Before, After *value
	// Known says that both are there and about one game, and that the move is to be judged, so that
	// the numbers below mean something. Illegal moves and the stones of a handicap are not judged.
	Known bool
	// Loss is how many points the move lost against the best one, from 0, and WinLoss how much of
	// the chance to win, 0 to 1: the player's, whoever that is.
	Loss, WinLoss float64
	Accuracy      float64 // 0 to 1
	Category      Category
	// Rank is the place of the move among those that the search tried, from 1, the one that it would
	// make; 0 where it did not try it. Prior is what the evaluator gave it at sight, 0 to 1.
	Rank  int
	Prior float64
	// Best is the move that the search would have made, and Better the line that begins with it;
	// BestPrior is what the evaluator gave it at sight.
	Best      baduk.Point
	Better    []baduk.Point
	BestPrior float64
	// Reply is what the search would answer, or NoPoint.
	Reply baduk.Point
	// Decided says that the game was decided before the move, for players of these levels.
	Decided bool
	// Facts are why it is good or bad, the weightiest first. Only moves that lost something have
	// any.
	Facts []Fact
}

// Notes are those of the line, and what is to be said of who judged, a sentence each.
func (r *Review) Notes() []string {
	notes := slices.Clone(r.Line.Notes)
	if r.Model != "" && neteval.Beyond(r.Line.Graph) {
		notes = append(notes, fmt.Sprintf("Nets are made for boards up to %dx%[1]d: on this larger one the judgement is less reliable.", neteval.MadeFor))
	}
	return notes
}

// value is what a position is worth.
type value struct {
	Win  float64 // the chance that Black wins, 0 to 1
	Lead float64 // of Black, in points
}

// New makes the review of the positions that are judged: one for every position of the line,
// nil where it is not known yet. It changes none of them.
func New(l *Line, judged []*kifu.Analysis, s Settings) *Review {
	r := &Review{Line: l, Info: l.Tree.Info(), Judge: s.Judge, Visits: s.Visits, Positions: slices.Clone(judged)}
	for len(r.Positions) <= l.Len() {
		r.Positions = append(r.Positions, nil)
	}
	for _, a := range r.Positions {
		if a != nil {
			r.Judged++
			r.Judge, r.Model = a.Engine, a.Model
			if s.Visits == 0 {
				r.Visits = a.Visits
			}
		}
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		r.Levels[c] = levelOf(s.Levels[c], r.Info, c)
	}
	r.odds = oddsOf(l, r.Positions)
	parts := phases(l, r.Positions)
	finder := newFinder(l.Graph)
	for i, turn := range l.Turns {
		m := r.judge(i, turn, parts[i])
		if old := s.Earlier; old != nil && old.Line == l && old.Positions[i] == r.Positions[i] && old.Positions[i+1] == r.Positions[i+1] {
			m.Facts = old.Moves[i].Facts
		} else if m.Known && m.Category.Weak() {
			m.Facts = finder.find(l, i, &m, r.Positions[i], r.Positions[i+1])
		}
		r.Moves = append(r.Moves, m)
	}
	r.Moments = r.choose()
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		r.Players[c] = r.player(c)
	}
	return r
}

// judge is what the positions around a move say of it, without reasons.
func (r *Review) judge(i int, turn turn, phase Phase) Move {
	m := Move{turn: turn, Phase: phase, Best: baduk.NoPoint, Reply: baduk.NoPoint}
	before, after := r.Positions[i], r.Positions[i+1]
	m.Before, m.After = valueOf(before), valueOf(after)
	if turn.Fault != "" || turn.Handicap {
		return m
	}
	if before != nil {
		for k, c := range before.Candidates {
			if c.Point == turn.Move.Point && (k == 0 || c.Visits > 0) { // a search of one visit tries none
				m.Rank = k + 1
			}
			if c.Point == turn.Move.Point && c.Prior != nil {
				m.Prior = *c.Prior
			}
		}
		if len(before.Candidates) > 0 {
			best := before.Candidates[0]
			if m.Best, m.Better = best.Point, best.PV; best.Prior != nil {
				m.BestPrior = *best.Prior
			}
		}
	}
	if after != nil && len(after.Candidates) > 0 {
		m.Reply = after.Candidates[0].Point
	}
	if m.Known = m.Before != nil && m.After != nil && !turn.Broken; !m.Known {
		return m
	}
	unit, size := measure(r.Line.Graph)
	// The move that the search itself would have made costs nothing: what the position after it
	// shows the player could not have known either.
	if m.Rank != 1 {
		m.Loss = max(0, forPlayer(turn.Move.Color, m.Before.Lead-m.After.Lead)/unit)
		m.WinLoss = max(0, forPlayer(turn.Move.Color, m.Before.Win-m.After.Win))
	}
	m.Category, m.Accuracy = categoryOf(m.Loss, size), accuracyOf(m.Loss, size)
	m.Decided = r.decided(before, *m.Before, unit, size)
	return m
}

func valueOf(a *kifu.Analysis) *value {
	if a == nil || a.Win == nil || a.Lead == nil {
		return nil
	}
	return &value{*a.Win, *a.Lead}
}

// forPlayer is a number of Black's seen by a player, and the other way round.
func forPlayer(c baduk.Color, v float64) float64 {
	if c == baduk.White {
		return -v
	}
	return v
}

// winForPlayer is a chance of Black's seen by a player.
func winForPlayer(c baduk.Color, v float64) float64 {
	if c == baduk.White {
		return 1 - v
	}
	return v
}
