package neteval

import (
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
)

// Judgement is a net's judgement of a position. All values are from Black's point of view, except the policy.
// The policy is for the moves of the player to move.
type Judgement struct {
	Win, Loss, NoResult float64 // probabilities for Black; they sum to 1
	// ScoreMean and ScoreSquare are the means, under self-play, of the final score and of its square,
	// in points. A game without a result counts as 0.
	ScoreMean, ScoreSquare float64
	Lead                   float64 // points that Black is ahead
	// VarTimeLeft is a measure of how many turns remain until the score is known. WinError (a probability) and
	// ScoreError (points) are expected errors: the probable changes of the net's judgement within a few turns.
	// All three are -1 if the net does not have these outputs.
	VarTimeLeft, WinError, ScoreError float64
	Policy                            []float32 // priors by Point, pass last; legal ones sum to 1, illegal ones are -1
	Ownership                         []float32 // owner of each Point: -1 is White, +1 is Black
}

// checkVersion fails for a model version whose input this package cannot make.
func checkVersion(version int) error {
	if version < nn.OldestVersion || version > nn.NewestVersion {
		return fmt.Errorf("the net has version %d: only %d to %d are supported", version, nn.OldestVersion, nn.NewestVersion)
	}
	return nil
}

// checkBoard fails for a board that a net for rectangles cannot read.
func checkBoard(g *baduk.Graph) error {
	grid, ok := g.Rectangle()
	switch {
	case !ok:
		return fmt.Errorf("this net reads rectangles only, and the board is %v", g)
	case g.Life() != nil:
		return fmt.Errorf("this net cannot read boards with weights, such as %v", g)
	case grid.Width < 2 || grid.Height < 2:
		return fmt.Errorf("this net reads boards from 2x2, and the board is %v", g)
	}
	return nil
}

// decode sets j from a net's output. The parameter to maps each point of the board to its place in the output.
func (j *Judgement) decode(m *nn.Model, g *baduk.Game, r *nn.Result, to []int, optimism float64) {
	j.decodePolicy(g, r, to, float32(optimism))
	j.decodeValue(m, g, r)
	if unit := ScoreUnit(g.Graph()); unit != 1 {
		j.ScoreMean, j.ScoreSquare, j.Lead = j.ScoreMean*unit, j.ScoreSquare*unit*unit, j.Lead*unit
	}
	j.Ownership = resize(j.Ownership, len(to))
	sign := sign(g)
	for p, at := range to {
		j.Ownership[p] = float32(sign * math.Tanh(float64(r.Ownership[at])))
	}
	if g.Rules().Scoring == baduk.ScoringAreaPrisoners {
		j.addPrisoners(g)
	}
}

// addPrisoners corrects a judgement under rules that count prisoners in addition to the area. In the net's
// input, the present prisoners are a part of the komi. Such a komi can be far outside the range that the net
// has learned. So addPrisoners first limits the lead without the komi to the board's area. It then adds the
// expected number of further prisoners. The probability of winning is changed as if the score were normally
// distributed.
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
	// minShare keeps the inverse finite. Because of minStdev, a single point does not decide every game.
	const minShare, minStdev = 1e-4, 0.5 // probability, points
	share := min(max(j.Win/decided, minShare), 1-minShare)
	at := math.Sqrt2*math.Erfinv(2*share-1) + points/max(stdev, minStdev)
	j.Win = decided * (1 + math.Erf(at/math.Sqrt2)) / 2
	j.Loss = decided - j.Win
}

// sign returns 1 if Black is to move, and -1 if White is to move. Multiplication by it converts values between
// Black's point of view and that of the player to move.
func sign(g *baduk.Game) float64 {
	if g.ToPlay() == baduk.White {
		return -1
	}
	return 1
}

// decodePolicy computes the softmax of the logits of legal moves. Nets from version 12 on have two policies,
// which are mixed. The second policy is optimistic. Its share in the mixture is the parameter named optimism.
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
		m := baduk.Move{Color: g.ToPlay(), Point: eval.PolicyPoint(p, n)}
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

// decodeValue sets the probabilities and points. The version of a net decides which outputs the net has; see
// package nn.
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
	switch { // as KataGo decodes these outputs (nneval.cpp)
	case m.Version >= 14:
		j.WinError = softplus(score(4)/2) * math.Sqrt(p.ShorttermValueError)
		j.ScoreError = softplus(score(5)/2) * math.Sqrt(p.ShorttermScoreError)
	case m.Version >= 10:
		j.WinError = math.Sqrt(softplus(score(4)) * p.ShorttermValueError)
		j.ScoreError = math.Sqrt(softplus(score(5)) * p.ShorttermScoreError)
	default:
		const scoreErrorUnit = 10 // points, of version 9
		j.WinError, j.ScoreError = softplus(score(4)), scoreErrorUnit*softplus(score(5))
	}
}

// mayHaveNoResult reports whether a game under these rules can end without a result.
func mayHaveNoResult(r baduk.Rules) bool {
	return r.Ko == baduk.KoSimple || r.Scoring == baduk.ScoringTerritory
}

// outcome returns the softmax of the logits of win, loss and no result. If void is false, it returns the
// softmax of win and loss only.
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

// version3Score converts the score output of version 3 to points. The unit of the output is twice the square
// root of the board's area.
func version3Score(v float64, area int) float64 { return v * 2 * math.Sqrt(float64(area)) }

func softplus(x float64) float64 {
	if x > 40 {
		return x
	}
	return math.Log1p(math.Exp(x))
}
