package sgf

import (
	"bufio"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// DecodeOptions say what the caller knows about the encoding of a text. The zero
// value means that nothing is known.
type DecodeOptions struct {
	// Encoding forces an encoding. If it is empty, the encoding is detected. Names are
	// those of [Encodings] and their usual aliases.
	Encoding string
	// Expected is an encoding that the caller expects, for example because of a header
	// or the country of origin. It is used like CA in SGF: it is taken unless another
	// encoding is clearly better. Unknown names are ignored.
	Expected string
}

// Decode turns bytes into text in the same way as [LoadBytes]. It serves the
// formats of other programs, which rarely state their encoding.
//
// The text is valid UTF-8 without a byte order mark. Bytes that the encoding does
// not have become U+FFFD, and a diagnostic reports them. The second result is the name
// of the encoding as [Encodings] spells it; ASCII counts as UTF-8. The only error is
// [ErrEncoding]. It means that DecodeOptions.Encoding is not a known encoding.
func Decode(data []byte, o DecodeOptions) (text, name string, diagnostics []Diagnostic, err error) {
	var f findings
	s := &source{data: string(data)}
	if err := s.detectText(o, &f); err != nil {
		return "", "", nil, err
	}
	if err := s.decode(); err != nil {
		return "", s.charset.name, nil, err
	}
	if first, count := s.undecodable(); count > 0 {
		f.add(Diagnostic{
			Severity: Warning, Code: CodeUndecodable, Offset: first,
			Wrong:   damagedText(count, s.charset.name),
			Assumed: "each is shown as U+FFFD",
		})
	}
	f.place(s)
	return s.text, s.charset.name, f.list, nil
}

// DecodeReader is like [Decode] for a file of any length. It finds the encoding from head, the first bytes of the file,
// which r reads again. If the file is in UTF-8, invalid bytes stay as they are.
func DecodeReader(r io.Reader, head []byte, o DecodeOptions) (text io.Reader, name string, err error) {
	if len(head) > 4096 { // the last character may be cut off
		head = head[:len(head)-utf8.UTFMax]
	}
	s := &source{data: string(head)}
	if err := s.detectText(o, &findings{}); err != nil {
		return nil, "", err
	}
	in := bufio.NewReader(r)
	_, _ = in.Discard(s.skipped)
	return s.decoding(in), s.charset.name, nil
}

// decoding returns a reader of the text in UTF-8. The reader in begins after the byte order mark.
func (s *source) decoding(in io.Reader) io.Reader {
	if s.charset.isUTF8() {
		return in
	}
	return transform.NewReader(in, s.charset.coding.NewDecoder())
}

// detectText does the work of [source.detect] for text without a CA property.
func (s *source) detectText(o DecodeOptions, f *findings) error {
	mark, markLength := byteOrder(s.data)
	if o.Encoding != "" || markLength > 0 {
		if o.Encoding == "" {
			s.charset, s.skipped = mark, markLength
			return nil
		}
		return s.detect(o.Encoding, f)
	}
	if c, ok := wide(s.data); ok {
		s.charset = c
		return nil
	}
	said, err := charsetByName(o.Expected)
	known := err == nil && o.Expected != ""
	s.charset = s.best(said, known)
	if !s.charset.isUTF8() && !(known && said.name == s.charset.name) {
		f.add(encodingDiagnostic(Note, CodeEncodingDetected, "the encoding of the text is not known for certain", s.charset.name+" was detected"))
	}
	return nil
}

// damagedText says how many characters of a text could not be read.
func damagedText(count int, charset string) string {
	if count == 1 {
		return "a character of the text is damaged or not in " + charset
	}
	return fmt.Sprintf("%d characters of the text are damaged or not in %s", count, charset)
}
