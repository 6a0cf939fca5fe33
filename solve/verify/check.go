package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tengen/internal/refgo"
)

// Check reads a certificate and checks all its claims. It returns an error about the first mistake in the certificate.
// A certificate without claims is a mistake.
func Check(ctx context.Context, r io.Reader) (claims []Claim, err error) {
	err = each(ctx, r, func(c *checker, _ refgo.Board) { claims = append(claims, *c.claim) })
	return claims, err
}

// each reads a certificate and calls use with each of its claims that was checked, and with the board at its start.
func each(ctx context.Context, r io.Reader, use func(c *checker, start refgo.Board)) error {
	cert, err := read(r)
	if err != nil {
		return err
	}
	hold := newHolder(cert.graph)
	for {
		claim, start, err := cert.readClaim()
		if err != nil {
			return err
		}
		c := &checker{certificate: cert, ctx: ctx, claim: &claim, color: refgo.Black, lines: map[string]string{}, seen: map[string]bool{}, holder: hold}
		if claim.White {
			c.color = refgo.White
		}
		if err := c.readStrategy(); err != nil {
			return err
		}
		if err := c.check(start); err != nil {
			return fmt.Errorf("%v: %w", claim, err)
		}
		c.seen = nil
		use(c, start)
		if err := cert.advance(); err != nil {
			return err
		}
		if last, err := cert.sealed(); err != nil || last {
			return err
		}
	}
}

// The notes and turns that are not numbers.
const (
	nothing = "-"
	passed  = "passed"
	settled = "settled"
	held    = "held"
)

// checker checks one claim.
type checker struct {
	*certificate
	ctx   context.Context
	claim *Claim
	color refgo.Color       // of the claimant
	lines map[string]string // by the name of a state: the turn of the claimant
	seen  map[string]bool   // by the name of a state: false while the states after it are checked, then true
	*holder
}

// readStrategy reads the lines up to the line "end".
func (c *checker) readStrategy() error {
	for {
		if err := c.advance(); err != nil {
			return err
		}
		if c.line == "end" {
			return nil
		}
		words := strings.SplitN(c.line, " ", 3)
		if len(words) != 3 {
			return c.wrong("expected a board, a note and a turn")
		}
		b, err := c.board(words[0])
		if err != nil {
			return err
		}
		ban := refgo.Pass
		if words[1] != nothing && words[1] != passed {
			list, err := c.numbers(words[1:2], len(b))
			if err != nil {
				return err
			}
			ban = list[0]
		}
		name, image := c.canonical(situation{b, ban, words[1] == passed})
		if _, twice := c.lines[name]; twice {
			return c.wrong("the state already has a line")
		}
		turn, after, _ := strings.Cut(words[2], " ")
		if after != "" && after != settled && after != held {
			return c.wrong("%q is not a verdict", after)
		}
		if turn != "pass" && turn != settled && turn != held {
			list, err := c.numbers([]string{turn}, len(b))
			if err != nil {
				return err
			}
			turn = fmt.Sprint(image[list[0]])
		}
		c.lines[name] = strings.TrimSuffix(turn+" "+after, " ")
	}
}

// situation is what the rest of a game depends on, from the point of view of the player to move.
type situation struct {
	board  refgo.Board
	ban    int  // the banned point or refgo.Pass
	passed bool // the other player has just passed
}

// canonical returns the smallest text of the images of a situation, and the symmetry that leads to it.
func (c *checker) canonical(s situation) (name string, image []int) {
	identity := make([]int, len(s.board))
	for p := range identity {
		identity[p] = p
	}
	text := make([]byte, len(s.board), len(s.board)+10)
	for _, symmetry := range append([][]int{identity}, c.symmetry...) {
		text = text[:len(s.board)]
		for p, color := range s.board {
			text[symmetry[p]] = byte('1' + color)
		}
		switch {
		case s.passed:
			text = append(text, passed...)
		case s.ban != refgo.Pass:
			text = append(text, '0'+byte(symmetry[s.ban]))
		}
		if image == nil || string(text) < name {
			name, image = string(text), symmetry
		}
	}
	return name, image
}

// errCycle is the error about a strategy that claims an end and may go on for ever.
var errCycle = errors.New("the strategy returns to a state that it has left, so the game may go on for ever")

// check plays all turns of the opponent against the strategy.
func (c *checker) check(start refgo.Board) error {
	if (c.claim.ToPlay == "black") == (c.color == refgo.Black) {
		return c.own(situation{start, refgo.Pass, c.claim.Passed})
	}
	return c.opponent(start, refgo.Pass, c.claim.Passed)
}

// enough reports whether Black's lead is as claimed.
func (c *checker) enough(lead int) bool {
	if c.claim.White {
		return lead <= c.claim.Lead
	}
	return lead >= c.claim.Lead
}

func (c *checker) lead(b refgo.Board) int {
	black, white, _ := c.graph.AreaScore(b)
	return black - white
}

// own checks a situation with the claimant to move.
func (c *checker) own(s situation) error {
	if s.passed && c.enough(c.lead(s.board)) {
		return nil
	}
	name, image := c.canonical(s)
	if done, met := c.seen[name]; met {
		if !done && c.claim.Finite {
			return errCycle
		}
		return nil
	}
	if c.claim.States++; c.claim.States%1000 == 0 && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	p, end, ok := c.answer(name, image)
	if !ok {
		return fmt.Errorf("the strategy has no turn for %s", draw(s.board))
	}
	c.seen[name] = false
	defer func() { c.seen[name] = true }()
	if p == noTurn {
		return c.verdict(end, s.board, s.ban, true)
	}
	if p == refgo.Pass {
		if s.passed {
			return fmt.Errorf("the claimant ends the game too early with %s", draw(s.board))
		}
		return c.after(s.board, refgo.Pass, true, end)
	}
	after, ok := c.play(s.board, p, c.color)
	if !ok || p == s.ban {
		return fmt.Errorf("the claimant may not play at %d on %s", p, draw(s.board))
	}
	return c.after(after, c.ban(s.board, after, -c.color), false, end)
}

// noTurn stands for the turn of a state that a verdict decides.
const noTurn = refgo.Pass - 1

// answer returns the claimant's turn in a situation, and the verdict about the state after it, or "". It takes what
// canonical returns for the situation.
func (c *checker) answer(name string, image []int) (p int, end string, ok bool) {
	line, ok := c.lines[name]
	turn, end, _ := strings.Cut(line, " ")
	switch turn {
	case settled, held:
		return noTurn, turn, ok
	case "pass":
		return refgo.Pass, end, ok
	}
	return slices.IndexFunc(image, func(q int) bool { return turn == strconv.Itoa(q) }), end, ok
}

// after checks the state after a turn of the claimant. The parameter named end is a verdict, or "".
func (c *checker) after(b refgo.Board, ban int, pass bool, end string) error {
	if end == "" {
		return c.opponent(b, ban, pass)
	}
	if pass && !c.enough(c.lead(b)) {
		return fmt.Errorf("the opponent ends the game with %s", draw(b))
	}
	return c.verdict(end, b, refgo.Pass, false)
}

// verdict checks that a board is settled or held. The parameter own reports whether the claimant is to move.
func (c *checker) verdict(word string, b refgo.Board, ban int, own bool) error {
	ok := false
	if word == settled {
		ok = c.settled(b, ban)
	} else {
		ok = c.held(b, ban, own)
	}
	if !ok {
		return fmt.Errorf("%s is not %s", draw(b), word)
	}
	return nil
}

// held reports whether the points that the claimant holds around one block, or around all unconditionally alive blocks
// together, give the claimed lead.
func (c *checker) held(b refgo.Board, ban int, toMove bool) bool {
	var own, opp, banned uint64
	for p, color := range b {
		switch color {
		case c.color:
			own |= 1 << p
		case -c.color:
			opp |= 1 << p
		}
	}
	if ban != refgo.Pass {
		banned = 1 << ban
	}
	enough := func(points int) bool { return points > 0 && c.enough(int(c.color)*(2*points-len(b))) }
	if enough(c.holder.held(c.holder.parts(own), 2, own, opp, banned, toMove)) {
		return true
	}
	alive := uint64(0)
	for _, block := range c.graph.PassAliveGroups(b, c.color, refgo.Multi) {
		for p := range block {
			alive |= 1 << p
		}
	}
	return enough(c.holder.held([]uint64{alive}, 0, own, opp, banned, toMove))
}

// opponent checks all turns of the opponent. The parameter named pass reports whether the claimant has just passed.
func (c *checker) opponent(b refgo.Board, ban int, pass bool) error {
	if pass {
		if !c.enough(c.lead(b)) {
			return fmt.Errorf("the opponent ends the game with %s", draw(b))
		}
	} else if err := c.own(situation{b, refgo.Pass, true}); err != nil {
		return err
	}
	for p := range b {
		if p == ban {
			continue
		}
		if after, ok := c.play(b, p, -c.color); ok {
			if err := c.own(situation{after, c.ban(b, after, c.color), false}); err != nil {
				return err
			}
		}
	}
	return nil
}

// play returns the board after a play. It returns false if the point is not empty, or if the play is suicide.
func (c *checker) play(b refgo.Board, p int, color refgo.Color) (refgo.Board, bool) {
	if b[p] != refgo.Empty {
		return nil, false
	}
	after, _, suicided := c.graph.Place(b, p, color)
	return after, len(suicided) == 0
}

// ban returns the point where a play of the color would lead back from the board after to the board before, or
// refgo.Pass.
func (c *checker) ban(before, after refgo.Board, color refgo.Color) int {
	for p := range after {
		if after[p] == refgo.Empty && before[p] == color {
			if back, ok := c.play(after, p, color); ok && slices.Equal(back, before) {
				return p
			}
		}
	}
	return refgo.Pass
}

// settled reports whether the claimant's sure points give the claimed lead; see the package comment. The banned point
// is banned for the claimant.
func (c *checker) settled(b refgo.Board, ban int) bool {
	sure := 0
	alive := map[int]bool{}
	for _, block := range c.graph.PassAliveGroups(b, c.color, refgo.Multi) {
		sure += len(block)
		for p := range block {
			alive[p] = true
		}
	}
	touches := func(p int) bool { return slices.ContainsFunc(c.graph[p], func(q int) bool { return alive[q] }) }
	for _, region := range c.graph.Regions(func(p int) bool { return b[p] != c.color }) {
		inner, good := 0, !region[ban] && len(alive) > 0
		for p := range region {
			for _, q := range c.graph[p] {
				good = good && (region[q] || alive[q])
			}
			if !touches(p) {
				inner++
				good = good && len(c.graph[p]) >= 2
			}
		}
		if good && inner <= 1 {
			sure += len(region)
		}
	}
	return c.enough(int(c.color) * (2*sure - len(b)))
}

// draw writes a board as in a certificate.
func draw(b refgo.Board) string {
	text := make([]byte, len(b))
	for p, color := range b {
		text[p] = ".XO"[(color+3)%3]
	}
	return string(text)
}
