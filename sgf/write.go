package sgf

import (
	"fmt"
	"io"
	"slices"
)

// Write writes the collection as [Collection.AppendTo] does, or nothing if that
// fails.
func Write(w io.Writer, c Collection) error {
	data, err := c.AppendTo(nil)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// AppendTo appends the collection to dst in FF[4]: every node on a line of its
// own, parentheses only where there are variations, no other blanks. Properties
// and values keep their order and their bytes, so parsing the result gives an
// equal collection. The error, which leaves dst as it was, says which node has
// a property without values, a name that is none, or a value with a "]" or a
// last "\" that lacks its escape.
func (c Collection) AppendTo(dst []byte) ([]byte, error) {
	w := writer{out: dst}
	for i, root := range c {
		if err := w.tree(root); err != nil {
			return dst, fmt.Errorf("tree %d of %d cannot be written: %w", i+1, len(c), err)
		}
	}
	return w.out, nil
}

type writer struct {
	out  []byte
	todo []step // the last is next
}

// step is a node to be written, or with no node the ")" of a variation.
type step struct {
	node      *Node
	variation bool
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
		if err := w.node(next.node); err != nil {
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

func (w *writer) node(n *Node) error {
	w.out = append(w.out, ';')
	for _, p := range n.Properties {
		if !validName(p.Name) {
			return fmt.Errorf("%q is not the name of a property, which has upper-case letters", clip(p.Name))
		}
		if len(p.Values) == 0 {
			return fmt.Errorf("%s has no value, not even an empty one", clip(p.Name))
		}
		w.out = append(w.out, p.Name...)
		for _, raw := range p.Values {
			// With a "]" behind it a raw value must end there and not before.
			if closing(raw+"]") != len(raw) {
				return fmt.Errorf("the value %q of %s is not escaped", clip(raw), clip(p.Name))
			}
			w.out = append(append(append(w.out, '['), raw...), ']')
		}
	}
	return nil
}
