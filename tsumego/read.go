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
	all, right := choice(r, at)
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

// choice returns the moves in a position, and the index of the one that reaches the goal. The index is -1 if there is
// no such move, if there are several, or if it is a pass.
func choice[P any](r reading[P], at P) (all []step[P], right int) {
	all, right = r.steps(at), -1
	for i, s := range all {
		won, decided := r.won(s.after)
		switch {
		case !decided, won && right >= 0, won && s.point == baduk.Pass:
			return all, -1
		case won:
			right = i
		}
	}
	return all, right
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
// returns nil if only a pass does.
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

// maxRefutation is the most moves of a line that refutes a wrong move, the wrong move included.
const maxRefutation = 8

// playOut extends the refutations of all wrong moves of a tree.
func playOut[P any](r reading[P], at P, moves []*Move) {
	for _, m := range moves {
		for _, reply := range m.Next {
			after := follow(r, follow(r, at, m.Point), reply.Point)
			if m.Right {
				playOut(r, after, reply.Next)
			} else {
				reply.Next = resume(r, after, maxRefutation-2)
			}
		}
	}
}

// follow returns the position after a legal move.
func follow[P any](r reading[P], at P, point baduk.Point) P {
	all := r.steps(at)
	return all[slices.IndexFunc(all, func(s step[P]) bool { return s.point == point })].after
}

// resume returns the move with which the player goes on after a refutation, and the line that follows, of at most left
// moves. It is a move after which the player would reach the goal if the opponent passed; of several, one that few
// replies refute. It returns nil if there is no such move: then the refutation is complete.
func resume[P any](r reading[P], at P, left int) []*Move {
	if left < 2 {
		return nil
	}
	var best, answer step[P]
	fewest := 0
	for _, s := range r.steps(at)[1:] {
		all := r.steps(s.after)
		if won, decided := r.won(all[0].after); !won || !decided {
			continue
		}
		var refuting []step[P]
		for _, reply := range all[1:] {
			if won, decided := r.won(reply.after); decided && !won {
				refuting = append(refuting, reply)
			}
		}
		if n := len(refuting); n > 0 && (fewest == 0 || n < fewest) {
			best, answer, fewest = s, refuting[0], n
		}
	}
	if fewest == 0 {
		return nil
	}
	return []*Move{{Point: best.point, Next: []*Move{{Point: answer.point, Next: resume(r, answer.after, left-2)}}}}
}
