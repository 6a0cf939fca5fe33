package baduk

// Over reports whether the game has ended: by passes (Tromp-Taylor rule 8), by
// repetition, by the proposals of both players, by agreement, or by resignation.
func (g *Game) Over() bool { return g.ended != notEnded || g.agreed || g.resigned != Empty }

// NoResult reports whether the game is void. Under simple ko and in the
// clean-up, a position that occurs for the third time without a pass in between
// makes the game void.
func (g *Game) NoResult() bool { return g.ended == endedVoid }

// Resign ends the game in favour of the opponent of c. It does nothing if c is neither
// Black nor White, or if a player has already resigned.
func (g *Game) Resign(c Color) {
	if g.resigned == Empty && (c == Black || c == White) {
		g.resigned = c
	}
}

// Resigned is the player who resigned, or Empty.
func (g *Game) Resigned() Color { return g.resigned }

// Phase is 0 in normal play, and 1 or 2 in the two phases of the clean-up.
func (g *Game) Phase() int { return int(g.phase) }

// Button is the player who took the button, or Empty before that.
func (g *Game) Button() Color { return g.button }

// Blocked reports whether the stone on p is blocked, because it has taken a ko
// in the clean-up. The opponent may retake it only after spending a turn to lift
// the block.
func (g *Game) Blocked(p Point) bool { return g.blocked.Has(p) }

// Settling reports whether play has stopped. Play stops when passes end the game or a
// phase of it, or when both players have proposed to end the game. While play is stopped,
// the players may agree about dead stones.
func (g *Game) Settling() bool { return g.settling && g.resigned == Empty && !g.agreed }

// Agree ends a game in which play has stopped: the players agree to count now.
// It reports false if play has not stopped.
func (g *Game) Agree() bool {
	if !g.Settling() {
		return false
	}
	g.agreed = true
	return true
}

// Agreed reports whether the players agreed to count; see [Game.Agree].
func (g *Game) Agreed() bool { return g.agreed }

// Propose says that c wants to end the game here and count (Chinese article 7).
// If the opponent has already proposed the same, play stops as after the last
// pass, and Propose reports true. [Game.Resume] and [Game.Undo] then continue
// the game. A turn withdraws a proposal. If the game is over, Propose does
// nothing.
func (g *Game) Propose(c Color) (stopped bool) {
	if g.Over() || c != Black && c != White {
		return false
	}
	if g.proposed != c.Opponent() {
		g.proposed = c
		return false
	}
	g.stopped = g.settling
	g.proposed, g.ended, g.settling = Empty, endedByProposal, true
	return true
}

// Proposed is the player who proposes to end the game here, or Empty.
func (g *Game) Proposed() Color { return g.proposed }

// EndedByProposal reports whether the game ended because both players proposed it.
func (g *Game) EndedByProposal() bool { return g.ended == endedByProposal }

// Withdraw takes back a proposal to end the game. If two proposals have ended the game,
// it takes back this end. It reports false if there was nothing to take back.
func (g *Game) Withdraw() bool {
	switch {
	case g.ended == endedByProposal:
		g.ended, g.settling, g.agreed = notEnded, g.stopped, false
	case g.proposed == Empty:
		return false
	}
	g.proposed = Empty
	return true
}

// Resume continues a game in which play has stopped, for players who disagree
// about the dead stones. The requester is the player who asks to play on, or
// Empty if that does not matter. Under territory rules the opponent of the
// requester plays first (Japanese rules of 1989, article 9.3). Under other
// rules the turns alternate as if play had not stopped. Resume reports false if
// play has not stopped.
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

// Reopen continues a game that is over, as some records and KataGo do. The next pass ends
// it again. If the game was void, the ko rule ignores earlier positions from now on.
// Reopen reports false if the game is not over or a player has resigned.
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

// forget is called when the game goes on after an end. Afterwards Recent counts only the
// last of the earlier turns.
func (g *Game) forget() { g.recent = max(g.recent, int32(len(g.turns))-1) }

// countPass counts a pass of colour c, and updates the bans on earlier
// positions (KataGo's rules).
func (g *Game) countPass(c Color) {
	next := int32(len(g.turns) + 1)
	if g.rules.Button && g.button == Empty && g.phase == 0 {
		// The ko rule ignores positions from before the button was taken.
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

// enoughPasses is a number of consecutive passes that ends a phase under every
// [EndRule].
const enoughPasses = 200

// passesLiftBans reports whether a pass lifts all bans on earlier positions. A
// second pass in the same position then ends the phase.
func (g *Game) passesLiftBans() bool {
	return g.phase > 0 || g.rules.Ko == KoSimple || g.rules.Ko == KoSpight
}

// passedHere reports whether c has already passed in the present position in this phase.
// It includes the latest consecutive passes only under Spight's rule. Under other rules
// the [EndRule] says how many consecutive passes end the phase.
func (g *Game) passedHere(c Color) bool {
	last := len(g.turns)
	if g.phase > 0 || g.rules.Ko != KoSpight {
		last -= int(g.ending) - 1 // the count g.ending already includes this pass
	}
	for i := int(g.passSince); i < last; i++ {
		t := &g.turns[i]
		if t.move == (Move{c, Pass}) && g.hashes[i] == g.pos.hash && t.before.blocked.equal(g.blocked) && g.standsAgain(i) {
			return true
		}
	}
	return false
}

// endPhase is called after a pass of colour c. It ends the phase if the rules
// say so. The end of the last phase ends the game.
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

// thirdTime reports whether the last turn, a stone on p, makes the game void.
// Under some rules this happens if a position occurs for the third time with
// the same player to move and no pass in between.
func (g *Game) thirdTime(p Point) bool {
	if g.phase == 0 && (g.rules.Ko != KoSimple || g.visited[p] <= 1 && g.At(p) != Empty) {
		return false // a first stone on this point makes a position that is new
	}
	return g.Occurrences() >= 3
}

// Occurrences is the number of times that the present position has occurred with the same
// player to move. It includes the present occurrence. Under rules by which a pass lifts
// the bans on repetition, only occurrences since the last pass count.
func (g *Game) Occurrences() (times int) {
	for i := int(g.koSince); i < len(g.hashes); i++ {
		if g.hashes[i] == g.pos.hash && g.toPlayAfter(i) == g.pos.ToPlay && g.blockedAfter(i).equal(g.blocked) && g.standsAgain(i) {
			times++
		}
	}
	return times
}

// blockedAfter is the set of stones that were blocked after i turns.
func (g *Game) blockedAfter(i int) PointSet {
	if i == len(g.turns) {
		return g.blocked
	}
	return g.turns[i].before.blocked
}

// releases is the blocked stone that a turn in the clean-up would release, or NoPoint.
// The turn is on the blocked stone itself, or on the point from which it could be taken.
// Such a turn lifts the block and does not place a stone (KataGo's rules, "pass for ko").
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

// koCapture is the stone that m would take in a ko, or NoPoint. The move m takes a ko
// under two conditions: opposing stones surround its point, and exactly one of the chains
// around it is in atari, which is a single stone.
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

// block updates the blocks of the clean-up after a play on p. If the new stone
// has taken a ko, it is blocked. Stones that were taken off are no longer
// blocked.
func (g *Game) block(p Point, koCapture bool) {
	g.pos.KoBan = NoPoint // the block replaces the ban of the basic ko
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

// tookThisKo reports whether the player has already taken this ko in this
// clean-up phase, with the same move in the same position. The rules allow that
// only once.
func (g *Game) tookThisKo(m Move) bool {
	for i := int(g.began); i < len(g.turns); i++ {
		t := &g.turns[i]
		if t.koCapture && t.move == m && g.hashes[i] == g.pos.hash && g.standsAgain(i) {
			return true
		}
	}
	return false
}

// Handicap is the number of handicap stones, or 0 if there are fewer than two. If
// [Setup.Handicap] is not 0, it is this number. If it is 0 and the set-up has no white
// stones, all black stones of the set-up are handicap stones. With [Setup.FreeHandicap]
// the stones that Black plays before White's first stone are also handicap stones, as in
// KataGo. They are not handicap stones if White then plays twice in a row.
func (g *Game) Handicap() int {
	stones, _ := g.handicap()
	if stones < 2 {
		return 0 // one stone is only the first move
	}
	return stones
}

// handicap returns the number of handicap stones so far, even if it is 1. complete is
// true if no further turn can change the number.
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

// Bonus is the number of points that White receives for the handicap stones.
func (g *Game) Bonus() int {
	if g.rules.HandicapBonus == BonusNone {
		return 0
	}
	return g.rules.HandicapBonus.Points(g.Handicap())
}

// passStones is the number of pass stones that c has handed over.
func (g *Game) passStones(c Color) int {
	n := 0
	for i := range g.turns {
		if g.turns[i].move == (Move{c, Pass}) {
			n++
		}
	}
	return n
}
