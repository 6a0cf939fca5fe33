package baduk

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// whole is a snapshot that includes the circles of the chains and the logs:
// everything that Take has to restore.
func whole(b *Board) any {
	var next []Point
	for p, c := range b.cells {
		if c.color != Empty {
			next = append(next, b.Next(Point(p)))
		}
	}
	return [...]any{snap(b), next, slices.Clone(b.log), b.stones}
}

// TestRegionalIsLiteral plays random games, from empty boards and from set-ups
// with stones that are not alive. In every position it compares every possible
// move of both players with the literal rules. Finally it takes everything
// back.
func TestRegionalIsLiteral(t *testing.T) {
	for _, life := range lives {
		t.Run(life.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 1))
			var captured, suicides, both, bans, breathless int
			for name, adj := range adjacencies(t, rng) {
				rounds := 5
				if len(adj) <= 5 {
					rounds = 60 // small boards are cheap, and rare events need many games
				}
				for round := range rounds {
					alive := life.alive
					if salt := rng.Uint64(); alive == nil {
						alive = func(z float64) bool { return Mix(salt+uint64(int(z)))&1 == 1 }
					}
					g := regionalGraph(t, Shape{Adjacency: adj, Beyond: rng.IntN(4) == 0}, rng, life.weight, alive)
					pos := NewPosition(g)
					if round%2 == 1 {
						for p := range g.Len() {
							if c := Color(rng.IntN(3)); c != Empty && Point(p) != g.Beyond() && pos.lay(Point(p), c) != Legal {
								t.Fatal("a stone cannot be laid")
							}
						}
					}
					r := regionalRun{t: t, rng: rng, pos: pos, literal: literalMove, name: name}
					if rng.IntN(2) == 0 {
						r.literal = refgoMove
					}
					r.play(2 * g.Len())
					captured, suicides, both = captured+r.captured, suicides+r.suicides, both+r.both
					bans, breathless = bans+r.bans, breathless+r.breathless
				}
			}
			t.Logf("%d moves captured, %d were suicide, %d both, %d banned a retake; in %d positions chains had no liberties", captured, suicides, both, bans, breathless)
			never := life.name == "never" // no played stone stays on the board, so only stones of the set-up can be captured
			if !never && captured == 0 || suicides == 0 && life.name != "few" {
				t.Errorf("%d captures and %d suicides, want some of each", captured, suicides)
			}
		})
	}
}

// regionalRun is one random game and the counts of its events.
type regionalRun struct {
	t       *testing.T
	rng     *rand.Rand
	pos     *Position
	literal func(g *Graph, before []Color, m Move) (after []Color, captured, suicide int)
	name    string

	captured, suicides, both, bans, breathless int
}

func (r *regionalRun) colors() []Color {
	var colors []Color
	for _, c := range r.pos.cells {
		colors = append(colors, c.color)
	}
	return colors
}

func (r *regionalRun) fatalf(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf("%s, %v: "+format, append([]any{r.name, r.colors()}, args...)...)
}

// play plays up to the given number of moves and takes them back.
func (r *regionalRun) play(moves int) {
	var undos []Undo
	var wholes []any
	r.check()
	for len(undos) < moves && len(r.pos.Empties()) > 0 {
		r.tryAll()
		before := r.colors()
		m := Move{Black + Color(r.rng.IntN(2)), r.pos.Empties()[r.rng.IntN(len(r.pos.Empties()))]}
		prisoners, state := r.pos.Prisoners, whole(&r.pos.Board)
		u, v := r.pos.Play(m)
		undos, wholes = append(undos, u), append(wholes, state)
		after, captured, suicide := r.literal(r.pos.graph, before, m)
		if v != Legal || !slices.Equal(after, r.colors()) {
			r.fatalf("%v on %v is %v, want a legal move with the result %v", m, before, v, after)
		}
		prisoners[m.Color.Opponent()] += int32(captured)
		prisoners[m.Color] += int32(suicide)
		if prisoners != r.pos.Prisoners || r.pos.ToPlay != m.Color.Opponent() {
			r.fatalf("after %v there are %v prisoners, want %v", m, r.pos.Prisoners, prisoners)
		}
		r.checkBan(before, after, captured, suicide, m)
		r.check()
		if captured > 0 {
			r.captured++
		}
		if suicide > 0 {
			r.suicides++
		}
		if captured > 0 && suicide > 0 {
			r.both++
		}
	}
	for i := len(undos) - 1; i >= 0; i-- {
		r.pos.Take(undos[i])
		if err := r.pos.CheckInvariants(); err != nil || !reflect.DeepEqual(whole(&r.pos.Board), wholes[i]) {
			r.fatalf("taking back move %d did not restore the board: %v", i, err)
		}
	}
}

// tryAll compares the answers of the board about every move with the literal
// rules, and checks that asking changes nothing.
func (r *regionalRun) tryAll() {
	b, g, before := &r.pos.Board, r.pos.graph, r.colors()
	state := whole(b)
	for _, p := range slices.Clone(b.Empties()) {
		for _, c := range []Color{Black, White} {
			m := Move{c, p}
			after, captured, suicide := r.literal(g, before, m)
			var hash uint64
			for q, c := range after {
				if c != Empty {
					hash ^= g.Key(Point(q), c)
				}
			}
			if n, s := b.Effect(m); n != captured || s != suicide {
				r.fatalf("Effect of %v is %d, %d, want %d, %d", m, n, s, captured, suicide)
			}
			if b.IsSuicide(m) != (after[p] == Empty) {
				r.fatalf("IsSuicide of %v is %v", m, b.IsSuicide(m))
			}
			if b.HashAfter(m) != hash {
				r.fatalf("HashAfter of %v is not the hash of %v", m, after)
			}
		}
	}
	if !reflect.DeepEqual(whole(b), state) {
		r.fatalf("asking changed the board from %v", before)
	}
}

// checkBan compares the ko ban with its definition.
func (r *regionalRun) checkBan(before, after []Color, captured, suicide int, m Move) {
	want := NoPoint
	if captured == 1 {
		for p := range after {
			if before[p] == m.Color.Opponent() && after[p] == Empty {
				if again, _, _ := r.literal(r.pos.graph, after, Move{m.Color.Opponent(), Point(p)}); slices.Equal(again, before) {
					want = Point(p)
					r.bans++
				}
			}
		}
	}
	if r.pos.KoBan != want {
		r.fatalf("after %v the ban is on %d, want %d", m, r.pos.KoBan, want)
	}
}

func (r *regionalRun) check() {
	if err := r.pos.CheckInvariants(); err != nil {
		r.fatalf("%v", err)
	}
	for p, c := range r.pos.cells {
		if c.color != Empty && r.pos.Liberties(Point(p)) == 0 {
			r.breathless++
			return
		}
	}
}

// TestRetakeThatCostsStones plays a retake that captures the right stone, but
// also loses own stones that it joins. Such a retake is not banned.
func TestRetakeThatCostsStones(t *testing.T) {
	weights := []float64{2, 4, 8, 16, 1}
	alive := func(z float64) bool { return z == 2 || z == 16+1 }
	g, err := NewGraphFrom(Shape{Adjacency: MustRectangle(5, 1).adj, Life: &Life{Weights: weights, Alive: alive}})
	if err != nil {
		t.Fatal(err)
	}
	pos := NewPosition(g)
	pos.lay(1, White)
	pos.lay(3, White)
	if u, _ := pos.Play(Move{Black, 2}); u.Captured != 1 || u.Suicide != 0 || pos.At(3) != Empty || pos.KoBan != NoPoint {
		t.Errorf("the stone takes %d and costs %d, the ban is on %d; want 1, 0 and no ban", u.Captured, u.Suicide, pos.KoBan)
	}
	if captured, suicide := pos.Effect(Move{White, 3}); captured != 1 || suicide != 2 {
		t.Errorf("the retake takes %d and costs %d, want 1 and 2", captured, suicide)
	}
}

// TestRetakeOfSuicide checks bans of the basic ko that involve suicide, on two points a and b. A stone lives if the sum
// of the weights in its reach is above 0. In the first game Black takes the stone on b and loses the stone on a. White
// b would then restore the start. In the second game White b would take the stone on a and would be lost itself.
func TestRetakeOfSuicide(t *testing.T) {
	const a, b = 0, 1
	rules, err := ParseRules("mango-002+ko=BASIC")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		weights []float64
		setup   Setup
		after   [2]Color // the board after Black a
		ban     Point
	}{
		{"the stone that captured was lost", []float64{1, -1}, Setup{White: []Point{b}, ToPlay: Black}, [2]Color{}, b},
		{"the stone that captures would be lost", []float64{-1, 1}, Setup{ToPlay: Black}, [2]Color{a: Black}, NoPoint},
	} {
		alive := func(z float64) bool { return z > 0 }
		g, err := NewGraphFrom(Shape{Adjacency: MustRectangle(2, 1).adj, Life: &Life{Weights: test.weights, Alive: alive, Regional: true}})
		if err != nil {
			t.Fatal(err)
		}
		game, err := NewGameFrom(g, rules, test.setup)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(Move{Black, a}); err != nil {
			t.Fatal(err)
		}
		if game.At(a) != test.after[a] || game.At(b) != test.after[b] || game.Position().KoBan != test.ban {
			t.Errorf("%s: after Black a the stones are %v and %v and the ban is on %d, want %v and %d", test.name,
				game.At(a), game.At(b), game.Position().KoBan, test.after, test.ban)
		}
		if v := game.Legal(Move{White, b}); v != KoBanned {
			t.Errorf("%s: White b is %v, want %v", test.name, v, KoBanned)
		}
	}
}

// TestRegionalBasicKo plays random games under the basic ko alone. In every position it compares the verdict on every
// point with the rule: a play must not restore the board from before the opponent's turn, and must not leave the board
// as it is. Games with the same search key must have the same verdicts.
func TestRegionalBasicKo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 4))
	banned, throwIns := 0, 0
	for _, life := range lives {
		for _, adj := range [][][]Point{MustRectangle(1, 5).adj, MustRectangle(2, 2).adj, MustRectangle(3, 2).adj} {
			for range 20 {
				alive := life.alive
				if salt := rng.Uint64(); alive == nil {
					alive = func(z float64) bool { return Mix(salt+uint64(int(z)))&1 == 1 }
				}
				g := regionalGraph(t, Shape{Adjacency: adj}, rng, life.weight, alive)
				rules := Rules{Ko: KoBasic, Suicide: []SuicideRule{SuicideLiteral, SuicideForbidden}[rng.IntN(2)]}
				verdicts := map[uint64][]Verdict{}
				for range 10 {
					b, w := playBasicKo(t, g, rules, rng, verdicts)
					banned, throwIns = banned+b, throwIns+w
				}
			}
		}
	}
	t.Logf("%d plays were banned, %d of them plays that would be suicide", banned, throwIns)
	if throwIns == 0 || banned == throwIns {
		t.Errorf("%d plays were banned, %d of them plays that would be suicide; want both kinds", banned, throwIns)
	}
}

// playBasicKo plays a random game and checks the verdicts. It returns the number of plays that were banned because they
// would restore the board from before the opponent's turn, and how many of them would be suicide. The map has the
// verdicts on all points by search key.
func playBasicKo(t *testing.T, g *Graph, rules Rules, rng *rand.Rand, verdicts map[uint64][]Verdict) (banned, throwIns int) {
	t.Helper()
	var before []Color // the board before the last turn; nil if that was a pass
	game := NewGame(g, rules)
	for range 12 {
		now, list := game.StonesAfter(game.Len()), []Verdict{}
		var legal []Point
		for p := range Point(g.Len()) {
			m := Move{game.ToPlay(), p}
			want := Occupied
			if now[p] == Empty {
				after, _, _ := literalMove(g, now, m)
				want = Legal
				switch suicide := after[p] == Empty; {
				case suicide && rules.Suicide == SuicideForbidden:
					want = Suicide
				case slices.Equal(after, before):
					want = KoBanned
					banned++
					if suicide {
						throwIns++
					}
				case slices.Equal(after, now):
					want = KoBanned
				}
			}
			if v := game.Legal(m); v != want {
				t.Fatalf("weights %v, %v, moves %v: %v is %v, want %v", g.life.Weights, rules, game.Moves(), m, v, want)
			}
			if list = append(list, want); want == Legal {
				legal = append(legal, p)
			}
		}
		key := game.SearchKey()
		if known, ok := verdicts[key]; ok && !slices.Equal(known, list) {
			t.Fatalf("weights %v, %v, moves %v: the verdicts are %v, and %v in a game with the same search key", g.life.Weights, rules, game.Moves(), list, known)
		}
		verdicts[key] = list
		m := Move{game.ToPlay(), Pass}
		if len(legal) > 0 && rng.IntN(6) > 0 {
			m.Point = legal[rng.IntN(len(legal))]
		}
		if before = slices.Clone(now); m.IsPass() {
			before = nil
		}
		if game.Play(m) != nil || game.Over() {
			break
		}
	}
	return banned, throwIns
}

// TestRegionalOrdinary plays the same moves on an ordinary board, where liberties keep
// stones alive, and on a regional board. With F = 1 and T = z >= 1 these are the same
// game (MANGO document, "Example").
func TestRegionalOrdinary(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	for name, adj := range adjacencies(t, rng) {
		for round := range 20 {
			s := Shape{Adjacency: adj, Beyond: round%2 == 1}
			plain, err := NewGraphFrom(s)
			if err != nil {
				t.Fatal(err)
			}
			a, b := NewPosition(plain), NewPosition(regionalGraph(t, s, rng, nil, lives[0].alive))
			for i := range 5 * len(adj) {
				if len(a.Empties()) == 0 {
					break
				}
				m := Move{Black + Color(rng.IntN(2)), a.Empties()[rng.IntN(len(a.Empties()))]}
				captured, suicide := a.Effect(m)
				if c, s := b.Effect(m); c != captured || s != suicide || a.IsSuicide(m) != b.IsSuicide(m) {
					t.Fatalf("%s, move %d: the effects are %d, %d and %d, %d, want equal ones", name, i, captured, suicide, c, s)
				}
				ua, va := a.Play(m)
				ub, vb := b.Play(m)
				if va != Legal || vb != Legal || ua.Captured != ub.Captured || ua.Suicide != ub.Suicide {
					t.Fatalf("%s, move %d: %v and %v", name, i, ua, ub)
				}
				if a.KoBan != b.KoBan || a.Prisoners != b.Prisoners || !slices.Equal(a.AppendPacked(nil), b.AppendPacked(nil)) {
					t.Fatalf("%s: the boards differ after move %d", name, i)
				}
				if err := b.CheckInvariants(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestRegionalCopies copies a position onto a board that was used before, and
// plays on with both while the number of the sweep overflows.
func TestRegionalCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	g := regionalGraph(t, Shape{Adjacency: MustRectangle(5, 5).adj}, rng, nil, lives[1].alive)
	random := func(b *Board) Move {
		return Move{Black + Color(rng.IntN(2)), b.Empties()[rng.IntN(len(b.Empties()))]}
	}
	a, b := NewBoard(g), NewBoard(g)
	for range 50 {
		for range 20 {
			a.Place(random(a))
			b.Place(random(b))
		}
		b.CopyFrom(a)
		b.weigher.sweep = 1<<32 - 1
		for p := range b.weigher.seen {
			b.weigher.seen[p] = uint32(1 + rng.IntN(3)) // numbers of the next sweeps, left by earlier ones
		}
		for range 20 {
			m := random(a)
			a.Place(m)
			b.Place(m)
		}
		if err := b.CheckInvariants(); err != nil || !reflect.DeepEqual(snap(a), snap(b)) {
			t.Fatal("the copy became another board", err)
		}
		b.Clear()
		if err := b.CheckInvariants(); err != nil || b.Stones(Empty) != 25 || b.Hash() != 0 {
			t.Fatal("the board is not clear", err)
		}
	}
}

func TestRegionalAllocatesNothing(t *testing.T) {
	g := regionalGraph(t, Shape{Adjacency: MustRectangle(9, 9).adj}, nil, nil, lives[2].alive)
	b, rng := NewBoard(g), rand.New(rand.NewPCG(3, 4))
	var undos [200]Undo
	game := func() {
		for i := range undos {
			m := Move{Black + Color(i&1), b.Empties()[rng.IntN(len(b.Empties()))]}
			b.Effect(m)
			undos[i], _ = b.Place(m)
		}
		for _, u := range slices.Backward(undos[:]) {
			b.Take(u)
		}
	}
	game()
	if allocs := testing.AllocsPerRun(50, game); allocs > 0 {
		t.Errorf("a game of placing and taking allocates %v times, want 0", allocs)
	}
}

// threshold3 makes a 19x19 board on which stones need regions of at least 3
// points.
func threshold3(b *testing.B) *Graph {
	return regionalGraph(b, Shape{Adjacency: MustRectangle(19, 19).adj}, nil, nil, lives[2].alive)
}

// BenchmarkRegionalMove is one move of a random game of 600.
func BenchmarkRegionalMove(b *testing.B) {
	board, rng := NewBoard(threshold3(b)), rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%600 == 0 {
			board.Clear()
		}
		board.Place(Move{Black + Color(i&1), board.Empties()[rng.IntN(len(board.Empties()))]})
	}
}

// BenchmarkRegionalLegality asks two questions about every empty point of one position:
// whether a stone stays there, and what the hash would be. A [Game] needs both under
// superko.
func BenchmarkRegionalLegality(b *testing.B) {
	for _, stones := range []int{0, 150, 280} {
		b.Run(fmt.Sprint(stones), func(b *testing.B) {
			board, rng := NewBoard(threshold3(b)), rand.New(rand.NewPCG(1, 1))
			for i := 0; 361-board.Stones(Empty) < stones; i++ {
				board.Place(Move{Black + Color(i&1), board.Empties()[rng.IntN(len(board.Empties()))]})
			}
			for b.Loop() {
				for i := range board.Stones(Empty) {
					m := Move{Black, board.Empties()[i]}
					board.IsSuicide(m)
					board.HashAfter(m)
				}
			}
		})
	}
}
