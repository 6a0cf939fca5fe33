package planes

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestLayout checks that the parts of a row do not overlap, and that wide numbers are aligned.
func TestLayout(t *testing.T) {
	for size := 2; size <= 25; size++ {
		var b bytes.Buffer
		l := Layout{size}
		if err := l.Describe(&b); err != nil {
			t.Fatal(err)
		}
		var d struct {
			RowBytes int
			Parts    []struct {
				Name, Type string
				Offset     int
				Shape      []int
			}
		}
		if err := json.Unmarshal(b.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		end := 0
		for _, p := range d.Parts {
			width := int(p.Type[2] - '0')
			if p.Offset != end || p.Offset%width != 0 {
				t.Errorf("size %d: %s is at %d, want %d", size, p.Name, p.Offset, end)
			}
			for _, n := range p.Shape {
				width *= n
			}
			end += width
		}
		if d.RowBytes%4 != 0 || d.RowBytes < end || d.RowBytes > end+3 {
			t.Errorf("size %d: a row has %d bytes, want a multiple of 4 that just holds its %d", size, d.RowBytes, end)
		}
	}
}
