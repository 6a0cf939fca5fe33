package diagram

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// palette has at most 256 colours. For each requested colour it caches the nearest colour of the
// palette.
type palette struct {
	colors  color.Palette
	nearest map[color.RGBA]uint8
}

// counted is a colour and its number of pixels.
type counted struct {
	color.RGBA
	n int
}

// channel is red, green or blue.
func (c counted) channel(i int) uint8 { return [3]uint8{c.R, c.G, c.B}[i] }

// choosePalette chooses colours by a variant of median cut (Heckbert 1982). It repeatedly
// divides the box of colours with the greatest weight, until there are enough boxes. Each
// box contributes its most frequent colour, so that areas of one colour keep their colour.
func choosePalette(count map[color.RGBA]int) *palette {
	var all []counted
	for c, n := range count {
		all = append(all, counted{c, n})
	}
	slices.SortFunc(all, func(a, b counted) int { return cmp.Compare(key(a.RGBA), key(b.RGBA)) })
	boxes := [][]counted{all}
	for len(boxes) < 256 {
		best, most, axis := -1, 0.0, 0
		for i, b := range boxes {
			pixels := 0
			for _, c := range b {
				pixels += c.n
			}
			// The weight is the square of the widest side times the square root of the number of
			// pixels. The root gives more weight to the few pixels between two areas.
			side, width := widest(b)
			if weight := float64(width*width) * math.Sqrt(float64(pixels)); weight > most {
				best, most, axis = i, weight, side
			}
		}
		if best < 0 {
			break
		}
		b := boxes[best]
		slices.SortStableFunc(b, func(x, y counted) int { return cmp.Compare(x.channel(axis), y.channel(axis)) })
		low, high := b[0].channel(axis), b[len(b)-1].channel(axis)
		cut := slices.IndexFunc(b, func(c counted) bool { return int(c.channel(axis)) > (int(low)+int(high))/2 })
		boxes[best] = b[:cut]
		boxes = append(boxes, b[cut:])
	}
	p := &palette{nearest: map[color.RGBA]uint8{}}
	for _, b := range boxes {
		p.colors = append(p.colors, slices.MaxFunc(b, func(x, y counted) int { return cmp.Compare(x.n, y.n) }).RGBA)
	}
	return p
}

// widest returns the channel in which the colours differ most, and the largest difference in
// that channel.
func widest(b []counted) (axis, width int) {
	for i := range 3 {
		low, high := b[0].channel(i), b[0].channel(i)
		for _, c := range b {
			low, high = min(low, c.channel(i)), max(high, c.channel(i))
		}
		if d := int(high - low); d > width {
			axis, width = i, d
		}
	}
	return axis, width
}

func key(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// reduce draws an image in the colours of the palette.
func (p *palette) reduce(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, p.colors)
	var before color.RGBA // colour of the previous pixel, which the next pixel usually shares
	var index uint8
	for i := range out.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}
		if c != before {
			known := false
			if index, known = p.nearest[c]; !known {
				index = uint8(p.colors.Index(c))
				p.nearest[c] = index
			}
			before = c
		}
		out.Pix[i] = index
	}
	return out
}
