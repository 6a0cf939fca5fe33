package sgf

import (
	"fmt"
	"io"
	"strings"
)

// MaxSize is the most that [Read] reads, in bytes. A tree takes about 20 times
// the memory of its file, and up to 60 times if the file is made for it: a
// program that reads what strangers send should set a lower limit of its own.
const MaxSize = 64 << 20

const byteOrderMark = "\ufeff"

// Read reads everything and parses it as [Parse] does. The error is
// [ErrTooLarge] if there is more than [MaxSize], and the reader's if reading
// fails; what came before the failure is parsed and returned with it.
func Read(r io.Reader) (Collection, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%w: it has more than %d MiB", ErrTooLarge, MaxSize>>20)
	}
	c, parseErr := Parse(data)
	if err != nil {
		return c, fmt.Errorf("reading SGF: %w", err)
	}
	return c, parseErr
}

// Parse reads a file in FF[4] or one of its predecessors, in UTF-8. The error is
// a [*SyntaxError], and the collection then holds what was read up to there, cut
// off values included; it can be used and written like any other. The grammar is
// that of FF[4], with more accepted:
//
//   - a byte order mark, and anything before, between and after game trees
//   - lower-case letters in names, which are dropped (FF[3]: "White" is W), or
//     raised if there are no others; digits after the first letter (FF[1])
//   - a missing ";" at the beginning of a variation
//   - parentheses that hold no node themselves, which make no difference
//   - nodes after a variation, which are one more variation
//   - the same property several times in a node, which stays so
//
// Values share one copy of the data; strings.Clone what shall outlive a large
// file.
func Parse(data []byte) (Collection, error) {
	p := parser{text: string(data)}
	err := p.collection()
	return p.trees, err
}

// parser goes through the text once. What it has to come back to is in open, not
// on the call stack, so nesting has no limit.
type parser struct {
	text  string
	pos   int
	trees Collection
	node  *Node   // the latest node, parent of the next; nil before a root
	open  []*Node // for each "(" without its ")": the node before it
}

// state is what came last inside a tree; it decides where a property goes.
type state uint8

const (
	afterOpen state = iota
	inNode
	afterClose
)

func (p *parser) collection() error {
	p.pos = len(p.text) - len(strings.TrimPrefix(p.text, byteOrderMark))
	if utf16(p.text) {
		return p.fail(ErrNotSGF, 0, "it is text in UTF-16; save it in UTF-8")
	}
	for {
		start := p.treeStart(p.pos)
		if len(p.trees) > 0 {
			if err := p.gap(); err != nil {
				return err
			}
		} else if start < 0 {
			return p.notSGF()
		}
		if start < 0 {
			return nil
		}
		p.pos = start
		if err := p.tree(); err != nil {
			return err
		}
	}
}

// tree reads from a "(" to its ")".
func (p *parser) tree() error {
	p.node, p.open = nil, p.open[:0]
	var last state
	for {
		p.pos = p.skipBlanks(p.pos)
		if p.pos >= len(p.text) {
			return p.truncated(p.pos, `%d ")" missing`, len(p.open))
		}
		switch c := p.text[p.pos]; {
		case c == '(':
			p.pos++
			p.open = append(p.open, p.node)
			last = afterOpen
		case c == ')':
			p.pos++
			p.node = p.open[len(p.open)-1]
			p.open = p.open[:len(p.open)-1]
			if len(p.open) == 0 {
				return nil
			}
			last = afterClose
		case c == ';':
			p.pos++
			p.addNode()
			last = inNode
		case isLetter(c) && last == afterClose:
			return p.failed(p.pos, `expected ";", "(" or ")" after a variation, found %s`, found(p.text, p.pos))
		case isLetter(c):
			if last == afterOpen {
				p.addNode()
				last = inNode
			}
			if err := p.property(); err != nil {
				return err
			}
		case c == '[' && last == inNode && len(p.node.Properties) == 0:
			return p.failed(p.pos, `expected the name of a property before "["`)
		case c == ']':
			return p.failed(p.pos, `this "]" closes nothing; inside a value it is written "\]"`)
		default:
			return p.failed(p.pos, `expected a property, ";", "(" or ")", found %s`, found(p.text, p.pos))
		}
	}
}

func (p *parser) addNode() {
	n := new(Node)
	if p.node == nil {
		p.trees = append(p.trees, n)
	} else {
		p.node.Children = append(p.node.Children, n)
	}
	p.node = n
}

// property reads a name and all its values.
func (p *parser) property() error {
	start := p.pos
	for p.pos < len(p.text) && (isLetter(p.text[p.pos]) || isDigit(p.text[p.pos])) {
		p.pos++
	}
	written := p.text[start:p.pos]
	name := propertyName(written)
	if at := p.skipBlanks(p.pos); at >= len(p.text) {
		return p.truncated(at, "after the name %q", clip(written))
	} else if p.text[at] != '[' {
		return p.failed(at, `expected "[" after the name %q, found %s`, clip(written), found(p.text, at))
	}
	var values []string
	for {
		at := p.skipBlanks(p.pos)
		if at >= len(p.text) || p.text[at] != '[' {
			break
		}
		rest := p.text[at+1:]
		length := closing(rest)
		if length < 0 {
			// The fragment is told, not kept: half a move would pass for a move.
			if len(values) > 0 {
				p.node.Properties = append(p.node.Properties, Property{name, values})
			}
			line, column := position(p.text, at)
			return p.truncated(len(p.text), `no "]" for the value %q of %s that begins in line %d, column %d`, clip(rest), clip(name), line, column)
		}
		values = append(values, rest[:length])
		p.pos = at + 1 + length + 1
	}
	p.node.Properties = append(p.node.Properties, Property{name, values})
	return nil
}

// propertyName is the name as FF[4] has it. FF[1] to FF[3] allow words such as
// "White" and "AddBlack", in which only the upper-case letters count.
func propertyName(written string) string {
	if validName(written) {
		return written
	}
	first := strings.IndexFunc(written, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	if first < 0 {
		return strings.ToUpper(written)
	}
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return -1
		}
		return r
	}, written[first:])
}

// validName tells whether a name can be written: upper-case letters, and digits
// after the first.
func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !isLetter(c) && (i == 0 || !isDigit(c)) || c >= 'a' {
			return false
		}
	}
	return name != ""
}

// treeStart is the offset of the first "(" from here on that begins a game tree:
// that has nothing but blanks and more "(" before a node. It is -1 if none does.
func (p *parser) treeStart(from int) int {
	for {
		n := strings.IndexByte(p.text[from:], '(')
		if n < 0 {
			return -1
		}
		start := from + n
		for from = start; from < len(p.text) && (p.text[from] == '(' || isBlank(p.text[from])); {
			from++
		}
		if p.nodeStarts(from) {
			return start
		}
	}
}

// nodeStarts tells whether a node may start here: with ";" or, if that is
// missing, a name as FF[4] has them and "[". It is strict about the latter, since
// mail has brackets too.
func (p *parser) nodeStarts(at int) bool {
	rest := p.text[at:]
	if strings.HasPrefix(rest, ";") {
		return true
	}
	n := 0
	for n < len(rest) && n <= 2 && 'A' <= rest[n] && rest[n] <= 'Z' {
		n++
	}
	return 1 <= n && n <= 2 && strings.HasPrefix(rest[n:], "[")
}

// gap looks at what follows a tree. Foreign text is nobody's business, but nodes
// would be lost.
func (p *parser) gap() error {
	at := p.pos
	for at < len(p.text) && (p.text[at] == ')' || isBlank(p.text[at])) {
		at++
	}
	if p.nodeStarts(at) {
		return p.failed(at, `more nodes, but the game tree is closed already: a ")" before this is one too many, or a "(" is missing`)
	}
	return nil
}

func (p *parser) skipBlanks(at int) int {
	for at < len(p.text) && isBlank(p.text[at]) {
		at++
	}
	return at
}

func (p *parser) failed(at int, format string, args ...any) error {
	return p.fail(nil, at, format, args...)
}

func (p *parser) truncated(at int, format string, args ...any) error {
	return p.fail(ErrTruncated, at, format, args...)
}

func (p *parser) notSGF() error {
	at := p.skipBlanks(p.pos)
	rest := p.text[at:]
	if rest == "" {
		return p.fail(ErrNotSGF, at, "there is nothing in it")
	}
	return p.fail(ErrNotSGF, at, `no "(;" anywhere, the file begins with %q`, clip(rest))
}

func (p *parser) fail(kind error, at int, format string, args ...any) error {
	line, column := position(p.text, at)
	return &SyntaxError{Offset: at, Line: line, Column: column, Detail: fmt.Sprintf(format, args...), kind: kind}
}

// utf16 tells whether text begins with a byte order mark of UTF-16, or with an
// ASCII character in two bytes. Without this check half of such a file would
// pass as SGF, its NULs being blanks.
func utf16(text string) bool {
	return strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") ||
		len(text) > 1 && (text[0] == 0) != (text[1] == 0)
}

// Whatever is no visible character in ASCII counts as blank, NUL included.
func isBlank(c byte) bool  { return c <= ' ' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
