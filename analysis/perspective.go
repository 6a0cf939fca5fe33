package analysis

import (
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// seenBy converts winning chances, points and ownership from Black's perspective to a player's. It is the only
// place where numbers change their sign. The policy does not change: it is the policy of the player to move.
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

// asKataGo converts a result to KataGo's conventions. The human policy gets its share in the choice of a move.
// The best play-selection value is at least 1.
func asKataGo(r *mcts.Result, p *mcts.Params) {
	r.Moves = slices.Clone(p.HumanPolicy.Rerank(r, nil))
	if len(r.Moves) > 0 && r.Moves[0].PlaySelection > 0 {
		scale := max(1, 1/r.Moves[0].PlaySelection)
		for i := range r.Moves {
			r.Moves[i].PlaySelection *= scale
		}
	}
}
