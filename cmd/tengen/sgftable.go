package main

import (
	"io"
	"strings"

	"golang.org/x/text/width"
)

// table lines cells up in columns. Unlike text/tabwriter it knows that Chinese and
// its like take two places, as names of players do.
type table struct {
	w    io.Writer
	rows [][]string
}

// row adds a line of cells.
func (t *table) row(cells ...string) {
	for i, cell := range cells {
		if cell = oneLine(cell); i < len(cells)-1 {
			cell = cut(cell)
		}
		cells[i] = cell
	}
	t.rows = append(t.rows, cells)
}

// widest is how many places a cell takes at most, unless it is the last.
const widest = 60

// cut shortens what is too long for a column.
func cut(text string) string {
	if places(text) <= widest {
		return text
	}
	room := widest - 1
	for i, r := range text {
		if room -= places(string(r)); room < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

// flush writes the lines; later ones have columns of their own.
func (t *table) flush() error {
	var widths []int
	for _, cells := range t.rows {
		for i, cell := range cells[:max(0, len(cells)-1)] { // the last one needs no room
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], places(cell))
		}
	}
	var b strings.Builder
	for _, cells := range t.rows {
		var line strings.Builder
		for i, cell := range cells {
			line.WriteString(cell)
			if i < len(cells)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-places(cell)+2))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	t.rows = nil
	_, err := io.WriteString(t.w, b.String())
	return err
}

// places is how much room a text takes on a terminal.
func places(text string) int {
	n := 0
	for _, r := range text {
		n++
		if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}
