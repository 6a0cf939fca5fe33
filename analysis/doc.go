// Package analysis implements KataGo's analysis protocol. A query is a JSON object on one line that asks about
// positions. Each position gets an answer of one line when its search is done, so answers may come in another
// order than queries.
//
//	e, err := analysis.New(analysis.Options{Evaluator: evaluators, Settings: katago.Default(katago.ForAnalysis)})
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	err = e.Serve(ctx, os.Stdin, os.Stdout, analysis.Wait)
//
// An [Engine] searches several positions at the same time and shares one evaluator between them. Each client
// has a [Session]. It takes lines by [Session.Line] and returns answers by [Session.Next]. Sessions are used
// for stdin and stdout, for HTTP and for WebSockets. Sessions are independent: a session can terminate only its
// own queries. Sessions take turns, even if one of them has queued many more positions than the others. A
// search may be paused for a search of another session.
//
// Unless its session is closed, every query gets exactly one final answer for each of its turns. [Options] has
// limits for waiting positions and for memory. [MaxLine] is the limit for a line. While a client does not read
// its answers, its queries are not searched and its lines are not read.
//
// Numbers are from Black's perspective until [seenBy] converts them to the perspective that the client asked
// for.
//
// Read next: session.go and schedule.go for the order of searches; query.go for queries; search.go for a
// search; report.go for an answer.
package analysis
