package analysis

import (
	"math"
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/katago"
	"tengen/mcts"
)

// findings holds the result of a search, for an answer.
type findings struct {
	job         *job
	game        *baduk.Game // the game at the root of the search
	result      mcts.Result // from Black's perspective
	raw         *eval.Evaluation
	timeLeft    float64 // the net's estimate, or -1
	symmetries  []int   // symmetries of the root; only one of several symmetric moves was searched
	net         bool    // whether a net judged the positions; otherwise rollouts did
	errors      bool    // whether the net estimates its errors
	humanErrors bool    // whether the net of human games estimates its errors
	lasting     bool    // whether another search would give the same result
}

// addressed adds the id and the turn to an answer.
func (f *findings) addressed(body object) []byte {
	body["id"], body["turnNumber"] = f.job.query.id, f.job.turn
	return dump(body)
}

// report returns an answer without id and turn.
func (f *findings) report(during bool) object {
	q := f.job.query
	w, h := q.width, q.height
	f.result, f.raw = seenBy(f.side(), f.result, f.raw)
	o := object{"isDuringSearch": during, "moveInfos": f.moveInfos(), "rootInfo": f.rootInfo()}
	if q.policy && f.raw != nil {
		o["policy"] = f.policy(f.raw)
	}
	if q.policy && f.result.Human != nil {
		o["humanPolicy"] = f.policy(f.result.Human)
	}
	if q.ownership && f.result.Ownership != nil {
		o["ownership"] = owners(f.result.Ownership, 0, w, h)
	}
	if q.ownershipStdev && f.result.OwnershipStdev != nil {
		o["ownershipStdev"] = owners(f.result.OwnershipStdev, 0, w, h)
	}
	return o
}

// side is the player from whose perspective the numbers are reported.
func (f *findings) side() baduk.Color {
	switch f.job.query.settings.Perspective {
	case katago.Black:
		return baduk.Black
	case katago.White:
		return baduk.White
	}
	return f.game.ToPlay()
}

// rootInfo returns the part of the answer about the position itself.
func (f *findings) rootInfo() object {
	q := f.job.query
	this, symmetric := hashes(f.game, q.width, q.height)
	o := object{"winrate": round(f.result.Root.Win), "scoreLead": round(f.result.Root.Lead), "scoreSelfplay": round(f.result.Root.ScoreMean),
		"scoreStdev": round(f.result.Root.ScoreStdev), "utility": round(f.result.Root.Utility), "visits": f.result.Visits, "weight": f.result.Root.Weight,
		"thisHash": this, "symHash": symmetric, "currentPlayer": "B"}
	if f.game.ToPlay() == baduk.White {
		o["currentPlayer"] = "W"
	}
	if f.result.Root.Exact {
		o["exact"] = true // not in KataGo
	}
	if f.net && f.raw != nil {
		o["rawWinrate"], o["rawLead"] = single(f.raw.Win), single(f.raw.Lead)
		o["rawScoreSelfplay"], o["rawScoreSelfplayStdev"] = single(f.raw.ScoreMean), single(f.raw.ScoreStdev)
		o["rawNoResultProb"] = single(f.raw.NoResult)
		o["rawStWrError"], o["rawStScoreError"] = errorsOf(f.raw, f.errors)
		o["rawVarTimeLeft"] = round(f.timeLeft)
	}
	if h := f.result.Human; h != nil {
		o["humanWinrate"], o["humanScoreMean"], o["humanScoreStdev"] = single(h.Win), single(h.ScoreMean), single(h.ScoreStdev)
		o["humanStWrError"], o["humanStScoreError"] = errorsOf(h, f.humanErrors)
	}
	return o
}

// errorsOf returns the expected errors of an evaluation. Old nets do not estimate errors; for them says is false,
// and errorsOf returns KataGo's constants.
func errorsOf(e *eval.Evaluation, says bool) (win, score float64) {
	if !says {
		return -0.5, -1
	}
	return single(e.WinError), single(e.ScoreError)
}

func single(x float32) float64 { return round(float64(x)) }

// moveInfos returns the part of the answer about the moves. It includes moves that were not searched because
// they are symmetric to others.
func (f *findings) moveInfos() []object {
	q := f.job.query
	list := []object{}
	var done baduk.PointSet
	for i := range f.result.Moves {
		m := &f.result.Moves[i]
		if m.NodeVisits == 0 {
			continue
		}
		pv := f.variation(m)
		for _, s := range f.symmetries {
			p := turned(m.Move.Point, s, q.width, q.height)
			if p >= 0 && (done.Has(p) || q.avoid.at(m.Move.Color, p) > 0) || p < 0 && s > 0 {
				continue
			}
			if p >= 0 {
				done.Add(p)
			}
			o := f.moveInfo(m, pv, s)
			o["order"] = len(list)
			list = append(list, o)
		}
	}
	return list
}

// moveInfo returns the part of the answer about a move, transformed by a symmetry.
func (f *findings) moveInfo(m *mcts.MoveInfo, pv []baduk.Move, symmetry int) object {
	q := f.job.query
	name := func(p baduk.Point) string { return f.game.Graph().Vertex(turned(p, symmetry, q.width, q.height)) }
	o := object{"move": name(m.Move.Point), "visits": m.NodeVisits, "edgeVisits": m.Visits, "weight": round(m.NodeWeight), "edgeWeight": round(m.Weight),
		"winrate": round(m.Win), "scoreLead": round(m.Lead), "scoreMean": round(m.Lead), "scoreSelfplay": round(m.ScoreMean),
		"scoreStdev": round(m.ScoreStdev), "utility": round(m.Utility), "lcb": round(m.LCB), "utilityLcb": round(m.UtilityLCB),
		"prior": round(m.Prior), "playSelectionValue": round(m.PlaySelection)}
	if m.Exact {
		o["exact"] = true // not in KataGo
	}
	if symmetry != 0 {
		o["isSymmetryOf"] = f.game.Graph().Vertex(m.Move.Point)
	}
	if f.result.Human != nil {
		o["humanPrior"] = max(0, single(f.result.Human.Prior(turned(m.Move.Point, symmetry, q.width, q.height))))
	}
	if q.noResult {
		o["noResultValue"] = round(m.NoResult)
	}
	names := make([]string, len(pv))
	for i := range pv {
		names[i] = name(pv[i].Point)
	}
	o["pv"] = names
	if q.pvVisits {
		o["pvEdgeVisits"], o["pvVisits"] = m.PVVisits[:len(pv)], m.PVNodeVisits[:len(pv)]
	}
	if q.movesOwnership && m.Ownership != nil {
		o["ownership"] = owners(m.Ownership, symmetry, q.width, q.height)
	}
	if q.movesOwnershipStdev && m.OwnershipStdev != nil {
		o["ownershipStdev"] = owners(m.OwnershipStdev, symmetry, q.width, q.height)
	}
	return o
}

// variation returns the reported part of a principal variation: the first move and at most pvLen more moves. It
// stops at the end of the root's phase of the game.
func (f *findings) variation(m *mcts.MoveInfo) []baduk.Move {
	pv := m.PV[:min(len(m.PV), f.job.query.pvLen+1)]
	if !f.job.query.settings.PreventCleanup || !slices.ContainsFunc(pv, baduk.Move.IsPass) {
		return pv
	}
	g := f.game.Clone()
	for i, m := range pv {
		if g.Play(m) != nil {
			break
		}
		if g.Phase() != f.game.Phase() {
			return pv[:i]
		}
	}
	return pv
}

// policy returns the policy of every point, row by row from the top. The last element is the policy of the pass.
// Illegal moves have -1.
func (f *findings) policy(of *eval.Evaluation) []float64 {
	list := make([]float64, len(of.Policy))
	for i, p := range of.Policy {
		list[i] = single(p)
		m := baduk.Move{Color: f.game.ToPlay(), Point: baduk.Point(i)}
		if i < len(list)-1 && p <= 0 && f.game.Legal(m) != baduk.Legal {
			list[i] = -1
		}
	}
	return list
}

// owners returns the ownership by point, transformed by a symmetry and rounded to six decimals.
func owners(list []float32, symmetry, width, height int) []float64 {
	out := make([]float64, len(list))
	for p, v := range list {
		out[turned(baduk.Point(p), symmetry, width, height)] = math.Round(float64(v)*1e6) / 1e6
	}
	return out
}
