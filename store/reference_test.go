package store

import (
	"cmp"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// The reference implements the package documentation literally. It tries every position of a game
// on a real board, every symmetry that the board lists, and every placement.

// referencePositions returns all positions of a record by turn, or nil if the set-up is impossible.
func referencePositions(r *kifu.Record) [][]baduk.Color {
	stones := make([]baduk.Color, r.Graph.Len())
	for _, p := range r.Setup.Black {
		stones[p] = baduk.Black
	}
	for _, p := range r.Setup.White {
		stones[p] = baduk.White
	}
	board, err := boardOf(r.Graph, stones)
	if err != nil {
		return nil
	}
	all := [][]baduk.Color{slices.Clone(stones)}
	for _, m := range r.Moves {
		if m.Point != baduk.Pass {
			if stones[m.Point] != baduk.Empty {
				stones[m.Point] = baduk.Empty
				if board, err = boardOf(r.Graph, stones); err != nil {
					panic(err)
				}
			}
			if _, v := board.Place(m); v != baduk.Legal {
				panic(v)
			}
			for p := range stones {
				stones[p] = board.At(baduk.Point(p))
			}
		}
		all = append(all, slices.Clone(stones))
	}
	return all
}

func boardOf(g *baduk.Graph, stones []baduk.Color) (*baduk.Board, error) {
	game, err := baduk.NewGameFrom(g, baduk.TrompTaylor(), baduk.SetupOf(stones, baduk.Black))
	if err != nil {
		return nil, err
	}
	b := baduk.NewBoard(g)
	b.CopyFrom(&game.Position().Board)
	return b, nil
}

// reference is a pattern with every variant and placement.
type reference struct {
	Pattern
	variants []referenceVariant
	same     []int
}

type referenceVariant struct {
	symmetry int
	swapped  bool
	region   []baduk.Point
	want     []Want
}

// newReference places the pattern wherever its edges allow on the board, and then applies each
// symmetry to the whole board.
func newReference(p Pattern) *reference {
	r := &reference{Pattern: p}
	g := p.Board
	geo, _ := g.Geometry()
	symmetries := geo.Symmetries
	if symmetries == nil {
		symmetries = [][]baduk.Point{identityPermutation(g.Len())}
	}
	w, h := p.Width, p.Height
	boardW, boardH := geo.Width, geo.Height
	if w == 0 {
		w, h, boardW, boardH = g.Len(), 1, g.Len(), 1
	}
	for q := range p.Points {
		r.same = append(r.same, q)
	}
	first := map[string]bool{}
	var own map[string][]baduk.Point // regions of the pattern itself, by the required colours of all board points
	for _, swapped := range []bool{false, true} {
		if swapped && p.FixedColors {
			continue
		}
		for s, perm := range symmetries {
			regions := map[string][]baduk.Point{}
			for y := 0; y+h <= boardH; y++ {
				for x := 0; x+w <= boardW; x++ {
					if p.Edges&Left != 0 && x != 0 || p.Edges&Top != 0 && y != 0 ||
						p.Edges&Right != 0 && x+w != boardW || p.Edges&Bottom != 0 && y+h != boardH {
						continue
					}
					v := referenceVariant{symmetry: s, swapped: swapped}
					key := make([]byte, g.Len())
					for q, want := range p.Points {
						at := perm[(y+q/w)*boardW+x+q%w]
						if swapped && want == WantBlack {
							want = WantWhite
						} else if swapped && want == WantWhite {
							want = WantBlack
						}
						v.region = append(v.region, at)
						v.want = append(v.want, want)
						key[at] = 1 + byte(want)
					}
					if !first[string(key)] {
						first[string(key)] = true
						r.variants = append(r.variants, v)
					}
					regions[string(key)] = v.region
				}
			}
			if own == nil {
				own = regions
			}
			if !swapped && sameKeys(own, regions) {
				for key, region := range regions {
					r.join(own[key], region)
				}
			}
		}
	}
	return r
}

// sameKeys reports whether a and b have the same keys: the symmetry then maps the pattern to itself.
func sameKeys(a, b map[string][]baduk.Point) bool {
	for key := range a {
		if b[key] == nil {
			return false
		}
	}
	return len(a) == len(b)
}

// join makes points of the pattern equivalent that lie on the same point of the board in a and b.
func (r *reference) join(a, b []baduk.Point) {
	for changed := true; changed; {
		changed = false
		for q, at := range a {
			o := slices.Index(b, at)
			m := min(r.same[q], r.same[o])
			changed = changed || r.same[q] != m || r.same[o] != m
			r.same[q], r.same[o] = m, m
		}
	}
}

func identityPermutation(n int) []baduk.Point {
	var list []baduk.Point
	for p := range n {
		list = append(list, baduk.Point(p))
	}
	return list
}

// hits returns the hits in a game with those positions.
func (r *reference) hits(record *kifu.Record, positions [][]baduk.Color) []Hit {
	var list []Hit
	for _, v := range r.variants {
		for turn, stones := range positions {
			if v.shown(stones) {
				list = append(list, Hit{Turn: turn, Symmetry: v.symmetry, Swapped: v.swapped, Points: v.region, Next: r.next(v, turn, record, positions)})
				break
			}
		}
	}
	sortHits(list)
	return list
}

func (v *referenceVariant) shown(stones []baduk.Color) bool {
	for q, want := range v.want {
		c := stones[v.region[q]]
		if want == WantEmpty && c != baduk.Empty || want == WantBlack && c != baduk.Black || want == WantWhite && c != baduk.White {
			return false
		}
	}
	return true
}

func (r *reference) next(v referenceVariant, turn int, record *kifu.Record, positions [][]baduk.Color) Play {
	if turn == len(record.Moves) {
		return Play{Ended: true}
	}
	for i := turn; i < len(record.Moves); i++ {
		m := record.Moves[i]
		if q := slices.Index(v.region, m.Point); q >= 0 {
			c := m.Color
			if v.swapped {
				c = c.Opponent()
			}
			return Play{Point: r.same[q], Color: c, Direct: i == turn}
		}
		for _, p := range v.region {
			if positions[i+1][p] != positions[turn][p] {
				return Play{}
			}
		}
	}
	return Play{}
}

// sortHits orders hits so that two lists can be compared.
func sortHits(list []Hit) {
	slices.SortFunc(list, func(a, b Hit) int {
		return cmp.Or(a.Turn-b.Turn, slices.Compare(a.Points, b.Points), cmp.Compare(fmt.Sprint(a.Swapped), fmt.Sprint(b.Swapped)))
	})
}

// totals counts the hits of all games.
func (r *reference) totals(records []*kifu.Record, hits [][]Hit) Totals {
	var t Totals
	plays := map[[2]int]*Continuation{}
	for i, list := range hits {
		if len(list) > 0 {
			t.Games++
		}
		for _, h := range list {
			t.Hits++
			result := records[i].Info.Result
			winner := baduk.Empty
			if len(result) > 1 && result[:2] == "B+" {
				winner = baduk.Black
			} else if len(result) > 1 && result[:2] == "W+" {
				winner = baduk.White
			}
			if h.Swapped {
				winner = winner.Opponent()
			}
			if winner == baduk.Black {
				t.BlackWins++
			} else if winner == baduk.White {
				t.WhiteWins++
			}
			switch {
			case h.Next.Ended:
				t.Ended++
			case !h.Next.Direct:
				t.Tenuki++
			}
			if h.Next.Color == baduk.Empty {
				continue
			}
			key := [2]int{h.Next.Point, int(h.Next.Color)}
			if plays[key] == nil {
				plays[key] = &Continuation{Point: h.Next.Point, Color: h.Next.Color}
			}
			c := plays[key]
			c.Count++
			if !h.Next.Direct {
				c.Later++
			}
			if winner == h.Next.Color {
				c.Wins++
			} else if winner != baduk.Empty {
				c.Losses++
			}
			date := readDate(records[i].Info.Date).since
			if date != 0 && (c.First == 0 || date < c.First) {
				c.First = date
			}
			c.Last = max(c.Last, date)
		}
	}
	for _, c := range plays {
		t.Continuations = append(t.Continuations, *c)
	}
	slices.SortFunc(t.Continuations, func(a, b Continuation) int {
		return cmp.Or(b.Count-a.Count, a.Point-b.Point, cmp.Compare(a.Color, b.Color))
	})
	return t
}
