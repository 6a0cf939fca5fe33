package baduk_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestHandicapPoints pins the places of fixed handicap stones.
func TestHandicapPoints(t *testing.T) {
	for _, test := range []struct {
		width, height, n int
		want             string
	}{
		{9, 9, 2, "C3 G7"}, {9, 9, 3, "C3 G7 C7"}, {9, 9, 4, "C3 G7 C7 G3"}, {9, 9, 5, "C3 G7 C7 G3 E5"},
		{9, 9, 6, "C3 G7 C7 G3 C5 G5"}, {9, 9, 7, "C3 G7 C7 G3 C5 G5 E5"}, {9, 9, 8, "C3 G7 C7 G3 C5 G5 E3 E7"}, {9, 9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"},
		{13, 13, 2, "D4 K10"}, {13, 13, 3, "D4 K10 D10"}, {13, 13, 4, "D4 K10 D10 K4"}, {13, 13, 5, "D4 K10 D10 K4 G7"},
		{13, 13, 6, "D4 K10 D10 K4 D7 K7"}, {13, 13, 7, "D4 K10 D10 K4 D7 K7 G7"}, {13, 13, 8, "D4 K10 D10 K4 D7 K7 G4 G10"}, {13, 13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"},
		{19, 19, 2, "D4 Q16"}, {19, 19, 3, "D4 Q16 D16"}, {19, 19, 4, "D4 Q16 D16 Q4"}, {19, 19, 5, "D4 Q16 D16 Q4 K10"},
		{19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"}, {19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"}, {19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"}, {19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
		{7, 7, 4, "C3 E5 C5 E3"}, {8, 8, 4, "C3 F6 C6 F3"}, {18, 18, 4, "D4 P15 D15 P4"}, {19, 13, 5, "D4 Q10 D10 Q4 K7"},
	} {
		g := baduk.MustRectangle(test.width, test.height)
		points, err := g.HandicapPoints(test.n)
		var names []string
		for _, p := range points {
			names = append(names, g.Vertex(p))
		}
		if have := strings.Join(names, " "); have != test.want || err != nil {
			t.Errorf("%d stones on %v: %s, %v, want %s", test.n, g, have, err, test.want)
		}
	}
}

func TestHandicapPointsRefused(t *testing.T) {
	abstract, _ := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	for _, test := range []struct {
		g    *baduk.Graph
		n    int
		want string
	}{
		{baduk.MustRectangle(19, 19), 1, "takes 2 to 9"}, {baduk.MustRectangle(19, 19), 10, "takes 2 to 9"}, {baduk.MustRectangle(19, 19), 0, "takes 2 to 9"},
		{baduk.MustRectangle(9, 9), -1, "takes 2 to 9"}, {baduk.MustRectangle(7, 7), 5, "takes 2 to 4"}, {baduk.MustRectangle(8, 8), 5, "takes 2 to 4"},
		{baduk.MustRectangle(19, 18), 5, "takes 2 to 4"}, {baduk.MustRectangle(6, 6), 2, "too small"}, {baduk.MustRectangle(19, 5), 2, "too small"},
		{abstract, 2, "no fixed handicap"},
	} {
		points, err := test.g.HandicapPoints(test.n)
		if err == nil || points != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d stones on %v: %v, %v, want an error with %q", test.n, test.g, points, err, test.want)
		}
	}
}

// TestStarPoints pins the stars of the usual boards. On all boards it checks
// that every symmetry maps stars to stars, and the points of four handicap
// stones to each other.
func TestStarPoints(t *testing.T) {
	for _, test := range []struct {
		width, height int
		want          string
	}{
		{1, 1, ""}, {2, 2, ""}, {3, 3, "B2"}, {5, 5, "C3"}, {6, 6, ""}, {7, 7, "C5 E5 D4 C3 E3"}, {8, 8, "C6 F6 C3 F3"}, {9, 9, "C7 G7 E5 C3 G3"},
		{13, 13, "D10 G10 K10 D7 G7 K7 D4 G4 K4"}, {19, 19, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"}, {18, 18, "D15 P15 D4 P4"},
	} {
		g := baduk.MustRectangle(test.width, test.height)
		geo, _ := g.Geometry()
		var names []string
		for _, p := range geo.Stars {
			names = append(names, g.Vertex(p))
		}
		if have := strings.Join(names, " "); have != test.want {
			t.Errorf("%v has the stars %s, want %s", g, have, test.want)
		}
	}
	for w := 1; w <= 25; w++ {
		for h := 1; h <= 25; h++ {
			g := baduk.MustRectangle(w, h)
			geo, _ := g.Geometry()
			stars := slices.Sorted(slices.Values(geo.Stars))
			if len(slices.Compact(slices.Clone(stars))) != len(stars) {
				t.Errorf("%v has a star twice", g)
			}
			corners, _ := g.HandicapPoints(4)
			slices.Sort(corners)
			for _, to := range geo.Symmetries {
				if !slices.Equal(mapped(stars, to), stars) || !slices.Equal(mapped(corners, to), corners) {
					t.Errorf("%v: stars or handicap points are not symmetric", g)
				}
			}
		}
	}
}

func mapped(points, to []baduk.Point) []baduk.Point {
	var image []baduk.Point
	for _, p := range points {
		image = append(image, to[p])
	}
	slices.Sort(image)
	return image
}

// TestGeometryDrawsNeighbours checks that neighbours are one unit apart and
// that no other points are as close.
func TestGeometryDrawsNeighbours(t *testing.T) {
	g := baduk.MustRectangle(5, 4)
	geo, ok := g.Geometry()
	if !ok || geo.Width != 5 || geo.Height != 4 {
		t.Fatalf("got %+v, want a width of 5 and a height of 4", geo)
	}
	for p := range g.Len() {
		for q := range g.Len() {
			dx, dy := geo.X[p]-geo.X[q], geo.Y[p]-geo.Y[q]
			near := p != q && dx*dx+dy*dy < 1.5
			if near != slices.Contains(g.Neighbours(baduk.Point(p)), baduk.Point(q)) {
				t.Errorf("#%d and #%d: one unit apart is %v, want as neighbours", p, q, near)
			}
		}
	}
	abstract, _ := baduk.NewGraph([][]baduk.Point{{}})
	if _, ok := abstract.Geometry(); ok {
		t.Error("an abstract graph has a geometry")
	}
}

func TestGraphsRefused(t *testing.T) {
	for _, test := range []struct {
		adj  [][]baduk.Point
		want string
	}{
		{nil, "1 to 32767 points, not 0"},
		{make([][]baduk.Point, 32768), "not 32768"},
		{[][]baduk.Point{{0}}, "#0 is its own neighbour"},
		{[][]baduk.Point{{1}, {}}, "not the other way round"},
		{[][]baduk.Point{{}, {0}}, "not the other way round"},
		{[][]baduk.Point{{1, 1}, {0}}, "#1 twice"},
		{[][]baduk.Point{{1}, {0, 0}}, "#0 twice"},
		{[][]baduk.Point{{2}, {}}, "has the neighbour #2, but"},
		{[][]baduk.Point{{baduk.Pass}, {}}, "has the neighbour #-1, but"},
	} {
		if g, err := baduk.NewGraph(test.adj); err == nil || g != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d lists: %v, want an error with %q", len(test.adj), err, test.want)
		}
	}
	for _, side := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {-5, -5}, {182, 182}, {32768, 1}, {1 << 40, 1 << 40}} {
		if g, err := baduk.Rectangle(side[0], side[1]); err == nil || g != nil {
			t.Errorf("a board of %v was made, want an error", side)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustRectangle made a board of no points")
		}
	}()
	baduk.MustRectangle(0, 0)
}

// TestGraphKeepsItsOwnAdjacency changes the lists from which a graph was made. The graph
// must not change.
func TestGraphKeepsItsOwnAdjacency(t *testing.T) {
	adj := [][]baduk.Point{{1}, {0, 2}, {1}}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	adj[0][0] = 2
	if g.Neighbours(0)[0] != 1 {
		t.Error("the graph changed")
	}
	other, _ := baduk.NewGraph([][]baduk.Point{{1}, {2, 0}, {1}})
	if g.Fingerprint() != other.Fingerprint() || g.Key(1, baduk.Black) != other.Key(1, baduk.Black) {
		t.Error("the fingerprint or a key depends on the order of neighbours")
	}
	path, _ := baduk.NewGraph([][]baduk.Point{{2}, {2}, {0, 1}})
	if g.Fingerprint() == path.Fingerprint() {
		t.Error("the same path with other names of points has the same fingerprint")
	}
}

// TestLargestGraphs plays on boards with the largest number of points and the
// highest degree.
func TestLargestGraphs(t *testing.T) {
	star := make([][]baduk.Point, baduk.MaxPoints)
	for p := 1; p < len(star); p++ {
		star[0] = append(star[0], baduk.Point(p))
		star[p] = []baduk.Point{0}
	}
	g, err := baduk.NewGraph(star)
	if err != nil {
		t.Fatal(err)
	}
	b := baduk.NewBoard(g)
	b.Place(baduk.Move{Color: baduk.Black, Point: 0})
	if n := b.Liberties(0); n != baduk.MaxPoints-1 {
		t.Errorf("the centre has %d liberties, want %d", n, baduk.MaxPoints-1)
	}
	u, _ := b.Place(baduk.Move{Color: baduk.Black, Point: 32766})
	if n := b.Liberties(0); n != baduk.MaxPoints-2 || b.ChainSize(32766) != 2 {
		t.Errorf("the chain has %d stones and %d liberties, want 2 and %d", b.ChainSize(32766), n, baduk.MaxPoints-2)
	}
	b.Take(u)
	line := baduk.MustRectangle(baduk.MaxPoints, 1)
	b = baduk.NewBoard(line)
	for p := range line.Len() - 1 {
		b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(p)})
	}
	if b.ChainSize(0) != baduk.MaxPoints-1 || b.Liberties(0) != 1 {
		t.Errorf("got %d stones, %d liberties, want %d, 1", b.ChainSize(0), b.Liberties(0), baduk.MaxPoints-1)
	}
	u, _ = b.Place(baduk.Move{Color: baduk.Black, Point: baduk.MaxPoints - 1})
	if u.Captured != baduk.MaxPoints-1 || b.Stones(baduk.Empty) != baduk.MaxPoints-1 {
		t.Errorf("%d stones captured, want %d", u.Captured, baduk.MaxPoints-1)
	}
	if err := b.CheckInvariants(); err != nil {
		t.Error(err)
	}
}

// TestSetupsRefused checks that impossible set-ups are refused and that
// possible ones give the right first player.
func TestSetupsRefused(t *testing.T) {
	g := baduk.MustRectangle(3, 3)
	for _, test := range []struct {
		name  string
		setup baduk.Setup
	}{
		{"off the board", baduk.Setup{Black: []baduk.Point{9}}},
		{"a pass", baduk.Setup{White: []baduk.Point{baduk.Pass}}},
		{"no point", baduk.Setup{White: []baduk.Point{baduk.NoPoint}}},
		{"one point twice", baduk.Setup{Black: []baduk.Point{4, 4}}},
		{"both colours on a point", baduk.Setup{Black: []baduk.Point{4}, White: []baduk.Point{4}}},
		{"a corner without liberties", baduk.Setup{Black: []baduk.Point{0}, White: []baduk.Point{1, 3}}},
		{"a full board", baduk.Setup{Black: []baduk.Point{0, 1, 2, 3, 4, 5, 6, 7, 8}}},
		{"negative handicap", baduk.Setup{Handicap: -1}},
		{"more handicap than points", baduk.Setup{Handicap: 10}},
		{"endless points for Black", baduk.Setup{Scores: [3]float64{baduk.Black: math.Inf(1)}}},
		{"no number of points for White", baduk.Setup{Scores: [3]float64{baduk.White: math.NaN()}}},
		{"both without liberties", baduk.Setup{Black: []baduk.Point{0, 1, 2, 3}, White: []baduk.Point{4, 5, 6, 7, 8}}},
	} {
		if game, err := baduk.NewGameFrom(g, baduk.Rules{}, test.setup); !errors.Is(err, baduk.ErrSetup) || game != nil {
			t.Errorf("%s: got %v, want ErrSetup", test.name, err)
		}
	}
	for _, test := range []struct {
		setup baduk.Setup
		want  baduk.Color
	}{
		{baduk.Setup{}, baduk.Black},
		{baduk.Setup{ToPlay: baduk.White}, baduk.White},
		{baduk.Setup{Black: []baduk.Point{4}}, baduk.Black},
		{baduk.Setup{Black: []baduk.Point{4, 8}, Handicap: 2}, baduk.White},
		{baduk.Setup{Handicap: 9}, baduk.White},
		{baduk.Setup{Black: []baduk.Point{4, 8}, Handicap: 2, ToPlay: baduk.Black}, baduk.Black},
	} {
		game, err := baduk.NewGameFrom(g, baduk.Rules{}, test.setup)
		if err != nil {
			t.Fatal(err)
		}
		if game.ToPlay() != test.want || game.Setup().ToPlay != test.want || game.Len() != 0 {
			t.Errorf("%+v: %v to play, want %v", test.setup, game.ToPlay(), test.want)
		}
	}
}

// TestSetupIsTheGamesOwn changes the lists from which a game was set up. The game must
// not change.
func TestSetupIsTheGamesOwn(t *testing.T) {
	black := []baduk.Point{4}
	game, err := baduk.NewGameFrom(baduk.MustRectangle(3, 3), baduk.Rules{}, baduk.Setup{Black: black})
	if err != nil {
		t.Fatal(err)
	}
	black[0] = 5
	if game.Setup().Black[0] != 4 {
		t.Error("the set-up changed")
	}
}

// TestPrisonersOfSetups checks that stones taken before the start count where
// prisoners count, and that impossible numbers are refused.
func TestPrisonersOfSetups(t *testing.T) {
	graph := baduk.MustRectangle(3, 3)
	for name, want := range map[string]float64{"japanese+komi=0": 6 + 3 - 1, "logical-001": 9 + 3 - 1, "tromp-taylor+komi=0": 9, "stones-literal": 3} {
		rules, err := baduk.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		setup := baduk.Setup{Black: []baduk.Point{3, 4, 5}, Prisoners: [3]int32{baduk.White: 3, baduk.Black: 1}}
		g, err := baduk.NewGameFrom(graph, rules, setup)
		if err != nil {
			t.Fatal(err)
		}
		if s := g.Score(baduk.PointSet{}); s.Lead() != want || g.Position().Prisoners != setup.Prisoners {
			t.Errorf("%s: Black leads by %v, want %v", name, s.Lead(), want)
		}
		before := g.SearchKey()
		play(t, g, baduk.Move{Color: baduk.Black, Point: 0}, baduk.Move{Color: baduk.White, Point: baduk.Pass})
		g.UndoTo(0)
		setup.Prisoners[baduk.White]++
		other, err := baduk.NewGameFrom(graph, rules, setup)
		counts := rules.Scoring == baduk.ScoringTerritory || rules.Scoring == baduk.ScoringAreaPrisoners
		if err != nil || g.SearchKey() != before || (other.SearchKey() != before) != counts {
			t.Errorf("%s: the key changed with undo, or does not change with the prisoners just where they count (error %v)", name, err)
		}
	}
	for _, bad := range [][3]int32{{baduk.Black: -1}, {baduk.White: 10}, {baduk.Black: 1 << 30}} {
		if _, err := baduk.NewGameFrom(graph, baduk.Japanese(), baduk.Setup{Prisoners: bad}); !errors.Is(err, baduk.ErrSetup) {
			t.Errorf("prisoners %v: got %v, want ErrSetup", bad, err)
		}
	}
}

// TestHandicapBonus pins the points that White receives for a handicap.
func TestHandicapBonus(t *testing.T) {
	for n, want := range [][3]int{{0, 0, 0}, {0, 0, 0}, {0, 1, 2}, {0, 2, 3}} {
		for bonus := baduk.BonusNone; bonus <= baduk.BonusEachGets; bonus++ {
			if have := bonus.Points(n); have != want[bonus] {
				t.Errorf("%v of %d stones: got %d, want %d", bonus, n, have, want[bonus])
			}
		}
	}
}
