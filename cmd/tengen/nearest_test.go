package main

import "testing"

// TestEditDistance: two letters in the wrong order are one mistake, the commonest of all.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"modle", "model", 1}, {"adr", "addr", 1}, {"kitten", "sitting", 3}, {"abcd", "badc", 2}, {"ca", "abc", 3}} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q it is %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := nearest("modle", []string{"config", "model", "human-model"}); got != "model" {
		t.Errorf("modle is nearest to %q", got)
	}
}
