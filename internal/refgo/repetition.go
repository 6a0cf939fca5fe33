package refgo

import "slices"

// Ko says which repetition a play must avoid. No pass is ever refused for
// repetition.
type Ko int

const (
	// Simple is the basic ko (004): no return to the immediately previous
	// state of the board.
	Simple Ko = iota
	// Positional is 000, rule 6: no board of the game may come again.
	Positional
	// Situational is article 6 of the Chinese rules in 000: no board may
	// come again for the same player to face.
	Situational
	// Natural is the check of 003, "Disable global isomorphism", where the
	// history is kept by player: nobody may create a board again that the
	// same player created before. By itself it does not contain the basic ko.
	Natural
)

// superko gives the least i such that the play t, which leads to the board
// after, repeats what stood after i turns in the sense of g.Rules.Ko, or -1.
func (g *Game) superko(t Turn, boards []Board, after Board) int {
	for i := range boards {
		if !slices.Equal(boards[i], after) {
			continue
		}
		switch g.Rules.Ko {
		case Positional:
			return i
		case Situational:
			if g.facing(i) == -t.Color {
				return i
			}
		case Natural:
			if g.creator(i) == t.Color {
				return i
			}
		}
	}
	return -1
}

// basicKo reports whether t leads back to the immediately previous state (004).
// With the players alternating that is the board before the opponent's last
// turn. It is also the board as it stands, which only the suicide of a single
// stone leaves unchanged. If the mover also made the last turn, there is no
// capture by the opponent to retake.
func (g *Game) basicKo(t Turn, boards []Board, after Board) bool {
	k := len(g.Turns)
	if slices.Equal(after, boards[k]) {
		return true
	}
	return k > 0 && g.Turns[k-1].Color == -t.Color && slices.Equal(after, boards[k-1])
}

// facing is the player who faced the board after i turns (000, Chinese rules,
// article 6): the first player at the start, else the opponent of whoever made
// turn i. A pass hands the same board to the other player and so makes a
// situation of its own.
func (g *Game) facing(i int) Color {
	if i == 0 {
		return g.First
	}
	return -g.Turns[i-1].Color
}

// creator is the player in whose history the board after i turns is kept (003,
// "Disable global isomorphism"): whoever made turn i if it was a play, nobody,
// which is Empty, if it was a pass. The initial board counts as the work of the
// first player's opponent, lest a ko already on it be retaken at once.
func (g *Game) creator(i int) Color {
	switch {
	case i == 0:
		return -g.First
	case g.Turns[i-1].Point == Pass:
		return Empty
	default:
		return g.Turns[i-1].Color
	}
}
