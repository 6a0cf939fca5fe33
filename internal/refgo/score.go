package refgo

import "slices"

// Scoring says what is counted.
type Scoring int

const (
	// AreaScoring counts stones and surrounded empty points (000, rule 9).
	AreaScoring Scoring = iota
	// TerritoryScoring counts surrounded empty points and captures, after two
	// clean-up phases (KataGo, "Cleanup Phases").
	TerritoryScoring
)

// Tax says which surrounded empty points count (KataGo, "Parameters").
type Tax int

const (
	TaxNone Tax = iota // all
	TaxSeki            // those of independent life
	TaxAll             // those of independent life, less two for each such region
)

// IndependentLife lists the independent-life-regions of c (KataGo, "Additional
// Definitions"): the maximal regions of points of c and empty ones that contain
// no dame region, which is an empty region that borders both colours, and no
// block in atari.
//
// By the words of the text an eye of the opponent's is such a region too, since
// nothing in it is in atari. Here, as in KataGo's program, it has to contain a
// stone of c.
func (g Graph) IndependentLife(b Board, c Color) []map[int]bool {
	return slices.DeleteFunc(g.Regions(func(p int) bool { return b[p] != -c }), func(region map[int]bool) bool {
		stones := 0
		for p := range region {
			if b[p] == c {
				stones++
				if len(g.Liberties(b, p)) == 1 {
					return true
				}
			} else if g.Reaches(b, p, Black) && g.Reaches(b, p, White) {
				return true
			}
		}
		return stones == 0
	})
}

// Final is the score of the game by its rules, Black's less White's, without
// komi and handicap bonus, and the colour of the player for whom each point
// counts. Of a game that is not over it is the score as if both players passed
// until the end, the player to move first; of one without a result it is no
// score at all.
func (g *Game) Final() (blackMinusWhite float64, owner []Color) {
	now := last(g.replay())
	var dead []int
	if g.Rules.PassAlive != PassAliveIgnored {
		dead = g.Graph.dead(now.board, g.Rules.Suicide)
	}
	count := g.countArea
	if g.Rules.Scoring == TerritoryScoring {
		count = g.countTerritory
	}
	score, owner := count(now, dead)
	button := now.button
	if g.buttonLeft(now) {
		button = now.toPlay
	}
	return float64(score) + float64(button)/2, owner
}

// without is the board with those points emptied.
func without(b Board, points []int) Board {
	after := slices.Clone(b)
	for _, p := range points {
		after[p] = Empty
	}
	return after
}

// surrounded gives each empty point that counts its owner, and the tax on the
// whole, Black's less White's.
func (g *Game) surrounded(b Board) (owner []Color, tax int) {
	owner = make([]Color, len(b))
	for _, c := range []Color{Black, White} {
		if g.Rules.Tax == TaxNone {
			for p := range b {
				if b[p] == Empty && g.Graph.Reaches(b, p, c) && !g.Graph.Reaches(b, p, -c) {
					owner[p] = c
				}
			}
			continue
		}
		for _, region := range g.Graph.IndependentLife(b, c) {
			for p := range region {
				if b[p] == Empty {
					owner[p] = c
				}
			}
			if g.Rules.Tax == TaxAll {
				tax += 2 * int(c)
			}
		}
	}
	return owner, tax
}

// countArea is the score at the end of the main phase (KataGo, "Main Phase",
// Area): the points of each colour and its surrounded points.
func (g *Game) countArea(now moment, dead []int) (score int, owner []Color) {
	board := without(now.board, dead)
	owner, tax := g.surrounded(board)
	for p := range board {
		if board[p] != Empty {
			owner[p] = board[p]
		}
		score += int(owner[p])
	}
	return score - tax, owner
}

// countTerritory is the score at the end of the second clean-up phase (KataGo,
// "Cleanup Phase Ending and Scoring"): surrounded points, captures of the other
// colour, a point for each move of that phase, and one less for each stone
// outside independent life that was not there when the phase began. Before that
// phase every stone counts as having been there.
//
// Text and program differ about dead stones where there is a tax. The text
// empties them all and adds them to the captures. In the program those that lie
// in no independent life stay on the board as living stones: the group around
// them may be unconditionally alive and yet border a dame, so that its eyes do
// not count. This follows the program, because it is the one that judges games.
func (g *Game) countTerritory(now moment, dead []int) (score int, owner []Color) {
	life := map[int]bool{}
	for _, c := range []Color{Black, White} {
		for _, region := range g.Graph.IndependentLife(without(now.board, dead), c) {
			for p := range region {
				life[p] = true
			}
		}
	}
	if g.Rules.Tax != TaxNone {
		dead = slices.DeleteFunc(dead, func(p int) bool { return !life[p] })
	}
	board := without(now.board, dead)
	owner, tax := g.surrounded(board)
	score = -tax
	for _, c := range []Color{Black, White} {
		score += int(c) * (*now.captures.of(-c) + *now.cleanup.of(c))
	}
	for _, p := range dead {
		score -= int(now.board[p])
	}
	for p, c := range board {
		switch {
		case c == Empty:
			score += int(owner[p])
		case life[p] || now.phase < 2 || now.second[p] == c:
			owner[p] = c
		default:
			score -= int(c)
		}
	}
	return score, owner
}
