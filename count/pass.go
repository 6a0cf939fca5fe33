package count

import (
	"context"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// pass counts modulo some of the moduli. It expands one layer after another until all points are coloured.
type pass struct {
	*counting
	moduli []modulus
	first  int   // the number of the first of these moduli
	need   []int // by step: how many of the moduli the records have

	pool     pool
	buffers  sync.Pool // of *buffer
	layer    *layer    // the states that are being expanded
	next     *layer    // the states that follow
	at       int       // the first part of the layer that is not expanded yet
	workers  []worker
	obsolete []string // files that the next checkpoint does not need
	useless  int64    // bytes of these files
	spilling sync.Mutex
	spill    table
}

// record returns the size of a record of a step in words.
func (p *pass) record(step int) int { return 1 + p.need[step] }

// moduliAt returns the moduli of the records of a step.
func (p *pass) moduliAt(step int) []modulus { return p.moduli[:p.need[step]] }

// newPass returns a pass over n moduli of the board, beginning with number first, from 0.
func newPass(c *counting, first, n int) *pass {
	p := &pass{counting: c, moduli: c.moduli[first : first+n], first: first, workers: make([]worker, c.threads)}
	p.need = needed(p.moduli, p.border.steps())
	p.pool.limit = int(float64(c.memory) * 0.85 / blockBytes) // the rest is for tables, buffers and garbage
	for i := range p.workers {
		p.workers[i].pass = p
		p.workers[i].residues = newResidues(p.moduli)
	}
	return p
}

// begin makes the first layer, whose only state is that of a board without coloured points.
func (p *pass) begin() {
	p.layer = newLayer(0, 0, p.machines)
	if p.machine == 0 {
		start := append(p.pool.get(), p.border.start())
		for range p.moduliAt(0) {
			start = append(start, 1)
		}
		p.layer.parts[0].push(start)
	}
}

// mostPartBits is the logarithm of the largest number of parts of a layer.
const mostPartBits = 14

// partBits returns the logarithm of the number of parts of the layer that follows the present one.
func (p *pass) partBits() int {
	records := p.layer.words() / p.record(p.layer.step)
	if p.machines > 1 {
		return p.sharedBits()
	}
	bits := 0
	for bits < 8 && records>>bits > bucketRecords/2 {
		bits++
	}
	// A worker holds a whole part in memory.
	for bits < mostPartBits && int64(records)*int64(16*p.record(p.layer.step+1))>>bits > p.memory/int64(8*p.threads) {
		bits++
	}
	// It also has a block for each part of the next layer.
	for bits > 0 && int64(p.threads)*blockBytes<<bits > p.memory/4 {
		bits--
	}
	return bits
}

// sharedBits is the logarithm of the number of parts of all layers if several machines share them.
func (c *counting) sharedBits() int {
	return min(max(log2(c.estimate.States)-12, log2(float64(2*c.machines))), mostPartBits)
}

// workMemory estimates the least memory in bytes for a pass with n moduli whose records are in files. Each thread holds
// a part of the largest layer, and a block for each part of the next layer. As much again is for records on their way
// to files.
func (c *counting) workMemory(n int) float64 {
	least := math.Inf(1)
	for bits := range mostPartBits + 1 {
		if parts := math.Exp2(float64(bits)); c.machines == 1 || bits == c.sharedBits() {
			least = min(least, 2*float64(c.threads)*(c.estimate.memory(n)/parts+blockBytes*parts))
		}
	}
	return least
}

func log2(x float64) (log int) {
	for ; x >= 2; x /= 2 {
		log++
	}
	return log
}

// run runs the pass from its layer to the end. It returns the number of colourings of this machine's share, modulo
// each of the moduli.
func (p *pass) run(ctx context.Context) ([]uint64, error) {
	for p.layer.step < p.border.steps() {
		if p.next == nil {
			p.next = newLayer(p.layer.step+1, p.partBits(), p.machines)
			if p.pool.fullness() > 0.85 {
				if err := p.flush(p.layer); err != nil {
					return nil, err
				}
			}
		}
		for p.at < len(p.layer.parts) {
			if err := p.expandParts(ctx); err != nil {
				return nil, err
			}
			if p.dir != "" && (ctx.Err() != nil || p.due()) {
				if err := p.save(); err != nil {
					return nil, err
				}
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		p.layer, p.next, p.at = p.next, nil, 0
		if p.pool.fullness() > 0.1 {
			runtime.GC() // by itself, the collector waits until the garbage is as large as the records
		}
		if p.machines > 1 {
			if err := p.save(); err != nil {
				return nil, err
			}
			if err := p.await(ctx); err != nil {
				return nil, err
			}
		}
	}
	return p.total()
}

// due reports whether a checkpoint is due: after the pause, or because files that it does not need take much space.
func (p *pass) due() bool {
	return time.Since(p.savedAt) > p.pause || p.useless > slack+8*int64(p.next.words())
}

// slack is the size of files that are kept although they are not needed.
const slack = 64 << 20

// expandParts expands parts of the layer until all are expanded, or a checkpoint is due, or the context is cancelled.
func (p *pass) expandParts(ctx context.Context) error {
	var group sync.WaitGroup
	var next atomic.Int64
	next.Store(int64(p.at))
	failures := make([]error, len(p.workers))
	for i := range p.workers {
		w := &p.workers[i]
		group.Go(func() {
			w.out = make([][]uint64, len(p.next.parts))
			// Each worker expands a part between two checkpoints, however short the interval is.
			for begun := false; ctx.Err() == nil && failures[i] == nil && (p.dir == "" || !begun || time.Since(p.savedAt) < p.pause); begun = true {
				part := int(next.Add(1)) - 1
				if part >= len(p.layer.parts) {
					break
				}
				if part%p.machines == p.machine {
					failures[i] = w.expandPart(part)
					p.progress(len(p.moduli))
				}
			}
			w.end()
		})
	}
	group.Wait()
	reached := min(int(next.Load()), len(p.layer.parts))
	for i := p.at; i < reached; i++ {
		if part := &p.layer.parts[i]; i%p.machines == p.machine {
			for machine, size := range part.bytes {
				if size > 0 {
					p.obsolete = append(p.obsolete, p.file(p.layer, i, machine))
					p.useless += size
				}
			}
		}
	}
	p.at = reached
	return first(failures)
}

// relieve writes the next layer to files if the memory is full.
func (p *pass) relieve() error {
	if p.pool.fullness() < 1 {
		return nil
	}
	p.spilling.Lock()
	defer p.spilling.Unlock()
	if p.pool.fullness() < 1 {
		return nil
	}
	if p.dir == "" {
		return p.noFolder()
	}
	for i := range p.next.parts {
		if err := p.write(p.next, i, &p.spill); err != nil {
			return err
		}
	}
	return nil
}

// flush moves the records of a layer from memory into files. It uses all workers.
func (p *pass) flush(l *layer) error {
	if p.dir == "" {
		return p.noFolder()
	}
	return p.each(len(l.parts), func(w *worker, i int) error { return p.write(l, i, &w.table) })
}

// each calls f for the numbers below n, on all workers.
func (p *pass) each(n int, f func(w *worker, i int) error) error {
	var group sync.WaitGroup
	var next atomic.Int64
	failures := make([]error, len(p.workers))
	for j := range p.workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && failures[j] == nil; i = int(next.Add(1)) - 1 {
				failures[j] = f(&p.workers[j], i)
			}
		})
	}
	group.Wait()
	return first(failures)
}

// first returns the first error. The others usually have the same cause.
func first(failures []error) error {
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

// total adds up the legal boards of this machine's parts of the last layer. Its records have all moduli.
func (p *pass) total() ([]uint64, error) {
	sums, record := make([]uint64, len(p.moduli)), p.record(p.layer.step)
	add := func(b []uint64) {
		for ; len(b) > 0; b = b[record:] {
			if p.border.legal(b[0]) {
				for j, m := range p.moduli {
					sums[j] = m.add(sums[j], b[1+j])
				}
			}
		}
	}
	for i := range p.layer.parts {
		if i%p.machines != p.machine {
			continue
		}
		for _, b := range p.layer.parts[i].blocks {
			add(b)
		}
		if err := p.read(p.layer, i, add); err != nil {
			return nil, err
		}
	}
	for j, m := range p.moduli {
		sums[j] %= m.prime()
	}
	return sums, nil
}

// removeObsolete removes the files that the checkpoint no longer needs.
func (p *pass) removeObsolete() {
	for _, path := range p.obsolete {
		_ = os.Remove(path) // a file that stays takes up space, and is removed when the count ends
	}
	p.obsolete, p.useless = nil, 0
}
