package peers

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"tengen/internal/wording"
	"tengen/nn"
)

// Net is a net in a file that both programs read.
type Net struct {
	Name string // the name in the table
	File string // path of the file
}

// NetIn returns the net in a file. m is its model.
func NetIn(file string, m *nn.Model) (Net, error) {
	path, err := filepath.Abs(file)
	return Net{Name: m.Name, File: path}, err
}

// WriteNet writes a model into a folder for both programs.
func WriteNet(dir, name string, m *nn.Model) (Net, error) {
	f, err := os.CreateTemp(dir, "net-*.bin")
	if err != nil {
		return Net{}, err
	}
	err = nn.Write(f, m, nn.WriteOptions{})
	if closed := f.Close(); err == nil {
		err = closed
	}
	path, absErr := filepath.Abs(f.Name())
	if err == nil {
		err = absErr
	}
	if err != nil {
		return Net{}, fmt.Errorf("%s: %w", name, err)
	}
	return Net{Name: name, File: path}, nil
}

// shape is the shape of one of KataGo's nets.
type shape struct {
	name    string
	options nn.RandomOptions
}

// narrow is the suffix of shapes with narrow blocks and heads; see [Random].
const narrow = "-narrow"

// shapes returns the known shapes. Their widths are those of KataGo's python/katago/train/modelconfigs.py. Their
// versions are those of the first published nets of the shape.
func shapes() []shape {
	// three is a part of the nets with nested bottlenecks.
	const three = "(rr)(rr)(gr)"
	return []shape{
		{"b6c96", nn.RandomOptions{Version: 8, Channels: 96, Mid: 96, Pooling: 32, Blocks: "rrgrgr", PolicyChannels: 32, ValueChannels: 32, ValueHidden: 64}},
		{"b10c128", nn.RandomOptions{Version: 8, Channels: 128, Mid: 128, Pooling: 32, Blocks: "rrrrgrrgrr", PolicyChannels: 32, ValueChannels: 32, ValueHidden: 80}},
		{"b15c192", nn.RandomOptions{Version: 8, Channels: 192, Mid: 192, Pooling: 64, Blocks: "rrrrrrgrrrrgrrr", PolicyChannels: 32, ValueChannels: 32, ValueHidden: 96}},
		{"b20c256", nn.RandomOptions{Version: 8, Channels: 256, Mid: 256, Pooling: 64, Blocks: "rrrrrrgrrrrgrrrrgrrr", PolicyChannels: 48, ValueChannels: 48, ValueHidden: 112}},
		{"b40c256", nn.RandomOptions{Version: 8, Channels: 256, Mid: 256, Pooling: 64, Blocks: "rrrrr" + strings.Repeat("grrrr", 7), PolicyChannels: 48, ValueChannels: 96, ValueHidden: 128}},
		{"b18c384nbt", nn.RandomOptions{Version: 14, Channels: 384, Mid: 192, Pooling: 64, Blocks: strings.Repeat(three, 5) + "(rr)(rr)(rr)", PolicyChannels: 48, ValueChannels: 96, ValueHidden: 128}},
		{"b28c512nbt", nn.RandomOptions{Version: 15, Channels: 512, Mid: 256, Pooling: 64, Blocks: strings.Repeat(three, 9) + "(rr)", PolicyChannels: 64, ValueChannels: 128, ValueHidden: 144}},
		{"b7c96h3tfrs", nn.RandomOptions{Version: 17, Channels: 96, Blocks: strings.Repeat("af", 7), Heads: 3, QueryDim: 32, Hidden: 256, Rope: nn.RopeFixed,
			Activations: []nn.ActivationKind{nn.SiLU}, PolicyChannels: 32, ValueChannels: 32, ValueHidden: 64}},
	}
}

// Shapes returns the names of the shapes that [Random] knows.
func Shapes() []string {
	var names []string
	for _, s := range shapes() {
		names = append(names, s.name)
	}
	return names
}

// find finds a shape by its name, with or without the suffix for a narrow one.
func find(name string) (nn.RandomOptions, error) {
	base, isNarrow := strings.CutSuffix(name, narrow)
	for _, s := range shapes() {
		if o := s.options; s.name == base {
			if isNarrow {
				o.Mid, o.Pooling, o.PolicyChannels, o.ValueChannels, o.ValueHidden = 0, 0, 0, 0, 0
			}
			return o, nil
		}
	}
	near := wording.Nearest(base, Shapes(), 2)
	if near != "" {
		near = ", did you mean " + near + "?"
	}
	return nn.RandomOptions{}, fmt.Errorf("%.40q is not a shape of a net%s (the shapes are %s)", name, near, strings.Join(Shapes(), ", "))
}

// CheckShape returns an error unless [Random] knows the shape.
func CheckShape(name string) error {
	_, err := find(name)
	return err
}

// Random makes a net of a known shape, such as b18c384nbt, with random weights. The net cannot play, but it takes
// about as much time as a trained one. With the suffix -narrow its blocks have half the channels between their
// convolutions, and its heads are tiny. Such a net takes about half the time.
func Random(name string) (*nn.Model, error) {
	o, err := find(name)
	if err != nil {
		return nil, err
	}
	blocks := strings.NewReplacer("(rr)", "b", "(gr)", "b", "af", "b").Replace(o.Blocks)
	o.Gain = 1 / math.Sqrt(float64(len(blocks)))
	m := nn.Random(1, o)
	m.Name = "random-" + name
	return m, nil
}
