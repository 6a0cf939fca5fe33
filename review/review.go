package review

import (
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/neteval"
)

// Settings are the settings of a review.
type Settings struct {
	// Levels are the ranks of the players, by colour. The choice of moments depends on them. The default is
	// the rank in the record, or 5 kyu if the record has no rank.
	Levels [3]engine.Rank
	// Visits is the number of visits per position. If Visits is 0, the review takes the number from the
	// analyses.
	Visits int
	// Judge is the name of the program that judges. If an analysis has a name, that name is used.
	Judge string
	// Earlier is an earlier review of the same Line, or nil. If the positions before and after a move have not
	// changed, New copies the reasons of the move from the earlier review. This makes it cheap to make a new
	// review after each search.
	Earlier *Review
}

// Review is the review of a game so far. Numbers are from Black's perspective unless the comment of a field
// says otherwise.
type Review struct {
	Line   *Line
	Info   kifu.Info
	Judge  string         // program that judged the positions
	Model  string         // net of the program
	Visits int            // visits per position
	Judged int            // number of positions judged so far, at most Line.Judgeable()
	Levels [3]engine.Rank // ranks for the choice of moments, by colour
	// Positions are the judgements by position; nil for positions that are not judged yet.
	Positions []*kifu.Analysis
	Moves     []Move
	Moments   []int     // indices of the moves that mattered, ascending
	Players   [3]Player // by colour

	odds odds
}

// Move is the judgement of a move.
type Move struct {
	turn
	Phase Phase
	// Before and After are the values of the positions before and after the move; nil if not judged.
	Before, After *value
	// Known is true if the move is judged. Otherwise the fields below are not valid. Illegal moves, handicap
	// stones and broken moves are not judged. Other moves are judged if the positions before and after the move
	// are judged.
	Known bool
	// Loss is the number of points, at least 0, that the move lost compared with the best move. WinLoss is
	// the lost winning probability, 0 to 1. Both are from the perspective of the player who made the move.
	Loss, WinLoss float64
	Accuracy      float64 // 0 to 1
	Category      Category
	// Rank is the rank of the move among the candidates of the search, from 1. It is 0 if the search did
	// not try the move. Prior is the policy of the evaluator for the move, 0 to 1.
	Rank  int
	Prior float64
	// Best is the best move of the search. Better is the principal variation that begins with Best.
	// BestPrior is the policy of the evaluator for Best, 0 to 1.
	Best      baduk.Point
	Better    []baduk.Point
	BestPrior float64
	// Reply is the best answer to the move, or NoPoint.
	Reply baduk.Point
	// Decided is true if the game was decided before the move, for players of the given levels.
	Decided bool
	// Facts are the reasons, the most important first. Only moves that lost points have reasons.
	Facts []Fact
}

// Notes returns the notes of the line, and notes about the judgement. Each note is a sentence.
func (r *Review) Notes() []string {
	notes := slices.Clone(r.Line.Notes)
	if r.Model != "" && neteval.LargerThanTrained(r.Line.Graph) {
		notes = append(notes, fmt.Sprintf("Nets are made for boards up to %dx%[1]d: on this larger board the judgement is less reliable.", neteval.TrainedSide))
	}
	if slices.ContainsFunc(r.Positions, func(a *kifu.Analysis) bool { return a != nil && a.Exact }) {
		notes = append(notes, "The board is solved: values that are called exact are proved.")
	}
	return notes
}

// value is the value of a position.
type value struct {
	Win   float64 // probability that Black wins, 0 to 1
	Lead  float64 // Black's lead in points
	Exact bool    // Win and Lead are proved
}

// New makes a review. The parameter named judged has the analysis of every position of the line, or nil for a
// position that is not judged yet. New does not change judged.
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

// judge judges a move by the positions before and after it, without reasons.
func (r *Review) judge(i int, turn turn, phase Phase) Move {
	m := Move{turn: turn, Phase: phase, Best: baduk.NoPoint, Reply: baduk.NoPoint}
	before, after := r.Positions[i], r.Positions[i+1]
	m.Before, m.After = valueOf(before), valueOf(after)
	if turn.Fault != "" || turn.Handicap || turn.Broken {
		return m
	}
	if before != nil {
		for k, c := range before.Candidates {
			if c.Point == turn.Move.Point && (k == 0 || c.Visits > 0) { // in a search of one visit, no move has visits
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
	if m.Known = m.Before != nil && m.After != nil; !m.Known {
		return m
	}
	unit, size := measure(r.Line.Graph)
	// The best move of the search loses nothing, even if the search of the next position finds a worse value.
	// The player could not have known this value.
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
	return &value{*a.Win, *a.Lead, a.Exact}
}

// forPlayer converts a signed number between Black's perspective and that of c.
func forPlayer(c baduk.Color, v float64) float64 {
	if c == baduk.White {
		return -v
	}
	return v
}
