package netcheck

import (
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

// TestPositions: the same seed gives the same positions, which are spread from the opening to the end of
// games.
func TestPositions(t *testing.T) {
	for i, s := range settings() {
		if testing.Short() && i > 0 {
			break
		}
		a, err := Positions(s, 4, 7)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := Positions(s, 4, 7)
		other, _ := Positions(s, 4, 8)
		stones := 0
		for i, g := range a {
			if !slices.Equal(g.Moves(), b[i].Moves()) {
				t.Errorf("%+v: the same seed gives two different games", s)
			}
			if i > 0 && slices.Equal(g.Moves(), other[i].Moves()) {
				t.Errorf("%+v: another seed gives the same game", s)
			}
			if g.Rules() != s.Rules {
				t.Errorf("%+v: got the rules %v, want those of the setting", s, g.Rules())
			}
			stones = g.Position().Stones(baduk.Black) + g.Position().Stones(baduk.White)
		}
		if first, last := a[0].Len(), a[3].Len(); first > s.Width*s.Height/4 || last < s.Width*s.Height/2 || stones < s.Width*s.Height/4 {
			t.Errorf("%+v: got %d to %d moves, %d stones at the end, want positions from the opening to the end", s, first, last, stones)
		}
	}
	if _, err := Positions(Setting{Width: 0, Height: 5}, 1, 1); err == nil {
		t.Error("a board without width: got games, want an error")
	}
}

// TestCheckSees: a net agrees with its own reference. A comparison with the reference of another net shows
// differences in every number.
func TestCheckSees(t *testing.T) {
	versions, levels := []int{8, 11, 15, 17}, nn.Levels()
	if testing.Short() {
		versions, levels = versions[2:3], []nn.Level{nn.FastestLevel().Exact()}
	}
	for _, version := range versions {
		m := nn.Random(uint64(version), nn.RandomOptions{Version: version, Metadata: version == 15})
		check := Check{Model: m, Levels: levels, Positions: 1}
		found, err := check.Run(t.Context())
		if err != nil || found.Positions != len(settings()) {
			t.Fatalf("got %+v, %v, want %d positions", found, err, len(settings()))
		}
		for _, l := range found.Levels {
			if !l.Most.Within(Tolerance(l.Level)) {
				t.Errorf("version %d: got %+v, want at most %+v", version, l, Tolerance(l.Level))
			}
		}
		games, err := Positions(Setting{7, 5, baduk.Japanese()}, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		wrong := nn.Random(uint64(version+100), nn.RandomOptions{Version: version, Metadata: version == 15})
		net, err := nn.NewNet(wrong, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			all, err := compare(m, []*nn.Net{net}, g)
			if err != nil {
				t.Fatal(err)
			}
			if most := Tolerance(nn.FastestLevel().Exact()); all[0].Policy <= most.Policy || all[0].Win <= most.Win || all[0].Lead <= most.Lead || all[0].Ownership <= most.Ownership {
				t.Errorf("version %d: another net differs by %+v, want more than %+v", version, all[0], most)
			}
		}
	}
}

// TestBelievable: Believable refuses nets with senseless weights, even if they can be computed.
func TestBelievable(t *testing.T) {
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
			switch err := Believable(net); {
			case (err == nil) != (by == 1):
				t.Errorf("weights %s multiplied by %g: got the error %v, want no error for the factor 1 and an error for other factors", name, by, err)
			case err != nil && !strings.Contains(err.Error(), "weights are damaged"):
				t.Errorf("%s times %g: got the error %q, want one that says that the weights are damaged", name, by, err)
			}
		}
	}
}
