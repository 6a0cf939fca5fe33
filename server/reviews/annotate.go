package reviews

import (
	"net/http"

	"tengen/kifu"
	"tengen/review"
	"tengen/server/wire"
)

// Annotate returns a function that writes the finished part of the review of a game into its tree t. level is the
// level of the players. If it is "", the level from the record is used.
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
		return nil, wire.Fail(http.StatusUnprocessableEntity, "op", "no position has been reviewed yet: let the review search first")
	}
	return made.Annotate, nil
}
