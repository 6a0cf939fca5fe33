// Package analysis implements KataGo's analysis protocol. A query is a JSON object on one line that asks
// about positions. Each position is answered by a line when its search is done, in any order.
//
//	e, err := analysis.New(analysis.Options{Evaluator: evaluators, Settings: katago.Default(katago.ForAnalysis)})
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	err = e.Serve(ctx, os.Stdin, os.Stdout, analysis.Wait)
//
// An [Engine] searches several positions at the same time and shares one evaluator between them. Each client
// has a [Session]: lines go in by [Session.Line], answers come out by [Session.Next]. This serves stdin and
// stdout, HTTP and WebSockets alike. Sessions are independent: terminating ends a session's own queries
// alone. Sessions take turns, however much each has queued: a search may be paused for a search of another
// session.
//
// Every query gets exactly one final answer for each of its turns, whatever happens, unless its session is
// closed. Everything is bounded: see [Options] for the number of waiting positions, and [MaxLine] for a line.
// While a client does not read its answers, its queries are not searched and its lines are not read.
//
// Numbers are Black's until [seenBy] converts them to the side that the client asked for.
//
// Read next: session.go and schedule.go for the order of searches; query.go for queries; search.go for a
// search; report.go for an answer.
package analysis
