package analysis

import (
	"math"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// seenBy turns what was found from Black's perspective into that of a player: whose wins,
// whose points, whose stones. It is the only place where numbers are flipped; the policy,
// which is that of the player to move, stays.
func seenBy(player baduk.Color, r mcts.Result, raw *eval.Evaluation) (mcts.Result, *eval.Evaluation) {
	if player != baduk.White {
		return r, raw
	}
	flipValues(&r.Root)
	r.Win, r.Lead = r.Root.Win, r.Root.Lead
	r.Ownership = flippedOwners(r.Ownership)
	moves := make([]mcts.MoveInfo, len(r.Moves))
	for i, m := range r.Moves {
		flipValues(&m.Values)
		m.Value = 1 - m.Value
		m.LCB, m.UtilityLCB = 1-m.LCB, 0-m.UtilityLCB
		m.Ownership = flippedOwners(m.Ownership)
		moves[i] = m
	}
	r.Moves = moves
	r.Human = flippedJudgement(r.Human)
	return r, flippedJudgement(raw)
}

func flippedJudgement(e *eval.Evaluation) *eval.Evaluation {
	if e == nil {
		return nil
	}
	flipped := *e
	flipped.Win, flipped.Lead, flipped.ScoreMean = 1-e.Win, 0-e.Lead, 0-e.ScoreMean
	return &flipped
}

func flipValues(v *mcts.Values) {
	v.Win, v.EvalWin = 1-v.Win, 1-v.EvalWin
	for _, x := range []*float64{&v.Lead, &v.ScoreMean, &v.Utility, &v.EvalLead, &v.EvalUtility} {
		*x = 0 - *x
	}
}

func flippedOwners(list []float32) []float32 {
	if list == nil {
		return nil
	}
	out := make([]float32, len(list))
	for i, v := range list {
		out[i] = 0 - v
	}
	return out
}

// bounds works the confidence bounds of winning out anew, without the limits of 0 and 1
// that the search sets them: KataGo has none, and a bound beyond them says how little is known.
func bounds(r *mcts.Result, p *mcts.Params) {
	share := 0.5 * p.WinFactor / (p.WinFactor + p.StaticScore + p.DynamicScore + 1e-20)
	for i := range r.Moves {
		m := &r.Moves[i]
		radius := math.Abs(m.Utility-m.UtilityLCB) * share
		if m.Move.Color == baduk.Black {
			m.LCB = m.Win - radius
		} else {
			m.LCB = m.Win + radius
		}
	}
}
