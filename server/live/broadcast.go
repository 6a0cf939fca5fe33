package live

import "sync"

// Broadcaster tells watchers that something has changed. The zero value has no watchers.
type Broadcaster struct {
	mu       sync.Mutex
	watchers map[chan struct{}]bool
}

// Changed signals every watcher. It does not wait for them.
func (b *Broadcaster) Changed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for w := range b.watchers {
		select {
		case w <- struct{}{}:
		default: // the watcher has not received the previous signal yet
		}
	}
}

// Watch returns a channel that receives a signal after a change, until stop is called. Several changes may give only
// one signal.
func (b *Broadcaster) Watch() (signal <-chan struct{}, stop func()) {
	w := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.watchers == nil {
		b.watchers = map[chan struct{}]bool{}
	}
	b.watchers[w] = true
	return w, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.watchers, w)
	}
}
