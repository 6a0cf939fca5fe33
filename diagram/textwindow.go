package diagram

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// coordinates reads the coordinates of a point of an infinite board from its name.
func coordinates(vertex string) (at [2]int, ok bool) {
	x, y, _ := strings.Cut(vertex, ",")
	var err1, err2 error
	at[0], err1 = strconv.Atoi(x)
	at[1], err2 = strconv.Atoi(y)
	return at, err1 == nil && err2 == nil
}

// Numbers of points that are drawn in each direction around the middle of an infinite board, and
// around stones, marks and labels.
const (
	aroundMiddle = 6
	aroundStones = 2
)

// window draws the requested part of an infinite board. If no part is requested, it draws the
// surroundings of the middle and of all stones, marks and labels. It leaves out the other
// columns and rows.
func (t *terminal) window() {
	at := map[[2]int]baduk.Point{}
	var seen, worth [2]map[int]bool // columns and rows that are in the window, and those that are worth drawing
	for i := range seen {
		seen[i], worth[i] = map[int]bool{}, map[int]bool{}
	}
	room := 3
	for i, shown := range t.shown {
		q := baduk.Point(i)
		xy, ok := coordinates(t.Graph.Vertex(q))
		if !shown || !ok {
			continue
		}
		at[xy] = q
		room = max(room, columns(t.cell(q)))
		around := -1
		switch {
		case t.Part != nil:
			around = 0
		case t.stoneAt(q) != baduk.Empty || t.Marks[q] != 0 || t.Labels[q] != "":
			around = aroundStones
		}
		if t.Part == nil && xy == [2]int{} {
			around = aroundMiddle
		}
		for i, v := range xy {
			seen[i][v] = true
			for d := -around; d <= around; d++ {
				worth[i][v+d] = true
			}
		}
	}
	across, down := pieces(seen[0], worth[0]), pieces(seen[1], worth[1])
	slices.Reverse(down)
	edge := 4
	for _, y := range down {
		edge = max(edge, len(y.name()))
	}
	for _, x := range across {
		room = max(room, len(x.name()))
	}
	for _, y := range down {
		var points []baduk.Point
		for _, x := range across {
			q, ok := at[[2]int{x.value, y.value}]
			if !ok || x.gap || y.gap {
				q = baduk.NoPoint
			}
			points = append(points, q)
		}
		row := strings.TrimRight(t.line(points, room), " ")
		if t.Coordinates {
			row = strings.TrimRight(fmt.Sprintf("%*s %s", edge, y.name(), row), " ")
		}
		t.b.WriteString(row + "\n")
	}
	if !t.Coordinates {
		return
	}
	t.b.WriteString(strings.Repeat(" ", edge+1))
	for _, x := range across {
		fmt.Fprintf(&t.b, "%*s", room+1, x.name())
	}
	t.b.WriteString("\n")
}

// slot is a column or row of a drawing. It is either a column or row of the board, or a gap in
// place of columns or rows that are left out.
type slot struct {
	value int
	gap   bool
}

func (s slot) name() string {
	if s.gap {
		return "..."
	}
	return strconv.Itoa(s.value)
}

// pieces returns the slots for the columns or rows worth drawing, in order. Between two of them,
// columns or rows may be left out. A gap stands in their place if any of them is not in the window.
func pieces(seen, worth map[int]bool) []slot {
	var list []slot
	for _, v := range slices.Sorted(maps.Keys(seen)) {
		if !worth[v] {
			continue
		}
		if n := len(list); n > 0 {
			from := list[n-1].value + 1
			joined := true
			for u := from; u < v && joined; u++ {
				joined = seen[u]
			}
			if !joined {
				list = append(list, slot{gap: true})
			}
			for u := from; u < v && joined; u++ {
				list = append(list, slot{value: u})
			}
		}
		list = append(list, slot{value: v})
	}
	return list
}
