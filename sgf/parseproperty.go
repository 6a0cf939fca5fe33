package sgf

import "strings"

// property reads a name and all its values, and returns the new state.
func (p *parser) property(last state) state {
	start, end := p.pos, p.nameEnd(p.pos)
	at := p.skipBlanks(end)
	if at >= len(p.text) {
		p.truncated(at, "the name was ignored", "after the name %q", clip(p.text[start:end]))
		p.pos = at
		return last
	}
	if p.text[at] != '[' {
		p.failed(CodeNoValue, at, "the name was ignored", `expected "[" after the name %q, found %s`, clip(p.text[start:end]), found(p.text, at))
		p.pos = end
		p.skipForeign()
		return last
	}
	switch last {
	case afterClose:
		p.failed(CodeAfterVariations, start, "they begin one more variation", `expected ";", "(" or ")" after a variation, found %s`, found(p.text, start))
		if p.stopped {
			return last
		}
		p.variation = -1
		p.addNode()
	case afterEnd:
		p.variation = -1
		p.addNode()
	case afterOpen:
		p.warn(CodeMissingSemicolon, start, `no ";" before the first node of a variation`, "it was assumed")
		p.addNode()
	}
	if p.stopped {
		return last
	}
	written := p.text[start:end]
	name := propertyName(written)
	if (name == "FF" || name == "GM") && p.depth > 1 && p.variation >= 0 {
		p.games = true
		if p.split {
			p.endGame()
			return afterGame
		}
	}
	d := p.check.name(p, written, name, start)
	for p.pos = at; ; {
		if at = p.skipBlanks(p.pos); at >= len(p.text) || p.text[at] != '[' || !p.value(name, d, at) {
			break
		}
	}
	if values := p.values.finish(); values != nil {
		if len(values) > 1 {
			p.check.many(p, name, d, start)
		}
		p.properties.push(Property{name, values})
	}
	return inNode
}

// endGame ends a tree before the latest node. That node looked like the beginning of a
// variation, but it begins a separate game.
func (p *parser) endGame() {
	p.endNode()
	parent := p.open[len(p.open)-1].node
	p.failed(CodeUnclosed, p.variation, `the ")" of the first game were assumed`, `a game begins inside another one, %d ")" missing`, len(p.open)-1)
	parent.Children = parent.Children[:len(parent.Children)-1]
	if len(parent.Children) == 0 {
		parent.Children = nil
	}
	p.pos = p.variation
	p.count--
	p.after = place{}
}

// value reads a value; the parameter at is the offset of its "[". It returns false if
// the parser cannot read any further.
func (p *parser) value(name string, d *definition, at int) bool {
	rest := p.text[at+1:]
	var length int
	var runsOn bool
	if d != nil && d.kind != kindFree {
		length, runsOn = closingOrNode(rest)
	} else {
		length = closing(rest)
	}
	switch {
	case runsOn:
		p.failed(CodeMissingBracket, at, `the "]" was assumed there`, `the value of %s that begins here has no "]" before the next node`, clip(name))
		if p.stopped {
			return false
		}
		p.values.push(strings.TrimRight(rest[:length], " \t\r\n\v\f"))
		p.pos = at + 1 + length
		return true
	case length < 0:
		// The message quotes the fragment, but the tree does not get it: half a move
		// could look like a move.
		line, column := p.first.after(p.text[:at])
		p.truncated(len(p.text), "the value was left out", `no "]" for the value %q of %s that begins in line %d, column %d`, clip(rest), clip(name), line, column)
		p.pos = len(p.text)
		return false
	}
	if p.worth++; p.options.MaxNodes > 0 && p.count+p.worth/valuesOfNode > p.options.MaxNodes {
		p.limit("more than %d nodes and values", p.options.MaxNodes)
		return false
	}
	raw := rest[:length]
	p.values.push(raw)
	p.pos = at + 1 + length + 1
	if d != nil && d.kind >= kindNone {
		p.check.value(p, d, raw, at)
	}
	return true
}

// closingOrNode does the work of [closing] for values that are not text. If such a value
// has a ";" followed by a name of one or two upper-case letters and "[", its "]" is
// missing. In that case runsOn is true, and the value ends at the ";".
func closingOrNode(text string) (length int, runsOn bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ']':
			return i, false
		case ';':
			name := strings.TrimLeft(text[i+1:], " \t\r\n")
			n := 0
			for n < len(name) && n <= 2 && 'A' <= name[n] && name[n] <= 'Z' {
				n++
			}
			if 1 <= n && n <= 2 && strings.HasPrefix(name[n:], "[") {
				return i, true
			}
		}
	}
	return -1, false
}

// propertyName returns the name in the form of FF[4]. FF[1] to FF[3] allow words such as
// "White" and "AddBlack", in which only the upper-case letters belong to the name.
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

// validName reports whether a name can be written. A valid name consists of upper-case
// letters and digits, and begins with a letter.
func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !isLetter(c) && (i == 0 || !isDigit(c)) || c >= 'a' {
			return false
		}
	}
	return name != ""
}

func (p *parser) nameEnd(at int) int {
	for at < len(p.text) && (isLetter(p.text[at]) || isDigit(p.text[at])) {
		at++
	}
	return at
}
