package kifu

import "testing"

// TestSpokenRank checks that ranks in words are converted to the form of SGF, and that
// other texts stay.
func TestSpokenRank(t *testing.T) {
	for text, want := range map[string]string{
		"五段": "5d", "职业三段": "3p", "職業 九段": "9p", "业余6段": "6d", "初段": "1d", "十八级": "18k", "二十级": "20k", "9단": "9d", "프로 9단": "9p",
		"5d": "5d", "": "", "段": "段", "五五段": "五五段", "名人": "名人", "四十段": "四十段",
	} {
		if got := spokenRank(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	f, err := LoadBytes([]byte("(;GM[1]BR[五段]WR[职业三段]RU[JPN];B[pd])"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tree := f.Trees[0]; !tree.RulesKnown || tree.Rules.Name() != "Japanese" || tree.Info().Rules != "JPN" {
		t.Errorf("JPN: got %+v, want Japanese rules", tree.Rules)
	}
	if _, losses, err := f.Trees[0].Export(FormatJGOF); err != nil || len(losses) != 0 {
		t.Errorf("got the losses %v, %v, want none", losses, err)
	}
}
