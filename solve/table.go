package solve

import "sync/atomic"

// MostLosses is the largest number of losses that a search can allow; see [Search].
const MostLosses = 13

// The bounds of facts beyond all numbers of losses.
const (
	unproved = 15
	always   = 15 // refuted with any number of losses
)

// fact is what the search knows about a state.
type fact struct {
	proved  int // the claim is proved if the claimant may lose stones so often; unproved if it is not
	refuted int // the claim is refuted if the claimant may lose stones so often; -1 if it is not
	proof   int // proof number: an estimate of the work to prove the claim
	refusal int // disproof number: an estimate of the work to refute it
	effort  int // the number of bits of the number of states that were expanded for this fact
}

// mostProof is the largest proof and disproof number.
const mostProof = 1<<24 - 1

// unknown returns the fact about a state that was not searched.
func unknown() fact { return fact{proved: unproved, refuted: -1, proof: 1, refusal: 1} }

// decided reports whether the claim is proved or refuted with so many losses.
func (x fact) decided(losses int) bool { return x.proved <= losses || x.refuted >= losses }

func (x fact) pack() uint64 {
	return uint64(x.proved) | uint64(x.refuted+1)<<4 | uint64(x.effort)<<9 | uint64(x.proof)<<16 | uint64(x.refusal)<<40
}

func unpack(d uint64) fact {
	return fact{
		proved: int(d & 15), refuted: int(d>>4&31) - 1, effort: int(d >> 9 & 63),
		proof: int(d >> 16 & mostProof), refusal: int(d >> 40),
	}
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
	t := &table{1<<log - bucket, make([]entry, 1<<log)}
	wantLargePages(t.entries)
	return t
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

// touch reads the places of all options, so that the processor fetches them from memory at the same time.
func (t *table) touch(list []option) {
	for i := range list {
		atomic.LoadUint64(&t.entries[mix(list[i].key)&t.mask].data)
	}
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
	at, least := 0, 1<<10
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
			old.effort = -1
		}
		if old.effort < least {
			at, least = i, old.effort
		}
	}
	data := x.pack()
	atomic.StoreUint64(&b[at].data, data)
	atomic.StoreUint64(&b[at].check, key^data)
}
