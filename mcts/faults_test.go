package mcts

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"tengen/baduk"
	"tengen/eval"
)

// hooked is an evaluator whose answers somebody looks at, or spoils.
type hooked struct {
	eval.Evaluator
	info eval.Info
	hook func(in *eval.Query, out *eval.Evaluation)
}

func (h hooked) Info() eval.Info { return h.info }

func (h hooked) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := h.Evaluator.Evaluate(ctx, in, out)
	if h.hook != nil {
		h.hook(&in[0], &out[0])
	}
	return err
}

// panics is what a function panics with, as text.
func panics(f func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	f()
	return ""
}

// TestLargestBoards: the moves of such a root fill a chunk and more.
func TestLargestBoards(t *testing.T) {
	s := newSearch(t, eval.Uniform(), netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(180, 180), baduk.TrompTaylor()))
	if r := run(t, s, Playouts(2)); r.Playouts != 2 {
		t.Errorf("%d playouts", r.Playouts)
	}
}

// TestMemoryEndsBetweenBlocks: wherever memory ends, a leaf has moves and is expanded, or
// neither.
func TestMemoryEndsBetweenBlocks(t *testing.T) {
	e := hooked{Evaluator: eval.Hashed(1), info: eval.Info{Name: "hooked", First: true}}
	for limit := int64(smallestBudget); limit < 2*smallestBudget; limit += 1 << 17 {
		s := newSearch(t, e, func(p *Params) { p.ExpandVisits, p.MaxBytes = 1, limit })
		s.SetGame(baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor()))
		if r := run(t, s, Playouts(1<<20)); r.Stopped != StoppedByMemory {
			t.Errorf("with %d bytes: stopped %v", limit, r.Stopped)
		}
	}
}

// TestLoadWantsTheSameScale: utilities mean something under their parameters alone; how a
// run is made is no matter.
func TestLoadWantsTheSameScale(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	source := newSearch(t, eval.Hashed(4), netLike)
	source.SetGame(g)
	file := saved(t, source, 100)
	for _, test := range []struct {
		change func(*Params)
		fits   bool
	}{
		{func(p *Params) { p.WinFactor = 0.5 }, false},
		{func(p *Params) { p.DynamicScore = 0 }, false},
		{func(p *Params) { p.NoResult = -1 }, false},
		{func(p *Params) { p.Threads, p.Seed, p.MaxBytes = 3, 99, 64<<20 }, true},
	} {
		s := newSearch(t, eval.Hashed(4), func(p *Params) { *p = NetParams(); test.change(p) })
		s.SetGame(g)
		err := s.Load(bytes.NewReader(file))
		if test.fits && err != nil || !test.fits && (!errors.Is(err, ErrSaved) || !strings.Contains(err.Error(), "other parameters")) {
			t.Errorf("%+v: %v", s.params, err)
		}
	}
}

// TestRefusedFileLeavesNothing: nor does a game that is another.
func TestRefusedFileLeavesNothing(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	source := newSearch(t, eval.Hashed(4), netLike)
	source.SetGame(g)
	run(t, source, Playouts(100))
	source.run.cycles.Store(7)
	source.seeds.Store(9)
	source.worth.centre = 2
	file := saved(t, source, 1)
	s := newSearch(t, eval.Hashed(4), netLike)
	s.SetGame(g)
	if err := s.Load(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	if s.run.cycles.Load() != 7 || s.seeds.Load() != 9 || s.worth.centre != 2 {
		t.Errorf("loaded %d cycles, %d seeds, centre %v", s.run.cycles.Load(), s.seeds.Load(), s.worth.centre)
	}
	other := g.Clone()
	other.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	other.Play(baduk.Move{Color: baduk.White, Point: 3})
	other.Play(baduk.Move{Color: baduk.Black, Point: 4})
	s.SetGame(other)
	s.SetGame(g)
	if n := s.run.cycles.Load(); n != 0 {
		t.Errorf("an empty graph has %d cycles", n)
	}
	s.seeds.Store(0)
	s.worth.centre = 0
	file[len(file)-1] ^= 1
	if err := s.Load(bytes.NewReader(file)); !errors.Is(err, ErrSaved) {
		t.Error(err)
	}
	if s.run.cycles.Load() != 0 || s.seeds.Load() != 0 || s.worth.centre != 0 {
		t.Errorf("a refused file leaves %d cycles, %d seeds, centre %v", s.run.cycles.Load(), s.seeds.Load(), s.worth.centre)
	}
}

// TestRunningSearchIsLeftAlone: what would meet the threads of a run panics.
func TestRunningSearchIsLeftAlone(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	calls := 0
	e := hooked{Evaluator: eval.Hashed(1), info: eval.Info{Name: "hooked"}, hook: func(*eval.Query, *eval.Evaluation) {
		if calls++; calls == 2 {
			close(begun)
			<-end
		}
	}}
	s := newSearch(t, e, netLike)
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	s.SetGame(g)
	done := make(chan error)
	go func() {
		_, err := s.Run(t.Context(), Playouts(5), false)
		done <- err
	}()
	<-begun
	for method, call := range map[string]func(){
		"SetGame": func() { s.SetGame(g) }, "Restrict": func() { s.Restrict() }, "CheckInvariants": func() { s.CheckInvariants() },
		"Save": func() { s.Save(io.Discard) }, "Load": func() { s.Load(bytes.NewReader(nil)) },
	} {
		if text := panics(call); !strings.Contains(text, method) {
			t.Errorf("%s during a run: %q", method, text)
		}
	}
	close(end)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestPanicUnderALock: a thread that panics while it has the lock of the root does not
// keep the others from ending, and the search can go on afterwards.
func TestPanicUnderALock(t *testing.T) {
	var spoiled atomic.Bool
	e := hooked{Evaluator: eval.Hashed(1), info: eval.Info{Name: "hooked", First: true}, hook: func(in *eval.Query, out *eval.Evaluation) {
		if in.Game.Len() == 1 && spoiled.CompareAndSwap(false, true) {
			out.First = nil // which is looked into while the value is backed up
		} else if out.First == nil {
			out.First = make([]baduk.Color, in.Game.Graph().Len())
		}
	}}
	s := newSearch(t, e, func(p *Params) { p.Threads, p.ExpandVisits = 4, 1 })
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	s.SetGame(g)
	done := make(chan string)
	go func() { done <- panics(func() { s.Run(t.Context(), Playouts(2000), false) }) }()
	select {
	case text := <-done:
		if !strings.Contains(text, "index out of range") {
			t.Fatalf("Run panics with %q", text)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("Run does not return")
	}
	run(t, s, Playouts(500))
}

// TestPanicLeavesNoStock: however a run ends, its threads have no memory of the graph left.
func TestPanicLeavesNoStock(t *testing.T) {
	e := hooked{Evaluator: eval.Hashed(1), info: eval.Info{Name: "hooked"}, hook: func(*eval.Query, *eval.Evaluation) { panic("a bug") }}
	s := newSearch(t, e, netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor()))
	if text := panics(func() { s.Run(t.Context(), Playouts(10), false) }); text != "a bug" {
		t.Errorf("Run panics with %q", text)
	}
	if n := len(s.scratch[0].stock.nodes); n != 0 {
		t.Errorf("%d nodes are left", n)
	}
}

// TestPlanCountsWhatWasDone: a playout that only met another thread is not of the plan.
func TestPlanCountsWhatWasDone(t *testing.T) {
	slow := counting{eval.Hashed(3), new(atomic.Int64), time.Millisecond}
	s := newSearch(t, slow, func(p *Params) { *p = NetParams(); p.Threads, p.Gumbel = 8, 64 })
	s.SetGame(baduk.NewGame(baduk.MustRectangle(2, 2), baduk.TrompTaylor()))
	run(t, s, Playouts(64))
	h := s.run.halving
	for _, i := range h.chosen {
		if visits := int(s.graph.edgesOf(s.rootNode)[i].visits); h.picks[i] > visits {
			t.Errorf("move %d has %d playouts of the plan, and %d visits", i, h.picks[i], visits)
		}
	}
	if len(h.again) != 0 {
		t.Errorf("%d playouts of the plan were given back and not made", len(h.again))
	}
}

// TestLeafLeavesWideningAlone: what marks a node that another thread widens meanwhile.
func TestLeafLeavesWideningAlone(t *testing.T) {
	nd := &node{}
	e := hooked{Evaluator: eval.Hashed(1), info: eval.Info{Name: "hooked", Stochastic: true}}
	e.hook = func(*eval.Query, *eval.Evaluation) { nd.flags |= flagEvaluating }
	s := newSearch(t, e, func(p *Params) { p.ExpandVisits = 1 })
	s.SetGame(baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor()))
	run(t, s, Playouts(1))
	nd = &node{lock: 1}
	th := s.scratch[0]
	th.path = th.path[:0]
	if _, err := th.leaf(t.Context(), nd); err != nil {
		t.Fatal(err)
	}
	if nd.flags&flagEvaluating == 0 || nd.flags&flagExpanded == 0 || nd.lock != 0 {
		t.Errorf("flags %x, lock %d", nd.flags, nd.lock)
	}
}

// TestStripesShareNoCacheLine: there is a line between what one thread and the next locks.
func TestStripesShareNoCacheLine(t *testing.T) {
	for name, size := range map[string][2]uintptr{
		"stripe":     {unsafe.Sizeof(stripe{}), unsafe.Sizeof(stripeData{})},
		"biasStripe": {unsafe.Sizeof(biasStripe{}), unsafe.Sizeof(biasStripeData{})},
		"waiting":    {unsafe.Sizeof(waitingPlace{}), unsafe.Sizeof(waitingData{})},
	} {
		if size[0]%64 != 0 || size[0]-size[1] < 64 {
			t.Errorf("%s takes %d bytes for %d", name, size[0], size[1])
		}
	}
}
