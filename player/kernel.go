package player

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tengen/internal/embedded"
	"tengen/internal/usage"
	"tengen/nn"
)

// Kernel selects the CPU instructions for computing nets. The zero value selects the fastest ones
// that this CPU has.
type Kernel struct {
	level nn.Level
	Given bool // the user chose the level
}

// UnmarshalText reads auto or the name of a level. It does not check whether this CPU has the
// level; see [Kernel.Level].
func (k *Kernel) UnmarshalText(text []byte) (err error) {
	name := strings.TrimSpace(string(text))
	if *k = (Kernel{}); strings.EqualFold(name, "auto") {
		return nil
	}
	k.Given = true
	if k.level, err = nn.ParseLevel(name); err != nil {
		return fmt.Errorf("%w, or auto", err)
	}
	return nil
}

// String is the text that UnmarshalText reads.
func (k Kernel) String() string {
	if !k.Given {
		return "auto"
	}
	return k.level.String()
}

// Level is the level to use on this CPU. A chosen level that the CPU does not have is an error.
func (k Kernel) Level() (nn.Level, error) {
	if !k.Given {
		return nn.FastestLevel(), nil
	}
	if !slices.Contains(nn.Levels(), k.level) {
		var have []string
		for _, l := range nn.Levels() {
			have = append(have, l.String())
		}
		return 0, usage.Errorf("this CPU does not support the %v kernels: choose one of %s", k.level, strings.Join(have, ", "))
	}
	return k.level, nil
}

// NetFile names a net by the path of its file. [None] means rollouts. The zero value means the
// bundled net.
type NetFile string

// None and BuiltIn can be used instead of a file: None means rollouts, and BuiltIn the bundled net.
const (
	None    NetFile = "none"
	BuiltIn NetFile = "built-in"
)

// UnmarshalText reads a name. It refuses a missing file.
func (f *NetFile) UnmarshalText(text []byte) error {
	switch name := string(text); name {
	case "", string(BuiltIn):
		*f = ""
		return nil
	case string(None):
	default:
		if err := usage.CheckFile(name); err != nil {
			return fmt.Errorf("%w; %s means rollouts, %s the bundled net", err, None, BuiltIn)
		}
	}
	*f = NetFile(text)
	return nil
}

// String is the text that UnmarshalText reads.
func (f NetFile) String() string { return string(cmp.Or(f, BuiltIn)) }

// Read reads the model.
func (f NetFile) Read() (*nn.Model, error) {
	switch f {
	case None:
		return nil, usage.Errorf("%s is not a net", None)
	case "":
		m, err := nn.Read(strings.NewReader(embedded.Net()), nn.Limits{})
		if err != nil {
			return nil, fmt.Errorf("the bundled net: %w", err)
		}
		return m, nil
	}
	if err := usage.CheckFile(string(f)); err != nil {
		return nil, usage.Errorf("%v", err) // UnmarshalText has not checked the nets of a match's players
	}
	m, err := nn.ReadFile(string(f), nn.Limits{})
	if err != nil {
		return nil, usage.Errorf("%v", err) // err names the file
	}
	return m, nil
}
