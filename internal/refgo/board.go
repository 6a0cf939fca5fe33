package refgo

import "slices"

// Color is the colour of a point (Tromp-Taylor rule 2). The values are the
// numbers in the Tromp-Taylor document's table of colours, so the opponent of
// colour c is -c.
type Color int8

// The three colours.
const (
	Empty Color = 0
	Black Color = 1
	White Color = -1
)

// Board is a colouring: Board[p] is the colour of point p (formal description, "Board"). It
// may have stones that reach no empty point; see [Graph.Legal].
type Board []Color

// Reaches reports whether p reaches colour c (Tromp-Taylor rule 3). This means
// that p is not of colour c, and that a path through points of p's own colour
// leads from p to a neighbour of colour c. The part of the path in p's colour
// may be the single point p. (Logical rule 3 demands at least two points, so a
// lone stone would not have a liberty.)
func (g Graph) Reaches(b Board, p int, c Color) bool {
	if b[p] == c {
		return false
	}
	for q := range g.Block(b, p) {
		for _, n := range g[q] {
			if b[n] == c {
				return true
			}
		}
	}
	return false
}

// Block is the set of points joined to p through points of p's colour, p
// included. It is the stone block of the Tromp-Taylor document ("Stone Block"),
// or the empty region of p if p is empty.
func (g Graph) Block(b Board, p int) map[int]bool {
	block := map[int]bool{p: true}
	for open := []int{p}; len(open) > 0; open = open[1:] {
		for _, n := range g[open[0]] {
			if b[n] == b[p] && !block[n] {
				block[n] = true
				open = append(open, n)
			}
		}
	}
	return block
}

// Liberties is the set of empty points adjacent to the stone block at p. Its
// size is the Qi of the block (formal description, "Qi"). A point that touches
// several stones of the block is in the set once. An empty point has no
// liberties.
func (g Graph) Liberties(b Board, p int) map[int]bool {
	liberties := map[int]bool{}
	if b[p] == Empty {
		return liberties
	}
	for q := range g.Block(b, p) {
		for _, n := range g[q] {
			if b[n] == Empty {
				liberties[n] = true
			}
		}
	}
	return liberties
}

// Clear is the clearing of colour c (Tromp-Taylor rule 4). It empties the
// points of that colour that do not reach empty. Which points these are is
// decided on b, before any point is emptied. It returns the board after the
// clearing, and the emptied points in ascending order.
func (g Graph) Clear(b Board, c Color) (after Board, cleared []int) {
	after = slices.Clone(b)
	for p := range b {
		if b[p] == c && !g.Reaches(b, p, Empty) {
			after[p] = Empty
			cleared = append(cleared, p)
		}
	}
	return after, cleared
}

// Place is a move of colour c at the empty point p (Tromp-Taylor rule 7):
// colour the point, clear the opponent, clear one's own colour. It does not check whether
// the move is allowed, and does not change b. captured lists the cleared points of the
// opponent, and suicided those of the player. The formula in the Tromp-Taylor document
// removes only the opponent's blocks. This function follows the sentence of rule 7.
func (g Graph) Place(b Board, p int, c Color) (after Board, captured, suicided []int) {
	after = slices.Clone(b)
	after[p] = c
	after, captured = g.Clear(after, -c)
	after, suicided = g.Clear(after, c)
	return after, captured, suicided
}

// Legal reports whether every stone reaches empty. On such a board, clearing a
// colour (Tromp-Taylor rule 4) changes nothing. The published numbers of legal
// positions count such boards.
func (g Graph) Legal(b Board) bool {
	for p := range b {
		if b[p] != Empty && !g.Reaches(b, p, Empty) {
			return false
		}
	}
	return true
}

// AreaScore is the score of each colour (Tromp-Taylor rule 9): the points of
// the colour, and the empty points that reach only this colour. The result
// neutral counts the empty points that reach both colours or neither.
func (g Graph) AreaScore(b Board) (black, white, neutral int) {
	for p := range b {
		reachesBlack := g.Reaches(b, p, Black)
		reachesWhite := g.Reaches(b, p, White)
		switch {
		case b[p] == Black:
			black++
		case b[p] == White:
			white++
		case reachesBlack && !reachesWhite:
			black++
		case reachesWhite && !reachesBlack:
			white++
		default:
			neutral++
		}
	}
	return black, white, neutral
}

// ReachColor is calculateReachColor (AlphaGo document, "Score", steps 1 to 10).
// It returns the number of stones of colour c plus the number of empty points
// that a search from these stones reaches. In the document, step 10 returns the
// number of stones and empty points, but only step 5 counts: step 9 does not
// count empty points. ReachColor counts them, because only then the difference
// between the two colours is the area difference. It counts a neutral point for
// both colours, so the number for a single colour is not a score.
func (g Graph) ReachColor(b Board, c Color) int {
	reachable := 0
	visited := map[int]bool{}
	var open []int
	for p := range b { // step 5
		if b[p] == c {
			reachable++
			visited[p] = true
			open = append(open, p)
		}
	}
	for ; len(open) > 0; open = open[1:] { // steps 6 and 7
		for _, n := range g[open[0]] { // step 8
			if !visited[n] && b[n] == Empty { // step 9
				reachable++
				visited[n] = true
				open = append(open, n)
			}
		}
	}
	return reachable
}
