package selfplay

import (
	"math"

	"tengen/eval"
	"tengen/mcts"
	"tengen/replay"
)

// rowDraft is a row whose weight is not settled yet.
type rowDraft struct {
	sample   replay.Sample
	surprise float64 // Kullback-Leibler divergence of the net's policy from the policy to learn, in nats
}

// draft makes a row from the search of the present position. prior is the policy of the net.
func (g *game) draft(r *mcts.Result, prior []float32, weight float64) rowDraft {
	target := r.Improved
	if target == nil {
		target = weightPolicy(r, g.board.Graph.Len())
	}
	d := rowDraft{sample: replay.Sample{Turn: g.at.Len(), Weight: float32(weight), Policy: replay.Shares(target, len(target))}}
	d.sample.Value = &replay.Value{Win: clamp(r.Win), NoResult: clamp(r.Root.NoResult), Lead: float32(r.Lead),
		ScoreMean: float32(r.Root.ScoreMean), ScoreStdev: float32(max(0, r.Root.ScoreStdev))}
	for p, share := range target {
		if share > 0 && p < len(prior) {
			d.surprise += float64(share) * math.Log(float64(share)/max(1e-6, float64(prior[p])))
		}
	}
	d.surprise = max(0, d.surprise)
	return d
}

// weightPolicy returns the policy that a search by exploration gives the net to learn: the weights that the moves
// deserve with what the search knows at its end. Forced playouts therefore do not count.
func weightPolicy(r *mcts.Result, points int) []float32 {
	policy, sum := make([]float32, points+1), 0.0
	for _, m := range r.Moves {
		sum += max(0, m.PlaySelection)
	}
	for _, m := range r.Moves {
		policy[eval.PolicyIndex(m.Move.Point, points)] = float32(max(0, m.PlaySelection) / sum)
	}
	return policy
}

func clamp(p float64) float32 { return float32(min(max(p, 0), 1)) }

// weighted returns the rows with their final weights. Params.Surprise moves a share of the weight to surprising rows,
// and keeps the sum.
func (g *game) weighted() []replay.Sample {
	weight, surprise := 0.0, 0.0
	for _, d := range g.samples {
		weight += float64(d.sample.Weight)
		surprise += float64(d.sample.Weight) * d.surprise
	}
	var list []replay.Sample
	for _, d := range g.samples {
		if surprise > 0 {
			d.sample.Weight *= float32(1 - g.params.Surprise + g.params.Surprise*d.surprise*weight/surprise)
		}
		if d.sample.Weight > 0 {
			list = append(list, d.sample)
		}
	}
	return list
}
