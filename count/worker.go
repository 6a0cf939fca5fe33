package count

// bucketRecords is the number of records that are added up in one table. The table then fits into the cache of a core.
const bucketRecords = 1 << 14

// worker expands parts of a layer into the next layer.
type worker struct {
	*pass
	table    table
	residues *residues
	counts   []uint64     // scratch: the counts of a state, for the next layer
	out      [][]uint64   // a block for each part of the next layer
	buckets  [][][]uint64 // the blocks of each bucket of the part that is being expanded
}

// end hands the last blocks to the next layer.
func (w *worker) end() {
	for i, b := range w.out {
		if len(b) > 0 {
			w.next.parts[i].push(b)
		}
		w.out[i] = nil
	}
}

// expandPart expands all states of part i of the layer. It first distributes the records over buckets that fit into
// the cache.
func (w *worker) expandPart(i int) error {
	p := &w.layer.parts[i]
	record, log := w.record(w.layer.step), 0
	records := p.words() / record
	w.table.moduli = w.moduliAt(w.layer.step)
	for records>>log > bucketRecords {
		log++
	}
	for len(w.buckets) < 1<<log {
		w.buckets = append(w.buckets, nil)
	}
	if log == 0 && p.inMemory() {
		w.buckets[0] = p.take()
	} else if err := w.distribute(i, log); err != nil {
		return err
	}
	for b := range 1 << log {
		blocks, n := w.buckets[b], 0
		for _, block := range blocks {
			n += len(block)
		}
		w.table.reset(n/record, w.layer.bits+log)
		for _, block := range blocks {
			w.table.add(block)
		}
		w.buckets[b] = nil
		w.pool.put(blocks...)
		if err := w.expandTable(); err != nil {
			return err
		}
	}
	return nil
}

// distribute moves the records of a part into buckets.
func (w *worker) distribute(i, log int) error {
	p, skip, record := &w.layer.parts[i], w.layer.bits, w.record(w.layer.step)
	current := make([][]uint64, 1<<log)
	scatter := func(block []uint64) {
		for ; len(block) >= record; block = block[record:] {
			b := block[0] * mix << skip >> (64 - log) // 0 if log is 0
			to := current[b]
			if len(to)+record > cap(to) {
				if to != nil {
					w.buckets[b] = append(w.buckets[b], to)
				}
				to = w.pool.get()
			}
			current[b] = append(to, block[:record]...)
		}
	}
	for _, block := range p.take() {
		scatter(block)
		w.pool.put(block)
	}
	if err := w.read(w.layer, i, scatter); err != nil {
		return err
	}
	for b, block := range current {
		if len(block) > 0 {
			w.buckets[b] = append(w.buckets[b], block)
		}
	}
	return nil
}

// expandTable expands the states of the table into the next layer.
func (w *worker) expandTable() error {
	step, border := w.layer.step, w.border
	record, next := w.record(step), w.record(step+1)
	shift := 64 - w.next.bits
	var to [3]uint64
	visits := int64(0)
	for slots := w.table.slots; len(slots) > 0; slots = slots[record:] {
		if slots[0] == 0 {
			continue
		}
		visits++
		counts := slots[1:record]
		if next > record {
			w.counts = w.residues.extend(append(w.counts[:0], counts...), next-1)
			counts = w.counts
		}
		for _, s := range to[:border.expand(step, slots[0], &to)] {
			i := s * mix >> shift // 0 if there is one part
			b := w.out[i]
			if len(b)+next > cap(b) {
				if b != nil {
					w.next.parts[i].push(b)
				}
				if err := w.relieve(); err != nil {
					return err
				}
				b = w.pool.get()
			}
			b = append(b, s)
			w.out[i] = append(b, counts...)
		}
	}
	w.visits.Add(visits)
	return nil
}
