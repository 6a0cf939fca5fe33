package diagram

import (
	"bytes"
	"errors"
	"io"
	"math"
	"testing"

	"tengen/baduk"
)

// FuzzPicture makes a picture from bytes. No writer may crash, and the SVG must be well formed.
func FuzzPicture(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09"), "title", "label")
	f.Add([]byte("\x05\xff\x80\x7f\x00\x11\x22\x33\x44\x55\x66\x77"), "<&>\x00\u202e", "신")
	f.Add([]byte("\x03AAAAAAAAAAAAAAAAAAAAAAAA"), "\xff\U0010FFFF", "123456789")
	var graphs []*baduk.Graph
	for _, spec := range []string{"5x5", "1x1", "2x1", "torus 3x3", "hex 3x4", "ring 5", "infinite 2", "annulus 5x2", "diamond 2", "klein 3x2", "triangular 3x3"} {
		graphs = append(graphs, board(f, spec))
	}
	f.Fuzz(func(t *testing.T, data []byte, title, label string) {
		if len(title) > 200 || len(label) > 200 {
			t.Skip() // a sheet rejects a header that leaves no room for pictures
		}
		next := func() byte {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return b
		}
		format := next() % 12
		g := graphs[int(next())%len(graphs)]
		p := Picture{Graph: g, Title: title, Caption: label, Notes: []string{title, label}, Coordinates: next()%2 == 0,
			Marks: map[baduk.Point]Mark{}, Labels: map[baduk.Point]string{}, Stones: make([]baduk.Color, g.Len())}
		p.Theme = []Theme{{}, Wood(), Print(), Dark()}[next()%4]
		p.Vertex = []func(baduk.Point) string{nil, func(baduk.Point) string { return label }}[next()%2]
		if next()%3 == 0 {
			p.Heat, p.Ownership = make([]float64, g.Len()), make([]float64, g.Len())
		}
		number := func() float64 {
			return []float64{0, 0.5, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 0.01}[next()%9]
		}
		for len(data) > 0 {
			q := baduk.Point(int(next()) % g.Len())
			switch next() % 7 {
			case 0:
				p.Stones[q] = baduk.Color(next() % 3)
			case 1:
				p.Marks[q] = Mark(next()) | Mark(next())<<8
			case 2:
				p.Labels[q] = label
			case 3:
				p.Part = append(p.Part, q)
			case 4:
				if p.Heat != nil {
					p.Heat[q], p.Ownership[q] = number(), number()
				}
			case 5:
				p.Lines = append(p.Lines, [2]baduk.Point{q, baduk.Point(int(next()) % g.Len())})
			case 6:
				p.Arrows = append(p.Arrows, [2]baduk.Point{q, baduk.Point(int(next()) % g.Len())})
			}
		}
		var svg bytes.Buffer
		if err := errors.Join(p.WriteSVG(&svg), wellFormed(svg.Bytes()), p.WriteText(io.Discard, TextOptions{Marks: true})); err != nil {
			t.Error(err)
		}
		var err error
		switch format { // one format for each input, since they are slow
		case 0:
			err = WriteGIF(io.Discard, []Picture{p, {Graph: p.Graph}}, Motion{Pixels: Pixels{Width: 64}})
		case 1:
			err = Sheet{Title: title, Header: p.Notes, Pictures: []Picture{p}}.WritePDF(io.Discard)
		default:
			err = p.WritePNG(io.Discard, Pixels{Width: 64})
		}
		if err != nil {
			t.Error(err)
		}
	})
}
