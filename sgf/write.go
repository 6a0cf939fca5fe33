package sgf

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Write writes the collection in UTF-8 and keeps the order of the properties. It is like
// [Collection.Encode] without options. If encoding fails, Write writes nothing.
func Write(w io.Writer, c Collection) error {
	data, _, err := c.Encode(WriteOptions{})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// AppendTo appends the collection to dst in FF[4] and UTF-8. It writes every node on a
// separate line, and parentheses only around trees and variations. Properties and values
// keep their order and their bytes, even the value of CA. A reader that is told that the
// text is UTF-8 therefore gets an equal collection. Bytes in values that are not UTF-8
// become U+FFFD.
//
// With an error, AppendTo returns dst unchanged. The error says which node has
//
//   - a property without values
//   - an invalid property name
//   - a value with a "]" or a final "\" that is not escaped
//   - a value that is not text and would be read as a node with a missing "]", such
//     as B[aa;W[bb]
func (c Collection) AppendTo(dst []byte) ([]byte, error) {
	w := writer{out: dst}
	return w.collection(c)
}

type writer struct {
	out     []byte
	todo    []step         // stack of pending steps
	charset string         // new value of CA in the roots; empty to leave CA alone
	index   *propertyIndex // made on demand
	sorted  *canonical     // nil to keep the order of properties
}

// step is a node to write, or the ")" of a variation if the node is nil.
type step struct {
	node      *Node
	variation bool
}

func (w *writer) collection(c Collection) ([]byte, error) {
	dst := w.out
	for i, root := range c {
		if err := w.tree(root); err != nil {
			return dst, fmt.Errorf("tree %d of %d cannot be written: %w", i+1, len(c), err)
		}
	}
	return w.out, nil
}

func (w *writer) tree(root *Node) error {
	w.todo = append(w.todo[:0], step{root, true})
	for count := 1; len(w.todo) > 0; {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if next.node == nil {
			w.out = append(w.out, ')')
			continue
		}
		if count > 1 {
			w.out = append(w.out, '\n')
		}
		if next.variation {
			w.out = append(w.out, '(')
			w.todo = append(w.todo, step{})
		}
		properties := next.node.Properties
		if count == 1 && w.charset != "" {
			properties = w.withCharset(root)
		}
		if w.sorted != nil {
			properties = w.sorted.order(properties)
		}
		if err := w.node(properties); err != nil {
			return fmt.Errorf("node %d: %w", count, err)
		}
		count++
		for _, child := range slices.Backward(next.node.Children) {
			w.todo = append(w.todo, step{child, len(next.node.Children) > 1})
		}
	}
	w.out = append(w.out, '\n')
	return nil
}

func (w *writer) node(properties []Property) error {
	w.out = append(w.out, ';')
	for _, p := range properties {
		if !validName(p.Name) {
			return fmt.Errorf("%q is not the name of a property, which has upper-case letters", clip(p.Name))
		}
		if len(p.Values) == 0 {
			return fmt.Errorf("%s has no value, not even an empty one", clip(p.Name))
		}
		w.out = append(w.out, p.Name...)
		for _, raw := range p.Values {
			if !escaped(raw) {
				return fmt.Errorf("the value %q of %s is not escaped", clip(raw), clip(p.Name))
			}
			if strings.IndexByte(raw, ';') >= 0 && w.holdsNode(p.Name, raw) {
				return fmt.Errorf("the value %q of %s would be read as a node with a missing bracket; its \";\" has to be escaped", clip(raw), clip(p.Name))
			}
			if !utf8.ValidString(raw) {
				raw = validUTF8(raw)
			}
			if w.sorted != nil {
				raw = plainBreaks(raw)
			}
			w.out = append(append(append(w.out, '['), raw...), ']')
		}
	}
	return nil
}

// holdsNode reports whether a reader would assume a missing "]" inside the value and
// take the rest of the value for the next node; see closingOrNode.
func (w *writer) holdsNode(name, raw string) bool {
	if w.index == nil {
		w.index = newPropertyIndex()
	}
	i := w.index.find(name)
	if i == unknown || indexed[i].kind == kindFree {
		return false
	}
	_, runsOn := closingOrNode(raw)
	return runsOn
}

// escaped reports whether the raw value is escaped correctly. Otherwise a reader would
// find the end of the value at a wrong place.
func escaped(raw string) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			if i++; i == len(raw) {
				return false
			}
		case ']':
			return false
		}
	}
	return true
}

// withCharset returns the properties of a root with CA set to the file's encoding.
// It adds a missing CA only if a reader would otherwise have to guess the encoding.
func (w *writer) withCharset(root *Node) []Property {
	at := root.index("CA")
	if at < 0 && !needsCharset(root) {
		return root.Properties
	}
	ca := Property{"CA", []string{w.charset}}
	if at < 0 {
		after := root.index("FF") + 1
		return slices.Insert(slices.Clone(root.Properties), after, ca)
	}
	if raw := root.Properties[at].Values; len(raw) == 1 && plainName(raw[0]) == plainName(w.charset) {
		return root.Properties
	}
	list := slices.Clone(root.Properties)
	list[at] = ca
	return list
}

// needsCharset reports whether a tree has characters whose bytes depend on the encoding.
// These are the characters above 127, and the escape character, because it begins the
// escape sequences of ISO-2022-JP.
func needsCharset(root *Node) bool {
	for n := range root.All() {
		for _, p := range n.Properties {
			for _, raw := range p.Values {
				if !isASCII(raw) || strings.IndexByte(raw, escapeByte) >= 0 {
					return true
				}
			}
		}
	}
	return false
}
