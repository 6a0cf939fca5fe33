package specdoc

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tengen/baduk"
)

var sizeHeading = regexp.MustCompile(`(?m)^## (\d+)x(\d+)$`)

// TestCoordinates compares every row of docs/coordinates.md with the code.
func TestCoordinates(t *testing.T) {
	page := readPage(t, os.DirFS("../.."), "docs/coordinates.md")
	headings := sizeHeading.FindAllStringSubmatchIndex(page, -1)
	if len(headings) != 3 {
		t.Fatalf("got %d sizes, want 3", len(headings))
	}
	for i, at := range headings {
		end := len(page)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		var grid baduk.Grid
		grid.Width, _ = strconv.Atoi(page[at[2]:at[3]])
		grid.Height, _ = strconv.Atoi(page[at[4]:at[5]])
		graph, err := baduk.Rectangle(grid.Width, grid.Height)
		if err != nil {
			t.Fatal(err)
		}
		rows := tableRows(page[at[0]:end])
		if len(rows) < 5 {
			t.Errorf("%v: got %d rows, want more", graph, len(rows))
		}
		for _, row := range rows {
			p, err := strconv.Atoi(row[1])
			if err != nil {
				t.Errorf("%v: %q is not a point", graph, row[1])
				continue
			}
			x, y := grid.XY(baduk.Point(p))
			want := fmt.Sprintf("(%d, %d)|%s|%c%c|%d", x, y, graph.Vertex(baduk.Point(p)), 'a'+x, 'a'+y, p)
			if baduk.Point(p) == baduk.Pass {
				want = fmt.Sprintf("none|%s|empty|%d", graph.Vertex(baduk.Pass), graph.Len())
			}
			if got := strings.Join(row[2:], "|"); got != want {
				t.Errorf("%v, point %d: the row says %s, want %s", graph, p, got, want)
			}
		}
	}
}
