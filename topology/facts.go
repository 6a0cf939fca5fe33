package topology

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
)

// Facts describe a board.
type Facts struct {
	Name       string    `json:"name"`
	Kind       string    `json:"kind"` // a text for [Parse], or "drawn" for a hand-drawn graph
	Points     int       `json:"points"`
	Edges      int       `json:"edges"`
	Components int       `json:"components"`
	Degrees    [2]int    `json:"degrees"` // smallest and largest number of neighbours of a point
	Life       string    `json:"life"`    // "liberties" or "regions"
	Weights    string    `json:"weights"` // weights and threshold as text; empty on an ordinary board
	Range      []float64 `json:"weightRange,omitempty"`
	Total      *float64  `json:"weightTotal,omitempty"` // total weight of all points, including those beyond the window
	Beyond     bool      `json:"beyond,omitempty"`      // the board has points beyond the window
	Black      []string  `json:"black,omitempty"`
	White      []string  `json:"white,omitempty"`
	ToPlay     string    `json:"toPlay"`
	Scores     []float64 `json:"scores,omitempty"` // Black's and White's initial scores
	Rules      string    `json:"rules,omitempty"`
	Komi       *float64  `json:"komi,omitempty"`
	Symmetries int       `json:"symmetries"`
}

// FactsOf returns the facts of a board.
func FactsOf(board *Board) Facts {
	g := board.Graph
	f := Facts{Name: g.String(), Kind: kindOf(g), Life: "liberties", ToPlay: "black", Rules: board.Rules, Symmetries: 1, Degrees: [2]int{math.MaxInt, 0}}
	f.Points, f.Beyond = g.Len(), g.Beyond() != baduk.NoPoint
	if f.Beyond {
		f.Points--
	}
	for p := range f.Points {
		neighbours := g.Neighbours(baduk.Point(p))
		f.Degrees = [2]int{min(f.Degrees[0], len(neighbours)), max(f.Degrees[1], len(neighbours))}
		for _, q := range neighbours {
			if int(q) > p && q != g.Beyond() {
				f.Edges++
			}
		}
	}
	f.Components = countComponents(g)
	if g.Regional() {
		f.Life = "regions"
	}
	if l := g.Life(); l != nil {
		f.Weights = l.Text
		low, high, total := math.Inf(1), math.Inf(-1), 0.0
		for p, w := range l.Weights {
			if p < f.Points { // the weight of all points beyond the window is not the weight of a point
				low, high = min(low, w), max(high, w)
			}
			total += w
		}
		f.Range, f.Total = []float64{low, high}, &total
	}
	for _, p := range board.Setup.Black {
		f.Black = append(f.Black, g.Vertex(p))
	}
	for _, p := range board.Setup.White {
		f.White = append(f.White, g.Vertex(p))
	}
	if board.Setup.ToPlay != baduk.Empty {
		f.ToPlay = board.Setup.ToPlay.String()
	}
	if s := board.Setup.Scores; s != ([3]float64{}) {
		f.Scores = []float64{s[baduk.Black], s[baduk.White]}
	}
	if board.Komi != nil {
		komi := board.Komi.Points()
		f.Komi = &komi
	}
	if geo, ok := g.Geometry(); ok && len(geo.Symmetries) > 0 {
		f.Symmetries = countDifferent(geo.Symmetries)
	}
	return f
}

// countDifferent counts the different symmetries in a list. Rectangles with a side of 1 list each symmetry more than
// once, because the index of a symmetry says what it mirrors; see [baduk.Geometry].
func countDifferent(list [][]baduk.Point) int {
	sorted := slices.SortedFunc(slices.Values(list), slices.Compare)
	return len(slices.CompactFunc(sorted, slices.Equal))
}

// kindOf returns the text of Facts.Kind.
func kindOf(g *baduk.Graph) string {
	var file struct{ Shape string }
	switch source := g.Source(); {
	case source == "":
		return g.String()
	case json.Unmarshal([]byte(source), &file) == nil && file.Shape != "":
		return file.Shape
	}
	return "drawn"
}

// countComponents counts the connected components of a board.
func countComponents(g *baduk.Graph) int {
	n := 0
	seen := make([]bool, g.Len())
	for i := range seen {
		if seen[i] {
			continue
		}
		n++
		seen[i] = true
		for queue := []baduk.Point{baduk.Point(i)}; len(queue) > 0; queue = queue[1:] {
			for _, q := range g.Neighbours(queue[0]) {
				if !seen[q] {
					seen[q] = true
					queue = append(queue, q)
				}
			}
		}
	}
	return n
}

// Write writes the facts as an aligned list.
func (f *Facts) Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(what, format string, args ...any) {
		fmt.Fprintf(table, "  %s\t%s\n", what, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(table, f.Name)
	if f.Kind == "drawn" {
		line("kind", "points and edges of its own")
	} else {
		line("kind", "%s", f.Kind)
	}
	if f.Beyond {
		line("points", "%d in the window, more beyond", f.Points)
	} else {
		line("points", "%d", f.Points)
	}
	line("edges", "%d", f.Edges)
	switch {
	case f.Beyond: // the border of the window is not an edge
	case f.Degrees[0] == f.Degrees[1]:
		line("neighbours", "%d", f.Degrees[0])
	default:
		line("neighbours", "%d to %d", f.Degrees[0], f.Degrees[1])
	}
	line("components", "%d", f.Components)
	switch {
	case f.Life == "regions":
		line("life", "by the weight of regions")
	default:
		line("life", "by ordinary liberties")
	}
	if f.Weights != "" {
		line("weights", "%s; from %.4g to %.4g, together %.12g", f.Weights, f.Range[0], f.Range[1], *f.Total)
	} else {
		line("weights", "1 for every point")
	}
	line("start", "%s", f.start())
	if f.Rules != "" {
		line("rules", "%s", f.Rules)
	}
	if f.Komi != nil {
		line("komi", "%v", *f.Komi)
	}
	line("symmetries", "%d", f.Symmetries)
	return table.Flush()
}

// start describes the start position.
func (f *Facts) start() string {
	var parts []string
	if len(f.Black)+len(f.White) == 0 {
		parts = append(parts, "empty")
	}
	if len(f.Black) > 0 {
		parts = append(parts, "black "+strings.Join(f.Black, " "))
	}
	if len(f.White) > 0 {
		parts = append(parts, "white "+strings.Join(f.White, " "))
	}
	parts = append(parts, f.ToPlay+" to move")
	if f.Scores != nil {
		parts = append(parts, fmt.Sprintf("scores %v and %v", f.Scores[0], f.Scores[1]))
	}
	return strings.Join(parts, ", ")
}
