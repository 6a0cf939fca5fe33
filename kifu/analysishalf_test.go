package kifu

import (
	"math"
	"testing"
)

// TestHalves checks that every float16 is read back, and that a number between two
// float16 numbers is rounded to the nearest one.
func TestHalves(t *testing.T) {
	for h := range 1 << 16 {
		f := fromHalf(uint16(h))
		if math.IsNaN(float64(f)) {
			if back := toHalf(f); back&31744 != 31744 || back&1023 == 0 {
				t.Errorf("%#x is not a number: got %#x back, want one that is not a number", h, back)
			}
			continue
		}
		if back := toHalf(f); back != uint16(h) {
			t.Fatalf("%v: got %#x, want %#x", f, back, h)
		}
		if h&0x7fff < 31743 {
			next := fromHalf(uint16(h + 1))
			middle := (float64(f) + float64(next)) / 2
			even := uint16(h + h&1)
			if got := toHalf(float32(middle)); got != even {
				t.Fatalf("between %#x and the next: got %#x, want %#x", h, got, even)
			}
			if got := toHalf(float32(float64(f)*0.75 + float64(next)*0.25)); got != uint16(h) {
				t.Fatalf("near %#x: got %#x", h, got)
			}
		}
	}
	for f, want := range map[float32]uint16{1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 65520: 0x7c00, 1e30: 0x7c00, 0.333251953125: 0x3555} {
		if got := toHalf(f); got != want {
			t.Errorf("%v: %#x, want %#x", f, got, want)
		}
	}
}
