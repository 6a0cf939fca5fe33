package boards

import (
	"fmt"

	"tengen/baduk"
	"tengen/internal/wording"
)

// Vertices returns the names of points.
func Vertices(g *baduk.Graph, points []baduk.Point) []string {
	var names []string
	for _, p := range points {
		names = append(names, g.Vertex(p))
	}
	return names
}

// VerticesOfSet returns the names of the points in a set. The list is never null in JSON.
func VerticesOfSet(g *baduk.Graph, set baduk.PointSet) []string {
	names := []string{}
	for p := range baduk.Point(g.Len()) {
		if set.Has(p) {
			names = append(names, g.Vertex(p))
		}
	}
	return names
}

// ParseVertices returns the points with the given names; a pass is an error.
func ParseVertices(g *baduk.Graph, names []string) ([]baduk.Point, error) {
	var points []baduk.Point
	for _, name := range names {
		p, err := g.ParseVertex(name)
		if err != nil {
			return nil, err
		}
		if !g.Contains(p) {
			return nil, fmt.Errorf("%q is not a point", name)
		}
		points = append(points, p)
	}
	return points, nil
}

// ColorOf reads "black" and "white"; anything else is Empty.
func ColorOf(name string) baduk.Color {
	switch name {
	case "black":
		return baduk.Black
	case "white":
		return baduk.White
	}
	return baduk.Empty
}

// Title returns the name of a board in a list: "9×9", "torus 9x9".
func Title(g *baduk.Graph) string {
	if grid, ok := g.Rectangle(); ok && g.Life() == nil {
		return fmt.Sprintf("%d×%d", grid.Width, grid.Height)
	}
	return g.String()
}

const maxName = 60 // letters of a player's name

// Shorten makes a name short enough for the page, such as the name of a player.
func Shorten(name string) string { return wording.Shorten(name, maxName) }
