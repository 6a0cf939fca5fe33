package envserver

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"tengen/baduk"
)

// TestBinaryAgainstLibrary plays random turns through frames and compares every
// observation with the library: stones, legal turns, whose turn it is, ends, rewards.
func TestBinaryAgainstLibrary(t *testing.T) {
	for _, test := range [][2]string{{"5x5", "tromp-taylor-000"}, {"4x4", "japanese"}, {"4x4", "chinese"}, {"torus 4x4", "aga"}, {"3x3", "lrs-004"}, {"threshold-2 torus 3x3", "mango-002"}, {"3x3", "logical-001"}} {
		c := newComparison(t, test[0], test[1])
		ended, refused := 0, 0
		for range 400 {
			g, status, answer := c.turn()
			if answer[4] > opUndo || int(binary.LittleEndian.Uint32(answer)) != len(answer)-4 {
				t.Fatalf("%v: answer %x", test, answer[:8])
			}
			s := read(t, c.env, answer[5:])
			c.compareState(g, s, status)
			c.compareBoard(g, s)
			c.compareLastMoves(g, s)
			if g.Over() {
				ended++
			}
			if status == statusRefused && answer[4] == opStep {
				refused++
			}
		}
		if refused == 0 || ended == 0 && test[1] != "japanese" {
			t.Errorf("%v: %d refused, %d ended", test, refused, ended)
		}
	}
}

// comparison plays the same turns in the games of an Env, through frames, and in games of the library.
type comparison struct {
	*testing.T
	name  string
	env   *Env
	games []*baduk.Game
	rng   *rand.Rand
}

func newComparison(t *testing.T, board, rules string) *comparison {
	c := &comparison{t, rules + " on " + board, newEnv(t, board, rules, 3), nil, rand.New(rand.NewPCG(1, 2))}
	for range 3 {
		g, err := baduk.NewGameFrom(c.env.opt.Board, c.env.opt.Rules, c.env.opt.Setup)
		if err != nil {
			t.Fatal(err)
		}
		c.games = append(c.games, g)
	}
	return c
}

// turn resets a random game, undoes turns of it, or plays a random move in it. It returns the game of the library, the
// answer of the Env, and whether this answer has to say that the turn was refused.
func (c *comparison) turn() (g *baduk.Game, status byte, answer []byte) {
	k := c.rng.IntN(3)
	g = c.games[k]
	point := c.rng.IntN(c.env.opt.Board.Len()+2) - 2
	ask := func(op byte, argument, item int) []byte {
		return c.env.reply(frame(op, argument, [2]int{k, item})[4:], nil)
	}
	switch {
	case g.Over() || g.Len() >= 150 || c.rng.IntN(60) == 0:
		g.UndoTo(0)
		return g, 0, ask(opReset, 0, 0)
	case point == -2:
		turns := c.rng.IntN(3)
		if !g.UndoTo(g.Len() - turns) {
			status = statusRefused
		}
		return g, status, ask(opUndo, turns, 0)
	}
	m := baduk.Move{Color: g.ToPlay(), Point: baduk.Point(point)}
	if point == -1 {
		m.Point = baduk.Pass
	}
	if _, err := g.Step(m); err != nil {
		status = statusRefused
	}
	return g, status, ask(opStep, 0, point)
}

// compareState compares the status, the number of turns and the rewards. The parameter named status says whether the
// turn was refused.
func (c *comparison) compareState(g *baduk.Game, s seen, status byte) {
	c.Helper()
	if g.Over() {
		status |= statusOver
	} else if g.Len() >= 150 {
		status |= statusTruncated
	}
	if g.ToPlay() == baduk.White {
		status |= statusWhite
	}
	if s.status != status || s.turns != g.Len() {
		c.Fatalf("%v after %v: got status %b and %d turns, want %b and %d", c.name, g.Moves(), s.status, s.turns, status, g.Len())
	}
	if !g.Over() {
		return
	}
	difference, halves := float64(float32(g.Reward(baduk.RewardDifference))), float64(float32(g.Reward(baduk.RewardHalves)))
	if s.difference != difference || s.halves != halves {
		c.Fatalf("%v: got the rewards %v and %v, want %v and %v", c.name, s.difference, s.halves, difference, halves)
	}
}

// compareBoard compares the stones and the legal turns.
func (c *comparison) compareBoard(g *baduk.Game, s seen) {
	c.Helper()
	n := c.env.opt.Board.Len()
	for p := range n {
		legal := !g.Over() && g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal
		if s.mask[p] != legal || s.stones[p] != g.At(baduk.Point(p)).Number() {
			c.Fatalf("%v after %v: point %d: got stone %d, legal %v, want %d, %v", c.name, g.Moves(), p, s.stones[p], s.mask[p], g.At(baduk.Point(p)).Number(), legal)
		}
	}
	if s.mask[n] == g.Over() {
		c.Fatalf("%v after %v: a pass is legal: got %v, want %v", c.name, g.Moves(), s.mask[n], !g.Over())
	}
}

// compareLastMoves compares the latest moves: a point, -1 for a pass, or -2 before the beginning of the game.
func (c *comparison) compareLastMoves(g *baduk.Game, s seen) {
	c.Helper()
	for i := range lastMoves {
		last := -2
		if j := g.Len() - 1 - i; j >= 0 {
			last = int(g.Turn(j).Point)
			if g.Turn(j).IsPass() {
				last = -1
			}
		}
		if s.last[i] != last {
			c.Fatalf("%v: last move %d is %d, want %d", c.name, i, s.last[i], last)
		}
	}
}
