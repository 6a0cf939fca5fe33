package diagram

import (
	"image"
	"image/color"
	"testing"
)

// TestCoverage fills rectangles inside the image and across its edges, and compares the colour of
// every pixel with the share of it that is covered.
func TestCoverage(t *testing.T) {
	paint := color.RGBA{200, 100, 0, 255}
	for _, b := range []box{{2, 3, 30, 20}, {2.25, 3.5, 30.75, 20.5}, {4.5, 4.25, 4.75, 15}, {-3.5, -2, 10.5, 7.25}, {30, 10, 60, 50}, {-5, -5, 60, 60}, {50, 50, 60, 60}} {
		for _, sides := range []string{"upright", "any"} {
			r := &raster{img: image.NewRGBA(image.Rect(0, 0, 40, 30)), scale: 1}
			for i := 3; i < len(r.img.Pix); i += 4 {
				r.img.Pix[i] = 255
			}
			if sides == "upright" {
				r.fill(b.corners(), paint)
			} else {
				r.paths([][]place{b.corners()}, paint)
			}
			for y := range 30 {
				for x := range 40 {
					overlap := func(from, to, at float64) float64 { return max(0, min(to, at+1)-max(from, at)) }
					share := overlap(b.left, b.right, float64(x)) * overlap(b.top, b.bottom, float64(y))
					got := r.img.RGBAAt(x, y)
					if d := float64(got.R) - share*200; d < -2 || d > 2 || got.A != 255 || got.B != 0 {
						t.Fatalf("%v, %s: got %v at %d, %d, want a share of %v covered", b, sides, got, x, y, share)
					}
				}
			}
		}
	}
}
