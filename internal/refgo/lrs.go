package refgo

import "slices"

// ReturnsToPrevious is the ko rule of the article in its literal reading: a move
// "mustn't ... return the board to the immediately previous state". The list
// boards has the states so far, the present board last. The parameter named after
// is the board that the move would make. The previous state is the state before
// the opponent's turn. If that turn was a pass, the previous state equals the
// present board. Then only a suicide could return to it, and the article forbids
// suicide.
func ReturnsToPrevious(boards []Board, after Board) bool {
	k := len(boards) - 1
	return k > 0 && slices.Equal(after, boards[k-1])
}

// MayPlace reports whether the article lets player c place a stone at p. The
// point must be empty. Unless the move captures, its stone must not be captured
// at once, alone or with the group that it joins ("Suicide is forbidden"). The
// ko rule must allow the move.
func (g Graph) MayPlace(boards []Board, p int, c Color) bool {
	now := boards[len(boards)-1]
	if now[p] != Empty {
		return false
	}
	after, _, _ := g.Place(now, p, c)
	return after[p] == c && !ReturnsToPrevious(boards, after)
}

// Territory returns the owner of every point (the article, "Territory"). The
// owner is Empty for neutral points and points with stones. By the text, an
// empty point belongs to White if no black stone can be reached from it by
// travelling over neighbours. Territory takes this to mean empty neighbours. If
// no stone can be reached, the text gives the point to both players, but
// Territory makes it neutral.
func (g Graph) Territory(b Board) []Color {
	owner := make([]Color, len(b))
	for p := range b {
		if b[p] != Empty {
			continue
		}
		black, white := g.Reaches(b, p, Black), g.Reaches(b, p, White)
		switch {
		case black && !white:
			owner[p] = Black
		case white && !black:
			owner[p] = White
		}
	}
	return owner
}

// Ending is a finished game with the data for the article's ways of counting.
// Each way is a method that returns the points of both players. White's points
// include the komi.
type Ending struct {
	Graph    Graph
	Board    Board         // with the dead stones
	Dead     []int         // the stones that both players agree are prisoners
	Captured map[Color]int // the stones that each player has captured
	Komi     float64
}

// Lifted is the board without the dead stones.
func (e Ending) Lifted() Board {
	lifted := slices.Clone(e.Board)
	for _, p := range e.Dead {
		lifted[p] = Empty
	}
	return lifted
}

// JapaneseToTheLetter is the article's "Japanese" score, if its definition of
// territory is read literally. The dead stones stay on the board, and the points
// from which they can be reached are neutral.
func (e Ending) JapaneseToTheLetter() (black, white float64) {
	return e.japanese(e.Graph.Territory(e.Board))
}

// JapaneseAsCounted is the "Japanese" score of the article's worked example. A
// dead stone does not spoil the territory around it. The point under the stone is
// not territory, because only vacant points are. So the stone is worth one point
// and not two.
func (e Ending) JapaneseAsCounted() (black, white float64) {
	owner := e.Graph.Territory(e.Lifted())
	for _, p := range e.Dead {
		owner[p] = Empty
	}
	return e.japanese(owner)
}

// Japanese is the usual Japanese counting, except that eyes in seki count. Dead
// stones are taken off. Each of them is a prisoner, and the point under it is
// territory like any other.
func (e Ending) Japanese() (black, white float64) {
	return e.japanese(e.Graph.Territory(e.Lifted()))
}

// japanese adds territory, captured stones and prisoners (the article, "Scoring").
func (e Ending) japanese(owner []Color) (black, white float64) {
	points := map[Color]int{}
	for _, c := range owner {
		points[c]++
	}
	for _, p := range e.Dead {
		points[-e.Board[p]]++
	}
	return float64(points[Black] + e.Captured[Black]),
		float64(points[White]+e.Captured[White]) + e.Komi
}

// Chinese is the article's "Chinese" counting: territory and living stones.
func (e Ending) Chinese() (black, white float64) {
	lifted := e.Lifted()
	points := map[Color]int{}
	for p, c := range e.Graph.Territory(lifted) {
		points[c]++
		points[lifted[p]]++
	}
	return float64(points[Black]), float64(points[White]) + e.Komi
}

// PackedBytes is the memory for a board of the given number of points (the
// article, "Board representation"): two bits for each point, so a byte has four
// points. Three of the four values are colours, and the fourth is unused.
func PackedBytes(points int) int { return (points + 3) / 4 }
