package sgf

import (
	"bufio"
	"io"
	"unicode/utf8"
)

// lateText is the text of a file that begins with ASCII. It reads bytes as they are up to
// the first one above 127. There it finds the encoding of the file, and decodes the rest.
type lateText struct {
	in    *bufio.Reader
	ca    string // CA at the beginning of the file
	found func(c charset, about []Diagnostic)
	rest  io.Reader // nil until the encoding is found
}

// Read implements [io.Reader].
func (l *lateText) Read(p []byte) (int, error) {
	if l.rest != nil {
		return l.rest.Read(p)
	}
	if _, err := l.in.Peek(1); err != nil {
		return 0, err
	}
	buffered, _ := l.in.Peek(min(l.in.Buffered(), len(p)))
	ascii := 0
	for ascii < len(buffered) && buffered[ascii] < utf8.RuneSelf {
		ascii++
	}
	if ascii > 0 || len(p) == 0 {
		return l.in.Read(p[:ascii])
	}
	l.detect()
	return l.rest.Read(p)
}

// detect finds the encoding from the text that follows.
func (l *lateText) detect() {
	data, err := l.in.Peek(l.in.Size())
	if err == nil { // the last character may be cut off
		data = data[:len(data)-utf8.UTFMax]
	}
	s := &source{data: string(data)}
	var about findings
	s.charset = s.choose(l.ca, &about)
	l.rest = s.decoding(l.in)
	l.found(s.charset, about.list)
}
