package kernel

import "unsafe"

// Lanes is what numbers of channels are multiples of.
const Lanes = 16

// Pad is n or the next multiple of Lanes.
func Pad(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// Floats is memory for n floats that begins at a multiple of 64 bytes.
func Floats(n int) []float32 {
	all := make([]float32, n+Lanes)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(all)))/4) & (Lanes - 1)
	return all[skip : skip+n : skip+n]
}

// words is memory for n 16-bit integers, aligned as that of Floats.
func words(n int) []int16 {
	if n == 0 {
		return nil
	}
	f := Floats((n + 1) / 2)
	return unsafe.Slice((*int16)(unsafe.Pointer(unsafe.SliceData(f))), n)
}

// at is the address of an element.
func at[T any](s []T, i int) unsafe.Pointer { return unsafe.Pointer(&s[i]) }
