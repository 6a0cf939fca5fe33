package mcts

import "time"

// Progress is the state of a search in progress.
type Progress struct {
	Playouts int           // playouts of this run, those in progress included
	Visits   int           // visits of the root, kept ones included
	Elapsed  time.Duration // since the run began
	Bytes    int64         // memory of the graph
	// Ahead is the number of visits by which the most visited move leads the second.
	Ahead int
}

// Stopper reports whether a search has done enough. Several threads call it at the same time, before
// playouts. The search also calls it with later states in advance, to plan. So its result must depend on its
// argument alone.
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
