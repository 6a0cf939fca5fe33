package refgo

import (
	"maps"
	"slices"
)

// moment is the state of the game after some of its turns, as defined by
// KataGo's text. It also has everything that the rules need to know about the
// past.
type moment struct {
	turn     Turn // the turn that led here; undefined before the first turn
	board    Board
	toPlay   Color
	phase    int          // 0 is the main phase, 1 and 2 are the clean-up phases
	start    int          // number of turns before the phase began
	blocked  map[int]bool // the points marked ko-recapture-blocked
	button   Color        // the player who took the button, or Empty
	captures tally        // number of points emptied so far, by colour
	cleanup  tally        // number of moves made in the second clean-up phase, by colour
	second   Board        // the board at the start of the second clean-up phase
	passes   int          // consecutive passes that count towards the end of the phase
	over     bool
	noResult bool
}

// tally holds a number for each colour; see [tally.of].
type tally [3]int

func (t *tally) of(c Color) *int { return &t[c+1] }

func last(past []moment) moment { return past[len(past)-1] }

// replay lists the moments of the game: the start, and the one after each turn.
// It does not check the turns.
func (g *Game) replay() []moment {
	past := []moment{{board: slices.Clone(g.Initial), toPlay: g.First}}
	for _, t := range g.Turns {
		past = append(past, g.next(past, t))
	}
	return past
}

// next is the moment after the turn t (KataGo, "Main Phase" and "Cleanup
// Phases").
func (g *Game) next(past []moment, t Turn) moment {
	now := last(past)
	m := now
	m.turn, m.toPlay, m.passes = t, -t.Color, 0
	m.blocked = maps.Clone(now.blocked)
	switch p := g.unblocks(now, t); {
	case t.Point == Pass:
		if g.buttonLeft(now) {
			m.button = t.Color
		} else {
			m.passes = now.passes + 1
		}
		// Under Spight's rule the number of passes does not end the main phase.
		if m.passes >= 2 && (now.phase > 0 || g.Rules.Ko != Spight) || g.passedBefore(past, t.Color) {
			g.endPhase(&m, len(past))
		}
	case p >= 0:
		delete(m.blocked, p)
	default:
		g.place(&m, t)
	}
	// This checks whether the player faces this state for the third time
	// without a pass in between.
	if t.Point != Pass && (m.phase > 0 || g.Rules.Ko == Simple) {
		times := 1
		for _, earlier := range past[lastPass(past):] {
			if earlier.toPlay == m.toPlay && g.sameState(earlier, m) {
				times++
			}
		}
		if times >= 3 {
			m.over, m.noResult = true, true
		}
	}
	if !m.over && g.Rules.PassAlive == PassAliveEnds && g.allPassAlive(m.board) {
		m.over = true
	}
	return m
}

// place makes the play t (KataGo, "Pseudolegal moves"; "Cleanup Phase Play").
func (g *Game) place(m *moment, t Turn) {
	before := m.board
	after, captured, suicided := g.Graph.Place(before, t.Point, t.Color)
	m.board = after
	*m.captures.of(-t.Color) += len(captured)
	*m.captures.of(t.Color) += len(suicided)
	if m.phase == 2 {
		*m.cleanup.of(t.Color)++
	}
	if m.phase == 0 {
		return
	}
	if g.Graph.koReply(before, after, t.Color) >= 0 {
		if m.blocked == nil {
			m.blocked = map[int]bool{}
		}
		m.blocked[t.Point] = true
	}
	maps.DeleteFunc(m.blocked, func(p int, _ bool) bool { return after[p] == Empty })
}

// endPhase ends the phase with turn number n. The next phase begins without
// marks, passes and remembered states.
func (g *Game) endPhase(m *moment, n int) {
	if g.Rules.Scoring != TerritoryScoring || m.phase == 2 {
		m.over = true
		return
	}
	m.phase++
	m.start, m.passes, m.blocked = n, 0, nil
	if m.phase == 2 {
		m.second = m.board
	}
}

// passedBefore reports whether c has already passed in the same state in this
// phase. If so, a pass by c ends the phase now. In the main phase only [Simple]
// and [Spight] have this rule.
func (g *Game) passedBefore(past []moment, c Color) bool {
	now := last(past)
	if now.phase == 0 && g.Rules.Ko != Simple && g.Rules.Ko != Spight {
		return false
	}
	for i := now.start + 1; i < len(past); i++ {
		if past[i].turn == (Turn{c, Pass}) && g.sameState(past[i-1], now) {
			return true
		}
	}
	return false
}

// sameState reports whether two states are the same by KataGo's text. It does
// not compare the player to move; the caller does.
func (g *Game) sameState(a, b moment) bool {
	return slices.Equal(a.board, b.board) && maps.Equal(a.blocked, b.blocked) &&
		g.buttonLeft(a) == g.buttonLeft(b)
}

// buttonLeft reports whether the next pass takes the button (KataGo, "Main
// Phase"). It does if no player has passed before.
func (g *Game) buttonLeft(m moment) bool {
	return g.Rules.Button && m.phase == 0 && m.button == Empty
}

// koReply recognises a ko-move (KataGo, "Cleanup Phase Basics and
// Definitions"). A play by c from one board to another is a ko-move if a
// pseudolegal reply leads back to the first board. koReply returns the point of
// the reply, which is the point of the captured stone. If the play is not a
// ko-move, it returns -1.
func (g Graph) koReply(before, after Board, c Color) int {
	for p := range after {
		if after[p] != Empty || before[p] != -c {
			continue // the reply must put its stone back
		}
		if back, _, _ := g.Place(after, p, -c); slices.Equal(back, before) {
			return p
		}
	}
	return -1
}

// checkCleanup judges a play of a clean-up phase that does not lift a block. The
// parameter named after is the board after the play. Ordinary repetition is
// allowed here. A ko capture is refused if the same player has already made it
// from the same board in this phase. The marks at that time do not matter. The
// suicide of a single stone is also refused, even under [Literal], because a
// pseudolegal move always changes the board.
func (g *Game) checkCleanup(past []moment, t Turn, after Board) Reason {
	now := last(past)
	if slices.Equal(after, now.board) {
		return KoBan
	}
	if g.Graph.koReply(now.board, after, t.Color) < 0 {
		return OK
	}
	for i := now.start + 1; i < len(past); i++ {
		// The board after the turn is also compared, because an unblocking is the
		// same turn and does not change the board.
		if past[i].turn == t && slices.Equal(past[i-1].board, now.board) && slices.Equal(past[i].board, after) {
			return KoBan
		}
	}
	return OK
}

// unblocks is the stone whose mark t would remove, or -1 (KataGo, "Cleanup
// Phase Play", unblock-ko-recapture). The stone is a marked single stone of the
// opponent in atari. In the text the player chooses the stone. KataGo's program
// also accepts the point of the ko-move that would capture the stone. This
// ko-move is illegal as long as the stone is marked. This function follows the
// program.
func (g *Game) unblocks(now moment, t Turn) int {
	p := t.Point
	if now.phase == 0 || p < 0 || p >= len(g.Graph) {
		return -1
	}
	if now.board[p] == Empty {
		after, _, suicided := g.Graph.Place(now.board, p, t.Color)
		if slices.Contains(suicided, p) {
			return -1
		}
		if p = g.Graph.koReply(now.board, after, t.Color); p < 0 {
			return -1
		}
	}
	if now.board[p] == -t.Color && now.blocked[p] &&
		len(g.Graph.Block(now.board, p)) == 1 && len(g.Graph.Liberties(now.board, p)) == 1 {
		return p
	}
	return -1
}

// Phase is 0 in the main phase, and 1 or 2 in the clean-up phases that follow
// it under territory scoring. If the game is over, it is the phase in which the
// game ended.
func (g *Game) Phase() int { return last(g.replay()).phase }

// NoResult reports whether the game ended without a result (KataGo, "Main
// Phase" and "Cleanup Phase Ending and Scoring"). This happens under [Simple]
// in the main phase, and under all rules in the clean-up. The game ends when a
// player faces a state for the third time after a play or an unblocking,
// without a pass in between. The count begins with the state after the last
// pass, or with the state at the start of the phase.
func (g *Game) NoResult() bool { return last(g.replay()).noResult }

// ButtonTaken is the player who took the button, or Empty.
func (g *Game) ButtonTaken() Color { return last(g.replay()).button }

// Blocked lists the points marked ko-recapture-blocked, in ascending order.
func (g *Game) Blocked() []int { return slices.Sorted(maps.Keys(last(g.replay()).blocked)) }

// Unblocks is the point of the blocked stone that t would unblock, or -1 if t
// does not unblock a stone. The Japanese rules call an unblocking a pass for a
// ko. It does not change the board, but it does not count as a pass.
func (g *Game) Unblocks(t Turn) int { return g.unblocks(last(g.replay()), t) }

// Captures is the number of points of each colour that were emptied in the
// game, suicides included (KataGo, "Pseudolegal moves").
func (g *Game) Captures() (black, white int) {
	now := last(g.replay())
	return *now.captures.of(Black), *now.captures.of(White)
}
