// Package facts repeats the figures that the article on Go gives: it computes them, or counts them over game records.
//
//	list, err := facts.List(ctx, facts.Options{Threads: 2, Records: statistics})
//
// A [Fact] has the article's number and ours, how ours was obtained, a verdict, and the command that repeats it.
// Figures that take long to compute are quoted, and the command computes them again.
// [Chart] draws what the records show.
package facts
