package train

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
)

// Options are the settings for training a net.
type Options struct {
	Optimizer OptimizerParams `json:"optimizer"`
	Weights   Weights         `json:"weights"`
	Mix       Mix             `json:"mix"`
	Batch     int             `json:"batch"` // positions per step
	// Threads is the number of goroutines that share a batch. With another number, the results differ in the
	// last bits.
	Threads int `json:"threads"`
}

// defaultOptions returns the options for the given number of steps on one thread.
func defaultOptions(steps int) Options {
	return Options{Optimizer: DefaultOptimizerParams(steps), Weights: DefaultWeights(), Mix: DefaultMix(), Batch: 256, Threads: 1}
}

// Validate reports the first option that is out of range.
func (o Options) Validate() error {
	switch {
	case o.Batch < 1 || o.Batch > 1<<20:
		return fmt.Errorf("batch is %d, not from 1 to %d", o.Batch, 1<<20)
	case o.Threads < 1 || o.Threads > 1024:
		return fmt.Errorf("threads is %d, not from 1 to 1024", o.Threads)
	case !(o.Mix.Policy >= 0 && o.Mix.Policy <= 1 && o.Mix.Value >= 0 && o.Mix.Value <= 1):
		return fmt.Errorf("the teacher's shares have to be from 0 to 1, but are %v in the moves and %v in the values", o.Mix.Policy, o.Mix.Value)
	case !(o.Weights.Value >= 0 && o.Weights.Value <= 1000):
		return fmt.Errorf("the weight of the value in the loss is %v, not from 0 to 1000", o.Weights.Value)
	}
	return o.Optimizer.Validate()
}

// rowSource returns rows, and [io.EOF] after the last row. A [replay.Reader] is a rowSource.
type rowSource interface {
	Next() (replay.Row, error)
}

// trainer trains a net, step by step.
type trainer struct {
	options    Options
	learner    *nn.Learner
	optimizer  *Optimizer
	workers    []worker
	sums       [][]float32
	rows       []replay.Row // the last batch
	lastLearnt []replay.Row // the last batch that was trained on
}

// worker is one goroutine's share of the work.
type worker struct {
	rows     *Rows
	tape     nn.Tape
	chunk    []int // indices of rows that are computed together; their boards have the same size
	in       []nn.Input
	targets  []Target
	out, by  []nn.Result
	measured Measured
	err      error
}

// chunkSize is the number of positions that a goroutine computes together. It is large enough that filters are loaded
// rarely, and small enough that the stored activations stay in the cache.
const chunkSize = 8

// newTrainer returns a trainer for m. The trainer changes the weights of m.
func newTrainer(m *nn.Model, level nn.Level, o Options) (*trainer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	l, err := nn.NewLearner(m, level)
	if err != nil {
		return nil, err
	}
	t := &trainer{options: o, learner: l, workers: make([]worker, o.Threads)}
	if t.optimizer, err = NewOptimizer(o.Optimizer, l.Parameters(), level); err != nil {
		return nil, err
	}
	for i := range t.workers {
		t.workers[i].rows = NewRows(m, o.Mix)
	}
	for _, p := range l.Parameters() {
		t.sums = append(t.sums, make([]float32, len(p.Values)))
	}
	return t, nil
}

// step draws a batch and trains on it. It returns measurements of the batch that were made before the weights
// changed. If the source ends before the batch is full, step returns [io.EOF] and changes nothing.
func (t *trainer) step(s rowSource) (Measured, error) {
	m, err := t.pass(s, true)
	if err != nil {
		return m, err
	}
	if m.Length, err = t.optimizer.Step(t.gradients(), float64(m.Positions)); err != nil {
		return m, err
	}
	t.learner.Update()
	return m, nil
}

// gradients returns the sums of the gradients of all workers.
func (t *trainer) gradients() [][]float32 {
	for _, sum := range t.sums {
		clear(sum)
	}
	for i := range t.workers {
		t.learner.Gradients(&t.workers[i].tape, t.sums)
	}
	return t.sums
}

// checkFinite fails if the loss or a gradient of the last batch is not finite, which means that the weights have grown
// too large. Checking the loss alone is not enough, because the overflow of a layer may not reach the loss.
func (t *trainer) checkFinite() error {
	m, err := t.share(t.lastLearnt, true)
	if err == nil {
		_, err = t.optimizer.length(t.gradients())
	}
	if err == nil {
		err = checkLoss(m.sum(t.options.Weights))
	}
	return err
}

// checkLoss fails if the loss is not finite.
func checkLoss(loss float64) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return errors.New("the loss is not finite; a smaller rate may help")
	}
	return nil
}

// test measures the net on a batch. At the end of the source the batch may be smaller than usual. It returns
// [io.EOF] if the source has no more rows.
func (t *trainer) test(s rowSource) (Measured, error) { return t.pass(s, false) }

// maxUnreadable is the largest number of consecutive rows that the net cannot read. If there are more, draw fails.
const maxUnreadable = 1 << 16

// draw draws a batch of rows that the net can read. The result named left is the number of rows that it skipped because
// the net cannot read them.
func (t *trainer) draw(s rowSource) (left int, err error) {
	t.rows = t.rows[:0]
	for since := 0; len(t.rows) < t.options.Batch; since++ {
		row, err := s.Next()
		switch {
		case err != nil:
			return left, err
		case t.workers[0].rows.reads(row.Game):
			t.rows, since = append(t.rows, row), 0
		case since == maxUnreadable:
			return left, t.unreadable(row.Game)
		default:
			left++
		}
	}
	return left, nil
}

// unreadable returns the error for too many consecutive rows that the net cannot read. The last of them is from game g.
func (t *trainer) unreadable(g *replay.Game) error {
	if t.workers[0].rows.featuresOf(g.Graph) != nil {
		return fmt.Errorf("%d rows in succession are of players without a rank, which this net needs; one game is from %q, with the ranks %q and %q",
			maxUnreadable, g.Source, g.BlackRank, g.WhiteRank)
	}
	return fmt.Errorf("the net cannot read the boards of %d rows in succession; one of the boards is %v", maxUnreadable, g.Graph)
}

// pass draws a batch and divides it among the workers. A batch for training must be full; a batch for a test may be
// smaller.
func (t *trainer) pass(s rowSource, learn bool) (Measured, error) {
	left, err := t.draw(s)
	if err != nil && (learn || !errors.Is(err, io.EOF) || len(t.rows) == 0) {
		return Measured{}, err
	}
	if learn {
		t.lastLearnt = append(t.lastLearnt[:0], t.rows...)
	}
	m, err := t.share(t.rows, learn)
	m.Left = left
	return m, err
}

// share divides the rows among the workers and returns the measurement of all rows.
func (t *trainer) share(rows []replay.Row, learn bool) (Measured, error) {
	var all sync.WaitGroup
	n := len(t.workers)
	for i := range t.workers {
		part := rows[i*len(rows)/n : (i+1)*len(rows)/n]
		all.Go(func() { t.workers[i].run(t, part, learn) })
	}
	all.Wait()
	var m Measured
	var errs []error
	for i := range t.workers {
		m.add(&t.workers[i].measured)
		errs = append(errs, t.workers[i].err)
	}
	return m, errors.Join(errs...)
}

// boardKey identifies the boards that can be computed together. Nets for rectangles compute boards of one size
// together. Nets for graphs compute only the same graph together.
type boardKey struct {
	width, height int
	graph         *baduk.Graph
}

func (t *trainer) boardKey(g *baduk.Graph) boardKey {
	if t.learner.Model().Graph != nil {
		return boardKey{graph: g}
	}
	geo, _ := g.Geometry() // symmetries keep the width and the height
	return boardKey{width: geo.Width, height: geo.Height}
}

// run computes the worker's rows in chunks. All boards of a chunk have the same size, or the same graph.
func (w *worker) run(t *trainer, rows []replay.Row, learn bool) {
	w.measured, w.err = Measured{}, nil
	byBoard := map[boardKey][]int{}
	var keys []boardKey // in the order of their first row
	for i := range rows {
		key := t.boardKey(rows[i].Game.Graph)
		if byBoard[key] == nil {
			keys = append(keys, key)
		}
		byBoard[key] = append(byBoard[key], i)
	}
	for _, key := range keys {
		for list := byBoard[key]; len(list) > 0 && w.err == nil; {
			n := min(chunkSize, len(list))
			w.chunk, list = list[:n], list[n:]
			w.err = w.learn(t, rows, learn)
		}
	}
}

// learn does the forward pass of a chunk and, if its argument learn is true, the backward pass.
func (w *worker) learn(t *trainer, rows []replay.Row, learn bool) error {
	n := len(w.chunk)
	for len(w.in) < n {
		w.in, w.targets = append(w.in, nn.Input{}), append(w.targets, Target{})
		w.out, w.by = append(w.out, nn.Result{}), append(w.by, nn.Result{})
	}
	in, out, by := w.in[:n], w.out[:n], w.by[:n]
	for i, at := range w.chunk {
		if err := w.rows.Fill(&rows[at], &in[i], &w.targets[i]); err != nil {
			return err
		}
	}
	if err := t.learner.Forward(&w.tape, in, out); err != nil {
		return err
	}
	for i := range n {
		target := &w.targets[i]
		m := measure(t.options.Weights.Loss(&out[i], t.learner.Model().PostProcess, target, &by[i]), target, choice(&out[i]))
		w.measured.add(&m)
	}
	if learn {
		t.learner.Backward(&w.tape, by)
	}
	return nil
}

// choice returns the index of the net's first choice. A pass comes after the points.
func choice(r *nn.Result) int {
	best := 0
	for i, x := range r.Policy[0] {
		if x > r.Policy[0][best] {
			best = i
		}
	}
	if r.Pass[0] > r.Policy[0][best] {
		return len(r.Policy[0])
	}
	return best
}
