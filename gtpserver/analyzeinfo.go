package gtpserver

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/katago"
	"tengen/mcts"
)

// infoLine returns an analysis result on one line, or "" if nothing is known yet.
func (e *Engine) infoLine(r *request, res *mcts.Result) string {
	moves := e.settings.Search.HumanPolicy.Rerank(res, nil)
	tried := 0
	for tried < len(moves) && moves[tried].NodeVisits > 0 {
		tried++
	}
	moves = r.atLeast(moves[:tried], res)
	if moves = moves[:min(len(moves), r.maxMoves)]; len(moves) == 0 {
		return ""
	}
	w := infoWriter{request: r, black: e.reportsBlack(r.color), e: e}
	for i := range moves {
		w.move(&moves[i])
	}
	if r.root {
		w.root(res)
	}
	if r.owner {
		w.owners(" ownership", res.Ownership, true)
	}
	if r.ownerStdev {
		w.owners(" ownershipStdev", res.OwnershipStdev, false)
	}
	return strings.TrimPrefix(w.b.String(), " ")
}

// atLeast adds untried moves with the best priors, if the request asks for more moves than the search has
// tried. The added moves get the values of the position.
func (r *request) atLeast(moves []mcts.MoveInfo, res *mcts.Result) []mcts.MoveInfo {
	if len(moves) >= r.minMoves || r.net == nil {
		return moves
	}
	tried := make(map[baduk.Point]bool)
	for _, m := range moves {
		tried[m.Move.Point] = true
	}
	var rest []baduk.Point
	policy := r.net.Policy
	prior := func(p baduk.Point) float32 {
		if p == baduk.Pass {
			return policy[len(policy)-1]
		}
		return policy[p]
	}
	for i := range policy {
		p := baduk.Point(i)
		if i == len(policy)-1 {
			p = baduk.Pass
		}
		if prior(p) >= 0 && !tried[p] && !r.forbids(p) {
			rest = append(rest, p)
		}
	}
	slices.SortStableFunc(rest, func(a, b baduk.Point) int { return cmp.Compare(prior(b), prior(a)) })
	moves = slices.Clone(moves)
	for _, p := range rest[:min(len(rest), r.minMoves-len(moves))] {
		move := baduk.Move{Color: r.color, Point: p}
		m := mcts.MoveInfo{Move: move, Prior: float64(prior(p)), Values: res.Root, LCB: res.Win, UtilityLCB: res.Root.Utility,
			Order: len(moves), PV: []baduk.Move{move}, PVVisits: []int{0}, PVNodeVisits: []int{0}}
		m.NodeVisits, m.Weight, m.NodeWeight, m.Exact = 0, 0, 0, false
		moves = append(moves, m)
	}
	return moves
}

// forbids reports whether the request forbids a move at the root.
func (r *request) forbids(p baduk.Point) bool {
	for _, f := range r.restrict {
		if f.Color == r.color && f.Only != slices.Contains(f.Points, p) {
			return true
		}
	}
	return false
}

// reportsBlack reports whether the numbers of an analysis for c are from Black's perspective.
func (e *Engine) reportsBlack(c baduk.Color) bool {
	switch e.settings.Perspective {
	case katago.Black:
		return true
	case katago.White:
		return false
	}
	return c == baduk.Black
}

// infoWriter writes a result from one perspective in one style.
type infoWriter struct {
	request *request
	e       *Engine
	black   bool
	b       strings.Builder
}

// number writes a key and a number with six digits; Sabaki needs a decimal point.
func (w *infoWriter) number(key string, x float64) {
	if w.request.style == styleSabaki {
		fmt.Fprintf(&w.b, " %s %#.6g", key, x)
	} else {
		fmt.Fprintf(&w.b, " %s %.6g", key, x)
	}
}

// ours converts a number from Black's perspective to that of the report. It is for numbers that are 0 in an even
// position. The method win does the same for numbers that are 0.5 in an even position.
func (w *infoWriter) ours(x float64) float64 {
	if w.black {
		return x
	}
	return 0 - x
}

func (w *infoWriter) win(p float64) float64 {
	if w.black {
		return p
	}
	return 1 - p
}

func (w *infoWriter) move(m *mcts.MoveInfo) {
	fmt.Fprintf(&w.b, " info move %s visits %d", w.e.vertex(m.Move.Point), m.NodeVisits)
	if w.request.style == styleLeela {
		fmt.Fprintf(&w.b, " winrate %.0f prior %.0f lcb %.0f", math.Round(10000*w.win(m.Win)), math.Round(10000*m.Prior), math.Round(10000*w.win(m.LCB)))
	} else {
		fmt.Fprintf(&w.b, " edgeVisits %d", m.Visits)
		w.number("utility", w.ours(m.Utility))
		w.number("winrate", w.win(m.Win))
		w.number("scoreMean", w.ours(m.Lead)) // KataGo's name of the lead, for older clients
		w.number("scoreStdev", m.ScoreStdev)
		w.number("scoreLead", w.ours(m.Lead))
		w.number("scoreSelfplay", w.ours(m.ScoreMean))
		if w.request.none {
			w.number("noResultValue", m.NoResult)
		}
		w.number("prior", m.Prior)
		w.number("lcb", w.win(m.LCB))
		w.number("utilityLcb", w.ours(m.UtilityLCB))
		w.number("weight", m.NodeWeight)
	}
	fmt.Fprintf(&w.b, " order %d", m.Order)
	w.exact(m.Exact)
	w.b.WriteString(" pv")
	n := w.variation(m.PV)
	for _, m := range m.PV[:n] {
		w.b.WriteString(" " + w.e.vertex(m.Point))
	}
	for _, list := range []struct {
		asked bool
		key   string
		of    []int
	}{{w.request.visits, "pvVisits", m.PVNodeVisits}, {w.request.edgeVisits, "pvEdgeVisits", m.PVVisits}} {
		if list.asked {
			w.b.WriteString(" " + list.key)
			for _, v := range list.of[:n] {
				fmt.Fprintf(&w.b, " %d", v)
			}
		}
	}
	if w.request.moves {
		w.owners(" movesOwnership", m.Ownership, true)
	}
	if w.request.movesStdev {
		w.owners(" movesOwnershipStdev", m.OwnershipStdev, false)
	}
}

// variation returns how many moves of a principal variation are reported: the first move and at most PVLen more. If
// passes do not begin a clean-up, the last of them is the move that changes the phase of the game.
func (w *infoWriter) variation(pv []baduk.Move) int {
	pv = pv[:min(len(pv), w.e.settings.PVLen+1)]
	if w.e.settings.PreventCleanup && slices.ContainsFunc(pv, baduk.Move.IsPass) {
		g := w.e.seenBy(w.request.color)
		for i, phase := 0, g.Phase(); i < len(pv) && g.Play(pv[i]) == nil; i++ {
			if g.Phase() != phase {
				return i + 1
			}
		}
	}
	return len(pv)
}

func (w *infoWriter) root(r *mcts.Result) {
	fmt.Fprintf(&w.b, " rootInfo visits %d", r.Visits)
	w.number("utility", w.ours(r.Root.Utility))
	w.number("winrate", w.win(r.Root.Win))
	w.number("scoreMean", w.ours(r.Root.Lead))
	w.number("scoreStdev", r.Root.ScoreStdev)
	w.number("scoreLead", w.ours(r.Root.Lead))
	w.number("scoreSelfplay", w.ours(r.Root.ScoreMean))
	w.number("weight", r.Root.Weight)
	if w.request.net != nil {
		w.number("rawStWrError", w.request.net.WinError)
		w.number("rawStScoreError", w.request.net.ScoreError)
		w.number("rawVarTimeLeft", w.request.net.VarTimeLeft)
	}
	w.exact(r.Root.Exact)
}

// exact writes that the values are proved. The key is not in KataGo, so lz-analyze and analyze, which have fixed keys,
// do not get it.
func (w *infoWriter) exact(is bool) {
	if is && w.request.style == styleKata {
		w.b.WriteString(" exact 1")
	}
}

// owners writes a number for every point, row by row from the top. If flip is set, numbers are from the perspective
// of the report, so they change their sign if the report is from White's perspective. owners writes nothing if the
// numbers are unknown, as they are after a move that this run of the search did not try.
func (w *infoWriter) owners(key string, list []float32, flip bool) {
	if list == nil {
		return
	}
	w.b.WriteString(key)
	graph := w.e.game.Graph()
	for p, x := range list {
		if baduk.Point(p) == graph.Beyond() {
			continue
		}
		v := float64(x)
		if flip {
			v = w.ours(v)
		}
		fmt.Fprintf(&w.b, " %.6g", v)
	}
}
