package tsumego

import (
	"slices"

	"tengen/baduk"
)

// reading reads the goal of a problem. P is the type of its positions.
type reading[P any] interface {
	// steps returns the legal moves in a position. A pass comes first.
	steps(P) []step[P]
	// won reports whether the player reaches the goal from a position, with either side to move. decided is false if the
	// budget is too small.
	won(P) (won, decided bool)
}

// step is a legal move and the position after it.
type step[P any] struct {
	point baduk.Point
	after P
}

// maxMoves is the most moves of the player in the right line of a problem.
const maxMoves = 4

// solve returns the moves of the player in a position if exactly one of them reaches the goal, and if this is not a
// pass. Otherwise it returns nil. most is the most moves of the player in the right line.
func solve[P any](r reading[P], at P, most int) []*Move {
	all := r.steps(at)
	right := -1
	for i, s := range all {
		won, decided := r.won(s.after)
		switch {
		case !decided, won && right >= 0, won && s.point == baduk.Pass:
			return nil
		case won:
			right = i
		}
	}
	if right < 0 {
		return nil
	}
	var moves []*Move
	for i, s := range all {
		switch {
		case s.point == baduk.Pass:
		case i == right:
			moves = append(moves, &Move{Point: s.point, Right: true, Next: resist(r, s.after, most)})
		default:
			moves = append(moves, &Move{Point: s.point, Next: refute(r, s.after, all[right].point)})
		}
	}
	return moves
}

// resist returns the reply to a right move after which the player has to find the most further moves, with these
// moves. It returns nil if after every reply the player has a choice or may even pass.
func resist[P any](r reading[P], at P, most int) []*Move {
	if most <= 1 {
		return nil
	}
	var best *Move
	longest := 0
	for _, s := range r.steps(at) {
		if s.point == baduk.Pass {
			continue
		}
		if next := solve(r, s.after, most-1); depthOf(next) > longest {
			longest, best = depthOf(next), &Move{Point: s.point, Right: true, Next: next}
		}
	}
	if best == nil {
		return nil
	}
	return []*Move{best}
}

// refute returns the opponent's reply that refutes a wrong move. If several do, it prefers the right move's point. It
// returns nil if the opponent may even pass.
func refute[P any](r reading[P], at P, vital baduk.Point) []*Move {
	all := r.steps(at)
	if i := slices.IndexFunc(all, func(s step[P]) bool { return s.point == vital }); i > 0 {
		all[i], all[0] = all[0], all[i]
	}
	for _, s := range all {
		if s.point == baduk.Pass {
			continue
		}
		if won, decided := r.won(s.after); decided && !won {
			return []*Move{{Point: s.point}}
		}
	}
	return nil
}
