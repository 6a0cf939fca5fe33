package mcts

import (
	"sync"
	"unsafe"
)

// waiting is a fixed number of places at which threads wait until another thread has evaluated a node.
type waiting [32]waitingPlace

type waitingPlace struct {
	waitingData
	_ [paddedSize - unsafe.Sizeof(waitingData{})]byte
}

type waitingData struct {
	mu   sync.Mutex
	cond *sync.Cond
}

func (w *waiting) prepare() {
	for i := range w {
		w[i].cond = sync.NewCond(&w[i].mu)
	}
}

// until waits until no thread is evaluating the node, or until the run ends.
func (w *waiting) until(s *Search, n *node) {
	p := &w[n.stripe()]
	p.mu.Lock()
	defer p.mu.Unlock()
	for !s.run.halted.Load() && n.evaluating() {
		p.cond.Wait()
	}
}

// wake wakes the threads that wait for a node.
func (w *waiting) wake(n *node) {
	p := &w[n.stripe()]
	p.mu.Lock()
	p.cond.Broadcast()
	p.mu.Unlock()
}

func (w *waiting) wakeAll() {
	for i := range w {
		w[i].mu.Lock()
		w[i].cond.Broadcast()
		w[i].mu.Unlock()
	}
}

// stripe returns the index of the place at which threads wait for the node. All nodes without a key share one
// place.
func (n *node) stripe() int { return int(n.key % 32) }

func (n *node) evaluating() bool {
	n.acquire()
	defer n.release()
	return n.flags&flagEvaluating != 0
}
