package count

import (
	"math/big"
	"math/bits"
)

// modulus is a prime just below 2^64, written as the difference to 2^64.
type modulus uint64

// moduli returns the n largest primes below 2^64.
func moduli(n int) []modulus {
	var list []modulus
	for m := modulus(1); len(list) < n; m += 2 {
		if new(big.Int).SetUint64(m.prime()).ProbablyPrime(0) { // exact below 2^64
			list = append(list, m)
		}
	}
	return list
}

func (m modulus) prime() uint64 { return -uint64(m) }

// add returns a number below 2^64 that is congruent to a+b.
func (m modulus) add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	sum, carry = bits.Add64(sum, uint64(m)&-carry, 0) // 2^64 is congruent to m
	return sum + uint64(m)&-carry
}

// moduliFor returns enough moduli that their product is above 3 to the number of points. So it is above the number of
// legal positions too.
func moduliFor(points int) []modulus {
	bound := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil)
	n := (bound.BitLen() + 63) / 64
	for ; ; n++ {
		list, product := moduli(n), big.NewInt(1)
		for _, m := range list {
			product.Mul(product, new(big.Int).SetUint64(m.prime()))
		}
		if product.Cmp(bound) > 0 {
			return list
		}
	}
}

// residues finds further residues of a number by Garner's method.
type residues struct {
	moduli  []modulus
	inverse [][]uint64 // inverse[i][j] is the inverse of prime j modulo prime i, for j < i
	digits  []uint64   // scratch
}

func newResidues(moduli []modulus) *residues {
	r := &residues{moduli: moduli}
	for i, m := range moduli {
		r.inverse = append(r.inverse, nil)
		for _, other := range moduli[:i] {
			p, q := new(big.Int).SetUint64(m.prime()), new(big.Int).SetUint64(other.prime())
			r.inverse[i] = append(r.inverse[i], q.ModInverse(q, p).Uint64())
		}
	}
	return r
}

// extend appends residues of a number to those modulo the first moduli, until there are n. The number has to be below
// the product of these first moduli.
func (r *residues) extend(list []uint64, n int) []uint64 {
	// The number is digits[0] + digits[1]*p0 + digits[2]*p0*p1 and so on, with the primes p0, p1, ...
	r.digits = r.digits[:0]
	for i, residue := range list {
		p := r.moduli[i].prime()
		x := residue % p
		for j, d := range r.digits {
			if d %= p; x < d {
				x += p - d
			} else {
				x -= d
			}
			x = product(x, r.inverse[i][j], p)
		}
		r.digits = append(r.digits, x)
	}
	for i := len(list); i < n; i++ {
		m, x := r.moduli[i], uint64(0)
		p := m.prime()
		for j := len(r.digits) - 1; j >= 0; j-- {
			x = m.add(product(x, r.moduli[j].prime()%p, p), r.digits[j]) % p
		}
		list = append(list, x)
	}
	return list
}

// product returns a*b modulo p. Both are below p.
func product(a, b, p uint64) uint64 {
	high, low := bits.Mul64(a, b)
	_, rest := bits.Div64(high, low, p)
	return rest
}

// needed returns, by number of points from 0 to points, how many of the moduli are needed for their colourings, so that
// the product is above 3 to the number of points. It is at least one, and at most all.
func needed(list []modulus, points int) (need []int) {
	colourings, product, n := big.NewInt(1), big.NewInt(1), 0
	for range points + 1 {
		for n < len(list) && product.Cmp(colourings) <= 0 {
			product.Mul(product, new(big.Int).SetUint64(list[n].prime()))
			n++
		}
		need = append(need, n)
		colourings.Mul(colourings, big.NewInt(3))
	}
	return need
}

// combine returns the number below the product of the moduli that has the given residues (Chinese remainder theorem).
func combine(list []modulus, residues []uint64) *big.Int {
	x, product := big.NewInt(0), big.NewInt(1)
	for i, m := range list {
		p := new(big.Int).SetUint64(m.prime())
		// x + product*k must have the residue, so k is (residue-x)/product.
		k := new(big.Int).Sub(new(big.Int).SetUint64(residues[i]), x)
		k.Mul(k, new(big.Int).ModInverse(product, p)).Mod(k, p)
		x.Add(x, k.Mul(k, product))
		product.Mul(product, p)
	}
	return x
}
