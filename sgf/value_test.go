package sgf

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestTypedValues(t *testing.T) {
	for _, test := range []struct {
		raw                            string
		number, real, double, color, p string // the value read as each type; "" for an error
	}{
		{raw: ""}, {raw: " "}, {raw: "x"}, {raw: "+"}, {raw: "."}, {raw: "-."}, {raw: "1e3"}, {raw: "Inf"}, {raw: "NaN"}, {raw: "0x10"}, {raw: "1_0"}, {raw: "6,5"}, {raw: "1 2"}, {raw: "--1"},
		{raw: "0", number: "0", real: "0"},
		{raw: "1", number: "1", real: "1", double: "1"},
		{raw: " 2\n", number: "2", real: "2", double: "2"},
		{raw: "+19", number: "19", real: "19"},
		{raw: "-7", number: "-7", real: "-7"},
		{raw: "6.5", real: "6.5"}, {raw: "7.", real: "7"}, {raw: ".5", real: "0.5"}, {raw: "-0.5", real: "-0.5"}, {raw: "1.2.3"}, {raw: "1-2"},
		{raw: "99999999999999999999", real: "1e+20"},
		{raw: "B", color: "B"}, {raw: "w", color: "W"}, {raw: " Black", color: "B"}, {raw: "white", color: "W"}, {raw: "BW"},
		{raw: "aa:b:c", p: "{aa b:c}"}, {raw: ":", p: "{ }"}, {raw: `a\:b`},
	} {
		check := func(kind, want string, got any, err error) {
			t.Helper()
			var wrong *ValueError
			if want == "" {
				if !errors.As(err, &wrong) || wrong.Raw != test.raw {
					t.Errorf("%q as %s: got %v, %v, want a ValueError", test.raw, kind, got, err)
				}
			} else if err != nil || fmt.Sprint(got) != want {
				t.Errorf("%q as %s: got %v, %v, want %s", test.raw, kind, got, err, want)
			}
		}
		n, err := ParseNumber(test.raw)
		check("number", test.number, n, err)
		r, err := ParseReal(test.raw)
		check("real", test.real, r, err)
		d, err := ParseDouble(test.raw)
		check("double", test.double, d, err)
		c, err := ParseColor(test.raw)
		check("color", test.color, c, err)
		p, err := ParsePair(test.raw)
		check("pair", test.p, p, err)
	}
}

func TestTypedAccess(t *testing.T) {
	n := parse(t, "(;HA[2]KM[six]DM[2]PL[W]AP[a:b]LB[aa:1][bb:2]AR[x]AB[aa:ba]AW[aa][?])")[0]
	if v, err := n.Number("HA"); v != 2 || err != nil {
		t.Errorf("HA: got %v, %v, want 2", v, err)
	}
	const notANumber = `KM: "six" is not a number`
	if _, err := n.Real("KM"); err == nil || err.Error() != notANumber {
		t.Errorf("KM: got %v, want %s", err, notANumber)
	}
	const missing = "XX: the property is missing"
	if _, err := n.Double("XX"); !errors.Is(err, ErrMissing) || err.Error() != missing {
		t.Errorf("XX: got %v, want %s", err, missing)
	}
	if v, err := n.Double("DM"); v != 2 || err != nil {
		t.Errorf("DM: got %v, %v, want 2", v, err)
	}
	if v, err := n.Color("PL"); v != White || err != nil {
		t.Errorf("PL: got %v, %v, want %v", v, err, White)
	}
	if v, err := n.Pair("AP"); v != (Pair{"a", "b"}) || err != nil {
		t.Errorf("AP: got %v, %v, want {a b}", v, err)
	}
	if v, err := n.Pairs("LB"); !slices.Equal(v, []Pair{{"aa", "1"}, {"bb", "2"}}) || err != nil {
		t.Errorf("LB: got %v, %v, want {aa 1} and {bb 2}", v, err)
	}
	const notAPair = `AR: "x" is not two values with a colon between them`
	if v, err := n.Pairs("AR"); len(v) > 0 || err == nil || err.Error() != notAPair {
		t.Errorf("AR: got %v, %v, want %s", v, err, notAPair)
	}
	if _, err := n.Pairs("XX"); !errors.Is(err, ErrMissing) {
		t.Errorf("pairs of XX: got %v, want %v", err, ErrMissing)
	}
	if v, err := n.Points("AB"); !slices.Equal(v, []XY{{0, 0}, {1, 0}}) || err != nil {
		t.Errorf("AB: got %v, %v, want aa and ba", v, err)
	}
	const notAPoint = `AW: "?" is not a point, which has two letters from a to z and A to Z`
	if v, err := n.Points("AW"); len(v) != 1 || err == nil || err.Error() != notAPoint {
		t.Errorf("AW: got %v, %v, want 1 point and %s", v, err, notAPoint)
	}
	if _, err := n.Points("XX"); !errors.Is(err, ErrMissing) {
		t.Errorf("points of XX: got %v, want %v", err, ErrMissing)
	}
}

func TestColorString(t *testing.T) {
	if got, want := []string{NoColor.String(), Black.String(), White.String()}, []string{"", "B", "W"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
