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

func model(t *testing.T) *nn.Model {
	t.Helper()
	m, err := nn.Read(strings.NewReader(embedded.Net()), nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCard: the card is that of this net, and the net is small enough to be bundled.
func TestCard(t *testing.T) {
	m := model(t)
	for _, want := range []string{m.SHA256, m.Info().Architecture, m.Name} {
		if !strings.Contains(embedded.Card(), want) {
			t.Errorf("the card does not have %s", want)
		}
	}
	if len(embedded.Net()) > 12<<20 {
		t.Errorf("%d bytes", len(embedded.Net()))
	}
}

// TestIntegers: every way to compute the net that a CPU has is within what is tolerated,
// so that nothing of it need be checked when the program starts.
func TestIntegers(t *testing.T) {
	check := netcheck.Check{Model: model(t), Levels: nn.Levels(), Positions: 2}
	found, err := check.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range found.Levels {
		if !l.Most.Within(netcheck.Tolerance(l.Level)) {
			t.Errorf("%v: %+v", l.Level, l.Most)
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

// filters are what a convolution makes each of its outputs of.
func filters(c *nn.Conv) [][]float32 {
	all := make([][]float32, c.Out)
	for i, w := range c.Weights {
		all[i%c.Out] = append(all[i%c.Out], w)
	}
	return all
}

// TestNotTheTeacher: the net learnt what its teacher says and has none of its weights. No
// tensor equals or is like one of the teacher's, wherever it stands there, and of the first layer, where inputs mean the same in both, no
// filter is one of the teacher's.
func TestNotTheTeacher(t *testing.T) {
	file := filepath.Join("..", "..", "..", "shared", "models", "g170-b6c96-s175395328-d26788732.bin.gz")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("the teacher is not here, so nothing can be compared with it: %v", err)
	}
	teacher, err := nn.ReadFile(file, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	ours := model(t)
	theirs := map[int][][]float32{}
	tensors(reflect.ValueOf(teacher), "", func(_ string, values []float32) { theirs[len(values)] = append(theirs[len(values)], values) })
	compared := 0
	tensors(reflect.ValueOf(ours), "", func(path string, values []float32) {
		if len(values) < 1000 { // in so few numbers everything is like something
			return
		}
		compared++
		for _, other := range theirs[len(values)] { // those of another length are not the same
			if like := likeness(values, other); math.Abs(like) > 0.3 {
				t.Errorf("%s with %d numbers is like a tensor of the teacher: %.3f", path, len(values), like)
			}
		}
	})
	most := 0.0
	for i, filter := range filters(&ours.Trunk.InitialConv) {
		for j, other := range filters(&teacher.Trunk.InitialConv) {
			if like := math.Abs(likeness(filter, other)); like > 0.9 {
				t.Errorf("filter %d of the first layer is like filter %d of the teacher's: %.3f", i, j, like)
			} else {
				most = max(most, like)
			}
		}
	}
	t.Logf("%d tensors; of filters of the first layer the two that are most alike are so by %.3f", compared, most)
	if compared < 20 {
		t.Errorf("only %d tensors were compared", compared)
	}
	own := ours.Trunk.InitialConv.Weights
	if likeness(own, own) < 0.999 {
		t.Error("the comparison does not know the same tensor")
	}
}

// likeness is the cosine of the angle between two tensors.
func likeness(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	return ab / math.Sqrt(aa*bb+1e-300)
}
