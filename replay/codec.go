package replay

import (
	"encoding/binary"
	"math"

	"tengen/baduk"
)

// The format of a game in a block, version 1, is this. A number is an unsigned varint unless another type is given. A
// text is its length and its bytes.
//
//	board      text: "19x19", or a board file
//	rules      text: KataGo's JSON object with the komi
//	set-up     number of black stones, their points; the same for White
//	           first player: 0 if the handicap decides it, 1 Black, 2 White
//	           handicap stones
//	           initial scores: 0 for none, or 1 and three float64, of which the first is 0
//	moves      their number; each 2*(point+1), where a pass is point -1, plus 1 if
//	           the player is not the expected one (Black is expected first, and
//	           then the opponent of the player who moved)
//	texts      source, rank of Black, rank of White, date
//	result     ending; winner (0, 1, 2); lead float32
//	final      0 for none, or 1 and the colours by point, four in a byte, the lowest
//	           bits first
//	samples    their number, and for each sample
//	           number of turns since the turn of the sample before it
//	           flags of its parts: 1 policy, 2 value, 4 ownership, 8 doubt, 16 branch
//	           weight float32
//	           doubt: a byte, not 0
//	           branch: number of moves, at least 1; each 2*(point+1), plus 1 for White
//	           policy: number of shares; for each share point+1, and its part as uint16
//	           value: Win, NoResult, Lead, ScoreMean, ScoreStdev, each float32
//	           ownership: a signed byte for each point

// The flags of a sample's parts.
const (
	hasPolicy = 1 << iota
	hasValue
	hasOwnership
	hasDoubt
	hasBranch
)

// appendGame appends a game, which [Game.check] has accepted.
func appendGame(dst []byte, g *Game) ([]byte, error) {
	board, err := BoardText(g.Graph)
	if err != nil {
		return dst, err
	}
	e := encoder{dst}
	e.text(board)
	e.text(g.Rules.KataGo())
	e.start(&g.Setup)
	e.moves(g.Moves)
	for _, s := range [4]string{g.Source, g.BlackRank, g.WhiteRank, g.Date} {
		e.text(s)
	}
	e.number(int(g.Result.By))
	e.number(int(g.Result.Winner))
	e.float(g.Result.Lead)
	e.final(g.Final)
	e.number(len(g.Samples))
	before := 0
	for i := range g.Samples {
		e.sample(&g.Samples[i], before)
		before = g.Samples[i].Turn
	}
	return e.dst, nil
}

// encoder appends the parts of a game to dst.
type encoder struct{ dst []byte }

func (e *encoder) number(n int) { e.dst = binary.AppendUvarint(e.dst, uint64(n)) }

func (e *encoder) text(s string) {
	e.number(len(s))
	e.dst = append(e.dst, s...)
}

func (e *encoder) float(f float32) {
	e.dst = binary.LittleEndian.AppendUint32(e.dst, math.Float32bits(f))
}

// start appends the set-up.
func (e *encoder) start(s *baduk.Setup) {
	for _, points := range [2][]baduk.Point{s.Black, s.White} {
		e.number(len(points))
		for _, p := range points {
			e.number(int(p))
		}
	}
	e.number(int(s.ToPlay))
	e.number(s.Handicap)
	if s.Scores == [3]float64{} {
		e.number(0)
		return
	}
	e.number(1)
	for _, score := range s.Scores {
		e.dst = binary.LittleEndian.AppendUint64(e.dst, math.Float64bits(score))
	}
}

func (e *encoder) moves(moves []baduk.Move) {
	e.number(len(moves))
	turn := baduk.Black
	for _, m := range moves {
		code := 2 * (int(m.Point) + 1)
		if m.Color != turn {
			code++
		}
		e.number(code)
		turn = m.Color.Opponent()
	}
}

// final appends the owners of the points at the end of a game.
func (e *encoder) final(owners []baduk.Color) {
	if owners == nil {
		e.number(0)
		return
	}
	e.number(1)
	at := len(e.dst)
	e.dst = append(e.dst, make([]byte, (len(owners)+3)/4)...)
	for p, c := range owners {
		e.dst[at+p/4] |= byte(c) << (p % 4 * 2)
	}
}

// parts returns the flags for the parts that the sample has.
func (s *Sample) parts() (flags int) {
	if s.Policy != nil {
		flags |= hasPolicy
	}
	if s.Value != nil {
		flags |= hasValue
	}
	if s.Ownership != nil {
		flags |= hasOwnership
	}
	if s.Doubt != 0 {
		flags |= hasDoubt
	}
	if len(s.Branch) > 0 {
		flags |= hasBranch
	}
	return flags
}

// sample appends a sample. The parameter named before is the turn of the previous sample.
func (e *encoder) sample(s *Sample, before int) {
	e.number(s.Turn - before)
	e.number(s.parts())
	e.float(s.Weight)
	if s.Doubt != 0 {
		e.dst = append(e.dst, s.Doubt)
	}
	e.dst = appendBranch(e.dst, s.Branch)
	if s.Policy != nil {
		e.number(len(s.Policy))
		for _, share := range s.Policy {
			e.number(int(share.Point) + 1)
			e.dst = binary.LittleEndian.AppendUint16(e.dst, share.Part)
		}
	}
	if v := s.Value; v != nil {
		for _, f := range [5]float32{v.Win, v.NoResult, v.Lead, v.ScoreMean, v.ScoreStdev} {
			e.float(f)
		}
	}
	for _, o := range s.Ownership {
		e.dst = append(e.dst, byte(o))
	}
}

// appendBranch appends the moves of a branch. It appends nothing for an empty branch.
func appendBranch(dst []byte, branch []baduk.Move) []byte {
	if len(branch) == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(len(branch)))
	for _, m := range branch {
		code := 2 * uint64(m.Point+1)
		if m.Color == baduk.White {
			code++
		}
		dst = binary.AppendUvarint(dst, code)
	}
	return dst
}
