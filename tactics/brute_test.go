package tactics

import (
	"math/rand"
	"testing"

	"tengen/baduk"
)

// slow is a board for the oracles of the tests. It is simple, slow, and shares no code with baduk.Board.
type slow struct {
	adj    [][]baduk.Point
	stones []byte // by point, the number of the colour
}

// chain returns the stones of the chain on p and its liberties.
func (s slow) chain(p baduk.Point) (stones, liberties []baduk.Point) {
	seen := map[baduk.Point]bool{p: true}
	stones = []baduk.Point{p}
	for k := 0; k < len(stones); k++ {
		for _, q := range s.adj[stones[k]] {
			if seen[q] {
				continue
			}
			switch s.stones[q] {
			case 0:
				seen[q] = true
				liberties = append(liberties, q)
			case s.stones[p]:
				seen[q] = true
				stones = append(stones, q)
			}
		}
	}
	return stones, liberties
}

// play returns the position after a stone of colour c on the empty point p, the numbers of captured stones
// of both sides, and the ko ban that follows.
func (s slow) play(p baduk.Point, c baduk.Color) (after slow, captured, suicide int, ban baduk.Point) {
	after = slow{s.adj, append([]byte(nil), s.stones...)}
	after.stones[p] = byte(c)
	ban = baduk.NoPoint
	for _, q := range s.adj[p] {
		if after.stones[q] != byte(c.Opponent()) {
			continue
		}
		if stones, liberties := after.chain(q); len(liberties) == 0 {
			for _, r := range stones {
				after.stones[r] = 0
				captured++
				ban = r
			}
		}
	}
	stones, liberties := after.chain(p)
	if len(liberties) == 0 {
		for _, r := range stones {
			after.stones[r] = 0
		}
		suicide = len(stones)
	}
	if captured != 1 || len(stones) != 1 || len(liberties) != 1 {
		ban = baduk.NoPoint
	}
	return after, captured, suicide, ban
}

// slowOf copies a board.
func slowOf(b *baduk.Board) slow {
	s := slow{stones: make([]byte, b.Graph().Len())}
	for p := range s.stones {
		s.adj = append(s.adj, b.Graph().Neighbours(baduk.Point(p)))
		s.stones[p] = byte(b.At(baduk.Point(p)))
	}
	return s
}

// torus returns a rectangle that is closed in both directions. Its sides are at least 3.
func torus(t testing.TB, width, height int) *baduk.Graph {
	t.Helper()
	adj := make([][]baduk.Point, width*height)
	for p := range adj {
		x, y := p%width, p/width
		for _, d := range [4][2]int{{1, 0}, {width - 1, 0}, {0, 1}, {0, height - 1}} {
			adj[p] = append(adj[p], baduk.Point((y+d[1])%height*width+(x+d[0])%width))
		}
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// scattered returns a random connected graph of n points.
func scattered(t testing.TB, n, edges int, rng *rand.Rand) *baduk.Graph {
	t.Helper()
	adj := make([][]baduk.Point, n)
	have := map[[2]int]bool{}
	join := func(p, q int) {
		if p != q && !have[[2]int{p, q}] {
			have[[2]int{p, q}], have[[2]int{q, p}] = true, true
			adj[p] = append(adj[p], baduk.Point(q))
			adj[q] = append(adj[q], baduk.Point(p))
		}
	}
	for p := 1; p < n; p++ {
		join(p, rng.Intn(p))
	}
	for len(have)/2 < edges {
		join(rng.Intn(n), rng.Intn(n))
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// scatter puts random stones on about the given percentage of the points. Chains without liberties are
// captured.
func scatter(b *baduk.Board, percent int, rng *rand.Rand) {
	b.Clear()
	for _, p := range rng.Perm(b.Graph().Len()) {
		if rng.Intn(100) < percent {
			b.Place(baduk.Move{Color: baduk.Color(1 + rng.Intn(2)), Point: baduk.Point(p)})
		}
	}
}

// draw makes a board from rows of X, O and dots.
func draw(t testing.TB, rows ...string) *baduk.Board {
	t.Helper()
	b := baduk.NewBoard(baduk.MustRectangle(len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, mark := range row {
			c := baduk.Empty
			switch mark {
			case 'X':
				c = baduk.Black
			case 'O':
				c = baduk.White
			default:
				continue
			}
			u, v := b.Place(baduk.Move{Color: c, Point: baduk.Point(y*len(row) + x)})
			if v != baduk.Legal || u.Captured+u.Suicide > 0 {
				t.Fatalf("impossible drawing %q", rows)
			}
		}
	}
	return b
}

// at returns the point of a vertex.
func at(t testing.TB, b *baduk.Board, vertex string) baduk.Point {
	t.Helper()
	p, err := b.Graph().ParseVertex(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// picture returns the board as rows, for messages.
func picture(b *baduk.Board, width int) string {
	text := ""
	for p := range b.Graph().Len() {
		if p%width == 0 {
			text += "\n"
		}
		text += string(".XO"[b.At(baduk.Point(p))])
	}
	return text
}
