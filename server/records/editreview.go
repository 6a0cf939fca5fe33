package records

import (
	"bytes"
	"slices"

	"tengen/kifu"
	"tengen/server/wire"
)

// opReview writes what is known of the review into the record: analyses, comments, judgements and better lines, after
// what people wrote. The text of the edit is the level of the players.
func opReview(d *Document, n *kifu.Node, e *edit) (effect, error) {
	annotate, err := d.records.opt.Review(d.id, n.Tree(), wire.OrElse(e.Text, ""))
	if err != nil {
		return effect{}, err
	}
	path := n.Path() // the node may be in a line of an earlier review, which annotate removes
	if err := annotate(); err != nil {
		d.reread()
		return effect{}, err
	}
	if text, err := textOf(d.trees); err == nil && bytes.Equal(text, d.data) {
		// The lines are the same as before but consist of other nodes, which have no numbers.
		number := d.numbers[n]
		d.reread()
		return effect{to: d.nodes[number]}, d.closed
	}
	for i := 1; i < len(path); i++ {
		if !slices.Contains(path[i-1].Children(), path[i]) {
			n = path[i-1]
			break
		}
	}
	return effect{to: n, tree: true, judge: true, head: true}, nil
}
