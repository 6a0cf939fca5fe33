package train

import (
	"math"

	"tengen/nn"
)

// Target is what a net should answer for a position, seen from
// the player to move. Unknown parts are not learnt.
type Target struct {
	// Policy and Answer are shares of the moves, a pass last, that sum to 1: of the player
	// to move, and of the opponent behind that. Nil: not known.
	Policy, Answer []float32
	// Value are the chances of win, loss and no result, that sum to 1, if HasValue.
	Value    [3]float32
	HasValue bool
	// Lead is by how many points the player to move leads in the end, if HasLead.
	Lead    float32
	HasLead bool
	// Ownership is 1 for points of the player to move, -1 for those of the opponent. Nil:
	// not known.
	Ownership []float32
	// Played is where a policy has the move that was played, -1 if unknown or if it was
	// not played to win. Nothing is learnt from it.
	Played int
	// Weight is how much the position counts, as a rule 1.
	Weight float32
}

// Weights are how much the parts of a loss count.
type Weights struct {
	Policy    float64 `json:"policy"`
	Answer    float64 `json:"answer"`
	Value     float64 `json:"value"`
	Ownership float64 `json:"ownership"`
	Score     float64 `json:"score"`
	Spread    float64 `json:"spread"`
	Lead      float64 `json:"lead"`
}

// DefaultWeights are about KataGo's (Wu 2019, and its training code since).
func DefaultWeights() Weights {
	return Weights{Policy: 1, Answer: 0.15, Value: 1.2, Ownership: 1.5, Score: 0.0015, Spread: 0.001, Lead: 0.006}
}

// Losses are the parts of a loss, without their weights: cross entropies in nats, for
// ownership the mean of the points; and Huber's losses of points.
type Losses struct {
	Policy    float64 `json:"policy,omitempty"`
	Answer    float64 `json:"answer,omitempty"`
	Value     float64 `json:"value,omitempty"`
	Ownership float64 `json:"ownership,omitempty"`
	Score     float64 `json:"score,omitempty"`
	Spread    float64 `json:"spread,omitempty"`
	Lead      float64 `json:"lead,omitempty"`
}

// Sum is the loss: the parts by their weights.
func (l Losses) sum(w Weights) float64 {
	return w.Policy*l.Policy + w.Answer*l.Answer + w.Value*l.Value + w.Ownership*l.Ownership +
		w.Score*l.Score + w.Spread*l.Spread + w.Lead*l.Lead
}

// Where the losses of points begin to grow straight, in points.
const (
	scoreDelta  = 12
	spreadDelta = 10
	leadDelta   = 8
)

// Loss judges what a net said of a position, and puts into by the derivatives of the sum
// of the losses, by their weights and that of the target, by everything that it said. p
// is how the net's numbers become points. The spread learns from how far the mean was off,
// and the mean does not learn from the spread.
func (w Weights) Loss(out *nn.Result, p nn.PostProcess, t *Target, by *nn.Result) Losses {
	area := len(out.Ownership)
	by.Policy = [][]float32{resize(by.Policy, 0, area), resize(by.Policy, 1, area)}
	by.Pass = append(by.Pass[:0], 0, 0)
	by.Value = [3]float32{}
	by.Score = append(by.Score[:0], make([]float32, len(out.Score))...)
	by.Ownership = append(by.Ownership[:0], make([]float32, area)...)
	var l Losses
	weight := float64(t.Weight)
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
	if t.HasLead {
		target := float64(t.Lead)
		mean := float64(out.Score[0]) * p.ScoreMean
		var slope float64
		l.Score, slope = huber(mean-target, scoreDelta)
		by.Score[0] = float32(w.Score * weight * slope * p.ScoreMean)
		// The mean distance from the mean of a normal distribution is its deviation times
		// sqrt(2/pi).
		off := math.Abs(mean-target) * math.Sqrt(math.Pi/2)
		raw := float64(out.Score[1])
		l.Spread, slope = huber(softplus(raw)*p.ScoreStdev-off, spreadDelta)
		by.Score[1] = float32(w.Spread * weight * slope * p.ScoreStdev / (1 + math.Exp(-raw)))
		l.Lead, slope = huber(float64(out.Score[2])*p.Lead-target, leadDelta)
		by.Score[2] = float32(w.Lead * weight * slope * p.Lead)
	}
	if t.Ownership != nil {
		each := w.Ownership * weight / float64(area)
		for i, target := range t.Ownership {
			// tanh(x) is 2*sigmoid(2x) - 1: it is the chance to own the point that learns.
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

// softmaxLoss is the cross entropy of logits and a last one with target shares; the
// derivatives, times the weight, go into by.
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

// huber is half the square of x near zero, straight beyond delta, and how it grows.
func huber(x, delta float64) (loss, slope float64) {
	if math.Abs(x) <= delta {
		return x * x / 2, x
	}
	return delta * (math.Abs(x) - delta/2), math.Copysign(delta, x)
}

// softplus is log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
