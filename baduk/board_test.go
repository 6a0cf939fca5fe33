package baduk

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// snapshot is everything visible of a board, for comparison.
type snapshot struct {
	Colors []Color
	Empty  []Point
	Hash   uint64
	Chains [][3]int
}

func snap(b *Board) snapshot {
	s := snapshot{Hash: b.Hash(), Empty: append([]Point(nil), b.Empties()...)}
	for p := range b.Graph().Len() {
		q := Point(p)
		s.Colors = append(s.Colors, b.At(q))
		if b.At(q) != Empty {
			s.Chains = append(s.Chains, [3]int{int(b.Head(q)), b.ChainSize(q), b.Liberties(q)})
		}
	}
	return s
}

// TestPlaceTakeRandom plays random stones, suicides included, and checks every position.
// Then it takes all stones back and compares the board with its earlier states.
func TestPlaceTakeRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	graphs := []*Graph{MustRectangle(1, 1), MustRectangle(1, 7), MustRectangle(2, 2), MustRectangle(3, 3), MustRectangle(5, 4), MustRectangle(9, 9), randomGraph(t, rng, 12, 0.5), randomGraph(t, rng, 20, 0.2)}
	var captured, suicides int
	for _, g := range graphs {
		for range 40 {
			b := NewBoard(g)
			var undos []Undo
			var snaps []snapshot
			for range 4 * g.Len() {
				snaps = append(snaps, snap(b))
				p := b.Empties()[rng.IntN(len(b.Empties()))]
				m := Move{Black + Color(rng.IntN(2)), p}
				cap1, sui1 := b.Effect(m)
				hash := b.HashAfter(m)
				single := b.IsSuicide(m)
				u, v := b.Place(m)
				if v != Legal {
					t.Fatal(v)
				}
				if int(u.Captured) != cap1 || int(u.Suicide) != sui1 || single != (sui1 > 0) {
					t.Fatalf("%v on %v: Effect gives %d, %d, IsSuicide %v; want %d, %d as Place did", m, g, cap1, sui1, single, u.Captured, u.Suicide)
				}
				if b.Hash() != hash {
					t.Fatal("HashAfter differs from the hash after the move")
				}
				if err := b.CheckInvariants(); err != nil {
					t.Fatal(err)
				}
				captured += cap1
				suicides += sui1
				undos = append(undos, u)
			}
			for i := len(undos) - 1; i >= 0; i-- {
				b.Take(undos[i])
				if err := b.CheckInvariants(); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(snap(b), snaps[i]) {
					t.Fatalf("taking back stone %d did not restore the board", i)
				}
			}
		}
	}
	if captured == 0 || suicides == 0 {
		t.Fatalf("reached %d captures and %d suicides; both must occur", captured, suicides)
	}
}

// randomGraph is a random simple graph. Each pair of points is an edge with
// probability density.
func randomGraph(t *testing.T, rng *rand.Rand, n int, density float64) *Graph {
	t.Helper()
	adj := make([][]Point, n)
	for p := range n {
		for q := range p {
			if rng.Float64() < density {
				adj[p] = append(adj[p], Point(q))
				adj[q] = append(adj[q], Point(p))
			}
		}
	}
	g, err := NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPlaceAllocatesNothing(t *testing.T) {
	b := NewBoard(MustRectangle(9, 9))
	rng := rand.New(rand.NewPCG(3, 4))
	var undos [200]Undo
	game := func() {
		n := 0
		for ; n < len(undos); n++ {
			undos[n], _ = b.Place(Move{Black + Color(n&1), b.Empties()[rng.IntN(len(b.Empties()))]})
		}
		for n--; n >= 0; n-- {
			b.Take(undos[n])
		}
	}
	game() // let the log grow to its final size
	if allocs := testing.AllocsPerRun(50, game); allocs > 0 {
		t.Errorf("a game of placing and taking allocates %v times, want 0", allocs)
	}
}

// TestAppendChainOfEmptyPoint asks for the chain on an empty point. This panics, also if stones were on the point.
func TestAppendChainOfEmptyPoint(t *testing.T) {
	b := NewBoard(MustRectangle(3, 3))
	u, _ := b.Place(Move{Black, 4})
	b.Take(u)
	for _, p := range []Point{1, 4} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, "empty point "+b.Graph().Vertex(p)) {
					t.Errorf("point %d: got the panic %q", p, text)
				}
			}()
			b.AppendChain(nil, p)
		}()
	}
}
