package baduk

import (
	"math"
	"math/big"
	"strconv"
)

// Reason is why a point counts for its owner or for neither player.
type Reason uint8

const (
	ReasonDame      Reason = iota // an empty point that reaches both colours or none
	ReasonStone                   // a point with a living stone
	ReasonTerritory               // an empty point that reaches only one colour
	ReasonDead                    // the point of a dead stone, counted as empty
	ReasonSeki                    // a surrounded point in seki, under rules that do not count it
	ReasonPlayed                  // a surrounded point on which a stone was placed in the second clean-up
	ReasonUncounted               // an empty point, under rules that count only stones
	ReasonLate                    // a stone of the second clean-up outside of independent life
)

// String explains the reason in a few words.
func (r Reason) String() string {
	return [...]string{"neutral: reaches both colours or none", "stone", "surrounded by one colour",
		"dead stone, surrounded", "surrounded, but in seki", "surrounded, played on in the clean-up",
		"empty: only stones count", "stone of the clean-up, not counted"}[r]
}

// Stands reports whether a stone on a point with this reason is alive.
func (r Reason) Stands() bool { return r == ReasonStone || r == ReasonPlayed || r == ReasonLate }

// PointScore is the count of one point of the board.
type PointScore struct {
	Owner  Color // the player that the point counts for, or Empty
	Reason Reason
}

// Score is the result of counting a position, with a reason for every point.
type Score struct {
	Scoring ScoringRule
	Points  []PointScore // by Point
	// Stones and Territory count points by owner; Territory includes the points
	// of dead stones. Neutral is the number of points that count for neither
	// player.
	Stones, Territory [3]int
	Neutral           int
	// Dead counts the stones of each colour that were taken off before counting. It does
	// not count stones that were placed in the second clean-up, because these stones do
	// not become prisoners.
	Dead [3]int
	// Prisoners counts the stones of each colour that the opponent holds, dead
	// stones included. It is 0 if the rules do not count prisoners.
	Prisoners  [3]int
	PassStones [3]int // number of stones that each colour handed over for passes
	// Parts counts the independently living parts of each colour that pay the
	// group tax, two points each.
	Parts  [3]int
	Button Color      // the holder of the button, which is worth half a point
	Start  [3]float64 // initial scores by colour
	Komi   Komi       // added to White's total
	Bonus  int        // points added to White's total for handicap stones
	Ties   TieRule
	Void   bool // the game has no result; the count does not matter

	// Weighted says that the points count by their weights; see [Graph.Weight]. Weight
	// then has the sum of the weights of each owner's points. Each sum is computed
	// exactly and then rounded, so the order of the points does not matter.
	Weighted bool
	Weight   [3]float64
	// ahead is Black's exact sum of weights minus White's. It is nil if both sums in Weight are exact.
	ahead   *big.Float
	endless Color // the owner of the points beyond the window of an infinite board
}

// Score counts the position under the rules, even if the game is not over. If
// the players have agreed on the dead stones, the set dead contains these
// stones and may be empty. Score first takes them off. If the set is nil, the
// players have not agreed, and the rules decide which stones are dead, see
// [DeadRule].
func (g *Game) Score(dead PointSet) Score {
	b := &g.pos.Board
	s := Score{Scoring: g.rules.Scoring, Komi: g.rules.Komi, Ties: g.rules.Ties, Bonus: g.Bonus(), Start: g.setup.Scores, Void: g.NoResult()}
	if g.rules.Button {
		if s.Button = g.button; s.Button == Empty {
			s.Button = g.ToPlay() // the next pass would take the button
		}
	}
	s.count(g, b, b.settle(dead, g.rules))
	if g.rules.PassStones {
		s.PassStones = [3]int{Black: g.passStones(Black), White: g.passStones(White)}
	}
	switch g.rules.Scoring {
	case ScoringTerritory:
		for _, c := range [2]Color{Black, White} {
			s.Prisoners[c] = int(g.charged[c]) - s.Stones[c]
		}
	case ScoringAreaPrisoners:
		for _, c := range [2]Color{Black, White} {
			s.Prisoners[c] = int(g.pos.Prisoners[c]) + s.Dead[c]
		}
	}
	return s
}

// AreaScore counts the area of a board without komi (Tromp-Taylor rule 9): a
// player's stones, and the empty points that reach only that player's colour.
// It first takes off the stones in dead.
func AreaScore(b *Board, dead PointSet) Score {
	var s Score
	s.count(nil, b, b.settle(append(PointSet{}, dead...), Rules{}))
	return s
}

// judgement says which player each point belongs to. From this the scoring rule computes
// the number of points.
type judgement struct {
	board *Board  // after the agreed dead stones were taken off
	area  []Color // by point
	// The slice independent is the part of the area that is in independent
	// life, and parts is the number of its pieces. They stay nil and zero if
	// the rules do not need them.
	independent []Color
	parts       [3]int
}

// settle finds area and independent life. If the players have agreed, it first takes off
// the dead stones. If dead is nil, the players have not agreed on dead stones. In this
// case the unconditionally lost stones are taken off, if the rules say so.
func (b *Board) settle(dead PointSet, r Rules) judgement {
	j := judgement{board: b}
	switch {
	case dead != nil:
		j.board = b.cleaned(dead)
		j.area = j.board.reached()
	case r.Dead != DeadNone && !b.graph.Regional():
		j.area = b.Area(r.Suicide != SuicideForbidden)
	default:
		j.area = b.reached()
	}
	if r.Suicide == SuicideLone {
		j.board.dropLone(j.area)
	}
	switch {
	case r.Tax == TaxNone && r.Scoring != ScoringTerritory:
	case dead != nil:
		j.independent, j.parts = j.board.AgreedLife(j.area)
	default:
		j.independent, j.parts = j.board.IndependentLife(j.area)
	}
	return j
}

// cleaned is the board without the dead stones.
func (b *Board) cleaned(dead PointSet) *Board {
	none := true
	for p := range b.cells {
		none = none && (b.cells[p].color == Empty || !dead.Has(Point(p)))
	}
	if none {
		return b
	}
	c := NewBoard(b.graph)
	for p := range b.cells {
		color := b.cells[p].color
		switch {
		case color == Empty || dead.Has(Point(p)):
		case b.graph.Regional():
			c.lay(Point(p), color)
		default:
			c.Place(Move{color, Point(p)})
		}
	}
	return c
}

// reached returns a colour for each point: the colour of its stone, or for an
// empty point the only colour that it reaches (Tromp-Taylor rules 3 and 9). It
// is Empty if the point reaches both colours or none.
func (b *Board) reached() []Color {
	owner := make([]Color, len(b.cells))
	seen := make([]bool, len(b.cells))
	for i := range b.cells {
		if c := b.cells[i].color; c != Empty {
			owner[i] = c
			continue
		}
		if seen[i] {
			continue
		}
		var reaches [3]bool
		region := b.graph.spread(Point(i), seen, func(q Point) bool {
			c := b.cells[q].color
			reaches[c] = true
			return c == Empty
		})
		if reaches[Black] != reaches[White] {
			c := Black
			if reaches[White] {
				c = White
			}
			for _, q := range region {
				owner[q] = c
			}
		}
	}
	return owner
}

// The method point returns the count of point i. The parameter named stood is the colour
// of the point before dead stones were taken off. The parameter named late says that the
// stone on it was placed after the second clean-up began.
func (j *judgement) point(i int, stood Color, late bool, r Rules) PointScore {
	owner, standing := j.area[i], stood != Empty && j.board.cells[i].color == stood
	switch {
	case standing && owner == stood && !late:
		return PointScore{owner, ReasonStone}
	case standing && owner == stood && j.independent[i] == owner:
		return PointScore{owner, ReasonPlayed}
	case standing && owner == stood:
		return PointScore{Empty, ReasonLate}
	case owner == Empty:
		return PointScore{Empty, ReasonDame}
	case r.Scoring == ScoringStones:
		return PointScore{Empty, ReasonUncounted}
	case r.Tax != TaxNone && j.independent[i] != owner:
		if standing && !late && r.Scoring == ScoringTerritory {
			return PointScore{stood, ReasonStone} // a stone in neutral territory is not lost
		}
		return PointScore{Empty, ReasonSeki}
	case stood != Empty:
		return PointScore{owner, ReasonDead}
	}
	return PointScore{owner, ReasonTerritory}
}

// count fills in the count of every point. It takes the phase, and the stones from before
// the second clean-up, from the game g. If g is nil, every point counts as area.
func (s *Score) count(g *Game, b *Board, j judgement) {
	s.Points = make([]PointScore, len(b.cells))
	var r Rules
	var before []Color // the colours at the start of the second clean-up
	if g != nil {
		r = g.rules
		if g.phase == 2 && r.Scoring == ScoringTerritory {
			before = g.StonesAfter(int(g.began))
		}
	}
	for i := range s.Points {
		stood := b.cells[i].color
		late := before != nil && before[i] != stood
		ps := j.point(i, stood, late, r)
		if stood != Empty && !late && !ps.Reason.Stands() {
			s.Dead[stood]++
		}
		s.Points[i] = ps
		switch {
		case ps.Owner == Empty:
			s.Neutral++
		case ps.Reason == ReasonStone:
			s.Stones[ps.Owner]++
		default:
			s.Territory[ps.Owner]++
		}
	}
	if r.Tax == TaxAll {
		s.Parts = j.parts
	}
	s.weigh(b.graph)
}

// exactBits is enough for an exact sum of the weights of any board and of a few other numbers. A float64 is a multiple
// of 2 to the power of -1074 and less than 2 to the power of 1024. There are fewer than 2 to the power of 15 points.
const exactBits = 1074 + 1024 + 16

// weigh fills in the sums of the weights. It does nothing on boards without weights.
func (s *Score) weigh(g *Graph) {
	if s.Weighted = g.life != nil; !s.Weighted {
		return
	}
	if g.beyond != NoPoint {
		s.endless = s.Points[g.beyond].Owner
	}
	exact := true // no sum so far was rounded; sums of whole numbers usually are not
	for p, ps := range s.Points {
		before, w := s.Weight[ps.Owner], g.life.Weights[p]
		sum := before + w
		exact = exact && sum-before == w && sum-w == before
		s.Weight[ps.Owner] = sum
	}
	if exact {
		return
	}
	var sums [3]big.Float
	for c := range sums {
		sums[c].SetPrec(exactBits)
	}
	var w big.Float
	for p, ps := range s.Points {
		sums[ps.Owner].Add(&sums[ps.Owner], w.SetFloat64(g.life.Weights[p]))
	}
	for c := range sums {
		s.Weight[c], _ = sums[c].Float64()
	}
	s.ahead = sums[Black].Sub(&sums[Black], &sums[White])
}

// Area is the number of points that count for c, without komi.
func (s *Score) Area(c Color) int { return s.Stones[c] + s.Territory[c] }

// Total is the sum of all points of c under the rules. White's total includes
// komi and bonus.
func (s *Score) Total(c Color) float64 { return s.counted(c) + (s.Start[c] + s.extra(c)) }

// counted is the part of the total of c that was counted on the board: weights, or points and prisoners.
func (s *Score) counted(c Color) float64 {
	switch {
	case s.Weighted:
		return s.Weight[c]
	case s.Scoring == ScoringTerritory:
		return float64(s.Territory[c] + s.Prisoners[c.Opponent()])
	case s.Scoring == ScoringAreaPrisoners:
		return float64(s.Area(c) + s.Prisoners[c.Opponent()])
	}
	return float64(s.Area(c))
}

// extra is the part of the total of c that the rules add: pass stones, tax, button, komi and bonus. It consists of
// whole and half points.
func (s *Score) extra(c Color) float64 {
	t := float64(s.PassStones[c.Opponent()] - 2*s.Parts[c])
	if s.Button == c {
		t += 0.5
	}
	if c == White {
		t += s.Komi.Points() + float64(s.Bonus)
	}
	return t
}

// Lead is the number of points by which Black is ahead. It is the exact difference, rounded once, so it may differ from
// the difference of the rounded totals. It is 0 only if both players have exactly the same.
func (s *Score) Lead() float64 {
	start := s.Start[Black] - s.Start[White]
	if !s.Weighted && s.Start == [3]float64{} || math.IsNaN(start) || math.IsInf(start, 0) {
		return s.Total(Black) - s.Total(White)
	}
	var lead, x big.Float
	lead.SetPrec(exactBits)
	add := func(points float64) { lead.Add(&lead, x.SetFloat64(points)) }
	if s.ahead != nil {
		lead.Add(&lead, s.ahead)
	} else {
		add(s.counted(Black))
		add(-s.counted(White))
	}
	add(s.Start[Black])
	add(-s.Start[White])
	add(s.extra(Black) - s.extra(White))
	rounded, _ := lead.Float64()
	return rounded
}

// Winner is the player with more points. If the points are equal, the tie rule
// decides. In a draw and in a void game Winner is Empty.
func (s *Score) Winner() Color {
	if s.Void {
		return Empty
	}
	switch s.Ties.Share(s.Lead()) {
	case 1:
		return Black
	case 0:
		return White
	}
	return Empty
}

// Result is the score as records write it: "B+3.5", "W+0.5", "0" for a draw,
// "Void" for a void game. A tie that the rules give to Black is "B+0". On boards with
// weights a lead may be too small for a record; the result is then "B+" or "W+".
// [ParseResult] reads it.
func (s *Score) Result() string {
	if s.Void {
		return Result{Ending: EndingVoid}.String()
	}
	lead := s.Lead()
	switch s.Winner() {
	case Black:
		return Result{Black, EndingScore, lead}.String()
	case White:
		return Result{White, EndingScore, -lead}.String()
	}
	return Result{Ending: EndingDraw}.String()
}

// leastWritten is the smallest margin that a result contains. SGF writes numbers without an
// exponent, so a smaller margin would need more than 20 decimals.
const leastWritten = 1e-18

// formatPoints writes points with as few digits as possible: "3.5", "12". Sums of weights
// may have any number of digits, so they are rounded to a millionth of a point. Smaller
// numbers are rounded to three digits. They must not look like 0, because they may decide
// a game. Numbers below leastWritten have an exponent: "1.93e-22".
func formatPoints(points float64) string {
	switch size := math.Abs(points); {
	case size >= 1e-6 || size == 0:
		points = math.Round(points*1e6) / 1e6
	case size < leastWritten:
		return strconv.FormatFloat(points, 'g', 3, 64)
	default:
		points, _ = strconv.ParseFloat(strconv.FormatFloat(points, 'g', 3, 64), 64)
	}
	return strconv.FormatFloat(points, 'f', -1, 64)
}

// Result is the result of a game that is over: "W+R" or "B+R" after a
// resignation, otherwise the count of the board. It is "?" if the game is not
// over.
func (g *Game) Result(dead PointSet) string {
	switch {
	case g.resigned != Empty:
		return Result{Winner: g.resigned.Opponent(), Ending: EndingResignation}.String()
	case !g.Over():
		return Result{}.String()
	}
	s := g.Score(dead)
	return s.Result()
}
