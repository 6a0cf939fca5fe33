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

// Memory hands out memory for what is used together, in large pieces, so that the
// system can give it large pages: a net is read in whole for each position, and finding
// thousands of small pages takes a good part of the time. What it hands out lives as long
// as any part of its piece. The zero value is ready, and nil is [Floats].
type Memory struct {
	left  []float32
	given int // floats, all together
}

// largePage is how many floats a large page has.
const largePage = 2 << 20 / 4

// mostPiece is how many floats a piece has at most, unless it is for more at once.
const maxPiece = 4 << 20

// Floats is memory for n floats that begins at a multiple of 64 bytes.
func (m *Memory) Floats(n int) []float32 {
	if m == nil {
		return Floats(n)
	}
	n = Pad(n)
	if len(m.left) < n {
		m.left = piece(max(n, min(m.given, maxPiece)))
	}
	var f []float32
	f, m.left = m.left[:n:n], m.left[n:]
	m.given += n
	return f
}

// piece is memory that the system is asked to give large pages to, if it fills one.
func piece(n int) []float32 {
	if n < largePage {
		return Floats(n)
	}
	f := Floats(n + largePage)
	f = f[-int(uintptr(unsafe.Pointer(unsafe.SliceData(f)))/4)&(largePage-1):][:n]
	wantLargePages(f)
	return f
}

// words is memory for n 16-bit integers, aligned as floats are.
func (m *Memory) words(n int) []int16 {
	if n == 0 {
		return nil
	}
	f := m.Floats((n + 1) / 2)
	return unsafe.Slice((*int16)(unsafe.Pointer(unsafe.SliceData(f))), n)
}

// at is the address of an element.
func at[T any](s []T, i int) unsafe.Pointer { return unsafe.Pointer(&s[i]) }
