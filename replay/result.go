package replay

import "tengen/baduk"

// parseResult reads a result as records write it; see [baduk.ParseResult]. A score with quarters is in Chinese stones,
// and is converted to points. A win by more points than any board has is read as a win by an unknown margin.
func parseResult(text string) Result {
	from := baduk.ParseResult(text)
	r := Result{Winner: from.Winner}
	switch from.Ending {
	case baduk.EndingScore:
		lead := from.Points()
		if lead > 2*baduk.MaxPoints {
			r.By = EndWon
			break
		}
		if from.Winner == baduk.White {
			lead = -lead
		}
		r.By, r.Lead = EndCounted, float32(lead)+0 // adding 0 removes a negative zero
	case baduk.EndingDraw:
		r.By = EndCounted
	case baduk.EndingResignation:
		r.By = EndResignation
	case baduk.EndingTime:
		r.By = EndTime
	case baduk.EndingForfeit:
		r.By = EndForfeit
	case baduk.EndingVoid:
		r.By = EndVoid
	case baduk.EndingWon:
		r.By = EndWon
	}
	return r
}

// shifted returns the result that the game would have if Black had the given number of points more. If the game ended
// in another way than by counting, the result becomes unknown. A game that was void stays void.
func (r Result) shifted(points float32) Result {
	switch {
	case points == 0 || r.By == EndVoid:
		return r
	case r.By != EndCounted:
		return Result{}
	}
	r.Lead, r.Winner = r.Lead+points, baduk.Empty
	if r.Lead > 0 {
		r.Winner = baduk.Black
	} else if r.Lead < 0 {
		r.Winner = baduk.White
	}
	return r
}
