// Package review judges whole games and says in words which moves mattered.
//
//	line, err := review.NewLine(tree)
//	judged := make([]*kifu.Analysis, line.Len()+1)
//	err = review.Run(ctx, line, review.Options{Searcher: searcher, Visits: 100, Workers: 2,
//		Each: func(at int, a *kifu.Analysis) error { judged[at] = a; return nil }})
//	r := review.New(line, judged, review.Settings{})
//	err = r.WriteHTML(w)
//
// [Run] searches every position of the main line once, several at the same time, with a [Searcher].
// It passes on the results in the order of the game as soon as they are ready. A [Journal] stores
// them, so that no position is searched twice.
//
// [New] makes a [Review] of the positions that are judged so far: none, some or all. For every move
// the review has the loss, the [Category] and the [Phase]. It picks the few moves that mattered for
// players of a level. Moves that lost points have reasons; each is a [Fact] that [Fact.Check] proves
// by replay. New searches nothing, and equal judgements give equal reviews. A caller that makes a
// review again after each search passes the previous one in [Settings].
//
// [Review.WriteHTML], [Review.WritePDF] and [Review.WriteJSON] write a review, [Review.WriteGraph] and
// [Review.WriteDiagram] its pictures, and [Review.Annotate] writes it into the record.
// docs/review.md has the formulas and the formats.
//
// Every number is Black's, except the loss of a move, which is its player's.
//
// Read next: line.go and run.go for the searches, review.go for the judgement of moves, fact.go and
// find.go for the reasons.
package review
