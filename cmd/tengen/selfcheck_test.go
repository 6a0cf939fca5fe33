package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
)

// TestSelfcheck: the program as it is is sound, with and without a net.
func TestSelfcheck(t *testing.T) {
	if got := tengen(t, "", nil, "selfcheck"); got.status != exitSuccess || !strings.HasSuffix(got.stdout, "All is well.\n") || strings.Contains(got.stdout, "WRONG") {
		t.Errorf("%+v", got)
	}
	file := filepath.Join(t.TempDir(), "net.bin")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(nn.Write(f, nn.Random(3, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{}), f.Close()); err != nil {
		t.Fatal(err)
	}
	got := tengen(t, "", nil, "selfcheck", "--json", "--model", file)
	var s selfcheck
	if err := json.Unmarshal([]byte(got.stdout), &s); err != nil || got.status != exitSuccess || !s.OK || s.Problem != "" || len(s.Findings) != 6 {
		t.Errorf("%+v, %v", got, err)
	}
	// A file that is not a net is one thing that is wrong; the rest is checked.
	if err := os.WriteFile(file, []byte("not a net"), 0o644); err != nil {
		t.Fatal(err)
	}
	got = tengen(t, "", nil, "selfcheck", "--json", "--model", file)
	s = selfcheck{}
	if err := json.Unmarshal([]byte(got.stdout), &s); err != nil || got.status != exitFailure || s.OK || !strings.HasPrefix(s.Problem, "net: ") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSelfcheckOfNonsense: weights that can be computed with, but mean nothing, are
// found out in one sentence.
func TestSelfcheckOfNonsense(t *testing.T) {
	for name, weights := range map[string]func(m *nn.Model) []float32{
		"trunk":  func(m *nn.Model) []float32 { return m.Trunk.InitialConv.Weights },
		"score":  func(m *nn.Model) []float32 { return m.ValueHead.ScoreMul.Weights },
		"value":  func(m *nn.Model) []float32 { return m.ValueHead.V3Mul.Weights },
		"policy": func(m *nn.Model) []float32 { return m.PolicyHead.P2Conv.Weights },
	} {
		for _, by := range []float32{1, 1e4, 1e30} {
			m := nn.Random(3, nn.RandomOptions{Version: 11, Blocks: "rg"})
			for i := range weights(m) {
				weights(m)[i] *= by
			}
			net, err := nn.NewNet(m, nn.Levels()[0])
			if err != nil {
				t.Fatal(err)
			}
			switch err := believable(net); {
			case (err == nil) != (by == 1):
				t.Errorf("%s times %g: %v", name, by, err)
			case err != nil && !strings.Contains(err.Error(), "weights are damaged"):
				t.Errorf("%s times %g: %v, which says nothing", name, by, err)
			}
		}
	}
}

// TestSelfcheckSees: what goes wrong in a check is said, the first in one sentence.
func TestSelfcheckSees(t *testing.T) {
	var s selfcheck
	s.run("one", func() (string, error) { return "fine", nil })
	s.run("two", func() (string, error) { panic("a\nb") })
	s.run("three", func() (string, error) { return "", errors.New("no") })
	if s.Problem != "two: the program failed there: a b" || !s.Findings[0].OK || s.Findings[1].OK || s.Findings[2].Detail != "no" {
		t.Errorf("%+v", s)
	}
	// The counts are counts: other boards have others.
	if legalPositions(4, 1) != 41 || numberOfGames(2) != 9 || numberOfGames(1) != 1 {
		t.Errorf("%d positions, %d and %d games", legalPositions(4, 1), numberOfGames(2), numberOfGames(1))
	}
}
