package sgf

import (
	"strings"
	"unicode/utf8"
)

// This file handles text that is not part of a game tree, both around the trees and
// inside them.

// firstTree returns the offset of the first game tree, or -1. It prefers a clear
// beginning of a tree to a "(;" that may be part of a smiley.
func (p *parser) firstTree() int {
	if at := p.treeStart(0, true); at >= 0 {
		return at
	}
	return p.treeStart(0, false)
}

// treeStart searches for a "(" that begins a game tree and returns its offset, or -1.
// The search begins at the given offset. Only blanks and more "(" may stand between the
// "(" and a node. [parser.nodeStarts] explains the parameter sure.
func (p *parser) treeStart(from int, sure bool) int {
	for {
		n := strings.IndexByte(p.text[from:], '(')
		if n < 0 {
			return -1
		}
		start := from + n
		for from = start; from < len(p.text) && (p.text[from] == '(' || isBlank(p.text[from])); {
			from++
		}
		if p.nodeStarts(from, sure) {
			return start
		}
	}
}

// nodeStarts reports whether a node may start at an offset. A node starts with ";" or,
// if the ";" is missing, with a name and "[". The name has to be in the form of FF[4],
// because brackets also occur in text around game trees, such as mail. If sure is true,
// the text after the ";" has to look like part of a tree.
func (p *parser) nodeStarts(at int, sure bool) bool {
	rest := p.text[at:]
	if strings.HasPrefix(rest, ";") {
		if !sure {
			return true
		}
		next := p.skipBlanks(at + 1)
		return next >= len(p.text) || isLetter(p.text[next]) || strings.IndexByte("();[", p.text[next]) >= 0
	}
	n := 0
	for n < len(rest) && n <= 2 && 'A' <= rest[n] && rest[n] <= 'Z' {
		n++
	}
	return 1 <= n && n <= 2 && strings.HasPrefix(rest[n:], "[")
}

// nextTree finds the next tree and skips the text before it, smileys included. If nodes
// follow without a "(", they continue the tree that was just read. In this case nextTree
// returns the state of that tree. Otherwise it returns nil, because a new tree begins.
func (p *parser) nextTree() (start int, resume []place) {
	at := p.pos
	spare := -1
	for at < len(p.text) && (p.text[at] == ')' || isBlank(p.text[at])) {
		if p.text[at] == ')' && spare < 0 {
			spare = at
		}
		at++
	}
	if p.after.node != nil && p.nodeStarts(at, true) {
		p.failed(CodeClosedEarly, at, `the ")" was ignored`, `more nodes, but the game tree is closed already: a ")" before this is one too many, or a "(" is missing`)
		return at, []place{{nil, 0}}
	}
	if spare >= 0 {
		p.warn(CodeSpareParenthesis, spare, `a ")" after the end of the game tree`, "ignored")
	}
	start = p.treeStart(p.pos, true)
	end := start
	if start < 0 {
		end = len(p.text)
	}
	if at < end {
		p.note(CodeTextAround, at, "text after a game tree", "skipped")
	}
	return start, nil
}

// orphans skips values without a name.
func (p *parser) orphans() {
	p.failed(CodeNoName, p.pos, "the value was ignored", `expected the name of a property before "["`)
	if p.stopped {
		return
	}
	for p.pos < len(p.text) && p.text[p.pos] == '[' {
		length := closing(p.text[p.pos+1:])
		if length < 0 {
			p.pos = len(p.text)
			return
		}
		p.pos = p.skipBlanks(p.pos + 1 + length + 1)
	}
}

// foreign reports and skips text that is not part of a tree.
func (p *parser) foreign() {
	if p.text[p.pos] == ']' {
		p.failed(CodeStrayBracket, p.pos, "ignored", `this "]" closes nothing; inside a value it is written "\]"`)
	} else {
		p.failed(CodeForeign, p.pos, "ignored", `expected a property, ";", "(" or ")", found %s`, found(p.text, p.pos))
	}
	if p.stopped {
		return
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += n
	p.skipForeign()
}

// skipForeign skips to the next text that may belong to a tree, so that a run of
// foreign text gets a single diagnostic.
func (p *parser) skipForeign() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case strings.IndexByte("();[", c) >= 0:
			return
		case isLetter(c):
			end := p.nameEnd(p.pos)
			at := p.skipBlanks(end)
			if at < len(p.text) && p.text[at] == '[' {
				return
			}
			p.pos = at
		default:
			p.pos++
		}
	}
}

func (p *parser) notSGF() {
	at := p.skipBlanks(0)
	d := Diagnostic{Code: CodeNotSGF, Offset: at, kind: ErrNotSGF}
	if rest := p.text[at:]; rest == "" {
		d.Wrong = "the file is empty or blank"
	} else {
		d.Wrong = `no "(;" anywhere, the file begins with ` + quote(rest)
	}
	p.stopped = true
	p.fail(d)
}
