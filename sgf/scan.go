package sgf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"
)

// Part is a piece of a file that [Scan] reads: usually one game tree with the text
// around it. The places of its diagnostics refer to the whole file.
type Part struct {
	*File
	// Last reports whether no part follows.
	Last bool
}

// scanHead is the number of bytes at the beginning of a file in which Scan searches for
// the encoding and the first game tree.
const scanHead = 1 << 20

// Scan reads a file one game tree at a time. The memory that it takes depends only on the
// largest game of the file. The parts together have the trees and the diagnostics that
// [LoadBytes] finds in the whole file, with these differences:
//
//   - The limits of the options apply to each part. Zero means the default limit.
//   - The encoding is detected from the first MiB. If that is ASCII, the encoding is
//     detected at the first character that is not, and the diagnostics about it are in
//     the part that is read then.
//   - The first tree has to begin in the first MiB.
//   - Damaged characters are counted in each part.
//   - Offsets are -1 if the file is not in UTF-8, from the part on in which this is
//     found.
//
// The error that comes with a part is the error that [LoadBytes] would return for that
// part. An error of the reader, [ErrTooLarge] and [ErrNotSGF] end the iteration. In
// strict mode every error ends it. A part that is too large has no trees.
func Scan(r io.Reader, o Options) iter.Seq2[Part, error] {
	return scan(r, o, scanHead)
}

// scan does the work of [Scan]. Tests choose a smaller head than scanHead.
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

// scanner cuts the text of a file into parts and lets the parser read each. To find
// the end of a tree it counts the parentheses outside of values.
type scanner struct {
	parser
	in      io.Reader // the text
	charset charset

	buf   []byte
	start int   // offset in buf of the part
	end   bool  // buf has the end of the file
	err   error // error of the reader; it is returned after the text before the error

	at      int // offset in buf of the scanner
	mode    scanMode
	depth   int  // number of open parentheses
	parens  int  // offset of the latest "(" without a node after it, or -1
	value   int  // offset of the value that the scanner is in
	nodes   int  // number of nodes in the part
	values  int  // number of values in the part
	inner   int  // offset of a game that seems to begin inside the part, or -1
	isFirst bool // the part is the first of the file
}

// scanMode is the kind of text that the scanner is in.
type scanMode uint8

const (
	scanTree  scanMode = iota // inside a tree
	scanValue                 // inside a value
	scanTail                  // right after a tree
	scanText                  // in text between trees
)

// open finds the encoding and the first tree.
func (s *scanner) open(r io.Reader, size int) error {
	head := bufio.NewReaderSize(r, size)
	data, err := head.Peek(size)
	if err != nil && !errors.Is(err, io.EOF) && len(data) == 0 {
		return fmt.Errorf("reading SGF: %w", err)
	}
	goesOn := err == nil
	if goesOn {
		data = data[:len(data)-utf8.UTFMax] // the last character of head may be cut off
		if first := firstHigh(string(data)); first > len(data)/2 {
			data = data[:first] // too little text to find the encoding
		}
	}
	source := &source{data: string(data)}
	if err := source.detect(s.options.Encoding, &s.findings); err != nil {
		return err
	}
	s.charset, s.first.offset = source.charset, source.skipped
	_, _ = head.Discard(source.skipped)
	s.in = source.decoding(head)
	if goesOn && s.options.Encoding == "" && s.charset.isUTF8() && isASCII(source.data) {
		s.in = &lateText{in: head, ca: declared(source.data), found: s.foundEncoding}
	}
	s.buf = make([]byte, 0, size)
	for len(s.buf) < size/2 && s.fill() {
	}
	s.isFirst = true
	s.text = string(s.buf)
	if s.at = s.firstTree(); s.at < 0 { // the parser will report the missing tree
		s.at, s.end = len(s.buf), true
	}
	return nil
}

// foundEncoding sets the encoding of a file that begins with ASCII. A CA that is not known
// was already reported.
func (s *scanner) foundEncoding(c charset, about []Diagnostic) {
	s.charset = c
	for _, d := range about {
		if d.Code != CodeEncodingUnknown {
			s.findings.add(d)
		}
	}
}

// fill appends more text to buf and may move the text in buf. It returns false at the
// end of the text.
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
			// A ")" is missing: the part ends before the game inside it.
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

// tooLarge returns an error if the part exceeds a limit.
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

// parse lets the parser read the part of buf up to end.
func (s *scanner) parse(end int) (Part, error) {
	data := string(s.buf[s.start:end])
	// Begin new blocks: a block with nodes of two games would keep both in memory.
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
			if last && s.err != nil {
				err = s.err
			}
			return Part{f, true}, err
		}
		return Part{f, last}, nil
	case last:
		return Part{f, true}, s.err
	}
	return Part{f, false}, nil
}

// boundary scans to the end of the part. It returns false if the end is not in buf, or
// if a limit is reached before the end.
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

// sees reports whether buf has enough text to decide whether a node begins at an offset,
// the parameter at.
func (s *scanner) sees(at int) bool { return s.end || s.nodeText(at) <= len(s.buf) }

// nodeText returns the end of the text that decides whether a node begins at an offset.
// It is beyond the end of buf if buf does not have all of this text.
func (s *scanner) nodeText(at int) int {
	if at < len(s.buf) && s.buf[at] == ';' { // the first character after it that is not a blank decides
		for at++; at < len(s.buf) && isBlank(s.buf[at]); {
			at++
		}
		return at + 1
	}
	return at + 4
}

func (s *scanner) nodeAt(at int) bool {
	p := parser{text: string(s.buf[at:min(len(s.buf), s.nodeText(at))])}
	return p.nodeStarts(0, true)
}

// scanTree scans to the next value, to the end of the tree, or to a limit. It returns
// true if another game begins inside the tree. The part ends before that game.
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
				s.parens = -1 // a node follows the "("
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

// namesGame reports whether the name in front of the scanner is FF or GM. Games begin
// with these properties.
func (s *scanner) namesGame() bool {
	name := s.buf[s.parens:s.at]
	n := len(name)
	return n >= 3 && (string(name[n-2:]) == "FF" || string(name[n-2:]) == "GM") && !isLetter(name[n-3])
}

// scanValue scans past the "]" of a value.
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
