package baduk

// Legal is the verdict of the rules on a move, without playing it.
func (g *Game) Legal(m Move) Verdict {
	v, _ := g.check(m)
	return v
}

// check returns the verdict of Legal. For [Superko], check also returns the number of
// turns before the position that would be repeated.
func (g *Game) check(m Move) (v Verdict, repeats int) {
	switch {
	case g.Over():
		return GameOver, 0
	case m.Color != Black && m.Color != White:
		return OffBoard, 0
	case m.Point == Pass:
		return Legal, 0
	case !g.Graph().Contains(m.Point) || m.Point == g.Graph().beyond:
		return OffBoard, 0
	case g.releases(m) != NoPoint:
		return Legal, 0
	case g.At(m.Point) != Empty:
		return Occupied, 0
	}
	if g.rules.Suicide == SuicideLone {
		return g.checkLone(m)
	}
	suicide := g.pos.IsSuicide(m)
	if suicide && g.refusesSuicide(m) {
		return Suicide, 0
	}
	if g.phase > 0 {
		// A stone that removes only itself does not change the board. The clean-up
		// has no superko, so it is refused.
		if g.tookThisKo(m) || suicide && g.removesOnlyItself(m) {
			return KoBanned, 0
		}
		return Legal, 0
	}
	switch g.rules.Ko {
	case KoSimple, KoBasic, KoSpight, KoNaturalBasic:
		// A stone that removes only itself does not change the board. Without
		// superko it is refused.
		noop := suicide && !g.rules.Ko.Superko() && g.removesOnlyItself(m)
		if noop || m.Point == g.pos.KoBan && m.Color == g.pos.ToPlay || suicide && g.diesRetaking(m) {
			return KoBanned, 0
		}
		if !g.rules.Ko.Superko() {
			return Legal, 0
		}
	}
	if !suicide && g.visited[m.Point] == 0 {
		return Legal, 0 // a first stone on this point makes a position that is new
	}
	if at := g.repeated(m); at >= 0 {
		return Superko, at
	}
	return Legal, 0
}

// refusesSuicide reports whether the rules refuse m, which is suicide.
func (g *Game) refusesSuicide(m Move) bool {
	switch g.rules.Suicide {
	case SuicideForbidden:
		return true
	case SuicideMulti:
		return g.removesOnlyItself(m)
	}
	return false
}

// diesRetaking reports whether the suicide m restores the board from before the opponent's
// last turn. The stone captures the stone of that turn and is lost itself, so this is only
// possible on a regional board.
func (g *Game) diesRetaking(m Move) bool {
	n := len(g.turns) - 1
	if n < 0 || !g.Graph().Regional() {
		return false
	}
	last := g.turns[n].move
	return !last.IsPass() && last.Color == m.Color.Opponent() && g.pos.HashAfter(m) == g.hashes[n] && g.sameAfter(m, n)
}

// mayDieRetaking reports whether the basic ko may forbid a move because of
// [Game.diesRetaking]. For this, the last turn must have placed a stone that captured
// nothing and is a chain of its own.
func (g *Game) mayDieRetaking() bool {
	r := g.rules
	if len(g.turns) == 0 || !g.Graph().Regional() || r.Suicide == SuicideForbidden || r.Ko.Superko() && r.Ko != KoNaturalBasic {
		return false
	}
	last := &g.turns[len(g.turns)-1]
	return !last.move.IsPass() && last.undo.Captured == 0 && g.pos.ChainSize(last.move.Point) == 1
}

// removesOnlyItself reports whether a suicide would remove only the placed
// stone.
func (g *Game) removesOnlyItself(m Move) bool {
	captured, lost := g.pos.Effect(m)
	return captured == 0 && lost == 1
}

// repeated looks for the first earlier position that m would repeat although the ko rule
// forbids it. It returns the number of turns before that position, or -1 if m does not
// repeat such a position.
func (g *Game) repeated(m Move) int {
	h := g.pos.HashAfter(m)
	for i := int(g.koSince); i < len(g.hashes); i++ {
		if g.hashes[i] == h && g.forbids(i, m.Color) && g.sameAfter(m, i) {
			return i
		}
	}
	return -1
}

// forbids reports whether the ko rule forbids a move of colour c that would repeat the
// position after i turns.
func (g *Game) forbids(i int, c Color) bool {
	switch g.rules.Ko {
	case KoSituational:
		return g.toPlayAfter(i) == c.Opponent()
	case KoNatural, KoNaturalBasic:
		if i == 0 {
			return g.setup.ToPlay.Opponent() == c
		}
		last := g.turns[i-1].move
		return last.Point != Pass && last.Color == c
	}
	return true
}

// toPlayAfter is the player to move after i turns.
func (g *Game) toPlayAfter(i int) Color {
	if i == 0 {
		return g.setup.ToPlay
	}
	return g.turns[i-1].move.Color.Opponent()
}

// sameAfter reports whether m would make exactly the position after i turns.
func (g *Game) sameAfter(m Move, i int) bool {
	u, _ := g.pos.Place(m)
	same := g.standsAgain(i)
	g.pos.Take(u)
	return same
}

// standsAgain reports whether the stones on the board are the same as after i
// turns.
func (g *Game) standsAgain(i int) bool {
	for p, c := range g.StonesAfter(i) {
		if g.pos.cells[p].color != c {
			return false
		}
	}
	return true
}
