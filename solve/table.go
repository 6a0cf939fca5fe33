package solve

import "sync/atomic"

// always is the depth of verdicts that hold for every depth, and the largest depth of a search.
const always = 127

// fact is what the search knows about a state.
type fact struct {
	proved  int    // the claim is proved within so many turns; always+1 if it is not proved
	refuted int    // the claim is refuted within so many turns; -1 if it is not refuted
	move    int    // the turn that was best when the state was last searched, from 1; 0 if it was not searched
	effort  uint32 // the number of states that were visited for this fact
}

// unknown returns the fact about a state that was not searched.
func unknown() fact { return fact{proved: always + 1, refuted: -1} }

func (x fact) pack() uint64 {
	return uint64(x.proved) | uint64(x.refuted+1)<<8 | uint64(x.move)<<16 | uint64(x.effort)<<32
}

func unpack(d uint64) fact {
	return fact{int(d & 255), int(d>>8&255) - 1, int(d >> 16 & 255), uint32(d >> 32)}
}

// table maps states to facts. It forgets the facts of the least effort when it is full. Goroutines share it without
// locks: an entry that two of them write at the same time does not match any key.
type table struct {
	mask    uint64
	entries []entry
}

type entry struct{ check, data uint64 } // check is the key xor data

const bucket = 4

// newTable makes a table of 2 to the power of log entries of 16 bytes.
func newTable(log int) *table {
	return &table{1<<log - bucket, make([]entry, 1<<log)}
}

func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}

func (t *table) bucket(key uint64) []entry {
	i := mix(key) & t.mask
	return t.entries[i : i+bucket : i+bucket]
}

// find returns the fact about the key.
func (t *table) find(key uint64) (fact, bool) {
	b := t.bucket(key)
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if atomic.LoadUint64(&b[i].check)^data == key {
			return unpack(data), true
		}
	}
	return unknown(), false
}

// put stores a fact. It keeps the verdicts that the table already has about the key.
func (t *table) put(key uint64, x fact) {
	b := t.bucket(key)
	at, least := 0, ^uint32(0)
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		old := unpack(data)
		if atomic.LoadUint64(&b[i].check)^data == key {
			x.proved, x.refuted = min(x.proved, old.proved), max(x.refuted, old.refuted)
			x.effort = max(x.effort, old.effort)
			at = i
			break
		}
		if data == 0 {
			old.effort = 0
		}
		if old.effort < least {
			at, least = i, old.effort
		}
	}
	data := x.pack()
	atomic.StoreUint64(&b[at].data, data)
	atomic.StoreUint64(&b[at].check, key^data)
}
