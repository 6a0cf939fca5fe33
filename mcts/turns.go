package mcts

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"

	"tengen/eval"
)

// turns is the state of a thread that shares its goroutine with other threads, see [Search.inTurns]. Only one of them
// runs at a time.
type turns struct {
	pause func(turn) bool // lets the other threads run; it returns false if the run ended in the meantime
	asked bool            // the present playout has asked for an evaluation
	err   error           // of the last evaluation
}

// turn says why a thread lets the others run.
type turn struct {
	asks bool  // to get the answer to its query
	met  *node // until another thread has evaluated this node; may be nil
}

// errEnded is the error of an evaluation that a thread asked for when another thread of the goroutine had panicked.
var errEnded = errors.New("mcts: another thread panicked")

// inTurns runs threads in this goroutine. They take turns: when all of them wait, their positions are evaluated in one
// call. An evaluator may be faster in this way than with one position after the other. The order of events depends
// only on the search, so with one goroutine the same seed gives the same graph.
func (s *Search) inTurns(ctx context.Context, threads []*thread, stop Stopper) {
	resume := map[*thread]func() (turn, bool){}
	for _, t := range threads {
		next, end := iter.Pull(func(pause func(turn) bool) {
			t.turns = &turns{pause: pause}
			defer func() {
				t.turns = nil
				if v := recover(); v != nil {
					panic(fmt.Sprintf("%v\n\n%s", v, debug.Stack())) // this goroutine's stack is lost otherwise
				}
			}()
			t.loop(ctx, stop)
		})
		resume[t] = next
		defer end()
	}
	running := slices.Clone(threads)
	defer func() {
		if len(running) > 0 { // a thread or the evaluator panicked
			s.leave(threads)
		}
	}()
	in, out := make([]eval.Query, 0, len(threads)), make([]eval.Evaluation, 0, len(threads))
	for asking := make([]*thread, 0, len(threads)); len(running) > 0; asking = asking[:0] {
		var met *node
		running = slices.DeleteFunc(running, func(t *thread) bool {
			why, more := resume[t]()
			if why.asks {
				asking = append(asking, t)
			} else if why.met != nil {
				met = why.met
			}
			return !more
		})
		switch {
		case len(asking) > 0:
			in, out = in[:0], out[:0]
			for _, t := range asking {
				in, out = append(in, t.in[0]), append(out, t.out[0])
			}
			once := ctx
			if s.run.done.Load() == 0 {
				once = context.WithoutCancel(ctx) // the first playout of a run is not interrupted
			}
			err := s.eval.Evaluate(once, in, out)
			for i, t := range asking {
				t.out[0], t.turns.err = out[i], err
			}
		case met != nil:
			s.wait.until(s, met)
		}
	}
}

// ask asks the evaluator the thread's query.
func (t *thread) ask(ctx context.Context) error {
	switch {
	case t.turns == nil:
		return t.search.eval.Evaluate(ctx, t.in[:], t.out[:])
	case !t.turns.pause(turn{asks: true}):
		return errEnded
	}
	t.turns.asked = true
	return t.turns.err
}

// rest is called after a playout. If the playout asked for no evaluation, rest lets the other threads run: they may be
// waiting for their evaluations.
func (t *thread) rest() {
	if t.turns == nil {
		return
	}
	if !t.turns.asked {
		t.turns.pause(turn{})
	}
	t.turns.asked = false
}

// await waits until another thread has evaluated the node, or until the run ends.
func (t *thread) await(nd *node) {
	if t.turns == nil {
		t.search.wait.until(t.search, nd)
		return
	}
	t.turns.pause(turn{met: nd})
}
