package rollout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tengen/internal/durable"
)

// A file of a [Linear] has little-endian numbers:
//
//	8 bytes      "TGlinear"
//	uint32       version, 1
//	uint32       number of near factors; always the number of canonical near codes, 134,280
//	uint32 each  near factors, in increasing order of their codes
//	4 × uint32   factors of response, of save, and of the two kinds of neighbour
//	uint32       number of nakade
//	12 bytes each  key (uint64) and factor (uint32), in increasing order of the keys
//	uint32       number of response patterns
//	56 bytes each  canonical wide code (uint64) and 12 factors (uint32), in increasing order of the codes
//	uint32       CRC-32C of everything before it
const (
	linearMagic   = "TGlinear"
	linearVersion = 1
	mostPatterns  = 200_000 // in a file; this many take 90 MB of memory
	mostNakades   = 100_000
)

// Append appends the file of the policy to dst.
func (l *Linear) Append(dst []byte) []byte {
	start, order := len(dst), binary.LittleEndian
	dst = append(dst, linearMagic...)
	dst = order.AppendUint32(dst, linearVersion)
	dst = order.AppendUint32(dst, uint32(len(l.nearFactors)))
	for _, f := range l.nearFactors {
		dst = order.AppendUint32(dst, f)
	}
	for _, f := range [...]uint32{l.response, l.save, l.neighbour[0], l.neighbour[1], uint32(len(l.nakade))} {
		dst = order.AppendUint32(dst, f)
	}
	for _, key := range slices.Sorted(maps.Keys(l.nakade)) {
		dst = order.AppendUint32(order.AppendUint64(dst, key), l.nakade[key])
	}
	dst = order.AppendUint32(dst, uint32(len(l.patterns)))
	for _, p := range l.patterns {
		dst = order.AppendUint64(dst, p.code)
		for _, f := range p.factors {
			dst = order.AppendUint32(dst, f)
		}
	}
	return order.AppendUint32(dst, durable.Checksum(dst[start:]))
}

// ErrLinear is wrapped by the errors of [ReadLinear].
var ErrLinear = errors.New("not a usable rollout policy")

// linearReader reads numbers from data. After an error all numbers are 0.
type linearReader struct {
	data []byte
	err  error
}

func (r *linearReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrLinear, fmt.Sprintf(format, args...))
	}
}

func (r *linearReader) bytes(n int) []byte {
	if r.err == nil && len(r.data) < n {
		r.fail("the file ends too early")
	}
	if r.err != nil {
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *linearReader) uint32() uint32 { return binary.LittleEndian.Uint32(r.bytes(4)) }
func (r *linearReader) uint64() uint64 { return binary.LittleEndian.Uint64(r.bytes(8)) }

// count reads a number of elements of the given size. The file must be long enough for them.
func (r *linearReader) count(what string, most, size int) int {
	n := int(r.uint32())
	switch {
	case r.err != nil:
		return 0
	case n > most:
		r.fail("it has %d %s, and at most %d are possible", n, what, most)
		return 0
	case len(r.data) < n*size:
		r.fail("the file ends too early")
		return 0
	}
	return n
}

// ReadLinear reads the content of a file that [Linear.Append] made.
func ReadLinear(data []byte) (*Linear, error) {
	if len(data) < len(linearMagic)+4 || string(data[:len(linearMagic)]) != linearMagic {
		return nil, fmt.Errorf("%w: it does not begin with %s; tengen rollout train makes such files", ErrLinear, linearMagic)
	}
	if v := binary.LittleEndian.Uint32(data[len(linearMagic):]); v != linearVersion {
		return nil, fmt.Errorf("%w: it has version %d, and this program reads version %d", ErrLinear, v, linearVersion)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if durable.Checksum(body) != sum {
		return nil, fmt.Errorf("%w: it is damaged (its checksum is wrong)", ErrLinear)
	}
	r := linearReader{data: body[len(linearMagic)+4:]}
	l := &Linear{nakade: map[uint64]uint32{}}
	if n := r.count("near factors", nearCodes, 4); n != canonicalNears {
		r.fail("it has %d near factors, not %d", n, canonicalNears)
	} else {
		for range n {
			f := r.uint32()
			if f < 1 || f > mostNear {
				r.fail("a near factor is %d, not from 1 to %d", f, mostNear)
			}
			l.nearFactors = append(l.nearFactors, f)
		}
	}
	for _, f := range [...]*uint32{&l.response, &l.save, &l.neighbour[0], &l.neighbour[1]} {
		*f = r.uint32()
	}
	before := uint64(0)
	for range r.count("nakade", mostNakades, 12) {
		key := r.uint64()
		if key <= before {
			r.fail("its nakade are not in increasing order")
		}
		l.nakade[key], before = r.uint32(), key
	}
	all := squareSymmetries()
	for k := range r.count("response patterns", mostPatterns, 8+4*diamondPlaces) {
		p := widePattern{code: r.uint64()}
		for i := range p.factors {
			p.factors[i] = r.uint32()
		}
		if least, _ := canonicalWide(p.code, &all); least != p.code || p.code>>centreShift > 3 || k > 0 && p.code <= l.patterns[k-1].code {
			r.fail("its response patterns are not in their canonical form and order")
		}
		l.patterns = append(l.patterns, p)
	}
	if len(r.data) > 0 {
		r.fail("%d bytes follow its last pattern", len(r.data))
	}
	if r.err != nil {
		return nil, r.err
	}
	l.expand()
	return l, nil
}
