package count

import (
	"context"
	"sync"
	"sync/atomic"
)

// pass counts modulo some of the moduli.
type pass struct {
	border  border
	moduli  []modulus
	pool    pool
	layer   *layer // the states that are being expanded
	next    *layer // the states that follow
	done    atomic.Int64
	threads int
}

func (p *pass) record() int { return 1 + len(p.moduli) }

func (p *pass) read(l *layer, i int, use func([]uint64)) error { return nil }
func (p *pass) relieve() error                                 { return nil }

// partBits returns the logarithm of the number of parts of the layer after one with the given number of records.
func (p *pass) partBits(records int) int {
	bits := 0
	for bits < 8 && records>>bits > bucketRecords/2 {
		bits++
	}
	return bits
}

func (p *pass) run(ctx context.Context) []uint64 {
	start := append([]uint64{p.border.start()}, make([]uint64, len(p.moduli))...)
	for i := range p.moduli {
		start[1+i] = 1
	}
	p.layer = newLayer(0, 0)
	p.layer.parts[0].push(append(p.pool.get(), start...))
	workers := make([]worker, p.threads)
	for range p.border.steps() {
		p.next = newLayer(p.layer.step+1, p.partBits(p.layer.words()/p.record()))
		var next atomic.Int64
		var group sync.WaitGroup
		for i := range workers {
			w := &workers[i]
			w.pass = p
			w.begin()
			group.Go(func() {
				for {
					i := int(next.Add(1)) - 1
					if i >= len(p.layer.parts) {
						break
					}
					w.expandPart(i)
				}
				w.end()
			})
		}
		group.Wait()
		p.layer = p.next
	}
	sums := make([]uint64, len(p.moduli))
	for i := range p.layer.parts {
		for _, b := range p.layer.parts[i].blocks {
			for ; len(b) > 0; b = b[p.record():] {
				if p.border.legal(b[0]) {
					for j, m := range p.moduli {
						sums[j] = m.add(sums[j], b[1+j])
					}
				}
			}
		}
	}
	for j, m := range p.moduli {
		sums[j] %= m.prime()
	}
	for i := range workers {
		p.done.Add(workers[i].visits)
	}
	return sums
}
