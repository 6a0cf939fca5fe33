package solve

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math/bits"
	"slices"

	"tengen/baduk"
	"tengen/topology"
)

// Claim is a result for one player, the claimant.
type Claim struct {
	White  bool // White is the claimant
	Lead   int  // Black's lead in points: at least this if Black is the claimant, otherwise at most this
	Finite bool // the claimant reaches this in a game that ends; otherwise he only prevents every worse end
}

// want is the lead of the claimant over the opponent.
func (c Claim) want() int {
	if c.White {
		return -c.Lead
	}
	return c.Lead
}

// turn is a turn of a strategy: a point, [pass] or [none], with the numbers of [baduk.Point].
type turn int

const (
	pass = turn(baduk.Pass)
	none = turn(baduk.NoPoint)
)

// strategy returns the claimant's turn in a state where the claimant is to move. If the proof allows the opponent a
// number of captures, left are those that are left, and losses are those that the turn needs, at most left. Other
// strategies return 0.
type strategy func(ctx context.Context, s state, left int) (t turn, losses int, err error)

// answer is what a certificate has for a state: a turn of the claimant, unless a verdict decides the state. after is
// the verdict about the state after the turn.
type answer struct {
	state
	turn           turn
	losses         int8
	verdict, after verdict
}

// verdict is a word with which a certificate decides a state, or undecided.
type verdict uint8

const (
	undecided verdict = iota
	settled
	held
)

var verdicts = [...]string{"", "settled", "held"}

// certifier writes a certificate; package solve/verify describes its lines.
type certifier struct {
	*field
	out    *bufio.Writer
	hash   hash.Hash
	locals *locals
}

func newCertifier(w io.Writer, f *field, g *baduk.Graph) *certifier {
	c := &certifier{field: f, hash: sha256.New(), locals: newLocals(f, largestLocal)}
	c.out = bufio.NewWriter(io.MultiWriter(w, c.hash))
	fmt.Fprintf(c.out, "tengen certificate 1\nboard %v\npoints %d\n", g, f.n)
	for p := range f.n {
		for rest := f.adj[p] >> p << p; rest != 0; rest &= rest - 1 {
			fmt.Fprintf(c.out, "edge %d %d\n", p, bits.TrailingZeros64(rest))
		}
	}
	for _, image := range f.symmetry[1:] {
		c.out.WriteString("symmetry")
		for _, q := range image {
			fmt.Fprintf(c.out, " %d", q)
		}
		c.out.WriteByte('\n')
	}
	return c
}

// end writes the last line.
func (c *certifier) end() error {
	if err := c.out.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "sha256 %x\n", c.hash.Sum(nil))
	return c.out.Flush()
}

// claim writes a claim about a state and its strategy. It returns the number of lines of the strategy.
func (c *certifier) claim(ctx context.Context, claim Claim, start state, play strategy) (lines int, err error) {
	names, kind := [2]string{"black", "white"}, "endless"
	if claim.Finite {
		kind = "finite"
	}
	claimant, mover := 0, 0
	if claim.White {
		claimant, mover = 1, 1
	}
	if start.opponent {
		mover = 1 - mover
	}
	fmt.Fprintf(c.out, "claim %s %d %s\nstart %s %s %s\n", names[claimant], claim.Lead, kind, c.draw(start, claim.White), names[mover], c.note(start))
	answers, err := c.plan(ctx, claim, start, play)
	if err != nil {
		return 0, err
	}
	err = c.visit(claim, start, 0, func(s state, key uint64, _ int) (next state, losses int, on bool, err error) {
		x, ok := answers[key]
		if !ok {
			return s, 0, false, fmt.Errorf("the strategy has no answer for %s", c.draw(s, claim.White))
		}
		lines++
		s = x.state // perhaps another image
		fmt.Fprintf(c.out, "%s %s ", c.draw(s, claim.White), c.note(s))
		if x.verdict != undecided {
			fmt.Fprintln(c.out, verdicts[x.verdict])
			return s, 0, false, nil
		}
		if next = s.pass(); x.turn == pass {
			c.out.WriteString("pass")
		} else {
			next, _ = s.after(c.field, int(x.turn))
			fmt.Fprint(c.out, int(x.turn))
		}
		if x.after != undecided {
			fmt.Fprintln(c.out, "", verdicts[x.after])
			return s, 0, false, nil
		}
		c.out.WriteByte('\n')
		return next, 0, true, nil
	})
	c.out.WriteString("end\n")
	return lines, err
}

// plan finds the claimant's answers, by key. A state that can be reached with fewer captures left than its answer needs
// gets another answer. So the captures that are left never grow, and each capture of the opponent takes one away: the
// game does not go in a circle. Strategies that do not count captures have an order of their own, or are endless.
func (c *certifier) plan(ctx context.Context, claim Claim, start state, play strategy) (answers map[uint64]answer, err error) {
	answers = map[uint64]answer{}
	return answers, c.visit(claim, start, MostLosses, func(s state, key uint64, left int) (next state, losses int, on bool, err error) {
		if x, ok := answers[key]; ok && int(x.losses) <= left {
			return s, 0, false, nil
		}
		x := answer{state: s, verdict: c.verdict(s, claim.want())}
		if x.verdict == undecided {
			if x.turn, losses, err = play(ctx, s, left); err != nil {
				return s, 0, false, err
			}
			ok := !s.passed
			if next = s.pass(); x.turn != pass {
				next, ok = s.after(c.field, int(x.turn))
			}
			if !ok {
				return s, 0, false, fmt.Errorf("the strategy has the turn %d, which is not possible", x.turn)
			}
			x.losses, x.after = int8(losses), c.verdict(next, claim.want())
		}
		answers[key] = x
		return next, losses, x.verdict == undecided && x.after == undecided, nil
	})
}

// visit calls at with the states that a strategy reaches where the claimant is to move, their keys, and the captures
// that are left to the opponent. The function at returns the state after the claimant's turn, the captures that the
// turn allows the opponent, and whether the game goes on there.
func (c *certifier) visit(claim Claim, start state, left int, at func(s state, key uint64, left int) (next state, losses int, on bool, err error)) error {
	type reached struct {
		state
		key  uint64
		left int
	}
	var open []reached
	least := map[uint64]int{} // by key: the fewest captures that were left
	add := func(s state, left int) {
		if s.passed && c.lead(s.colouring) >= claim.want() {
			return
		}
		key := c.key(s)
		left = max(left, 0)
		if before, ok := least[key]; !ok || left < before {
			least[key] = left
			open = append(open, reached{s, key, left})
		}
	}
	replies := func(s state, left int) {
		c.turns(s, func(_ turn, next state) {
			if bits.OnesCount64(next.own) < bits.OnesCount64(s.own) {
				add(next, left-1)
			} else {
				add(next, left)
			}
		})
	}
	if start.opponent {
		replies(start, left)
	} else {
		add(start, left)
	}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		next, losses, on, err := at(s.state, s.key, s.left)
		if err != nil {
			return err
		}
		if on {
			replies(next, losses)
		}
	}
	return nil
}

// verdict returns settled or held if this decides the state for the claimant, and otherwise undecided.
func (c *certifier) verdict(s state, want int) verdict {
	least := (want + c.n + 1) / 2
	switch {
	case s.opponent && s.passed && c.lead(s.colouring) < want:
		return undecided
	case c.sure(s, want):
		return settled
	case c.locals.held(&s, max(least, 1)) >= max(least, 1):
		return held
	}
	return undecided
}

// sure reports whether settled points alone give the claimant the lead, whatever the opponent does.
func (f *field) sure(s state, want int) bool {
	ban := s.ban
	if s.opponent {
		ban = 0
	}
	if 2*bits.OnesCount64(f.settled(s.colouring, ban))-f.n < want {
		return false
	}
	return !s.opponent || !s.passed || f.lead(s.colouring) >= want
}

// draw writes the board of a state, with X for Black. The parameter named white reports whether the claimant is White.
func (c *certifier) draw(s state, white bool) string {
	if white {
		s.own, s.opp = s.opp, s.own
	}
	text := make([]byte, c.n)
	for p := range text {
		switch {
		case s.own>>p&1 != 0:
			text[p] = 'X'
		case s.opp>>p&1 != 0:
			text[p] = 'O'
		default:
			text[p] = '.'
		}
	}
	return string(text)
}

func (c *certifier) note(s state) string {
	switch {
	case s.passed:
		return "passed"
	case s.ban != 0:
		return fmt.Sprint(bits.TrailingZeros64(s.ban))
	}
	return "-"
}

// BoardOf returns the board of a certificate, which gives its board a name and the neighbours of each point. It fails
// if the board of this name is another one, or has weights or a threshold.
func BoardOf(name string, neighbours [][]int) (*topology.Board, error) {
	b, err := topology.Parse(name)
	if err != nil {
		return nil, err
	}
	g := b.Graph
	same := g.Len() == len(neighbours) && g.Life() == nil && g.Beyond() == baduk.NoPoint
	for p := 0; same && p < len(neighbours); p++ {
		own := g.Neighbours(baduk.Point(p))
		same = len(own) == len(neighbours[p]) && !slices.ContainsFunc(own, func(q baduk.Point) bool { return !slices.Contains(neighbours[p], int(q)) })
	}
	if !same {
		return nil, fmt.Errorf("%v is another board than that of the certificate", g)
	}
	return b, nil
}
