package nn

import (
	"fmt"
	"math"
	"strings"

	"tengen/nn/internal/kernel"
)

// Check reports errors in a model that was made or changed by a program: sizes that do not fit together,
// weights that are missing or not finite, and parts that the model's version does not have. A model that [Read]
// returns has no such errors. [Write] calls Check.
func (m *Model) Check() error {
	err := first(checkName(m.Name), checkVersion(m.Version))
	if err != nil {
		return err
	}
	t := &m.Trunk
	switch {
	case (t.TipNorm == nil) == (t.TipRMSNorm == nil):
		return fmt.Errorf("%s: it needs exactly one of TipNorm and TipRMSNorm", t.Name)
	case m.Version < 15 && (t.TipRMSNorm != nil || t.Metadata != nil || m.PassAliveUnderSuicide):
		return fmt.Errorf("version %d has no RMS norm of the trunk, no metadata encoder and no areas under suicide", m.Version)
	case m.Version >= 15 && (m.PolicyHead.PassBias == nil || m.PolicyHead.PassActivation == nil || m.PolicyHead.GPoolToPass2 == nil):
		return fmt.Errorf("%s: from version 15 on it needs three more layers", m.PolicyHead.Name)
	case m.Version < 15 && (m.PolicyHead.PassBias != nil || m.PolicyHead.PassActivation != nil || m.PolicyHead.GPoolToPass2 != nil):
		return fmt.Errorf("%s: version %d has no second layer for passing", m.PolicyHead.Name, m.Version)
	case m.Version < 13 && m.PostProcess != DefaultPostProcess():
		return fmt.Errorf("version %d has fixed output factors, and PostProcess has others", m.Version)
	case len(t.Blocks) == 0:
		return fmt.Errorf("%s: it needs at least one block", t.Name)
	}
	if err := checkBlocks(t.Blocks, 0); err != nil {
		return err
	}
	// The codec checks the rest. The checker is a codec that does not change a complete model.
	c := &checker{}
	m.code(c)
	if c.err != nil && c.layer != "" && !strings.HasPrefix(c.err.Error(), c.layer) {
		return fmt.Errorf("%s: %w", c.layer, c.err)
	}
	return c.err
}

// checkBlocks finds missing blocks and blocks that are nested too deep, which the codec does not check.
func checkBlocks(blocks []Block, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("blocks are nested more than %d deep", maxDepth)
	}
	for i, b := range blocks {
		switch b := b.(type) {
		case nil:
			return fmt.Errorf("block %d is missing", i)
		case *NestedBlock:
			if err := checkBlocks(b.Blocks, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// checker is the codec that checks a model without reading or writing a file.
type checker struct {
	layer string // the last name that was visited
	err   error
}

func (c *checker) reading() bool { return false }
func (c *checker) ok() bool      { return c.err == nil }

func (c *checker) check(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *checker) name(p *string) {
	if c.err == nil {
		c.layer = *p
	}
	c.check(checkWord(*p))
}

func (c *checker) word(p *string, what string) { c.check(checkWord(*p)) }
func (c *checker) number(p *int, what string)  { c.check(checkNumber(*p, what)) }
func (c *checker) flag(*bool, string)          {}

func (c *checker) real(p *float64, what string) {
	if math.IsNaN(*p) || math.IsInf(*p, 0) {
		c.check(fmt.Errorf("%s is not a finite number", what))
	}
}

func (c *checker) statistics(p *[]float32, n int) { c.floats(p, n) }

func (c *checker) floats(p *[]float32, dims ...int) {
	if want, ok := product(dims, maxNumber); !ok || len(*p) != int(want) {
		c.check(fmt.Errorf("there are %d weights, and %v are needed", len(*p), dims))
	}
	for i, w := range *p {
		if !finite(w) {
			c.check(fmt.Errorf("weight %d is not a finite number", i))
			return
		}
	}
}

// product multiplies sizes, and reports whether the result is at most limit. No size may be negative.
func product(dims []int, limit int64) (int64, bool) {
	n := int64(1)
	for _, d := range dims {
		if d < 0 || d > 0 && n > limit/int64(d) {
			return 0, false
		}
		n *= int64(d)
	}
	return n, n <= limit
}

func finite(f float32) bool { return math.Float32bits(f)&0x7f800000 != 0x7f800000 }

// maxNumber is the largest size that a file may give. Files use 32-bit numbers.
const maxNumber = math.MaxInt32

func checkNumber(n int, what string) error {
	if n < 0 || n > maxNumber {
		return fmt.Errorf("%s is %d, which is out of range for a model file", what, n)
	}
	return nil
}

// maxWord is the largest length of a layer's name.
const maxWord = 1000

func checkWord(s string) error {
	if s == "" || len(s) > maxWord {
		return fmt.Errorf("a name has %d bytes; 1 to %d are possible", len(s), maxWord)
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return fmt.Errorf("%s is not a word of printable ASCII", quote(s))
		}
	}
	return nil
}

func checkName(name string) error {
	if len(name) > 96 {
		return fmt.Errorf("the model's name has %d bytes, more than 96", len(name))
	}
	for i := range len(name) {
		c := name[i]
		if !(c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return fmt.Errorf("%s is not a model's name, which consists of letters, digits, - and _: is this a KataGo model file?", quote(name))
		}
	}
	return nil
}

func checkVersion(version int) error {
	if version < OldestVersion || version > NewestVersion {
		return fmt.Errorf("model version %d is not supported, only %d to %d are", version, OldestVersion, NewestVersion)
	}
	return nil
}

func (m *Model) checkInputs() error {
	planes, globals := InputsOf(m.Version)
	if m.Graph != nil {
		planes, globals = graphPlanes, graphGlobals
	}
	return first(
		same(m.Name, "input planes", m.Inputs, "planes of its version", planes),
		same(m.Name, "global inputs", m.Globals, "global inputs of its version", globals))
}

func (p *PostProcess) check() error {
	for _, f := range p.fields() {
		if !(*f > 0) || math.IsInf(*f, 0) {
			return fmt.Errorf("a factor of the outputs is %v, not a positive number", *f)
		}
	}
	return nil
}

// checkEpsilon returns an error unless epsilon is positive and at most limit; a limit of 0 means no limit.
func checkEpsilon(name string, epsilon, limit float64) error {
	if !(float32(epsilon) > 0) || math.IsInf(epsilon, 0) || limit > 0 && epsilon > limit {
		return fmt.Errorf("%s: epsilon is %v, which is too large or not positive", name, epsilon)
	}
	return nil
}

func (b *BatchNorm) checkVariance() error {
	scale, bias := b.affine()
	for c, v := range b.Variance {
		if !(float64(v)+b.Epsilon > 0) {
			return fmt.Errorf("%s: the variance of channel %d is %v, which with epsilon %v leaves no positive number", b.Name, c, v, b.Epsilon)
		}
		if !finite(float32(scale[c])) || !finite(float32(bias[c])) {
			return fmt.Errorf("%s: the scale or the bias of channel %d is not finite", b.Name, c)
		}
	}
	return nil
}

// maxReach is the largest distance between a point and an input of the convolution at this point, in points.
const maxReach = 256

func (c *Conv) checkShape() error {
	if c.overGraph() && c.KernelY == 1 && c.KernelX == kernel.Parts {
		return positive(c.Name, "input channels", c.In, "output channels", c.Out)
	}
	err := positive(c.Name, "rows of the kernel", c.KernelY, "columns of the kernel", c.KernelX,
		"input channels", c.In, "output channels", c.Out,
		"vertical dilation", c.DilationY, "horizontal dilation", c.DilationX)
	if err == nil && (c.KernelY%2 == 0 || c.KernelX%2 == 0) {
		err = fmt.Errorf("%s: the kernel is %dx%d, and its sides must be odd", c.Name, c.KernelX, c.KernelY)
	}
	if err == nil && max(c.KernelX/2*c.DilationX, c.KernelY/2*c.DilationY) > maxReach {
		err = fmt.Errorf("%s: a kernel of %dx%d with dilation %d and %d reaches more than %d points, which is more than any board", c.Name, c.KernelX, c.KernelY, c.DilationX, c.DilationY, maxReach)
	}
	return err
}

func (a *Attention) checkHeads() error {
	err := positive(a.Name, "heads", a.Heads, "heads of keys", a.KVHeads, "size of a query", a.QueryDim, "size of a value", a.ValueDim)
	switch {
	case err != nil:
		return err
	case a.Heads%a.KVHeads != 0:
		return fmt.Errorf("%s: %d heads cannot share %d heads of keys evenly", a.Name, a.Heads, a.KVHeads)
	case a.Rope != RopeNone && a.QueryDim%2 != 0:
		return fmt.Errorf("%s: a query of %d numbers has no pairs to rotate", a.Name, a.QueryDim)
	}
	for _, dims := range [][]int{{a.Heads, a.QueryDim}, {a.Heads, a.ValueDim}} {
		if _, ok := product(dims, maxNumber); !ok {
			return fmt.Errorf("%s: %d heads of %d numbers are too many", a.Name, dims[0], dims[1])
		}
	}
	return nil
}

// same returns an error if a and b differ.
func same(layer, aName string, a int, bName string, b int) error {
	if a == b {
		return nil
	}
	return fmt.Errorf("%s: %d %s do not fit %d %s", layer, a, aName, b, bName)
}

// positive returns an error if a number is not positive. The pairs consist of a name and a number.
func positive(layer string, pairs ...any) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if n := pairs[i+1].(int); n < 1 || n > maxNumber {
			return fmt.Errorf("%s: %v is %d and must be positive", layer, pairs[i], n)
		}
	}
	return nil
}

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// quote puts a word from a file in quotes for a message. It shortens long words.
func quote(s string) string {
	if len(s) > 40 {
		return fmt.Sprintf("%q...", s[:40])
	}
	return fmt.Sprintf("%q", s)
}
