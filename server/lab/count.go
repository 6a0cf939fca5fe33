package lab

import (
	"errors"
	"math/big"
	"net/http"
	"time"

	"tengen/count"
	"tengen/server/wire"
)

const (
	maxVisits     = 1e7                    // states of the largest count: those of 9x9, in about two seconds
	countMemory   = 256 << 20              // bytes for the states of a count
	progressEvery = 100 * time.Millisecond // time between two reports of a count
)

// countProgress is how far a count is.
type countProgress struct {
	Share float64 `json:"share"` // 0..1
}

// counted is the result of a count.
type counted struct {
	Legal string  `json:"legal"` // decimal digits
	Share float64 `json:"share"` // of all colourings, 0..1
}

// failed says why a count ended without a result.
type failed struct {
	Error string `json:"error"`
}

// getCount counts the legal positions of a board, and reports its progress as events. One count runs at a time.
func (l *Lab) getCount(w http.ResponseWriter, r *http.Request) error {
	board, err := l.boards.Requested(r.URL.Query().Get("board"))
	if err != nil {
		return err
	}
	counts, err := count.Graph(board.Graph)
	if err != nil {
		return wire.FailWith(http.StatusBadRequest, "board", err)
	}
	if counts.Estimate().Visits > maxVisits {
		return wire.Fail(http.StatusBadRequest, "board", "%s takes too long to count here: use tengen count", counts.Name())
	}
	leave, err := l.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	defer l.service.Enter()()
	select {
	case l.counting <- struct{}{}:
		defer func() { <-l.counting }()
	default:
		return &wire.Error{Status: http.StatusServiceUnavailable, Retry: 5, Sentence: "another count is running: try again when it has ended"}
	}
	e, end := l.service.Events(w, r)
	defer end()
	ctx, cancel := l.service.WhileServing(r.Context())
	defer cancel()
	reported := time.Time{}
	result, err := count.Count(ctx, count.Options{Board: counts, Memory: countMemory, Threads: 1, Progress: func(p count.Progress) {
		if time.Since(reported) >= progressEvery && p.AllVisits > 0 {
			reported = time.Now()
			wire.Send(e, "progress", countProgress{min(1, float64(p.Visits)/float64(p.AllVisits))})
		}
	}})
	switch {
	case err == nil:
		all := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(result.Points)), nil))
		share, _ := new(big.Float).Quo(new(big.Float).SetInt(result.Number), all).Float64()
		wire.Send(e, "done", counted{result.Number.String(), share})
	case !errors.Is(err, ctx.Err()):
		wire.Send(e, "failed", failed{wire.Shorten(err.Error())})
	}
	return nil
}
