package solve

import (
	"math/bits"
	"sync/atomic"
)

// MostLosses is the largest number of losses that a search can allow; see [Search].
const MostLosses = 13

// The bounds of facts beyond all numbers of losses.
const (
	unproved = 15
	always   = 15 // refuted with any number of losses
)

// fact is what the search knows about a state.
type fact struct {
	proved  int // the fewest allowed losses of stones with which the claim is proved, or the constant unproved
	refuted int // the most allowed losses of stones with which the claim is refuted; -1 if it is not refuted
	proof   int // proof number: an estimate of the work to prove the claim
	refusal int // disproof number: an estimate of the work to refute it
	effort  int // the number of bits of the number of states that were expanded for this fact
}

const (
	// mostProof is the largest proof and disproof number.
	mostProof = 1 << 40
	// precision is the number of bits of a proof number and of a disproof number that count.
	precision = 19
)

// rounded returns a proof number that an entry of the table can hold.
func rounded(x int) int {
	x = min(x, mostProof)
	excess := max(bits.Len(uint(x))-precision, 0)
	return x >> excess << excess
}

// packed returns a rounded number in 24 bits.
func packed(x int) uint64 {
	excess := max(bits.Len(uint(x))-precision, 0)
	return uint64(excess)<<precision | uint64(x>>excess)
}

func unpacked(d uint64) int {
	return int(d & (1<<precision - 1) << (d >> precision & 31))
}

// unknown returns the fact about a state that was not searched.
func unknown() fact { return fact{proved: unproved, refuted: -1, proof: 1, refusal: 1} }

// decided reports whether the claim is proved or refuted with the given losses.
func (x fact) decided(losses int) bool { return x.proved <= losses || x.refuted >= losses }

func (x fact) pack() uint64 {
	return uint64(x.proved) | uint64(x.refuted+1)<<4 | uint64(x.effort)<<9 | packed(x.proof)<<16 | packed(x.refusal)<<40
}

func unpack(d uint64) fact {
	return fact{
		proved: int(d & 15), refuted: int(d>>4&31) - 1, effort: int(d >> 9 & 63),
		proof: unpacked(d >> 16 & (1<<24 - 1)), refusal: unpacked(d >> 40),
	}
}

// table maps states to facts. It begins small, and [table.fit] makes it larger. When it has no room left, it forgets
// the facts of the least effort. Goroutines share it without locks: an entry that two of them write at the same time
// does not match any key.
type table struct {
	size    atomic.Uint64 // entries in use, a power of two
	entries []entry       // the system provides memory only for those in use
}

type entry struct{ check, data uint64 } // check is the key xor mix(data)

// key is the key of an entry. mix makes sure that the parts of two entries do not look like an entry of a similar key.
func (e *entry) key() (key, data uint64) {
	data = atomic.LoadUint64(&e.data)
	return atomic.LoadUint64(&e.check) ^ mix(data), data
}

func (e *entry) set(key, data uint64) {
	atomic.StoreUint64(&e.data, data)
	atomic.StoreUint64(&e.check, key^mix(data))
}

const (
	bucket = 4
	// firstSize is the size of a new table.
	firstSize = 1 << 16
)

// newTable makes a table of at most 2 to the power of log entries of 16 bytes. It has to be at least as large as
// firstSize.
func newTable(log int) *table {
	t := &table{entries: make([]entry, 1<<log)}
	t.size.Store(firstSize)
	wantLargePages(t.entries)
	return t
}

// fit doubles the table until most of its first entries are free, or until it is as large as it may be. No other
// goroutine may use the table at the same time, except for the one that writes a checkpoint.
func (t *table) fit() {
	for size := t.size.Load(); size < uint64(len(t.entries)); size *= 2 {
		used := 0
		for i := range t.entries[:firstSize] {
			if t.entries[i].data != 0 {
				used++
			}
		}
		if used < firstSize/4 {
			return
		}
		for i := range t.entries[:size] {
			e, to := &t.entries[i], &t.entries[uint64(i)+size]
			if key, data := e.key(); data != 0 && mix(key)&size != 0 {
				to.set(key, data)
				e.set(0, 0)
			}
		}
		t.size.Store(2 * size)
	}
}

func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}

// place is the index of the first entry of the bucket that a key belongs to.
func (t *table) place(key uint64) uint64 { return mix(key) & (t.size.Load() - bucket) }

func (t *table) bucket(key uint64) []entry {
	i := t.place(key)
	return t.entries[i : i+bucket : i+bucket]
}

// touch reads the places of all options, so that the processor fetches them from memory at the same time.
func (t *table) touch(list []option) {
	for i := range list {
		atomic.LoadUint64(&t.entries[t.place(list[i].key)].data)
	}
}

// find returns the fact about the key.
func (t *table) find(key uint64) (fact, bool) {
	b := t.bucket(key)
	for i := range b {
		if at, data := b[i].key(); at == key {
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
		was, data := b[i].key()
		old := unpack(data)
		if was == key {
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
	b[at].set(key, x.pack())
}
