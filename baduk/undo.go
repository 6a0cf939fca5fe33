package baduk

// UndoTo takes turns back until n are left. It also takes back agreement,
// proposals and resignation. If there are fewer than n turns it reports false
// and changes nothing.
func (g *Game) UndoTo(n int) bool {
	if n < 0 || n > len(g.turns) {
		return false
	}
	g.resigned, g.agreed = Empty, false
	g.Withdraw()
	for len(g.turns) > n {
		g.Undo()
	}
	return true
}

// Undo takes back the last turn. If a resignation, an agreement or a proposal
// came after that turn, Undo takes this back and keeps the turn. It reports
// false at the start of the game.
func (g *Game) Undo() bool {
	if g.resigned != Empty || g.agreed {
		g.resigned, g.agreed = Empty, false
		return true
	}
	if g.Withdraw() {
		return true
	}
	if len(g.turns) == 0 {
		return false
	}
	t := &g.turns[len(g.turns)-1]
	if t.move.Point != Pass && t.unblock == NoPoint {
		if n := len(g.lone) - 1; n >= 0 && g.lone[n].turn == len(g.turns)-1 {
			g.pos.takeLone(t.undo, g.lone[n])
			g.lone = g.lone[:n]
		} else {
			g.pos.Take(t.undo)
		}
		g.visited[t.move.Point]--
	}
	g.pos.ToPlay, g.pos.KoBan, g.pos.Passes, g.pos.Prisoners, g.progress = t.toPlay, t.koBan, t.passes, t.prisoners, t.before
	g.turns = g.turns[:len(g.turns)-1]
	g.stones = g.stones[:len(g.stones)-g.Graph().Len()]
	g.hashes = g.hashes[:len(g.hashes)-1]
	return true
}
