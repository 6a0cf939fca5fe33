package solve

import (
	"bytes"
	"context"
	"testing"

	"tengen/baduk"
	"tengen/solve/verify"
	"tengen/topology"
)

// TestSearch compares the search with the values of all positions, for every first turn, and verifies certificates.
func TestSearch(t *testing.T) {
	for _, board := range []string{"1x2", "1x4", "2x3", "2x4", "3x3", "2x5", "torus 3x3", "ring 7", "cylinder 3x3"} {
		r := fixPoint(t, board)
		b, err := topology.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSearch(b, 4, 2, 1<<24, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range r.Openings() {
			got, err := s.Value(context.Background(), o.Point, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Low > o.Bounds.Low || got.High < o.Bounds.High || o.Bounds.Low == o.Bounds.High && got != o.Bounds && r.n < 10 {
				t.Errorf("%s, first %s: the search says %v, want %v", board, b.Graph.Vertex(o.Point), got, o.Bounds)
			}
			claims := []Claim{{false, int(got.Low), true}, {true, int(got.High), true}}
			var file bytes.Buffer
			if _, err := s.Certify(context.Background(), &file, claims, o.Point); err != nil {
				t.Fatalf("%s, first %s: %v", board, b.Graph.Vertex(o.Point), err)
			}
			if _, err := verify.Check(context.Background(), bytes.NewReader(file.Bytes())); err != nil {
				t.Errorf("%s, first %s: %v", board, b.Graph.Vertex(o.Point), err)
			}
		}
		if got, err := s.Value(context.Background(), baduk.NoPoint, nil); err != nil || got.Low > r.Value().Low || got.High < r.Value().High {
			t.Errorf("%s: the search says %v, %v, want %v", board, got, err, r.Value())
		}
	}
}
