package mcts

import (
	"math"

	"tengen/eval"
)

// valuer computes the utility of a position for Black.
type valuer struct {
	p      *Params
	unit   float64 // points of score that one point of the board is worth, see baduk.Graph.Unit
	scale  float64 // points of score that 1 is in the scores of nodes and samples, see setUnit
	side   float64 // side of a square board with as many points
	centre float64 // centre of the dynamic score, in units
}

// setUnit sets the unit and the scale. A node stores squares of scores as float32. With large weights, squares of
// points would be too large for it, so the scale is the unit. With small weights, the scale is 1: a komi could be too
// large in small units.
func (w *valuer) setUnit(unit float64) { w.unit, w.scale = unit, max(unit, 1) }

// utility returns the utility for Black. mean and square are the mean of the score in the scale of nodes, and the mean
// of its square.
func (w *valuer) utility(win, noResult, mean, square float64) float64 {
	u := w.p.WinFactor*(2*win-1) + w.p.NoResult*noResult
	if w.p.StaticScore == 0 && w.p.DynamicScore == 0 {
		return u
	}
	unit := w.unit / w.scale
	mean /= unit
	stdev := math.Sqrt(max(0, square/(unit*unit)-mean*mean))
	if w.p.StaticScore > 0 {
		u += w.p.StaticScore * saturated(mean, stdev, 2*w.side)
	}
	if w.p.DynamicScore > 0 {
		u += w.p.DynamicScore * saturated(mean-w.centre, stdev, w.p.CenterScale*w.side)
	}
	return u
}

// saturated returns the expectation of atan(x/scale), scaled to the range from -1 to 1. The variable x is
// normally distributed with this mean and standard deviation. Each further point counts less.
func saturated(mean, stdev, scale float64) float64 {
	const turn = 2 / math.Pi
	mean, stdev = mean/scale, stdev/scale
	if stdev < 0.01 {
		return turn * math.Atan(mean)
	}
	// The trapezoid rule is almost exact for such a smooth function. The steps are small compared with the bend
	// of the arc tangent at 0.
	sum := 0.0
	for i := range normalSteps {
		x := float64(i+1) * normalStep * stdev
		sum += normalWeights[i] * (math.Atan(mean+x) + math.Atan(mean-x))
	}
	return turn * (sum + normalMiddle*math.Atan(mean))
}

const (
	normalStep  = 0.3
	normalSteps = 14
)

// normalWeights are the weights of the steps on each side of the middle, and normalMiddle is the weight of
// the middle. The weights of all steps sum to 1.
var normalWeights, normalMiddle = func() (w [normalSteps]float64, middle float64) {
	sum := 1.0
	for i := range w {
		x := float64(i+1) * normalStep
		w[i] = math.Exp(-x * x / 2)
		sum += 2 * w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return w, 1 / sum
}()

// slope returns approximately the utility of one more point, if the mean score in points is this one.
func (w *valuer) slope(mean float64) float64 {
	mean /= w.unit
	of := func(x, scale float64) float64 { return 2 / math.Pi * scale / (scale*scale + x*x) }
	return (w.p.StaticScore*of(mean, 2*w.side) + w.p.DynamicScore*of(mean-w.centre, w.p.CenterScale*w.side)) / w.unit
}

// recentre centres the dynamic score on the given expected score at the root, in the scale of nodes.
func (w *valuer) recentre(mean float64) {
	mean /= w.unit / w.scale
	reach := w.side * w.p.CenterScale
	w.centre = min(max(mean*(1-w.p.CenterZero), mean-reach), mean+reach)
}

// weight returns the weight of an evaluation. A smaller expected error gives a larger weight. The parameter
// named known is true if the evaluator reports expected errors.
func (w *valuer) weight(e *eval.Evaluation, known bool) float64 {
	if !known || w.p.Uncertainty == 0 {
		return 1
	}
	off := 2*w.p.WinFactor*float64(e.WinError) + w.slope(float64(e.ScoreMean))*float64(e.ScoreError)
	return w.p.Uncertainty / (max(off, 0) + w.p.Uncertainty/w.p.UncertaintyMost)
}

// endWeight is the weight of the end of a game.
func (w *valuer) endWeight(known bool) float64 {
	if !known || w.p.Uncertainty == 0 {
		return 1
	}
	return w.p.UncertaintyMost
}
