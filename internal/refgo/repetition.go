package refgo

import "slices"

// Ko says which repetitions a play in the main phase must not make, and what happens after a repetition that is
// allowed. A pass is never refused because of repetition.
type Ko int

const (
	// Simple is the basic ko (the article): a play must not return to the
	// immediately previous state of the board. Longer cycles end the phase or
	// the game (KataGo, "Main Phase"): see [Game.Over] and [Game.NoResult].
	Simple Ko = iota
	// Positional is Tromp-Taylor rule 6: no board of the game may occur again.
	Positional
	// Situational is article 6 of the Chinese rules in the Tromp-Taylor document: no board may occur again with the
	// same player to move.
	Situational
	// Natural is the check of the AlphaGo document, "Disable global
	// isomorphism", which keeps the history by player: a player must not create
	// a board that the same player has created before. This check does not
	// include the basic ko.
	Natural
	// NaturalBasic is Natural together with the basic ko. The basic ko is
	// checked first.
	NaturalBasic
	// Spight forbids what Positional forbids, but a pass lifts all bans. Two consecutive passes do not end the main
	// phase. It ends with a pass in a situation in which the same player has passed before. The third pass in a row
	// always does this. KataGo's program has this rule; its text does not.
	Spight
	// Basic is only the ko rule of the article. It refuses the same moves as Simple, but a longer cycle may go on for
	// ever.
	Basic
)

// checkRepetition judges a play of the main phase. The parameter named after is the board after the play. It returns
// OK, KoBan or Superko. For Superko it also returns the smallest i such that the play repeats the position after i
// turns.
func (g *Game) checkRepetition(past []moment, t Turn, after Board) (reason Reason, repeats int) {
	switch g.Rules.Ko {
	case Simple, Basic:
		// The article forbids the previous state. After a pass this is the present board. Only the suicide of a single
		// stone leaves the present board unchanged.
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

// superko returns the smallest i such that the play t repeats the position after i turns, as g.Rules.Ko defines a
// repetition. The parameter named after is the board after the play. If there is no such i, it returns -1. An untaken
// button is part of the position (KataGo, "Main Phase"). So after the button is taken, no position from before can be
// repeated. KataGo's program has the same effect by emptying its history at that pass.
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

// basicKo reports whether t leads back to the immediately previous state (the article; KataGo, "Main Phase", Simple).
// If the players alternate, that is the board before the opponent's last turn. On a board without dead stones this
// means two things: t is at the point where the last turn captured a single stone, and the capturing stone is a
// single stone with one liberty. If the same player also made the last turn, the rule does not apply.
func (g *Game) basicKo(past []moment, t Turn, after Board) bool {
	k := len(past) - 1
	return k > 0 && past[k].turn.Color == -t.Color && past[k].turn.Point != Pass &&
		slices.Equal(after, past[k-1].board) && !slices.Equal(after, past[k].board)
}

// lastPass is the number of turns up to and including the last pass of the phase. If the phase has no pass, it is the
// number of turns before the phase.
func lastPass(past []moment) int {
	i := len(past) - 1
	for i > last(past).start && past[i].turn.Point != Pass {
		i--
	}
	return i
}

// creator is the player whose history has the board after i turns (AlphaGo
// document, "Disable global isomorphism"). This is the player who made turn i,
// or Empty if the turn was a pass. The initial board counts as made by the
// opponent of the first player. Otherwise a ko on the initial board could be
// retaken at once.
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
