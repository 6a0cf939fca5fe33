package baduk

// What evaluators ask of a game besides its rules and its score.

// PassEnd is what a pass would end.
type PassEnd struct {
	Phase      bool // the phase: normal play, or a phase of the clean-up
	Game       bool // the game with it
	Repetition bool // because the player has passed in this position before
}

// PassEnds says what a pass of colour c would end; nothing is played. In a game
// that is over it ends nothing.
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

// PhaseBegan is after how many turns the present phase began.
func (g *Game) PhaseBegan() int { return int(g.began) }

// Recent is how many of the last turns belong to what is played now: those of the
// present phase, and after an end that was taken back, no more than one of those
// before it.
func (g *Game) Recent() int { return len(g.turns) - int(g.recent) }

// PositionAfter makes p the position after n turns: stones, whose turn it was, and
// the basic ko ban. It panics when there were fewer.
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

// PassAlive is [Areas.PassAlive].
func (b *Board) PassAlive(suicide bool) []Color { return new(Areas).PassAlive(b, suicide) }

// Area is [Areas.Area].
func (b *Board) Area(suicide bool) []Color { return new(Areas).Area(b, suicide) }

// IndependentLife is [Areas.IndependentLife].
func (b *Board) IndependentLife(area []Color) (owner []Color, parts [3]int) {
	return new(Areas).IndependentLife(b, area)
}
