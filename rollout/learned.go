package rollout

import (
	"cmp"
	"math"
	"slices"
)

// Linear returns the policy that was learned.
func (l *Learner) Linear() *Linear {
	if l.patterns == nil {
		l.begin()
	}
	near := func(code int) float64 {
		return float64(l.weights[featureNear+code]) + float64(l.weights[featureColors+int(l.colors[code])])
	}
	most := math.Inf(-1)
	for code, least := range l.canon {
		if int(least) == code && allowedNear(least) {
			most = max(most, near(code))
		}
	}
	p := &Linear{nakade: map[uint64]uint32{}}
	top := math.Log(mostNear / nearUnit)
	for code, least := range l.canon {
		if int(least) == code { // only differences of these weights matter: the largest factor is the largest possible one
			p.nearFactors = append(p.nearFactors, factorOf(near(code)-most+top, nearUnit, mostNear))
		}
	}
	factor := func(i int) uint32 { return factorOf(float64(l.weights[i]), factorUnit, math.MaxUint32) }
	p.response, p.save = factor(featureResponse), factor(featureSave)
	p.neighbour = [2]uint32{factor(featureNeighbour), factor(featureNeighbour + 1)}
	for key, i := range l.nakades {
		p.nakade[key] = factor(fixedFeatures + diamondPlaces*len(l.patterns) + i)
	}
	for code, i := range l.patterns {
		p.patterns = append(p.patterns, widePattern{code: code, factors: l.symmetric(code, l.weights[fixedFeatures+diamondPlaces*i:][:diamondPlaces])})
	}
	slices.SortFunc(p.patterns, func(a, b widePattern) int { return cmp.Compare(a.code, b.code) })
	p.expand()
	return p
}

// symmetric returns the factors of a response pattern. If a symmetry leaves the pattern as it is, the places that it
// exchanges get the same factor.
func (l *Learner) symmetric(code uint64, weights []float32) (factors [diamondPlaces]uint32) {
	for i := range factors {
		sum, n := 0.0, 0
		for s := range l.all {
			if turnWide(code, &l.all[s]) == code {
				sum += float64(weights[l.all[s][i]])
				n++
			}
		}
		factors[i] = factorOf(sum/float64(n), factorUnit, math.MaxUint32)
	}
	return factors
}

// factorOf returns the factor of a weight, in the given units.
func factorOf(weight float64, unit, most uint32) uint32 {
	return uint32(min(max(math.Round(math.Exp(weight)*float64(unit)), 1), float64(most)))
}
