package kifu

import (
	"encoding/binary"
	"fmt"
	"math"
)

// This file converts float16 numbers of IEEE 754 ("binary16"): a sign, 5 bits of
// exponent with a bias of 15, 10 bits of fraction.

// infinity is the exponent 31 with an empty fraction.
const infinity = 31 << 10

// halves decodes count little-endian float16 numbers. Empty data gives nil.
func halves(data []byte, count int) ([]float32, error) {
	if len(data) == 0 {
		return nil, nil
	}
	if len(data) != 2*count {
		return nil, fmt.Errorf("there are %d bytes for %d numbers", len(data), count)
	}
	list := make([]float32, count)
	for i := range list {
		list[i] = fromHalf(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return list, nil
}

func halfBytes(list []float32) []byte {
	var data []byte
	for _, v := range list {
		data = binary.LittleEndian.AppendUint16(data, toHalf(v))
	}
	return data
}

func fromHalf(h uint16) float32 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	var v float64
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		if v = math.Inf(1); fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if h>>15 == 1 {
		v = -v
	}
	return float32(v)
}

// toHalf rounds to the nearest float16. A tie is rounded to the even number.
func toHalf(f float32) uint16 {
	v := math.Abs(float64(f))
	var sign uint16
	if math.Signbit(float64(f)) {
		sign = 1 << 15
	}
	switch {
	case math.IsNaN(v):
		return sign | infinity | 1
	case math.IsInf(v, 0):
		return sign | infinity
	case v < math.Ldexp(1, -14): // subnormal: its unit is 1/1024 of the smallest normal number
		return sign | uint16(math.RoundToEven(math.Ldexp(v, 24)))
	}
	fraction, exponent := math.Frexp(v)             // fraction is at least 1/2 and less than 1
	n := math.RoundToEven(math.Ldexp(fraction, 11)) // from 1024 to 2048, both included
	bits := float64((exponent+13)<<10) + n
	if !(bits < infinity) {
		return sign | infinity
	}
	return sign | uint16(bits)
}
