package refgo

import "slices"

// Logical is what the logical rules need to be played: a board and the two places where the
// document, followed to the letter, leaves no move at all.
type Logical struct {
	Graph Graph // logical rule 1 asks for the n by n grid

	// MinLength is the least length l of a path (logical rule 3). As printed it
	// is 2: a lone stone is then in no group, not even in its own, reaches
	// nothing and is cleared at once, and a lone empty point is neutral. As
	// meant it is 1.
	MinLength int

	// PassRepeats says that condition c of a game holds for a pass too, as
	// printed. A pass leaves the colouring, so none is then possible.
	PassRepeats bool
}

// PrintedLogic is the logical rules to the letter, in which no turn is ever possible.
func PrintedLogic(g Graph) Logical { return Logical{Graph: g, MinLength: 2, PassRepeats: true} }

// SaneLogic is the logical rules as they must be meant.
func SaneLogic(g Graph) Logical { return Logical{Graph: g, MinLength: 1} }

// Situation is a board situation (logical rule 6, the first of that number).
type Situation struct {
	Colouring Board
	NWhite    int // captured white stones
	NBlack    int // captured black stones
	Player    Color
}

func (s Situation) equal(t Situation) bool {
	return slices.Equal(s.Colouring, t.Colouring) &&
		s.NWhite == t.NWhite && s.NBlack == t.NBlack && s.Player == t.Player
}

// SameGroup is logical rule 3: whether a list of at least MinLength points of p's
// colour begins with p and ends with q. The list may return to a point. It is
// read as one in which each point adjoins the next; were every two of its points
// adjacent, as printed, a grid would have lists of two points only.
func (r Logical) SameGroup(b Board, p, q int) bool {
	ends := map[int]bool{p: true} // of the lists of that length
	for length := 1; length <= r.MinLength+len(b) && len(ends) > 0; length++ {
		if length >= r.MinLength && ends[q] {
			return true
		}
		next := map[int]bool{}
		for end := range ends {
			for _, n := range r.Graph[end] {
				if b[n] == b[p] {
					next[n] = true
				}
			}
		}
		ends = next
	}
	return false
}

// Reach is logical rule 4: p's group has a point next to colour c. Unlike the Tromp-Taylor document it
// does not ask that p be of another colour; neither rule 5 nor rule 8 asks about
// a point's own colour.
func (r Logical) Reach(b Board, p int, c Color) bool {
	adjoins := func(n int) bool { return b[n] == c }
	for q := range b {
		if slices.ContainsFunc(r.Graph[q], adjoins) && b[p] == b[q] && r.SameGroup(b, p, q) {
			return true
		}
	}
	return false
}

// Clear is logical rule 5, with the number of points that it empties.
func (r Logical) Clear(b Board, c Color) (after Board, emptied int) {
	after = slices.Clone(b)
	for p := range b {
		if b[p] == c && !r.Reach(b, p, Empty) {
			after[p] = Empty
			emptied++
		}
	}
	return after, emptied
}

// PotentiallyValid is logical rule 7, the first of that number: Pass and the empty
// points.
func (r Logical) PotentiallyValid(s Situation) []int {
	moves := []int{Pass}
	for p, c := range s.Colouring {
		if c == Empty {
			moves = append(moves, p)
		}
	}
	return moves
}

// Start is S_start (logical rule 6, condition a).
func (r Logical) Start() Situation {
	return Situation{Colouring: make(Board, len(r.Graph)), Player: Black}
}

// After is the situation to which a potentially valid move leads (logical rule 6,
// conditions b, d and e). The printed "black and white ... to N_white and
// N_black" would count the black losses as white; here white points that are
// emptied are added to N_white and black ones to N_black, the mover's own too.
func (r Logical) After(s Situation, move int) Situation {
	s.Colouring = slices.Clone(s.Colouring)
	if move != Pass {
		s.Colouring[move] = s.Player
		for _, c := range []Color{-s.Player, s.Player} {
			after, emptied := r.Clear(s.Colouring, c)
			s.Colouring = after
			if c == White {
				s.NWhite += emptied
			} else {
				s.NBlack += emptied
			}
		}
	}
	s.Player = -s.Player
	return s
}

// Score is logical rule 8: the points of the player's colour, the captured stones
// of the other and the empty points that reach the player's colour alone. It
// counts a capture twice, once as a prisoner and once as area, and is meant to.
func (r Logical) Score(s Situation, player Color) int {
	score := s.NWhite
	if player == White {
		score = s.NBlack
	}
	for p, c := range s.Colouring {
		if c == player || c == Empty &&
			r.Reach(s.Colouring, p, player) && !r.Reach(s.Colouring, p, -player) {
			score++
		}
	}
	return score
}

// LogicalGame is a game (logical rule 6, the second of that number): a line of
// situations, where Moves[k] is the label of the edge from Situations[k] to
// Situations[k+1]. [LogicalGame.Violated] says whether it is one.
type LogicalGame struct {
	Logical
	Situations []Situation
	Moves      []int
}

// NewLogicalGame is the game without moves.
func NewLogicalGame(r Logical) *LogicalGame {
	return &LogicalGame{Logical: r, Situations: []Situation{r.Start()}}
}

// Last is the final situation.
func (g *LogicalGame) Last() Situation { return g.Situations[len(g.Situations)-1] }

// Violated names the first condition, a to e, that keeps the line from being a
// game, or is "". It is "7" for a move after the end: the document forbids only
// a third pass there, and a play after two passes could begin the game again.
func (g *LogicalGame) Violated() string {
	if !g.Situations[0].equal(g.Start()) {
		return "a"
	}
	for k := range g.Moves {
		if condition := g.violatedBy(k); condition != "" {
			return condition
		}
	}
	return ""
}

// violatedBy is Violated for the edge k alone.
func (g *LogicalGame) violatedBy(k int) string {
	from, to, move := g.Situations[k], g.Situations[k+1], g.Moves[k]
	after := Situation{}
	if slices.Contains(g.PotentiallyValid(from), move) {
		after = g.After(from, move)
	}
	appeared := func(s Situation) bool { return slices.Equal(s.Colouring, to.Colouring) }
	switch {
	case to.Player != -from.Player:
		return "b"
	case (move != Pass || g.PassRepeats) && slices.ContainsFunc(g.Situations[:k+1], appeared):
		return "c"
	case move == Pass && endsInTwoPasses(g.Moves[:k]):
		return "d"
	case move == Pass && !to.equal(after):
		return "d"
	case move != Pass && !to.equal(after):
		return "e"
	case endsInTwoPasses(g.Moves[:k]):
		return "7"
	}
	return ""
}

// Play lengthens the line by a move and reports whether it still is a game; if
// not the line stays as it was. Only the new edge is judged.
func (g *LogicalGame) Play(move int) bool {
	if !slices.Contains(g.PotentiallyValid(g.Last()), move) {
		return false
	}
	g.Situations = append(g.Situations, g.After(g.Last(), move))
	g.Moves = append(g.Moves, move)
	if g.violatedBy(len(g.Moves)-1) != "" {
		g.Undo()
		return false
	}
	return true
}

// Undo takes the last move back.
func (g *LogicalGame) Undo() {
	g.Situations = g.Situations[:len(g.Situations)-1]
	g.Moves = g.Moves[:len(g.Moves)-1]
}

// Ended is logical rule 7, the second of that number.
func (g *LogicalGame) Ended() bool { return endsInTwoPasses(g.Moves) }

func endsInTwoPasses(moves []int) bool {
	k := len(moves)
	return k >= 2 && moves[k-1] == Pass && moves[k-2] == Pass
}

// Winner is logical rule 9: the player with the larger score in the final
// situation, or Empty when the game has not ended or the scores are equal.
func (g *LogicalGame) Winner() Color {
	black, white := g.Score(g.Last(), Black), g.Score(g.Last(), White)
	switch {
	case !g.Ended() || black == white:
		return Empty
	case black > white:
		return Black
	default:
		return White
	}
}
