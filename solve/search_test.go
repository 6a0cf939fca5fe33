package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/solve/verify"
	"tengen/topology"
)

// searchOn prepares a small search of the board with the name.
func searchOn(t *testing.T, name string) *Search {
	t.Helper()
	b, err := topology.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(b, 4, 1, 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSearch compares the search with the values of all positions, for every first turn and the whole board, and
// verifies certificates.
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
		all, list, err := s.Openings(t.Context(), nil)
		if err != nil || len(list) != len(r.Openings()) {
			t.Fatalf("%s: %d first turns, %v, want %d", board, len(list), err, len(r.Openings()))
		}
		values := map[baduk.Point]Bounds{}
		for _, o := range list {
			values[o.Point] = o.Bounds
		}
		for _, o := range r.Openings() {
			got := values[o.Point]
			if got.Low > o.Bounds.Low || got.High < o.Bounds.High || o.Bounds.Low == o.Bounds.High && got != o.Bounds && r.n < 10 {
				t.Errorf("%s, first %s: the search says %v, want %v", board, b.Graph.Vertex(o.Point), got, o.Bounds)
			}
			check(o.Point, got)
		}
		whole, err := s.Value(context.Background(), baduk.NoPoint, nil)
		if err != nil || whole.Low > r.Value().Low || whole.High < r.Value().High {
			t.Errorf("%s: the search says %v, %v, want %v", board, whole, err, r.Value())
		}
		if all.Low > r.Value().Low || all.High < r.Value().High {
			t.Errorf("%s: the first turns say %v, want %v", board, all, r.Value())
		}
		check(baduk.NoPoint, whole)
	}
}

// TestOpenings compares the values of all first turns with those of a FixPoint on a board with stones, where White is
// to move. A cancelled search returns true bounds.
func TestOpenings(t *testing.T) {
	b, err := topology.Read("test", []byte(`{"shape": "3x3", "black": ["B1", "B3"], "white": ["B2"], "toPlay": "white"}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewFixPoint(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(b, 4, 1, 1<<22, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	improved := map[baduk.Point]Bounds{}
	whole, list, err := s.Openings(ctx, func(o Opening) {
		improved[o.Point] = o.Bounds
		cancel()
	})
	if !errors.Is(err, context.Canceled) || whole.Low > r.Value().Low || whole.High < r.Value().High || len(improved) == 0 {
		t.Errorf("cancelled: got %v, %v after %v, want bounds of %v", whole, err, improved, r.Value())
	}
	for _, o := range list {
		if want, ok := improved[o.Point]; ok && o.Bounds != want {
			t.Errorf("cancelled: got %v for %s, want %v", o.Bounds, b.Graph.Vertex(o.Point), want)
		}
	}
	whole, list, err = s.Openings(t.Context(), nil)
	if err != nil || whole != r.Value() || !slices.Equal(list, r.Openings()) {
		t.Errorf("got %v, %v, %v, want %v, %v", whole, list, err, r.Value(), r.Openings())
	}
}

// TestRemoteness checks that the middle of a board comes first and the pass last.
func TestRemoteness(t *testing.T) {
	b, f := fieldOn(t, "5x5")
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

// TestTurnAfterPass asks for a turn where the player to move only has to end the game.
func TestTurnAfterPass(t *testing.T) {
	s := searchOn(t, "1x2")
	claim := Claim{White: true, Finite: true}
	if proved, err := s.Prove(t.Context(), claim, baduk.Pass); err != nil || !proved {
		t.Fatalf("proved %v, %v", proved, err)
	}
	if p, err := s.Turn(t.Context(), claim, baduk.Pass); err != nil || p != baduk.Pass {
		t.Errorf("the turn is %v, %v, want a pass", p, err)
	}
}

// TestSearchRefuses gives a search numbers of losses that its table cannot hold, and turns off the board.
func TestSearchRefuses(t *testing.T) {
	b, err := topology.Parse("3x3")
	if err != nil {
		t.Fatal(err)
	}
	for _, losses := range []int{-1, MostLosses + 1, 1 << 40} {
		if _, err := NewSearch(b, losses, 1, 1<<20, nil); err == nil || !strings.Contains(err.Error(), fmt.Sprint(losses)) {
			t.Errorf("%d losses: got %v, want an error with the number", losses, err)
		}
	}
	s, err := NewSearch(b, MostLosses, 1, 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	if value, err := s.Value(t.Context(), baduk.NoPoint, nil); err != nil || value != (Bounds{9, 9}) {
		t.Errorf("the most losses: got %v, %v, want 9", value, err)
	}
	for _, first := range []baduk.Point{-3, 9, 99} {
		_, err1 := s.Value(t.Context(), first, nil)
		_, err2 := s.Prove(t.Context(), Claim{Lead: 9, Finite: true}, first)
		_, err3 := s.Turn(t.Context(), Claim{Lead: 9, Finite: true}, first)
		if err1 == nil || err2 == nil || err3 == nil {
			t.Errorf("point %d: got %v, %v, %v, want errors", first, err1, err2, err3)
		}
	}
}
