package refgo

import "slices"

// Ko says which repetition a play must avoid in the main phase, and what becomes
// of a repetition that it need not avoid. No pass is ever refused for
// repetition.
type Ko int

const (
	// Simple is the basic ko (the article): no return to the immediately previous
	// state of the board. Cycles that it leaves open end the phase or the game
	// (KataGo, "Main Phase"): see [Game.Over] and [Game.NoResult].
	Simple Ko = iota
	// Positional is Tromp-Taylor rule 6: no board of the game may come again.
	Positional
	// Situational is article 6 of the Chinese rules in the Tromp-Taylor document: no board may
	// come again for the same player to face.
	Situational
	// Natural is the check of the AlphaGo document, "Disable global isomorphism", where the
	// history is kept by player: nobody may create a board again that the
	// same player created before. By itself it does not contain the basic ko.
	Natural
	// NaturalBasic is Natural and the basic ko ban, which is asked first.
	NaturalBasic
	// Spight forbids what Positional forbids, but a pass lifts all bans. Two
	// consecutive passes do not end the main phase; only a pass in a situation
	// in which the same player passed before does, which is at the latest the
	// third pass in a row. KataGo's program has this rule, its text has not.
	Spight
	// Basic is the ko rule of the article and nothing else: what Simple refuses, it
	// refuses, and a longer cycle may go on for ever.
	Basic
)

// checkRepetition judges a play of the main phase that leads to the board after:
// OK, KoBan or Superko, the last with the least i such that the play repeats
// what stood after i turns.
func (g *Game) checkRepetition(past []moment, t Turn, after Board) (reason Reason, repeats int) {
	switch g.Rules.Ko {
	case Simple, Basic:
		// the article forbids the previous state, which is also the board as it stands.
		// Only the suicide of a single stone leaves that unchanged.
		if g.basicKo(past, t, after) || slices.Equal(after, last(past).board) {
			return KoBan, -1
		}
		return OK, -1
	case NaturalBasic:
		if g.basicKo(past, t, after) {
			return KoBan, -1
		}
	}
	if i := g.superko(past, t, after); i >= 0 {
		return Superko, i
	}
	return OK, -1
}

// superko gives the least i such that the play t, which leads to the board
// after, repeats what stood after i turns in the sense of g.Rules.Ko, or -1.
// While the button is untaken that is part of what stands (KataGo, "Main
// Phase"), so nothing from before is repeated once it is taken; KataGo's program
// says the same by emptying its history at that pass.
func (g *Game) superko(past []moment, t Turn, after Board) int {
	for i := range past {
		if !slices.Equal(past[i].board, after) || g.buttonLeft(past[i]) != g.buttonLeft(last(past)) {
			continue
		}
		switch g.Rules.Ko {
		case Positional:
			return i
		case Situational:
			if past[i].toPlay == -t.Color {
				return i
			}
		case Natural, NaturalBasic:
			if g.creator(past, i) == t.Color {
				return i
			}
		case Spight:
			if i >= lastPass(past) {
				return i
			}
		}
	}
	return -1
}

// basicKo reports whether t leads back to the immediately previous state (the article;
// KataGo, "Main Phase", Simple): with the players alternating, to the board
// before the opponent's last turn. On a board without dead stones that is to say
// that t is at the point where a single stone was captured by a stone that is
// alone and has one liberty. If the mover also made the last turn, there is no
// capture by the opponent to retake.
func (g *Game) basicKo(past []moment, t Turn, after Board) bool {
	k := len(past) - 1
	return k > 0 && past[k].turn.Color == -t.Color && past[k].turn.Point != Pass &&
		slices.Equal(after, past[k-1].board) && !slices.Equal(after, past[k].board)
}

// lastPass is the number of turns up to and with the last pass of the phase,
// or those before the phase if it has seen none.
func lastPass(past []moment) int {
	i := len(past) - 1
	for i > last(past).start && past[i].turn.Point != Pass {
		i--
	}
	return i
}

// creator is the player in whose history the board after i turns is kept (the AlphaGo document,
// "Disable global isomorphism"): whoever made turn i if it was a play, nobody,
// which is Empty, if it was a pass. The initial board counts as the work of the
// first player's opponent, lest a ko already on it be retaken at once.
func (g *Game) creator(past []moment, i int) Color {
	switch {
	case i == 0:
		return -g.First
	case past[i].turn.Point == Pass:
		return Empty
	default:
		return past[i].turn.Color
	}
}
