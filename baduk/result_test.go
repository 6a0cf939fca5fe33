package baduk_test

import (
	"fmt"
	"math"
	"testing"

	"tengen/baduk"
)

func TestParseResult(t *testing.T) {
	b, w := baduk.Black, baduk.White
	unknown := baduk.Result{}
	draw, void := baduk.Result{Ending: baduk.EndingDraw}, baduk.Result{Ending: baduk.EndingVoid}
	score := func(winner baduk.Color, margin float64) baduk.Result {
		return baduk.Result{Winner: winner, Ending: baduk.EndingScore, Margin: margin}
	}
	by := func(winner baduk.Color, e baduk.Ending) baduk.Result { return baduk.Result{Winner: winner, Ending: e} }
	for text, want := range map[string]baduk.Result{
		// the specification of SGF
		"0": draw, "Draw": draw, "Void": void, "?": unknown, "B+": by(b, baduk.EndingWon), "W+": by(w, baduk.EndingWon),
		"B+0.5": score(b, 0.5), "W+64": score(w, 64), "B+12.5": score(b, 12.5),
		"B+R": by(b, baduk.EndingResignation), "W+Resign": by(w, baduk.EndingResignation),
		"B+T": by(b, baduk.EndingTime), "W+Time": by(w, baduk.EndingTime),
		"B+F": by(b, baduk.EndingForfeit), "W+Forfeit": by(w, baduk.EndingForfeit),

		// case, blanks and full-width characters
		" b + res ": by(b, baduk.EndingResignation), "draw ": draw, "VOID": void, "Ｗ＋２ｍｏｋｕ": score(w, 2), "Ｂ＋Ｒ": by(b, baduk.EndingResignation),

		// other words
		"Jigo": draw, "tie": draw, "NR": void, "No Result": void, "black+12": score(b, 12), "White + 0.5": score(w, 0.5),
		"B": by(b, baduk.EndingWon), "W": by(w, baduk.EndingWon), "white": by(w, baduk.EndingWon),
		"W+Resignation": by(w, baduk.EndingResignation), "B+R.": by(b, baduk.EndingResignation), "B+Timeout": by(b, baduk.EndingTime), "B+Offline": by(b, baduk.EndingTime),

		// scores
		"B+1,5": score(b, 1.5), "W+.5": score(w, 0.5), "B+3.": score(b, 3), "B+0": score(b, 0), "W+1.25": score(w, 1.25), "W+6 3/4": score(w, 6.75), "W+3/4": score(w, 0.75),
		"B+1½": score(b, 1.5), "B+½": score(b, 0.5), "B+ 2 ¼": score(b, 2.25), "B+3.5 points": score(b, 3.5), "W+3半": score(w, 3),
		"B+12 (upper bound: 3)": score(b, 12), "W+12?": score(w, 12),

		// neither a score nor a known word
		"B+N": by(b, baduk.EndingWon), "B+-5": by(b, baduk.EndingWon), "B+NaN": by(b, baduk.EndingWon), "B+Inf": by(b, baduk.EndingWon), "W+1e99": by(w, baduk.EndingWon),
		"B+1 2/0": by(b, baduk.EndingWon), "B+1.2.3": by(b, baduk.EndingWon), "B+3-4": by(b, baduk.EndingWon), "B+.": by(b, baduk.EndingWon), "B+/": by(b, baduk.EndingWon),
		"W+J": by(w, baduk.EndingWon), "B+AW": by(b, baduk.EndingWon), "W+toryo": by(w, baduk.EndingWon), "B+3 1/": by(b, baduk.EndingWon),

		// results in words
		"Black wins by 0.5!": score(b, 0.5), "White wins by  resign!": by(w, baduk.EndingResignation), "White loses on time": by(b, baduk.EndingTime),
		"Black wins by 16.5 points! >> White(66):Black(89)": score(b, 16.5), "White resigns.": by(b, baduk.EndingResignation), "White won by forfeit": by(w, baduk.EndingForfeit),
		"Black wins, White resigned": by(b, baduk.EndingResignation), "Black wins": by(b, baduk.EndingWon),
		"흑 불계승": by(b, baduk.EndingResignation), "흑 시간승": by(b, baduk.EndingTime), "백 3집반승": score(w, 3.5), "백 반집승": score(w, 0.5),
		"白11目胜": score(w, 11), "黑中盘胜(现场消息)": by(b, baduk.EndingResignation), "黒中押し勝ち": by(b, baduk.EndingResignation), "黑超时负": by(w, baduk.EndingTime),
		"白胜3/4子": by(w, baduk.EndingWon), "无胜负 draw": draw, "和棋": draw, "Black wins by 10000000 points": by(b, baduk.EndingWon),

		// nothing known
		"": unknown, "+": unknown, "x+5": unknown, "X+": unknown, "5": unknown, "Unfinished": unknown, "Game suspended": unknown, "Both lost": unknown, "john wins": unknown,
		"White to play": unknown, "Progressing!": unknown, "something else": unknown,
	} {
		if got := baduk.ParseResult(text); got != want || math.Signbit(got.Margin) {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
}

// TestResultString writes results that were read.
func TestResultString(t *testing.T) {
	for _, text := range []string{"B+3.5", "W+0.5", "B+0", "W+123.456789", "B+0.0000000000000127", "W+0.000001", "B+R", "W+T", "B+F", "W+", "0", "Void", "?"} {
		if got := baduk.ParseResult(text).String(); got != text {
			t.Errorf("%q is written as %q, want it as it was", text, got)
		}
	}
}

// TestResultPoints checks that only margins in quarters are counts of stones.
func TestResultPoints(t *testing.T) {
	for text, want := range map[string]float64{"W+1.25": 2.5, "B+0.75": 1.5, "W+6 3/4": 13.5, "B+3.5": 3.5, "W+2": 2, "B+0": 0, "W+6 3/5": 6.6, "B+R": 0} {
		if got := baduk.ParseResult(text).Points(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q is %v points, want %v", text, got, want)
		}
	}
}

func ExampleParseResult() {
	r := baduk.ParseResult("White wins by 3.5 points!")
	fmt.Println(r.Winner, r.Margin, r)
	fmt.Println(baduk.ParseResult("B+Resign"), baduk.ParseResult("Jigo"), baduk.ParseResult("Unfinished"))
	// Output:
	// white 3.5 W+3.5
	// B+R 0 ?
}
