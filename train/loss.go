package train

import (
	"math"

	"tengen/nn"
)

// Target is the output that a net should give for a position, from the perspective of the player to move. Parts that
// are unknown add nothing to the loss.
type Target struct {
	// Policy and Answer have one number for each point and, at the end, one number for a pass. Each number is the share
	// of a move in the policy. The shares sum to 1. Policy is for the next move, and Answer for the opponent's reply to
	// it. Each is nil if unknown.
	Policy, Answer []float32
	// Among, if not nil, has a true for each move among which Policy chooses. The other moves have the probability 0,
	// whatever the net says about them. Its indices are those of Policy.
	Among []bool
	// Value has the chances of win, loss and no result, which sum to 1. It is valid if HasValue is true.
	Value    [3]float32
	HasValue bool
	// Lead is the lead of the player to move, and Score the mean of its final score, in points. Both are valid if
	// HasLead is true.
	Lead, Score float32
	HasLead     bool
	// The target of the spread is (1-EndShare)*Stdev + EndShare*e. Stdev is a teacher's standard deviation of the final
	// score, and e is the distance of the net's mean score from the final score End, times sqrt(pi/2). Scores are in
	// points and of the player to move. All three are valid if HasSpread is true.
	Stdev, End, EndShare float32
	HasSpread            bool
	// Ownership is 1 for points of the player to move, and -1 for points of the opponent. It is nil if unknown.
	Ownership []float32
	// Played is the index, in Policy, of the move that was played. It is -1 if the move is unknown, or if the
	// player did not try to win with it. Played is used for a metric and not for the loss.
	Played int
	// Weight is the weight of the position, usually 1. It is below 0 for a move that should become less likely.
	Weight float32
}

// Weights are the factors of the parts of a loss.
type Weights struct {
	Policy    float64 `json:"policy"`
	Answer    float64 `json:"answer"`
	Value     float64 `json:"value"`
	Ownership float64 `json:"ownership"`
	Score     float64 `json:"score"`
	Spread    float64 `json:"spread"`
	Lead      float64 `json:"lead"`
}

// DefaultWeights returns the weights of KataGo's training code (metrics_pytorch.py). KataGo's paper (Wu 2019) has other
// weights for some parts.
func DefaultWeights() Weights {
	return Weights{Policy: 1, Answer: 0.15, Value: 1.2, Ownership: 1.5, Score: 0.0015, Spread: 0.001, Lead: 0.006}
}

// Losses are the parts of a loss before weighting. Policy, Answer, Value and Ownership are cross entropies in nats.
// Ownership is averaged over the points. Score, Spread and Lead are Huber losses of errors in points.
type Losses struct {
	Policy    float64 `json:"policy,omitempty"`
	Answer    float64 `json:"answer,omitempty"`
	Value     float64 `json:"value,omitempty"`
	Ownership float64 `json:"ownership,omitempty"`
	Score     float64 `json:"score,omitempty"`
	Spread    float64 `json:"spread,omitempty"`
	Lead      float64 `json:"lead,omitempty"`
}

// sum returns the loss: the weighted sum of the parts.
func (l Losses) sum(w Weights) float64 {
	return w.Policy*l.Policy + w.Answer*l.Answer + w.Value*l.Value + w.Ownership*l.Ownership +
		w.Score*l.Score + w.Spread*l.Spread + w.Lead*l.Lead
}

// The Huber losses are quadratic up to these errors, in points, and linear for larger errors. The numbers are those of
// KataGo's training code (metrics_pytorch.py).
const (
	scoreDelta  = 12
	spreadDelta = 10
	leadDelta   = 8
)

// Loss returns the losses of a net's output for a target. The parameter named out is the output. p contains the factors
// that convert the output to points. Loss sets the parameter by to the gradient: the derivatives, with respect to each
// number of the output, of the weighted sum of the losses times the target's weight. The loss of the spread does not
// change the gradient of the mean score. If the target has Among, the logits of all other moves become -Inf.
func (w Weights) Loss(out *nn.Result, p nn.PostProcess, t *Target, by *nn.Result) Losses {
	area := len(out.Ownership)
	by.Policy = [][]float32{resize(by.Policy, 0, area), resize(by.Policy, 1, area)}
	by.Pass = append(by.Pass[:0], 0, 0)
	by.Value = [3]float32{}
	by.Score = append(by.Score[:0], make([]float32, len(out.Score))...)
	by.Ownership = append(by.Ownership[:0], make([]float32, area)...)
	var l Losses
	weight := float64(t.Weight)
	for p, may := range t.Among {
		switch {
		case may:
		case p < area:
			out.Policy[0][p] = float32(math.Inf(-1))
		default:
			out.Pass[0] = float32(math.Inf(-1))
		}
	}
	for i, target := range [][]float32{t.Policy, t.Answer} {
		if target == nil {
			continue
		}
		part := []float64{w.Policy, w.Answer}[i]
		*[]*float64{&l.Policy, &l.Answer}[i] = softmaxLoss(out.Policy[i], &out.Pass[i], target, by.Policy[i], &by.Pass[i], part*weight)
	}
	if t.HasValue {
		l.Value = softmaxLoss(out.Value[:2], &out.Value[2], t.Value[:], by.Value[:2], &by.Value[2], w.Value*weight)
	}
	mean := float64(out.Score[0]) * p.ScoreMean
	var slope float64
	if t.HasLead {
		l.Score, slope = huber(mean-float64(t.Score), scoreDelta)
		by.Score[0] = float32(w.Score * weight * slope * p.ScoreMean)
		l.Lead, slope = huber(float64(out.Score[2])*p.Lead-float64(t.Lead), leadDelta)
		by.Score[2] = float32(w.Lead * weight * slope * p.Lead)
	}
	if t.HasSpread {
		// For a normal distribution, the mean absolute deviation is the standard deviation times sqrt(2/pi).
		off := math.Abs(mean-float64(t.End)) * math.Sqrt(math.Pi/2)
		target, raw := float64(1-t.EndShare)*float64(t.Stdev)+float64(t.EndShare)*off, float64(out.Score[1])
		l.Spread, slope = huber(softplus(raw)*p.ScoreStdev-target, spreadDelta)
		by.Score[1] = float32(w.Spread * weight * slope * p.ScoreStdev / (1 + math.Exp(-raw)))
	}
	if t.Ownership != nil {
		each := w.Ownership * weight / float64(area)
		for i, target := range t.Ownership {
			// tanh(x) = 2*sigmoid(2x) - 1. So the chance that the player owns the point is sigmoid(2x). The loss
			// is the cross entropy of this chance.
			x, chance := 2*float64(out.Ownership[i]), (1+float64(target))/2
			l.Ownership += (softplus(x) - chance*x) / float64(area)
			by.Ownership[i] = float32(each * 2 * (1/(1+math.Exp(-x)) - chance))
		}
	}
	return l
}

func resize(all [][]float32, i, n int) []float32 {
	var v []float32
	if i < len(all) {
		v = all[i][:0]
	}
	return append(v, make([]float32, n)...)
}

// softmaxLoss returns the cross entropy between the target shares and the softmax of logits. The logit of the last
// share is passed separately. softmaxLoss multiplies the derivatives by weight and writes them to the parameters by and
// byLast.
func softmaxLoss(logits []float32, last *float32, target, by []float32, byLast *float32, weight float64) float64 {
	most := float64(*last)
	for _, v := range logits {
		most = max(most, float64(v))
	}
	sum := math.Exp(float64(*last) - most)
	for _, v := range logits {
		sum += math.Exp(float64(v) - most)
	}
	normal := most + math.Log(sum)
	loss := 0.0
	one := func(logit, share float32, by *float32) {
		log := float64(logit) - normal
		if share != 0 {
			loss -= float64(share) * log
		}
		*by = float32(weight * (math.Exp(log) - float64(share)))
	}
	for i, v := range logits {
		one(v, target[i], &by[i])
	}
	one(*last, target[len(logits)], byLast)
	return loss
}

// huber returns the Huber loss of x and its slope. If the absolute value of x is at most delta, the loss is
// half the square of x. Beyond delta it is linear.
func huber(x, delta float64) (loss, slope float64) {
	if math.Abs(x) <= delta {
		return x * x / 2, x
	}
	return delta * (math.Abs(x) - delta/2), math.Copysign(delta, x)
}

// softplus returns log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
