package review

import (
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
)

// judgedAs returns the review of a record whose positions have these values.
func judgedAs(t *testing.T, text string, leads ...float64) *Review {
	t.Helper()
	line, err := NewLine(treeOf(t, text))
	if err != nil {
		t.Fatal(err)
	}
	var judged []*kifu.Analysis
	for _, lead := range leads {
		judged = append(judged, analysis(t, line.Graph, 0.5+lead/200, lead, "J9", "A1"))
	}
	return New(line, judged, Settings{})
}

// The best move of the search loses nothing. This also holds for a search of one visit, which tries no
// move.
func TestFirstChoiceOfOneVisit(t *testing.T) {
	line, err := NewLine(treeOf(t, "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gg])"))
	if err != nil {
		t.Fatal(err)
	}
	judged := []*kifu.Analysis{analysis(t, line.Graph, 0.6, 3, "E5", "C3"), analysis(t, line.Graph, 0.3, -9, "C3", "G3"), analysis(t, line.Graph, 0.9, 20)}
	for _, a := range judged {
		for k := range a.Candidates {
			a.Candidates[k].Visits = 0
		}
	}
	r := New(line, judged, Settings{})
	if m := r.Moves[0]; m.Rank != 1 || m.Loss != 0 || m.Category != Excellent || len(m.betterLine()) > 0 {
		t.Errorf("the first choice: rank %d, %v lost, %v; want rank 1, 0 lost, excellent", m.Rank, m.Loss, m.Category)
	}
	if m := r.Moves[1]; m.Rank != 0 || m.Loss != 29 {
		t.Errorf("another move: rank %d, %v lost; want rank 0, 29 lost", m.Rank, m.Loss)
	}
}

// Handicap stones that Black places as moves are not judged. The game is not decided before all handicap
// stones are on the board.
func TestPlacedHandicap(t *testing.T) {
	r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[0.5]RU[Japanese];B[ee];B[cc];B[gg];W[cg];B[gc])", 0, 30, 60, 90, 90, 80)
	for i, m := range r.Moves {
		if placed := i < 3; m.Handicap != placed || m.Known == placed || placed && (m.Decided || m.Category != Unjudged || m.Best != baduk.NoPoint) {
			t.Errorf("move %d: %+v; want handicap %v", i+1, m, placed)
		}
	}
	if r.Players[baduk.Black].Moves != 1 || r.Players[baduk.White].Moves != 1 {
		t.Errorf("the tallies have %d and %d moves, want 1 and 1", r.Players[baduk.Black].Moves, r.Players[baduk.White].Moves)
	}
	if all := strings.Join(r.particulars(), "\n"); !strings.Contains(all, ", 3 stones, ") {
		t.Errorf("the particulars are %s, want 3 handicap stones", all)
	}
	if r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[0.5]RU[Japanese]HA[5]AB[ee][cc][gg][cg][gc];W[ec])", 50, 60); !strings.Contains(strings.Join(r.particulars(), "\n"), ", 5 stones, ") || !r.Moves[0].Known {
		t.Errorf("a handicap that is set up: the particulars are %q, want 5 stones and a first move that is judged", r.particulars())
	}
	if r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[0.5]RU[Japanese];B[ee];W[cc])", 0, 0, 0); !r.Moves[0].Known || strings.Contains(strings.Join(r.particulars(), "\n"), "stones") {
		t.Errorf("an even game: the particulars are %q, want no stones and a first move that is judged", r.particulars())
	}
}

// The search of the position before a move out of turn was for the other player. It says nothing about the move.
func TestMoveOutOfTurn(t *testing.T) {
	r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[0]RU[Chinese];B[cc];W[gg];W[cg];B[gc])", 0, 0, 0, -30, 0)
	for i, m := range r.Moves {
		if broken := i == 2; m.Broken != broken || m.Known == broken || broken && (m.Best != baduk.NoPoint || m.Better != nil || m.Rank != 0 || m.Loss != 0) {
			t.Errorf("move %d: %+v; want broken %v, and no numbers of a broken move", i+1, m, broken)
		}
	}
}

// A move that retakes a ko too early or is on another stone is called illegal and has no numbers.
func TestIllegalMovesAreNotJudged(t *testing.T) {
	for what, test := range map[string]struct {
		text    string
		illegal int
	}{
		"a ko":             {"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[bb];B[ii])", 1},
		"an occupied one":  {"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[ee];B[ii])", 1},
		"its own last one": {"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gg];B[ee];W[ii])", 2},
	} {
		r := judgedAs(t, test.text, 0, 20, -20, 20, 0)
		m := &r.Moves[test.illegal]
		if m.Fault == "" || m.Known || m.Category != Unjudged || m.Rank != 0 || m.Best != baduk.NoPoint || m.Loss != 0 || m.Accuracy != 0 {
			t.Errorf("%s: %+v; want a fault and no numbers", what, m)
		}
		if v := r.row(test.illegal); v.Category != "" || v.Loss != "" || v.Best != "" || !strings.HasPrefix(v.Why, "illegal: ") || strings.Count(v.Why, "illegal") != 1 {
			t.Errorf("%s: the row is %+v, want no numbers and one word illegal", what, v)
		}
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			moves := 0
			for i := range r.Moves {
				if r.Moves[i].Move.Color == c && r.Moves[i].Known {
					moves++
				}
			}
			if r.Players[c].Moves != moves {
				t.Errorf("%s: the tally of %v has %d moves, want %d", what, c, r.Players[c].Moves, moves)
			}
		}
	}
}

// A node whose move is legal but which has another fault still counts as a legal move.
func TestOnlyMovesAreIllegal(t *testing.T) {
	r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc]AB[zz];B[gg])", 0, 0, 0, 0)
	if len(r.Line.Faults()) == 0 {
		t.Fatal("the record has no faults, want one")
	}
	for i := range r.Moves {
		if r.Moves[i].Fault != "" {
			t.Errorf("move %d is illegal (%s), want legal", i+1, r.Moves[i].Fault)
		}
	}
}

// Ranks beyond 20 kyu and 9 dan count as 20 kyu and 9 dan.
func TestLevelsOutOfRange(t *testing.T) {
	for text, want := range map[string]engine.Rank{"32k": engine.Kyu30, "25 kyu": engine.Kyu20 - 5, "30级": engine.Kyu30, "10d": engine.Dan9, "10段": engine.Dan9, "0k": usualLevel, "-3d": usualLevel, "k": usualLevel} {
		if got := levelOf(0, kifu.Info{BlackRank: text}, baduk.Black); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

// Stones that a bad move captures are not a reason.
func TestOwnCaptureIsNoReason(t *testing.T) {
	r := judgedAs(t, "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]AB[ab][bb]AW[aa]PL[B];B[ba];W[gg])", 20, -20, -20)
	m := &r.Moves[0]
	if r.Line.Stones(1)[0] != baduk.Empty || m.Category != Blunder {
		t.Fatalf("the move is %v, want a blunder that captures A9", m.Category)
	}
	if slices.ContainsFunc(m.Facts, func(f Fact) bool { return f.Role == rolePlayed && f.Kind == factTakes }) {
		t.Errorf("the reasons are %q, want none about the capture", r.sentences(m))
	}
}

// The captions say what the numbers mean, and which player they belong to.
func TestCaptions(t *testing.T) {
	r := sample(t)
	page := string(written(t, r.WriteHTML))
	for _, want := range []string{", and the best play after it (", "&#39;s chances ", " % → ", ` %</b><span>accuracy`, "Accuracy is the mean"} {
		if !strings.Contains(page, want) && !strings.Contains(strings.ReplaceAll(page, "'", "&#39;"), want) {
			t.Errorf("%q is missing", want)
		}
	}
	i := r.Moments[0]
	r.Positions[i+1] = nil
	if text := r.caption(i, false); strings.Contains(text, "after it") {
		t.Errorf("the caption is %s, want no words about moves after it, which are not drawn", text)
	}
	if e := r.Entry(nil); !strings.HasSuffix(e.Black, " %") {
		t.Errorf("the index says %s, want a percentage", e.Black)
	}
}

// Everything on the first page is inside its margins.
func TestSheetHasRoom(t *testing.T) {
	r := sample(t)
	for len(r.Moments) < maxMoments {
		r.Moments = append(r.Moments, r.Moments[0])
	}
	r.Line.Notes = []string{"One note.", "Another note."}
	s, err := newSheet(r.title())
	if err != nil {
		t.Fatal(err)
	}
	s.front(r)
	if s.err != nil || s.y > pageHeight-40 {
		t.Errorf("the page ends at %v (%v), want at most %v", s.y, s.err, pageHeight-40)
	}
}
