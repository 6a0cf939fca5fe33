package heldout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// Test evaluates a net on positions of games, usually games that it was not trained on. Positions from inside search
// trees have no played move and no result, and are compared only with the teacher. A human policy net is told the
// ranks of the players; games of players without ranks are left out.
type Test struct {
	Net  *nn.Net
	Rows replay.ReaderOptions // where the rows are; each row is evaluated once, in the symmetry that the reader draws
	// Count is the largest number of positions to evaluate.
	Count int
	// ByRank groups the moves by the size of the board and by the rank of the player who made them. It leaves out games
	// of players without ranks for every net, so that several nets can be compared.
	ByRank bool
	// As, if not empty, is told to a human policy net instead of the ranks of the players.
	As neteval.Profile
	// Progress, if not nil, is called after each position.
	Progress func(done int)
	// Damage, if not nil, is called for each unreadable part of the folders of rows.
	Damage func(*replay.Damage)
}

// Knowledge is the result of a test. Each average is over the positions for which the played move or the result is
// known. An average over no positions is 0, and is left out of the JSON.
type Knowledge struct {
	Positions int `json:"positions"`
	// Moves is the number of positions with a played move that nets learn from. Top1 is the share of these moves that
	// were the net's first choice, and Top5 is the share that were among its first five choices. PolicyLoss is the
	// average of -log of the probability that the net gave to the move, in nats.
	Moves      int     `json:"moves"`
	Top1       float64 `json:"top1,omitempty"`
	Top5       float64 `json:"top5,omitempty"`
	PolicyLoss float64 `json:"policyLoss,omitempty"`
	// Results is the number of positions whose game has a known result. ValueLoss is the average cross entropy between
	// the result and the net's winning chances, in nats. A net that always gives both players one half has a ValueLoss
	// of 0.693.
	Results   int     `json:"results"`
	ValueLoss float64 `json:"valueLoss,omitempty"`
	// Calibration divides the positions with a result into ten groups by the chance that the net gave Black. In each
	// group, the average of this chance differs from the share of positions that Black won. CalibrationError is the
	// average of these differences, weighted by the numbers of positions in the groups.
	Calibration      []Calibration `json:"calibration"`
	CalibrationError float64       `json:"calibrationError,omitempty"`
	// ValueScale is the factor for the logits of Black's chance that would minimise ValueLoss. It is from
	// 1/[MaxValueScale] to MaxValueScale. If it is above 1, the net's chances are too close to one half. See
	// [nn.Model.ScaleValue].
	ValueScale float64 `json:"valueScale,omitempty"`
	// ScaledLoss is the ValueLoss that this factor would give. It does not depend on how certain the net is, and so tells
	// how well the net distinguishes won positions from lost ones.
	ScaledLoss float64 `json:"scaledValueLoss,omitempty"`

	// Teacher compares the net with the teacher that judged the rows; nil if no row has a judgement.
	Teacher *Distance `json:"teacher,omitempty"`

	// Groups are the moves by board and rank; nil unless [Test.ByRank] is set.
	Groups []Group `json:"groups,omitempty"`

	results []judged
}

// MaxValueScale bounds [Knowledge.ValueScale]. Without the bound, it would be infinite for a net that is always right.
const MaxValueScale = 8

// judged has the logit of Black's chance in a position according to the net, and Black's result: 1, 0.5 or 0.
type judged struct{ logit, won float64 }

// Distance is the distance of a net from a teacher. Each average is over the positions in which the teacher gave a
// policy or a value.
type Distance struct {
	Policies int `json:"policies"`
	// Policy and Value are averages of the divergence (Kullback and Leibler) of the net's policy and of its chance for
	// Black from the teacher's, in nats. Both are 0 for the teacher itself, up to the rounding of what a row stores.
	Policy float64 `json:"policy"`
	Values int     `json:"values"`
	Value  float64 `json:"value"`
	Lead   float64 `json:"lead"` // average absolute difference of the leads, in points
}

// Calibration describes a group of positions in which the net gave Black similar chances.
type Calibration struct {
	Count int     `json:"count"`
	Said  float64 `json:"said"` // mean of Black's chance according to the net, 0..1
	Won   float64 `json:"won"`  // share of the positions that Black won, 0..1
}

// Run evaluates the positions. If it fails, or if ctx ends before all positions are evaluated, it returns an error
// together with the knowledge from the positions that were evaluated.
func (h *Test) Run(ctx context.Context) (Knowledge, error) {
	k := Knowledge{Calibration: make([]Calibration, 10)}
	err := h.ask(ctx, &k)
	k.finish()
	return k, err
}

func (h *Test) ask(ctx context.Context, k *Knowledge) error {
	rows := h.Rows
	rows.Epochs = 1
	reader, err := replay.NewReader(rows)
	if err != nil {
		return err
	}
	imitates := h.Net.Model().MetaInputs() > 0
	var player replay.Player
	evaluators := map[*baduk.Graph]*neteval.Evaluator{}
	for damage := 0; k.Positions < h.Count; {
		row, err := reader.Next()
		for ; damage < len(reader.Damage); damage++ {
			if h.Damage != nil {
				h.Damage(reader.Damage[damage])
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		g, s := row.Turned()
		players, ranked := neteval.ProfileOf(g.Source, g.BlackRank, g.WhiteRank, g.Date)
		if !ranked && (imitates || h.ByRank) {
			continue
		}
		told := players.Modern() // so that the net is told the same as by a user who names a rank
		if h.As != (neteval.Profile{}) {
			told = h.As
		}
		at, err := player.At(g, s.Turn)
		if err != nil {
			return err
		}
		e := evaluators[g.Graph]
		if e == nil {
			o := neteval.Options{}
			if imitates {
				o.Profile = told
			}
			if e, err = neteval.New(h.Net, g.Graph, o); err != nil {
				continue // nets cannot read this board
			}
			evaluators[g.Graph] = e
		}
		j, err := e.JudgeAs(at, 0, told)
		if err != nil {
			return err
		}
		group := (*Group)(nil)
		if h.ByRank && hasMove(g, s) {
			group = k.group(g.Graph, players, at.ToPlay())
		}
		k.add(&j, g, s, group)
		if h.Progress != nil {
			h.Progress(k.Positions)
		}
	}
	return nil
}

// hasMove reports whether nets learn the move that was played in a position.
func hasMove(g *replay.Game, s *replay.Sample) bool {
	return s.Turn < len(g.Moves) && s.Doubt < math.MaxUint8
}

// add compares the net's judgement of a position with the game's move and result. If group is not nil, the move is also
// counted there.
func (k *Knowledge) add(j *neteval.Judgement, g *replay.Game, s *replay.Sample, group *Group) {
	k.Positions++
	if hasMove(g, s) {
		first, loss := k.move(j, g.Moves[s.Turn].Point)
		group.add(first, loss)
	}
	if win, known := g.Result.Win(); known {
		k.result(j, float64(win))
	}
	k.compare(j, s)
}

// move compares a policy with the move that was played. It returns whether the move was the first choice, and its loss
// in nats.
func (k *Knowledge) move(j *neteval.Judgement, p baduk.Point) (first bool, loss float64) {
	i := eval.PolicyIndex(p, len(j.Policy)-1)
	better := 0
	for other, v := range j.Policy {
		if v > j.Policy[i] || v == j.Policy[i] && other < i {
			better++
		}
	}
	k.Moves++
	if better == 0 {
		k.Top1++
	}
	if better < 5 {
		k.Top5++
	}
	loss = -math.Log(max(float64(j.Policy[i]), 1e-10))
	k.PolicyLoss += loss
	return better == 0, loss
}

func (k *Knowledge) result(j *neteval.Judgement, won float64) {
	said := j.Win + j.NoResult/2
	k.Results++
	k.results = append(k.results, judged{math.Log(max(said, 1e-10)) - math.Log(max(1-said, 1e-10)), won})
	k.ValueLoss += lossOf(said, won)
	c := &k.Calibration[min(len(k.Calibration)-1, int(said*float64(len(k.Calibration))))]
	c.Count, c.Said, c.Won = c.Count+1, c.Said+said, c.Won+won
}

// lossOf is the cross entropy between a result and the chance that a net gave Black, in nats.
func lossOf(said, won float64) float64 {
	return -won*math.Log(max(said, 1e-10)) - (1-won)*math.Log(max(1-said, 1e-10))
}

// compare compares a judgement with the teacher's, if the sample has one.
func (k *Knowledge) compare(j *neteval.Judgement, s *replay.Sample) {
	if len(s.Policy) == 0 && s.Value == nil {
		return
	}
	if k.Teacher == nil {
		k.Teacher = new(Distance)
	}
	d := k.Teacher
	if len(s.Policy) > 0 {
		sum := 0.0
		for _, m := range s.Policy {
			sum += float64(m.Part)
		}
		for _, m := range s.Policy {
			d.Policy += divergence(float64(m.Part)/sum, float64(j.Policy[eval.PolicyIndex(m.Point, len(j.Policy)-1)]))
		}
		d.Policies++
	}
	if v := s.Value; v != nil {
		said := j.Win + j.NoResult/2
		d.Value += divergence(float64(v.Win), said) + divergence(1-float64(v.Win), 1-said)
		d.Lead += math.Abs(float64(v.Lead) - j.Lead)
		d.Values++
	}
}

// divergence is the part that one outcome adds to the divergence of the probabilities q from the probabilities p.
func divergence(p, q float64) float64 {
	if p <= 0 {
		return 0
	}
	return p * math.Log(p/max(q, 1e-10))
}

// finish turns sums into averages.
func (k *Knowledge) finish() {
	moves, results := float64(max(1, k.Moves)), float64(max(1, k.Results))
	k.Top1, k.Top5, k.PolicyLoss, k.ValueLoss = k.Top1/moves, k.Top5/moves, k.PolicyLoss/moves, k.ValueLoss/results
	k.ValueScale = bestScale(k.results)
	for _, r := range k.results {
		k.ScaledLoss += lossOf(1/(1+math.Exp(-k.ValueScale*r.logit)), r.won) / results
	}
	if d := k.Teacher; d != nil {
		policies, values := float64(max(1, d.Policies)), float64(max(1, d.Values))
		d.Policy, d.Value, d.Lead = d.Policy/policies, d.Value/values, d.Lead/values
	}
	k.finishGroups()
	for i := range k.Calibration {
		if c := &k.Calibration[i]; c.Count > 0 {
			k.CalibrationError += math.Abs(c.Said-c.Won) / results
			c.Said, c.Won = c.Said/float64(c.Count), c.Won/float64(c.Count)
		}
	}
}

// bestScale returns the factor of the logits that minimises the loss, or 0 without results. The loss is a
// convex function of the factor, so bisection by the sign of its slope finds the minimum.
func bestScale(results []judged) float64 {
	if len(results) == 0 {
		return 0
	}
	low, high := 1./MaxValueScale, float64(MaxValueScale)
	for high-low > 1e-4 {
		scale, slope := (low+high)/2, 0.0
		for _, r := range results {
			slope += r.logit * (1/(1+math.Exp(-scale*r.logit)) - r.won)
		}
		if slope > 0 {
			high = scale
		} else {
			low = scale
		}
	}
	return (low + high) / 2
}

// Reliability draws the share of positions that Black won against Black's chance according to the net. On
// the diagonal the net is calibrated. A larger dot stands for more positions.
func (k *Knowledge) Reliability(title string) string {
	const size, edge = 320, 40
	at := func(v float64) float64 { return edge + v*(size-2*edge) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n", size, size)
	fmt.Fprintf(&b, `<title>%s</title><rect width="%d" height="%d" fill="#fff"/>`+"\n", html.EscapeString(title), size, size)
	for i := range 6 {
		v := float64(i) / 5
		fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1fM%.1f %.1fV%.1f" stroke="#ddd"/>`, at(0), at(v), at(1), at(v), at(0), at(1))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%.1f</text><text x="%.1f" y="%.1f" text-anchor="end">%.1f</text>`+"\n",
			at(v), at(1)+14, v, at(0)-5, at(1-v)+4, v)
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="#999" stroke-dasharray="4 3"/>`+"\n", at(0), at(1), at(1), at(0))
	most := slices.MaxFunc(k.Calibration, func(a, b Calibration) int { return a.Count - b.Count }).Count
	var line []string
	for _, c := range k.Calibration {
		if c.Count == 0 {
			continue
		}
		x, y := at(c.Said), at(1-c.Won)
		line = append(line, fmt.Sprintf("%.1f %.1f", x, y))
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#2a6fb0"><title>%d positions: said %.3f, was %.3f</title></circle>`+"\n",
			x, y, 2+5*math.Sqrt(float64(c.Count)/float64(most)), c.Count, c.Said, c.Won)
	}
	if len(line) > 1 {
		fmt.Fprintf(&b, `<path d="M%s" fill="none" stroke="#2a6fb0"/>`+"\n", strings.Join(line, "L"))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">Black's chance according to the net</text>`+"\n", size/2, size-8)
	fmt.Fprintf(&b, `<text transform="translate(11 %d) rotate(-90)" text-anchor="middle">share of positions that Black won</text></svg>`+"\n", size/2)
	return b.String()
}
