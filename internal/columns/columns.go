// Package columns prints tables with aligned columns. Unlike text/tabwriter it counts two places on
// a terminal for a Chinese character or another wide character, as in the names of players.
//
//	t := columns.New(os.Stdout)
//	t.Row("吴清源", "B+2")
//	t.Row("Ann", "W+R")
//	err := t.Flush()
package columns

import (
	"io"
	"strings"

	"golang.org/x/text/width"

	"tengen/internal/wording"
)

// Table collects rows of cells and prints them.
type Table struct {
	to   io.Writer
	rows [][]string
}

// New returns an empty table.
func New(to io.Writer) *Table { return &Table{to: to} }

// Row adds a row. Line breaks in cells become spaces. Cells that are too wide for a column are
// shortened, except the last cell of a row.
func (t *Table) Row(cells ...string) {
	for i, cell := range cells {
		if cell = wording.OneLine(cell); i < len(cells)-1 {
			cell = cut(cell)
		}
		cells[i] = cell
	}
	t.rows = append(t.rows, cells)
}

// Len returns the number of rows that Flush has not yet printed.
func (t *Table) Len() int { return len(t.rows) }

// widest is the largest width of a cell, except for the last cell of a row.
const widest = 60

// cut shortens a text that is too wide for a column.
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

// Flush prints the rows. Rows that are added later have their own column widths.
func (t *Table) Flush() error {
	var widths []int
	for _, cells := range t.rows {
		for i, cell := range cells[:max(0, len(cells)-1)] { // the last cell is not padded
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
	_, err := io.WriteString(t.to, b.String())
	return err
}

// places returns the number of places that a text takes on a terminal.
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
