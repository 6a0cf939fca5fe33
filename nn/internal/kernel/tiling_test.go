package kernel

import "testing"

// TestCover: tiles cover every pixel once, with as few tiles as possible. cover.of returns exactly the
// tiles that have a frequency.
func TestCover(t *testing.T) {
	for width := 1; width <= 40; width++ {
		for height := 1; height <= 40; height += 1 + width%3 {
			on := Boards{width, height, 2}
			c := coverOf(on)
			pixels := map[[2]int]int{}
			var shapes []shape
			c.each(func(s shape, x, y int) {
				shapes = append(shapes, s)
				for dy := range s.height {
					for dx := range s.width {
						pixels[[2]int{x + dx, y + dy}]++
					}
				}
			})
			for y := range height {
				for x := range width {
					if pixels[[2]int{x, y}] != 1 {
						t.Fatalf("%v: pixel %d,%d is covered %d times, want once", on, x, y, pixels[[2]int{x, y}])
					}
				}
			}
			if len(shapes) != c.tiles() || c.columns != (width+longSide-1)/longSide || len(pixels) != c.left(c.columns)*c.top(c.rows) {
				t.Fatalf("%v: each yields %d tiles that cover %d pixels, want %d tiles, %d pixels",
					on, len(shapes), len(pixels), c.tiles(), c.left(c.columns)*c.top(c.rows))
			}
			for f := range frequencies {
				has := map[int]bool{}
				for first, count := range c.runs(f, on.Count) {
					for i := range count {
						has[first+i] = true
					}
				}
				for i := range on.Count * len(shapes) {
					s := shapes[i%len(shapes)]
					y, x := f/points, f%points
					if want := (y > 0 || s.height == longSide) && (x > 0 || s.width == longSide); has[i] != want {
						t.Fatalf("%v: tile %d has frequency %d: got %v, want %v", on, i, f, has[i], want)
					}
				}
			}
		}
	}
	for side, want := range map[int]int{19: 729, 13: 361, 9: 169} {
		c, products := coverOf(Boards{side, side, 1}), 0
		for f := range frequencies {
			_, count := c.of(f)
			products += count
		}
		if products != want {
			t.Errorf("%d products for %dx%d, want %d", products, side, side, want)
		}
	}
}
