package neteval

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
)

// Options describe how an evaluator uses its net. With the zero value it evaluates each position once. The
// query's seed decides the symmetry.
type Options struct {
	// Average is the number of symmetries over which an evaluation is averaged, 0..8. 0 means 1.
	Average int
	// If Fixed is true, the evaluator always uses the identity symmetry. Fixed matters only if Average is at
	// most 1.
	Fixed bool
	// Optimism is the share, 0..1, of the optimistic policy in the policy. It is ignored for human policy nets
	// and for nets without an optimistic policy.
	Optimism float64
	// Profile describes the players that a human policy net imitates. It must be set for a human policy net, and
	// must not be set for other nets.
	Profile Profile
}

// Evaluator evaluates positions on one board by a net. It is safe for concurrent use.
type Evaluator struct {
	net     *nn.Net
	options Options
	graph   *baduk.Graph
	to      [Symmetries][]int // for each symmetry: the place of each point; only the first for nets that read graphs

	ladders ladderCache // of all workers

	mu   sync.Mutex
	idle []*worker // unused workers; not a sync.Pool, because that would drop some of them
}

// MaxBatch is the largest number of positions in one call of the net.
const MaxBatch = 8

// Batched returns an evaluator for more goroutines than processors. It evaluates positions together in batches of
// at most [MaxBatch], at most one batch on each processor at a time.
func Batched(e eval.Evaluator) eval.Evaluator {
	return eval.Batch(e, runtime.GOMAXPROCS(0), MaxBatch)
}

// worker is the memory of one call of Evaluate or Judge.
type worker struct {
	features  *Features
	workspace nn.Workspace
	in        [MaxBatch]nn.Input // input of each query in the identity symmetry
	inputs    []nn.Input         // inputs of the net: elements of the field in, turned to the requested symmetries
	turned    [MaxBatch]nn.Input // memory for inputs
	requests  [MaxBatch]request  // request of each element of inputs
	results   [MaxBatch]nn.Result
	one, all  Judgement
}

// request is a game and the symmetry in which it is evaluated.
type request struct {
	game     *baduk.Game
	symmetry Symmetry
}

// New returns an evaluator for a board. It fails if the net cannot read the board, or if an option is out of
// range. Package rollout evaluates any board.
func New(net *nn.Net, g *baduk.Graph, o Options) (*Evaluator, error) {
	if _, err := newFeatures(g, net.Model(), nil); err != nil {
		return nil, err
	}
	switch {
	case o.Average < 0 || o.Average > Symmetries:
		return nil, fmt.Errorf("an evaluation cannot be averaged over %d symmetries: choose a number from 0 to %d", o.Average, Symmetries)
	case !(o.Optimism >= 0 && o.Optimism <= 1):
		return nil, fmt.Errorf("the share of the optimistic policy is %v: choose a number from 0 to 1", o.Optimism)
	}
	switch imitates := net.Model().MetaInputs() > 0; {
	case imitates && o.Profile == Profile{}:
		return nil, fmt.Errorf("the net %s imitates human players and needs a profile such as rank_5k or proyear_1950", net.Model().Name)
	case imitates:
		o.Optimism = 0
	case o.Profile != Profile{}:
		return nil, fmt.Errorf("the net %s is not a human policy net, so it cannot use the profile %v", net.Model().Name, o.Profile)
	}
	o.Average = max(o.Average, 1)
	e := &Evaluator{net: net, options: o, graph: g}
	if net.Model().Graph != nil {
		e.options.Average, e.options.Fixed = 1, true
		e.to[0] = Symmetry(0).permutation(g.Len(), 1)
		return e, nil
	}
	grid, _ := g.Rectangle()
	for s := range e.to {
		e.to[s] = Symmetry(s).permutation(grid.Width, grid.Height)
	}
	return e, nil
}

// takeWorker returns an idle worker or a new one. The caller returns it with putWorker.
func (e *Evaluator) takeWorker() *worker {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		w := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return w
	}
	f, err := newFeatures(e.graph, e.net.Model(), &e.ladders)
	if err != nil {
		panic(err) // New has checked this
	}
	return &worker{features: f}
}

func (e *Evaluator) putWorker(w *worker) {
	w.requests = [MaxBatch]request{} // keeps no reference to the callers' games
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, w)
}

// Info describes the evaluator: the net's name, and its profile if it has one.
func (e *Evaluator) Info() eval.Info {
	name := e.net.Model().Name
	if e.options.Profile != (Profile{}) {
		name += " as " + e.options.Profile.String()
	}
	width, height := e.graph.Len(), 1
	if grid, ok := e.graph.Rectangle(); ok && e.net.Model().Graph == nil {
		width, height = grid.Width, grid.Height
	}
	batch := min(e.net.Batch(width, height), MaxBatch) / e.options.Average
	return eval.Info{Name: name, Scores: true, Errors: e.net.Model().Version >= 9, Batch: batch}
}

// Judge returns the net's judgement of a position in one symmetry. It fails if the game is on another
// board, or if the symmetry does not exist.
func (e *Evaluator) Judge(g *baduk.Game, s Symmetry) (Judgement, error) {
	return e.JudgeAs(g, s, e.options.Profile)
}

// JudgeAs does the same as [Evaluator.Judge], but a human policy net imitates players of the given profile. The profile
// must not be empty for a human policy net. Other nets ignore it.
func (e *Evaluator) JudgeAs(g *baduk.Game, s Symmetry, p Profile) (Judgement, error) {
	if err := e.check(g); err != nil {
		return Judgement{}, err
	}
	if s >= Symmetries {
		return Judgement{}, fmt.Errorf("symmetry %d does not exist: choose a number from 0 to %d", s, Symmetries-1)
	}
	w := e.takeWorker()
	defer e.putWorker(w)
	w.inputs = w.inputs[:0]
	e.fill(w, g, 0, 0, p)
	if e.net.Model().Graph != nil {
		s = 0 // all symmetries give the same judgement
	}
	e.addRequest(w, g, 0, s)
	var j Judgement
	if err := e.compute(w); err != nil {
		return j, err
	}
	e.decode(w, 0, &j)
	return j, nil
}

func (e *Evaluator) check(g *baduk.Game) error {
	if g.Graph() != e.graph {
		return fmt.Errorf("the net was prepared for %v, and the game is on %v", e.graph, g.Graph())
	}
	return nil
}

// fill makes input i from a game and the profile of its players. It hides the turns before the turn since.
func (e *Evaluator) fill(w *worker, g *baduk.Game, since, i int, p Profile) {
	in := &w.in[i]
	w.features.fillSince(g, since, in)
	if e.net.Model().MetaInputs() > 0 {
		in.Meta = p.AppendInputs(in.Meta[:0], g.ToPlay(), e.graph.Len())
	}
}

// addRequest turns input i to a symmetry and adds it to the inputs of the net.
func (e *Evaluator) addRequest(w *worker, g *baduk.Game, i int, s Symmetry) {
	in := w.in[i]
	if s > 0 {
		spatial := resize(w.turned[len(w.inputs)].Spatial, len(in.Spatial))
		area := len(e.to[s])
		for k, v := range in.Spatial {
			if v != 0 {
				spatial[k-k%area+e.to[s][k%area]] = v
			}
		}
		in.Spatial = spatial
		w.turned[len(w.inputs)] = in
	}
	w.requests[len(w.inputs)] = request{g, s}
	w.inputs = append(w.inputs, in)
}

// compute runs the net on the inputs. It fails if an output is not finite.
func (e *Evaluator) compute(w *worker) error {
	if err := e.net.Evaluate(&w.workspace, w.inputs, w.results[:]); err != nil {
		return err
	}
	for i := range w.inputs {
		if !finite(&w.results[i]) {
			return fmt.Errorf("the net %s has outputs that are not finite numbers: its weights are damaged or too large", e.net.Model().Name)
		}
	}
	return nil
}

// finite reports whether all outputs are finite numbers.
func finite(r *nn.Result) bool {
	none := sumNotFinite(r.Pass) + sumNotFinite(r.Value[:]) + sumNotFinite(r.Score) + sumNotFinite(r.Ownership)
	for _, p := range r.Policy {
		none += sumNotFinite(p)
	}
	return none == 0
}

// sumNotFinite returns 0 if all numbers are finite, and NaN otherwise.
func sumNotFinite(list []float32) (none float32) {
	for _, v := range list {
		none += v - v
	}
	return none
}

// decode converts output k of the net to a judgement.
func (e *Evaluator) decode(w *worker, k int, j *Judgement) {
	j.decode(e.net.Model(), w.requests[k].game, &w.results[k], e.to[w.requests[k].symmetry], e.options.Optimism)
}

// Evaluate implements [eval.Evaluator]. On small boards, several queries in one call take less time
// than one call for each.
func (e *Evaluator) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	w := e.takeWorker()
	defer e.putWorker(w)
	most := MaxBatch / e.options.Average
	for len(in) > 0 {
		n := min(most, len(in))
		if err := e.evaluate(ctx, w, in[:n], out[:n]); err != nil {
			return err
		}
		in, out = in[n:], out[n:]
	}
	return nil
}

// evaluate evaluates each query in Options.Average symmetries, and averages the results.
func (e *Evaluator) evaluate(ctx context.Context, w *worker, in []eval.Query, out []eval.Evaluation) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.inputs = w.inputs[:0]
	for i, q := range in {
		if err := e.check(q.Game); err != nil {
			return err
		}
		e.fill(w, q.Game, q.Since, i, e.options.Profile)
		for k := range e.options.Average {
			e.addRequest(w, q.Game, i, e.symmetry(q, k))
		}
	}
	if err := e.compute(w); err != nil {
		return err
	}
	for i := range in {
		w.all.reset(e.graph.Len())
		for k := range e.options.Average {
			e.decode(w, i*e.options.Average+k, &w.one)
			w.all.add(&w.one, 1/float64(e.options.Average))
		}
		out[i].Resize(e.graph)
		w.all.write(&out[i])
	}
	return nil
}

// symmetry returns symmetry k for a query. Queries for the same position with a larger Look get the next
// symmetries in the same order.
func (e *Evaluator) symmetry(q eval.Query, k int) Symmetry {
	if n := e.options.Average; n == Symmetries || e.options.Fixed && n == 1 {
		return Symmetry(k)
	}
	k = (q.Look*e.options.Average + k) % Symmetries
	// The order is a random shuffle with the seed of the query. Only the first k+1 places of it are needed.
	order := [Symmetries]Symmetry{0, 1, 2, 3, 4, 5, 6, 7}
	rng := rand.NewPCG(q.Seed, q.Game.SearchKey())
	for i := range k + 1 {
		j := i + int(rng.Uint64()%uint64(Symmetries-i))
		order[i], order[j] = order[j], order[i]
	}
	return order[k]
}

// reset sets j to zero, so that judgements can be added to it.
func (j *Judgement) reset(points int) {
	*j = Judgement{Policy: resize(j.Policy, points+1), Ownership: resize(j.Ownership, points)}
}

// add multiplies another judgement by part and adds it to j.
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

// write converts a judgement to an evaluation.
func (j *Judgement) write(out *eval.Evaluation) {
	for i, v := range j.Policy {
		out.Policy[i] = max(v, 0)
	}
	copy(out.Ownership, j.Ownership)
	out.Win, out.NoResult, out.Lead = float32(j.Win+j.NoResult/2), float32(j.NoResult), float32(j.Lead)
	out.ScoreMean = float32(j.ScoreMean)
	out.ScoreStdev = float32(math.Sqrt(max(0, j.ScoreSquare-j.ScoreMean*j.ScoreMean)))
	// Nets give the error of the difference between the probabilities of winning and of losing. This is twice
	// the error of the probability of winning.
	out.WinError, out.ScoreError = float32(max(j.WinError, 0)/2), float32(max(j.ScoreError, 0))
}
