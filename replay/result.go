package replay

import "tengen/baduk"

// ParseResult reads a result as records have it; see [baduk.ParseResult]. A score in quarters was counted in stones,
// and is turned into points. One of more points than any board has is a win by an unknown margin.
func ParseResult(text string) Result {
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
		r.By, r.Lead = EndCounted, float32(lead)+0 // and no negative zero
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

// shifted is the result if Black had had more points: known only if the game was counted, or had no result.
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
