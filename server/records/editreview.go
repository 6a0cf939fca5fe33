package records

import (
	"bytes"
	"slices"

	"tengen/kifu"
	"tengen/server/wire"
)

// opReview writes the finished part of the review into the record: analyses, comments, judgements and better lines.
// Existing comments stay, and the review's text follows them. The field Text of the edit is the players' level.
func opReview(d *Document, n *kifu.Node, e *edit) (effect, error) {
	annotate, err := d.records.opt.Review(d.id, n.Tree(), wire.OrElse(e.Text, ""))
	if err != nil {
		return effect{}, err
	}
	path := n.Path() // the edited node may be in a line of an earlier review, which annotate removes
	if err := annotate(); err != nil {
		d.reread()
		return effect{}, err
	}
	if text, err := textOf(d.trees); err == nil && bytes.Equal(text, d.data) {
		// The lines are the same as before, but annotate has made new nodes for them, which have no numbers yet.
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
