package count

import "sync"

// blockWords is the size of a block of records.
const blockWords = 1024

// blockBytes is the size of a block of records in bytes.
const blockBytes = 8 * blockWords

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

// part is a part of a layer: the records in its files, and further records in memory.
type part struct {
	mu     sync.Mutex
	blocks [][]uint64
	bytes  []int64 // sizes of the files, one for each machine that writes to the part
	synced bool    // the file of this machine is on the disk
}

func newLayer(step, bits, machines int) *layer {
	l := &layer{step: step, bits: bits, parts: make([]part, 1<<bits)}
	for i := range l.parts {
		l.parts[i].bytes = make([]int64, machines)
		l.parts[i].synced = true
	}
	return l
}

// words returns about the size of all records of a part. It includes the heads of the chunks in files.
func (p *part) words() int {
	n := 0
	for _, b := range p.bytes {
		n += int(b / 8)
	}
	for _, b := range p.blocks {
		n += len(b)
	}
	return n
}

// words returns about the size of all records of the layer.
func (l *layer) words() (n int) {
	for i := range l.parts {
		n += l.parts[i].words()
	}
	return n
}

// push adds a block to the records in memory.
func (p *part) push(b []uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blocks = append(p.blocks, b)
}

// take removes and returns the blocks of a part.
func (p *part) take() [][]uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	blocks := p.blocks
	p.blocks = nil
	return blocks
}

// inMemory reports whether a part has no files.
func (p *part) inMemory() bool {
	for _, b := range p.bytes {
		if b > 0 {
			return false
		}
	}
	return true
}
