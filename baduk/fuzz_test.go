package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// FuzzBoard turns bytes into a board, rules, a start and moves. It plays the game by the
// fast rules and by the literal rules at the same time. playBoth says what is compared.
func FuzzBoard(f *testing.F) {
	rng := rand.New(rand.NewPCG(11, 12))
	for kind := range byte(graphKinds) {
		for rules := range byte(12) {
			f.Add(randomInput(rng, kind, rules))
		}
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := playBoth(data, new(reached)); err != nil {
			t.Fatal(err)
		}
	})
}

// TestBoardAgainstReference runs FuzzBoard on fixed inputs. It counts the events in the
// games. It fails if some kind of event never happens, because the test would then show
// nothing about this kind.
func TestBoardAgainstReference(t *testing.T) {
	const games = 2400
	workers := runtime.GOMAXPROCS(0)
	counts := make([]reached, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < games; i += workers {
				rng := rand.New(rand.NewPCG(uint64(i), 17))
				data := randomInput(rng, byte(i%graphKinds), byte(i/graphKinds%15))
				if err := playBoth(data, &counts[w]); err != nil {
					t.Errorf("input %d, %x: %v", i, data, err)
					return
				}
			}
		})
	}
	wg.Wait()
	var sum reached
	for i := range counts {
		sum.add(&counts[i])
	}
	sum.report(t)
}

// TestBoardAgainstReferenceLong does the same on many more inputs.
func TestBoardAgainstReferenceLong(t *testing.T) {
	if os.Getenv("TENGEN_LONG") != "1" {
		t.Skip("a hundred thousand games against the literal rules take minutes; set TENGEN_LONG=1 to play them")
	}
	var count reached
	for i := range 100_000 {
		rng := rand.New(rand.NewPCG(uint64(i), 18))
		if err := playBoth(randomInput(rng, byte(i%graphKinds), byte(i/graphKinds%15)), &count); err != nil {
			t.Fatalf("input %d: %v", i, err)
		}
	}
	count.report(t)
}

// randomInput is an input for playBoth with a given kind of graph and rules.
func randomInput(rng *rand.Rand, kind, rules byte) []byte {
	data := make([]byte, 12+rng.IntN(80))
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	data[0], data[1] = kind, rules
	return data
}

// source returns the bytes of an input one by one, and zeros after its end.
type source struct{ data []byte }

func (s *source) next() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

func (s *source) below(n int) int { return int(s.next()) % n }

// graphKinds is the number of kinds of graph that readGraph makes.
const graphKinds = 6

// readGraph makes a small graph: a grid, a torus, a cylinder, a sparse or dense
// random graph that may be disconnected, or a star with a few chords.
func (s *source) readGraph() refgo.Graph {
	switch kind := s.below(graphKinds); kind {
	case 0, 1, 2:
		lattice := [...]func(int, int) refgo.Graph{refgo.Grid, refgo.Torus, refgo.Cylinder}[kind]
		// Small sides are more likely, because positions recur more often on them.
		sides := [...]int{1, 2, 3, 4, 2, 3, 5, 2}
		return lattice(sides[s.below(8)], sides[s.below(8)])
	case 3, 4:
		g := make(refgo.Graph, 1+s.below(10))
		for p := range g {
			for q := range p {
				if s.below(256) < []int{60, 130}[kind-3] {
					join(g, p, q)
				}
			}
		}
		return g
	default:
		g := make(refgo.Graph, 5+s.below(6))
		for p := 1; p < len(g); p++ {
			join(g, 0, p)
		}
		for range s.below(4) {
			if p := 1 + s.below(len(g)-2); !has(g[p], p+1) {
				join(g, p, p+1)
			}
		}
		return g
	}
}

func (s *source) readRules() baduk.Rules {
	b := s.below(15)
	ko := []baduk.KoRule{baduk.KoSimple, baduk.KoPositional, baduk.KoSituational, baduk.KoNatural, baduk.KoBasic}[b%5]
	return baduk.Rules{Ko: ko, Suicide: baduk.SuicideRule(b / 5)}
}

// readStart makes a position in which every chain has a liberty, and chooses the first
// player. Half of the positions are empty boards.
func (s *source) readStart(g refgo.Graph) (refgo.Board, refgo.Color) {
	board, first := make(refgo.Board, len(g)), refgo.Black
	b := s.next()
	if b&1 != 0 {
		first = refgo.White
	}
	if b&2 != 0 {
		for p := range board {
			board[p] = [...]refgo.Color{refgo.Empty, refgo.Black, refgo.White, refgo.Empty}[s.below(4)]
		}
		board, _ = g.Clear(board, refgo.Black)
		board, _ = g.Clear(board, refgo.White)
	}
	return board, first
}

// readMove chooses a turn that the fast rules call legal, usually a stone of
// the player to move.
func (s *source) readMove(g *baduk.Game) baduk.Move {
	b := s.next()
	m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
	if b>>5 == 7 {
		m.Color = m.Color.Opponent()
	}
	if s.next()&15 == 15 {
		return m
	}
	n := g.Graph().Len()
	for i := range n {
		try := baduk.Move{Color: m.Color, Point: baduk.Point((int(b&31) + i) % n)}
		if g.Legal(try) == baduk.Legal {
			return try
		}
	}
	return m
}

func join(g refgo.Graph, p, q int) { g[p], g[q] = append(g[p], q), append(g[q], p) }

func has(list []int, p int) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

// fastGraph makes the same graph for the fast rules.
func fastGraph(g refgo.Graph) (*baduk.Graph, error) {
	adj := make([][]baduk.Point, len(g))
	for p, list := range g {
		for _, q := range list {
			adj[p] = append(adj[p], baduk.Point(q))
		}
	}
	return baduk.NewGraph(adj)
}

// reached counts the events in the games.
type reached struct {
	games, turns, overs, captures, koBans int
	cycles                                int    // positions that occurred a third time under the basic ko rule
	superko                               [4]int // by ko rule
	repeated                              [4]int // superko bans of a position other than the first, by ko rule
	refused                               [3]int // suicides refused, by suicide rule
	single, multi                         [3]int // suicides played, by suicide rule
}

func (r *reached) add(o *reached) {
	r.games += o.games
	r.turns += o.turns
	r.overs += o.overs
	r.captures += o.captures
	r.koBans += o.koBans
	r.cycles += o.cycles
	for i := range r.superko {
		r.superko[i] += o.superko[i]
		r.repeated[i] += o.repeated[i]
	}
	for i := range r.refused {
		r.refused[i] += o.refused[i]
		r.single[i] += o.single[i]
		r.multi[i] += o.multi[i]
	}
}

// report logs the counts and fails if one that must not be zero is zero.
func (r *reached) report(t *testing.T) {
	t.Helper()
	need := func(n int, what string, args ...any) {
		what = fmt.Sprintf(what, args...)
		t.Logf("%9d %s", n, what)
		if n == 0 {
			t.Errorf("got no %s, want at least one, or the test shows nothing about them", what)
		}
	}
	need(r.games, "games")
	need(r.turns, "turns")
	need(r.overs, "games ended by two passes")
	need(r.captures, "captured stones")
	need(r.koBans, "ko bans")
	need(r.cycles, "positions that stood for the third time under the basic ko")
	for ko := baduk.KoPositional; ko <= baduk.KoNatural; ko++ {
		need(r.superko[ko], "superko bans, %v", ko)
		need(r.repeated[ko], "superko bans of a later position than the first, %v", ko)
	}
	need(r.refused[baduk.SuicideForbidden], "suicides refused, %v", baduk.SuicideForbidden)
	need(r.refused[baduk.SuicideMulti], "suicides refused, %v", baduk.SuicideMulti)
	need(r.multi[baduk.SuicideMulti], "suicides of several stones, %v", baduk.SuicideMulti)
	need(r.multi[baduk.SuicideLiteral], "suicides of several stones, %v", baduk.SuicideLiteral)
	need(r.single[baduk.SuicideLiteral], "suicides of a single stone, %v", baduk.SuicideLiteral)
}
