package baduk

// Over reports whether the game has ended: by passes (Tromp-Taylor rule 8), because it
// is void, because both players proposed to end it, by agreement, or by resignation.
func (g *Game) Over() bool { return g.ended != notEnded || g.agreed || g.resigned != Empty }

// NoResult reports whether the game is void: under simple ko, or in the
// clean-up, a position occurred for the third time without a pass in between.
func (g *Game) NoResult() bool { return g.ended == endedVoid }

// Resign ends the game in favour of the opponent of c.
func (g *Game) Resign(c Color) { g.resigned = c }

// Resigned is the player who resigned, or Empty.
func (g *Game) Resigned() Color { return g.resigned }

// Phase is 0 in normal play, 1 and 2 in the two phases of the clean-up.
func (g *Game) Phase() int { return int(g.phase) }

// Button is the player who took the button, Empty before that.
func (g *Game) Button() Color { return g.button }

// Blocked reports whether the stone on p has just taken a ko in the clean-up: it
// may be retaken only after a turn spent on p has lifted the block.
func (g *Game) Blocked(p Point) bool { return g.blocked.Has(p) }

// Settling reports whether play has stopped, so that the players may agree about
// dead stones: passes ended the game, or a phase of it, or both proposed to end it.
func (g *Game) Settling() bool { return g.settling && g.resigned == Empty && !g.agreed }

// Agree ends the game where play has stopped: the players agree to count now. It
// reports false where they have not stopped.
func (g *Game) Agree() bool {
	if !g.Settling() {
		return false
	}
	g.agreed = true
	return true
}

// Propose says that c wants to end the game here and count (Chinese article 7).
// When the opponent wants it too, play stops as after the last pass, and Propose
// reports true; [Game.Resume] and [Game.Undo] let it go on. A turn withdraws a
// proposal. In a game that is over it does nothing.
func (g *Game) Propose(c Color) (stopped bool) {
	if g.Over() || c != Black && c != White {
		return false
	}
	if g.proposed != c.Opponent() {
		g.proposed = c
		return false
	}
	g.proposed, g.ended, g.settling = Empty, endedByProposal, true
	return true
}

// Proposed is the player who proposes to end the game here, or Empty.
func (g *Game) Proposed() Color { return g.proposed }

// EndedByProposal reports whether the game ended because both players proposed it.
func (g *Game) EndedByProposal() bool { return g.ended == endedByProposal }

// Withdraw takes back a proposal to end the game, or the end that two made. It
// reports false if there was nothing to undo.
func (g *Game) Withdraw() bool {
	switch {
	case g.ended == endedByProposal:
		g.ended, g.settling, g.agreed = notEnded, false, false
	case g.proposed == Empty:
		return false
	}
	g.proposed = Empty
	return true
}

// Resume lets a game that has stopped go on, for players who disagree about the
// dead stones; requester is the one who asks for it, Empty if no player in
// particular did. Where territory is counted the opponent of the requester plays
// first (Japanese rules of 1989, article 9.3); elsewhere the turns alternate as
// if nothing had happened. It reports false when there was nothing to resume.
func (g *Game) Resume(requester Color) bool {
	if g.resigned != Empty || !g.settling {
		return false
	}
	g.ended, g.agreed, g.settling, g.ending, g.pos.Passes = notEnded, false, false, 0, 0
	g.forget()
	g.passSince, g.passed = int32(len(g.turns)), 0
	if requester != Empty && g.rules.Scoring == ScoringTerritory {
		g.SetToPlay(requester.Opponent())
	}
	return true
}

// Reopen lets a game that is over go on as in a record whose players went on, or in
// KataGo's: a further pass ends it again at once. In a void game what stood before is
// no repetition any more. It reports false when the game is not over, or a player
// has resigned.
func (g *Game) Reopen() bool {
	switch {
	case g.resigned != Empty || !g.Over():
		return false
	case g.ended == endedVoid:
		g.koSince, g.past = int32(len(g.turns)), g.situation()
	}
	g.ended, g.agreed, g.settling = notEnded, false, false
	g.forget()
	return true
}

// forget lets only the last turn be recent, because the game goes on after an end.
func (g *Game) forget() { g.recent = max(g.recent, int32(len(g.turns))-1) }

// countPass is what a pass of colour c does to the count of passes and to the
// history that repetitions are sought in (KataGo's rules).
func (g *Game) countPass(c Color) {
	next := int32(len(g.turns) + 1)
	if g.rules.Button && g.button == Empty && g.phase == 0 {
		// Taking the button makes all that was before another game.
		g.button, g.ending = c, 0
		g.koSince, g.passSince, g.passed = next, next, 0
		return
	}
	if g.rules.Ko == KoSpight && g.phase == 0 {
		g.ending = 0
	} else {
		g.ending++
	}
	if !g.passesLiftBans() {
		return
	}
	if g.passedHere(c) {
		g.ending = enoughPasses
	}
	g.koSince = next
	key := g.pos.hash + uint64(c)
	for i, w := range g.blocked {
		key = Mix(key + w + uint64(i)<<1)
	}
	g.passed += Mix(key)
}

// enoughPasses ends a phase whatever the rule says about their number.
const enoughPasses = 200

// passesLiftBans reports whether a pass makes all repetition before it
// forgotten, and a second pass in the same position end the phase.
func (g *Game) passesLiftBans() bool {
	return g.phase > 0 || g.rules.Ko == KoSimple || g.rules.Ko == KoSpight
}

// passedHere reports whether c has passed before in the position as it stands,
// in this phase. Passes of the present run count only under Spight's rule, where
// nothing else ends it: elsewhere the [EndRule] says how many make an end.
func (g *Game) passedHere(c Color) bool {
	last := len(g.turns)
	if g.phase > 0 || g.rules.Ko != KoSpight {
		last -= int(g.ending) - 1 // the pass itself is counted already
	}
	for i := int(g.passSince); i < last; i++ {
		t := &g.turns[i]
		if t.move == (Move{c, Pass}) && g.hashes[i] == g.pos.hash && t.before.blocked.equal(g.blocked) && g.standsAgain(i) {
			return true
		}
	}
	return false
}

// endPhase ends the phase after a pass of colour c if the rule says so, and with
// the last phase the game.
func (g *Game) endPhase(c Color) {
	switch {
	case g.ending >= enoughPasses:
	case g.rules.End == EndFourPasses && g.ending < 4:
		return
	case g.rules.End == EndWhiteLast && (g.ending < 2 || c != White):
		return
	case g.ending < 2:
		return
	}
	g.settling = true
	if g.rules.Dead != DeadCleanup || g.phase == 2 {
		g.ended = endedByPasses
		return
	}
	now := int32(len(g.turns))
	g.phase++
	g.ending = 0
	g.koSince, g.passSince, g.began, g.recent = now, now, now, now
	g.blocked, g.passed, g.past, g.kos = nil, 0, 0, 0
}

// thirdTime reports whether the position occurs for the third time with the same
// player to move and no pass in between, where that makes a game void. The last
// turn was on p.
func (g *Game) thirdTime(p Point) bool {
	if g.phase == 0 && (g.rules.Ko != KoSimple || g.visited[p] <= 1 && g.At(p) != Empty) {
		return false // a stone that was never there makes a new position
	}
	return g.Occurrences() >= 3
}

// Occurrences is how often the position has stood with the same player to move, now
// included; where a pass lets repetitions be forgotten, since the last one.
func (g *Game) Occurrences() (times int) {
	for i := int(g.koSince); i < len(g.hashes); i++ {
		if g.hashes[i] == g.pos.hash && g.toPlayAfter(i) == g.pos.ToPlay && g.blockedAfter(i).equal(g.blocked) && g.standsAgain(i) {
			times++
		}
	}
	return times
}

// blockedAfter is what was blocked after i turns.
func (g *Game) blockedAfter(i int) PointSet {
	if i == len(g.turns) {
		return g.blocked
	}
	return g.turns[i].before.blocked
}

// releases is the blocked stone that a turn in the clean-up would release, or
// NoPoint: a turn spent on the stone itself, or on the point that would take it,
// only lifts the block (KataGo's rules, "pass for ko").
func (g *Game) releases(m Move) Point {
	if g.phase == 0 || !g.Graph().Contains(m.Point) {
		return NoPoint
	}
	opp := m.Color.Opponent()
	if g.At(m.Point) == opp {
		if g.blocked.Has(m.Point) && g.pos.ChainSize(m.Point) == 1 && g.pos.Liberties(m.Point) == 1 {
			return m.Point
		}
		return NoPoint
	}
	if q := g.koCapture(m); q != NoPoint && g.blocked.Has(q) {
		return q
	}
	return NoPoint
}

// koCapture is the stone that m would take in a ko, or NoPoint: the point is
// surrounded by the opponent, and of the chains around it one single stone is in
// atari and nothing else.
func (g *Game) koCapture(m Move) Point {
	opp := m.Color.Opponent()
	if g.At(m.Point) != Empty || !g.pos.Enclosed(m.Point, opp) {
		return NoPoint
	}
	taken := NoPoint
	for _, q := range g.Graph().adj[m.Point] {
		if g.pos.Liberties(q) != 1 {
			continue
		}
		if taken != NoPoint || g.pos.ChainSize(q) != 1 {
			return NoPoint
		}
		taken = q
	}
	return taken
}

// block keeps the blocks of the clean-up after a play on p: a ko that was taken
// is blocked, a stone that is gone no longer.
func (g *Game) block(p Point, koCapture bool) {
	g.pos.KoBan = NoPoint // the block takes its place
	changed := koCapture
	for q := range g.pos.cells {
		changed = changed || g.blocked.Has(Point(q)) && g.At(Point(q)) == Empty
	}
	if !changed {
		return
	}
	var now PointSet
	for q := range g.pos.cells {
		if g.blocked.Has(Point(q)) && g.At(Point(q)) != Empty {
			now.Add(Point(q))
		}
	}
	if koCapture {
		now.Add(p)
	}
	g.blocked = now
}

// tookThisKo reports whether the same player has taken a ko with the same play
// in the same position of this clean-up phase already: once is all.
func (g *Game) tookThisKo(m Move) bool {
	for i := int(g.began); i < len(g.turns); i++ {
		t := &g.turns[i]
		if t.koCapture && t.move == m && g.hashes[i] == g.pos.hash && g.standsAgain(i) {
			return true
		}
	}
	return false
}

// Handicap is the number of handicap stones if they are two or more, and else 0.
// The handicap stones are those of the set-up: as many as it says, or else, on a
// board without initial white stones, the black ones. With [Setup.FreeHandicap]
// they are also those that Black played before White's first stone, as KataGo
// counts (White playing twice in a row shows that they were not a handicap).
func (g *Game) Handicap() int {
	stones, _ := g.handicap()
	if stones < 2 {
		return 0 // one stone is only the first move
	}
	return stones
}

// handicap is the number of stones that Handicap judges, and whether it is
// complete: nothing that is played from now on changes it.
func (g *Game) handicap() (stones int, complete bool) {
	base := g.setup.Handicap
	if base == 0 {
		if len(g.setup.White) > 0 {
			return 0, true
		}
		base = len(g.setup.Black)
	}
	if !g.setup.FreeHandicap {
		return base, true
	}
	stones = base
	for i := range g.turns {
		m := g.turns[i].move
		if m.Color == White && i+1 == len(g.turns) {
			return stones, false
		}
		switch {
		case m.Color == White && g.turns[i+1].move.Color == White:
			return base, true
		case m.IsPass():
		case m.Color == White:
			return stones, true
		default:
			stones++
		}
	}
	return stones, false
}

// Bonus is what White receives for the handicap stones, in points.
func (g *Game) Bonus() int {
	if g.rules.HandicapBonus == BonusNone {
		return 0
	}
	return g.rules.HandicapBonus.Points(g.Handicap())
}

// passStones is how many pass stones c has handed over.
func (g *Game) passStones(c Color) int {
	n := 0
	for i := range g.turns {
		if g.turns[i].move == (Move{c, Pass}) {
			n++
		}
	}
	return n
}
