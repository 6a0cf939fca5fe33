package selfcheck

import (
	"errors"
	"testing"
)

// TestReport checks that the report names the first check that fails, in one sentence.
func TestReport(t *testing.T) {
	var r Report
	r.check("one", func() (string, error) { return "fine", nil })
	r.check("two", func() (string, error) { panic("a\nb") })
	r.check("three", func() (string, error) { return "", errors.New("no") })
	if want := "two: the check panicked: a b"; r.Problem != want || !r.Findings[0].OK || r.Findings[1].OK || r.Findings[2].Detail != "no" {
		t.Errorf("got %+v, want the problem %q, and the details of three checks", r, want)
	}
}

// TestCounts checks the counts for other boards than those of the self-check.
func TestCounts(t *testing.T) {
	if positions := legalPositions(4, 1); positions != 41 {
		t.Errorf("4x1 has %d legal positions, want 41", positions)
	}
	if two, one := numberOfGames(2), numberOfGames(1); two != 9 || one != 1 {
		t.Errorf("1x2 has %d games and 1x1 %d, want 9 and 1", two, one)
	}
}
