package mcts

import "time"

// Progress is the state of a search in progress.
type Progress struct {
	Playouts int           // playouts of this run, including those in progress
	Visits   int           // visits of the root, including those of earlier runs
	Elapsed  time.Duration // time since the run began
	Bytes    int64         // memory of the graph
	// Ahead is the number of visits by which the most visited move leads the second.
	Ahead int
}

// Stopper reports whether a run must end. Threads call it before each playout, several of them at the same
// time. To plan a run, the search calls it with states that it has not reached yet. So the result must depend
// only on the argument. A nil Stopper never ends a run: only the context and Params.MaxBytes end it.
type Stopper func(Progress) bool

// Playouts stops after n playouts.
func Playouts(n int) Stopper { return func(p Progress) bool { return p.Playouts >= n } }

// Visits stops when the root has n visits.
func Visits(n int) Stopper { return func(p Progress) bool { return p.Visits >= n } }

// Time stops after d of wall-clock time.
func Time(d time.Duration) Stopper { return func(p Progress) bool { return p.Elapsed >= d } }

// AllOf stops when each of the stoppers would stop.
func AllOf(stoppers ...Stopper) Stopper {
	return func(p Progress) bool {
		for _, s := range stoppers {
			if !s(p) {
				return false
			}
		}
		return true
	}
}

// AnyOf stops when at least one of the stoppers would stop.
func AnyOf(stoppers ...Stopper) Stopper {
	return func(p Progress) bool {
		for _, s := range stoppers {
			if s(p) {
				return true
			}
		}
		return false
	}
}
