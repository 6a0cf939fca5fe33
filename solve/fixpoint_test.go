package solve

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
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
