package nn

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// goldenCase is an input and KataGo's outputs for it; see testdata/katago/README.md.
type goldenCase struct {
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Spatial   []float32 `json:"spatial"`
	Global    []float32 `json:"global"`
	Meta      []float32 `json:"meta,omitempty"`
	Policy    []float32 `json:"policy"` // one policy after the other
	Pass      []float32 `json:"pass"`
	Value     []float32 `json:"value"`
	Score     []float32 `json:"score"`
	Ownership []float32 `json:"ownership"`
}

func (c *goldenCase) input() Input {
	return Input{Width: c.Width, Height: c.Height, Spatial: c.Spatial, Global: c.Global, Meta: c.Meta}
}

// goldenNames returns the names of the nets of testdata/katago.
func goldenNames(t testing.TB) []string {
	files, err := filepath.Glob("testdata/katago/*.json.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no nets in testdata/katago: %v", err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".json.gz")
	}
	return files
}

// goldenPath returns the path of a golden net's model file.
func goldenPath(t testing.TB, name string) string {
	files, err := filepath.Glob("testdata/katago/" + name + ".*t.gz")
	more, err2 := filepath.Glob("testdata/katago/" + name + ".bin.gz")
	if files = append(files, more...); len(files) != 1 || err != nil || err2 != nil {
		t.Fatalf("%s has %d model files, want 1: %v", name, len(files), files)
	}
	return files[0]
}

func goldenNet(t testing.TB, name string) *Model {
	m, err := ReadFile(goldenPath(t, name), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func goldenCases(t testing.TB, name string) []goldenCase {
	f, err := os.Open("testdata/katago/" + name + ".json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	for d := json.NewDecoder(z); ; {
		var c goldenCase
		if err := d.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// TestReferenceIsKataGo compares the reference with KataGo's own code for CPUs, which computes in float32,
// on the same files and inputs. The cases cover every version, every kind of block, boards that fill the
// planes, and smaller boards.
func TestReferenceIsKataGo(t *testing.T) {
	// float32 has 24 bits. About fifty roundings in a row, of numbers up to ten times the result, add up
	// to a relative error of about 2e-5.
	const tolerance = 2e-5
	worst := 0.0
	versions := map[int]bool{}
	for _, name := range goldenNames(t) {
		m := goldenNet(t, name)
		versions[m.Version] = true
		for i, c := range goldenCases(t, name) {
			got, err := Evaluate(m, c.input())
			if err != nil {
				t.Fatalf("%s: case %d: %v", name, i, err)
			}
			compare := func(what string, got []float64, want []float32, on func(i int) bool) {
				t.Helper()
				if len(got) != len(want) {
					t.Fatalf("%s: case %d: %d numbers of %s, KataGo has %d", name, i, len(got), what, len(want))
				}
				for k := range got {
					if on != nil && !on(k) {
						continue
					}
					diff := math.Abs(got[k]-float64(want[k])) / max(1, math.Abs(float64(want[k])))
					worst = max(worst, diff)
					if !(diff <= tolerance) {
						t.Errorf("%s: case %d: %s %d is %v, KataGo says %v", name, i, what, k, got[k], want[k])
						return
					}
				}
			}
			area := c.Width * c.Height
			board := func(i int) bool { return c.Spatial[i] == 1 }
			for k, policy := range got.Policy {
				compare(fmt.Sprintf("policy %d", k), policy, c.Policy[k*area:(k+1)*area], board)
			}
			compare("pass", got.Pass, c.Pass, nil)
			compare("value", got.Value[:], c.Value, nil)
			compare("score", got.Score, c.Score, nil)
			compare("ownership", got.Ownership, c.Ownership, board)
		}
	}
	for v := OldestVersion; v <= NewestVersion; v++ {
		if !versions[v] {
			t.Errorf("version %d was not compared, want a net of every version", v)
		}
	}
	t.Logf("largest difference: %.2g", worst)
}
