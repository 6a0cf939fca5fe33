package records

// splice is a change of a list that replaces one run of elements by another.
type splice[T comparable] struct {
	at       int
	old, new []T
}

// spliceOf returns the shortest splice that turns before into after.
func spliceOf[T comparable](before, after []T) splice[T] {
	at, most := 0, min(len(before), len(after))
	for at < most && before[at] == after[at] {
		at++
	}
	same := 0
	for same < most-at && before[len(before)-1-same] == after[len(after)-1-same] {
		same++
	}
	return splice[T]{at,
		append([]T(nil), before[at:len(before)-same]...),
		append([]T(nil), after[at:len(after)-same]...)}
}

// apply returns the changed list in a new slice.
func (s splice[T]) apply(before []T) []T { return replaced(before, s.at, len(s.old), s.new) }

// revert returns the list before the change in a new slice.
func (s splice[T]) revert(after []T) []T { return replaced(after, s.at, len(s.new), s.old) }

func replaced[T any](list []T, at, length int, by []T) []T {
	result := make([]T, 0, len(list)-length+len(by))
	result = append(result, list[:at]...)
	result = append(result, by...)
	return append(result, list[at+length:]...)
}

// step is an edit that can be undone. It has the changes of the file and of the node numbers, and the nodes to show
// after undo and after redo.
type step struct {
	text     splice[byte]
	order    splice[int32]
	from, to int
	reload   bool // the board or the list of games changed
}

// size returns the memory that a step takes, in bytes.
func (s *step) size() int {
	return len(s.text.old) + len(s.text.new) + 4*(len(s.order.old)+len(s.order.new)) + 200
}

// maxHistoryBytes is the most memory for the steps of one record. The last step is kept even if it is larger.
const maxHistoryBytes = 64 << 20

// history has the edits of a record since the record was read into memory.
type history struct {
	done, undone []step
}

func (h *history) add(s step) {
	h.undone = nil
	h.done = append(h.done, s)
	total := 0
	for i := len(h.done) - 1; i >= 0; i-- {
		if total += h.done[i].size(); total > maxHistoryBytes && i < len(h.done)-1 {
			h.done = append([]step(nil), h.done[i+1:]...)
			return
		}
	}
}
