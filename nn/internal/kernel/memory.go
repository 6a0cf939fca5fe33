package kernel

import "unsafe"

// Lanes is the number of floats in the widest vector. Every number of channels is a multiple of this number.
const Lanes = 16

// Pad rounds n up to a multiple of Lanes.
func Pad(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// Floats returns memory for n floats, aligned to 64 bytes.
func Floats(n int) []float32 {
	all := make([]float32, n+Lanes)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(all)))/4) & (Lanes - 1)
	return all[skip : skip+n : skip+n]
}

// Memory allocates memory for data that is used together. It allocates large pieces, so that the system can use
// large pages. Each evaluation reads the whole net. If the net lay in thousands of small pages, the CPU would
// spend much time on looking them up. A piece is freed only when no part of it is used. The zero value is ready
// to use. A nil Memory allocates like [Floats].
type Memory struct {
	Large bool // also the first piece has a large page; otherwise the first pieces are as small as what they are for
	left  []float32
	given int // total number of floats that were allocated
}

// largePage is the size of a large page, in floats.
const largePage = 2 << 20 / 4

// maxPiece is the largest size of a piece, in floats. Only an allocation of more floats gets a larger piece.
const maxPiece = 4 << 20

// Floats returns memory for n floats, aligned to 64 bytes.
func (m *Memory) Floats(n int) []float32 {
	if m == nil {
		return Floats(n)
	}
	n = Pad(n)
	if len(m.left) < n {
		least := m.given
		if m.Large {
			least = max(least, largePage)
		}
		m.left = piece(max(n, min(least, maxPiece)))
	}
	var f []float32
	f, m.left = m.left[:n:n], m.left[n:]
	m.given += n
	return f
}

// piece allocates memory for n floats. If they fill at least one large page, piece asks the system for large
// pages.
func piece(n int) []float32 {
	if n < largePage {
		return Floats(n)
	}
	f := Floats(n + largePage)
	f = f[-int(uintptr(unsafe.Pointer(unsafe.SliceData(f)))/4)&(largePage-1):][:n]
	wantLargePages(f)
	return f
}

// words returns memory for n 16-bit integers, aligned like floats.
func (m *Memory) words(n int) []int16 {
	if n == 0 {
		return nil
	}
	f := m.Floats((n + 1) / 2)
	return unsafe.Slice((*int16)(unsafe.Pointer(unsafe.SliceData(f))), n)
}

// at returns the address of an element.
func at[T any](s []T, i int) unsafe.Pointer { return unsafe.Pointer(&s[i]) }
