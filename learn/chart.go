package learn

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"tengen/diagram"
	"tengen/internal/durable"
)

// ChartFile is the name of the file with the chart of a run.
const ChartFile = "curves.svg"

// Chart draws the strength of the nets, with its 95 % interval, and the losses, over the time of the run. Nets without
// a match are left out of the strength. The losses of a run of recipe [AlphaGo] are not drawn, because its nets learn
// different things.
func (s *State) Chart() *diagram.Chart {
	unit, seconds := "hours", 3600.
	if s.Seconds < 2*3600 {
		unit, seconds = "minutes", 60
	}
	at := func(g int, y float64) diagram.Coordinates {
		return diagram.Coordinates{X: s.Generations[g].At / seconds, Y: y}
	}
	var elo, low, high, policy, value []diagram.Coordinates
	for g, r := range s.Ratings() {
		if !math.IsNaN(r.Elo) {
			elo, low, high = append(elo, at(g, r.Elo)), append(low, at(g, r.Low)), append(high, at(g, r.High))
		}
	}
	for g := range s.Generations {
		if m := s.Generations[g].Losses; m != nil && s.Generations[g].Stage == Finished {
			policy, value = append(policy, at(g, m.Losses.Policy)), append(value, at(g, m.Losses.Value))
		}
	}
	slices.Reverse(high)
	var plots []diagram.Plot
	if len(elo) > 1 { // otherwise there was no match so far
		plots = append(plots, diagram.Plot{Title: "Strength", YName: "Elo above the first net, from the matches between the nets", Curves: []diagram.Curve{
			{Points: append(low, high...), Area: true},
			{Name: "Elo, with the 95 % interval", Points: elo},
		}})
	}
	if s.Settings.Recipe != AlphaGo {
		plots = append(plots, diagram.Plot{Title: "Loss of the policy", YName: "nats", Curves: []diagram.Curve{{Points: policy}}},
			diagram.Plot{Title: "Loss of the value", YName: "nats", Curves: []diagram.Curve{{Points: value}}})
	}
	for i := range plots {
		plots[i].XName, plots[i].Width = unit, s.Seconds/seconds
	}
	return &diagram.Chart{Title: fmt.Sprintf("%d generations of a %s", s.Made(), s.Settings.Architecture), Plots: plots}
}

// draw replaces the chart in the folder.
func (r *run) draw() error {
	var b bytes.Buffer
	if err := r.state.Chart().WriteSVG(&b); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(r.o.Dir, ChartFile), b.Bytes(), false)
}
