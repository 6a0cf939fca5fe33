package count

import "sync"

// blockWords is the size of a block of records.
const blockWords = 1024

// pool has the blocks that are not used at the moment, and counts the others.
type pool struct {
	mu          sync.Mutex
	unused      [][]uint64
	used, limit int // in blocks
}

func (p *pool) get() []uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used++
	if n := len(p.unused); n > 0 {
		b := p.unused[n-1]
		p.unused = p.unused[:n-1]
		return b[:0]
	}
	slab := make([]uint64, 64*blockWords)
	for i := blockWords; i < len(slab); i += blockWords {
		p.unused = append(p.unused, slab[i:i:i+blockWords])
	}
	return slab[:0:blockWords]
}

func (p *pool) put(blocks ...[]uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used -= len(blocks)
	p.unused = append(p.unused, blocks...)
}

// fullness returns the used share of the limit.
func (p *pool) fullness() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.used) / float64(p.limit)
}

// layer has the states before a step. It consists of parts: the first bits of the product of a state and mix are the
// number of its part. The same state may be in several records of its part.
type layer struct {
	step  int
	bits  int // the layer has 1<<bits parts
	parts []part
}

// part is a part of a layer: the records in its file, and further records in memory.
type part struct {
	mu     sync.Mutex
	blocks [][]uint64
	bytes  int64 // size of the file
}

func newLayer(step, bits int) *layer {
	return &layer{step: step, bits: bits, parts: make([]part, 1<<bits)}
}

// words returns the size of all records of a part.
func (p *part) words() int {
	n := int(p.bytes / 8)
	for _, b := range p.blocks {
		n += len(b)
	}
	return n
}

// words returns the size of all records of the layer.
func (l *layer) words() (n int) {
	for i := range l.parts {
		n += l.parts[i].words()
	}
	return n
}
