// Package analysis answers KataGo's analysis protocol: a JSON object a line asks about
// positions, and each is answered by a line when its search is done, in any order.
//
//	e, err := analysis.New(analysis.Options{Evaluator: evaluators, Settings: katago.Default(katago.ForAnalysis)})
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	err = e.Serve(ctx, os.Stdin, os.Stdout, analysis.Wait)
//
// An [Engine] searches several positions at the same time with one evaluator for all.
// Its clients each have a [Session]: lines go in by [Session.Line], answers come out by
// [Session.Next], which serves stdin and stdout, HTTP and WebSockets alike. A session
// knows nothing of the others; terminating touches its own queries alone. Sessions take
// turns, whatever they queue: a search may stand aside for one of another session.
//
// Every query gets exactly one final answer for each of its turns, whatever happens,
// unless its session is closed. Nothing is unbounded: see [Options] for how many positions may wait,
// [MaxLine] for a line. A client that does not read its answers is not searched for any
// longer, and not read from.
//
// Numbers are Black's until [seenBy] turns them into those of the side that the client
// asked for.
//
// Read next: session.go and schedule.go for who waits for whom; query.go for what may be
// asked; search.go for a search; report.go for an answer.
package analysis
