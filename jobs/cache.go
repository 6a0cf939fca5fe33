package jobs

import (
	"slices"
	"sync"
)

// cache keeps what was used last. Only one goroutine makes an element; others wait for it.
type cache[T any] struct {
	// drop ends an element that has no users any more. May be nil.
	drop func(T)

	mu    sync.Mutex
	order []string // keys, the last used at the end
	made  map[string]*cached[T]
}

// cached is an element of a cache.
type cached[T any] struct {
	make  func() (T, error)
	users int
	gone  bool // not in the cache any more
}

// get returns the element with a key, and makes it if it is missing. The caller calls done when it does not use the
// element any more.
func (s *cache[T]) get(key string, most int, build func() (T, error)) (made T, done func(), err error) {
	s.mu.Lock()
	if s.made == nil {
		s.made = map[string]*cached[T]{}
	}
	one := s.made[key]
	if one == nil {
		one = &cached[T]{make: sync.OnceValues(build)}
		s.made[key] = one
	}
	one.users++
	s.order = append(slices.DeleteFunc(s.order, func(k string) bool { return k == key }), key)
	var old *cached[T]
	if len(s.order) > most {
		old = s.made[s.order[0]]
		s.remove(s.order[0])
		old.users++
	}
	s.mu.Unlock()
	if old != nil {
		s.release(old)
	}
	if made, err = one.make(); err != nil { // the next caller tries again
		s.mu.Lock()
		if s.made[key] == one {
			s.remove(key)
		}
		s.mu.Unlock()
	}
	return made, func() { s.release(one) }, err
}

// remove takes an element out of the cache. The caller holds the lock.
func (s *cache[T]) remove(key string) {
	s.made[key].gone = true
	delete(s.made, key)
	s.order = slices.DeleteFunc(s.order, func(k string) bool { return k == key })
}

// release ends one use of an element.
func (s *cache[T]) release(one *cached[T]) {
	s.mu.Lock()
	one.users--
	over := one.gone && one.users == 0
	s.mu.Unlock()
	if !over || s.drop == nil {
		return
	}
	if made, err := one.make(); err == nil {
		s.drop(made)
	}
}
