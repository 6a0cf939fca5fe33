package train

import (
	"math"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/rollout"
)

// Mix contains the shares of the teacher's targets in a mixture with the targets from the game itself. The
// shares are between 0 and 1. If only the teacher or only the game has a target, this target has the whole
// weight. [replay.Sample.Doubt] moves weight from the move that was played to the teacher's moves.
type Mix struct {
	Policy float64 `json:"policy"`
	Value  float64 `json:"value"` // teacher's share in the chances of win, loss and no result, in the lead and in the score
}

// DefaultMix gives the teacher and the game equal shares in the policy. In the value the teacher has the larger
// share, because the teacher's judgement says more about a position than the result of the game.
func DefaultMix() Mix { return Mix{Policy: 0.5, Value: 0.8} }

// Rows turns rows of package replay into inputs and targets of a net. Only one goroutine at a time may use it.
type Rows struct {
	mix      Mix
	model    *nn.Model
	player   replay.Player
	features map[*baduk.Graph]*neteval.Features // features of each board; nil for a board that the net cannot read
	// candidates are set if a policy chose the moves among those of [rollout.Uniform.Candidates]; otherwise nil.
	candidates map[*baduk.Graph]*rollout.Uniform
}

// NewRows returns a Rows that makes inputs for m.
func NewRows(m *nn.Model, mix Mix) *Rows {
	return &Rows{mix: mix, model: m, features: map[*baduk.Graph]*neteval.Features{}}
}

// maxGraphs is the largest number of boards whose features a Rows keeps.
const maxGraphs = 64

// reads reports whether the net can read the board of a game, and knows the ranks of its players if it needs them.
func (r *Rows) reads(g *replay.Game) bool {
	if r.model.MetaInputs() > 0 {
		if _, known := neteval.ProfileOf(g.Source, g.BlackRank, g.WhiteRank, g.Date); !known {
			return false
		}
	}
	return r.featuresOf(g.Graph) != nil
}

// profileOf returns the profile that a human policy net gets for a row. In half of the
// epochs, the net sees a game from before 2017 as a modern game. Most games of weak players on 19x19 are old, and a net
// should know these players in both times. A hash decides for each row, and the decision changes with every epoch.
func profileOf(row *replay.Row) neteval.Profile {
	g := row.Game
	p, _ := neteval.ProfileOf(g.Source, g.BlackRank, g.WhiteRank, g.Date)
	key := uint64(len(g.Moves))<<32 | uint64(row.Sample().Turn)
	if (baduk.Mix(key)+uint64(row.Epoch))%2 == 1 {
		p = p.Modern()
	}
	return p
}

func (r *Rows) featuresOf(g *baduk.Graph) *neteval.Features {
	f, known := r.features[g]
	if !known {
		if len(r.features) >= maxGraphs {
			clear(r.features)
		}
		f, _ = neteval.NewFeatures(g, r.model) // an error means that the net cannot read the board
		r.features[g] = f
	}
	return f
}

// Fill sets the parameter in to the input of a row, and t to the target of the row. It reuses their memory. The
// net must be able to read the board. A human policy net also gets the ranks of the players, which must be known. Fill
// fails if the moves of the game cannot be replayed.
func (r *Rows) Fill(row *replay.Row, in *nn.Input, t *Target) error {
	g, s := row.Turned()
	at, err := r.player.At(g, s.Turn)
	if err != nil {
		return err
	}
	r.featuresOf(row.Game.Graph).Fill(at, in)
	if r.model.MetaInputs() > 0 {
		in.Meta = profileOf(row).AppendInputs(in.Meta[:0], at.ToPlay(), g.Graph.Len())
	}
	among := t.Among
	r.target(g, s, at.ToPlay(), float32(neteval.ScoreUnit(g.Graph)), t)
	if r.candidates != nil {
		if r.candidates[g.Graph] == nil {
			r.candidates[g.Graph] = rollout.NewUniform(g.Graph)
		}
		t.Among = r.candidates[g.Graph].Candidates(at, among)
	}
	return nil
}

// target sets t. The parameter named unit is the number of points that the net treats as one point.
func (r *Rows) target(g *replay.Game, s *replay.Sample, c baduk.Color, unit float32, t *Target) {
	points, sign := g.Graph.Len(), float32(c.Number())
	policy, answer, ownership := t.Policy, t.Answer, t.Ownership
	*t = Target{Weight: s.Weight, Played: -1}

	teacher := 1 - (1-r.mix.Policy)*(1-float64(s.Doubt)/math.MaxUint8)
	believed := s.Doubt < math.MaxUint8
	played := believed && s.Turn < len(g.Moves)
	switch {
	case s.Policy == nil:
		teacher = 0
	case !played:
		teacher = 1
	}
	if played {
		t.Played = eval.PolicyIndex(g.Moves[s.Turn].Point, points)
	}
	if played || s.Policy != nil {
		t.Policy = zeros(policy, points+1)
		if played {
			t.Policy[t.Played] += float32(1 - teacher)
		}
		sum := 0.0
		for _, share := range s.Policy {
			sum += float64(share.Part)
		}
		for _, share := range s.Policy {
			t.Policy[eval.PolicyIndex(share.Point, points)] += float32(teacher * float64(share.Part) / sum)
		}
	}
	if next := s.Turn + 1; believed && next < len(g.Moves) && g.Moves[next].Color != c {
		t.Answer = zeros(answer, points+1)
		t.Answer[eval.PolicyIndex(g.Moves[next].Point, points)] = 1
	}

	win, known := g.Result.Win()
	counted := g.Result.By == replay.EndCounted
	// A void game of self-play ended by a repetition. Other records are also void if the game was suspended.
	void := g.Result.By == replay.EndVoid && g.Source == replay.SelfPlay
	teacher = r.mix.Value
	if !known && !void {
		teacher = 1
	}
	v := s.Value
	if v == nil {
		v, teacher = &replay.Value{}, 0
	}
	if t.HasValue = known || void || s.Value != nil; t.HasValue {
		none := float64(v.NoResult)
		w := min(max(0, float64(v.Win)-none/2), 1-none) // v.Win counts no result as half a win
		w, none = teacher*w+(1-teacher)*float64(win), teacher*none
		if void {
			none += 1 - teacher
		}
		t.Value = [3]float32{float32(w), float32(1 - none - w), float32(none)}
		if c == baduk.White {
			t.Value[0], t.Value[1] = t.Value[1], t.Value[0]
		}
	}
	end, share := float32(0), r.mix.Value // share of the teacher
	if counted {
		end = g.Result.Lead
	} else {
		share = 1
	}
	if s.Value == nil {
		share = 0
	}
	// No game on a board can end with more than the limit: the record is wrong.
	if limit := 2 * unit * float32(points); (s.Value != nil || counted) && max(end, -end, v.Lead, -v.Lead) <= limit {
		mean := v.ScoreMean
		if v.ScoreStdev == 0 {
			mean, t.EndShare = v.Lead, 1 // the teacher does not know scores
		} else {
			t.EndShare = float32(1 - share)
		}
		mixed := func(judged float32) float32 {
			return sign / unit * (float32(share)*judged + float32(1-share)*end)
		}
		t.Lead, t.Score, t.HasLead = mixed(v.Lead), mixed(mean), true
		t.Stdev, t.End, t.HasSpread = v.ScoreStdev/unit, sign*end/unit, v.ScoreStdev > 0 || counted
	}

	switch {
	case s.Ownership != nil:
		t.Ownership = zeros(ownership, points)
		for p, v := range s.Ownership {
			t.Ownership[p] = sign * float32(v) / 127
		}
	case g.Final != nil:
		t.Ownership = zeros(ownership, points)
		for p, owner := range g.Final {
			t.Ownership[p] = sign * float32(owner.Number())
		}
	}
}

// zeros returns n zeros, in the memory of v if it is large enough.
func zeros(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	v = v[:n]
	clear(v)
	return v
}
