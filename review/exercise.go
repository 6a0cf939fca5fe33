package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

const (
	// maxMistakes is the most mistakes of a player to train with.
	maxMistakes = 20
	// minShare is the smallest share of the visits, 0 to 1, with which the value of a candidate is used.
	minShare = 0.03
	// shownMoves is the most moves of a line after the first move of an exercise.
	shownMoves = 8
	// rightEnd is the beginning of the comment on a right move.
	rightEnd = "RIGHT\n"
)

// Margin returns the largest loss of a good move, in points on the board of the review.
func (r *Review) Margin() float64 {
	_, size := measure(r.Line.Graph)
	return categoryLimits[Good-Excellent] * size
}

// Mistakes returns the indices of a player's mistakes, in the order of the game: the moments, and the other moves that
// are [Review.Costly]. Positions in which a ko forbids a point are left out, because an exercise begins without a ko.
func (r *Review) Mistakes(c baduk.Color) []int {
	var list []int
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Color != c || !m.Known || m.Best == baduk.NoPoint || m.Rank == 1 || m.Loss <= r.Margin() {
			continue
		}
		if (slices.Contains(r.Moments, i) || r.Costly(i)) && r.Line.At(i).Position().KoBan == baduk.NoPoint {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Moves[b].Loss, r.Moves[a].Loss), cmp.Compare(a, b))
	})
	list = list[:min(len(list), maxMistakes)]
	slices.Sort(list)
	return list
}

// Exercise returns a mistake as a problem in SGF. The root has the position before the move. The moves whose loss is
// known follow. A move that loses at most [Review.Margin] has the comment RIGHT, and is followed by the line of the
// search. The played move has its reasons, and is followed by the best answer.
func (r *Review) Exercise(i int) (*kifu.Tree, error) {
	m := &r.Moves[i]
	start := r.Line.At(i)
	t, err := kifu.NewTree(r.Line.Graph, start.Rules())
	if err != nil {
		return nil, err
	}
	root := t.Root()
	for p := range baduk.Point(r.Line.Graph.Len()) {
		if c := start.At(p); c != baduk.Empty {
			if _, err := t.Put(root, p, c); err != nil {
				return nil, err
			}
		}
	}
	root.SetToPlay(m.Move.Color)
	root.SetName(fmt.Sprintf("Move %d", m.Number))
	root.SetComment(fmt.Sprintf("What would you play as %s? Your move lost %s. A move is right if it is at most %s worse than the best.",
		playerName(m.Move.Color), points(m.Loss), points(r.Margin())))
	for _, c := range r.exerciseMoves(i) {
		if err := r.addAnswer(t, i, c); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// exerciseMoves returns the candidates whose value is known, the best first, and the played move.
func (r *Review) exerciseMoves(i int) []kifu.Candidate {
	a, played := r.Positions[i], r.Moves[i].Move.Point
	var list []kifu.Candidate
	for _, c := range a.Candidates {
		enough := c.Lead != nil && float64(c.Visits) >= minShare*float64(a.Visits)
		if c.Point != played && (c.Order == 0 || enough) {
			list = append(list, c)
		}
	}
	return append(list, kifu.Candidate{Point: played, Order: len(list)})
}

// addAnswer adds a candidate of the search to an exercise.
func (r *Review) addAnswer(t *kifu.Tree, i int, c kifu.Candidate) error {
	m := &r.Moves[i]
	unit, _ := measure(r.Line.Graph)
	loss := 0.0
	switch best := r.Positions[i].Candidates[0]; {
	case c.Point == m.Move.Point:
		loss = m.Loss
	case c.Lead != nil && best.Lead != nil:
		loss = max(0, forPlayer(m.Move.Color, *best.Lead-*c.Lead)/unit)
	}
	n, err := t.Play(t.Root(), baduk.Move{Color: m.Move.Color, Point: c.Point})
	if err != nil {
		return nil // illegal here: the exercise begins without the ko and the earlier moves of the game
	}
	line := c.PV[min(1, len(c.PV)):]
	switch {
	case c.Point == m.Move.Point:
		text := fmt.Sprintf("You played this in the game. It lost %s.", points(loss))
		for k := range m.Facts {
			text += "\n\n" + m.Facts[k].Sentence(r.Line.Graph)
		}
		n.SetComment(text)
		if line = nil; m.Reply != baduk.NoPoint {
			line = []baduk.Point{m.Reply}
		}
	case c.Order == 0:
		n.SetComment(rightEnd + "This is the best move of the search.")
	case loss <= r.Margin():
		n.SetComment(rightEnd + withLoss("This move is good. It is %s worse than the best.", loss))
	default:
		n.SetComment(withLoss("This move loses %s.", loss))
		line = nil
	}
	color := m.Move.Color
	for _, p := range line[:min(len(line), shownMoves)] {
		color = color.Opponent()
		next, err := t.Play(n, baduk.Move{Color: color, Point: p})
		if err != nil {
			return nil // the rest of the line is illegal without the earlier moves of the game
		}
		n = next
	}
	return nil
}

// withLoss puts a loss into a sentence.
func withLoss(text string, loss float64) string {
	return strings.Replace(text, "%s", points(loss), 1)
}
