// Package review judges whole games and says in words what mattered in them.
//
//	line, err := review.NewLine(tree)
//	judged := make([]*kifu.Analysis, line.Len()+1)
//	err = review.Run(ctx, line, review.Options{Searcher: searcher, Visits: 100, Workers: 2,
//		Each: func(at int, a *kifu.Analysis) error { judged[at] = a; return nil }})
//	r := review.New(line, judged, review.Settings{})
//	err = r.WriteHTML(w)
//
// [Run] searches every position of the main line once, several at a time, through the
// [Searcher] that it is given, and tells of them in the order of the game as they come. A
// [Journal] keeps what is found, so that nothing is searched twice.
//
// [New] makes a [Review] of the positions that are judged so far, none, some or all: what every
// move cost, in which [Category] and [Phase] it was, the few moves that mattered for players of
// a level, and for moves that cost something the reasons, each a [Fact] that [Fact.Check] proves
// by replay. It searches nothing and is the same for the same judgements. For a view that grows with
// the searches, [Settings] takes the review before.
//
// What a review is written as: [Review.WriteHTML], [Review.WritePDF], [Review.WriteJSON],
// [Review.WriteGraph] and [Review.WriteDiagram] for pictures, and [Review.Annotate] for the
// record itself. docs/review.md has the formulas and the formats.
//
// Every number is Black's, but what a move lost, which is its player's.
//
// Read next: line.go and run.go for the searches, review.go for what follows from them, fact.go
// and find.go for the reasons.
package review
