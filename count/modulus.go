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
