package topology

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestIntervals checks that the value of an expression at a point is in the interval of every area
// around the point.
func TestIntervals(t *testing.T) {
	formulas := []string{
		"x", "-y", "x*y", "x*x - y", "x^2 + y^2", "x^3", "2^x", "abs(x)^0.5", "(x+1/2)^-2", "(abs(x)+1)^(y/50)", "x/(y+0.5)", "x % 7", "y % (abs(x)+1)", "1/x",
		"exp(-x^2)", "log(abs(x))", "sqrt(x)", "floor(x/3) - ceil(y/5)", "int(y/4)", "min(x, y, 3)", "max(-x, y)", "exp(x) - exp(y)", "1/(1+exp(x^2+y^2))",
		"x < 3 ? 1 : 2", "x == 3 and not (y > 2) ? x : y", "x != 2 or y <= -1 ? 0 : i", "x > y ? (y >= 0 ? 5 : -5) : d", "i % 3", "d*x", "x < 0 || y < 0 && x > 4 ? 1/x : 0",
		"true ? x : y", "exp(exp(x*x)) * x", "0^x", "x^y",
	}
	random := splitMix64(3)
	number := func(n int) int { return int(random.next() % uint64(n)) }
	wide, narrow := 0, 0
	for _, text := range formulas {
		f, err := compile(text, &pointVariables{})
		if err != nil {
			t.Fatal(err)
		}
		for l := range lattices() {
			for range 200 {
				size := []int{1, 8, 60, 2000}[number(4)]
				r := area{x0: number(100) - 50, y0: number(100) - 50}
				r.x1, r.y1 = r.x0+number(size), r.y0+number(size)
				all := f.bounds(l.intervals(&r))
				if all.vague {
					wide++
				} else {
					narrow++
				}
				for range 20 {
					p := xy{r.x0 + number(r.x1-r.x0+1), r.y0 + number(r.y1-r.y0+1)}
					v, _, err := f.value(l.variables(p))
					switch {
					case !l.has(p) || all.vague:
					case err != nil || math.IsNaN(v) || v < all.least || v > all.most:
						t.Fatalf("%s: got %v, %v at %v, want a value within %v", text, v, err, p, all)
					}
				}
			}
		}
	}
	if wide > narrow/2 {
		t.Errorf("got %d of %d intervals without bounds, want fewer", wide, wide+narrow)
	}
}

// TestTotals compares sums over a plane with sums known from elsewhere.
func TestTotals(t *testing.T) {
	coth := func(x float64) float64 { return 1 / math.Tanh(x) }
	for _, test := range []struct {
		weight string
		want   float64
	}{
		{"0", 0},
		{"2^-(abs(x) + abs(y))", 9}, // 3 in each direction, since 1 + 2*(1/2 + 1/4 + ...) = 3
		{"exp(-abs(x) - abs(y))", coth(0.5) * coth(0.5)},
		{"(x == 100 and y == 0) ? 1 : 0", 1},
		{"x == 1000000 and y == -999999 ? 2.5 : 0", 2.5},
		{"max(abs(x), abs(y)) <= 1000 ? 1 : 0", 2001 * 2001},
		{"max(abs(x), abs(y)) == 500 ? -1 : 0", -4000},
		{"x^2 + y^2 <= 1e8 ? 1 : 0", 314159053}, // Gauss's circle of radius 10000
		{"x * exp(-x^2 - y^2)", 0},
		{"exp(-(x-50)^2 - (y+30)^2)", 3.1422426599356466},
		{"i < 1000 ? i : 0", 499500},
		{"d == 4 ? 0 : 1", 0},
	} {
		f, err := compile(test.weight, &pointVariables{})
		if err != nil {
			t.Fatal(err)
		}
		total, err := wholePlane().total(f, nil)
		if err != nil {
			t.Errorf("%s: %v", test.weight, err)
			continue
		}
		if got, _ := total.Float64(); math.Abs(got-test.want) > 1e-15*math.Abs(test.want) {
			t.Errorf("%s sums up to %.17g, want %.17g", test.weight, got, test.want)
		}
	}
	for name, test := range map[string]struct {
		weight string
		want   float64
	}{
		"half-plane":    {"y < 2 and abs(x) <= 3 ? 1 : 0", 14},
		"quarter-plane": {"2^-(x + y) * (d == 4 ? 1 : 0)", 1}, // the sides have fewer neighbours
		"infinite hex":  {"d == 3 and max(abs(x), abs(y)) < 2 ? 1 : 0", 9},
	} {
		for l := range lattices() {
			if l.name != name {
				continue
			}
			f, _ := compile(test.weight, &pointVariables{})
			total, err := l.total(f, nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got, _ := total.Float64(); got != test.want {
				t.Errorf("%s: %s sums up to %v, want %v", name, test.weight, got, test.want)
			}
		}
	}
}

// TestGivenTotal checks totals given in a file. They must be used if tengen cannot compute the sum,
// and they are verified as far as possible.
func TestGivenTotal(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{`"weight":"1/(1+x^2+y^2)^2"`, "all together they are between 3.22658"},
		{`"weight":"1/(1+x^2+y^2)^2","total":3.2265812`, ""},
		{`"weight":"1/(1+x^2+y^2)^2","total":3.3`, "the total is 3.3, but the weights sum up to 3.22658"},
		{`"weight":"1/(1+x^2+y^2)^2","total":3.2`, "the total is 3.2, but the weights sum up to 3.22658"},
		{`"weight":"exp(-x^2-y^2)","total":3.14159`, "the total is 3.14159, but the weights sum up to 3.14224265994"},
		{`"total":3.14224266`, ""},
		{`"weight":"sqrt(abs(x)-x)","total":1`, ""}, // the total cannot be checked
		{`"weight":"sqrt(abs(x)-x)"`, `cannot bound the weights far from the middle; give their sum over all points as "total"`},
		{`"weight":"log(0.5+x*x)"`, "tengen cannot bound"},
		{`"weight":"1","total":5`, "infinitely many points weigh 1"},
		{`"total":1e31`, "beyond 1e+30"},
		{`"total":"5"`, "not a number"},
		{`"window":["x"]`, `window[0]: "x" is not a point of an infinite board: write it like -3,2`},
		{`"window":["5000000,1"]`, `window[0]: 5000000,1 is too far from the middle`},
		{`"window":["50,50","50,50"]`, ""},
	} {
		b, err := Read("test", fmt.Appendf(nil, `{"shape":"infinite",%s}`, test.file))
		switch {
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want %s", test.file, err, test.want)
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.file, err)
		case err == nil:
			checkReread(t, b)
		}
	}
	if _, err := Read("test", []byte(`{"shape":"9x9","total":81}`)); err == nil || !strings.Contains(err.Error(), "only an infinite board") {
		t.Error(err)
	}
	if _, err := Read("test", []byte(`{"shape":"9x9","window":["1,1"]}`)); err == nil || !strings.Contains(err.Error(), "only an infinite board has a window") {
		t.Error(err)
	}
}
