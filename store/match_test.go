package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/topology"
)

// indexed returns a segment of the records; the id of a game is its index in records.
func indexed(t testing.TB, g *baduk.Graph, records []*kifu.Record) *segment {
	t.Helper()
	s := &segment{segmentRow: segmentRow{points: g.Len(), games: len(records)}}
	for i, r := range records {
		p, err := prepare("test", Parsed{Record: r})
		if err != nil || p.unusual != nil {
			t.Fatal(err, p.unusual)
		}
		s.data = appendEntry(s.data, int64(i), p)
	}
	if err := checkSegment(s.data, s.points, s.games); err != nil {
		t.Fatal(err)
	}
	return s
}

// searched searches a segment. It returns the totals and the hits of each game.
func searched(t testing.TB, s *segment, p Pattern) (Totals, [][]Hit) {
	t.Helper()
	families, same, err := p.families()
	if err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	h := searchPlan{families: families, same: same}
	scan := scanner{searchPlan: &h, tally: newTally(len(same))}
	scan.scan(0, s)
	hits := make([][]Hit, s.games)
	for e := range entries(s.data) {
		list := h.hits(e, s.points)
		sortHits(list)
		hits[e.id()] = list
	}
	for _, m := range scan.found {
		if list := hits[m.id]; len(list) == 0 || list[0].Turn != int(m.first) {
			t.Fatalf("game %d: the first hit is at turn %d, want that of its hits %v", m.id, m.first, list)
		}
	}
	return scan.tally.totals(), hits
}

// compareToReference searches a segment and the reference, and fails unless the results are equal.
func compareToReference(t testing.TB, p Pattern, records []*kifu.Record, positions [][][]baduk.Color, s *segment) Totals {
	t.Helper()
	ref := newReference(p)
	want := make([][]Hit, len(records))
	for i, r := range records {
		want[i] = ref.hits(r, positions[i])
	}
	totals, hits := searched(t, s, p)
	for i := range records {
		if !reflect.DeepEqual(hits[i], want[i]) {
			t.Fatalf("on %v with edges %b, fixed %v:\n%vgame %d: %v\n%v\nfound\n%v\nwant\n%v", p.Board, p.Edges, p.FixedColors, p, i, records[i].Moves, records[i].Setup, hits[i], want[i])
		}
	}
	if expected := ref.totals(records, want); !reflect.DeepEqual(totals, expected) {
		t.Fatalf("on %v with edges %b, fixed %v:\n%vtotals\n%+v\nwant\n%+v", p.Board, p.Edges, p.FixedColors, p, totals, expected)
	}
	return totals
}

// randomLibrary returns random games on a board, with their positions and index.
func randomLibrary(t testing.TB, rng *rand.Rand, g *baduk.Graph, games int) ([]*kifu.Record, [][][]baduk.Color, *segment) {
	var records []*kifu.Record
	var positions [][][]baduk.Color
	for range games {
		r := randomRecord(rng, g, rng.IntN(3*g.Len()/2+2))
		records = append(records, r)
		positions = append(positions, referencePositions(r))
	}
	return records, positions, indexed(t, g, records)
}

func checkRandom(t testing.TB, seed uint64) Totals {
	rng := rand.New(rand.NewPCG(seed, 1))
	w, h := 1+rng.IntN(7), 1+rng.IntN(7)
	switch rng.IntN(12) {
	case 0:
		w, h = 9, 9
	case 1:
		w, h = 19, 19
	case 2:
		w, h = 13, 8
	}
	if rng.IntN(2) == 0 {
		h = w
	}
	g := baduk.MustRectangle(w, h)
	records, positions, s := randomLibrary(t, rng, g, 5)
	var all Totals
	for range 6 {
		p := randomPattern(rng, w, h, g, positions[rng.IntN(len(positions))])
		totals := compareToReference(t, p, records, positions, s)
		all.Hits += totals.Hits
		all.Ended += totals.Ended
		all.Tenuki += totals.Tenuki
		all.Continuations = append(all.Continuations, totals.Continuations...)
	}
	return all
}

// TestSearchEqualsReference compares searches with the reference, on random games and patterns. It is
// not a fuzz target: coverage cannot guide the choice of a seed, and an instrumented build
// of SQLite takes minutes.
func TestSearchEqualsReference(t *testing.T) {
	seeds := 400
	switch {
	case os.Getenv("TENGEN_LONG") != "":
		seeds = 20_000
	case testing.Short():
		seeds = 60
	}
	var hits, ended, later, direct int
	for seed := range seeds {
		totals := checkRandom(t, uint64(seed))
		hits += totals.Hits
		ended += totals.Ended
		for _, c := range totals.Continuations {
			later += c.Later
			direct += c.Count - c.Later
		}
	}
	if hits == 0 || ended == 0 || later == 0 || direct == 0 {
		t.Fatalf("the random games do not cover all cases: got %d hits, %d ended, %d later, %d direct, want some of each", hits, ended, later, direct)
	}
}

// TestSymmetries searches for a pattern under every symmetry, with both colourings. The answers must
// correspond under the same symmetry.
func TestSymmetries(t *testing.T) {
	for seed := range 60 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		w := 3 + rng.IntN(6)
		g := baduk.MustRectangle(w, w)
		_, positions, s := randomLibrary(t, rng, g, 10)
		p := randomPattern(rng, w, w, g, positions[rng.IntN(len(positions))])
		p.FixedColors = false
		base, baseHits := searched(t, s, p)
		for symmetry := range 8 {
			for _, swapped := range []bool{false, true} {
				v := p.turned(symmetry, swapped)
				q := Pattern{Board: g, Width: v.width, Height: v.height, Edges: v.edges, Points: make([]Want, len(p.Points))}
				for i, b := range v.shown {
					q.Points[i] = Want(b)
				}
				_, same, _ := q.families()
				totals, hits := searched(t, s, q)
				if a, b := places(baseHits), places(hits); !reflect.DeepEqual(a, b) {
					t.Fatalf("%v under symmetry %d, exchanged %v:\n%vgot\n%v\nwant\n%v", p, symmetry, swapped, q, b, a)
				}
				if swapped && selfExchanging(p, w) {
					continue // the continuations keep the colours of the games
				}
				if ambiguous(p, w) {
					continue
				}
				want := map[string]int{}
				for _, c := range base.Continuations {
					color := c.Color
					if swapped {
						color = color.Opponent()
					}
					want[fmt.Sprint(same[v.to[c.Point]], color)] += c.Count*1000 + c.Later*100 + c.Wins*10 + c.Losses
				}
				got := map[string]int{}
				for _, c := range totals.Continuations {
					got[fmt.Sprint(c.Point, c.Color)] += c.Count*1000 + c.Later*100 + c.Wins*10 + c.Losses
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%v under symmetry %d, exchanged %v:\n%vgot\n%v\nwant\n%v", p, symmetry, swapped, q, got, want)
				}
				if totals.Tenuki != base.Tenuki || totals.Ended != base.Ended {
					t.Fatalf("%v under symmetry %d, exchanged %v: got %d tenuki, %d ended, want %d, %d", p, symmetry, swapped, totals.Tenuki, totals.Ended, base.Tenuki, base.Ended)
				}
			}
		}
	}
}

// places returns the turn and the set of points of each hit, without the variant.
func places(hits [][]Hit) [][]string {
	all := make([][]string, len(hits))
	for i, list := range hits {
		for _, h := range list {
			points := slices.Clone(h.Points)
			slices.Sort(points)
			all[i] = append(all[i], fmt.Sprint(h.Turn, points))
		}
		slices.Sort(all[i])
	}
	return all
}

// selfExchanging reports whether a symmetry of the w by w board together with the exchange of
// colours maps the pattern to itself.
func selfExchanging(p Pattern, w int) bool {
	p.Edges = p.edges(w, w)
	for s := range 8 {
		if v := p.turned(s, true); v.width == p.Width && v.edges == p.Edges && p.shows(v.shown) {
			return true
		}
	}
	return false
}

func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		games := make([]matched, rng.IntN(2000))
		for i := range games {
			games[i] = matched{id: int64(i), date: Date(rng.IntN(50)), first: int32(rng.IntN(9)), rank: uint8(rng.IntN(3))}
		}
		rng.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		order := Sort(rng.IntN(4))
		k := rng.IntN(300)
		got := best(games, k, order.compare)
		slices.SortFunc(games, order.compare)
		if want := games[:min(k, len(games))]; !slices.Equal(got, want) {
			t.Fatalf("the first %d of %d in order %d: got others than sorting all games gives", k, len(games), order)
		}
	}
}

// ambiguous reports whether a symmetry changes only the edges of the pattern. In a corner such a
// pattern has the same placement for both sides, and counts for the side of the given pattern.
func ambiguous(p Pattern, w int) bool {
	p.Edges = p.edges(w, w)
	for s := range 8 {
		for _, swapped := range []bool{false, true} {
			if v := p.turned(s, swapped); v.width == p.Width && v.edges != p.Edges && p.shows(v.shown) {
				return true
			}
		}
	}
	return false
}

// TestOtherBoards compares positions of whole boards that are not rectangles.
func TestOtherBoards(t *testing.T) {
	for _, make := range []func() (*baduk.Graph, error){
		func() (*baduk.Graph, error) { return topology.Torus(5, 4) },
		func() (*baduk.Graph, error) { return topology.Hexagonal(3, 3) },
		func() (*baduk.Graph, error) { return topology.Triangular(4, 4) },
		func() (*baduk.Graph, error) { return topology.Ring(9) },
	} {
		g, err := make()
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, 7))
		records, positions, s := randomLibrary(t, rng, g, 20)
		hits := 0
		for range 30 {
			i := rng.IntN(len(records))
			p := Pattern{Board: g}
			for _, c := range positions[i][rng.IntN(min(6, len(positions[i])))] {
				p.Points = append(p.Points, wanted(c))
			}
			hits += compareToReference(t, p, records, positions, s).Hits
		}
		if hits == 0 {
			t.Errorf("%v: got no hits, want some", g)
		}
		if _, _, err := (Pattern{Board: g, Width: 1, Height: 1, Points: []Want{WantBlack}, Edges: Top}).families(); err == nil {
			t.Errorf("%v: a part of the board was accepted as a pattern, want an error", g)
		}
	}
}
