package sgf

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// source is a file in two forms: its original bytes and its text in UTF-8.
type source struct {
	data    string // original bytes
	skipped int    // length of the byte order mark, in bytes
	charset charset
	text    string // decoded, valid UTF-8, without a byte order mark
}

// replaced is the text that replaces bytes that the encoding does not have.
const replaced = "\ufffd"

// decode decodes s.data into s.text. Invalid bytes become U+FFFD, so a game with damaged
// text can be read.
func (s *source) decode() error {
	data := s.data[s.skipped:]
	if s.charset.isUTF8() {
		s.text = validUTF8(data)
		return nil
	}
	var b strings.Builder
	b.Grow(len(data) + len(data)/4)
	decoder := s.charset.coding.NewDecoder()
	if _, err := io.Copy(&b, transform.NewReader(strings.NewReader(data), decoder)); err != nil {
		return fmt.Errorf("%w: decoding %s: %w", ErrEncoding, s.charset.name, err)
	}
	s.text = validUTF8(b.String())
	return nil
}

// validUTF8 replaces each invalid byte by U+FFFD.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for _, r := range s { // a byte that is not a character is U+FFFD here
		b.WriteRune(r)
	}
	return b.String()
}

// undecodable returns the offset of the first U+FFFD in the text, and the number of all
// U+FFFD. Each of them replaces an invalid byte. Those in the original file count as
// well, because an earlier program wrote them in place of invalid bytes.
func (s *source) undecodable() (first, count int) {
	first = strings.Index(s.text, replaced)
	if first < 0 {
		return 0, 0
	}
	return first, strings.Count(s.text[first:], replaced)
}

// origins turns ascending offsets in the text into offsets in the file. It decodes
// the file again instead of keeping a table, because few files have diagnostics.
func (s *source) origins(offsets []int) {
	if s.charset.isUTF8() {
		s.originsUTF8(offsets)
		return
	}
	var (
		data     = s.data[s.skipped:]
		decoder  = s.charset.coding.NewDecoder()
		in       = make([]byte, 4096)
		out      = make([]byte, 4096)
		consumed int // number of bytes of s.data that were decoded
		written  int // number of bytes of s.text that they gave
	)
	for i, offset := range offsets {
		for written < offset {
			n := copy(in, data[consumed:])
			limit := min(len(out), offset-written)
			nOut, nIn, err := decoder.Transform(out[:limit], in[:n], consumed+n == len(data))
			written += nOut
			consumed += nIn
			if nOut == 0 && nIn == 0 || err != nil && err != transform.ErrShortDst && err != transform.ErrShortSrc {
				break // the offset is inside a character
			}
		}
		offsets[i] = s.skipped + consumed
	}
}

func (s *source) originsUTF8(offsets []int) {
	data := s.data[s.skipped:]
	if len(data) == len(s.text) { // nothing was replaced, since U+FFFD is longer than one byte
		for i := range offsets {
			offsets[i] += s.skipped
		}
		return
	}
	consumed, written := 0, 0
	for i, offset := range offsets {
		for written < offset {
			r, n := utf8.DecodeRuneInString(data[consumed:])
			consumed += n
			written += utf8.RuneLen(r)
		}
		offsets[i] = s.skipped + consumed
	}
}
