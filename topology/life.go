package topology

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tengen/baduk"
)

// life returns the weights and the threshold of the document. It returns nil if
// the document has neither weights nor a threshold and does not set "regional".
// In a table of weights it replaces the names of points by their canonical
// forms.
func (d *document) life(l *layout, g *baduk.Graph) (*baduk.Life, error) {
	weight, threshold := d.Weight, d.Threshold
	if l.window != nil {
		if weight == nil {
			weight = l.window.weight
		}
		if threshold == "" {
			threshold = infiniteThreshold
		}
	}
	if weight == nil && threshold == "" && !d.Regional {
		return nil, nil
	}
	if weight == nil {
		weight = "1"
	}
	life := &baduk.Life{Regional: d.Regional}
	var err error
	switch w := weight.(type) {
	case string:
		life.Text = "F = " + strings.TrimSpace(w)
		life.Weights, err = weightsByExpression(l, g, w, d.Total)
	case []float64:
		life.Text = "F by a list"
		if life.Weights = w; len(w) != g.Len() || l.window != nil {
			err = notIn("weight", "there are %d weights for %s", len(w), countOfPoints(l, g))
		}
	case map[string]float64:
		life.Text = "F by a table"
		life.Weights, err = d.weightsByName(l, g, w)
	}
	if err != nil {
		return nil, err
	}
	if threshold == "" {
		life.Text += ", T = z > 0"
		return life, nil
	}
	t, err := compile(threshold, &sumVariables{})
	if err == nil {
		err = tryOut(t, life.Weights)
	}
	if err != nil {
		return nil, notIn("threshold", "%v", err)
	}
	life.Alive = t.alive
	life.Text += ", T = " + t.text
	return life, nil
}

func countOfPoints(l *layout, g *baduk.Graph) string {
	if l.window != nil {
		return "infinitely many points: write an expression"
	}
	return fmt.Sprintf("%d points", g.Len())
}

// weightsByExpression computes the weight of every point.
func weightsByExpression(l *layout, g *baduk.Graph, text string, total *float64) ([]float64, error) {
	f, err := compile(text, &pointVariables{})
	if err != nil {
		return nil, notIn("weight", "%v", err)
	}
	if l.window != nil {
		weights, err := l.window.weights(f, total)
		if err != nil {
			return nil, notIn("weight", "%v", err)
		}
		return weights, nil
	}
	weights := make([]float64, g.Len())
	for p := range weights {
		v := pointVariables{l.x[p], l.y[p], float64(p), float64(len(g.Neighbours(baduk.Point(p))))}
		if weights[p], err = f.weight(&v); err != nil {
			return nil, notIn("weight", "at %s (x = %v, y = %v): %v", g.Vertex(baduk.Point(p)), v.X, v.Y, err)
		}
	}
	return weights, nil
}

// weightsByName returns the weights of a table by names of points. The weight
// of a point that is not in the table is 1.
func (d *document) weightsByName(l *layout, g *baduk.Graph, table map[string]float64) ([]float64, error) {
	if l.window != nil {
		return nil, notIn("weight", "there are %d weights for %s", len(table), countOfPoints(l, g))
	}
	weights := slices.Repeat([]float64{1}, g.Len())
	canonical := make(map[string]float64, len(table))
	for _, name := range slices.Sorted(maps.Keys(table)) {
		p, err := g.ParseVertex(name)
		if err != nil || p == baduk.Pass {
			return nil, notIn("weight", "there is no point %q", clip(name))
		}
		vertex := g.Vertex(p)
		if _, twice := canonical[vertex]; twice {
			return nil, notIn("weight", "the weight of %s occurs twice", vertex)
		}
		canonical[vertex], weights[p] = table[name], table[name]
	}
	d.Weight = canonical
	return weights, nil
}

// maxTries bounds the number of sums for which tryOut computes a threshold.
const maxTries = 20000

// tryOut computes a threshold for some sums that can occur: zero, the weight of
// each point, the sums of the weights of the first points, and the total. So an
// error such as a division by zero is found before a game rather than during
// it. If all weights are equal, these sums are all that are possible.
func tryOut(t *expression, weights []float64) error {
	sums := []float64{0}
	z := 0.0
	for _, w := range weights {
		z += w
		sums = append(sums, z, w)
	}
	if last := len(sums) - 2; len(sums) > maxTries {
		sums = append(sums[:maxTries], sums[last])
	}
	slices.Sort(sums)
	for _, z := range slices.Compact(sums) {
		if err := t.try(z); err != nil {
			return err
		}
	}
	return nil
}
