package rollout

import "math/bits"

// Rand is a small, fast random number generator (wyrand, Wang Yi 2019). The same seed gives the same numbers
// on every machine. It is not safe for concurrent use, and must not be used for secrets.
type Rand uint64

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	*r += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*r), uint64(*r)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// peek returns the next number and the generator after it, without changing r.
func (r Rand) peek() (number uint64, after Rand) {
	number = r.Uint64()
	return number, r
}

// Below returns a random number from 0 to n-1; n must be above 0. For n below 2^16 the probabilities of any
// two values differ by at most one part in 2^48.
func (r *Rand) Below(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// chance returns true with probability k/256.
func (r *Rand) chance(k uint8) bool { return uint8(r.Uint64()>>56) < k }
