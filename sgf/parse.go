package sgf

// parser reads the text once. It keeps the open parentheses in a slice, not on the
// call stack, so nesting has no limit.
type parser struct {
	options  Options
	index    *propertyIndex
	findings findings
	stopped  bool // the parser has reached a limit, or an error in strict mode

	text  string
	first position // position of the text in the file
	pos   int
	trees Collection
	node  *Node   // the latest node, which is the parent of the next node; nil before a root
	depth int     // depth of node: 1 for a root
	open  []place // the node before each open "("
	after place   // the node that was the latest one when the latest ")" was read
	nodes int     // number of nodes begun; a node that was read twice counts twice
	count int     // number of nodes in the text, each counted once
	worth int     // number of values in the text

	variation int  // offset of the "(" before the latest node; -1 if it follows a node
	split     bool // a game inside another game ends the outer game
	games     bool // a game inside another game was seen

	building   bool // the latest node may get more properties
	newNodes   slab[Node]
	links      slab[*Node]
	properties slab[Property]
	values     slab[string]

	check check
}

// place is a node and its depth.
type place struct {
	node  *Node
	depth int
}

// state says what the parser has read last inside a tree. It decides to which node a
// property belongs.
type state uint8

const (
	afterOpen state = iota
	inNode
	afterClose
	afterEnd  // the tree was closed, but more of its nodes follow
	afterGame // the game was ended because another game begins
)

func (p *parser) collection() {
	start := p.firstTree()
	if start < 0 {
		p.notSGF()
		return
	}
	if p.skipBlanks(0) < start {
		p.note(CodeTextAround, p.skipBlanks(0), "text before the first game tree", "skipped")
	}
	p.treesFrom(start)
}

// treesFrom reads all trees. start is the offset of the first one.
func (p *parser) treesFrom(start int) {
	p.pos = start
	p.check.begin()
	p.game(nil)
	for !p.stopped {
		next, resume := p.nextTree()
		if resume == nil {
			p.check.end(p)
		}
		if next < 0 || p.stopped {
			return
		}
		p.pos = next
		if resume == nil {
			p.check.begin()
		}
		p.game(resume)
	}
}

// game reads a tree, or the rest of a tree that was closed too early. Other games may
// seem to begin inside the tree. If the file ends inside such a tree, a ")" is missing
// before each of these games. The tree is then read again and split before each game.
func (p *parser) game(resume []place) {
	start, before, trees, count, worth := p.pos, p.findings, len(p.trees), p.count, p.worth
	if p.split || resume != nil {
		p.tree(resume)
		return
	}
	p.games = false
	if p.tree(nil) || !p.games {
		return
	}
	p.split, p.stopped = true, false
	p.pos, p.trees, p.count, p.worth = start, p.trees[:trees], count, worth
	p.findings.forget(before)
	p.check.begin()
	p.check.names = nil // the diagnostics about these names were dropped above
	p.tree(nil)
}

// tree reads a tree from its "(" to its ")", or the rest of a tree that was closed too
// early. It returns false if the file ends before the ")".
func (p *parser) tree(resume []place) bool {
	p.open = append(p.open[:0], resume...)
	p.node, p.depth = nil, 0
	last := afterOpen
	if resume != nil {
		p.node, p.depth, last = p.after.node, p.after.depth, afterEnd
	}
	for !p.stopped {
		p.pos = p.skipBlanks(p.pos)
		if p.pos >= len(p.text) {
			p.endNode()
			p.truncated(p.pos, "they were assumed", `%d ")" missing`, len(p.open))
			return false
		}
		switch c := p.text[p.pos]; {
		case c == '(':
			p.endNode()
			p.variation = p.pos
			p.pos++
			p.open = append(p.open, place{p.node, p.depth})
			last = afterOpen
		case c == ')':
			p.endNode()
			if last == afterOpen {
				p.warn(CodeEmptyVariation, p.pos, "a variation without a node", "ignored")
			}
			p.pos++
			p.after = place{p.node, p.depth}
			top := p.open[len(p.open)-1]
			p.node, p.depth = top.node, top.depth
			p.open = p.open[:len(p.open)-1]
			if len(p.open) == 0 {
				return true
			}
			last = afterClose
		case c == ';':
			if last == afterClose {
				p.warn(CodeNodeAfter, p.pos, "a node after a variation", "it begins one more variation")
			}
			p.pos++
			if last != afterOpen {
				p.variation = -1
			}
			p.addNode()
			last = inNode
		case isLetter(c):
			if last = p.property(last); last == afterGame {
				return true
			}
		case c == '[':
			p.orphans()
		default:
			p.foreign()
		}
	}
	p.endNode()
	return false
}

func (p *parser) addNode() {
	p.endNode()
	if most := p.options.MaxNodes; most > 0 && p.count+p.worth/valuesOfNode >= most {
		p.limit("more than %d nodes", most)
		return
	}
	if most := p.options.MaxDepth; most > 0 && p.depth >= most {
		p.limit("more than %d nodes deep", most)
		return
	}
	p.nodes++
	p.count++
	p.depth++
	n := p.newNodes.one()
	switch {
	case p.node == nil:
		p.trees = append(p.trees, n)
	case p.node.Children == nil:
		p.links.push(n)
		p.node.Children = p.links.finish()
	default:
		p.node.Children = append(p.node.Children, n)
	}
	p.node = n
	p.building = true
}

// endNode stores the properties that were read in the latest node.
func (p *parser) endNode() {
	if p.building {
		p.node.Properties = p.properties.finish()
		p.building = false
	}
}

func (p *parser) skipBlanks(at int) int {
	for at < len(p.text) && isBlank(p.text[at]) {
		at++
	}
	return at
}

// isBlank reports whether c is a space or a control character of ASCII, such as NUL.
func isBlank(c byte) bool  { return c <= ' ' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
