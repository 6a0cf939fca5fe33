package embedded_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/internal/embedded"
	"tengen/netcheck"
	"tengen/nn"
)

func model(t *testing.T, net string) *nn.Model {
	t.Helper()
	m, err := nn.Read(strings.NewReader(net), nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCard checks that the cards describe the nets, and that the nets are small enough to
// be bundled.
func TestCard(t *testing.T) {
	for i, c := range []struct {
		net, card string
		most      int // bytes
	}{{embedded.Net(), embedded.Card(), 6 << 20}, {embedded.HumanNet(), embedded.HumanCard(), 3 << 20}} {
		m := model(t, c.net)
		for _, want := range []string{m.SHA256, m.Info().Architecture, m.Name} {
			if !strings.Contains(c.card, want) {
				t.Errorf("%s: the card does not have %s", m.Name, want)
			}
		}
		if got := embedded.Names()[i]; got != m.Name {
			t.Errorf("net %d is called %q, want %q, the name in its file", i, got, m.Name)
		}
		if len(c.net) > c.most {
			t.Errorf("%s has %d bytes, want at most %d", m.Name, len(c.net), c.most)
		}
	}
	if model(t, embedded.Net()).MetaInputs() != 0 || model(t, embedded.HumanNet()).MetaInputs() == 0 {
		t.Error("only the second net must imitate human players")
	}
}

// TestIntegers checks that every kernel of this CPU computes the nets within the
// tolerance. So the program does not have to check it at its start.
func TestIntegers(t *testing.T) {
	for _, net := range []string{embedded.Net(), embedded.HumanNet()} {
		check := netcheck.Check{Model: model(t, net), Levels: nn.Levels(), Positions: 2}
		found, err := check.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range found.Levels {
			if !l.Most.Within(netcheck.Tolerance(l.Level)) {
				t.Errorf("%s, %v: got the differences %+v, want at most %+v", check.Model.Name, l.Level, l.Most, netcheck.Tolerance(l.Level))
			}
		}
	}
}

// tensors calls do for all weights of a model.
func tensors(v reflect.Value, path string, do func(path string, values []float32)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			tensors(v.Elem(), path, do)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				tensors(v.Field(i), path+"."+v.Type().Field(i).Name, do)
			}
		}
	case reflect.Slice:
		if values, ok := v.Interface().([]float32); ok {
			do(path, values)
			return
		}
		for i := range v.Len() {
			tensors(v.Index(i), path, do)
		}
	}
}

// filters returns the weights of each output of a convolution.
func filters(c *nn.Conv) [][]float32 {
	all := make([][]float32, c.Out)
	for i, w := range c.Weights {
		all[i%c.Out] = append(all[i%c.Out], w)
	}
	return all
}

// TestNotTheTeacher checks that the net, which was trained on its teacher's answers, has
// none of its weights. No tensor is similar to any of the teacher's tensors. In the first
// layer, whose inputs are the same in both nets, no filter is similar to one of the
// teacher's.
func TestNotTheTeacher(t *testing.T) {
	file := filepath.Join("..", "..", "..", "shared", "models", "g170-b6c96-s175395328-d26788732.bin.gz")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("the net of the teacher is missing: %v", err)
	}
	teacher, err := nn.ReadFile(file, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	ours := model(t, embedded.Net())
	theirs := map[int][][]float32{}
	tensors(reflect.ValueOf(teacher), "", func(_ string, values []float32) { theirs[len(values)] = append(theirs[len(values)], values) })
	compared := 0
	tensors(reflect.ValueOf(ours), "", func(path string, values []float32) {
		if len(values) < 1000 { // short tensors are similar by chance
			return
		}
		compared++
		for _, other := range theirs[len(values)] { // tensors of another length differ anyway
			if like := cosine(values, other); math.Abs(like) > 0.3 {
				t.Errorf("%s with %d numbers is similar to a tensor of the teacher: %.3f, want at most 0.3", path, len(values), like)
			}
		}
	})
	most := 0.0
	for i, filter := range filters(&ours.Trunk.InitialConv) {
		for j, other := range filters(&teacher.Trunk.InitialConv) {
			if like := math.Abs(cosine(filter, other)); like > 0.9 {
				t.Errorf("filter %d of the first layer is similar to the teacher's filter %d: %.3f, want at most 0.9", i, j, like)
			} else {
				most = max(most, like)
			}
		}
	}
	t.Logf("%d tensors were compared; the largest cosine of two filters of the first layer is %.3f", compared, most)
	if compared < 20 {
		t.Errorf("%d tensors were compared, want at least 20", compared)
	}
	own := ours.Trunk.InitialConv.Weights
	if like := cosine(own, own); like < 0.999 {
		t.Errorf("the cosine of a tensor with itself is %v, want 1", like)
	}
}

// cosine is the cosine of the angle between two tensors.
func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	return ab / math.Sqrt(aa*bb+1e-300)
}
