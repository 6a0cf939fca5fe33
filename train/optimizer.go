package train

import (
	"fmt"
	"math"

	"tengen/nn"
)

// Method is how gradients change weights.
type Method uint8

// The methods.
const (
	AdamW    Method = iota // Loshchilov and Hutter 2019
	Momentum               // stochastic gradient descent with momentum
	// Muon (Jordan 2024) makes the mean gradients of filters between hidden layers
	// orthogonal, see [nn.Orthogonal], and steps as far as AdamW does on the whole (Liu et
	// al. 2025). All other weights follow AdamW.
	Muon
)

var methodNames = [...]string{"adamw", "momentum", "muon"}

// String is the name of the method.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return fmt.Sprintf("method %d", m)
}

// MarshalText is the name of the method.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the name of a method.
func (m *Method) UnmarshalText(text []byte) error {
	for i, name := range methodNames {
		if name == string(text) {
			*m = Method(i)
			return nil
		}
	}
	return fmt.Errorf("%.40q is no method: write adamw, momentum or muon", text)
}

// OptimizerParams are how weights follow gradients.
type OptimizerParams struct {
	Method Method  `json:"method"`
	Rate   float64 `json:"rate"` // the largest rate of learning, after the warm-up
	// Decay takes this part, times the rate, from each weight that inputs are multiplied
	// with, at every step.
	Decay float64 `json:"decay"`
	// Clip is the largest length of the gradient of a batch; longer ones are shortened to
	// it. 0: no bound.
	Clip float64 `json:"clip"`
	// Warmup is for how many steps the rate grows from nothing, Steps after how many it has
	// fallen, along a cosine, to Final times its largest.
	Warmup int     `json:"warmup"`
	Steps  int     `json:"steps"`
	Final  float64 `json:"final"`
	// Beta1 and Beta2 are how much is kept of the means of gradients and, for AdamW, of
	// their squares. What Muon treats keeps muonKeep.
	Beta1 float64 `json:"beta1"`
	Beta2 float64 `json:"beta2"`
	// Average is how much is kept, at each step, of the average of the weights that is
	// written for playing. 0: they are written as they are.
	Average float64 `json:"average"`
}

// DefaultOptimizerParams are for nets of this size, Muon, and a number of steps.
func DefaultOptimizerParams(steps int) OptimizerParams {
	return OptimizerParams{Method: Muon, Rate: 2e-3, Decay: 0.05, Clip: 5, Warmup: min(1000, steps/10), Steps: steps, Final: 0.02,
		Beta1: 0.9, Beta2: 0.98, Average: 0.999}
}

// Validate reports the first parameter that makes no sense.
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

// RateAt is the rate of a step, from 0.
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

// Optimizer changes the weights of a model, and keeps what it has to remember of the
// gradients before.
type Optimizer struct {
	params     OptimizerParams
	parameters []nn.Parameter
	level      nn.Level
	// The state, which a checkpoint keeps.
	step    int
	first   [][]float32 // means of the gradients
	second  [][]float32 // and of their squares, where AdamW is at work
	average [][]float32 // of the weights; nil without
}

// NewOptimizer begins at step 0.
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

// method is how a parameter changes.
func (o *Optimizer) method(p nn.Parameter) Method {
	if o.params.Method == Muon && p.Rows == 0 {
		return AdamW
	}
	return o.params.Method
}

// Step changes the weights by the gradients of a batch with this number of positions, and returns
// how long their mean was; it uses the gradients up. Gradients with a number that is none,
// or too large, change nothing and are an error.
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
			// It looks back over the last ninth of the steps, if that is not further.
			keep := float32(min(o.params.Average, float64(o.step)/float64(o.step+9)))
			for i, v := range p.Values {
				o.average[k][i] = v + keep*(o.average[k][i]-v)
			}
		}
	}
	return length, nil
}

// length is that of all gradients together.
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

// muonKeep is how much Muon keeps of the mean of gradients.
const muonKeep = 0.95

func (o *Optimizer) muon(k int, g []float32, scale float32, rate float64, decay float32) {
	p, first := o.parameters[k], o.first[k]
	for i, v := range g {
		first[i] = muonKeep*first[i] + scale*v
		g[i] = scale*v + muonKeep*first[i] // where the mean is going (Nesterov)
	}
	nn.Orthogonal(o.level, p.Rows, p.Columns, g)
	// A step of AdamW is about 0.2 of the rate for each weight.
	step := float32(rate * 0.2 * math.Sqrt(float64(max(p.Rows, p.Columns))))
	for i, v := range g {
		p.Values[i] = decay*p.Values[i] - step*v
	}
}

func (o *Optimizer) adam(k int, g []float32, scale float32, rate float64, decay float32) {
	b1, b2 := float32(o.params.Beta1), float32(o.params.Beta2)
	// Means that began with zero are too small.
	rate /= 1 - math.Pow(o.params.Beta1, float64(o.step))
	grow := float32(1 / (1 - math.Pow(o.params.Beta2, float64(o.step))))
	values, first, second, r := o.parameters[k].Values, o.first[k], o.second[k], float32(rate)
	for i, v := range g {
		v *= scale
		first[i] += (1 - b1) * (v - first[i])
		second[i] += (1 - b2) * (v*v - second[i])
		values[i] = decay*values[i] - r*first[i]/(float32(math.Sqrt(float64(second[i]*grow)))+1e-8)
	}
}

// Averaged calls do while the weights are their average, and makes them what they were.
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
