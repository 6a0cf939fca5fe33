package sgf

import "fmt"

// DecodeOptions say what is known about the encoding of a text. The zero value
// knows nothing.
type DecodeOptions struct {
	// Encoding is the encoding, whatever the text looks like; empty to find it out.
	// Names are those of [Encodings] and their usual aliases.
	Encoding string
	// Expected is the encoding that something beside the text suggests, such as a
	// header or the country it comes from. Like CA in SGF it wins where the text
	// reads about as well in it as in any other. A name that we do not know counts
	// for nothing.
	Expected string
}

// Decode turns bytes into text as [LoadBytes] does it: for the formats of other
// programs, whose encoding is as uncertain. Name is the encoding as [Encodings]
// has it; ASCII counts as UTF-8. The text is valid UTF-8 without a byte order
// mark; bytes that the encoding does not have are U+FFFD in it, which a diagnostic
// says. The error is [ErrEncoding]: Options.Encoding is none that we know.
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

// detectText is [source.detect] for text that has no CA.
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
		f.add(encodingDiagnostic(Note, CodeEncodingDetected, "nothing certain says which encoding the text has", s.charset.name+" was detected"))
	}
	return nil
}

// damagedText says how much of a text could not be read.
func damagedText(count int, charset string) string {
	if count == 1 {
		return "a character of the text is damaged or not in " + charset
	}
	return fmt.Sprintf("%d characters of the text are damaged or not in %s", count, charset)
}
