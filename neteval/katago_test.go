package neteval

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

// recorded is a position and KataGo's input for it; see testdata/README.md.
type recorded struct {
	Width, Height int
	Rules         json.RawMessage
	Komi          float64
	Moves         [][2]string
	Generation    int // of the inputs, 3 to 7
	Planes        [][]int
	Global        []float64
	Over          bool
	Phase         int
}

// game replays the position.
func (r *recorded) game() (*baduk.Game, error) {
	rules, err := baduk.ParseRules(string(r.Rules))
	if err != nil {
		return nil, err
	}
	if rules.Komi, err = baduk.KomiOf(r.Komi); err != nil {
		return nil, err
	}
	graph := baduk.MustRectangle(r.Width, r.Height)
	g, err := baduk.NewGameFrom(graph, rules, baduk.Setup{FreeHandicap: true})
	if err != nil {
		return nil, err
	}
	for _, m := range r.Moves {
		p, err := graph.ParseVertex(m[1])
		if err != nil {
			return nil, err
		}
		if g.Over() {
			g.Reopen()
		}
		if err := g.Play(baduk.Move{Color: map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}[m[0]], Point: p}); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// compare returns the differences, or nil.
func (r *recorded) compare() error {
	g, err := r.game()
	if err != nil {
		return err
	}
	if g.Over() != r.Over || g.Phase() != r.Phase {
		return fmt.Errorf("got over %v, phase %d, want %v, %d", g.Over(), g.Phase(), r.Over, r.Phase)
	}
	f, err := NewFeatures(g.Graph(), &nn.Model{Version: versionOf(r.Generation)})
	if err != nil {
		return err
	}
	var in nn.Input
	f.Fill(g, &in)
	area := g.Graph().Len()
	if len(in.Spatial) != len(r.Planes)*area || len(in.Global) != len(r.Global) {
		return fmt.Errorf("got %d planes and %d numbers, want %d and %d", len(in.Spatial)/area, len(in.Global), len(r.Planes), len(r.Global))
	}
	for plane, want := range r.Planes {
		var got []int
		for p, v := range in.Spatial[plane*area:][:area] {
			if v == 1 {
				got = append(got, p)
			} else if v != 0 {
				return fmt.Errorf("plane %d: got the value %v, want 0 or 1", plane, v)
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("plane %d: got %v, want %v", plane, got, want)
		}
	}
	for i, want := range r.Global {
		if math.Abs(float64(in.Global[i])-want) > 1e-5*max(1, math.Abs(want)) {
			return fmt.Errorf("number %d: got %v, want %v", i, in.Global[i], want)
		}
	}
	return nil
}

// versionOf returns a model version that reads a generation of inputs.
func versionOf(generation int) int { return generation + 1 }

// TestKataGoFeatures compares all planes and numbers of all generations with KataGo's, for the
// positions in testdata and in the directory that TENGEN_KATAGO_FEATURES names.
func TestKataGoFeatures(t *testing.T) {
	files := []string{filepath.Join("testdata", "features.jsonl.gz")}
	if dir := os.Getenv("TENGEN_KATAGO_FEATURES"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.jsonl.gz"))
		if err != nil || len(more) == 0 {
			t.Fatalf("no positions in %s: %v", dir, err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var count, failed [8]int
			for r := range readLines[recorded](t, file) {
				count[r.Generation]++
				if err := r.compare(); err != nil {
					if failed[r.Generation]++; failed[r.Generation] <= 3 {
						t.Errorf("inputs V%d, %dx%d, %s, komi %v, moves %v: %v", r.Generation, r.Width, r.Height, r.Rules, r.Komi, r.Moves, err)
					}
				}
			}
			for v := 3; v <= 7; v++ {
				if count[v] == 0 || failed[v] > 0 {
					t.Errorf("inputs V%d: %d of %d positions differ, want 0", v, failed[v], count[v])
				}
			}
			t.Logf("positions by generation of inputs: %v", count[3:])
		})
	}
}

// readLines reads the JSON objects of a compressed file.
func readLines[T any](t testing.TB, file string) iter.Seq[T] {
	return func(yield func(T) bool) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(z)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var v T
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				t.Fatal(err)
			}
			if !yield(v) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}
