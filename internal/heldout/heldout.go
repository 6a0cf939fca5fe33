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
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// Test asks a net about positions of games, as a rule such as it has not learnt from.
type Test struct {
	Net  *nn.Net
	Rows replay.ReaderOptions // each row is asked once, in the symmetry that it has
	// Count is how many positions are asked at most.
	Count int
	// Progress is told after each position, if it is not nil.
	Progress func(done int)
	// Damage is told of what cannot be read, if it is not nil.
	Damage func(*replay.Damage)
}

// Knowledge is what a net knows of games. Each mean is over the positions of which there is something to know, and
// is 0, and left out of JSON, where there are none.
type Knowledge struct {
	Positions int `json:"positions"`
	// Moves is how many of them had a move to foretell, one that is learnt from, Top1 and Top5 the shares
	// in which it was the net's first choice or among the first five, and PolicyLoss what the move's
	// probability is the mean exponent of, in nats.
	Moves      int     `json:"moves"`
	Top1       float64 `json:"top1,omitempty"`
	Top5       float64 `json:"top5,omitempty"`
	PolicyLoss float64 `json:"policyLoss,omitempty"`
	// Results is how many had a result, and ValueLoss the cross entropy of it and the
	// chances to win, in nats; always saying one half gives 0.693.
	Results   int     `json:"results"`
	ValueLoss float64 `json:"valueLoss,omitempty"`
	// Calibration has those by what the net said, in tenths, and CalibrationError is by how
	// much that was off, in the mean over the positions with a result.
	Calibration      []Calibration `json:"calibration"`
	CalibrationError float64       `json:"calibrationError,omitempty"`
	// ValueScale is the factor of the logits of Black's chances, from 1/[MaxValueScale] to it, with which ValueLoss would be least:
	// more than 1 says that the net is too modest. See [nn.Model.ScaleValue].
	ValueScale float64 `json:"valueScale,omitempty"`

	results []judged
}

// MaxValueScale bounds [Knowledge.ValueScale], which has no bound where a net is always right.
const MaxValueScale = 8

// judged is what a net said of a position, as a logit of Black's chances, and what Black won.
type judged struct{ logit, won float64 }

// Calibration is what became of the positions in which a net gave Black similar chances.
type Calibration struct {
	Count int     `json:"count"`
	Said  float64 `json:"said"` // mean chance of Black's, 0..1
	Won   float64 `json:"won"`  // how many Black won of them, 0..1
}

// Run asks about the positions. With an error, and when ctx ends before they were all asked about, which is one, it returns
// what is known by then.
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
		at, err := player.At(g, s.Turn)
		if err != nil {
			return err
		}
		e := evaluators[g.Graph]
		if e == nil {
			if e, err = neteval.New(h.Net, g.Graph, neteval.Options{}); err != nil {
				continue // no board for nets
			}
			evaluators[g.Graph] = e
		}
		j, err := e.Judge(at, 0)
		if err != nil {
			return err
		}
		k.add(&j, g, s)
		if h.Progress != nil {
			h.Progress(k.Positions)
		}
	}
	return nil
}

// add compares what a net says of a position with what became of it.
func (k *Knowledge) add(j *neteval.Judgement, g *replay.Game, s *replay.Sample) {
	k.Positions++
	if s.Turn < len(g.Moves) && s.Doubt < math.MaxUint8 {
		k.move(j, g.Moves[s.Turn].Point)
	}
	if win, known := g.Result.Win(); known {
		k.result(j, float64(win))
	}
}

func (k *Knowledge) move(j *neteval.Judgement, p baduk.Point) {
	i := int(p)
	if p == baduk.Pass {
		i = len(j.Policy) - 1
	}
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
	k.PolicyLoss -= math.Log(max(float64(j.Policy[i]), 1e-10))
}

func (k *Knowledge) result(j *neteval.Judgement, won float64) {
	said := j.Win + j.NoResult/2
	k.Results++
	k.results = append(k.results, judged{math.Log(max(said, 1e-10)) - math.Log(max(1-said, 1e-10)), won})
	k.ValueLoss -= won*math.Log(max(said, 1e-10)) + (1-won)*math.Log(max(1-said, 1e-10))
	c := &k.Calibration[min(len(k.Calibration)-1, int(said*float64(len(k.Calibration))))]
	c.Count, c.Said, c.Won = c.Count+1, c.Said+said, c.Won+won
}

// finish makes means of sums.
func (k *Knowledge) finish() {
	moves, results := float64(max(1, k.Moves)), float64(max(1, k.Results))
	k.Top1, k.Top5, k.PolicyLoss, k.ValueLoss = k.Top1/moves, k.Top5/moves, k.PolicyLoss/moves, k.ValueLoss/results
	k.ValueScale = bestScale(k.results)
	for i := range k.Calibration {
		if c := &k.Calibration[i]; c.Count > 0 {
			k.CalibrationError += math.Abs(c.Said-c.Won) / results
			c.Said, c.Won = c.Said/float64(c.Count), c.Won/float64(c.Count)
		}
	}
}

// bestScale is the factor of the logits with which the results surprise least, 0 without any. The loss is convex in it, so
// halving where its slope changes sign finds it.
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

// Reliability draws what became of the positions against what the net had said: on the
// diagonal it is right. The larger a dot, the more positions.
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
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">chance of Black's that the net said</text>`+"\n", size/2, size-8)
	fmt.Fprintf(&b, `<text transform="translate(11 %d) rotate(-90)" text-anchor="middle">share that Black won</text></svg>`+"\n", size/2)
	return b.String()
}
