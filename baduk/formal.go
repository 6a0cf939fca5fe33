package baduk

// This file is the formal view of the game, for programs that learn: the board
// as numbers, the set of actions, the transition and the reward (the
// Tromp-Taylor document, "Mathematical Description").

// Numbers appends to dst one number for each point, as in the Tromp-Taylor
// document: 0 for an empty point, 1 for Black, -1 for White.
func (b *Board) Numbers(dst []int8) []int8 {
	for i := range b.cells {
		dst = append(dst, b.cells[i].color.Number())
	}
	return dst
}

// Actions appends the legal actions of the player to move, the pass first. When
// the game is over, no action is legal (Tromp-Taylor document, "Action Set"). A
// pass is legal even if it repeats a position (rule 6).
func (g *Game) Actions(dst []Move) []Move {
	if g.Over() {
		return dst
	}
	c := g.ToPlay()
	dst = append(dst, Move{c, Pass})
	for p := range g.Graph().Len() {
		if m := (Move{c, Point(p)}); g.Legal(m) == Legal {
			dst = append(dst, m)
		}
	}
	return dst
}

// Step is the transition of the formal view. It is like [Game.Play], except
// that the players must alternate, as the document says. It reports whether the
// game has ended. If the wrong player moves, the error is an
// [*IllegalMoveError].
func (g *Game) Step(m Move) (ended bool, err error) {
	if m.Color != g.ToPlay() && !g.Over() {
		return false, &IllegalMoveError{Move: m, Vertex: g.Graph().Vertex(m.Point), Number: g.Len() + 1, Verdict: WrongTurn}
	}
	if err := g.Play(m); err != nil {
		return g.Over(), err
	}
	return g.Over(), nil
}

// RewardForm is a reading of the formula for the reward in the Tromp-Taylor document
// ("Zero-Sum Game"). The printed formula mixes two forms. Each form by itself is
// consistent.
type RewardForm uint8

const (
	// RewardDifference is Black's area minus White's area minus komi. A point of Black
	// counts 1, a point of White -1, and a neutral point 0.
	RewardDifference RewardForm = iota
	// RewardHalves counts a point of Black 1, a point of White 0, and a neutral point
	// 1/2. From the sum it subtracts half of the points of the board and half of the
	// komi, as Chinese players do: on 19x19 with a komi of 7.5 these are 180.5 and 3.75.
	// The result is half of RewardDifference.
	RewardHalves
)

// Reward is Black's reward in the present position, in points. Black has won if
// it is above 0, and White if it is below 0. White's reward is the negative.
// After a resignation it is plus or minus the number of points of the board. It is 0 if
// the game is void.
func (g *Game) Reward(form RewardForm) float64 {
	n := float64(g.Graph().Len())
	lead := 0.0
	switch {
	case g.resigned == Black:
		lead = -n
	case g.resigned == White:
		lead = n
	case !g.NoResult():
		s := g.Score(nil)
		lead = s.Lead()
	}
	if form == RewardHalves {
		return lead / 2
	}
	return lead
}
