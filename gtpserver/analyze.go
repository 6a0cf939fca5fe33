package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/engine"
	"tengen/gtp"
	"tengen/katago"
	"tengen/mcts"
	"tengen/neteval"
)

// analyze analyses until the next line of input.
func (e *Engine) analyze(s style) gtp.Stream {
	return func(ctx context.Context, args []string, emit func(string)) error {
		r, ok := e.parseRequest(s, args)
		if !ok {
			return gtp.Failf("Could not parse analyze arguments or arguments out of range: '%s'", got(args))
		}
		e.stopPondering()
		emit("")
		if err := e.tuneFor(true); err != nil {
			return err
		}
		e.lookAtNet(&r)
		a := r.analysis()
		a.Report = e.reporter(&r, emit)
		a.Full = func(res mcts.Result) { e.memoryUsed(res.Visits) }
		e.turnTo(r.color)
		_, err := e.cfg.Player.(analyzer).Analyze(ctx, e.seenBy(r.color), a)
		if errors.Is(err, mcts.ErrGameOver) {
			<-ctx.Done() // the analysis has nothing to report, and goes on until the client ends it
			return nil
		}
		return err
	}
}

// mostUnowned is the number of playouts after which a report is sent even if the ownership is unknown.
const mostUnowned = 1000

// reporter returns a function that sends reports during a search. A search that continues from earlier results does not
// know the ownership before its first evaluation. If the request asks for the ownership, reports wait for it.
func (e *Engine) reporter(r *request, emit func(string)) func(mcts.Result) {
	return func(res mcts.Result) {
		unowned := r.owner && res.Ownership == nil || r.ownerStdev && res.OwnershipStdev == nil
		if !unowned || res.Playouts >= mostUnowned {
			emit(e.infoLine(r, &res))
		}
	}
}

// memoryUsed logs that a search ended because its memory is used up.
func (e *Engine) memoryUsed(visits int) {
	e.cfg.Log.Warn("the search ends because its memory is used up: give it more (--memory)", "visits", visits)
}

// genmoveAnalyze decides on a move and sends reports during the search. It plays the move if plays is true. If
// cancellable is true, the next line of input cancels the search.
func (e *Engine) genmoveAnalyze(s style, plays, cancellable bool) gtp.Stream {
	return func(ctx context.Context, args []string, emit func(string)) error {
		r, ok := e.parseRequest(s, args)
		if !ok {
			return gtp.Failf("Could not parse genmove_analyze arguments or arguments out of range: '%s'", got(args))
		}
		if err := e.turnOf(r.color); err != nil && !e.ended() {
			return err
		}
		emit("")
		if !plays {
			e.turnTo(r.color)
		}
		answer, err := e.continueGame(r.color, func(g *baduk.Game) (string, error) {
			begun := e.cfg.Now() // the clock runs until the last report
			e.stopPondering()
			e.lookAtNet(&r)
			a := r.analysis()
			a.Report = e.reporter(&r, emit)
			limit, stop := e.think(r.color, begun)
			defer stop()
			var last mcts.Result
			d, err := e.decideBy(r.color, g, limit, func(g *baduk.Game, l engine.Limit) (d engine.Decision, err error) {
				d, last, err = e.cfg.Player.(analyzer).GenmoveAnalyze(ctx, g, r.color, l, a)
				return e.drawn(g, d, &last, &r), err
			})
			if err != nil {
				return "", err
			}
			emit(e.lastLine(ctx, &r, &d, &last))
			switch {
			case plays:
				return e.commit(d, r.color)
			case cancellable && errors.Is(context.Cause(ctx), gtp.ErrInterrupted):
				return "cancelled", nil
			}
			return e.answer(d), nil
		})
		if err != nil {
			return err
		}
		emit("play " + answer)
		if plays {
			e.ponder(context.WithoutCancel(ctx)) // ctx ends with the answer, but pondering continues
		}
		return nil
	}
}

// lastLookPlayouts is the number of playouts of the brief search in lastLine.
const lastLookPlayouts = 10

// lastLine returns the last report of a move's analysis. Clients wait for a report before the move. The player
// has no report if it decided without a search of the position. In that case lastLine reports the decision if the
// clock runs, and searches the position briefly without a clock.
func (e *Engine) lastLine(ctx context.Context, r *request, d *engine.Decision, last *mcts.Result) string {
	if line := e.infoLine(r, last); line != "" {
		return line
	}
	if !e.clocks.players[r.color].Unlimited() {
		v := mcts.Values{Win: d.Win, Lead: d.Lead, ScoreMean: d.Lead, ScoreStdev: d.Spread, NodeVisits: 1}
		visits := make([]int, len(d.PV))
		for i := range visits {
			visits[i] = 1
		}
		m := mcts.MoveInfo{Move: d.Move, Visits: 1, Values: v, LCB: d.Win, PV: d.PV, PVVisits: visits, PVNodeVisits: visits}
		return e.infoLine(r, &mcts.Result{Moves: []mcts.MoveInfo{m}, Visits: 1, Root: v, Win: d.Win, Lead: d.Lead})
	}
	a := r.analysis()
	a.Playouts, a.Every = lastLookPlayouts, 0
	res, err := e.cfg.Player.(analyzer).Analyze(ctx, e.seenBy(r.color), a)
	if err != nil {
		return "" // a report is not required
	}
	return e.infoLine(r, &res)
}

// tuneFor prepares the player for searching a move, or for an analysis. If a client has set different settings for
// the two, tuneFor passes the right ones to the player. Otherwise the two kinds of searches share their results.
func (e *Engine) tuneFor(analysis bool) error {
	if analysis = analysis && e.settings.AnalysisApart(); analysis == e.tuned {
		return nil
	}
	return e.tune(analysis)
}

// lookAtNet asks the net for its certainty and its policy if the request needs them.
func (e *Engine) lookAtNet(r *request) {
	if !r.root && r.minMoves == 0 || e.cfg.RootJudge == nil {
		return
	}
	g := e.withoutCleanup()
	if r.color != g.ToPlay() {
		var err error
		if g, err = katago.Restarted(g, r.color); err != nil {
			return
		}
	}
	if j, err := e.judged(g); err == nil {
		r.net = j
	}
}

// judged returns the net's judgement of a position, averaged over the first few symmetries. Their number is the
// setting rootNumSymmetriesToSample.
func (e *Engine) judged(g *baduk.Game) (*neteval.Judgement, error) {
	n := e.settings.Search.RootSamples
	if grid, _ := g.Graph().Rectangle(); grid.Width != grid.Height {
		n = min(n, neteval.Symmetries/2) // on such a board the other symmetries give the same results
	}
	var mean neteval.Judgement
	for s := range neteval.Symmetry(max(n, 1)) {
		j, err := e.cfg.RootJudge(g, s, e.settings.RootPolicyOptimism, e.settings.HumanProfile)
		if err != nil {
			return nil, err
		}
		if s == 0 {
			mean = j
			continue
		}
		share := 1 / float64(s+1)
		mean.VarTimeLeft += (j.VarTimeLeft - mean.VarTimeLeft) * share
		mean.WinError += (j.WinError - mean.WinError) * share
		mean.ScoreError += (j.ScoreError - mean.ScoreError) * share
		for p, x := range j.Policy {
			mean.Policy[p] += (x - mean.Policy[p]) * float32(share)
		}
	}
	return &mean, nil
}

// debugMoves shows the board after the given moves, and the result of a short search of this position.
func (e *Engine) debugMoves(ctx context.Context, args []string) (string, error) {
	var points []baduk.Point // before the game is copied, because a point may enlarge the window of an infinite board
	for _, a := range args {
		if a == "rawstats" {
			continue
		}
		p, err := e.vertexOf(a)
		if err != nil {
			return "", gtp.Failf("Invalid move sequence")
		}
		points = append(points, p)
	}
	g := e.seenBy(e.game.ToPlay())
	for _, p := range points {
		if g.Over() {
			g.Reopen()
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			return "", gtp.Failf("Invalid move sequence")
		}
	}
	e.stopPondering()
	r, err := e.cfg.Player.(analyzer).Analyze(ctx, g, engine.Analysis{Visits: 100})
	if err != nil && !errors.Is(err, mcts.ErrGameOver) {
		return "", err
	}
	var b strings.Builder
	if e.plain() {
		b.WriteString(e.boardText(g))
	} else {
		b.WriteString(diagram.Text(g, e.vertex))
	}
	fmt.Fprintf(&b, "visits %d, Black wins %.2f%%, leads by %.1f\n", r.Visits, 100*r.Win, r.Lead)
	for _, m := range r.Moves[:min(len(r.Moves), 20)] {
		pv := make([]string, min(len(m.PV), e.settings.PVLen+1))
		for i := range pv {
			pv[i] = e.vertex(m.PV[i].Point)
		}
		fmt.Fprintf(&b, "%-5s visits %d, Black wins %.2f%%, leads by %.1f, prior %.2f%% -- %s\n",
			e.vertex(m.Move.Point), m.Visits, 100*m.Win, m.Lead, 100*m.Prior, strings.Join(pv, " "))
	}
	return b.String(), nil
}

// chatLine writes a line about a move for the chat of a game, in KataGo's form for gtp2ogs.
func (e *Engine) chatLine(c baduk.Color, d *engine.Decision) {
	if e.cfg.Chat == nil || !e.settings.OGSChat {
		return
	}
	w := infoWriter{black: e.reportsBlack(c)}
	pv := make([]string, min(len(d.PV), e.settings.PVLen))
	for i := range pv {
		pv[i] = e.vertex(d.PV[i].Point)
	}
	fmt.Fprintf(e.cfg.Chat, "MALKOVICH:Visits %d Winrate %.2f%% ScoreLead %.1f ScoreStdev %.1f PV %s\n",
		d.Visits, 100*w.win(d.Win), w.ours(d.Lead), d.Spread, strings.Join(pv, " "))
}
