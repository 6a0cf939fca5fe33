package lab

import (
	"strings"
	"testing"

	"tengen/baduk"
)

// TestCompareRules checks that exactly the axes on which presets differ are listed.
func TestCompareRules(t *testing.T) {
	for _, test := range []struct{ a, b, keys string }{
		{"chinese", "chinese", ""},
		{"chinese", "japanese", "scoring tax dead friendlyPassOk whiteHandicapBonus komi"},
		{"chinese", "chinese+komi=7", "komi"},
		{"tromp-taylor", "tromp-taylor-000", "suicide dead"},
		{"alphago-003", "chinese-000", "ko friendlyPassOk ties"},
		{"aga", "aga-button", "hasButton komi"},
	} {
		a, err := baduk.ParseRules(test.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := baduk.ParseRules(test.b)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, d := range CompareRules(a, b) {
			keys = append(keys, d.Key)
			if d.A == d.B || !strings.HasSuffix(d.Text, ".") || strings.Contains(d.Text, "%!") {
				t.Errorf("%+v; want two values and a sentence", d)
			}
		}
		if have := strings.Join(keys, " "); have != test.keys {
			t.Errorf("%s and %s: %s, want %s", test.a, test.b, have, test.keys)
		}
	}
}

// TestDescribe describes every preset. The sentences name every axis except a button, pass stones or a
// tax that the rules do not have.
func TestDescribe(t *testing.T) {
	for _, p := range baduk.Presets() {
		lines := Describe(p.Rules)
		for _, line := range lines {
			if !strings.HasSuffix(line, ".") || !strings.Contains(line, ": ") {
				t.Errorf("%s: %q; want a sentence with a heading", p.Name, line)
			}
		}
		if n := len(baduk.Axes()) + 1 - 3; len(lines) < n {
			t.Errorf("%s: %d lines, want %d at least", p.Name, len(lines), n)
		}
	}
	text := strings.Join(Describe(baduk.Japanese()), "\n")
	for _, want := range []string{"Scoring: Surrounded points and prisoners count", "Tax: Surrounded points in seki do not count.", "Komi: White receives 6.5 points for moving second."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "button") {
		t.Error(text)
	}
	for komi, want := range map[baduk.Komi]string{0: "White receives nothing", 2: "White receives 1 point for", -3: "Black receives 1.5 points."} {
		r := baduk.Chinese()
		r.Komi = komi
		if lines := Describe(r); !strings.Contains(lines[len(lines)-1], want) {
			t.Errorf("%v: %s; want %q", komi, lines[len(lines)-1], want)
		}
	}
}
