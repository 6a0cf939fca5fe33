package analysis

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse compares the parser with the standard library's: which texts they accept, and the values that they read.
// What dump writes must be read back as the same value.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`{"id":"a","x":[1,-2.5e3,true,null,"\ud83d\ude00é\n"]}`, `[1,]`, `{"a":{"b":[]}}`, `"\u00e9`, `-0`, `1e5`, "\xff", `18446744073709551615`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := parse(text)
		// KataGo's library ends at a zero byte, allows a byte order mark at the beginning, and refuses text that is not
		// UTF-8, single surrogates and numbers beyond float64.
		if strings.Contains(text, "\x00") || strings.HasPrefix(text, byteOrderMark) || !utf8.ValidString(text) {
			return
		}
		var want any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		wantErr := d.Decode(&want)
		valid := json.Valid([]byte(text))
		if err == nil && !valid {
			t.Fatalf("%q is invalid, and is read as %v", text, v)
		}
		if err != nil {
			if m := err.Error(); valid && !strings.Contains(m, "surrogate") && !strings.Contains(m, "number overflow") && !strings.Contains(m, "nested lists and objects") {
				t.Fatalf("%q is valid, and is refused: %v", text, err)
			}
			return
		}
		if wantErr != nil {
			t.Fatal(wantErr)
		}
		if !same(v, want) {
			t.Fatalf("%q is read as %#v, want %#v", text, v, want)
		}
		again, err := parse(string(dump(v)))
		if err != nil || !reflect.DeepEqual(again, v) {
			t.Fatalf("%q is written as %q and read back as %#v, %v", text, dump(v), again, err)
		}
	})
}

// same reports whether a value equals the one that the standard library read.
func same(v, want any) bool {
	switch want := want.(type) {
	case json.Number:
		x, ok := asFloat(v)
		y, err := want.Float64()
		return ok && err == nil && (x == y || math.Abs(x-y) <= 1e-15*math.Abs(y))
	case []any:
		list, ok := v.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range list {
			if !same(list[i], want[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		o, ok := v.(object)
		if !ok || len(o) != len(want) {
			return false
		}
		for k := range want {
			if !same(o[k], want[k]) {
				return false
			}
		}
		return true
	}
	return v == want
}

// TestDump compares the text of values with the text that KataGo's library wrote.
func TestDump(t *testing.T) {
	for want, v := range map[string]any{
		"1e-07": 1e-7, "0.0001": 0.0001, "123456789.125": 123456789.125, "1e+15": 1e15, "100000000000000.0": 1e14, "1.0": 1.0, "-0.0": math.Copysign(0, -1),
		"1e+20": 1e20, "2.45126812e-05": 2.45126812e-05, "0.000102": 0.000102, "0.5": 0.5, "null": math.Inf(1), `"é\n\u0001/<>&\"\\"`: "é\n\u0001/<>&\"\\",
		`{"a":[],"b":{}}`: object{"b": object{}, "a": []any{}}, `"` + "\uFFFD" + `"`: "\xff",
	} {
		if got := string(dump(v)); got != want {
			t.Errorf("%v is written as %s, want %s", v, got, want)
		}
	}
}

// TestRound checks that rounding keeps nine digits.
func TestRound(t *testing.T) {
	for _, c := range [][2]float64{{0.089851915836334, 0.0898519158}, {-17.8139552123, -17.8139552}, {0, 0}, {4503599627370.25, 4503599627370}, {1e-70, 1e-70}} {
		if got := round(c[0]); got != c[1] {
			t.Errorf("%v is rounded to %v, want %v", c[0], got, c[1])
		}
	}
}
