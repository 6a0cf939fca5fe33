package lab

import (
	"testing"

	"tengen/baduk"
)

// TestWordForm reads back the one-word form of every preset and of every axis.
func TestWordForm(t *testing.T) {
	var all []baduk.Rules
	for _, p := range baduk.Presets() {
		all = append(all, p.Rules)
		for _, axis := range baduk.Axes() {
			for _, v := range axis.Values {
				if r, err := p.Rules.With(axis.Key, v.Word); err == nil {
					all = append(all, r)
				}
			}
		}
	}
	for _, r := range all {
		if again, err := baduk.ParseRules(WordForm(r)); err != nil || again != r {
			t.Errorf("%s is read as %v (%v), want %v", WordForm(r), again, err, r)
		}
	}
	if got := WordForm(baduk.TrompTaylor()); got != "koPOSITIONALscoreAREAtaxNONEsui1komi7.5" {
		t.Errorf("the word of Tromp-Taylor is %s, want koPOSITIONALscoreAREAtaxNONEsui1komi7.5", got)
	}
}
