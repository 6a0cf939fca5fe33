package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/internal/usage"
	"tengen/solve/verify"
	"tengen/topology"
)

// openings writes the values of first turns, the best turns first. "3..9 B1 pass" means that B1 and the pass are worth
// 3 if endless games are lost and 9 if they are won.
func openings(g *baduk.Graph, list []Opening) string {
	turns := map[Bounds][]string{}
	var values []Bounds
	for _, o := range list {
		if turns[o.Bounds] == nil {
			values = append(values, o.Bounds)
		}
		turns[o.Bounds] = append(turns[o.Bounds], g.Vertex(o.Point))
	}
	Sort(values)
	var groups []string
	for _, v := range values {
		groups = append(groups, v.String()+" "+strings.Join(turns[v], " "))
	}
	return strings.Join(groups, "; ")
}

// solved lists boards with the values of their first turns, which two programs found independently.
var solved = []struct{ board, value, openings string }{
	{"1x1", "0", "0 pass"},
	{"2x1", "0", "0 pass; -2 A1 B1"},
	{"3x1", "3", "3 B1; -3 A1 C1 pass"},
	{"4x1", "4", "4 B1 C1; -4 A1 D1 pass"},
	{"5x1", "-5..5", "-5..5 B1 C1 D1; -5..0 pass; -5 A1 E1"},
	{"6x1", "-6..6", "-6..6 B1 E1; -6..1 C1 D1; -6..0 pass; -6 A1 F1"},
	{"7x1", "-7..7", "-7..7 B1 C1 D1 E1 F1; -7..0 pass; -7..-3 A1 G1"},
	{"8x1", "-8..8", "-8..8 B1 C1 D1 E1 F1 G1; -8..0 pass; -8..-1 A1 H1"},
	{"9x1", "-9..9", "-9..9 A1 B1 C1 D1 E1 F1 G1 H1 J1; -9..0 pass"},
	{"10x1", "-10..10", "-10..10 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1; -10..0 pass"},
	{"11x1", "-11..11", "-11..11 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1; -11..0 pass"},
	{"12x1", "-12..12", "-12..12 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 M1; -12..0 pass"},
	{"2x2", "-4..4", "-4..4 A2 B2 A1 B1; -4..0 pass"},
	{"3x2", "-6..6", "-6..6 B2 B1; -6..0 pass; -6 A2 C2 A1 C1"},
	{"4x2", "8", "8 B2 C2 B1 C1; -8 A2 D2 A1 D1 pass"},
	{"5x2", "10", "10 B2 C2 D2 B1 C1 D1; -10 A2 E2 A1 E1 pass"},
	{"6x2", "12", "12 B2 C2 D2 E2 B1 C1 D1 E1; -12 A2 F2 A1 F1 pass"},
	{"7x2", "14", "14 C2 D2 E2 C1 D1 E1; -2 B2 F2 B1 F1; -14 A2 G2 A1 G1 pass"},
	{"3x3", "9", "9 B2; 3..9 B3 A2 C2 B1; -9 A3 C3 A1 C1 pass"},
	{"4x3", "4..12", "4..12 B2 C2; 3..12 B3 C3 B1 C1; -3..12 A2 D2; -12..-4 pass; -12 A3 D3 A1 D1"},
	{"5x3", "15", "15 B2 C2 D2; 1..4 B3 D3 B1 D1; -15..1 C3 C1; -15 A3 E3 A2 E2 A1 E1 pass"},
	{"4x4", "1..16", "1..16 B3 C3 B2 C2; -16..-1 pass; -16 A4 B4 C4 D4 A3 D3 A2 D2 A1 B1 C1 D1"},
	{"torus 7x1", "1..7", "1..7 A1 B1 C1 D1 E1 F1 G1; -7..-1 pass"},
	{"torus 3x3", "1..4", "1..4 A3 B3 C3 A2 B2 C2 A1 B1 C1; -4..-1 pass"},
	{"cylinder 3x3", "9", "9 A2 B2 C2; -9 A3 B3 C3 A1 B1 C1 pass"},
}

func fixPoint(t *testing.T, board string) *FixPoint {
	t.Helper()
	b, err := topology.Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewFixPoint(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSolvedBoards solves small boards, and verifies the certificates of the results.
func TestSolvedBoards(t *testing.T) {
	for _, test := range solved {
		if points := fixPoints(t, test.board); points > 14 && os.Getenv("TENGEN_LONG") != "1" {
			t.Logf("%s takes some seconds and up to 1 GB: not solved; set TENGEN_LONG=1 to solve it", test.board)
			continue
		}
		start := time.Now()
		r := fixPoint(t, test.board)
		if got := r.Value().String(); got != test.value {
			t.Errorf("%s: worth %s, want %s", test.board, got, test.value)
		}
		if got := openings(r.board.Graph, r.Openings()); got != test.openings {
			t.Errorf("%s: openings\n%s, want\n%s", test.board, got, test.openings)
		}
		solved := time.Now()
		var file bytes.Buffer
		lines, err := r.Certify(context.Background(), &file)
		if err != nil {
			t.Fatalf("%s: %v", test.board, err)
		}
		certified := time.Now()
		claims, err := verify.Check(context.Background(), bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", test.board, err)
		}
		t.Log(test.board, r.Positions(), "positions", lines, "lines", file.Len(), "bytes; solved, certified, verified",
			solved.Sub(start), certified.Sub(solved), time.Since(certified), claims)
	}
}

// TestSuicide solves the small boards with suicide of several stones, which is legal on a regional board. It changes
// nothing.
func TestSuicide(t *testing.T) {
	for _, test := range solved {
		if fixPoints(t, test.board) > 10 {
			continue
		}
		b, err := topology.Read("a board", []byte(fmt.Sprintf(`{"shape": %q, "regional": true}`, test.board)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewFixPoint(t.Context(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := openings(b.Graph, r.Openings()); r.Value().String() != test.value || got != test.openings {
			t.Errorf("%s: worth %v, want %s; openings\n%s, want\n%s", test.board, r.Value(), test.value, got, test.openings)
		}
	}
}

func fixPoints(t *testing.T, board string) int {
	b, err := topology.Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	return b.Graph.Len()
}

// TestManyLeads solves a board on which each of the 177,147 colourings has another lead. Its points have no neighbours,
// so no stone can live.
func TestManyLeads(t *testing.T) {
	b, err := topology.Read("a board", []byte(`{"points": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}], "edges": [],
		"weight": [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049], "regional": true}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewFixPoint(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.scores) != 177147 {
		t.Errorf("the board has %d leads, want 177147", len(r.scores))
	}
	lead := leadOf(b.Graph)
	r.each(func(code uint64, c colouring) { // every colouring is a position: the board has no symmetry
		if got, want := r.scores[r.leads[code]], lead(r.area(c)); got != want {
			t.Fatalf("position %d has the lead %v, want %v", code, got, want)
		}
	})
	if v := r.Value(); v != (Bounds{}) {
		t.Errorf("the board is worth %v, want 0", v)
	}
}

// TestMemory compares the estimate of the memory with measured sizes of tengen solve, and refuses a board that is too
// large for the machine.
func TestMemory(t *testing.T) {
	const megabyte = 1e6
	for name, want := range map[string]float64{"4x4": 1017 * megabyte, "5x3": 506 * megabyte, "planar 13": 226 * megabyte, "threshold-2 planar 12": 127 * megabyte} {
		b, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := newField(b.Graph)
		if err != nil {
			t.Fatal(err)
		}
		r := &FixPoint{field: f, board: b, rules: ordinary{f}}
		if b.Graph.Regional() {
			if r.rules, err = newRegional(f, b.Graph); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.need(); got < 0.8*want || got > 1.3*want {
			t.Errorf("%s: %.0f MB are estimated, and %.0f MB were measured", name, got/megabyte, want/megabyte)
		}
		err = r.fits(50 * megabyte)
		if _, ok := errors.AsType[*usage.Error](err); !ok || !strings.Contains(err.Error(), " GB of memory for its positions, and this machine has 0.1 GB") {
			t.Errorf("%s with 50 MB: got %v, want an error of usage", name, err)
		}
		if r.fits(2000*megabyte) != nil || r.fits(0) != nil {
			t.Errorf("%s is too large for 2 GB, or for a machine whose memory is unknown", name)
		}
	}
}

// TestSteps checks that the steps are reported in their order, and that a cancelled context stops them.
func TestSteps(t *testing.T) {
	b, err := topology.Parse("planar 12")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []Step{{0, 0.1}, {0, 0.9}, {2, 0.5}, {99, 0}} {
		ctx, cancel := context.WithCancel(t.Context())
		last, steps := Step{}, 0
		_, err := NewFixPoint(ctx, b, func(s Step) {
			if s.Sweep < last.Sweep || s.Sweep == last.Sweep && s.Share < last.Share || s.Share > 1 {
				t.Errorf("got %v after %v", s, last)
			}
			if last, steps = s, steps+1; s.Sweep == at.Sweep && s.Share >= at.Share {
				cancel()
			}
		})
		cancel()
		if stopped := errors.Is(err, context.Canceled); stopped != (at.Sweep < 99) || last.Sweep > at.Sweep || steps < 2 {
			t.Errorf("cancelled at %v: got %v after %d steps, the last one %v", at, err, steps, last)
		}
	}
}

// TestNoCertificate asks for certificates of boards with weights.
func TestNoCertificate(t *testing.T) {
	for _, text := range []string{`{"shape": "3x3", "weight": 2}`, `{"shape": "3x3", "threshold": "z >= 2"}`} {
		b, err := topology.Read("a board", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewFixPoint(t.Context(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Certify(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "has weights or a threshold: its results have no certificates") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// TestForRulesRefuses checks that ForRules refuses what Covers refuses. The error names the rules and the board.
func TestForRulesRefuses(t *testing.T) {
	japanese, suicide := baduk.Japanese(), baduk.Rules{Suicide: baduk.SuicideMulti}
	for _, test := range []struct {
		board string
		rules baduk.Rules
	}{{"3x3", japanese}, {"3x3", suicide}, {"torus 3x3", baduk.Chinese()}, {"5x4", baduk.Rules{}}} {
		b, err := topology.Parse(test.board)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ForRules(t.Context(), b.Graph, test.rules)
		if err == nil || !strings.Contains(err.Error(), test.board) || !strings.Contains(err.Error(), test.rules.String()) {
			t.Errorf("%s under %v: got %v, want an error with both", test.board, test.rules, err)
		}
	}
}

// TestOtherBoard asks for the values of games on other boards than the solved one. An equal board is accepted.
func TestOtherBoard(t *testing.T) {
	r := fixPoint(t, "3x3")
	r.At(baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{}))
	other := baduk.NewGame(baduk.MustRectangle(9, 1), baduk.Rules{})
	for name, ask := range map[string]func(){"At": func() { r.At(other) }, "End": func() { r.End(other) }} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, "the values are those of 3x3, and the game is on 9x1") {
					t.Errorf("%s: got the panic %q", name, text)
				}
			}()
			ask()
		}()
	}
}
