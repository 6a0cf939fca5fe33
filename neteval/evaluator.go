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

	mu   sync.Mutex
	idle []*worker // as many as were needed at once; a sync.Pool would lose them
}

// AtOnce is how many positions the net is given at once, at most.
const AtOnce = 8

// desk is what one goroutine needs.
type worker struct {
	features  *Features
	workspace nn.Workspace
	in        [AtOnce]nn.Input // of each query
	inputs    []nn.Input       // the same in the symmetries that the net is asked in
	turned    [AtOnce]nn.Input // memory for those
	requests  [AtOnce]request  // what was asked
	results   [AtOnce]nn.Result
	one, all  Judgement
}

// job is a question to the net.
type request struct {
	game     *baduk.Game
	symmetry Symmetry
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
	return e, nil
}

// desk is one that nobody uses, or a new one; who is done with it puts it back.
func (e *Evaluator) takeWorker() *worker {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		d := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return d
	}
	f, err := NewFeatures(e.graph, e.net.Model())
	if err != nil {
		panic(err) // it was possible before
	}
	return &worker{features: f}
}

func (e *Evaluator) putWorker(d *worker) {
	d.requests = [AtOnce]request{} // the games are the callers'
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, d)
}

// Info says what the evaluator is: the net, and whom it imitates.
func (e *Evaluator) Info() eval.Info {
	name := e.net.Model().Name
	if e.options.Profile != (Profile{}) {
		name += " as " + e.options.Profile.String()
	}
	return eval.Info{Name: name, Scores: true, Errors: e.net.Model().Version >= 9}
}

// Judge is what the net says of the position, seen in a symmetry. It errs when the
// game is on another board.
func (e *Evaluator) Judge(g *baduk.Game, s Symmetry) (Judgement, error) {
	if err := e.check(g); err != nil {
		return Judgement{}, err
	}
	d := e.takeWorker()
	defer e.putWorker(d)
	d.inputs = d.inputs[:0]
	e.fill(d, g, 0, 0)
	e.addRequest(d, g, 0, s%Symmetries)
	var j Judgement
	if err := e.compute(d); err != nil {
		return j, err
	}
	e.decode(d, 0, &j)
	return j, nil
}

func (e *Evaluator) check(g *baduk.Game) error {
	if g.Graph() != e.graph {
		return fmt.Errorf("the net was made ready for %v, and the game is on %v", e.graph, g.Graph())
	}
	return nil
}

// fill makes an input of the desk that of a game, of which the turns from since on may be seen.
func (e *Evaluator) fill(d *worker, g *baduk.Game, since, i int) {
	in := &d.in[i]
	d.features.fillSince(g, since, in)
	if e.options.Profile != (Profile{}) {
		in.Meta = e.options.Profile.appendInputs(in.Meta[:0], g.ToPlay(), e.graph.Len())
	}
}

// ask adds an input of the desk to what the net is asked, in a symmetry.
func (e *Evaluator) addRequest(d *worker, g *baduk.Game, i int, s Symmetry) {
	in := d.in[i]
	if s > 0 {
		spatial := resize(d.turned[len(d.inputs)].Spatial, len(in.Spatial))
		area := len(e.to[s])
		for k, v := range in.Spatial {
			if v != 0 {
				spatial[k-k%area+e.to[s][k%area]] = v
			}
		}
		in.Spatial = spatial
		d.turned[len(d.inputs)] = in
	}
	d.requests[len(d.inputs)] = request{g, s}
	d.inputs = append(d.inputs, in)
}

// compute has the net answer. It errs on an answer that is none.
func (e *Evaluator) compute(d *worker) error {
	if err := e.net.Evaluate(&d.workspace, d.inputs, d.results[:]); err != nil {
		return err
	}
	for i := range d.inputs {
		if !finite(&d.results[i]) {
			return fmt.Errorf("the net %s answers with what is not a number: its weights are damaged, or too large to compute with", e.net.Model().Name)
		}
	}
	return nil
}

// finite reports whether all of an answer are numbers.
func finite(r *nn.Result) bool {
	none := sumNotFinite(r.Pass) + sumNotFinite(r.Value[:]) + sumNotFinite(r.Score) + sumNotFinite(r.Ownership)
	for _, p := range r.Policy {
		none += sumNotFinite(p)
	}
	return none == 0
}

// notFinite is zero if all are numbers.
func sumNotFinite(list []float32) (none float32) {
	for _, v := range list {
		none += v - v
	}
	return none
}

// understand makes a judgement of what the net said to a question.
func (e *Evaluator) decode(d *worker, k int, j *Judgement) {
	j.decode(e.net.Model(), d.requests[k].game, &d.results[k], e.to[d.requests[k].symmetry], e.options.Optimism)
}

// Evaluate implements [eval.Evaluator]. Several queries at once take less time than
// one after the other where boards are small.
func (e *Evaluator) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	d := e.takeWorker()
	defer e.putWorker(d)
	most := AtOnce / e.options.Average
	for len(in) > 0 {
		n := min(most, len(in))
		if err := e.evaluate(ctx, d, in[:n], out[:n]); err != nil {
			return err
		}
		in, out = in[n:], out[n:]
	}
	return nil
}

// evaluate averages as many symmetries of each query as are wanted.
func (e *Evaluator) evaluate(ctx context.Context, d *worker, in []eval.Query, out []eval.Evaluation) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d.inputs = d.inputs[:0]
	for i, q := range in {
		if err := e.check(q.Game); err != nil {
			return err
		}
		e.fill(d, q.Game, q.Since, i)
		for k := range e.options.Average {
			e.addRequest(d, q.Game, i, e.symmetry(q, k))
		}
	}
	if err := e.compute(d); err != nil {
		return err
	}
	for i := range in {
		d.all.reset(e.graph.Len())
		for k := range e.options.Average {
			e.decode(d, i*e.options.Average+k, &d.one)
			d.all.add(&d.one, 1/float64(e.options.Average))
		}
		d.all.write(&out[i])
	}
	return nil
}

// symmetry is the k-th in which a query is asked: each look at it goes on where the one before ended.
func (e *Evaluator) symmetry(q eval.Query, k int) Symmetry {
	if n := e.options.Average; n == Symmetries || e.options.Fixed && n == 1 {
		return Symmetry(k)
	}
	k = (q.Look*e.options.Average + k) % Symmetries
	// The first few of a shuffle that the query decides.
	order := [Symmetries]Symmetry{0, 1, 2, 3, 4, 5, 6, 7}
	rng := rand.NewPCG(q.Seed, q.Game.SearchKey())
	for i := range k + 1 {
		j := i + int(rng.Uint64()%uint64(Symmetries-i))
		order[i], order[j] = order[j], order[i]
	}
	return order[k]
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
	out.ScoreMean = float32(j.ScoreMean)
	out.ScoreStdev = float32(math.Sqrt(max(0, j.ScoreSquare-j.ScoreMean*j.ScoreMean)))
	// Nets tell the error of winning minus losing, which is twice that of winning.
	out.WinError, out.ScoreError = float32(max(j.WinError, 0)/2), float32(max(j.ScoreError, 0))
}
