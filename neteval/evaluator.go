package neteval

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
)

// Options say how a net is asked; the zero value asks once, in a symmetry that the
// query's seed chooses.
type Options struct {
	// Average is how many symmetries are asked and averaged, up to eight; 0 is one.
	Average int
	// Fixed asks in the symmetry as the board stands, unless Average says more.
	Fixed bool
	// Optimism mixes the optimistic policy of newer nets in, 0..1; not into that of
	// nets that imitate people.
	Optimism float64
	// Profile is whom a net that imitates people is to imitate; other nets have none.
	Profile Profile
}

// Evaluator judges positions on one board by a net. It is safe for concurrent use.
type Evaluator struct {
	net     *nn.Net
	options Options
	graph   *baduk.Graph
	to      [Symmetries][]int // where each point goes
	idle    sync.Pool         // of *desk
}

// desk is what one goroutine needs.
type desk struct {
	features   *Features
	workspace  nn.Workspace
	in, turned nn.Input
	result     nn.Result
	one, all   Judgement
}

// New is an evaluator for a board. It errs where the net cannot read the board:
// evaluate it by rollouts then.
func New(net *nn.Net, g *baduk.Graph, o Options) (*Evaluator, error) {
	if _, err := NewFeatures(g, net.Model()); err != nil {
		return nil, err
	}
	switch imitates := net.Model().MetaInputs() > 0; {
	case imitates && o.Profile == Profile{}:
		return nil, fmt.Errorf("the net %s imitates people and has to be told whom: give it a profile such as rank_5k or proyear_1950", net.Model().Name)
	case imitates:
		o.Optimism = 0
	case o.Profile != Profile{}:
		return nil, fmt.Errorf("the net %s imitates nobody, so it cannot take the profile %v", net.Model().Name, o.Profile)
	}
	o.Average = min(max(o.Average, 1), Symmetries)
	e := &Evaluator{net: net, options: o, graph: g}
	geo, _ := g.Geometry()
	for s := range e.to {
		e.to[s] = Symmetry(s).permutation(geo.Width, geo.Height)
	}
	e.idle.New = func() any {
		f, err := NewFeatures(g, net.Model())
		if err != nil {
			panic(err) // it was possible before
		}
		return &desk{features: f}
	}
	return e, nil
}

// Info says what the evaluator is: the net, and whom it imitates.
func (e *Evaluator) Info() eval.Info {
	name := e.net.Model().Name
	if e.options.Profile != (Profile{}) {
		name += " as " + e.options.Profile.String()
	}
	return eval.Info{Name: name}
}

// Judge is what the net says of the position, seen in a symmetry. It errs when the
// game is on another board.
func (e *Evaluator) Judge(g *baduk.Game, s Symmetry) (Judgement, error) {
	if err := e.check(g); err != nil {
		return Judgement{}, err
	}
	d := e.idle.Get().(*desk)
	defer e.idle.Put(d)
	e.fill(d, g)
	var j Judgement
	err := e.judge(d, g, s%Symmetries, &j)
	return j, err
}

func (e *Evaluator) check(g *baduk.Game) error {
	if g.Graph() != e.graph {
		return fmt.Errorf("the net was made ready for %v, and the game is on %v", e.graph, g.Graph())
	}
	return nil
}

// fill makes the input of the desk that of the game.
func (e *Evaluator) fill(d *desk, g *baduk.Game) {
	d.features.Fill(g, &d.in)
	if e.options.Profile != (Profile{}) {
		d.in.Meta = e.options.Profile.AppendInputs(d.in.Meta[:0], g.ToPlay(), e.graph.Len())
	}
}

// judge asks the net about the input of the desk, in a symmetry.
func (e *Evaluator) judge(d *desk, g *baduk.Game, s Symmetry, j *Judgement) error {
	in := &d.in
	if s > 0 {
		in = &d.turned
		*in = nn.Input{Width: d.in.Width, Height: d.in.Height, Global: d.in.Global, Meta: d.in.Meta, Spatial: resize(in.Spatial, len(d.in.Spatial))}
		area := len(e.to[s])
		for i, v := range d.in.Spatial {
			if v != 0 {
				in.Spatial[i-i%area+e.to[s][i%area]] = v
			}
		}
	}
	if err := e.net.Evaluate(&d.workspace, *in, &d.result); err != nil {
		return err
	}
	j.understand(e.net.Model(), g, &d.result, e.to[s], e.options.Optimism)
	return nil
}

// Evaluate implements [eval.Evaluator].
func (e *Evaluator) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	d := e.idle.Get().(*desk)
	defer e.idle.Put(d)
	for i := range in {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := e.check(in[i].Game); err != nil {
			return err
		}
		if err := e.evaluate(d, in[i], &out[i]); err != nil {
			return err
		}
	}
	return nil
}

// evaluate averages as many symmetries as are wanted.
func (e *Evaluator) evaluate(d *desk, q eval.Query, out *eval.Evaluation) error {
	e.fill(d, q.Game)
	n := e.options.Average
	first := Symmetry(0)
	var order []int
	switch {
	case n == Symmetries || e.options.Fixed && n == 1:
	case n == 1:
		first = Symmetry(rand.New(rand.NewPCG(q.Seed, q.Game.SearchKey())).IntN(Symmetries))
	default:
		order = rand.New(rand.NewPCG(q.Seed, q.Game.SearchKey())).Perm(Symmetries)
	}
	d.all.reset(e.graph.Len())
	for i := range n {
		s := first + Symmetry(i)
		if order != nil {
			s = Symmetry(order[i])
		}
		if err := e.judge(d, q.Game, s%Symmetries, &d.one); err != nil {
			return err
		}
		d.all.add(&d.one, 1/float64(n))
	}
	d.all.write(out)
	return nil
}

// reset makes j the sum of nothing.
func (j *Judgement) reset(points int) {
	*j = Judgement{Policy: resize(j.Policy, points+1), Ownership: resize(j.Ownership, points)}
}

// add adds a part of another judgement.
func (j *Judgement) add(o *Judgement, part float64) {
	for _, p := range []struct {
		to   *float64
		from float64
	}{{&j.Win, o.Win}, {&j.Loss, o.Loss}, {&j.NoResult, o.NoResult}, {&j.ScoreMean, o.ScoreMean}, {&j.ScoreSquare, o.ScoreSquare},
		{&j.Lead, o.Lead}, {&j.VarTimeLeft, o.VarTimeLeft}, {&j.WinError, o.WinError}, {&j.ScoreError, o.ScoreError}} {
		*p.to += part * p.from
	}
	for i, v := range o.Policy {
		j.Policy[i] += float32(part) * v
	}
	for i, v := range o.Ownership {
		j.Ownership[i] += float32(part) * v
	}
}

// write makes an evaluation of a judgement.
func (j *Judgement) write(out *eval.Evaluation) {
	for i, v := range j.Policy {
		out.Policy[i] = max(v, 0)
	}
	copy(out.Ownership, j.Ownership)
	out.Win, out.NoResult, out.Lead = float32(j.Win+j.NoResult/2), float32(j.NoResult), float32(j.Lead)
	out.ScoreStdev = float32(math.Sqrt(max(0, j.ScoreSquare-j.ScoreMean*j.ScoreMean)))
}
