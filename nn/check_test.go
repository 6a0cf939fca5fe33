package nn

import (
	"strings"
	"testing"
)

// numbers is a codec that lists the sizes of a model and their names.
type numbers struct {
	collector
	found []*int
	what  []string
}

func (n *numbers) number(p *int, what string) {
	n.found = append(n.found, p)
	n.what = append(n.what, what)
}

// TestEverySizeIsChecked changes each size of each net. Check must refuse the changed net. The test does
// not change the version, because some nets are valid in several versions.
func TestEverySizeIsChecked(t *testing.T) {
	free := map[string]bool{ // a net is valid with any value of these numbers
		"the number of middle channels": true, "the number of regular channels": true,
		"the number of dilated channels": true, "the number of pooling channels": true,
		"the vertical dilation": true, "the horizontal dilation": true,
	}
	derived := map[string]bool{ // numbers that the file has but the model has not: they follow from other fields
		"the number of blocks": true, "the version of the metadata encoder": true,
		"the number of heads of frequencies": true, "the number of frequencies a head": true, "the number of directions": true,
	}
	for name, o := range variants() {
		m := Random(1, o)
		var sizes numbers
		m.code(&sizes)
		for i, p := range sizes.found {
			what := sizes.what[i]
			if free[what] || derived[what] || strings.Contains(what, "option") || what == "the size of a group of channels" || what == "the version" {
				continue
			}
			old := *p
			for _, changed := range []int{old + 1, old - 1, 0, -1, 1 << 30} {
				if *p = changed; changed == old {
					continue
				}
				if changed == 2*old && what == "the number of policies" || m.Check() != nil {
					continue
				}
				t.Errorf("%s: Check accepts %d for %s, number %d, want an error for all but %d", name, changed, what, i, old)
			}
			*p = old
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: after restoring all sizes: got %v, want no error", name, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		want   string
		o      RandomOptions
		change func(m *Model)
	}{
		{"is not a model's name", RandomOptions{}, func(m *Model) { m.Name = "two words" }},
		{"version 2 is not supported", RandomOptions{}, func(m *Model) { m.Version = 2 }},
		{"one of TipNorm", RandomOptions{}, func(m *Model) { m.Trunk.TipNorm = nil }},
		{"one of TipNorm", RandomOptions{}, func(m *Model) { m.Trunk.TipRMSNorm = &RMSNorm{} }},
		{"no RMS norm", RandomOptions{Version: 14}, func(m *Model) { m.PassAliveUnderSuicide = true }},
		{"three more layers", RandomOptions{}, func(m *Model) { m.PolicyHead.PassBias = nil }},
		{"no second layer", RandomOptions{Version: 14}, func(m *Model) { m.PolicyHead.PassBias = &MatBias{} }},
		{"fixed output factors", RandomOptions{Version: 12}, func(m *Model) { m.PostProcess.Lead = 1 }},
		{"not a positive number", RandomOptions{}, func(m *Model) { m.PostProcess.Lead = 0 }},
		{"at least one block", RandomOptions{}, func(m *Model) { m.Trunk.Blocks = nil }},
		{"needs at least one", RandomOptions{Blocks: "(r)"}, func(m *Model) { m.Trunk.Blocks[0].(*NestedBlock).Blocks = nil }},
		{"block 1 is missing", RandomOptions{}, func(m *Model) { m.Trunk.Blocks[1] = nil }},
		{"block 0 is missing", RandomOptions{Blocks: "(r)"}, func(m *Model) { m.Trunk.Blocks[0].(*NestedBlock).Blocks[0] = nil }},
		{"nested more than", RandomOptions{Blocks: "(r)"}, func(m *Model) {
			b := m.Trunk.Blocks[0].(*NestedBlock)
			b.Blocks[0] = b
		}},
		{"is not a word", RandomOptions{}, func(m *Model) { m.Trunk.Name = "new\nline" }},
		{"0 bytes", RandomOptions{}, func(m *Model) { m.Trunk.InitialConv.Name = "" }},
		{"share 2 heads", RandomOptions{Blocks: "a"}, func(m *Model) { m.Trunk.Blocks[0].(*Attention).Heads = 3 }},
		{"no pairs", RandomOptions{Blocks: "a", QueryDim: 5}, func(m *Model) { m.Trunk.Blocks[0].(*Attention).Rope = RopeFixed }},
		{"theta is 0", RandomOptions{Blocks: "a", Rope: RopeFixed}, func(m *Model) { m.Trunk.Blocks[0].(*Attention).RopeTheta = 0 }},
		{"is not an activation", RandomOptions{}, func(m *Model) { m.Trunk.TipActivation.Kind = 4 }},
		{"has no activation but ReLU", RandomOptions{Version: 10}, func(m *Model) { m.Trunk.TipActivation.Kind = Mish }},
	} {
		m := Random(1, test.o)
		test.change(m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want an error with %q", err, test.want)
		}
	}
}

func TestReach(t *testing.T) {
	m := Random(1, RandomOptions{Version: 8, Blocks: "r"})
	m.Trunk.InitialConv.DilationX = 1e9
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "more than any board") {
		t.Errorf("a dilation of 10^9: got %v, want an error", err)
	}
}
