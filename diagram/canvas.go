package diagram

import (
	"image/color"
	"math"
)

// canvas has the drawing operations that a format must implement. Places and sizes are in units of
// the board: 1 is the distance between neighbours. The coordinate y grows downwards. Colours are
// opaque or draw nothing.
type canvas interface {
	// fill draws a polygon without a rim.
	fill(corners []place, c color.RGBA)
	// disc draws a filled circle. A rim of the given width is inside the circle.
	disc(at place, radius float64, fill, rim color.RGBA, width float64)
	// strokes draws straight lines with blunt ends.
	strokes(lines []stroke, width float64, c color.RGBA)
	// write centres a text at a place, horizontally by its width, and vertically between the
	// baseline and the top of digits.
	write(at place, size float64, c color.RGBA, text string)
	// point adds the name of the point at a place, in formats that can show names on demand.
	point(at place, radius float64, name string)
}

// place is a place in a drawing.
type place struct{ x, y float64 }

func (p place) plus(x, y float64) place { return place{p.x + x, p.y + y} }

// stroke is a straight line.
type stroke struct{ from, to place }

// rect returns the corners of a rectangle.
func rect(left, top, right, bottom float64) []place {
	return []place{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
}

// circleOf returns a polygon that looks like a circle. It has 24 to 128 sides. Within these
// limits the length of a side is about step.
func circleOf(at place, radius, step float64) []place {
	n := int(math.Ceil(2 * math.Pi * radius / step))
	n = min(max(n, 24), 128)
	all := make([]place, n)
	for i := range all {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		all[i] = at.plus(radius*cos, radius*sin)
	}
	return all
}

// outline returns the rim of a regular polygon as one polygon. It goes around the outer side of the
// rim and then back around the inner side. radius is the distance of the corners from the middle.
// The first corner is to the right of the middle, rotated clockwise by an angle, the parameter
// turn.
func outline(at place, corners int, radius, turn, width float64) []place {
	inner := radius - width/math.Cos(math.Pi/float64(corners))
	var all []place
	for _, side := range []struct {
		radius float64
		sign   int
	}{{radius, 1}, {inner, -1}} {
		for i := range corners + 1 {
			sin, cos := math.Sincos(turn + 2*math.Pi*float64(side.sign*i)/float64(corners))
			all = append(all, at.plus(side.radius*cos, side.radius*sin))
		}
	}
	return all
}

// arrowhead returns the head of an arrow that points from a to b. Its tip is at b.
func arrowhead(a, b place, size float64) []place {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return nil
	}
	dx, dy := (b.x-a.x)/length*size, (b.y-a.y)/length*size
	foot := b.plus(-dx, -dy)
	return []place{b, foot.plus(-0.5*dy, 0.5*dx), foot.plus(0.5*dy, -0.5*dx)}
}
