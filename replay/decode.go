package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"tengen/baduk"
)

// errTruncated is the error of data that ends too early.
var errTruncated = errors.New("it ends too early")

// A decoder reads the bytes that appendGame wrote. After an error, all its methods return zeros.
type decoder struct {
	data   []byte
	boards *boardCache
	seen   map[string]bool // boards of this block
	err    error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.data = nil
}

// bytes returns the next n bytes.
func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.data) {
		d.fail(errTruncated)
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

// number returns the next number. It fails if the number is above the given limit.
func (d *decoder) number(most int) int {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		d.fail(errTruncated)
		return 0
	}
	d.data = d.data[size:]
	if n > uint64(most) {
		d.fail(fmt.Errorf("a number is %d, but may be at most %d", n, most))
		return 0
	}
	return int(n)
}

// count returns the number of items that follow. The parameter named each is the smallest length of an item in bytes.
// If the data are too short for the items, count fails before memory is allocated for them.
func (d *decoder) count(each int) int {
	n := d.number(math.MaxInt32)
	if n > len(d.data)/each {
		d.fail(errTruncated)
		return 0
	}
	return n
}

func (d *decoder) text() string { return string(d.bytes(d.count(1))) }

func (d *decoder) float() float32 {
	if b := d.bytes(4); b != nil {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// game reads the next game.
func (d *decoder) game() (*Game, error) {
	g := &Game{}
	board := d.text()
	if d.err == nil && !d.seen[board] {
		if len(d.seen) >= maxBoards {
			d.fail(fmt.Errorf("the block has more than %d boards", maxBoards))
			return nil, d.err
		}
		if d.seen == nil {
			d.seen = map[string]bool{}
		}
		d.seen[board] = true
	}
	rules := d.text()
	var err error
	if d.err == nil {
		if g.Graph, err = d.boards.graph(board); err == nil {
			g.Rules, err = d.boards.ruleset(rules)
		}
		if err != nil {
			d.fail(err)
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	d.start(g)
	g.Moves = make([]baduk.Move, d.count(1))
	turn := baduk.Black
	for i := range g.Moves {
		code := d.number(2*baduk.MaxPoints + 1)
		if code&1 != 0 {
			turn = turn.Opponent()
		}
		g.Moves[i] = baduk.Move{Color: turn, Point: baduk.Point(code/2 - 1)}
		turn = turn.Opponent()
	}
	g.Source, g.BlackRank, g.WhiteRank, g.Date = d.text(), d.text(), d.text(), d.text()
	g.Result = Result{By: Ending(d.number(len(endings) - 1)), Winner: baduk.Color(d.number(int(baduk.White))), Lead: d.float()}
	if d.number(1) == 1 {
		if packed := d.bytes((g.Graph.Len() + 3) / 4); packed != nil {
			g.Final = make([]baduk.Color, g.Graph.Len())
			for p := range g.Final {
				g.Final[p] = baduk.Color(packed[p/4] >> (p % 4 * 2) & 3)
			}
		}
	}
	if n := d.count(6); n > 0 {
		g.Samples = make([]Sample, n)
	}
	before := 0
	for i := range g.Samples {
		d.sample(g, &g.Samples[i], before)
		before = g.Samples[i].Turn
	}
	if d.err == nil {
		d.err = g.check()
	}
	return g, d.err
}

// start reads the set-up.
func (d *decoder) start(g *Game) {
	for _, points := range [2]*[]baduk.Point{&g.Setup.Black, &g.Setup.White} {
		for range d.count(1) {
			*points = append(*points, baduk.Point(d.number(baduk.MaxPoints)))
		}
	}
	g.Setup.ToPlay = baduk.Color(d.number(int(baduk.White)))
	g.Setup.Handicap = d.number(baduk.MaxPoints)
	if d.number(1) == 1 {
		for i := range g.Setup.Scores {
			if b := d.bytes(8); b != nil {
				g.Setup.Scores[i] = math.Float64frombits(binary.LittleEndian.Uint64(b))
			}
		}
	}
}

// branch reads the bytes that appendBranch wrote.
func (d *decoder) branch(s *Sample) {
	n := d.count(1)
	if n == 0 {
		d.fail(errors.New("a branch has no moves, which is never written"))
		return
	}
	s.Branch = make([]baduk.Move, n)
	for i := range s.Branch {
		code := d.number(2*baduk.MaxPoints + 1)
		s.Branch[i] = baduk.Move{Color: baduk.Black, Point: baduk.Point(code/2 - 1)}
		if code&1 != 0 {
			s.Branch[i].Color = baduk.White
		}
	}
}

func (d *decoder) sample(g *Game, s *Sample, before int) {
	s.Turn = before + d.number(len(g.Moves))
	parts := d.number(hasPolicy | hasValue | hasOwnership | hasDoubt | hasBranch)
	s.Weight = d.float()
	if parts&hasDoubt != 0 {
		if b := d.bytes(1); b != nil {
			s.Doubt = b[0]
		}
		if s.Doubt == 0 {
			d.fail(errors.New("a doubt is 0, which is never written"))
		}
	}
	if parts&hasBranch != 0 {
		d.branch(s)
	}
	if parts&hasPolicy != 0 {
		s.Policy = make([]Share, d.count(3))
		for i := range s.Policy {
			s.Policy[i].Point = baduk.Point(d.number(baduk.MaxPoints) - 1)
			if b := d.bytes(2); b != nil {
				s.Policy[i].Part = binary.LittleEndian.Uint16(b)
			}
		}
	}
	if parts&hasValue != 0 {
		s.Value = &Value{Win: d.float(), NoResult: d.float(), Lead: d.float(), ScoreMean: d.float(), ScoreStdev: d.float()}
	}
	if parts&hasOwnership != 0 {
		if b := d.bytes(g.Graph.Len()); b != nil {
			s.Ownership = make([]int8, len(b))
			for i := range b {
				s.Ownership[i] = int8(b[i])
			}
		}
	}
}
