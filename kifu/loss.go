package kifu

import "fmt"

// Loss is data of a game that a format cannot store.
type Loss struct {
	Kind  LossKind
	Count int    // number of things of the kind that were left out; 0 for LostOther
	Text  string // LostOther: a sentence that describes the loss
}

// LossKind is the kind of a [Loss].
type LossKind uint8

// The kinds of losses.
const (
	LostOther LossKind = iota
	LostVariations
	LostComments
	LostMarks // nodes with marks
	LostTimes // times of moves
)

// lossNouns has the singular and the plural of what is counted, by kind.
var lossNouns = [...][2]string{
	LostVariations: {"variation", "variations"},
	LostComments:   {"comment", "comments"},
	LostMarks:      {"node with marks", "nodes with marks"},
	LostTimes:      {"time of a move", "times of moves"},
}

// String describes the loss in one sentence.
func (l Loss) String() string {
	switch {
	case l.Kind == LostOther:
		return l.Text
	case l.Count == 1:
		return "1 " + lossNouns[l.Kind][0] + " was left out"
	}
	return fmt.Sprintf("%d %s", l.Count, l.Uncounted())
}

// Uncounted is like String but without the number, so the sentence is the same for all losses of a kind.
func (l Loss) Uncounted() string {
	if l.Kind == LostOther {
		return l.Text
	}
	return lossNouns[l.Kind][1] + " were left out"
}
