package server

import (
	"strings"
)

// openedFrom is the id of the record that those bytes were opened as, whatever was
// written in it since: the one changed last, or "" without one.
func (a *archive) openedFrom(data []byte) (id string, err error) {
	return a.latest(func(id string) bool {
		return a.files.holds(id+originalExt, data)
	})
}

// madeAs is the id of the record that was made of the same game when it was the
// same, or "".
func (a *archive) madeAs(meta recordMeta) (id string, err error) {
	return a.latest(func(id string) bool {
		other := a.files.meta(id)
		return other.Name == meta.Name && other.Made == meta.Made
	})
}

// latest is the record changed last of those that f is true for. It looks at their
// files alone.
func (a *archive) latest(f func(id string) bool) (id string, err error) {
	a.disk.Lock()
	defer a.disk.Unlock()
	infos, err := latestFirst(a.files.root, recordExt)
	for _, info := range infos {
		if id := strings.TrimSuffix(info.Name(), recordExt); f(id) {
			return id, nil
		}
	}
	return "", err
}
