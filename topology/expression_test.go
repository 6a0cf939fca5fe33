package topology

import (
	"math"
	"strings"
	"sync"
	"testing"
)

func TestExpressions(t *testing.T) {
	at := &pointVariables{X: 3, Y: -2, I: 7, D: 4}
	for _, test := range []struct {
		text string
		want float64
	}{
		{"1", 1}, {"-1.5e1", -15}, {"0x10", 16}, {"x", 3}, {"y", -2}, {"i", 7}, {"d", 4},
		{"-x^2", -9}, {"-x^2-y^2", -13}, {"2^3^2", 512}, {"2**-1", 0.5}, {"x-y-1", 4}, {"x*y/4", -1.5},
		{"7/2", 3.5}, {"7%3", 1}, {"-7%3", -1}, {"x%2", 1}, {"(x+y)*2", 2}, {"- -x", 3},
		{"abs(y)", 2}, {"sqrt(16)", 4}, {"floor(-1.5)", -2}, {"ceil(-1.5)", -1}, {"int(-1.5)", -1}, {"int(1.5)", 1},
		{"min(x,y,0)", -2}, {"max(x)", 3}, {"max(x,y,10)", 10}, {"pow(x,3)", 27}, {"pow(4,0.5)", 2}, {"0^0", 1}, {"0^0.5", 0},
		{"exp(0)", 1}, {"log(1)", 0}, {"exp(1)", math.E}, {"log(2)", math.Ln2},
		{"x > 2 ? 10 : 20", 10}, {"x > 2 and y > 2 ? 10 : 20", 20}, {"not (x > 2) or y < 0 ? 1 : 0", 1}, {"x == 3 && y != 3 ? 1 : 0", 1},
		{"x >= 3", 1}, {"x <= 2 || !(y == -2)", 0}, {"true", 1}, {"9007199254740993 - 9007199254740992", 0},
	} {
		e, err := compile(test.text, &pointVariables{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got, _, err := e.value(at); err != nil || got != test.want {
			t.Errorf("%s = %v, %v, want %v", test.text, got, err, test.want)
		}
	}
}

// TestForbidden checks that everything but arithmetic is rejected.
func TestForbidden(t *testing.T) {
	for _, text := range []string{
		"", " ", "a", "X", "z", "$env", "x.y", "x[0]", "x?.y", `"x"`, "'x'", "`x`", "nil", "[1]", "{x: 1}", "1..3", "x in [1]",
		"let a = 1; a", "1; 2", "x | abs", "x ?? 1", "filter(1..9, # > 1)", "map([1], #)", "all([1], true)", "reduce(1..9, # + #acc)",
		"repeat('x', 9)", "now()", "len('x')", "type(x)", "string(x)", "float(x)", "sum([1])", "toJSON(x)", "sqrt", "sqrt + 1", "x(1)",
		"sqrt(1)(2)", "abs()", "abs(1,2)", "pow(1)", "min()", "abs(x > 1)", "x + true", "x > true", "not x", "x ? 1 : 0", "x matches 'x'",
		"x contains 1", "x startsWith 1", "(x", "x)", "#", "1 +", "* 1", "x y", "1e999", "x // 1", "x /* 1 */", "x\n+1", "x\x00", "/(1,2)",
		strings.Repeat("(", 400), strings.Repeat("-", 499) + "x", strings.Repeat("x ? ", 100),
		strings.Repeat("x", 501), strings.Repeat("x+", 120) + "x",
	} {
		e, err := compile(text, &pointVariables{})
		if err == nil {
			v, _, err := e.value(&pointVariables{})
			t.Errorf("%q: got %v, %v, want an error", text, v, err)
		} else if strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("%q: got an error of several lines: %q", text, err)
		}
	}
}

// TestAlive checks that only the results 1 and true mean alive. An expression that fails means
// not alive.
func TestAlive(t *testing.T) {
	for _, test := range []struct {
		text string
		want map[float64]bool
	}{
		{"z > 1/1000", map[float64]bool{0: false, 0.001: false, 0.0011: true}},
		{"int((z+360)/361)", map[float64]bool{0: false, 1: true, 361: true, 362: false, -1: false}},
		{"1/(z-3) > 0", map[float64]bool{2: false, 3: false, 4: true}},
		{"sqrt(z)", map[float64]bool{-1: false, 0: false, 1: true, 4: false}},
		{"z >= 1 ? 1 : 2", map[float64]bool{0: false, 1: true}},
		{"z >= 1 ? true : 0", map[float64]bool{0: false, 1: true}},
	} {
		e, err := compile(test.text, &sumVariables{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		for z, want := range test.want {
			if got := e.alive(z); got != want {
				t.Errorf("%s, z = %v: got %v, want %v", test.text, z, got, !got)
			}
		}
	}
}

// TestParallel evaluates one expression in several goroutines, for the race detector, since
// searches share a graph.
func TestParallel(t *testing.T) {
	e, err := compile("z % 2", &sumVariables{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			for i := range 100 {
				if z := float64(n*100 + i); e.alive(z) != (i%2 == 1) {
					t.Errorf("z = %v: %v", z, e.alive(z))
				}
			}
		})
	}
	group.Wait()
}

// TestElementary compares the functions with package math. It also compares them with exact
// results, which must be the same on every machine.
func TestElementary(t *testing.T) {
	ulps := func(got, want float64) float64 {
		if got == want {
			return 0
		}
		return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
	}
	for x := -744.0; x < 709; x += 0.0137 {
		if d := ulps(exp(x), math.Exp(x)); d > 2 {
			t.Errorf("exp(%v): got %v with an error of %v units in the last place, want at most 2", x, exp(x), d)
		}
	}
	for x := 1e-300; x < 1e300; x *= 1.37 {
		if d := ulps(log(x), math.Log(x)); d > 4 {
			t.Errorf("log(%v): got %v with an error of %v units in the last place, want at most 4", x, log(x), d)
		}
		if d := ulps(pow(x, 0.75), math.Pow(x, 0.75)); d > 2000 {
			t.Errorf("pow(%v, 0.75): got %v with an error of %v units in the last place, want at most 2000", x, pow(x, 0.75), d)
		}
	}
	for _, test := range []struct {
		got  float64
		want uint64
	}{
		{exp(-1), 0x3fd78b56362cef38}, {exp(-100), 0x36ea8c1f14e2af5d}, {log(10), 0x40026bb1bbb55516}, {pow(3, -2), 0x3fbc71c71c71c71c},
	} {
		if bits := math.Float64bits(test.got); bits != test.want {
			t.Errorf("%v: got the bits %#x, want %#x", test.got, bits, test.want)
		}
	}
	for _, x := range []float64{exp(math.NaN()), log(math.NaN()), log(-1), pow(-1, 0.5), pow(math.NaN(), 2)} {
		if !math.IsNaN(x) {
			t.Errorf("got %v, want NaN", x)
		}
	}
	if exp(1000) != math.Inf(1) || exp(-1000) != 0 || exp(math.Inf(-1)) != 0 || log(0) != math.Inf(-1) || log(math.Inf(1)) != math.Inf(1) {
		t.Error("exp or log is wrong for very large or small arguments, 0 or an infinity")
	}
}
