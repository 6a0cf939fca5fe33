package nn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Info describes a model in a few words and numbers, for display.
type Info struct {
	Name         string
	Version      int
	Architecture string // short name in the style of KataGo: "b6c96", "b18c384nbt", "b7c96h3tfrs"
	Description  string // the same as Architecture, in words
	Parameters   int64  // number of trained parameters; as in KataGo, means and variances of norms are not counted
	Inputs       int    // planes
	Globals      int
	MetaInputs   int // 192 for human policy nets, otherwise 0
	Policies     int
	Activations  []string // the layers' activations, each once, in order of first use; without SiLU in gates
	PostProcess  PostProcess
	SHA256       string // hash of the file; "" for a model that was not read from a file

	// Samples and Rows are parsed from the model's name; 0 if the name does not have them.
	Samples int64 // positions that the model was trained on, including repetitions
	Rows    int64 // positions in the games that were played for training
}

// Info describes m.
func (m *Model) Info() Info {
	i := Info{
		Name: m.Name, Version: m.Version,
		Inputs: m.Inputs, Globals: m.Globals, MetaInputs: m.MetaInputs(), Policies: m.PolicyHead.Channels,
		PostProcess: m.PostProcess, SHA256: m.SHA256,
	}
	i.Architecture, i.Description = m.architecture()
	c := &counter{}
	if m.Version < 11 {
		c.activations = []string{ReLU.String()}
	}
	m.code(c)
	i.Parameters, i.Activations = c.parameters, c.activations
	i.Samples, i.Rows = trainingOf(m.Name)
	return i
}

// counter is the codec that counts trained parameters and collects activations.
type counter struct {
	parameters  int64
	activations []string
}

func (c *counter) reading() bool                 { return false }
func (c *counter) ok() bool                      { return true }
func (c *counter) check(error)                   {}
func (c *counter) name(*string)                  {}
func (c *counter) number(*int, string)           {}
func (c *counter) real(*float64, string)         {}
func (c *counter) flag(*bool, string)            {}
func (c *counter) statistics(*[]float32, int)    {}
func (c *counter) floats(p *[]float32, _ ...int) { c.parameters += int64(len(*p)) }

func (c *counter) word(p *string, _ string) {
	if i := slices.Index(activationWords[:], *p); i >= 0 {
		if s := ActivationKind(i).String(); !slices.Contains(c.activations, s) {
			c.activations = append(c.activations, s)
		}
	}
}

var trainingPattern = regexp.MustCompile(`-s([0-9]+)-d([0-9]+)$`)

// trainingOf reads Samples and Rows from a name such as "g170-b6c96-s175395328-d26788732".
func trainingOf(name string) (samples, rows int64) {
	if found := trainingPattern.FindStringSubmatch(name); found != nil {
		samples, _ = strconv.ParseInt(found[1], 10, 64)
		rows, _ = strconv.ParseInt(found[2], 10, 64)
	}
	return samples, rows
}

// blockCounts counts the blocks of each kind.
type blockCounts struct {
	residual, pooling, nested, attention, feedForward int
	gated                                             int // feed-forward blocks with a gate
	last                                              *Attention
}

func (t *blockCounts) count(blocks []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *ResidualBlock:
			t.residual++
		case *PoolingBlock:
			t.pooling++
		case *NestedBlock:
			t.nested++
		case *Attention:
			t.attention++
			t.last = b
		case *FeedForward:
			t.feedForward++
			if b.Gate != nil {
				t.gated++
			}
		}
	}
}

// architecture describes the trunk. The short form is in the style of KataGo's names of nets. A number follows
// each of these letters: b for blocks, c for channels, h for heads, and kv for heads of keys. The letters nbt
// stand for nested bottlenecks, and tf for a transformer. After tf, l means learned positions, r rotary
// positions, and s gates. A layer of a transformer counts as two blocks in the file, but as one block in the
// name.
func (m *Model) architecture() (short, long string) {
	t := &m.Trunk
	var outer, inner blockCounts
	outer.count(t.Blocks)
	bottleneck := 0
	for _, b := range t.Blocks {
		if n, ok := b.(*NestedBlock); ok {
			inner.count(n.Blocks)
			bottleneck = n.PreConv.Out
		}
	}
	layers := max(outer.attention, outer.feedForward)
	kind := "b"
	if m.Graph != nil {
		kind = "g"
	}
	short = fmt.Sprintf("%s%dc%d", kind, outer.residual+outer.pooling+outer.nested+layers, t.Channels)
	if outer.nested > 0 {
		short += "nbt"
	}
	parts := outer.words()
	if outer.nested > 0 {
		parts = append(parts, fmt.Sprintf("%s of %d channels with %s in them",
			plural(outer.nested, "nested bottleneck"), bottleneck, strings.Join(inner.words(), " and ")))
	}
	a := outer.last
	if a == nil {
		a = inner.last
	}
	if a != nil {
		short += fmt.Sprintf("h%d", a.Heads)
		if a.KVHeads != a.Heads {
			short += fmt.Sprintf("kv%d", a.KVHeads)
		}
		short += "tf" + [...]string{RopeNone: "", RopeFixed: "r", RopeLearnable: "lr"}[a.Rope]
		if outer.gated+inner.gated > 0 {
			short += "s"
		}
		parts = append(parts, fmt.Sprintf("%s a layer", plural(a.Heads, "head")))
	}
	if m.Graph != nil {
		parts = append(parts, "for boards as graphs")
	}
	if m.MetaInputs() > 0 {
		parts = append(parts, "an encoder of the players")
	}
	return short, fmt.Sprintf("%d channels, %s", t.Channels, strings.Join(parts, ", "))
}

func (t *blockCounts) words() []string {
	var out []string
	for _, kind := range []struct {
		n    int
		name string
	}{
		{t.residual, "residual block"}, {t.pooling, "residual block with global pooling"},
		{t.attention, "attention block"}, {t.feedForward, "feed-forward block"},
	} {
		if kind.n > 0 {
			out = append(out, plural(kind.n, kind.name))
		}
	}
	return out
}

func plural(n int, word string) string {
	switch {
	case n == 1:
		return "1 " + word
	case strings.Contains(word, " with "):
		return fmt.Sprintf("%d %s", n, strings.Replace(word, "block", "blocks", 1))
	}
	return fmt.Sprintf("%d %ss", n, word)
}
