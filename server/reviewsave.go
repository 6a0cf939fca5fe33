package server

import (
	"bytes"
	"net/http"
	"slices"

	"tengen/kifu"
	"tengen/review"
)

// opReview writes what is known of the review into the record: analyses, comments, judgements and
// better lines, behind what people wrote. The text is the level of the players.
func opReview(d *document, n *kifu.Node, e *edit) (effect, error) {
	level, err := levelOf(orElse(e.Text, ""))
	if err != nil {
		return effect{}, err
	}
	all := d.archive.server.reviews
	line, err := newLine(n.Tree())
	if err != nil {
		return effect{}, err
	}
	o, err := all.options(line)
	if err != nil {
		return effect{}, err
	}
	journal, release, err := all.journal(d.id)
	if err != nil {
		return effect{}, err
	}
	defer release()
	o.Journal = journal
	judged, err := known(all.server.ctx, line, o)
	if err != nil {
		return effect{}, err
	}
	made := review.New(line, judged, settings(o, level, nil))
	if made.Judged == 0 {
		return effect{}, fail(http.StatusUnprocessableEntity, "op", "nothing is judged yet: let the review search first")
	}
	// Where the person is may be in a line of an earlier review, which goes.
	way := n.Path()
	if err := made.Annotate(); err != nil {
		d.reread()
		return effect{}, err
	}
	if text, err := textOf(d.trees); err == nil && bytes.Equal(text, d.data) {
		// The lines are as they were, and other nodes: they have no numbers.
		number := d.numbers[n]
		d.reread()
		return effect{to: d.nodes[number]}, d.closed
	}
	for i := 1; i < len(way); i++ {
		if !slices.Contains(way[i-1].Children(), way[i]) {
			n = way[i-1]
			break
		}
	}
	return effect{to: n, tree: true, judge: true, head: true}, nil
}
