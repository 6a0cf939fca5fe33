package reviews

import (
	"net/http"

	"tengen/kifu"
	"tengen/review"
	"tengen/server/wire"
)

// Annotate prepares to write what is known of the review of a record's game into its tree. The level is that of the
// players; "" is the one that the record gives.
func (r *Reviews) Annotate(id string, t *kifu.Tree, level string) (annotate func() error, err error) {
	rank, err := levelOf(level)
	if err != nil {
		return nil, err
	}
	line, err := newLine(t)
	if err != nil {
		return nil, err
	}
	o, err := r.options(line)
	if err != nil {
		return nil, err
	}
	journal, release, err := r.journal(id)
	if err != nil {
		return nil, err
	}
	defer release()
	o.Journal = journal
	judged, err := known(r.service.Context(), line, o)
	if err != nil {
		return nil, err
	}
	made := review.New(line, judged, settings(o, rank, nil))
	if made.Judged == 0 {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "op", "nothing is judged yet: let the review search first")
	}
	return made.Annotate, nil
}
