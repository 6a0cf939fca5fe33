package baduk

// This file answers questions that evaluators ask about a game, apart from its
// rules and its score.

// PassEnd says which parts of the game a pass would end.
type PassEnd struct {
	Phase      bool // the pass ends the phase: normal play, or a phase of the clean-up
	Game       bool // the pass ends the game
	Repetition bool // the pass ends the phase because the player passed in this position before
}

// PassEnds says which parts of the game a pass of colour c would end. It does not play
// the pass. If the game is already over, a pass ends nothing.
func (g *Game) PassEnds(c Color) PassEnd {
	if g.Over() {
		return PassEnd{}
	}
	before := g.progress
	g.countPass(c)
	var e PassEnd
	e.Repetition = g.ending >= enoughPasses
	g.endPhase(c)
	e.Game = g.ended != notEnded
	e.Phase = e.Game || g.phase != before.phase
	g.progress = before
	return e
}

// PhaseBegan is the number of turns that had been made when the present phase
// began.
func (g *Game) PhaseBegan() int { return int(g.began) }

// Recent is the number of latest turns that an evaluator may use as the history of the
// position. These are the turns of the present phase. If the game ended and was then
// continued, only one turn from before the end is included.
func (g *Game) Recent() int { return len(g.turns) - int(g.recent) }

// PositionAfter sets p to the position after n turns: the stones, the player to
// move, and the ban of the basic ko. It panics if fewer than n turns were made.
func (g *Game) PositionAfter(n int, p *Position) {
	if n == len(g.turns) {
		p.CopyFrom(&g.pos)
		return
	}
	t := &g.turns[n]
	p.Clear()
	for i, c := range g.StonesAfter(n) {
		switch {
		case c == Empty:
		case g.Graph().Regional():
			p.lay(Point(i), c)
		default:
			p.Place(Move{c, Point(i)})
		}
	}
	p.ToPlay, p.KoBan, p.Passes, p.Prisoners = t.toPlay, t.koBan, t.passes, t.prisoners
}

// TracesAfter returns two values for a quick comparison of positions: the hash of the stones after n turns, and the
// point that the basic ko rule then bans. Hashes can collide, so compare [Game.StonesAfter] too. It panics if fewer
// than n turns were made.
func (g *Game) TracesAfter(n int) (hash uint64, ban Point) {
	if n == len(g.turns) {
		return g.pos.hash, g.pos.KoBan
	}
	return g.hashes[n], g.turns[n].koBan
}

// PassAlive is [Areas.PassAlive] with a newly allocated result.
func (b *Board) PassAlive(suicide bool) []Color { return new(Areas).PassAlive(b, suicide) }

// Area is [Areas.Area] with a newly allocated result.
func (b *Board) Area(suicide bool) []Color { return new(Areas).Area(b, suicide) }

// IndependentLife is [Areas.IndependentLife] with a newly allocated result.
func (b *Board) IndependentLife(area []Color) (owner []Color, parts [3]int) {
	return new(Areas).IndependentLife(b, area)
}
