// Package review judges whole games, and says in words which moves mattered and why.
//
//	line, err := review.NewLine(tree)
//	judged := make([]*kifu.Analysis, line.Len()+1)
//	err = review.Run(ctx, line, review.Options{Searcher: searcher, Visits: 100, Workers: 2,
//		Each: func(at int, a *kifu.Analysis) error { judged[at] = a; return nil }})
//	r := review.New(line, judged, review.Settings{})
//	err = r.WriteHTML(w)
//
// [Run] searches every position of the main line once with a [Searcher], several positions at the
// same time. It passes each result to Options.Each as soon as possible, in the order of the game.
// A [Journal] stores the results, so that no position is searched twice.
//
// [New] makes a [Review] of the positions that are judged so far: none, some or all. For every move
// the review has the loss, the [Category] and the [Phase]. It chooses the few moves that mattered, for
// players of a given level. Moves that lost points have reasons. Each reason is a [Fact] that New has
// proved by replay. New does not search. Equal judgements give equal reviews. A caller that makes a
// new review after each search passes the previous review in [Settings].
//
// [Review.WriteHTML], [Review.WritePDF] and [Review.WriteJSON] write a review. [Review.WriteGraph] and
// [Review.WriteDiagram] write its pictures. [Review.Annotate] writes the review into the record.
// docs/review.md has the formulas and the formats.
//
// Every number is from Black's perspective, except the loss of a move, which is from the perspective
// of the player who made it.
//
// Read next: line.go and run.go for the searches, review.go for the judgement of moves, fact.go and
// find.go for the reasons.
package review
