package nn

import "math"

// Conv is a two-dimensional convolution without bias. Its input counts as zero outside the board. Its output
// has the size of the input.
//
// A convolution over a graph has a kernel of one row and three columns, and the dilations 0. The three matrices of
// its weights multiply the channels of the point itself, the sums over its neighbours, and the greatest values of
// its neighbours. Sums and greatest values are 0 for a point without neighbours.
type Conv struct {
	Name string
	// KernelY and KernelX are the height and the width of the kernel, both odd.
	KernelY, KernelX int
	In, Out          int // channels
	// DilationY and DilationX are the distances between the taps of the kernel; 1 is an ordinary convolution. On
	// a CPU, KataGo computes only ordinary convolutions.
	DilationY, DilationX int
	// Weights are in the order of the file: the weight from input channel i to output channel o at row y and
	// column x of the kernel has the index ((y*KernelX+x)*In+i)*Out+o. The middle of the kernel is at the
	// computed point, and y grows downwards: output(p) is the weighted sum of input(p + (x,y) - middle).
	Weights []float32
}

// BatchNorm normalises each channel with statistics from training: x becomes (x - Mean) / sqrt(Variance +
// Epsilon) * Scale + Bias. A file also stores a plain scale and bias in this form, with mean 0, variance 1
// and a tiny epsilon.
type BatchNorm struct {
	Name     string
	Channels int
	Epsilon  float64 // positive; as in the file
	Mean     []float32
	Variance []float32
	Scale    []float32 // nil: 1 in every channel
	Bias     []float32 // nil: 0 in every channel
}

// affine returns factors with which the norm of x in channel c is x*scale[c] + bias[c].
func (b *BatchNorm) affine() (scale, bias []float64) {
	scale = make([]float64, b.Channels)
	bias = make([]float64, b.Channels)
	for c := range scale {
		scale[c] = 1 / math.Sqrt(float64(b.Variance[c])+b.Epsilon)
		if b.Scale != nil {
			scale[c] *= float64(b.Scale[c])
		}
		bias[c] = -scale[c] * float64(b.Mean[c])
		if b.Bias != nil {
			bias[c] += float64(b.Bias[c])
		}
	}
	return scale, bias
}

// ActivationKind is the kind of an activation, which is a function of one number.
type ActivationKind uint8

// The activations that a model file can name. Files before version 11 do not name activations: they use only
// ReLU.
const (
	Identity ActivationKind = iota // x
	ReLU                           // max(x, 0)
	Mish                           // x * tanh(log(1 + exp(x)))
	SiLU                           // x / (1 + exp(-x))
)

// activationWords are the names of activations in files.
var activationWords = [...]string{"ACTIVATION_IDENTITY", "ACTIVATION_RELU", "ACTIVATION_MISH", "ACTIVATION_SILU"}

// String returns the usual name of k.
func (k ActivationKind) String() string {
	names := [...]string{"identity", "ReLU", "Mish", "SiLU"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown activation"
}

// apply returns the value of k at x.
func (k ActivationKind) apply(x float64) float64 {
	switch k {
	case ReLU:
		return max(x, 0)
	case Mish:
		if x > 20 { // log(1+exp(x)) equals x in float32, and exp could overflow
			return x * math.Tanh(x)
		}
		return x * math.Tanh(math.Log1p(math.Exp(x)))
	case SiLU:
		return x / (1 + math.Exp(-x))
	}
	return x
}

// Activation is an activation and its name in the file.
type Activation struct {
	Name string
	Kind ActivationKind
}

// MatMul is a matrix without bias: out[o] = sum over i of in[i]*Weights[i*Out+o].
type MatMul struct {
	Name    string
	In, Out int // channels
	Weights []float32
}

// MatBias adds Weights[c] to channel c.
type MatBias struct {
	Name     string
	Channels int
	Weights  []float32
}

// RMSNorm divides by the root of the mean square: x becomes x / sqrt(mean + Epsilon) * Gamma + Beta, where
// mean is the mean of the squares. It may be the norm at the tip of the trunk.
type RMSNorm struct {
	Name     string
	Channels int
	Epsilon  float64 // positive, at most 1; as in the file
	// If Spatial is true, the mean is over all channels of all points of the board. Otherwise each point has its
	// own mean, over its channels.
	Spatial bool
	Gamma   []float32
	Beta    []float32
}

// PreNorm is the norm of attention and feed-forward blocks: an [RMSNorm] over the channels of one point, with
// Weights as Gamma and without a bias.
type PreNorm struct {
	Name     string
	Channels int
	Epsilon  float64 // positive, at most 1; as in the file
	Weights  []float32
}
