package player

import (
	"fmt"
	"slices"
	"strings"

	"tengen/internal/usage"
	"tengen/nn"
)

// Kernel selects the CPU instructions for computing nets. The zero value selects the fastest ones
// that this CPU has.
type Kernel struct {
	level nn.Level
	Given bool     // the user chose the level
	auto  nn.Level // the fastest level to choose, if fixed is true
	fixed bool
}

// Auto returns k with another meaning of auto: level l, as on a CPU that has no faster one.
func (k Kernel) Auto(l nn.Level) Kernel {
	k.auto, k.fixed = l, true
	return k
}

// UnmarshalText reads auto or the name of a level. It does not check whether this CPU has the
// level; see [Kernel.Level].
func (k *Kernel) UnmarshalText(text []byte) (err error) {
	name := strings.TrimSpace(string(text))
	if k.Given = false; strings.EqualFold(name, "auto") {
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
	switch {
	case !k.Given && k.fixed:
		return k.auto, nil
	case !k.Given:
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
