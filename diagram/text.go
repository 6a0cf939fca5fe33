package diagram

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"tengen/baduk"
)

// Text draws the current position of a game for a terminal; see [Picture.WriteText]. The function
// vertex names the points, for example [baduk.Graph.Vertex].
func Text(g *baduk.Game, vertex func(baduk.Point) string) string {
	pic := Of(g)
	pic.Vertex = vertex
	var b strings.Builder
	_ = pic.WriteText(&b, TextOptions{}) // cannot fail: a game has a board
	return b.String()
}

// TextOptions configure [Picture.WriteText].
type TextOptions struct {
	// Marks adds labels and signs after the stones, such as "X12" and "O^". It also adds a line
	// that explains the signs.
	Marks bool
}

// WriteText draws the picture for a terminal. Black stones are X, white stones are O, and star
// points are '+'. The last move is in parentheses. A board with rows and columns has coordinates on
// all sides. An infinite board has them only at the left and at the bottom. Any other board is
// written as a list of chains.
func (p *Picture) WriteText(w io.Writer, o TextOptions) error {
	if err := p.check(); err != nil {
		return err
	}
	t := &terminal{Picture: p, marks: o.Marks, shown: p.shown(), last: p.last(), star: map[baduk.Point]bool{}}
	t.geo, _ = p.Graph.Geometry()
	for _, q := range t.geo.Stars {
		t.star[q] = true
	}
	t.text(p.Title)
	if grid, ok := p.Graph.Rows(); ok {
		t.rows(grid)
	} else if p.Graph.Beyond() != baduk.NoPoint {
		t.window()
	} else {
		t.chains()
	}
	t.legend()
	t.text(p.Caption)
	for _, note := range p.Notes {
		t.text(note)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// terminal builds a drawing as text.
type terminal struct {
	*Picture
	b     strings.Builder
	marks bool
	shown []bool
	geo   baduk.Geometry
	last  baduk.Point
	star  map[baduk.Point]bool
}

// text writes a line unless it is empty.
func (t *terminal) text(s string) {
	if s = clean(s, maxLine); s != "" {
		t.b.WriteString(s + "\n")
	}
}

// signs returns the letters for marks, except the last move.
func signs() []struct {
	mark Mark
	sign rune
	name string
} {
	return []struct {
		mark Mark
		sign rune
		name string
	}{
		{Circle, 'o', "circle"}, {Square, '#', "square"}, {Triangle, '^', "triangle"}, {Cross, '*', "cross"}, {Selected, '@', "selected"},
		{BlackTerritory, 'b', "territory of Black"}, {WhiteTerritory, 'w', "territory of White"}, {Dim, '~', "dimmed"},
	}
}

// cell returns the text at a point.
func (t *terminal) cell(q baduk.Point) string {
	if !t.Graph.Contains(q) || !t.shown[q] {
		return ""
	}
	s := "."
	switch c := t.stoneAt(q); {
	case c == baduk.Black:
		s = "X"
	case c == baduk.White:
		s = "O"
	case t.star[q]:
		s = "+"
	}
	if !t.marks {
		return s
	}
	if label := clean(t.Labels[q], maxLabel); label != "" {
		if t.stoneAt(q) == baduk.Empty {
			s = ""
		}
		s += label
	}
	for _, m := range signs() {
		if t.Marks[q]&m.mark != 0 {
			s += string(m.sign)
		}
	}
	return s
}

// legend explains the signs that were used.
func (t *terminal) legend() {
	var used []string
	for _, m := range signs() {
		for i := range t.shown {
			if t.marks && t.shown[i] && t.Marks[baduk.Point(i)]&m.mark != 0 {
				used = append(used, string(m.sign)+" "+m.name)
				break
			}
		}
	}
	t.text(strings.Join(used, ", "))
}

// columns returns the number of columns that a text takes on a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
		n++
	}
	return n
}

// line returns the cells of a row, right-aligned in their columns, with parentheses around
// the last move.
func (t *terminal) line(points []baduk.Point, room int) string {
	var b strings.Builder
	open := false // the previous cell is the last move
	for _, q := range points {
		cell := t.cell(q)
		gap := []byte(strings.Repeat(" ", max(room+1-columns(cell), 1)))
		if open {
			gap[0] = ')'
		}
		open = q == t.last && q >= 0
		if open {
			gap[len(gap)-1] = '('
		}
		b.Write(gap)
		b.WriteString(cell)
	}
	if open {
		return b.String() + ")"
	}
	return b.String() + " "
}

// rows draws the rows and columns of the shown part.
func (t *terminal) rows(grid baduk.Grid) {
	left, right, top, bottom := grid.Width, -1, grid.Height, -1
	for i, shown := range t.shown {
		if x, y := grid.XY(baduk.Point(i)); shown {
			left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
		}
	}
	room := 1
	var letters []string
	for x := left; x <= right; x++ {
		letters = append(letters, strings.TrimRight(t.vertex(grid.At(x, top)), "0123456789"))
		room = max(room, columns(letters[x-left]))
		for y := top; y <= bottom; y++ {
			room = max(room, columns(t.cell(grid.At(x, y))))
		}
	}
	head := "   "
	for _, l := range letters {
		head += strings.Repeat(" ", room+1-columns(l)) + l
	}
	if t.Coordinates {
		t.b.WriteString(head + "\n")
	}
	for y := top; y <= bottom; y++ {
		var points []baduk.Point
		for x := left; x <= right; x++ {
			points = append(points, grid.At(x, y))
		}
		half := ""
		if t.geo.X != nil && t.geo.X[grid.At(0, y)]-t.geo.X[0] == 0.5 {
			half = strings.Repeat(" ", (room+1)/2) // every second row of the triangular lattice
		}
		row := half + t.line(points, room)
		if t.Coordinates {
			fmt.Fprintf(&t.b, "%3d%s%d\n", grid.Height-y, row, grid.Height-y)
		} else {
			t.b.WriteString(strings.TrimRight(row, " ") + "\n")
		}
	}
	if t.Coordinates {
		t.b.WriteString(head + "\n")
	}
}

// chains lists the chains of both colours in the shown part, with their liberties or
// weights.
func (t *terminal) chains() {
	g := t.Graph
	stones := t.Stones
	if stones == nil {
		stones = make([]baduk.Color, g.Len())
	}
	// If the stones are a possible position, they have chains and liberties. Otherwise they are
	// listed one by one.
	var board *baduk.Board
	if game, err := baduk.NewGameFrom(g, baduk.Rules{}, baduk.SetupOf(stones, baduk.Black)); err == nil {
		board = &game.Position().Board
	}
	name := func(q baduk.Point) string {
		s := clean(t.vertex(q), maxLine)
		if t.marks {
			if label := clean(t.Labels[q], maxLabel); label != "" {
				s += "=" + label
			}
		}
		return s
	}
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		fmt.Fprintf(&t.b, "%v:", c)
		separator := " "
		seen := map[baduk.Point]bool{} // heads of chains
		for i := range stones {
			q := baduk.Point(i)
			if stones[q] != c || !t.shown[q] || board != nil && seen[board.Head(q)] {
				continue
			}
			names := []string{name(q)}
			if board != nil {
				seen[board.Head(q)] = true
				for j := i + 1; j < len(stones); j++ {
					if r := baduk.Point(j); stones[r] == c && t.shown[r] && board.Head(r) == board.Head(q) {
						names = append(names, name(r))
					}
				}
			}
			t.b.WriteString(separator + strings.Join(names, " "))
			if board != nil && !g.Regional() {
				t.b.WriteString(" (" + plural(board.Liberties(q), "liberty", "liberties") + ")")
			}
			separator = "; "
		}
		if separator == " " {
			t.b.WriteString(" no stones")
		}
		t.b.WriteString("\n")
	}
	fmt.Fprintf(&t.b, "%s: %s to %s\n", plural(g.Len(), "point", "points"), t.vertex(0), t.vertex(baduk.Point(g.Len()-1)))
	if t.marks {
		t.others(stones)
	}
}

// others lists labels and signs on points of a board without rows.
func (t *terminal) others(stones []baduk.Color) {
	var all []string
	for i := range stones {
		q := baduk.Point(i)
		text := ""
		if stones[q] == baduk.Empty {
			text = clean(t.Labels[q], maxLabel)
		}
		for _, m := range signs() {
			if t.Marks[q]&m.mark != 0 {
				text += string(m.sign)
			}
		}
		if text != "" && t.shown[q] {
			all = append(all, clean(t.vertex(q), maxLine)+" "+text)
		}
	}
	if all != nil {
		t.b.WriteString("marks: " + strings.Join(all, ", ") + "\n")
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
