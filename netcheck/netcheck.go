package netcheck

import (
	"context"
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
)

// Difference contains the largest differences between the judgement of a net and the reference. The reference
// is computed with nn.Evaluate. Policy and Win are differences of probabilities, Lead is in points, and
// Ownership is on the scale from -1 to +1.
type Difference struct {
	Policy    float64 `json:"policy"`
	Win       float64 `json:"win"`
	Lead      float64 `json:"lead"`
	Ownership float64 `json:"ownership"`
}

// Tolerance returns the largest accepted differences for a level. If the level computes in integers, there is
// no limit for ownership.
func Tolerance(l nn.Level) Difference {
	if l == l.Exact() {
		return Difference{Policy: 1e-4, Win: 1e-4, Lead: 0.01, Ownership: 1e-4}
	}
	return Difference{Policy: 0.01, Win: 0.005, Lead: 0.2, Ownership: math.Inf(1)}
}

// Within reports whether every difference in d is at most the one in t. NaN counts as larger than every number.
func (d Difference) Within(t Difference) bool {
	return d.Policy <= t.Policy && d.Win <= t.Win && d.Lead <= t.Lead && d.Ownership <= t.Ownership
}

// include sets each difference in d to the larger of the differences in d and o. NaN counts as larger than
// every number.
func (d *Difference) include(o Difference) {
	d.Policy, d.Win = math.Max(d.Policy, o.Policy), math.Max(d.Win, o.Win)
	d.Lead, d.Ownership = math.Max(d.Lead, o.Lead), math.Max(d.Ownership, o.Ownership)
}

// Check compares a net on several levels with the reference.
type Check struct {
	Model  *nn.Model
	Levels []nn.Level
	// Positions is the number of positions in each of the eight settings. A setting is a board and rules.
	Positions int
	// Progress, if not nil, is called after each position.
	Progress func(done, of int)
}

// Checked is the result of [Check.Run].
type Checked struct {
	Positions int
	Levels    []CheckedLevel
}

// CheckedLevel is the result for one level.
type CheckedLevel struct {
	Level nn.Level
	Most  Difference // the largest differences over all positions
}

// Run compares the levels with the reference in positions of several settings. If ctx ends, it returns the
// result so far.
func (c *Check) Run(ctx context.Context) (Checked, error) {
	var found Checked
	var nets []*nn.Net
	model := c.Model
	if model.Graph != nil { // the positions are on rectangles, also for a net that is for another board
		free := *model
		free.Graph = &nn.GraphNet{}
		model = &free
	}
	for _, l := range c.Levels {
		net, err := nn.NewNet(model, l)
		if err != nil {
			return found, err
		}
		if net.Level() != l {
			continue // no layer is computed in integers, so this net is the same as the net of the previous level
		}
		nets = append(nets, net)
		found.Levels = append(found.Levels, CheckedLevel{Level: l})
	}
	settings := settings()
	for i, s := range settings {
		games, err := Positions(s, c.Positions, uint64(1000+i))
		if err != nil {
			return found, err
		}
		for _, g := range games {
			if ctx.Err() != nil {
				return found, nil
			}
			all, err := compare(model, nets, g)
			if err != nil {
				return found, fmt.Errorf("%dx%d: %w", s.Width, s.Height, err)
			}
			for k, d := range all {
				found.Levels[k].Most.include(d)
			}
			if found.Positions++; c.Progress != nil {
				c.Progress(found.Positions, c.Positions*len(settings))
			}
		}
	}
	return found, nil
}

// compare returns the differences of each net from the reference in one position.
func compare(m *nn.Model, nets []*nn.Net, g *baduk.Game) ([]Difference, error) {
	f, err := neteval.NewFeatures(g.Graph(), m)
	if err != nil {
		return nil, err
	}
	var in nn.Input
	f.Fill(g, &in)
	o := neteval.Options{}
	if m.MetaInputs() > 0 { // the net imitates people, and needs a rank
		o.Profile = neteval.Profiles()[0]
		in.Meta = o.Profile.AppendInputs(nil, g.ToPlay(), g.Graph().Len())
	}
	out, err := nn.Evaluate(m, in)
	if err != nil {
		return nil, err
	}
	var list []Difference
	for _, net := range nets {
		e, err := neteval.New(net, g.Graph(), o)
		if err != nil {
			return nil, err
		}
		j, err := e.Judge(g, 0)
		if err != nil {
			return nil, err
		}
		list = append(list, differ(m, g, &out, &j))
	}
	return list, nil
}

// differ compares a judgement with the raw outputs of the reference. It decodes the outputs in its own slow and
// simple way, which the documentation of package nn describes. It takes only two things from the judgement:
// which moves are legal, and whether a game can end without a result.
func differ(m *nn.Model, g *baduk.Game, out *nn.Output, j *neteval.Judgement) Difference {
	var d Difference
	sign := 1.0
	if g.ToPlay() == baduk.White {
		sign = -1
	}
	logits := append(append([]float64(nil), out.Policy[0]...), out.Pass[0])
	for p, v := range j.Policy {
		if v < 0 {
			logits[p] = math.Inf(-1)
		}
	}
	for p, v := range softmax(logits) {
		d.Policy = math.Max(d.Policy, math.Abs(v-math.Max(0, float64(j.Policy[p]))))
	}
	value := append([]float64(nil), out.Value[:]...)
	if j.NoResult == 0 {
		value[2] = math.Inf(-1)
	}
	value = softmax(value)
	win, loss := value[0], value[1]
	if sign < 0 {
		win, loss = loss, win
	}
	d.Win = math.Max(math.Abs(win-j.Win), math.Abs(loss-j.Loss))
	switch {
	case m.Version >= 8:
		d.Lead = math.Abs(sign*out.Score[2]*m.PostProcess.Lead*(1-value[2]) - j.Lead)
	case m.Version >= 4:
		d.Lead = math.Abs(sign*out.Score[0]*m.PostProcess.ScoreMean*(1-value[2]) - j.Lead)
	}
	for p, v := range out.Ownership {
		d.Ownership = math.Max(d.Ownership, math.Abs(sign*math.Tanh(v)-float64(j.Ownership[p])))
	}
	return d
}

func softmax(logits []float64) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, v := range logits {
		most = math.Max(most, v)
	}
	p := make([]float64, len(logits))
	for i, v := range logits {
		p[i] = math.Exp(v - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
