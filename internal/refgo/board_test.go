package refgo

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// draw reads a board from its rows, top row first, and returns it with the grid
// of its size. X is Black, O is White, a dot is empty.
func draw(t *testing.T, picture string) (g Graph, b Board, width int) {
	t.Helper()
	rows := strings.Fields(picture)
	colors := map[rune]Color{'.': Empty, 'X': Black, 'O': White}
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			t.Fatalf("ragged picture %q", picture)
		}
		for _, r := range row {
			c, ok := colors[r]
			if !ok {
				t.Fatalf("picture %q: no colour %q", picture, r)
			}
			b = append(b, c)
		}
	}
	return Grid(len(rows[0]), len(rows)), b, len(rows[0])
}

// randomBoard colours every point independently, so it is seldom legal.
func randomBoard(rng *rand.Rand, points int) Board {
	b := make(Board, points)
	for p := range b {
		b[p] = Color(rng.IntN(3) - 1)
	}
	return b
}

// randomGraph has each edge with the given probability. It may be disconnected
// and have points without neighbours.
func randomGraph(rng *rand.Rand, points int, probability float64) Graph {
	g := make(Graph, points)
	for p := range g {
		for q := range p {
			if rng.Float64() < probability {
				g[p] = append(g[p], q)
				g[q] = append(g[q], p)
			}
		}
	}
	return g
}

func TestAdjacencyIsASet(t *testing.T) {
	for _, test := range []struct {
		name  string
		graph Graph
		point int
		want  []int
	}{
		{"grid corner", Grid(3, 3), 0, []int{1, 3}},
		{"grid centre", Grid(3, 3), 4, []int{1, 3, 5, 7}},
		{"grid 1x1", Grid(1, 1), 0, nil},
		{"torus A2", Torus(3, 3), 3, []int{0, 4, 5, 6}},
		{"cylinder A2", Cylinder(3, 3), 3, []int{0, 4, 5, 6}},
		{"cylinder A3", Cylinder(3, 3), 0, []int{1, 2, 3}},
		{"torus of two columns", Torus(2, 3), 0, []int{1, 2, 4}},
		{"torus of one column", Torus(1, 3), 0, []int{1, 2}},
		{"torus 1x1", Torus(1, 1), 0, nil},
		{"torus 2x2", Torus(2, 2), 0, []int{1, 2}},
	} {
		got := slices.Sorted(slices.Values(test.graph[test.point]))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: neighbours of %d are %v, want %v", test.name, test.point, got, test.want)
		}
	}
}

func TestReachesIsForOtherColours(t *testing.T) {
	g, b, _ := draw(t, "XX. OO. ...")
	if !g.Reaches(b, 0, Empty) || !g.Reaches(b, 0, White) {
		t.Error("the black block reaches both empty and white")
	}
	if g.Reaches(b, 0, Black) {
		t.Error("a point does not reach its own colour")
	}
}

func TestLibertiesAreDistinctPoints(t *testing.T) {
	// C2 touches the block on two sides.
	g, b, _ := draw(t, "XXX X.. XXX")
	got := slices.Sorted(maps.Keys(g.Liberties(b, 0)))
	if want := []int{4, 5}; !slices.Equal(got, want) {
		t.Errorf("liberties %v, want %v", got, want)
	}
	if n := len(g.Liberties(b, 4)); n != 0 {
		t.Errorf("an empty point has %d liberties, want none", n)
	}
}

func TestLegalPositions(t *testing.T) {
	for _, test := range []struct {
		name  string
		graph Graph
		want  int
	}{
		{"grid 1x1", Grid(1, 1), 1},
		{"grid 1x2", Grid(2, 1), 5},
		{"grid 1x3", Grid(3, 1), 15},
		{"grid 1x4", Grid(4, 1), 41},
		{"grid 1x8", Grid(8, 1), 2401},
		{"grid 2x2", Grid(2, 2), 57},
		{"grid 2x3", Grid(3, 2), 489},
		{"grid 2x4", Grid(4, 2), 4125},
		{"grid 3x3", Grid(3, 3), 12675},
		{"cylinder, 2 columns of 3", Cylinder(2, 3), 489},
		{"cylinder, 3 columns of 2", Cylinder(3, 2), 593},
		{"cylinder, 4 columns of 2", Cylinder(4, 2), 5273},
		{"cylinder 3x3", Cylinder(3, 3), 15579},
		{"torus 2x2", Torus(2, 2), 57},
		{"torus 2x3", Torus(3, 2), 593},
		{"torus 2x4", Torus(4, 2), 5273},
		{"torus 3x3", Torus(3, 3), 17767},
		{"cycle of 3", Torus(3, 1), 19},
		{"cycle of 4", Torus(4, 1), 57},
		{"cycle of 5", Torus(5, 1), 161},
		{"cycle of 6", Torus(1, 6), 449},
		{"cycle of 7", Torus(1, 7), 1247},
		{"cycle of 8", Torus(8, 1), 3457},
	} {
		if got := len(legalBoards(test.graph)); got != test.want {
			t.Errorf("%s: %d legal positions, want %d", test.name, got, test.want)
		}
	}
}

// legalBoards lists the legal boards of the graph, the empty one first.
func legalBoards(g Graph) []Board {
	var boards []Board
	b := make(Board, len(g))
	var color func(p int)
	color = func(p int) {
		if p == len(g) {
			if g.Legal(b) {
				boards = append(boards, slices.Clone(b))
			}
			return
		}
		for _, c := range []Color{Empty, Black, White} {
			b[p] = c
			color(p + 1)
		}
	}
	color(0)
	return boards
}

func TestAreaScore(t *testing.T) {
	for _, test := range []struct {
		name, picture         string
		black, white, neutral int
	}{
		{"empty", "... ... ...", 0, 0, 9},
		{"one stone", "... .X. ...", 9, 0, 0},
		{"sending two, returning one",
			".O.OOOO OOOOOOO OOOOOOO OOOOOOO .OXXXXX XOX.X.X .XXXXXX", 18, 30, 1},
		{"seki, nine lines",
			".X.XO.O.X ...XOOOX. .XXXXXXOO XOOOOOXO. XO.O.OXOO XOOOOOXXX XXXO...OO .XXXOOOO. .X.XO.O.O", 36, 40, 5},
	} {
		g, b, _ := draw(t, test.picture)
		black, white, neutral := g.AreaScore(b)
		if black != test.black || white != test.white || neutral != test.neutral {
			t.Errorf("%s: area %d %d %d, want %d %d %d", test.name,
				black, white, neutral, test.black, test.white, test.neutral)
		}
	}
	g, b, _ := draw(t, "OX.OOO. OXXXXXX OOOOOOO .XOXX.. OOOX... X.OXXXX .XOX...")
	if black, white, _ := g.AreaScore(b); white-black != -4 {
		t.Errorf("seki, seven lines: White leads by %d, want -4", white-black)
	}
}

func TestReachColorDifferenceIsAreaDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range 3000 {
		width, height := 1+rng.IntN(6), 1+rng.IntN(6)
		graphs := []Graph{Grid(width, height), Torus(width, height),
			Cylinder(width, height), randomGraph(rng, width*height, 0.2)}
		g := graphs[i%len(graphs)]
		b := randomBoard(rng, len(g))
		black, white, _ := g.AreaScore(b)
		if got := g.ReachColor(b, Black) - g.ReachColor(b, White); got != black-white {
			t.Fatalf("graph %v board %v: ReachColor differs by %d, area by %d", g, b, got, black-white)
		}
	}
}

func TestPlaceLeavesALegalBoardAndItsArgument(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 1000 {
		g := randomGraph(rng, 1+rng.IntN(12), 0.3)
		b, _ := g.Clear(randomBoard(rng, len(g)), Black)
		b, _ = g.Clear(b, White)
		p := rng.IntN(len(g))
		if b[p] != Empty {
			continue
		}
		before := slices.Clone(b)
		after, captured, suicided := g.Place(b, p, Black)
		if !slices.Equal(b, before) {
			t.Fatalf("Place changed its argument to %v from %v", b, before)
		}
		if !g.Legal(after) {
			t.Fatalf("graph %v: the board %v after a play at %d on the legal %v is not legal", g, after, p, b)
		}
		if len(captured) > 0 && len(suicided) > 0 {
			t.Fatalf("graph %v board %v: a play at %d both captures and kills itself", g, b, p)
		}
	}
}
