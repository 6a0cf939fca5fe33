package kernel

import (
	"math"
	"slices"
)

// Activation is a function that is applied to every number.
type Activation uint8

// The activations.
const (
	Identity Activation = iota
	ReLU                // max(x, 0)
	Mish                // x tanh(log(1+exp(x)))
	SiLU                // x/(1+exp(-x))
)

// Activate applies an activation in place.
func Activate(l Level, a Activation, v []float32) {
	switch a {
	case ReLU:
		for i, x := range v {
			v[i] = max(x, 0)
		}
	case Mish:
		mish(l, v)
	case SiLU:
		silu(l, v)
	}
}

// ActivateBoards applies an activation to the pixels of boards. It does not change the borders.
func ActivateBoards(l Level, a Activation, p Plane, v []float32) {
	if a == Identity {
		return
	}
	for i := range p.Count {
		for y := range p.Height {
			Activate(l, a, v[p.Board(i)+p.At(0, y):][:p.Width*p.Channels])
		}
	}
}

func mishGeneric(v []float32) {
	for i, x := range v {
		v[i] = float32(float64(x) * math.Tanh(math.Log1p(math.Exp(float64(min(x, 20))))))
	}
}

func siluGeneric(v []float32) {
	for i, x := range v {
		v[i] = float32(float64(x) / (1 + math.Exp(-float64(x))))
	}
}

// exponentialsGeneric replaces each number x of v by exp(x - max) times its factor, where max is the largest number
// of v, and returns the sum of the exponentials. This is a softmax without the division. The length of v must be a
// multiple of Lanes.
func exponentialsGeneric(v, factors []float32) (sum float32) {
	most := slices.Max(v)
	for i, x := range v {
		e := float32(math.Exp(float64(x - most)))
		v[i] = e * factors[i]
		sum += e
	}
	return sum
}
