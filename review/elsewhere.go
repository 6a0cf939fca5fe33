package review

import (
	"encoding/json"
	"errors"
	"fmt"

	"tengen/baduk"
	"tengen/kifu"
)

// This file is for positions that another process searches with [Analyze]. [Keep] stores the result, so that
// [Run] does not search the position.

// Keep stores the analysis of a position in the journal.
func Keep(g *baduk.Game, a *kifu.Analysis, o Options) error { return o.Journal.keep(o.key(g), a) }

// Encode returns an analysis of a review in the form in which the journal stores it.
func Encode(a *kifu.Analysis) (json.RawMessage, error) { return json.Marshal(newJudgement(a)) }

// Decode reads an analysis of a position that [Encode] has written. It fails if the analysis cannot be a
// result of a search of this position with these options.
func Decode(data json.RawMessage, g *baduk.Game, o Options) (*kifu.Analysis, error) {
	var j judgement
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, err
	}
	if j.Analysis == nil || j.Analysis.Ownership != nil {
		return nil, errors.New("it has no analysis")
	}
	a, err := j.analysis()
	if err != nil {
		return nil, err
	}
	if a.Engine != o.Judge || a.Model != o.Model || a.Visits < 1 {
		return nil, fmt.Errorf("it is by %q with %q and %d visits, not by %q with %q", a.Engine, a.Model, a.Visits, o.Judge, o.Model)
	}
	unit, _ := measure(g.Graph())
	most := maxLead * max(unit, 1)
	if !within(a.Win, 0, 1) || a.Win == nil || a.Lead == nil || !within(a.ScoreStdev, 0, most) || !within(a.Lead, -most, most) {
		return nil, errors.New("its values are impossible")
	}
	if n := len(a.Ownership); n != 0 && n != g.Graph().Len() || len(a.Policy) > 0 || len(a.Candidates) > maxCandidates {
		return nil, errors.New("it is not for this board")
	}
	for i, c := range a.Candidates {
		if c.Order != i || c.Visits < 0 || len(c.PV) > lineMoves || !within(c.Win, 0, 1) || !within(c.LCB, 0, 1) || !within(c.Prior, 0, 1) || !within(c.Lead, -most, most) {
			return nil, fmt.Errorf("the numbers of candidate %d are impossible", i+1)
		}
		if g.Legal(baduk.Move{Color: g.ToPlay(), Point: c.Point}) != baduk.Legal {
			return nil, fmt.Errorf("candidate %d is an illegal move", i+1)
		}
		after := g.Clone()
		for _, p := range c.PV {
			if err := after.Play(baduk.Move{Color: after.ToPlay(), Point: p}); err != nil {
				return nil, fmt.Errorf("the line of candidate %d: %w", i+1, err)
			}
		}
	}
	return a, nil
}

// maxLead is the largest lead that is possible on any board. It is in points, or in units of the board if these are
// larger; see measure.
const maxLead = 1e6

// within reports whether a number is missing, or between two numbers.
func within(x *float64, least, most float64) bool { return x == nil || *x >= least && *x <= most }
