package mcts

import "time"

// Progress is how far a search is.
type Progress struct {
	Playouts int           // playouts of this run, those in progress included
	Visits   int           // visits of the root, kept ones included
	Elapsed  time.Duration // since the run began
	Bytes    int64         // memory of the graph
	// Ahead is by how many visits the most visited move leads the second.
	Ahead int
}

// Stopper says when a search has done enough. It is asked before playouts, by several
// threads at once and sometimes what it would say later, so it must depend on what it is
// told alone.
type Stopper func(Progress) bool

// Playouts stops after n playouts.
func Playouts(n int) Stopper { return func(p Progress) bool { return p.Playouts >= n } }

// Visits stops when the root has n visits.
func Visits(n int) Stopper { return func(p Progress) bool { return p.Visits >= n } }

// Time stops after d of wall-clock time.
func Time(d time.Duration) Stopper { return func(p Progress) bool { return p.Elapsed >= d } }

// AllOf stops when all of the stoppers do.
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

// AnyOf stops when one of the stoppers does.
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
