package sgf

import (
	"fmt"
	"strconv"
	"strings"
)

// check looks at the names and values of a file for whatever can be said without
// knowing the game. It changes nothing: what is odd is kept as it is.
type check struct {
	used   [unknown]int32              // the last node that has the property, as a number
	first  [unknown]int                // where it was first used in this tree
	inTree [(unknown + 63) / 64]uint64 // whether it was
	names  map[string]int32            // other names and old spellings, each with the last node that has it
	ca     string                      // of the first tree that has one
	caSeen bool
	ff     int // what FF of this tree says, 0 if nothing
}

// mostNames bounds the memory for a file that is all names.
const mostNames = 1000

func (c *check) begin() {
	clear(c.inTree[:])
	c.ff = 0
}

// name looks at the name of a property and finds its definition, nil if there is
// none.
func (c *check) name(p *parser, written, name string, at int) *definition {
	if written != name && c.isNew(written) {
		p.note(CodeOldName, at, fmt.Sprintf("%q has lower-case letters, as names had before FF[4]", clip(written)), "it was read as "+clip(name))
	}
	node := int32(p.nodes)
	i := p.index.find(name)
	if i == unknown {
		if c.isNew(name) {
			p.note(CodeUnknownProperty, at, fmt.Sprintf("%s is in no version of the format", clip(name)), "it was kept as it is")
		}
		if last, known := c.names[name]; known {
			if last == node {
				p.warn(CodeDuplicate, at, fmt.Sprintf("%s is in this node already", clip(name)), "it was kept as it is")
			}
			c.names[name] = node
		}
		return nil
	}
	if c.used[i] == node {
		p.warn(CodeDuplicate, at, fmt.Sprintf("%s is in this node already", name), "it was kept as it is")
	}
	c.used[i] = node
	if bit := uint64(1) << (i & 63); c.inTree[i>>6]&bit == 0 {
		c.inTree[i>>6] |= bit
		c.first[i] = at
	}
	return &indexed[i]
}

// isNew tells whether a name is seen for the first time, and remembers it.
func (c *check) isNew(name string) bool {
	if c.names == nil {
		c.names = map[string]int32{}
	}
	if _, known := c.names[name]; known || len(c.names) >= mostNames {
		return false
	}
	c.names[name] = -1
	return true
}

// many is for properties with several values.
func (c *check) many(p *parser, name string, d *definition, at int) {
	if d != nil && !d.list {
		p.warn(CodeManyValues, at, fmt.Sprintf("%s has several values, and may have one", name), "they were kept as they are")
	}
}

// value looks at a value whose kind can be judged without knowing the game.
func (c *check) value(p *parser, d *definition, raw string, at int) {
	var err error
	switch d.kind {
	case kindNone:
		if strings.TrimSpace(raw) != "" {
			err = &ValueError{Raw: raw, Want: "an empty value"}
		}
	case kindNumber:
		var n int
		if n, err = ParseNumber(raw); err == nil && d.name == "FF" && c.ff == 0 && p.depth == 1 {
			c.ff = n
			if n < 1 || n > 4 {
				p.warn(CodeVersion, at, fmt.Sprintf("there is no FF[%d]: versions are from 1 to 4", n), "it was read as FF[4]")
			}
		}
	case kindReal:
		_, err = ParseReal(raw)
	case kindDouble:
		_, err = ParseDouble(raw)
	case kindColor:
		_, err = ParseColor(raw)
	}
	if err != nil {
		p.warn(CodeValue, at, d.name+": "+err.Error(), "it was kept as it is")
	}
}

// end looks back at a tree: FF may come after the properties that it forbids.
func (c *check) end(p *parser) {
	if len(p.trees) == 0 {
		return
	}
	if ca, ok := p.trees[len(p.trees)-1].Value("CA"); ok {
		if c.caSeen && plainName(ca) != plainName(c.ca) {
			p.warn(CodeEncodingMixed, c.firstUse("CA", p), fmt.Sprintf("CA says %q, and said %q in an earlier game tree", clip(ca), clip(c.ca)),
				"the whole file was read in one encoding")
		}
		if !c.caSeen {
			c.ca, c.caSeen = ca, true
		}
	}
	if !c.inUse("FF", p) {
		return
	}
	ff := c.ff
	if ff < 1 || ff >= 4 {
		return // what FF[4] dropped is still understood by all
	}
	for i := range indexed {
		d := &indexed[i]
		if c.inTree[i>>6]&(1<<(i&63)) != 0 && d.ff&(1<<ff) == 0 {
			p.warn(CodePropertyVersion, c.first[i], d.name+" is not in FF["+strconv.Itoa(ff)+"], the version of this game tree", "it was kept as it is")
		}
	}
}

func (c *check) inUse(name string, p *parser) bool {
	i := p.index.find(name)
	return c.inTree[i>>6]&(1<<(i&63)) != 0
}

func (c *check) firstUse(name string, p *parser) int { return c.first[p.index.find(name)] }
