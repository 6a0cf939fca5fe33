package refgo

import (
	"maps"
	"slices"
)

// Scoring says what is counted.
type Scoring int

const (
	// AreaScoring counts stones and surrounded empty points (Tromp-Taylor rule 9).
	AreaScoring Scoring = iota
	// TerritoryScoring counts surrounded empty points and captures, after two
	// clean-up phases (KataGo, "Cleanup Phases").
	TerritoryScoring
)

// Tax says which surrounded empty points count (KataGo, "Parameters").
type Tax int

const (
	TaxNone Tax = iota // all surrounded points count
	TaxSeki            // only the points of independent life count
	TaxAll             // only the points of independent life, minus two for each region
)

// IndependentLife lists the independent-life-regions of c (KataGo, "Additional
// Definitions"). They are the maximal regions of empty points and points of c
// that contain no dame region and no block in atari. A dame region is an empty
// region that borders both colours.
//
// By the words of the text an eye of the opponent would also be a region of c,
// because no block in it is in atari. In this function, as in KataGo's program,
// a region must contain a stone of c.
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

// AgreedLife lists the independently living parts of c's area after the players
// have stopped and agreed on the dead stones. The board b is without the dead
// stones. The area is the stones of c and the empty points that reach only c. A
// part is connected, or would be connected by a stone on a single point of a
// dame region. A part lives if it borders no dame region. It also lives if it
// has two eyes after the following step, which is repeated: if a block of c has
// only one liberty apart from the dame, c fills this liberty. Two eyes are two
// surrounded regions, or one region of three or more points.
func (g Graph) AgreedLife(b Board, c Color) []map[int]bool {
	surrounded := func(p int) bool { return b[p] == Empty && g.Reaches(b, p, c) && !g.Reaches(b, p, -c) }
	dames := g.Regions(func(p int) bool { return b[p] == Empty && g.Reaches(b, p, c) && g.Reaches(b, p, -c) })
	firm := b
	for again := true; again; {
		again = false
		for p := range firm {
			if firm[p] != c {
				continue
			}
			last := slices.DeleteFunc(slices.Collect(maps.Keys(g.Liberties(firm, p))), func(q int) bool { return !surrounded(q) })
			if len(last) != 1 {
				continue
			}
			if after, _, dead := g.Place(firm, last[0], c); len(dead) == 0 {
				firm, again = after, true
			}
		}
	}
	parts := g.Regions(func(p int) bool { return b[p] == c || surrounded(p) })
	for again := true; again; {
		again = false
		for p := range b {
			near := g.bordering(map[int]bool{p: true}, parts)
			if len(near) < 2 || !slices.ContainsFunc(dames, func(dame map[int]bool) bool { return dame[p] }) {
				continue
			}
			maps.Copy(near[0], near[1])
			parts = slices.DeleteFunc(parts, func(part map[int]bool) bool { return len(part) == len(near[1]) && maps.Equal(part, near[1]) })
			again = true
		}
	}
	return slices.DeleteFunc(parts, func(part map[int]bool) bool {
		eyes := g.Regions(func(p int) bool { return part[p] && firm[p] == Empty })
		large := slices.ContainsFunc(eyes, func(eye map[int]bool) bool { return len(eye) >= 3 })
		return len(g.bordering(part, dames)) > 0 && len(eyes) < 2 && !large
	})
}

// Agreed is like [Game.Final] after the players have stopped in the main phase
// and agreed that the given stones are dead and all other stones are alive.
func (g *Game) Agreed(dead []int) (blackMinusWhite float64, owner []Color) {
	now := last(g.replay())
	board := without(now.board, dead)
	owner, score := g.surrounded(board, g.Graph.AgreedLife)
	score = -score
	for _, c := range owner {
		score += int(c)
	}
	for p, c := range board {
		if c != Empty {
			owner[p] = c
			if g.Rules.Scoring == AreaScoring {
				score += int(c)
			}
		}
	}
	if g.Rules.Scoring == TerritoryScoring {
		score += *now.captures.of(White) - *now.captures.of(Black)
		for _, p := range dead {
			score -= int(now.board[p])
		}
	}
	return float64(score) + g.halfForButton(now), owner
}

// halfForButton is the value of the button, positive if Black has it.
func (g *Game) halfForButton(now moment) float64 {
	if g.buttonLeft(now) {
		return float64(now.toPlay) / 2
	}
	return float64(now.button) / 2
}

// Final returns Black's score minus White's score under the rules of the game,
// without komi and handicap bonus. It also returns the colour of the player for
// whom each point counts. If the game is not over, Final first lets both
// players pass until the end, beginning with the player to move. If the game
// has no result, the score is meaningless.
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
	return float64(score) + g.halfForButton(now), owner
}

// without is the board with the points emptied.
func without(b Board, points []int) Board {
	after := slices.Clone(b)
	for _, p := range points {
		after[p] = Empty
	}
	return after
}

// surrounded returns the owner of each empty point that counts, and Black's tax
// minus White's tax. The function life lists the parts with independent life.
func (g *Game) surrounded(b Board, life func(Board, Color) []map[int]bool) (owner []Color, tax int) {
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
		for _, region := range life(b, c) {
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
// Area). Each colour gets its stones and its surrounded points.
func (g *Game) countArea(now moment, dead []int) (score int, owner []Color) {
	board := without(now.board, dead)
	owner, tax := g.surrounded(board, g.Graph.IndependentLife)
	for p := range board {
		if board[p] != Empty {
			owner[p] = board[p]
		}
		score += int(owner[p])
	}
	return score - tax, owner
}

// countTerritory is the score at the end of the second clean-up phase (KataGo,
// "Cleanup Phase Ending and Scoring"). Each colour gets its surrounded points,
// the captured stones of the other colour, and a point for each move that it
// made in that phase. It loses a point for each stone outside independent life
// that was not on the board when the phase began. If that phase has not begun,
// no points are lost in this way.
//
// If there is a tax, text and program differ about dead stones. The text
// empties all of them and adds them to the captures. In the program, dead
// stones outside of independent life stay on the board as living stones. This
// can happen because a group that is unconditionally alive may border a dame,
// and then its eyes do not count. This function follows the program, because
// the program judges games.
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
	owner, tax := g.surrounded(board, g.Graph.IndependentLife)
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
