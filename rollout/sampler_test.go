package rollout

import (
	"fmt"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/boardtest"
	"tengen/topology"
)

// anyGraph makes a random graph whose points have at most degree neighbours. Some points may have none.
func anyGraph(t testing.TB, rng *Rand, points, degree int) *baduk.Graph {
	t.Helper()
	adj := make([][]baduk.Point, points)
	for range points * degree {
		p, q := rng.Below(points), rng.Below(points)
		if p != q && !slices.Contains(adj[p], baduk.Point(q)) && len(adj[p]) < degree && len(adj[q]) < degree {
			adj[p], adj[q] = append(adj[p], baduk.Point(q)), append(adj[q], baduk.Point(p))
		}
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// boards are boards of every kind that a sampler distinguishes, by name.
func boards(t testing.TB) map[string]*baduk.Graph {
	t.Helper()
	list := map[string]*baduk.Graph{}
	for _, size := range [][2]int{{1, 1}, {1, 2}, {1, 9}, {2, 2}, {3, 3}, {5, 5}, {9, 9}, {7, 13}, {19, 19}, {25, 25}, {1, 900}, {33, 33}} {
		list[fmt.Sprint(size)] = baduk.MustRectangle(size[0], size[1])
	}
	for _, spec := range []string{"torus 5x5", "torus 2x4", "cylinder 6x5", "annulus 8x4", "moebius 6x5", "klein 5x5", "hexagonal 5x5", "triangular 6x6",
		"ring 12", "planar 60", "diamond 3"} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Log("left out:", err)
			continue
		}
		list[spec] = board.Graph
	}
	wrapped, err := boardtest.Torus(9, 9)
	if err != nil {
		t.Fatal(err)
	}
	list["wrapped"] = wrapped
	rng := Rand(1)
	for degree := 1; degree <= 8; degree++ {
		for _, points := range []int{6, 13, 40} {
			list[fmt.Sprintf("%d points of degree %d", points, degree)] = anyGraph(t, &rng, points, degree)
		}
	}
	star, lattice := make([][]baduk.Point, 40), make([][]baduk.Point, 25)
	weights := make([]float64, 25)
	for p := range star[1:] {
		star[p+1] = []baduk.Point{0}
		star[0] = append(star[0], baduk.Point(p+1))
	}
	for p := range lattice {
		lattice[p], weights[p] = baduk.MustRectangle(5, 5).Neighbours(baduk.Point(p)), 2.5
	}
	for name, shape := range map[string]baduk.Shape{
		"star":     {Adjacency: star},
		"weighted": {Adjacency: lattice, Life: &baduk.Life{Weights: weights}},
		"beyond":   {Adjacency: lattice, Beyond: true},
		"regional": {Adjacency: lattice, Life: &baduk.Life{Weights: weights, Regional: true}},
	} {
		g, err := baduk.NewGraphFrom(shape)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = g
	}
	return list
}

// samplers returns a sampler for each lean board that works on the graph.
func samplers(g *baduk.Graph) []*Sampler {
	s := NewSampler(g)
	if _, ok := s.board.(*narrow); !ok {
		return []*Sampler{s}
	}
	w := NewSampler(g)
	w.board = newWide(newShape(g))
	w.From(baduk.NewPosition(g))
	return []*Sampler{s, w}
}

// stepBoard is a leanBoard that can be played on move by move. Only tests do this.
type stepBoard interface {
	leanBoard
	// allows reports whether a random game may play on the empty point p: not a ko, a simple eye or a suicide.
	allows(p baduk.Point, c baduk.Color) bool
	// play puts a stone on an empty point that allows has permitted, or passes.
	play(m baduk.Move)
}

// allows is described at stepBoard. A point with an empty neighbour cannot be a ko, an eye or a suicide.
func (b *narrow) allows(p baduk.Point, c baduk.Color) bool {
	v := b.cells[p&narrowMask]
	return v&emptyMask != 0 || b.closedAllows(uint64(p), v, uint64(c))
}

// play is described at stepBoard.
func (b *narrow) play(m baduk.Move) {
	if m.Point == baduk.Pass {
		b.ko = noKo
	} else {
		b.count--
		b.empty[slices.Index(b.empty[:b.count+1], uint16(m.Point))] = b.empty[b.count]
		b.place(uint64(m.Point), uint64(m.Color))
	}
	b.toPlay = uint64(m.Color.Opponent())
}

// play is described at stepBoard.
func (b *wide) play(m baduk.Move) { b.playAt(m, slices.Index(b.empty, m.Point)) }

// compare fails if the lean board differs from the position in a colour, the ko, or in what a random game may
// play for either colour.
func compare(s *shape, b stepBoard, pos *baduk.Position) error {
	colors := make([]baduk.Color, s.graph.Len())
	b.stones(colors)
	for i, got := range colors {
		p := baduk.Point(i)
		if got != pos.At(p) {
			return fmt.Errorf("%s is %v, not %v", s.graph.Vertex(p), got, pos.At(p))
		}
	}
	for _, p := range pos.Empties() {
		for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
			want := p != pos.KoBan && !s.isEye(&pos.Board, p, c) && !pos.IsSuicide(baduk.Move{Color: c, Point: p})
			if got := b.allows(p, c); got != want {
				return fmt.Errorf("%v at %s is allowed: %v, not %v (ko ban %s, simple eye %v)", c, s.graph.Vertex(p), got, want,
					s.graph.Vertex(pos.KoBan), s.isEye(&pos.Board, p, c))
			}
		}
	}
	return nil
}

// bothPlay plays turns on the lean board and on a position at the same time and compares them after each turn.
// Each number of the slice picks a turn: a stone of either player that is not a suicide or, rarely, a pass. If
// reload is true, the lean board starts from the position of each turn again. counts counts captures and bans.
func bothPlay(s *shape, b stepBoard, picks []uint16, reload bool, counts *[2]int) error {
	pos := baduk.NewPosition(s.graph)
	b.load(pos)
	b.reset()
	for n, pick := range picks {
		m := baduk.Move{Color: pos.ToPlay, Point: baduk.Pass}
		if pick%64 == 1 {
			m.Color = m.Color.Opponent()
		}
		if empty := pos.Empties(); len(empty) > 0 && pick%64 != 2 {
			p := empty[int(pick/64)%len(empty)]
			// Half of the moves that would fill an eye are played, so that chains are captured.
			if m.Point = p; p == pos.KoBan || pos.IsSuicide(m) || pick%2 == 0 && s.isEye(&pos.Board, p, m.Color) {
				m.Point = baduk.Pass
			}
		}
		u, v := pos.Play(m)
		if v != baduk.Legal {
			return fmt.Errorf("turn %d: %v", n, v)
		}
		b.play(m)
		counts[0] += int(u.Captured)
		if pos.KoBan != baduk.NoPoint {
			counts[1]++
		}
		if reload {
			b.load(pos)
			b.reset()
		}
		if err := compare(s, b, pos); err != nil {
			return fmt.Errorf("after turn %d, %v at %s: %w", n, m.Color, s.graph.Vertex(m.Point), err)
		}
	}
	return nil
}

// TestLeanBoards compares the lean boards with baduk.Board in games of random moves on all kinds of boards.
func TestLeanBoards(t *testing.T) {
	var counts [2]int
	for name, g := range boards(t) {
		if g.Regional() {
			continue
		}
		rng := Rand(3)
		for _, s := range samplers(g) {
			for round := range max(2, 4000/g.Len()/g.Len()) {
				picks := make([]uint16, min(5*g.Len(), 800))
				for i := range picks {
					picks[i] = uint16(rng.Uint64())
				}
				if err := bothPlay(newShape(g), s.board.(stepBoard), picks, round%2 == 1, &counts); err != nil {
					t.Fatalf("%s, %T: %v", name, s.board, err)
				}
			}
		}
	}
	if counts[0] < 1000 || counts[1] < 100 {
		t.Errorf("the games had %d captures and %d bans of a ko: too few to show anything", counts[0], counts[1])
	}
}

// FuzzLeanBoard does the same on a random graph whose points have at most eight neighbours.
func FuzzLeanBoard(f *testing.F) {
	f.Add(uint64(1), uint8(9), uint8(4), []byte("some moves, which are pairs of bytes"))
	f.Add(uint64(2), uint8(30), uint8(7), []byte("other moves on a graph with more neighbours"))
	f.Fuzz(func(t *testing.T, seed uint64, points, degree uint8, data []byte) {
		rng := Rand(seed)
		g := anyGraph(t, &rng, 1+int(points)%64, 1+int(degree)%8)
		picks := make([]uint16, min(len(data)/2, 500))
		for i := range picks {
			picks[i] = uint16(data[2*i])<<8 | uint16(data[2*i+1])
		}
		for _, s := range samplers(g) {
			if err := bothPlay(newShape(g), s.board.(stepBoard), picks, seed%2 == 0, new([2]int)); err != nil {
				t.Fatalf("%T: %v", s.board, err)
			}
		}
	})
}

// TestSamplerPlaysTheSameGames plays games from many positions with a Sampler and with Uniform. The same random
// numbers must give the same moves, result and owners.
func TestSamplerPlaysTheSameGames(t *testing.T) {
	for name, g := range boards(t) {
		u, most := NewUniform(g), 3*g.Len()
		start, pos := baduk.NewPosition(g), baduk.NewPosition(g)
		for seed := range max(4, 8000/g.Len()/g.Len()) {
			rng := Rand(seed)
			start.CopyFrom(baduk.NewPosition(g))
			if seed%2 == 1 {
				start.ToPlay = baduk.White
			}
			u.Play(start, &rng, rng.Below(most)) // a position from any stage of a game
			limit := most
			if seed%5 == 4 {
				limit = rng.Below(most)
			}
			for _, s := range samplers(g) {
				s.From(start)
				for game := range 3 {
					one, two := Rand(seed+game), Rand(seed+game)
					pos.CopyFrom(start)
					first, owner := make([]baduk.Color, g.Len()), make([]float32, g.Len())
					moves, ended := u.Play(pos, &one, limit)
					lead := u.counter.lead(&pos.Board, owner)
					gotFirst, gotOwner := make([]baduk.Color, g.Len()), make([]float32, g.Len())
					var gotMoves int
					var gotEnded bool
					if s.board == nil {
						gotMoves, gotEnded = s.Play(&two, limit)
					} else {
						gotMoves, gotEnded = s.play(&two, limit, gotFirst)
						firstMoves(u, start, Rand(seed+game), moves, first)
					}
					if gotMoves != moves || gotEnded != ended || one != two || s.Lead() != lead || s.lead(gotOwner) != lead {
						t.Fatalf("%s, %T, seed %d, game %d: %d moves, ended %v, lead %v, not %d, %v, %v", name, s.board, seed, game,
							gotMoves, gotEnded, s.Lead(), moves, ended, lead)
					}
					for p := range owner {
						if owner[p] != gotOwner[p] || first[p] != gotFirst[p] {
							t.Fatalf("%s, %T, seed %d: the owner of %s is %v, not %v; %v played there first, not %v", name, s.board, seed,
								g.Vertex(baduk.Point(p)), gotOwner[p], owner[p], gotFirst[p], first[p])
						}
					}
				}
			}
		}
	}
}

// firstMoves sets first[p] to the colour that first plays on p in a game of u from the position start.
func firstMoves(u *Uniform, start *baduk.Position, rng Rand, moves int, first []baduk.Color) {
	pos := baduk.NewPosition(start.Graph())
	pos.CopyFrom(start)
	for range moves {
		m := baduk.Move{Color: pos.ToPlay, Point: u.choose(pos, &rng)}
		pos.Play(m)
		if m.Point != baduk.Pass && first[m.Point] == baduk.Empty {
			first[m.Point] = m.Color
		}
	}
}

// TestFirstMovesAreEven counts the first moves of games from positions with eyes, suicides and a ko. Each move
// that is allowed must be equally frequent. The limit of chi-square is about five standard deviations.
func TestFirstMovesAreEven(t *testing.T) {
	g := baduk.MustRectangle(7, 7)
	u, rng := NewUniform(g), Rand(1)
	for _, turns := range []int{10, 35, 50, 60} {
		pos := baduk.NewPosition(g)
		u.Play(pos, &rng, turns)
		var moves []baduk.Point
		for _, p := range pos.Empties() {
			m := baduk.Move{Color: pos.ToPlay, Point: p}
			if p != pos.KoBan && !u.shape.isEye(&pos.Board, p, m.Color) && !pos.IsSuicide(m) {
				moves = append(moves, p)
			}
		}
		for _, s := range samplers(g) {
			s.From(pos)
			const each = 2000
			count := make([]int, g.Len())
			first := make([]baduk.Color, g.Len())
			for range each * len(moves) {
				clear(first)
				s.play(&rng, 1, first)
				for p, c := range first {
					if c != baduk.Empty {
						count[p]++
					}
				}
			}
			chi, total := 0.0, 0
			for _, p := range moves {
				d := float64(count[p] - each)
				chi, total = chi+d*d/each, total+count[p]
			}
			free := float64(len(moves) - 1)
			if total != each*len(moves) || chi > free+5*max(3, 1.5*free) {
				t.Errorf("%T, after %d turns: chi-square %.1f of %d moves, %d of %d draws are allowed", s.board, turns, chi, len(moves), total, each*len(moves))
			}
		}
	}
}

func TestSamplersAllocateNothing(t *testing.T) {
	for _, g := range []*baduk.Graph{baduk.MustRectangle(9, 9), boards(t)["star"]} {
		s, rng := NewSampler(g), Rand(1)
		if n := testing.AllocsPerRun(100, func() {
			s.Play(&rng, 3*g.Len())
			s.Lead()
		}); n > 0 {
			t.Errorf("a game on %v allocates %v times", g, n)
		}
	}
}

// TestUniformEvaluator: without tactics, patterns and rejected moves, an evaluation is the result of a uniform
// random game from the position.
func TestUniformEvaluator(t *testing.T) {
	for _, g := range []*baduk.Graph{baduk.MustRectangle(7, 7), boards(t)["triangular 6x6"]} {
		game := baduk.NewGame(g, baduk.Rules{Komi: 13}) // 6.5 points
		u, pos, rng := NewUniform(g), baduk.NewPosition(g), Rand(9)
		e := NewEvaluator(g, Params{})
		for seed := range uint64(20) {
			out := make([]eval.Evaluation, 1)
			if err := e.Evaluate(t.Context(), []eval.Query{{Game: game, Seed: seed, Ownership: true, First: true}}, out); err != nil {
				t.Fatal(err)
			}
			pos.CopyFrom(game.Position())
			random := Rand(seed)
			moves, _ := u.Play(pos, &random, 3*g.Len())
			owner, first := make([]float32, g.Len()), make([]baduk.Color, g.Len())
			lead := u.counter.lead(&pos.Board, owner) + game.Compensation()
			firstMoves(u, game.Position(), Rand(seed), moves, first)
			if out[0].Lead != float32(lead) || !slices.Equal(out[0].Ownership, owner) || !slices.Equal(out[0].First, first) {
				t.Fatalf("%v, seed %d: the evaluation is %+v; the game has the lead %v", g, seed, out[0], lead)
			}
			if err := game.Play(baduk.Move{Color: game.ToPlay(), Point: u.Choose(game, game.ToPlay(), &rng)}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
