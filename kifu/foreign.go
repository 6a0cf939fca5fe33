package kifu

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"tengen/sgf"
)

// errFormat means that a text is not in the format that the reader expects.
var errFormat = errors.New("not in this format")

// maxNotes is the largest number of notes that are kept for one game. One more note
// says how many were left out.
const maxNotes = 100

// foreign builds a standard SGF tree from a record in another format. Each note is one
// sentence, with the number of the line that it is about.
type foreign struct {
	root, last    *sgf.Node
	width, height int
	moves         int // number of moves since the root, passes included
	toPlay        string
	stones        map[sgf.XY]string // stones of the next set-up: AB, AW or AE by point
	notes         []string
	omitted       int
	cut           error // the first note about missing moves or stones
}

func newForeign() *foreign {
	root := newRoot()
	f := &foreign{root: root, last: root, toPlay: "B"}
	f.resize(19, 19)
	return f
}

// resize sets the size of the board. It has to be called before stones and moves are
// added.
func (f *foreign) resize(width, height int) {
	f.width, f.height = width, height
	f.root.Set("SZ", sgf.FormatSize(width, height))
}

// size reads the side of a board in a format that has only square boards.
func (f *foreign) size(text string, line int) error {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > sgf.MaxSide {
		return fmt.Errorf("line %d: %q is not the size of a board, a number from 1 to %d", line, clip(text), sgf.MaxSide)
	}
	f.resize(n, n)
	return nil
}

func (f *foreign) note(line int, format string, args ...any) {
	if len(f.notes) >= maxNotes {
		f.omitted++
		return
	}
	f.notes = append(f.notes, placed(line, fmt.Sprintf(format, args...)))
}

// placed adds the number of the line to a note, unless the number is 0.
func placed(line int, note string) string {
	if line == 0 {
		return note
	}
	return fmt.Sprintf("line %d: %s", line, note)
}

// lacks adds a note about moves or stones of the game that are missing in the tree.
func (f *foreign) lacks(line int, format string, args ...any) {
	if f.cut == nil {
		f.cut = errors.New(placed(line, fmt.Sprintf(format, args...)))
	}
	f.note(line, format, args...)
}

// breakOff adds a note that a move is wrong, and that this move and all later ones are
// left out.
func (f *foreign) breakOff(line int, wrong error) {
	f.lacks(line, "%v; the moves from here on were left out", wrong)
}

// done finishes the record.
func (f *foreign) done() (*foreign, error) {
	f.flush()
	if f.omitted > 0 {
		f.notes = append(f.notes, fmt.Sprintf("%d more notes were left out", f.omitted))
		f.omitted = 0
	}
	return f, nil
}

// text sets a property of the root unless the text is empty.
func (f *foreign) text(name, value string) {
	if value = strings.TrimSpace(value); value != "" {
		f.root.Set(name, sgf.Escape(strings.ToValidUTF8(value, "\ufffd")))
	}
}

// player sets the name and the rank of a player, "B" or "W".
func (f *foreign) player(color, name, rank string) {
	f.text("P"+color, name)
	f.text(color+"R", rank)
}

// komi sets KM in points. The text may be in another unit; see parseKomi.
func (f *foreign) komi(text string, line int) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	k, note, err := parseKomi(text)
	if err != nil {
		f.note(line, "the komi was ignored: %v", err)
		return
	}
	if note != "" {
		f.note(line, "%s", note)
	}
	f.root.Set("KM", formatKomi(k))
}

// serverRules are the rules of the Korean servers, which count territory. Their
// formats do not state the rules.
const serverRules = "Korean"

// handicap puts n stones on the points where servers put them, and lets White begin.
func (f *foreign) handicap(n, line int) {
	switch points := handicapPoints(f.width, f.height, n); {
	case n < 2:
	case points == nil:
		f.lacks(line, "the %d handicap stones were left out: their points are known only for 2 to 9 stones on boards with nine star points", n)
		f.root.Set("HA", strconv.Itoa(n))
	default:
		f.root.Set("HA", strconv.Itoa(n))
		for _, p := range points {
			_ = f.stone("AB", p) // p is on the board
		}
		f.root.Set("PL", "W")
		f.toPlay = "W"
	}
}

// handicapPoints returns the points where Korean servers put handicap stones. They
// are those of GTP, except that the third stone is in the upper left corner. It
// returns nil if the points are not known.
func handicapPoints(width, height, n int) []sgf.XY {
	if n < 2 || n > 9 || width%2 == 0 || height%2 == 0 || min(width, height) < 9 {
		return nil
	}
	edge := func(side int) (near, far int) {
		if near = 3; side < 13 {
			near = 2
		}
		return near, side - 1 - near
	}
	left, right := edge(width)
	top, bottom := edge(height)
	x, y := width/2, height/2
	points := []sgf.XY{{X: left, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}, {X: right, Y: bottom}}
	if n > 5 {
		points = append(points, sgf.XY{X: left, Y: y}, sgf.XY{X: right, Y: y})
	}
	if n > 7 {
		points = append(points, sgf.XY{X: x, Y: top}, sgf.XY{X: x, Y: bottom})
	}
	if n > 4 && n%2 == 1 {
		points = append(points, sgf.XY{X: x, Y: y})
	}
	return points[:n]
}

// stone sets up a stone (property "AB" or "AW") or clears a point ("AE"). If a point is
// set up several times, the last time counts.
func (f *foreign) stone(property string, at sgf.XY) error {
	if at.X < 0 || at.X >= f.width || at.Y < 0 || at.Y >= f.height {
		return fmt.Errorf("a stone at column %d, row %d is not on a %dx%d board", at.X+1, at.Y+1, f.width, f.height)
	}
	if f.stones == nil {
		f.stones = map[sgf.XY]string{}
	}
	f.stones[at] = property
	return nil
}

// flush writes the collected stones into the last node. If the last node has a move, it
// writes them into a new node.
func (f *foreign) flush() {
	if len(f.stones) == 0 {
		return
	}
	if f.last != f.root {
		f.last = f.last.NewChild()
	}
	for _, property := range [...]string{"AB", "AW", "AE"} {
		var values []string
		for _, at := range pointsOf(f.stones, property) {
			values = append(values, at.String())
		}
		if len(values) > 0 {
			f.last.Set(property, values...)
		}
	}
	f.stones = nil
}

// move adds a move of "B" or "W". Columns and rows are counted from 0.
func (f *foreign) move(color string, x, y int) error {
	if x < 0 || x >= f.width || y < 0 || y >= f.height {
		return fmt.Errorf("a move at column %d, row %d is not on a %dx%d board", x+1, y+1, f.width, f.height)
	}
	f.play(color, sgf.XY{X: x, Y: y}.String())
	return nil
}

// play adds a move with its raw value; "" is a pass. It allocates the parts of the
// node together, because a record consists almost entirely of moves.
func (f *foreign) play(color, raw string) {
	f.flush()
	n := &struct {
		node     sgf.Node
		property [1]sgf.Property
		value    [1]string
	}{}
	n.value[0] = raw
	n.property[0] = sgf.Property{Name: color, Values: n.value[:]}
	n.node.Properties = n.property[:]
	f.last.Children = append(f.last.Children, &n.node)
	f.last = &n.node
	f.moves++
	f.toPlay = otherColor(color)
}

func otherColor(color string) string {
	if color == "B" {
		return "W"
	}
	return "B"
}

// textLines yields the lines of a text with their numbers, from 1. The lines have no
// line breaks and no blanks at their beginning and end.
func textLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 1; text != ""; n++ {
			line := text
			end := strings.IndexAny(text, "\n\r")
			if end >= 0 {
				line = text[:end]
				if strings.HasPrefix(text[end:], "\r\n") {
					end++
				}
				text = text[end+1:]
			} else {
				text = ""
			}
			if !yield(n, strings.TrimSpace(line)) {
				return
			}
		}
	}
}
