package mcts

import (
	"math"
	"math/rand/v2"
)

// newRootPriors returns the root's priors, changed by temperature and noise. It returns nil if Params sets
// neither.
func (s *Search) newRootPriors(nd *node) []float32 {
	p := &s.params
	if p.RootTemperature == 1 && p.RootNoise == 0 {
		return nil
	}
	moves := s.graph.movesOf(nd)
	priors := make([]float64, len(moves))
	for i, m := range moves {
		priors[i] = math.Pow(m.weight()/moves[0].weight(), 1/p.RootTemperature)
	}
	normalise(priors)
	if p.RootNoise > 0 {
		rng := rand.New(rand.NewPCG(p.Seed, s.game.SearchKey()))
		noise := dirichlet(rng, priors, p.RootNoiseTotal)
		for i := range priors {
			priors[i] += p.RootNoise * (noise[i] - priors[i])
		}
	}
	list := make([]float32, len(priors))
	for i, v := range priors {
		list[i] = float32(v)
	}
	return list
}

func normalise(list []float64) {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	for i := range list {
		list[i] /= sum
	}
}

// Priors are limited to these bounds before they shape Dirichlet noise, as in KataGo (searchhelpers.cpp).
const (
	dirichletMostPrior  = 0.01
	dirichletLeastPrior = 1e-20
)

// dirichlet draws Dirichlet noise. Half of the total concentration is spread evenly. The other half is spread
// over moves whose prior is above the mean on a logarithmic scale, because other moves are hardly ever worth a
// visit.
func dirichlet(rng *rand.Rand, priors []float64, total float64) []float64 {
	n := float64(len(priors))
	shape := make([]float64, len(priors))
	mean, sum := 0.0, 0.0
	for i, p := range priors {
		shape[i] = math.Log(min(dirichletMostPrior, p) + dirichletLeastPrior)
		mean += shape[i] / n
	}
	for i := range shape {
		shape[i] = max(0, shape[i]-mean)
		sum += shape[i]
	}
	noise := make([]float64, len(priors))
	for i := range noise {
		alpha := 1 / n
		if sum > 0 {
			alpha = (shape[i]/sum + 1/n) / 2
		}
		noise[i] = gamma(rng, alpha*total) + 1e-300
	}
	normalise(noise)
	return noise
}

// gamma draws from a gamma distribution (Marsaglia and Tsang 2000).
func gamma(rng *rand.Rand, shape float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = math.Pow(1-rng.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return boost * d * v
		}
	}
}
