package sgf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Part is a piece of a file that [Scan] reads: as a rule one game tree with the
// text around it. Diagnostics have their places in the whole file.
type Part struct {
	*File
	// Last reports whether no part follows.
	Last bool
}

// scanHead is how much of a file decides its encoding and where its first game
// tree begins, in bytes.
const scanHead = 1 << 20

// Scan reads a file one game tree at a time, so that a collection of any size
// needs the memory of its largest game. The parts together have the trees that
// [LoadBytes] finds in the whole file, and the same diagnostics, except that:
//
//   - the limits of the options apply to each part; zero is their default
//   - the encoding is decided by the first MiB, in which the first tree begins too
//   - damaged characters are counted in each part
//   - an offset is -1 where the file is not in UTF-8
//
// The error beside a part is that of [LoadBytes] for it. After an error of the
// reader, of kind [ErrTooLarge] or [ErrNotSGF], or any in strict mode no part
// follows. A part that is too large has no trees.
func Scan(r io.Reader, o Options) iter.Seq2[Part, error] {
	return scan(r, o, scanHead)
}

// scan is Scan with another size of the head.
func scan(r io.Reader, o Options, head int) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		s := &scanner{parser: parser{options: o.withDefaults(), index: newPropertyIndex()}, inner: -1, parens: -1}
		if err := s.open(r, head); err != nil {
			yield(Part{File: &File{Encoding: s.charset.name}, Last: true}, err)
			return
		}
		for {
			part, err := s.next()
			if !yield(part, err) || part.Last {
				return
			}
		}
	}
}

// scanner cuts the text of a file into parts and has the parser read each.
//
// It knows only as much of the grammar as tells where a tree ends: parentheses
// outside of values.
type scanner struct {
	parser
	in      io.Reader // the text
	charset charset

	buf   []byte
	start int   // where the part begins in buf
	end   bool  // nothing follows buf
	err   error // of the reader, told when the text before it is read

	at      int // up to where the part is known
	mode    scanMode
	depth   int // open parentheses
	parens  int // where the latest "(" is that no node has followed yet, or -1
	value   int // where the value begins in which at is
	nodes   int // of the part
	values  int
	inner   int  // where a game seems to begin inside the part, or -1
	isFirst bool // the part has the beginning of the file
}

// scanMode is where the scanner is.
type scanMode uint8

const (
	scanTree  scanMode = iota // inside a tree
	scanValue                 // inside a value
	scanTail                  // directly behind a tree
	scanText                  // in text between trees
)

// open finds the encoding and the first tree.
func (s *scanner) open(r io.Reader, size int) error {
	head := bufio.NewReaderSize(r, size)
	data, err := head.Peek(size)
	if err != nil && !errors.Is(err, io.EOF) && len(data) == 0 {
		return fmt.Errorf("reading SGF: %w", err)
	}
	if err == nil { // a character may be cut off
		data = data[:len(data)-utf8.UTFMax]
	}
	source := &source{data: string(data)}
	if err := source.detect(s.options.Encoding, &s.findings); err != nil {
		return err
	}
	s.charset, s.first.offset = source.charset, source.skipped
	_, _ = head.Discard(source.skipped)
	s.in = head
	if !s.charset.isUTF8() {
		s.in = transform.NewReader(head, s.charset.coding.NewDecoder())
	}
	s.buf = make([]byte, 0, size)
	for len(s.buf) < size/2 && s.fill() {
	}
	s.isFirst = true
	s.text = string(s.buf)
	if s.at = s.firstTree(); s.at < 0 { // which the parser says once more
		s.at, s.end = len(s.buf), true
	}
	return nil
}

// fill reads on behind buf, which moves; false at the end of the text.
func (s *scanner) fill() bool {
	if s.end {
		return false
	}
	if s.start > 0 {
		n := copy(s.buf, s.buf[s.start:])
		s.buf = s.buf[:n]
		s.at -= s.start
		s.value -= s.start
		if s.parens >= 0 {
			s.parens -= s.start
		}
		if s.inner >= 0 {
			s.inner -= s.start
		}
		s.start = 0
	}
	if free := cap(s.buf) - len(s.buf); free < cap(s.buf)/8 {
		size := 2 * cap(s.buf)
		if most := s.options.MaxBytes; most > 0 && most < int64(size) {
			size = max(len(s.buf), int(most)) + cap(s.buf)/4 // one byte more than the limit is enough
		}
		s.buf = append(make([]byte, 0, size), s.buf...)
	}
	n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	if err != nil {
		s.end = true
		if !errors.Is(err, io.EOF) {
			s.err = fmt.Errorf("reading SGF: %w", err)
		}
	}
	return n > 0 || !s.end
}

// next reads a part.
func (s *scanner) next() (Part, error) {
	for !s.boundary() {
		if tooLarge := s.tooLarge(); tooLarge != nil {
			if s.inner < 0 {
				s.stopped = true
				return Part{File: &File{Encoding: s.charset.name}, Last: true}, tooLarge
			}
			// A ")" is missing: the part ends before the game that begins in it.
			s.split, s.at = true, s.inner
			break
		}
		if !s.fill() {
			s.at = len(s.buf)
			break
		}
	}
	return s.parse(s.at)
}

// tooLarge errs where the part exceeds the limits.
func (s *scanner) tooLarge() error {
	o := s.options
	switch {
	case o.MaxBytes > 0 && int64(len(s.buf)-s.start) > o.MaxBytes:
		return fmt.Errorf("%w: the game that begins in line %d has more than %d bytes", ErrTooLarge, s.first.lines+1, o.MaxBytes)
	case o.MaxNodes > 0 && s.nodes+s.values/valuesOfNode > o.MaxNodes:
		return fmt.Errorf("%w: the game that begins in line %d has more than %d nodes", ErrTooLarge, s.first.lines+1, o.MaxNodes)
	}
	return nil
}

// parse has the parser read what is in buf up to end.
func (s *scanner) parse(end int) (Part, error) {
	data := string(s.buf[s.start:end])
	// Nodes that lie beside those of another game would keep it in memory, and so on.
	s.newNodes, s.links = newSlab[Node](s.nodes), newSlab[*Node](s.nodes)
	s.start, s.at, s.inner, s.mode, s.depth, s.nodes, s.values, s.parens = end, end, -1, scanTree, 0, 0, 0, -1

	p := &s.parser
	text := &source{data: data, text: validUTF8(data), charset: charsetUTF8()}
	p.text, p.pos, p.trees, p.after, p.count, p.worth, p.stopped = text.text, 0, nil, place{}, 0, 0, false
	if first, count := text.undecodable(); count > 0 {
		p.findings.add(Diagnostic{Severity: Warning, Code: CodeUndecodable, Offset: first,
			Wrong: damagedText(count, s.charset.name), Assumed: "each is shown as U+FFFD"})
	}
	if s.isFirst {
		p.collection()
	} else {
		p.treesFrom(0)
	}
	s.isFirst = false
	p.findings.place(text)
	for i := range p.findings.list {
		d := &p.findings.list[i]
		if d.Line == 1 {
			d.Column += p.first.column
		}
		d.Line += p.first.lines
		if d.Offset += p.first.offset; !s.charset.isUTF8() {
			d.Offset = -1
		}
	}
	p.first = p.first.behind(data)
	f := &File{Trees: p.trees, Encoding: s.charset.name, Diagnostics: p.findings.list, Omitted: p.findings.omitted}
	p.findings = findings{}
	last := s.end && s.start == len(s.buf)
	switch {
	case p.stopped || len(f.Trees) == 0:
		if err := f.lastError(); err != nil {
			if errors.Is(err, ErrTooLarge) {
				f.Trees = nil
			}
			return Part{f, true}, err
		}
		return Part{f, last}, nil
	case last:
		return Part{f, true}, s.err
	}
	return Part{f, false}, nil
}

// boundary goes on to the end of the part; false if that is not in buf, or a
// limit comes first.
func (s *scanner) boundary() bool {
	for s.at < len(s.buf) {
		switch s.mode {
		case scanTree:
			if s.scanTree() {
				return true
			}
		case scanValue:
			s.scanValue()
		case scanTail:
			next := s.at
			for next < len(s.buf) && (s.buf[next] == ')' || isBlank(s.buf[next])) {
				next++
			}
			if !s.sees(next) {
				return false
			}
			if s.mode = scanText; s.nodeAt(next) { // the tree was closed too early
				s.at, s.mode, s.depth = next, scanTree, 1
			}
		case scanText:
			n := bytes.IndexByte(s.buf[s.at:], '(')
			if n < 0 {
				s.at = len(s.buf)
				break
			}
			s.at += n
			next := s.at
			for next < len(s.buf) && (s.buf[next] == '(' || isBlank(s.buf[next])) {
				next++
			}
			if !s.sees(next) {
				return false
			}
			if s.nodeAt(next) {
				return true
			}
			s.at = next
		}
		if most := s.options.MaxNodes; most > 0 && s.nodes+s.values/valuesOfNode > most {
			return false
		}
	}
	return false
}

// sees reports whether enough of the text is in buf to tell what begins there.
func (s *scanner) sees(at int) bool { return s.end || at+4 <= len(s.buf) }

func (s *scanner) nodeAt(at int) bool {
	p := parser{text: string(s.buf[at:min(len(s.buf), at+4)])}
	return p.nodeStarts(0, false)
}

// scanTree goes on to the next value, to the end of the tree, or to a limit. It is
// true where the part ends before a game that begins inside it.
func (s *scanner) scanTree() bool {
	most := s.options.MaxNodes
	for ; s.at < len(s.buf); s.at++ {
		switch s.buf[s.at] {
		case '(':
			s.depth++
			s.parens = s.at
		case ')':
			if s.depth--; s.depth == 0 {
				s.at++
				s.mode = scanTail
				return false
			}
			s.parens = -1
		case ';':
			if s.nodes++; most > 0 && s.nodes > most {
				return false
			}
			if s.parens >= 0 && len(bytes.TrimLeft(s.buf[s.parens:s.at], "( \t\r\n")) > 0 {
				s.parens = -1 // it had a node before
			}
		case '[':
			if s.parens >= 0 && s.depth > 1 && s.inner < 0 && s.namesGame() {
				if s.inner = s.parens; s.split {
					s.at = s.inner
					return true
				}
			}
			s.at++
			s.value, s.mode = s.at, scanValue
			s.values++
			return false
		}
	}
	return false
}

// namesGame reports whether the name before at is one that games begin with.
func (s *scanner) namesGame() bool {
	name := s.buf[s.parens:s.at]
	n := len(name)
	return n >= 3 && (string(name[n-2:]) == "FF" || string(name[n-2:]) == "GM") && !isLetter(name[n-3])
}

// scanValue goes on behind the "]" of a value.
func (s *scanner) scanValue() {
	for {
		n := bytes.IndexByte(s.buf[s.at:], ']')
		if n < 0 {
			s.at = len(s.buf)
			return
		}
		s.at += n + 1
		slashes := 0
		for at := s.at - 2; at >= s.value && s.buf[at] == '\\'; at-- {
			slashes++
		}
		if slashes%2 == 0 {
			s.mode = scanTree
			return
		}
	}
}
