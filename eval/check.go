package eval

import (
	"context"
	"fmt"
	"math"

	"tengen/baduk"
)

// Tolerance holds the largest allowed differences between two evaluations of a position. The zero value
// requires equality.
type Tolerance struct {
	Policy    float64 // difference of each move's prior
	Win       float64 // difference of the probability of winning, and of the probability of no result
	Points    float64 // difference of the lead, and of the standard deviation of the score
	Ownership float64 // difference of each point's ownership
}

// differenceError describes a position on which two evaluators disagree. It names the part with the largest
// difference in relation to the allowed difference.
type differenceError struct {
	Evaluator, Reference string  // their names
	Part                 string  // "win", "no result", "lead", "spread", "policy of D4", "owner of D4"
	Got, Want            float64 // Want is the answer of the reference
	Allowed              float64
	Turns                int    // number of turns before the position
	Key                  uint64 // its [baduk.Game.SearchKey]
}

// Error says what differs, where and by how much.
func (e *differenceError) Error() string {
	return fmt.Sprintf("%s of the position after %d turns (key %016x): %s says %g, %s says %g: they are %g apart, %g is allowed",
		e.Part, e.Turns, e.Key, e.Evaluator, e.Got, e.Reference, e.Want, math.Abs(e.Got-e.Want), e.Allowed)
}

// Check returns an evaluator that gives the answers of e. It compares each answer with the answer of a
// reference, and returns an error if they differ too much. It is used to find errors in an evaluator that is
// faster than the reference but less exact. It compares the parts for which the query asks, and the numbers
// that every answer has.
func Check(e, reference Evaluator, t Tolerance) Evaluator {
	return &check{Evaluator: e, reference: reference, tolerance: t}
}

type check struct {
	Evaluator
	reference Evaluator
	tolerance Tolerance
}

func (c *check) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	if err := c.Evaluator.Evaluate(ctx, in, out); err != nil {
		return err
	}
	want := make([]Evaluation, len(in))
	if err := c.reference.Evaluate(ctx, in, want); err != nil {
		return fmt.Errorf("the reference: %w", err)
	}
	for i := range in {
		if d := c.compare(in[i], &out[i], &want[i]); d != nil {
			return d
		}
	}
	return nil
}

// compare returns the part that differs most, or nil if no part differs too much.
func (c *check) compare(q Query, got, want *Evaluation) *differenceError {
	t := &c.tolerance
	var worst *differenceError
	most := 0.0 // difference of the worst part, as a multiple of the allowed difference
	look := func(allowed float64, got, want float32, part string, at baduk.Point) {
		apart := math.Abs(float64(got) - float64(want))
		if apart <= allowed { // false if a number is NaN
			return
		}
		if excess := apart / allowed; worst == nil || excess > most {
			most = excess
			if at != baduk.NoPoint {
				part += " of " + q.Game.Graph().Vertex(at)
			}
			worst = &differenceError{Evaluator: c.Info().Name, Reference: c.reference.Info().Name, Part: part,
				Got: float64(got), Want: float64(want), Allowed: allowed, Turns: q.Game.Len(), Key: q.Game.SearchKey()}
		}
	}
	look(t.Win, got.Win, want.Win, "win", baduk.NoPoint)
	look(t.Win, got.NoResult, want.NoResult, "no result", baduk.NoPoint)
	look(t.Points, got.Lead, want.Lead, "lead", baduk.NoPoint)
	look(t.Points, got.ScoreStdev, want.ScoreStdev, "spread", baduk.NoPoint)
	for i := range want.Policy {
		if q.Policy {
			look(t.Policy, got.Policy[i], want.Policy[i], "policy", PolicyPoint(i, len(want.Ownership)))
		}
	}
	for i := range want.Ownership {
		if q.Ownership {
			look(t.Ownership, got.Ownership[i], want.Ownership[i], "owner", baduk.Point(i))
		}
	}
	return worst
}
