package neteval

import (
	"slices"
	"testing"

	"tengen/baduk"
)

func TestProfileOf(t *testing.T) {
	for _, at := range []struct{ source, black, white, date, want string }{
		{"ogs", "5k", "2d", "2019-03-01", "rank_5k_2d"},
		{"ogs", "5k", "5k", "2016-12-31", "preaz_5k"},
		{"gtl", "30k", "12 kyu", "", "preaz_30k_12k"},
		{"kgs", "7D?", " 8 dan", "played 2017", "rank_7d_8d"},
		{"fox", "9段", "16级", "2019-02-22", "rank_9d_16k"},
		{"fox", "P9段", "P1段", "2019-02-22", "proyear_2019"},
		{"pro", "9p", "4p", "1846-09-11", "proyear_1846"},
		{"pro", "9p", "4p", "1683", "proyear_1800"},
		{"pro", "9p", "1d", "1983", "preaz_9d_1d"},
		{"pro", "9p", "4p", "", ""},
		{"ogs-bot", "5k", "2d", "2019-03-01", ""},
		{"ogs", "?", "2d", "2019-03-01", ""},
		{"ogs", "5k", "", "2019-03-01", ""},
		{"goquest", "2121", "2212", "2015-12-11", ""},
		{"ogs", "31k", "5k", "2019", ""},
		{"ogs", "10d", "5k", "2019", ""},
		{"ogs", "0k", "5k", "2019", ""},
		{"ogs", "7-8k", "5k", "2019", ""},
	} {
		if p, ok := ProfileOf(at.source, at.black, at.white, at.date); p.String() != at.want || ok != (at.want != "") {
			t.Errorf("%v: got %v, %v", at, p, ok)
		}
	}
}

func TestRank(t *testing.T) {
	p, _ := ProfileOf("", "30k", "9d", "")
	if b, w := p.Rank(baduk.Black), p.Rank(baduk.White); b != 39 || w != 1 {
		t.Errorf("got the ranks %d and %d, want 39 and 1", b, w)
	}
	if got := p.Modern().String(); got != "rank_30k_9d" {
		t.Errorf("got %s", got)
	}
	if pro, _ := ProfileOf("", "9p", "9p", "1990"); pro.Modern() != pro || !pro.Professional() || p.Professional() {
		t.Error("the profile of professionals must not change, and only they are professionals")
	}
}

// TestWeakRanks checks that each rank down to 25k has inputs of its own, in which one more input is 1, and that weaker
// ranks have the inputs of 25k.
func TestWeakRanks(t *testing.T) {
	inputs := func(r int8) []float32 {
		return Profile{modern, r, r, 0}.AppendInputs(nil, baduk.Black, 81)
	}
	for r := int8(2); r <= weakestRank; r++ {
		was, is := inputs(r-1), inputs(r)
		if r > ranksOfOne {
			if !slices.Equal(was, is) {
				t.Errorf("%s has other inputs than %s", rankName(r), rankName(r-1))
			}
			continue
		}
		for i, v := range is {
			want := was[i]
			if i == metaRanks+int(r)-1 || i == metaRanks+ranksOfOne+int(r)-1 {
				want = 1
				if was[i] != 0 {
					t.Errorf("%s: input %d is %v", rankName(r-1), i, was[i])
				}
			}
			if v != want {
				t.Errorf("%s: input %d is %v, want %v", rankName(r), i, v, want)
			}
		}
	}
}
