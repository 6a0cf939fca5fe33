package nn

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// formatError is the error of an invalid model file.
type formatError struct {
	Offset  int64  // bytes from the beginning of the file, after decompression
	Layer   string // the name of the layer that was being read; "" before the first layer
	Problem string
	Err     error // the error of the underlying reader, or nil
}

// Error returns the place and the problem.
func (e *formatError) Error() string {
	in := ""
	if e.Layer != "" {
		in = " (in " + quote(e.Layer) + ")"
	}
	return fmt.Sprintf("model file: byte %d%s: %s", e.Offset, in, e.Problem)
}

// Unwrap returns the error of the underlying reader.
func (e *formatError) Unwrap() error { return e.Err }

// encoding is the way in which a file stores weights. The first weights in the file show it.
type encoding uint8

const (
	encodingUnknown encoding = iota
	encodingText
	encodingBinary
)

// binaryMarker is the marker before binary weights. maxSpace is the largest number of spaces before the
// marker.
const (
	binaryMarker = "@BIN@"
	maxSpace     = 100
)

// tokens is the codec that reads. It splits a file into words, which are separated by space, and blocks of
// weights. It keeps the first error.
type tokens struct {
	r        *bufio.Reader
	offset   int64 // offset of the next byte
	start    int64 // offset of the last token
	layer    string
	encoding encoding
	left     int64 // number of weights that the limit still allows
	err      *formatError
	buffer   [1 << 16]byte // for weights
}

func (t *tokens) reading() bool { return true }
func (t *tokens) ok() bool      { return t.err == nil }

func (t *tokens) check(err error) {
	if err != nil {
		t.fail("%v", err)
	}
}

// fail sets the error, with the offset of the last token. It does nothing if an error was set before.
func (t *tokens) fail(format string, args ...any) {
	if t.err == nil {
		t.err = &formatError{Offset: t.start, Layer: t.layer, Problem: fmt.Sprintf(format, args...)}
	}
}

// broken sets the error to an error of the underlying reader. It does nothing if an error was set before.
func (t *tokens) broken(err error, what string) {
	if t.err != nil {
		return
	}
	t.start = t.offset
	var corrupt flate.CorruptInputError
	var big *sizeError
	switch {
	case errors.As(err, &big):
		t.fail("the file is larger than the limit of %d bytes", big.limit)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		if t.offset == 0 {
			t.fail("the file is empty or cut off at once")
		} else {
			t.fail("the file ends before %s: it is cut off", what)
		}
	case errors.As(err, &corrupt), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		t.fail("the compressed data are damaged (%v)", err)
	default:
		t.fail("reading %s: %v", what, err)
	}
	t.err.Err = err
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// skip skips space.
func (t *tokens) skip() error {
	for {
		c, err := t.r.ReadByte()
		if err != nil {
			return err
		}
		if !isSpace(c) {
			return t.r.UnreadByte()
		}
		t.offset++
	}
}

// token reads up to the next space. After an error it returns "".
func (t *tokens) token(what string) string {
	if t.err != nil {
		return ""
	}
	if err := t.skip(); err != nil {
		t.broken(err, what)
		return ""
	}
	t.start = t.offset
	var buf [64]byte
	word := buf[:0]
	for {
		c, err := t.r.ReadByte()
		if err == io.EOF || err == nil && isSpace(c) {
			if err == nil {
				_ = t.r.UnreadByte()
			}
			return string(word)
		}
		if err != nil {
			t.broken(err, what)
			return ""
		}
		t.offset++
		if word = append(word, c); len(word) > maxWord {
			t.fail("%s is %s, too long for a word", what, quote(string(word)))
			return ""
		}
	}
}

func (t *tokens) word(p *string, what string) {
	if *p = t.token(what); t.err == nil {
		t.check(checkWord(*p))
	}
}

func (t *tokens) name(p *string) {
	t.word(p, "the name of a layer")
	if t.err == nil {
		t.layer = *p
	}
}

func (t *tokens) number(p *int, what string) {
	word := t.token(what)
	if t.err != nil {
		return
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		t.fail("%s is %s, not a whole number", what, quote(word))
		return
	}
	*p = int(n)
	t.check(checkNumber(*p, what))
}

func (t *tokens) flag(p *bool, what string) {
	n := 0
	t.number(&n, what)
	if n > 1 {
		t.fail("%s is %d, and only 0 and 1 are known", what, n)
	}
	*p = n == 1
}

func (t *tokens) real(p *float64, what string) {
	word := t.token(what)
	if t.err != nil {
		return
	}
	f, ok := decimal(word, 64)
	if !ok {
		t.fail("%s is %s, not a finite number", what, quote(word))
		return
	}
	*p = f
}

// decimal reads a finite number in ordinary decimal notation.
func decimal(word string, bits int) (float64, bool) {
	for i := range len(word) {
		switch c := word[i]; {
		case c >= '0' && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(word, bits)
	return f, err == nil
}

// chunk is the number of weights that are read at a time. Memory for the next chunk is allocated only after
// the last one has arrived, so a file that claims a large size does not take much memory.
const chunk = 1 << 16

func (t *tokens) statistics(p *[]float32, n int) { t.floats(p, n) }

func (t *tokens) floats(p *[]float32, dims ...int) {
	if t.err != nil {
		return
	}
	n, ok := product(dims, t.left)
	if !ok {
		t.fail("%v weights are more than the limit allows, which leaves %d", dims, t.left)
		return
	}
	t.left -= n
	t.begin()
	var out []float32
	for len(out) < int(n) && t.err == nil {
		if len(out) == cap(out) {
			out = append(make([]float32, 0, min(int(n), max(chunk, 2*len(out)))), out...)
		}
		more := min(cap(out)-len(out), chunk)
		if t.encoding == encodingBinary {
			out = t.binary(out, more)
		} else {
			out = t.text(out, more)
		}
	}
	*p = out
}

// begin reads the marker before weights, if the file is binary. At the first weights of the file it determines
// the encoding.
func (t *tokens) begin() {
	before := t.offset
	if err := t.skip(); err != nil {
		t.broken(err, "the weights")
		return
	}
	t.start = t.offset
	if t.encoding == encodingUnknown {
		t.encoding = encodingText
		if c, err := t.r.Peek(1); err == nil && c[0] == binaryMarker[0] {
			t.encoding = encodingBinary
		}
	}
	if t.encoding != encodingBinary {
		return
	}
	if t.offset-before > maxSpace {
		t.fail("there is too much space before the weights")
		return
	}
	mark, err := t.r.Peek(len(binaryMarker))
	switch {
	case err != nil:
		t.broken(err, "the weights")
	case string(mark) != binaryMarker:
		t.fail("%s is where %s should precede the weights", quote(string(mark)), binaryMarker)
	default:
		_, _ = t.r.Discard(len(binaryMarker)) // cannot fail: the whole marker was peeked at
		t.offset += int64(len(binaryMarker))
	}
}

// binary reads n little-endian weights and appends them to out, which has room for them.
func (t *tokens) binary(out []float32, n int) []float32 {
	for n > 0 && t.err == nil {
		part := t.buffer[:min(4*n, len(t.buffer))]
		got, err := io.ReadFull(t.r, part)
		t.start = t.offset
		t.offset += int64(got)
		if err != nil {
			t.broken(err, "the last of the weights")
			break
		}
		weights := out[len(out) : len(out)+len(part)/4]
		none := float32(0)
		for i := range weights {
			f := math.Float32frombits(binary.LittleEndian.Uint32(part[4*i:]))
			none += f - f // 0 if f is finite, else NaN
			weights[i] = f
		}
		if none != 0 {
			i := slices.IndexFunc(weights, func(f float32) bool { return !finite(f) })
			t.start += int64(4 * i)
			t.fail("a weight is %v", weights[i])
			return out
		}
		out = out[:len(out)+len(weights)]
		n -= len(weights)
	}
	return out
}

// text reads n weights that are written as words, and appends them to out.
func (t *tokens) text(out []float32, n int) []float32 {
	for ; n > 0 && t.err == nil; n-- {
		word := t.token("the last of the weights")
		if t.err != nil {
			break
		}
		f, ok := decimal(word, 32)
		if !ok {
			t.fail("a weight is %s, not a finite number", quote(word))
			break
		}
		out = append(out, float32(f))
	}
	return out
}

// end fails if anything but space is left in the file.
func (t *tokens) end() {
	if t.err != nil {
		return
	}
	switch err := t.skip(); err {
	case nil:
		t.start = t.offset
		t.fail("the model is complete, but the file goes on: it is damaged or of a kind that is not known")
	case io.EOF:
	default:
		t.broken(err, "the end of the compressed data")
	}
}
