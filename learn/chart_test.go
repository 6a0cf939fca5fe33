package learn

import (
	"strings"
	"testing"

	"tengen/train"
)

// TestChart draws a run with a match that was lost, a net without a match, and a generation in progress.
func TestChart(t *testing.T) {
	losses := func(policy float64) *train.Metrics {
		m := &train.Metrics{}
		m.Losses.Policy, m.Losses.Value = policy, policy/4
		return m
	}
	s := &State{Settings: DefaultSettings(9), Seconds: 240, Generations: []Generation{
		{Stage: Finished},
		{Number: 1, Stage: Finished, At: 60, Losses: losses(3)},
		{Number: 2, Stage: Finished, At: 120, Losses: losses(2), Pairs: [5]int{9, 6, 0, 0, 0}},
		{Number: 3, Stage: Training, Losses: losses(1)},
	}}
	plots := s.Chart().Plots
	if len(plots) != 3 {
		t.Fatalf("the chart has %d plots, want 3", len(plots))
	}
	for _, p := range plots {
		if p.XName != "minutes" || p.Width != 4 {
			t.Errorf("%s: the time ends at %v %s, want 4 minutes", p.Title, p.Width, p.XName)
		}
	}
	if elo := plots[0].Curves[1].Points; len(elo) != 2 || elo[1].X != 2 || elo[1].Y >= 0 {
		t.Errorf("the strength has the points %v, want 0 at the beginning and less after 2 minutes", elo)
	}
	if policy := plots[1].Curves[0].Points; len(policy) != 2 || policy[1].X != 2 || policy[1].Y != 2 {
		t.Errorf("the loss of the policy has the points %v, want 3 and 2 after 1 and 2 minutes", policy)
	}
	s.Settings.Recipe = AlphaGo
	if plots := s.Chart().Plots; len(plots) != 1 || plots[0].Title != "Strength" {
		t.Errorf("a run of recipe alphago has %d plots, want only the strength", len(plots))
	}
	s.Settings.Recipe = Zero
	s.Generations = s.Generations[:2]
	if plots := s.Chart().Plots; len(plots) != 2 || !strings.HasPrefix(plots[0].Title, "Loss") {
		t.Errorf("without a match the chart has %d plots, want only the losses", len(plots))
	}
}
