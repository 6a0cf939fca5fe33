package train

import (
	"fmt"
	"math"

	"tengen/nn"
)

// Method is an optimization method.
type Method uint8

// The methods.
const (
	AdamW    Method = iota // Loshchilov and Hutter 2019
	Momentum               // stochastic gradient descent with momentum
	// Muon (Jordan 2024) changes only the filters between hidden layers. Its steps are the running means of the
	// gradients, made orthogonal with [nn.Orthogonal]. They are scaled to the size of AdamW's steps (Liu et al.
	// 2025). AdamW changes all other weights.
	Muon
)

var methodNames = [...]string{"adamw", "momentum", "muon"}

// String returns the name of the method.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return fmt.Sprintf("method %d", m)
}

// MarshalText returns the name of the method.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the name of a method.
func (m *Method) UnmarshalText(text []byte) error {
	for i, name := range methodNames {
		if name == string(text) {
			*m = Method(i)
			return nil
		}
	}
	return fmt.Errorf("%.40q is not a method: write adamw, momentum or muon", text)
}

// OptimizerParams are the parameters of an [Optimizer].
type OptimizerParams struct {
	Method Method  `json:"method"`
	Rate   float64 `json:"rate"` // the largest learning rate, reached after the warm-up
	// Decay is the weight decay. In every step, each weight that multiplies inputs is reduced by a share of its
	// value. The share is Decay times the learning rate. Biases do not decay.
	Decay float64 `json:"decay"`
	// Clip is the largest length of a batch's mean gradient. A longer gradient is scaled down to this length. 0 means
	// no limit.
	Clip float64 `json:"clip"`
	// The learning rate grows linearly from 0 to Rate in Warmup steps. Then it falls along a cosine to Final times Rate
	// at step Steps.
	Warmup int     `json:"warmup"`
	Steps  int     `json:"steps"`
	Final  float64 `json:"final"`
	// Beta1 is the decay factor of the running means of the gradients. Beta2 is the decay factor of the running means
	// of their squares, which only AdamW uses. Muon uses muonMomentum instead of Beta1.
	Beta1 float64 `json:"beta1"`
	Beta2 float64 `json:"beta2"`
	// Average is the decay factor, per step, of the running average of the weights. The net for playing has the
	// averaged weights. If Average is 0, weights are not averaged, and the net for playing has the last weights.
	Average float64 `json:"average"`
}

// DefaultOptimizerParams returns parameters for a small net such as the bundled one. They use Muon, and the
// given number of steps.
func DefaultOptimizerParams(steps int) OptimizerParams {
	return OptimizerParams{Method: Muon, Rate: 2e-3, Decay: 0.05, Clip: 5, Warmup: min(1000, steps/10), Steps: steps, Final: 0.02,
		Beta1: 0.9, Beta2: 0.98, Average: 0.999}
}

// Validate reports the first parameter that is out of range.
func (o OptimizerParams) Validate() error {
	within := func(name string, v, low, high float64) error {
		if !(v >= low && v <= high) {
			return fmt.Errorf("%s is %v, not from %v to %v", name, v, low, high)
		}
		return nil
	}
	for _, err := range []error{
		within("rate", o.Rate, 1e-9, 10), within("decay", o.Decay, 0, 10), within("clip", o.Clip, 0, 1e9), within("final", o.Final, 0, 1),
		within("beta1", o.Beta1, 0, 0.9999), within("beta2", o.Beta2, 0, 0.999999), within("average", o.Average, 0, 0.999999),
		within("warmup", float64(o.Warmup), 0, 1e9), within("steps", float64(o.Steps), 1, 1e12), within("method", float64(o.Method), 0, float64(Muon)),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// rateAt returns the learning rate of a step. Steps are counted from 0.
func (o OptimizerParams) rateAt(step int) float64 {
	if step < o.Warmup {
		return o.Rate * float64(step+1) / float64(o.Warmup)
	}
	part := 1.0
	if o.Steps > o.Warmup {
		part = min(1, float64(step-o.Warmup)/float64(o.Steps-o.Warmup))
	}
	return o.Rate * (o.Final + (1-o.Final)*(1+math.Cos(math.Pi*part))/2)
}

// Optimizer changes the weights of a model. It keeps the running means of the gradients and weights.
type Optimizer struct {
	params     OptimizerParams
	parameters []nn.Parameter
	level      nn.Level
	// The state of the optimizer. A checkpoint contains it.
	step    int
	first   [][]float32 // running means of the gradients
	second  [][]float32 // running means of the squared gradients, only for parameters that AdamW changes
	average [][]float32 // running average of the weights; nil if disabled
}

// NewOptimizer returns an optimizer at step 0.
func NewOptimizer(params OptimizerParams, parameters []nn.Parameter, level nn.Level) (*Optimizer, error) {
	if err := params.Validate(); err != nil {
		return nil, err
	}
	o := &Optimizer{params: params, parameters: parameters, level: level}
	for _, p := range parameters {
		o.first = append(o.first, make([]float32, len(p.Values)))
		var second []float32
		if o.method(p) == AdamW {
			second = make([]float32, len(p.Values))
		}
		o.second = append(o.second, second)
		if params.Average > 0 {
			o.average = append(o.average, append([]float32(nil), p.Values...))
		}
	}
	return o, nil
}

// method returns the method that changes a parameter.
func (o *Optimizer) method(p nn.Parameter) Method {
	if o.params.Method == Muon && p.Rows == 0 {
		return AdamW
	}
	return o.params.Method
}

// Step changes the weights by the gradients of a batch. gradients contains sums over the positions of the batch, and
// positions is their number. Step returns the length of the mean gradient. It overwrites the slices of gradients. If a
// gradient is NaN or infinite, Step fails and does not change the weights.
func (o *Optimizer) Step(gradients [][]float32, positions float64) (length float64, err error) {
	if length, err = o.length(gradients); err != nil {
		return 0, fmt.Errorf("step %d: %w", o.step, err)
	}
	length /= positions
	scale := 1 / positions
	if o.params.Clip > 0 && length > o.params.Clip {
		scale *= o.params.Clip / length
	}
	rate := o.params.rateAt(o.step)
	o.step++
	for k, p := range o.parameters {
		decay := float32(1)
		if p.Product {
			decay = float32(1 - rate*o.params.Decay)
		}
		switch o.method(p) {
		case Momentum:
			o.momentum(k, gradients[k], float32(scale), float32(rate), decay)
		case Muon:
			o.muon(k, gradients[k], float32(scale), rate, decay)
		default:
			o.adam(k, gradients[k], float32(scale), rate, decay)
		}
		if o.average != nil {
			// The average spans at most about the last ninth of the steps made so far, so it forgets early weights.
			keep := float32(min(o.params.Average, float64(o.step)/float64(o.step+9)))
			for i, v := range p.Values {
				o.average[k][i] = v + keep*(o.average[k][i]-v)
			}
		}
	}
	return length, nil
}

// length returns the Euclidean length of the vector of all gradients.
func (o *Optimizer) length(gradients [][]float32) (float64, error) {
	length := 0.0
	for k, g := range gradients {
		sum := 0.0
		for _, v := range g {
			sum += float64(v) * float64(v)
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return 0, fmt.Errorf("the gradient of %s is not finite; a smaller rate may help", o.parameters[k].Name)
		}
		length += sum
	}
	return math.Sqrt(length), nil
}

func (o *Optimizer) momentum(k int, g []float32, scale, rate, decay float32) {
	keep, values, first := float32(o.params.Beta1), o.parameters[k].Values, o.first[k]
	for i, v := range g {
		first[i] = keep*first[i] + scale*v
		values[i] = decay*values[i] - rate*first[i]
	}
}

const (
	// muonMomentum is Muon's decay factor of the running mean of gradients (Jordan 2024).
	muonMomentum = 0.95
	// muonScale is the usual root mean square of AdamW's changes, divided by the learning rate (Liu et al. 2025).
	muonScale = 0.2
	// adamEpsilon keeps AdamW from dividing by zero (Loshchilov and Hutter 2019).
	adamEpsilon = 1e-8
)

func (o *Optimizer) muon(k int, g []float32, scale float32, rate float64, decay float32) {
	p, first := o.parameters[k], o.first[k]
	for i, v := range g {
		first[i] = muonMomentum*first[i] + scale*v
		g[i] = scale*v + muonMomentum*first[i] // Nesterov momentum adds the gradient once more
	}
	nn.Orthogonal(o.level, p.Rows, p.Columns, g)
	step := float32(rate * muonScale * math.Sqrt(float64(max(p.Rows, p.Columns))))
	for i, v := range g {
		p.Values[i] = decay*p.Values[i] - step*v
	}
}

func (o *Optimizer) adam(k int, g []float32, scale float32, rate float64, decay float32) {
	b1, b2 := float32(o.params.Beta1), float32(o.params.Beta2)
	// Running means begin at zero, so they are too small at first. These factors correct them.
	rate /= 1 - math.Pow(o.params.Beta1, float64(o.step))
	grow := float32(1 / (1 - math.Pow(o.params.Beta2, float64(o.step))))
	values, first, second, r := o.parameters[k].Values, o.first[k], o.second[k], float32(rate)
	for i, v := range g {
		v *= scale
		first[i] += (1 - b1) * (v - first[i])
		second[i] += (1 - b2) * (v*v - second[i])
		values[i] = decay*values[i] - r*first[i]/(float32(math.Sqrt(float64(second[i]*grow)))+adamEpsilon)
	}
}

// Averaged replaces the weights by their running average, calls the function do, and restores the weights.
func (o *Optimizer) Averaged(do func() error) error {
	if o.average == nil {
		return do()
	}
	swap := func() {
		for k, p := range o.parameters {
			for i, v := range p.Values {
				p.Values[i], o.average[k][i] = o.average[k][i], v
			}
		}
	}
	swap()
	defer swap()
	return do()
}
