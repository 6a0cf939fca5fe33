package train

// Measured holds averages over positions. Each field is an average over the positions that have a target for
// it. If no position has a target for a field, the field is 0, and the JSON does not contain it.
type Measured struct {
	Losses
	Positions int     `json:"positions"`
	Left      int     `json:"left,omitempty"`   // number of skipped rows, which the net cannot read
	Top1      float64 `json:"-"`                // share of the played moves that were the net's first choice; in JSON see [Metrics]
	Length    float64 `json:"length,omitempty"` // length of the gradient; 0 for a test

	counts [8]int // number of positions in each average, in the order in which the method means lists them
}

// measure returns the measurement of one position. choice is the index of the net's first choice.
func measure(l Losses, t *Target, choice int) Measured {
	m := Measured{Losses: l, Positions: 1}
	if choice == t.Played {
		m.Top1 = 1
	}
	for i, known := range []bool{t.Policy != nil, t.Answer != nil, t.HasValue, t.Ownership != nil, t.HasLead, t.HasSpread, t.HasLead, t.Played >= 0} {
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

// playedMoves returns the number of played moves over which Top1 is an average.
func (m *Measured) playedMoves() int { return m.counts[len(m.counts)-1] }

// add includes the positions of o in the averages. It does not change Length.
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
