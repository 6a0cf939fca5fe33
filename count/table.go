package count

// A record is a state, followed by the number of colourings that lead to it, modulo the first moduli of the pass: as
// many as the number of all colourings of the points so far needs.

// mix is odd. The highest bits of the product of a state and mix depend on all bits of the state.
const mix = 0x9e3779b97f4a7c15

// table adds the counts of records with the same state. It is a hash table in which the next free slot is used.
type table struct {
	moduli []modulus
	slots  []uint64 // records; a free slot has the state 0
	shift  int      // the product with mix, shifted left by skip and right by shift, is the number of a slot
	skip   int
}

// reset empties the table and makes room for n records. All records have the same first skip bits of the product
// with mix.
func (t *table) reset(n, skip int) {
	log := 4
	for 1<<log < n+n/2 {
		log++
	}
	t.shift, t.skip = 64-log, skip
	words := (1 + len(t.moduli)) << log
	if words > cap(t.slots) {
		t.slots = make([]uint64, words)
		return
	}
	t.slots = t.slots[:words]
	clear(t.slots)
}

// add adds the records of a block.
func (t *table) add(block []uint64) {
	record, slots, list := 1+len(t.moduli), t.slots, t.moduli
	for ; len(block) >= record; block = block[record:] {
		state := block[0]
		at := int(state*mix<<t.skip>>t.shift) * record
		for slots[at] != state && slots[at] != 0 {
			if at += record; at == len(slots) {
				at = 0
			}
		}
		slots[at] = state
		sums, counts := slots[at+1:at+record], block[1:record]
		for i, m := range list {
			sums[i] = m.add(sums[i], counts[i])
		}
	}
}
