package store

import (
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

func TestReadDate(t *testing.T) {
	for text, want := range map[string][2]string{
		"1846":                                {"1846-01-01", "1846-12-31"},
		"1846-07":                             {"1846-07-01", "1846-07-31"},
		"1846-07-21":                          {"1846-07-21", "1846-07-21"},
		"1996-05,06":                          {"1996-05-01", "1996-06-30"},
		"1996-05-06,07,08":                    {"1996-05-06", "1996-05-08"},
		"1996-05-06,06-01":                    {"1996-05-06", "1996-06-01"},
		"1995-11-05,11-11,12":                 {"1995-11-05", "1995-11-12"},
		"2000-02":                             {"2000-02-01", "2000-02-29"},
		"1996,1997":                           {"1996-01-01", "1997-12-31"},
		"1996-12-27,28,1997-01-03":            {"1996-12-27", "1997-01-03"},
		"2004/3/9":                            {"2004-03-09", "2004-03-09"},
		"２００４年３月９日":                           {"2004-03-09", "2004-03-09"},
		"ca. 1670":                            {"1670-01-01", "1670-12-31"},
		"1930-00-00":                          {"1930-01-01", "1930-12-31"},
		"2017-04-04T09:59:32.868979037+00:00": {"2017-04-04", "2017-04-04"},
		"":                                    {"", ""},
		"Showa 5":                             {"", ""},
		"868979037":                           {"", ""},
	} {
		if s := readDate(text); s.since.String() != want[0] || s.until.String() != want[1] {
			t.Errorf("%q: got %v to %v, want %v", text, s.since, s.until, want)
		}
	}
}

func TestReadResult(t *testing.T) {
	for text, want := range map[string]outcome{
		"B+3.5": {baduk.Black, EndingPoints}, "W+0,5": {baduk.White, EndingPoints}, "W+R": {baduk.White, EndingResignation},
		"B+Resign": {baduk.Black, EndingResignation}, "b+t": {baduk.Black, EndingTime}, "W+Forfeit": {baduk.White, EndingForfeit},
		"B+": {baduk.Black, EndingWon}, "B+N": {baduk.Black, EndingWon}, "0": {baduk.Empty, EndingDraw}, "Jigo": {baduk.Empty, EndingDraw},
		"Void": {baduk.Empty, EndingVoid}, "?": {}, "": {}, "black": {baduk.Black, EndingWon}, "B+Offline": {baduk.Black, EndingTime},
		"白中盘胜": {baduk.White, EndingResignation}, "Unfinished": {}, "Ｗ＋２ｍｏｋｕ": {baduk.White, EndingPoints}, "x+1": {},
	} {
		if got := readResult(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for a, b := range map[string]string{
		"Honinbō  SHŪSAKU": "honinbo shusaku", "ＡＢＣ１２": "abc12", "ｶﾞｷﾞ": "ガギ", "Çetin": "cetin", "　呉　清源 ": "呉 清源", "Ё": "е", "한국": "한국", "ﬁ": "fi",
	} {
		if fold(a) != fold(b) {
			t.Errorf("%q is folded to %q, want %q as for %q", a, fold(a), fold(b), b)
		}
	}
	for a, b := range map[string]string{"か": "が", "は": "ぱ", "a": "b", "黒": "黑"} {
		if fold(a) == fold(b) {
			t.Errorf("%q and %q are folded to the same text, want different ones", a, b)
		}
	}
}

func TestParsePattern(t *testing.T) {
	p, err := ParsePattern("X . O\n\n ?*. \r\n", Left)
	if err != nil || p.Width != 3 || p.Height != 2 || p.String() != "X.O\n??.\n" || p.Edges != Left {
		t.Errorf("got %+v, %v, want 3 by 2 points X.O ??. at the left edge", p, err)
	}
	for _, text := range []string{"", " \n", "X\nXX", "X#"} {
		if _, err := ParsePattern(text, 0); err == nil {
			t.Errorf("%q was accepted as a pattern, want an error", text)
		}
	}
}

// TestTrace compares a trace with one made by hand. The game has suicides and captures, and
// begins with this set-up:
//
//	. O
//	O .
func TestTrace(t *testing.T) {
	g := baduk.MustRectangle(2, 2)
	r := &kifu.Record{Graph: g, Setup: baduk.Setup{White: []baduk.Point{1, 2}}, Moves: []baduk.Move{
		{Color: baduk.Black, Point: 0},          // suicide
		{Color: baduk.White, Point: baduk.Pass}, //
		{Color: baduk.White, Point: 0},          // not a suicide: it has a liberty
		{Color: baduk.Black, Point: 3},          // captures all three stones
		{Color: baduk.White, Point: 3},          // replaces a stone
	}}
	tr, err := traceOf(r)
	if err != nil {
		t.Fatal(err)
	}
	event := func(time int, after, mover baduk.Color) uint32 {
		return uint32(time) | uint32(after)<<14 | uint32(mover)<<16
	}
	want := []uint32{
		event(1, baduk.Empty, baduk.Black), event(3, baduk.White, baduk.White), event(4, baduk.Empty, baduk.Empty) | 1<<18,
		event(0, baduk.White, baduk.Empty), event(4, baduk.Empty, baduk.Empty) | 1<<18,
		event(0, baduk.White, baduk.Empty), event(4, baduk.Empty, baduk.Empty) | 1<<18,
		event(4, baduk.Black, baduk.Black), event(5, baduk.White, baduk.White) | 1<<18,
	}
	if len(tr.events) != len(want) || tr.turns != 5 || tr.setUp != 1 {
		t.Fatalf("got %+v, want %d events, 5 turns and a set-up", tr, len(want))
	}
	for i, v := range want {
		if tr.events[i] != v {
			t.Errorf("event %d: got %x, want %x", i, tr.events[i], v)
		}
	}
	for p, begin := range []uint16{0, 3, 5, 7} {
		if tr.points[p] != several<<14|begin {
			t.Errorf("point %d: got %x, want %x", p, tr.points[p], several<<14|begin)
		}
	}
	if w := tr.ever(baduk.Black)[0]; w != 1<<3 {
		t.Errorf("ever black: got %b, want 1000", w)
	}
	if w := tr.ever(baduk.White)[0]; w != 0xf {
		t.Errorf("ever white: got %b, want 1111", w)
	}
}
