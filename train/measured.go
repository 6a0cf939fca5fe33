package train

// Measured is what is known of positions: the means over those of which the targets say it.
// What no target says is 0, and left out of JSON.
type Measured struct {
	Losses
	Positions int     `json:"positions"`
	Left      int     `json:"left,omitempty"`   // rows that no net reads, which others took the place of
	Top1      float64 `json:"-"`                // share of the moves that were the net's first choice; in JSON see [Metrics]
	Length    float64 `json:"length,omitempty"` // of the gradient; of a test there is none

	counts [8]int // how many positions each of means is over
}

// measure is what is known of one position by what the net said of it.
func measure(l Losses, t *Target, choice int) Measured {
	m := Measured{Losses: l, Positions: 1}
	if choice == t.Played {
		m.Top1 = 1
	}
	for i, known := range []bool{t.Policy != nil, t.Answer != nil, t.HasValue, t.Ownership != nil, t.HasLead, t.HasLead, t.HasLead, t.Played >= 0} {
		if known {
			m.counts[i] = 1
		}
	}
	return m
}

func (m *Measured) means() [8]*float64 {
	l := &m.Losses
	return [8]*float64{&l.Policy, &l.Answer, &l.Value, &l.Ownership, &l.Score, &l.Spread, &l.Lead, &m.Top1}
}

// moves is how many moves Top1 is a share of.
func (m *Measured) playedMoves() int { return m.counts[len(m.counts)-1] }

// add adds other positions, except for the length of a gradient.
func (m *Measured) add(o *Measured) {
	from := o.means()
	for i, mean := range m.means() {
		if o.counts[i] > 0 {
			m.counts[i] += o.counts[i]
			*mean += (*from[i] - *mean) * float64(o.counts[i]) / float64(m.counts[i])
		}
	}
	m.Positions += o.Positions
	m.Left += o.Left
}
