package solve

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math/bits"

	"tengen/baduk"
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

// turn is a turn of a strategy: a point, [pass] or [none].
type turn int

const (
	pass turn = -1
	none turn = -2
)

// strategy returns the claimant's turn in a state where the claimant is to move.
type strategy func(ctx context.Context, s state) (turn, error)

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
	seen := map[uint64]bool{}
	var open []state
	add := func(s state) {
		if s.passed && c.lead(s.colouring) >= claim.want() {
			return
		}
		if k := c.key(s); !seen[k] {
			seen[k] = true
			open = append(open, s)
		}
	}
	replies := func(s state) {
		c.turns(s, func(_ turn, next state) { add(next) })
	}
	if start.opponent {
		replies(start)
	} else {
		add(start)
	}
	for ; len(open) > 0; lines++ {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		fmt.Fprintf(c.out, "%s %s ", c.draw(s, claim.White), c.note(s))
		if word := c.verdict(s, claim.want()); word != "" {
			fmt.Fprintln(c.out, word)
			continue
		}
		t, err := play(ctx, s)
		if err != nil {
			return lines, err
		}
		next, ok := s.pass(), true
		if t == pass {
			c.out.WriteString("pass")
		} else {
			next, ok = s.after(c.field, int(t))
			fmt.Fprint(c.out, int(t))
		}
		if !ok || t == pass && s.passed {
			return lines, fmt.Errorf("the strategy has the turn %d, which is not possible", t)
		}
		if word := c.verdict(next, claim.want()); word != "" {
			fmt.Fprintln(c.out, "", word)
			continue
		}
		c.out.WriteByte('\n')
		replies(next)
	}
	c.out.WriteString("end\n")
	return lines, nil
}

// verdict returns "settled" or "held" if this decides the state for the claimant, and otherwise "".
func (c *certifier) verdict(s state, want int) string {
	least := (want + c.n + 1) / 2
	switch {
	case s.opponent && s.passed && c.lead(s.colouring) < want:
		return ""
	case c.sure(s, want):
		return "settled"
	case c.locals.held(&s, max(least, 1)) >= max(least, 1):
		return "held"
	}
	return ""
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
