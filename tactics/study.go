package tactics

import (
	"slices"

	"tengen/baduk"
)

// Study reads the life and death of one stone move by move, in the sense of [Statuses]. It keeps every situation that
// it has read, so later questions are answered faster. It is not safe for concurrent use.
type Study struct {
	region  *region
	problem *problem
	start   uint64  // the code of the position on the board
	latest  *proofs // the latest proofs of the capture
}

// Turn is a situation of a [Study]: a position of the stone's region, the player to move and a ko ban.
type Turn struct{ at situation }

// Step is a legal move in a [Turn]. Point is a point of the whole board, or a pass.
type Step struct {
	Point baduk.Point
	After Turn
}

// NewStudy returns the study of the stone on p. It returns nil if the stone is pass-alive or in pass-alive territory,
// and if its region cannot be read. The budget is the largest number of situations.
func NewStudy(b *baduk.Board, p baduk.Point, suicide bool, budget int) *Study {
	if b.At(p) == baduk.Empty || b.Graph().Regional() || b.Graph().Beyond() != baduk.NoPoint {
		return nil
	}
	for _, r := range regions(b, b.PassAlive(suicide)) {
		if i := slices.Index(r.points, p); i >= 0 && r.board != nil {
			return &Study{region: r, start: r.code(), problem: r.newProblem(baduk.Point(i), suicide, budget)}
		}
	}
	return nil
}

// Start returns the situation on the board with the given player to move and without a ko ban.
func (s *Study) Start(toMove baduk.Color) Turn {
	return Turn{situation{s.start, baduk.NoPoint, toMove}}
}

// Steps returns the legal moves of a turn inside the region. The pass comes first.
func (s *Study) Steps(t Turn) []Step {
	s.region.set(t.at.code)
	list := []Step{{baduk.Pass, Turn{situation{t.at.code, baduk.NoPoint, t.at.toMove.Opponent()}}}}
	s.region.eachMove(t.at, s.problem.suicide, func(p baduk.Point, after situation) {
		list = append(list, Step{s.region.points[p], Turn{after}})
	})
	return list
}

// Captured reports whether the opponent of the stone can force its capture. decided is false if the budget is too
// small for an answer.
func (s *Study) Captured(t Turn) (forced, decided bool) {
	if i, known := s.problem.number[t.at]; known && s.latest != nil && int(i) < len(s.latest.cost) {
		switch s.latest.cost[i] {
		case 0:
			return true, true
		case refuted:
			return false, true
		}
	}
	answer, p := s.problem.forces(s.problem.color.Opponent(), captured, t.at)
	s.latest = p
	return answer == yes, answer != unread
}

// Points returns the points of the region on the whole board.
func (s *Study) Points() []baduk.Point { return slices.Clone(s.region.points) }

// Ko reports whether the last move before a turn took a ko.
func (s *Study) Ko(t Turn) bool { return t.at.ban != baduk.NoPoint }
