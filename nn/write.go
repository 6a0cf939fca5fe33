package nn

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteOptions are options of [Write]. The zero value writes a .bin file.
type WriteOptions struct {
	Text bool // write weights as decimal numbers, as in KataGo's .txt files
	Gzip bool // compress the file
}

// Write writes a model in the form that [Read] and KataGo read. A model that was read from a file is written
// with exactly the same weights. If KataGo's exporter wrote that file, Write writes the same bytes, apart
// from compression. If the model is inconsistent, Write returns an error and writes nothing.
func Write(w io.Writer, m *Model, o WriteOptions) error {
	if err := m.Check(); err != nil {
		return fmt.Errorf("model not written: %w", err)
	}
	var packed *gzip.Writer
	if o.Gzip {
		packed = gzip.NewWriter(w)
		w = packed
	}
	out := &writer{w: bufio.NewWriterSize(w, 1<<16), text: o.Text}
	m.code(out)
	if err := out.w.Flush(); err != nil {
		return err
	}
	if packed != nil {
		return packed.Close()
	}
	return nil
}

// writer is the codec that writes. It ignores errors of writing, because the bufio.Writer keeps them. It checks
// nothing, because the model was checked before.
type writer struct {
	w    *bufio.Writer
	text bool
}

func (w *writer) reading() bool { return false }
func (w *writer) ok() bool      { return true }
func (w *writer) check(error)   {}

func (w *writer) line(s string) {
	_, _ = w.w.WriteString(s)
	_ = w.w.WriteByte('\n')
}

func (w *writer) name(p *string)            { w.line(*p) }
func (w *writer) word(p *string, _ string)  { w.line(*p) }
func (w *writer) number(p *int, _ string)   { w.line(strconv.Itoa(*p)) }
func (w *writer) real(p *float64, _ string) { w.line(pythonFloat(*p)) }

func (w *writer) flag(p *bool, _ string) {
	if *p {
		w.line("1")
	} else {
		w.line("0")
	}
}

func (w *writer) statistics(p *[]float32, n int) { w.floats(p, n) }

func (w *writer) floats(p *[]float32, _ ...int) {
	if w.text {
		var buf []byte
		for i, f := range *p {
			buf = buf[:0]
			if i > 0 {
				buf = append(buf, ' ')
			}
			_, _ = w.w.Write(strconv.AppendFloat(buf, float64(f), 'g', -1, 32))
		}
	} else {
		_, _ = w.w.WriteString(binaryMarker)
		for _, f := range *p {
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], math.Float32bits(f))
			_, _ = w.w.Write(b[:])
		}
	}
	_ = w.w.WriteByte('\n')
}

// pythonFloat formats f as Python does, because KataGo's exporter is written in Python. It uses the fewest
// digits that identify f. Numbers below 1e-4 and from 1e16 on have an exponent, and all other numbers have a
// decimal point.
func pythonFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
