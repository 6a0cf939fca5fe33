package solve

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
		check := func(first baduk.Point, b Bounds) {
			var file bytes.Buffer
			if _, err := s.Certify(t.Context(), &file, []Claim{{false, int(b.Low), true}, {true, int(b.High), true}}, first); err != nil {
				t.Fatalf("%s, first %d: %v", board, first, err)
			}
			if _, err := verify.Check(t.Context(), &file); err != nil {
				t.Errorf("%s, first %d: %v", board, first, err)
			}
		}
		for _, o := range r.Openings() {
			got, err := s.Value(context.Background(), o.Point, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Low > o.Bounds.Low || got.High < o.Bounds.High || o.Bounds.Low == o.Bounds.High && got != o.Bounds && r.n < 10 {
				t.Errorf("%s, first %s: the search says %v, want %v", board, b.Graph.Vertex(o.Point), got, o.Bounds)
			}
			check(o.Point, got)
		}
		whole, err := s.Value(context.Background(), baduk.NoPoint, nil)
		if err != nil || whole.Low > r.Value().Low || whole.High < r.Value().High {
			t.Errorf("%s: the search says %v, %v, want %v", board, whole, err, r.Value())
		}
		check(baduk.NoPoint, whole)
	}
}

// TestRemoteness checks that the middle of a board comes first and the pass last.
func TestRemoteness(t *testing.T) {
	b, err := topology.Parse("5x5")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newField(b.Graph)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, name := range []string{"C3", "C2", "B2", "C1", "B1", "A1", "pass"} {
		play := points(0)
		if p, err := b.Graph.ParseVertex(name); err != nil {
			t.Fatal(err)
		} else if p != baduk.Pass {
			play = 1 << p
		}
		if far := f.remoteness(play); far <= last {
			t.Errorf("%s: %d, not more than %d", name, far, last)
		} else {
			last = far
		}
	}
}

// TestFourByFive proves that Black gets all 20 points of 4x5 with the first stone at C2. It verifies the certificate,
// and another one that is written from a checkpoint.
func TestFourByFive(t *testing.T) {
	if os.Getenv("TENGEN_LONG") != "1" {
		t.Skip("takes a minute: set TENGEN_LONG=1 to run it")
	}
	b, err := topology.Parse("5x4")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(b, 2, 2, 1<<30, func(p Progress) { t.Log(p.States, "states") })
	if err != nil {
		t.Fatal(err)
	}
	c2, err := b.Graph.ParseVertex("C2")
	if err != nil {
		t.Fatal(err)
	}
	claim := Claim{Lead: 20, Finite: true}
	if proved, err := s.Prove(t.Context(), claim, c2); err != nil || !proved {
		t.Fatalf("proved %v, %v", proved, err)
	}
	path := filepath.Join(t.TempDir(), "table")
	if err := s.save(path); err != nil {
		t.Fatal(err)
	}
	resumed, err := NewSearch(b, 2, 2, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := resumed.load(path); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Search{s, resumed} {
		var file bytes.Buffer
		lines, err := s.Certify(t.Context(), &file, []Claim{claim}, c2)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(lines, "states in the certificate")
		if _, err := verify.Check(t.Context(), &file); err != nil {
			t.Error(err)
		}
	}
}
