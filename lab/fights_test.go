package lab

import (
	"math"
	"testing"

	"tengen/baduk"
)

// TestFights proves the texts of the troubles by complete search. low and high are under simple ko: low if Black loses
// an endless game, and high if White loses it. The other results are under full rules, by which a void game counts 0.
func TestFights(t *testing.T) {
	const black, white = baduk.Black, baduk.White
	type want struct {
		toPlay    baduk.Color
		low, high float64
		rules     map[string]float64
	}
	same := func(v float64, rules ...string) map[string]float64 {
		m := map[string]float64{}
		for _, r := range rules {
			m[r] = v
		}
		return m
	}
	usual := []string{"tromp-taylor-000", "chinese-000", "alphago-003", "lrs-004+ko=SIMPLE", "aga+ko=SPIGHT"}
	for _, test := range []struct {
		name           string
		points, stakes string
		wants          []want
	}{
		{"triple-ko", "B1 C1 B3 C3 B5 C5", "A1 D1", []want{
			// Neither player can break the cycle, and superko breaks it for Black.
			{black, -decided, decided, map[string]float64{"tromp-taylor-000": decided, "chinese-000": decided, "alphago-003": decided,
				"aga+ko=SPIGHT": decided, "lrs-004+ko=SIMPLE": 0, "japanese": 0}},
			// White has two of three kos, and captures at once if White is to move.
			{white, -decided, -decided, same(-decided, usual...)}}},
		{"sending-two", "A1 A2 A3", "C2 B2", []want{
			// The area is the same with and without the cycle.
			{black, -13, -13, same(-13, usual...)}, {white, -13, -13, same(-13, usual...)}}},
		{"eternal-life", "A1 B1 C1 D1 E1 F1 G1 H1 E2 F2 G2", "C2 A2", []want{
			// Without the cycle Black lives. White captures the group if White is to move.
			{black, -decided, -8, nil}, {white, -decided, -decided, nil}}},
		{"bent-four", "A1 B1 C1 D1 A2 E1", "A3 A4", []want{
			// Black captures the corner, whichever player begins and however cycles count.
			{black, decided, decided, same(decided, usual...)}, {white, decided, decided, same(decided, usual...)}}},
		{"seki-points", "", "B1 D1 F1", []want{
			// Neither player can improve on the count of the current board.
			{black, -8, -8, same(-8, usual...)}, {white, -8, -8, same(-8, usual...)}}},
		{"double-ko-seki", "B5 C5 B3 C3 A1 D1", "A2 D2", []want{
			{black, 0, 0, same(0, append(usual, "japanese")...)}, {white, 0, 0, same(0, append(usual, "japanese")...)}}},
		{"double-ko-death", "B5 C5 B3 C3 A1", "A2 D2", []want{
			{black, decided, decided, same(decided, append(usual, "japanese")...)}, {white, decided, decided, same(decided, append(usual, "japanese")...)}}},
		{"moonshine", "B6 C6 B4 C4 A2 D2 G1 H1 J2", "A7 D7 E5", []want{
			// The lead is 15 if the corner is alive, and 29 if it is captured. It is captured
			// under superko, and under simple ko only by endless play.
			{black, 15, 29, map[string]float64{"tromp-taylor-000": 29, "chinese-000": 29, "alphago-003": 29, "aga+ko=SPIGHT": 29, "lrs-004+ko=SIMPLE": 15}},
			{white, 15, 23, map[string]float64{"tromp-taylor-000": 23, "chinese-000": 23, "alphago-003": 15, "aga+ko=SPIGHT": 23, "lrs-004+ko=SIMPLE": 15}}}},
		{"moonshine", "J2 H1 G1 A2 D2 B6 C6 B4 C4", "A7 D7 E5 H2", []want{
			// In the clean-up Black captures the corner before losing the left side.
			{black, math.NaN(), math.NaN(), same(decided, "japanese")}, {white, math.NaN(), math.NaN(), same(decided, "japanese")}}},
		{"one-eye-flaw", "B1 C1 D2 A5 C5", "A2 C2", []want{
			// If Black is to move, Black captures the group. Otherwise Black can do so only under
			// rules in which passes lift the ban before the game is over.
			{black, decided, decided, same(decided, usual...)},
			{white, 6, 6, map[string]float64{"tromp-taylor-000": 6, "chinese-000": 6, "alphago-003": 6, "lrs-004+ko=SIMPLE": 6, "aga": 6, "aga+end=FOUR": 6,
				"aga+ko=SPIGHT": decided, "lrs-004+ko=SIMPLE+end=FOUR": decided, "japanese": decided}}}},
	} {
		trouble := named(t, test.name)
		for _, w := range test.wants {
			f := newFight(t, trouble.Rows, w.toPlay, test.points, test.stakes)
			if !math.IsNaN(w.low) {
				if low, high := f.solve(t, area); low != w.low || high != w.high {
					t.Errorf("%s, %v to play: %v to %v, want %v to %v", test.name, w.toPlay, low, high, w.low, w.high)
				}
			}
			for name, value := range w.rules {
				r, err := baduk.ParseRules(name)
				if err != nil {
					t.Fatal(err)
				}
				r.Komi = 0
				low, high := math.Inf(-1), math.Inf(1)
				if name == "japanese" && value == decided {
					low, high = decided-1, decided
				}
				if have := f.search(t, r, 0, low, high); have != value {
					t.Errorf("%s, %v to play, %s: %v, want %v", test.name, w.toPlay, name, have, value)
				}
			}
		}
	}
}

// TestThreePoints proves "three points without capturing": Black's lead by territory after either player
// begins in the corner, counted after 10, 11 or 12 turns, and Black's lead by area.
func TestThreePoints(t *testing.T) {
	trouble := named(t, "three-points")
	rules, err := baduk.ParseRules("lrs-004-japanese+komi=0")
	if err != nil {
		t.Fatal(err)
	}
	for toPlay, want := range map[baduk.Color]float64{baduk.White: 3, baduk.Black: 2} {
		f := newFight(t, trouble.Rows, toPlay, "A1 B1 C1 A2 B2 C2", "A3 D1")
		if low, high := f.solve(t, area); low != -2 || high != -2 {
			t.Errorf("%v to play: an area of %v to %v; want -2", toPlay, low, high)
		}
		f.begins = true
		for f.limit = 10; f.limit <= 12; f.limit++ {
			if have := f.search(t, rules, 0, math.Inf(-1), math.Inf(1)); have != want {
				t.Errorf("%v begins: %v after %d turns, want %v", toPlay, have, f.limit, want)
			}
		}
	}
}

// named returns a trouble by its name.
func named(t *testing.T, name string) Trouble {
	t.Helper()
	for _, trouble := range Troubles() {
		if trouble.Name == name {
			return trouble
		}
	}
	t.Fatalf("no trouble is called %s", name)
	return Trouble{}
}
