package jobs

import (
	"errors"
	"slices"
	"testing"
)

// TestCache: what was used last is kept. The rest is dropped when it has no users any more.
func TestCache(t *testing.T) {
	var made, dropped []string
	s := cache[string]{drop: func(key string) { dropped = append(dropped, key) }}
	get := func(key string) func() {
		one, done, err := s.get(key, 2, func() (string, error) {
			made = append(made, key)
			return key, nil
		})
		if one != key || err != nil {
			t.Fatalf("got %q, %v, want %q", one, err, key)
		}
		return done
	}
	doneA := get("a")
	get("b")()
	get("a")()
	get("c")() // b was used before a
	if !slices.Equal(dropped, []string{"b"}) {
		t.Errorf("dropped %v, want b", dropped)
	}
	get("d")() // a is in use
	if !slices.Equal(dropped, []string{"b"}) {
		t.Errorf("dropped %v, want only b while a is in use", dropped)
	}
	doneA()
	if !slices.Equal(dropped, []string{"b", "a"}) {
		t.Errorf("dropped %v, want b and a", dropped)
	}
	get("a")()
	if !slices.Equal(made, []string{"a", "b", "c", "d", "a"}) {
		t.Errorf("made %v, want a again", made)
	}
	for range 2 { // a failure is not kept
		if _, done, err := s.get("x", 2, func() (string, error) { return "", errors.New("no") }); err == nil {
			t.Error("got no error")
		} else {
			done()
		}
	}
	if slices.Contains(dropped, "x") || slices.Contains(dropped, "") {
		t.Errorf("dropped %v, which was never made", dropped)
	}
}
