package refgo

import "slices"

// Logical is a board for the logical rules together with two settings. The
// settings concern two places in the document. Read literally, these places do
// not allow any move.
type Logical struct {
	Graph Graph // logical rule 1 demands the n by n grid

	// MinLength is the least length l of a path (logical rule 3). The printed
	// length is 2. With this length a lone stone is in no group, so it reaches
	// nothing and is cleared at once. A lone empty point is neutral. The
	// intended length is 1.
	MinLength int

	// PassRepeats says that condition c of a game also applies to passes, as
	// printed. If it does, passes are impossible, because a pass does not
	// change the colouring.
	PassRepeats bool
}

// PrintedLogic is the logical rules in their literal reading. Under these rules
// no turn is ever possible.
func PrintedLogic(g Graph) Logical { return Logical{Graph: g, MinLength: 2, PassRepeats: true} }

// SaneLogic is the logical rules with their intended meaning.
func SaneLogic(g Graph) Logical { return Logical{Graph: g, MinLength: 1} }

// Situation is a board situation (the first rule that is numbered 6 in the
// logical rules).
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

// SameGroup reports whether p and q are in the same group (logical rule 3).
// They are if there is a list of at least MinLength points of p's colour that
// begins with p and ends with q. The list may contain a point several times. In
// the printed text every two points of the list have to be adjacent, so on a
// grid a list would have at most two points. This function requires only that
// each point is adjacent to the next.
func (r Logical) SameGroup(b Board, p, q int) bool {
	ends := map[int]bool{p: true} // endpoints of the lists of the present length
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

// Reach reports whether p's group has a point next to colour c (logical rule
// 4). In contrast to the Tromp-Taylor document, p itself may be of colour c.
// This makes no difference, because rules 5 and 8 do not ask about a point's
// own colour.
func (r Logical) Reach(b Board, p int, c Color) bool {
	adjoins := func(n int) bool { return b[n] == c }
	for q := range b {
		if slices.ContainsFunc(r.Graph[q], adjoins) && b[p] == b[q] && r.SameGroup(b, p, q) {
			return true
		}
	}
	return false
}

// Clear is logical rule 5. It also returns the number of points that it
// empties.
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

// PotentiallyValid lists Pass and the empty points (the first rule that is
// numbered 7 in the logical rules).
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

// After is the situation to which a potentially valid move leads (logical rule
// 6, conditions b, d and e). The printed text "black and white ... to N_white
// and N_black" would count black losses as white. This function adds emptied
// white points to N_white and emptied black points to N_black, even if they are
// the player's own.
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

// Score is logical rule 8: the points of the player's colour, the captured
// stones of the other colour, and the empty points that reach only the player's
// colour. It counts a capture twice on purpose: as a prisoner and as area.
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

// LogicalGame is a sequence of situations. Moves[k] leads from Situations[k] to
// Situations[k+1]. The sequence is a game if it meets the conditions of the
// second rule that is numbered 6 in the logical rules; see
// [LogicalGame.Violated].
type LogicalGame struct {
	Logical
	Situations []Situation
	Moves      []int
}

// NewLogicalGame starts a game without moves.
func NewLogicalGame(r Logical) *LogicalGame {
	return &LogicalGame{Logical: r, Situations: []Situation{r.Start()}}
}

// Last is the final situation.
func (g *LogicalGame) Last() Situation { return g.Situations[len(g.Situations)-1] }

// Violated returns the letter of the first condition, a to e, that the sequence
// violates, or "" if it is a game. For a move after the end it returns "7". The
// text of the document forbids only a third pass after two passes, so a play
// could begin the game again.
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

// violatedBy is like Violated, but checks only move k.
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

// Play appends a move and reports whether the sequence is still a game. If not,
// Play changes nothing. It checks only the new move.
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

// Ended reports whether the last two moves are passes (the second rule that is
// numbered 7 in the logical rules).
func (g *LogicalGame) Ended() bool { return endsInTwoPasses(g.Moves) }

func endsInTwoPasses(moves []int) bool {
	k := len(moves)
	return k >= 2 && moves[k-1] == Pass && moves[k-2] == Pass
}

// Winner is the player with the larger score in the final situation (logical
// rule 9). It is Empty if the game has not ended or the scores are equal.
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
