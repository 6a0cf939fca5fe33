package sgf

import (
	"fmt"
	"strconv"
	"strings"
)

// check reports faults in names and values that can be found without knowing the
// game. It changes nothing: odd values stay in the tree.
type check struct {
	used   [unknown]int32              // number of the last node that has the property
	first  [unknown]int                // offset of the property's first use in this tree
	inTree [(unknown + 63) / 64]uint64 // bit set: this tree uses the property
	names  map[string]int32            // number of the last node with each unknown name or old spelling
	ca     string                      // CA of the first tree that has a CA
	caSeen bool
	ff     int // FF of this tree; 0 if missing
}

// mostNames is the largest number of entries in the map names. Without a limit, a file of
// unknown names could fill the memory.
const mostNames = 1000

func (c *check) begin() {
	clear(c.inTree[:])
	c.ff = 0
}

// name checks the name of a property and returns its definition. It returns nil for an
// unknown property.
func (c *check) name(p *parser, written, name string, at int) *definition {
	if written != name && c.isNew(written) {
		p.note(CodeOldName, at, fmt.Sprintf("%q has lower-case letters, as names had before FF[4]", clip(written)), "it was read as "+clip(name))
	}
	node := int32(p.nodes)
	i := p.index.find(name)
	if i == unknown {
		if c.isNew(name) {
			p.note(CodeUnknownProperty, at, fmt.Sprintf("%s is not a property of any version of SGF", clip(name)), "it was kept as it is")
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

// isNew reports whether a name occurs for the first time, and remembers it.
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

// many adds a warning if a property has several values but may have only one.
func (c *check) many(p *parser, name string, d *definition, at int) {
	if d != nil && !d.list {
		p.warn(CodeManyValues, at, fmt.Sprintf("%s has several values, but may have only one", name), "they were kept as they are")
	}
}

// value checks a value whose kind can be judged without knowing the game.
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

// end checks a complete tree. The check against the version in FF has to wait for the end
// of the tree, because FF may come after other properties.
func (c *check) end(p *parser) {
	if len(p.trees) == 0 {
		return
	}
	if ca, ok := p.trees[len(p.trees)-1].Value("CA"); ok {
		if c.caSeen && ca != c.ca && encodingName(ca) != encodingName(c.ca) {
			p.warn(CodeEncodingMixed, c.firstUse("CA", p), fmt.Sprintf("CA says %q, but said %q in an earlier game tree", clip(ca), clip(c.ca)),
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
		return // all programs still understand the properties that FF[4] dropped
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
