package baduk_test

import (
	"fmt"
	"slices"
	"testing"

	"tengen/baduk"
)

// A grid converts between points and their columns and rows, which are counted from the top left.
func ExampleGrid() {
	board := baduk.MustRectangle(9, 9)
	grid, ok := board.Rectangle()
	fmt.Println(grid.Width, grid.Height, ok)
	p := grid.At(2, 6)
	fmt.Println(board.Vertex(p), "is on line", grid.Line(p))
	e5, _ := board.ParseVertex("E5")
	fmt.Println(grid.XY(e5))
	fmt.Println(grid.Contains(8, 8), grid.Contains(9, 8))
	// Output:
	// 9 9 true
	// C3 is on line 3
	// 4 4
	// true false
}

func TestGrid(t *testing.T) {
	grid, ok := baduk.MustRectangle(5, 4).Rectangle()
	if want := (baduk.Grid{Width: 5, Height: 4}); !ok || grid != want {
		t.Fatalf("Rectangle() = %v, %v, want %v, true", grid, ok, want)
	}
	var lines []int
	for p := range baduk.Point(20) {
		x, y := grid.XY(p)
		if q := grid.At(x, y); q != p || !grid.Contains(x, y) {
			t.Errorf("At(XY(%d)) = %d and Contains is %v, want the same point and true", p, q, grid.Contains(x, y))
		}
		lines = append(lines, grid.Line(p))
	}
	if want := []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1}; !slices.Equal(lines, want) {
		t.Errorf("lines of the points of a 5x4 board: got %v, want %v", lines, want)
	}
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {5, 0}, {0, 4}} {
		if grid.Contains(at[0], at[1]) {
			t.Errorf("Contains(%d, %d) is true, want false on a 5x4 board", at[0], at[1])
		}
	}
}

// TestRows finds the grid of boards that are not rectangles from the names of their points.
func TestRows(t *testing.T) {
	named := func(names ...string) *baduk.Graph {
		n := len(names)
		g, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: make([][]baduk.Point, n), Geometry: &baduk.Geometry{X: make([]float64, n), Y: make([]float64, n), Names: names}})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	abstract, err := baduk.NewGraph(make([][]baduk.Point, 6))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		graph           *baduk.Graph
		rows, rectangle string
	}{
		{baduk.MustRectangle(30, 2), "{30 2} true", "{30 2} true"},
		{baduk.MustRectangle(60, 1), "{60 1} true", "{60 1} true"},
		{named("A2", "B2", "C2", "A1", "B1", "C1"), "{3 2} true", "{0 0} false"},
		{named("A2", "B2", "C2", "A1", "B1", "D1"), "{0 0} false", "{0 0} false"},
		{named("A4", "B4", "C4", "A3", "B3", "C3"), "{0 0} false", "{0 0} false"},
		{named("A0"), "{0 0} false", "{0 0} false"},
		{named("R1", "R2"), "{0 0} false", "{0 0} false"},
		{abstract, "{0 0} false", "{0 0} false"},
	} {
		rows, ok := test.graph.Rows()
		if got := fmt.Sprint(rows, ok); got != test.rows {
			t.Errorf("%v, %s ...: Rows() = %s, want %s", test.graph, test.graph.Vertex(0), got, test.rows)
		}
		rectangle, ok := test.graph.Rectangle()
		if got := fmt.Sprint(rectangle, ok); got != test.rectangle {
			t.Errorf("%v, %s ...: Rectangle() = %s, want %s", test.graph, test.graph.Vertex(0), got, test.rectangle)
		}
	}
}
