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
		cells[i] = oneLine(cell)
	}
	t.rows = append(t.rows, cells)
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
