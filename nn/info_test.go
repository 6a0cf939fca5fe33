package nn

import (
	"path/filepath"
	"reflect"
	"testing"
)

// TestParametersAreKataGos compares the numbers of parameters with those that KataGo printed for the nets of
// testdata/katago.
func TestParametersAreKataGos(t *testing.T) {
	for name, want := range map[string]int64{
		"v3": 6148, "v4": 3316, "v5": 3353, "v6": 2848, "v7": 3356, "v8": 6820, "v9": 3414, "v10": 2403, "v11": 3275, "v12": 5676,
		"v13": 3186, "v14": 2910, "v15meta": 3421, "v16": 3450, "v17fixed": 3528, "v17learnt": 4262, "v17plain": 3484,
	} {
		if got := goldenNet(t, name).Info().Parameters; got != want {
			t.Errorf("%s: got %d parameters, want %d as in KataGo", name, got, want)
		}
	}
}

func TestInfoOfRealNets(t *testing.T) {
	want := map[string]Info{
		"g170-b6c96-s175395328-d26788732.bin.gz": {
			Version: 8, Architecture: "b6c96", Parameters: 1027911, Policies: 1, Activations: []string{"ReLU"},
			Description: "96 channels, 4 residual blocks, 2 residual blocks with global pooling",
			PostProcess: DefaultPostProcess(), Samples: 175395328, Rows: 26788732,
			SHA256: "f5d32604e3675c480c7c8f6aa579a1ea857135628a0afccc8fa56330fbacd38d",
		},
		"b7c96h3tfrs-test5-cnorm.bin.gz": {
			Version: 17, Architecture: "b7c96h3tfrs", Parameters: 818953, Policies: 2, Activations: []string{"SiLU"},
			Description: "96 channels, 7 attention blocks, 7 feed-forward blocks, 3 heads a layer",
			PostProcess: PostProcess{20, 20, 20, 20, 40, 0.25, 150},
			SHA256:      "e0c11d1d2532af0b89792605e4d9edcca15bf6a0589bf28b967e6358277941b8",
		},
		"b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz": {
			Version: 17, Architecture: "b7c96h6kv3tflrs", Parameters: 851881, Policies: 2, Activations: []string{"ReLU"},
			Description: "96 channels, 7 attention blocks, 7 feed-forward blocks, 6 heads a layer",
			PostProcess: PostProcess{20, 20, 20, 20, 40, 0.25, 150},
			SHA256:      "3e56eedcda8f997dcdc0d18324fa8390ea10e3dd687cbf5d0d4ed66674d3f74f",
		},
	}
	for _, path := range realNets(t) {
		w, known := want[filepath.Base(path)]
		if !known {
			continue
		}
		m, err := ReadFile(path, Limits{})
		if err != nil {
			t.Error(err)
			continue
		}
		w.Name, w.Inputs, w.Globals = m.Name, 22, 19
		if got := m.Info(); !reflect.DeepEqual(got, w) {
			t.Errorf("%s: got\n%+v, want\n%+v", path, got, w)
		}
	}
}

func TestArchitectures(t *testing.T) {
	for _, test := range []struct {
		o           RandomOptions
		short, long string
	}{
		{RandomOptions{Version: 14, Blocks: "(rr)(rg)(rr)"}, "b3c8nbt",
			"8 channels, 3 nested bottlenecks of 4 channels with 5 residual blocks and 1 residual block with global pooling in them"},
		{RandomOptions{Version: 15, Blocks: "r", Metadata: true}, "b1c8", "8 channels, 1 residual block, an encoder of the players"},
		{RandomOptions{Blocks: "afaf", Heads: 4, KVHeads: 1, Rope: RopeLearnable}, "b2c8h4kv1tflrs",
			"8 channels, 2 attention blocks, 2 feed-forward blocks, 4 heads a layer"},
		{RandomOptions{Blocks: "a", Heads: 1}, "b1c8h1tf", "8 channels, 1 attention block, 1 head a layer"},
	} {
		m := Random(1, test.o)
		if got := m.Info(); got.Architecture != test.short || got.Description != test.long {
			t.Errorf("got %q, %q; want %q, %q", got.Architecture, got.Description, test.short, test.long)
		}
	}
}

// TestFLOPs compares the operations of nets of one block with sums computed by hand.
func TestFLOPs(t *testing.T) {
	// Version 8, 8 channels, and the heads that Random makes: 3 channels of the policy and 4 channels of
	// the value are pooled.
	const points = 5 * 7
	heads := int64(points*(8*4+8*3+4*1) + 9*4 + 9*1 + points*(8*4+4*1) + 12*6 + 6*3 + 6*4)
	start := int64(points*22*8*9 + 19*8)
	residual := int64(points * 2 * 8 * 4 * 9)
	m := Random(1, RandomOptions{Version: 8, Blocks: "r"})
	if got, want := m.FLOPs(5, 7), 2*(start+residual+heads); got != want {
		t.Errorf("residual: got %d, want %d", got, want)
	}
	m = Random(1, RandomOptions{Version: 8, Blocks: "a", Heads: 4, KVHeads: 2, QueryDim: 3, ValueDim: 5})
	attention := int64(points*(8*12+8*6+8*10+20*8) + points*points*4*(3+5))
	if got, want := m.FLOPs(5, 7), 2*(start+attention+heads); got != want {
		t.Errorf("attention: got %d, want %d", got, want)
	}
	m = Random(1, RandomOptions{Version: 8, Blocks: "(g)f"})
	nested := int64(points*(8*4+4*8) + points*(4*2*9+4*2*9+2*4*9) + 6*2 + points*3*8*16)
	if got, want := m.FLOPs(5, 7), 2*(start+nested+heads); got != want {
		t.Errorf("nested: got %d, want %d", got, want)
	}
}
