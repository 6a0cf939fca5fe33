package neteval

import (
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
)

// Judgement is what a net says of a position. Every number is Black's, the policy
// is that of the player to move.
type Judgement struct {
	Win, Loss, NoResult float64 // probabilities, of Black; they sum to 1
	// ScoreMean and ScoreSquare are the mean of the final score under self-play and
	// of its square, in points; a game without result counts as 0.
	ScoreMean, ScoreSquare float64
	Lead                   float64 // by how many points Black is ahead
	// VarTimeLeft is a measure of how many turns pass until the score is known;
	// WinError and ScoreError are how far off the net expects to be in a few
	// turns, as probability and in points. -1 where the net does not say them.
	VarTimeLeft, WinError, ScoreError float64
	Policy                            []float32 // by Point, pass last: legal moves sum to 1, others are -1
	Ownership                         []float32 // by Point, -1..+1
}

// supported errs on a version of models whose input is not known here.
func checkVersion(version int) error {
	if version < nn.OldestVersion || version > nn.NewestVersion {
		return fmt.Errorf("the net is of version %d: only %d to %d can be used here", version, nn.OldestVersion, nn.NewestVersion)
	}
	return nil
}

// readable errs on a board that no net can read.
func checkBoard(g *baduk.Graph) error {
	geo, ok := g.Geometry()
	switch {
	case !ok || geo.Width == 0:
		return fmt.Errorf("a net reads rectangles only, and the board is %v", g)
	case g.Life() != nil:
		return fmt.Errorf("a net knows no weights, and the board %v has some", g)
	case geo.Width < 2 || geo.Height < 2:
		return fmt.Errorf("a net reads boards from 2x2, and this is %v", g)
	}
	return nil
}

// understand makes of a net's answer what it means. to is where each point was
// for the net.
func (j *Judgement) decode(m *nn.Model, g *baduk.Game, r *nn.Result, to []int, optimism float64) {
	j.decodePolicy(g, r, to, float32(optimism))
	j.decodeValue(m, g, r)
	j.Ownership = resize(j.Ownership, len(to))
	sign := sign(g)
	for p, at := range to {
		j.Ownership[p] = float32(sign * math.Tanh(float64(r.Ownership[at])))
	}
	if g.Rules().Scoring == baduk.ScoringAreaPrisoners {
		j.addPrisoners(g)
	}
}

// addPrisoners corrects a judgement by area under rules that count prisoners beside the
// area. The net is told the prisoners so far as komi, which can be far from any that it has
// learned, so that its lead is first limited to the board's area. Then the stones that are
// still to be captured are added. The probability of a win follows as if the score was
// normally distributed.
func (j *Judgement) addPrisoners(g *baduk.Game) {
	points := eval.Prisoners(&g.Position().Board, j.Ownership)
	stdev := math.Sqrt(max(0, j.ScoreSquare-j.ScoreMean*j.ScoreMean))
	komi, area := g.Compensation(), float64(g.Graph().Len())
	j.Lead = min(max(j.Lead, komi-area), komi+area)
	j.ScoreMean = min(max(j.ScoreMean, komi-area), komi+area)
	j.Lead += points
	j.ScoreMean += points
	j.ScoreSquare = j.ScoreMean*j.ScoreMean + stdev*stdev
	decided := j.Win + j.Loss
	if decided == 0 {
		return
	}
	const least = 1e-4
	share := min(max(j.Win/decided, least), 1-least)
	at := math.Sqrt2*math.Erfinv(2*share-1) + points/max(stdev, 0.5)
	j.Win = decided * (1 + math.Erf(at/math.Sqrt2)) / 2
	j.Loss = decided - j.Win
}

// sign turns the numbers of the player to move into Black's.
func sign(g *baduk.Game) float64 {
	if g.ToPlay() == baduk.White {
		return -1
	}
	return 1
}

// policy is the softmax of the logits of legal moves. From version 12 on there are
// two policies, of which the second is optimistic; optimism mixes them.
func (j *Judgement) decodePolicy(g *baduk.Game, r *nn.Result, to []int, optimism float32) {
	mixed := func(of func(i int) float32) float32 {
		v := of(0)
		if len(r.Policy) > 1 {
			v += (of(1) - v) * optimism
		}
		return v
	}
	rules := reopened(g)
	n := len(to)
	j.Policy = resize(j.Policy, n+1)
	illegal := float32(math.Inf(-1))
	most := illegal
	for p := range j.Policy {
		m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
		if p < n {
			m.Point = baduk.Point(p)
		}
		v := illegal
		switch {
		case rules.Legal(m) != baduk.Legal:
		case p < n:
			v = mixed(func(i int) float32 { return r.Policy[i][to[p]] })
		default:
			v = mixed(func(i int) float32 { return r.Pass[i] })
		}
		j.Policy[p] = v
		most = max(most, v)
	}
	sum := 0.0
	for _, v := range j.Policy {
		sum += math.Exp(float64(v - most))
	}
	for p, v := range j.Policy {
		if v == illegal {
			j.Policy[p] = -1
		} else {
			j.Policy[p] = float32(math.Exp(float64(v-most)) / sum)
		}
	}
}

// value makes probabilities and points of the rest; which numbers there are
// depends on the version, see package nn.
func (j *Judgement) decodeValue(m *nn.Model, g *baduk.Game, r *nn.Result) {
	win, loss, none := outcome(r.Value, mayHaveNoResult(g.Rules()) || m.Version < 4)
	sign, p := sign(g), m.PostProcess
	j.Win, j.Loss, j.NoResult = win, loss, none
	if sign < 0 {
		j.Win, j.Loss = loss, win
	}
	j.VarTimeLeft, j.WinError, j.ScoreError = -1, -1, -1
	score := func(i int) float64 { return float64(r.Score[i]) }
	if m.Version < 4 {
		j.ScoreMean = sign * version3Score(score(0), len(r.Ownership))
		j.ScoreSquare, j.Lead = j.ScoreMean*j.ScoreMean, j.ScoreMean
		return
	}
	result := 1 - none
	mean, stdev := score(0)*p.ScoreMean, softplus(score(1))*p.ScoreStdev
	j.ScoreMean, j.ScoreSquare = sign*mean*result, (mean*mean+stdev*stdev)*result
	lead := score(0)
	if m.Version >= 8 {
		lead = score(2)
	}
	j.Lead = sign * lead * p.Lead * result
	if m.Version < 9 {
		return
	}
	j.VarTimeLeft = softplus(score(3)) * p.VarianceTime
	switch {
	case m.Version >= 14:
		j.WinError = softplus(score(4)/2) * math.Sqrt(p.ShorttermValueError)
		j.ScoreError = softplus(score(5)/2) * math.Sqrt(p.ShorttermScoreError)
	case m.Version >= 10:
		j.WinError = math.Sqrt(softplus(score(4)) * p.ShorttermValueError)
		j.ScoreError = math.Sqrt(softplus(score(5)) * p.ShorttermScoreError)
	default:
		j.WinError, j.ScoreError = softplus(score(4)), 10*softplus(score(5))
	}
}

// mayBeVoid reports whether a game under these rules can end without result.
func mayHaveNoResult(r baduk.Rules) bool {
	return r.Ko == baduk.KoSimple || r.Scoring == baduk.ScoringTerritory
}

// outcome is the softmax of the three outcomes.
func outcome(v [3]float32, void bool) (win, loss, none float64) {
	most := max(v[0], v[1])
	if void {
		most = max(most, v[2])
		none = math.Exp(float64(v[2] - most))
	}
	win, loss = math.Exp(float64(v[0]-most)), math.Exp(float64(v[1]-most))
	sum := win + loss + none
	return win / sum, loss / sum, none / sum
}

// oldScore is the score that version 3 means, in points: one is twice the root of
// the board's area.
func version3Score(v float64, area int) float64 { return v * 2 * math.Sqrt(float64(area)) }

func softplus(x float64) float64 {
	if x > 40 {
		return x
	}
	return math.Log1p(math.Exp(x))
}
