package verify

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tengen/internal/refgo"
)

// Pass is the number of a pass among the turns of a game.
const Pass = refgo.Pass

// Proof is a claim that was checked, with the strategy that proves it.
type Proof struct {
	Claim
	checker *checker
	start   refgo.Board
}

// Read reads a certificate as [Check] does, and keeps the strategies.
func Read(ctx context.Context, r io.Reader) (proofs []*Proof, err error) {
	err = each(ctx, r, func(c *checker, start refgo.Board) { proofs = append(proofs, &Proof{*c.claim, c, start}) })
	for _, p := range proofs { // what only the check needed
		p.checker.ctx, p.checker.holder, p.checker.file = nil, nil, nil
	}
	return proofs, err
}

// State is a state of a game against a strategy.
type State struct {
	Stones []int8 // by point: 1 black, -1 white, 0 empty
	Black  bool   // Black is to move
	Ban    int    // the point that the ko bans, or Pass
	// Turns are the turns that the player to move can choose: the claimant's turn in the strategy, or all turns of the
	// opponent. They are empty at the end of the proof.
	Turns []int
	// End says why the proof ends here: the state is "settled" or "held" (see the package comment), or the game is
	// "over". Otherwise it is empty.
	End string
}

// Follow plays a game against the strategy: it returns the state after these turns of both players, which are points
// and passes. It returns an error if a turn is against the rules, or is not the claimant's turn in the strategy.
func (p *Proof) Follow(turns []int) (s State, err error) {
	c := p.checker
	g := game{situation{p.start, refgo.Pass, p.Passed}, refgo.White, ""}
	if p.ToPlay == "black" {
		g.color = refgo.Black
	}
	for i, turn := range turns {
		if possible, _ := c.choice(g); !slices.Contains(possible, turn) {
			return s, fmt.Errorf("turn %d is not possible in this proof", i+1)
		}
		g = c.turn(g, turn)
	}
	s.Black, s.Ban = g.color == refgo.Black, g.ban
	s.Turns, s.End = c.choice(g)
	for _, color := range g.board {
		s.Stones = append(s.Stones, int8(color))
	}
	return s, nil
}

// game is a state of a game against a strategy.
type game struct {
	situation             // of the player to move
	color     refgo.Color // of this player
	end       string      // as in State, if the last turn decided it
}

// choice returns the turns that the player to move can choose, or why the proof ends.
func (c *checker) choice(g game) (turns []int, end string) {
	switch {
	case g.end != "":
		return nil, g.end
	case g.color == c.color && g.passed && c.enough(c.lead(g.board)):
		return []int{refgo.Pass}, "" // the strategy needs no line for this turn
	case g.color == c.color:
		p, verdict, _ := c.answer(c.canonical(g.situation))
		if p == noTurn {
			return nil, verdict
		}
		return []int{p}, ""
	}
	for p := range g.board {
		if p != g.ban {
			if _, ok := c.play(g.board, p, g.color); ok {
				turns = append(turns, p)
			}
		}
	}
	return append(turns, refgo.Pass), ""
}

// turn returns the state after one of the turns of choice.
func (c *checker) turn(g game, p int) game {
	next := game{situation{g.board, refgo.Pass, p == refgo.Pass}, -g.color, ""}
	switch {
	case g.passed && p == refgo.Pass:
		next.end = "over"
		return next
	case p != refgo.Pass:
		next.board, _ = c.play(g.board, p, g.color)
		next.ban = c.ban(g.board, next.board, -g.color)
	}
	if g.color == c.color {
		_, next.end, _ = c.answer(c.canonical(g.situation))
	}
	return next
}
