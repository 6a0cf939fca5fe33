package boards

import (
	"math"

	"tengen/baduk"
)

// Graph says how to draw a board of any shape.
type Graph struct {
	Name   string        `json:"name"`  // "torus 9x9"
	Width  int           `json:"width"` // 0 unless the board is a rectangle
	Height int           `json:"height"`
	Points []graphPoint  `json:"points"`
	Edges  [][2]int      `json:"edges"`
	Stars  []baduk.Point `json:"stars"`
	Beyond int           `json:"beyond"` // index of the point that stands for all points outside the picture, or -1
	Life   *pointLife    `json:"life,omitempty"`
}

// graphPoint is the place and the name of a point.
type graphPoint struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Name string  `json:"name"`
}

// pointLife describes a board whose points have weights.
type pointLife struct {
	Text    string    `json:"text"`    // "F = 1, T = z > 2"
	Weights []float64 `json:"weights"` // by point
}

// NewGraph describes a board. A board without a picture is drawn as a circle.
func NewGraph(g *baduk.Graph) *Graph {
	n := g.Len()
	geo, ok := g.Geometry()
	if !ok {
		geo.X, geo.Y = make([]float64, n), make([]float64, n)
		for p := range n {
			turn, radius := 2*math.Pi*float64(p)/float64(n), float64(n)/(2*math.Pi)
			geo.X[p], geo.Y[p] = radius*math.Sin(turn), -radius*math.Cos(turn)
		}
	}
	grid, _ := g.Rectangle()
	d := &Graph{
		Name: g.String(), Width: grid.Width, Height: grid.Height, Beyond: -1,
		Points: make([]graphPoint, 0, n), Edges: [][2]int{}, Stars: append([]baduk.Point{}, geo.Stars...),
	}
	if b := g.Beyond(); b != baduk.NoPoint {
		d.Beyond = int(b)
	}
	for p := range baduk.Point(n) {
		d.Points = append(d.Points, graphPoint{short(geo.X[p]), short(geo.Y[p]), g.Vertex(p)})
		for _, q := range g.Neighbours(p) {
			if p < q {
				d.Edges = append(d.Edges, [2]int{int(p), int(q)})
			}
		}
	}
	if life := g.Life(); life != nil {
		d.Life = &pointLife{life.Text, life.Weights}
	}
	return d
}

// short rounds a coordinate to four decimals. Smaller differences are not visible.
func short(x float64) float64 { return math.Round(x*1e4) / 1e4 }
