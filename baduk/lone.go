package baduk

// This file implements [SuicideLone], the logical rules as they are printed. A
// path has at least two points, so a stone or an empty point without a
// neighbour of its colour belongs to no group and reaches nothing. Clearing a
// colour takes off all such stones on the board.

// loneTurn has the lone stones that a turn took off in addition to the captures
// of [Board.Place]: first stones of the opponent, then stones of the player.
type loneTurn struct {
	turn        int // number of the turn, from 0
	others, own []Point
}

// clearLone takes off all stones of colour c that stand alone. They have no
// neighbours of colour c, so the liberties of the other stones of c do not
// change.
func (p *Position) clearLone(c Color) (taken []Point) {
	for i := range p.cells {
		if p.cells[i].color == c && p.cells[i].size == 1 && p.cells[i].head == Point(i) {
			p.remove(Point(i))
			taken = append(taken, Point(i))
		}
	}
	p.Prisoners[c] += int32(len(taken))
	return taken
}

// restoreLone undoes clearLone.
func (p *Position) restoreLone(taken []Point, c Color) {
	for i := len(taken) - 1; i >= 0; i-- {
		p.restore(taken[i], c)
		for _, q := range p.graph.adj[taken[i]] {
			if p.cells[q].color == Empty {
				p.addLiberty(taken[i], q)
			}
		}
	}
}

// playLone is [Position.Play] of a stone under SuicideLone. It clears the lone stones of
// the opponent before it places the stone. Clearing them afterwards would have the same
// effect.
func (p *Position) playLone(m Move) (u Undo, l loneTurn) {
	l.others = p.clearLone(m.Color.Opponent())
	u, _ = p.Play(m)
	l.own = p.clearLone(m.Color)
	p.KoBan = NoPoint
	return u, l
}

// takeLone undoes the changes of playLone to the board.
func (p *Position) takeLone(u Undo, l loneTurn) {
	c := u.color
	p.restoreLone(l.own, c)
	p.Take(u)
	p.restoreLone(l.others, c.Opponent())
}

// checkLone is the verdict of the rules on a stone on an empty point. A turn
// that changes nothing counts as a repetition under every ko rule.
func (g *Game) checkLone(m Move) (v Verdict, repeats int) {
	toPlay, ban, prisoners, passes := g.pos.ToPlay, g.pos.KoBan, g.pos.Prisoners, g.pos.Passes
	u, l := g.pos.playLone(m)
	now := len(g.turns)
	switch {
	case g.standsAgain(now):
		v, repeats = Superko, now
	case !g.rules.Ko.Superko() || g.rules.Ko == KoNaturalBasic:
		if now > 0 && g.turns[now-1].move.Color != m.Color && g.standsAgain(now-1) {
			v = KoBanned
		}
	}
	if v == Legal && g.rules.Ko.Superko() {
		for i := int(g.koSince); i < len(g.hashes); i++ {
			if g.hashes[i] == g.pos.hash && g.forbids(i, m.Color) && g.standsAgain(i) {
				v, repeats = Superko, i
				break
			}
		}
	}
	g.pos.takeLone(u, l)
	g.pos.ToPlay, g.pos.KoBan, g.pos.Prisoners, g.pos.Passes = toPlay, ban, prisoners, passes
	return v, repeats
}

// dropLone removes the owners of empty points that have no empty neighbour.
// These points are in no group, and so they reach no colour.
func (b *Board) dropLone(owner []Color) {
	for i := range b.cells {
		if b.cells[i].color == Empty && b.Around(Point(i), Empty) == 0 {
			owner[i] = Empty
		}
	}
}
