package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
)

// play makes moves that must be legal.
func play(t testing.TB, g *baduk.Game, moves ...baduk.Move) {
	t.Helper()
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// randomMove is a random legal turn, usually of the player to move and seldom a
// pass.
func randomMove(rng *rand.Rand, g *baduk.Game) baduk.Move {
	m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
	if rng.IntN(10) == 0 {
		m.Color = m.Color.Opponent()
	}
	for range 30 {
		if m.Point = baduk.Point(rng.IntN(g.Graph().Len())); g.Legal(m) == baduk.Legal && rng.IntN(30) > 0 {
			return m
		}
	}
	m.Point = baduk.Pass
	return m
}

// allRules lists the combinations of ko and suicide rules.
func allRules() (list []baduk.Rules) {
	for ko := baduk.KoSimple; ko <= baduk.KoNatural; ko++ {
		for suicide := baduk.SuicideForbidden; suicide <= baduk.SuicideLiteral; suicide++ {
			list = append(list, baduk.Rules{Ko: ko, Suicide: suicide, Komi: 7})
		}
	}
	return list
}

// fairRules lists the presets, with the parts that favour one colour removed.
func fairRules() (list []baduk.Rules) {
	for _, p := range baduk.Presets() {
		r := p.Rules
		r.Komi, r.Ties, r.HandicapBonus = 0, baduk.TieDraw, baduk.BonusNone
		if r.End != baduk.EndWhiteLast {
			list = append(list, r)
		}
	}
	return list
}

// refusal returns the verdict on a move, and the position that the move would repeat. It
// does not change the game.
func refusal(g *baduk.Game, m baduk.Move) string {
	err := g.Play(m)
	if err == nil {
		g.Undo()
		return "legal"
	}
	e := err.(*baduk.IllegalMoveError)
	return fmt.Sprint(e.Verdict, e.Repeats)
}

// image is a game and its image under a symmetry, with the colours exchanged or
// not.
type image struct {
	game, mirrored *baduk.Game
	to             []baduk.Point
	swap           bool
}

func (i *image) point(p baduk.Point) baduk.Point {
	if p < 0 {
		return p
	}
	return i.to[p]
}

func (i *image) color(c baduk.Color) baduk.Color {
	if i.swap {
		return c.Opponent()
	}
	return c
}

func (i *image) move(m baduk.Move) baduk.Move {
	return baduk.Move{Color: i.color(m.Color), Point: i.point(m.Point)}
}

// play plays a random game and its image. It compares the verdicts on every point, the
// reasons of the score, and the reward.
func (i *image) play(t *testing.T, rng *rand.Rand) {
	t.Helper()
	a, b := i.game, i.mirrored
	for range 3 * a.Graph().Len() {
		if a.Over() {
			break
		}
		m := randomMove(rng, a)
		play(t, a, m)
		play(t, b, i.move(m))
		var dead, deadImage baduk.PointSet
		for p := range a.Graph().Len() {
			q := baduk.Point(p)
			if a.At(q) != baduk.Empty && rng.IntN(5) == 0 {
				dead.Add(q)
				deadImage.Add(i.point(q))
			}
			if i.color(a.At(q)) != b.At(i.point(q)) {
				t.Fatalf("after %v: %v is not the image of %v", a.Moves(), b.At(i.point(q)), a.At(q))
			}
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				m := baduk.Move{Color: c, Point: q}
				if v, w := refusal(a, m), refusal(b, i.move(m)); v != w {
					t.Fatalf("after %v: %v is %s, its image %s", a.Moves(), m, v, w)
				}
			}
		}
		if i.point(a.Position().KoBan) != b.Position().KoBan || i.color(a.ToPlay()) != b.ToPlay() || a.Over() != b.Over() {
			t.Fatalf("after %v: ko ban, turn or end differ from the image", a.Moves())
		}
		s, si := a.Score(dead), b.Score(deadImage)
		for p, have := range s.Points {
			have.Owner = i.color(have.Owner)
			if si.Points[i.point(baduk.Point(p))] != have {
				t.Fatalf("after %v: #%d counts as %v, its image as %v", a.Moves(), p, have, si.Points[i.point(baduk.Point(p))])
			}
		}
		lead, reward := s.Lead(), a.Reward(baduk.RewardHalves)
		winner := i.color(s.Winner())
		if i.swap {
			lead, reward = -lead, -reward
		}
		if si.Lead() != lead || si.Winner() != winner || b.Reward(baduk.RewardHalves) != reward || si.Neutral != s.Neutral {
			t.Fatalf("after %v: %s; the image %s", a.Moves(), s.String(), si.String())
		}
	}
}

// TestSymmetriesCommute plays games and their images under every symmetry of
// several boards: rectangles by their geometry, a torus by its translations.
func TestSymmetriesCommute(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	torus, err := boardtest.Torus(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	var translations [][]baduk.Point
	for d := range 12 {
		to := make([]baduk.Point, 12)
		for p := range to {
			to[p] = baduk.Point((p%3+d%3)%3 + (p/3+d/3)%4*3)
		}
		translations = append(translations, to)
	}
	check := func(g *baduk.Graph, symmetries [][]baduk.Point) {
		for _, to := range symmetries {
			for p := range g.Len() {
				var moved []baduk.Point
				for _, q := range g.Neighbours(baduk.Point(p)) {
					moved = append(moved, to[q])
				}
				have := slices.Clone(g.Neighbours(to[p]))
				slices.Sort(moved)
				slices.Sort(have)
				if !slices.Equal(moved, have) {
					t.Fatalf("%v: %v is not a symmetry", g, to)
				}
			}
			for _, rules := range append(allRules(), fairRules()...) {
				i := image{game: baduk.NewGame(g, rules), mirrored: baduk.NewGame(g, rules), to: to}
				i.play(t, rng)
			}
		}
	}
	check(torus, translations)
	for _, side := range [][2]int{{1, 1}, {4, 1}, {2, 2}, {3, 3}, {4, 4}, {4, 3}, {2, 5}, {5, 5}} {
		g := baduk.MustRectangle(side[0], side[1])
		geo, _ := g.Geometry()
		want := 4
		if side[0] == side[1] {
			want = 8
		}
		if len(geo.Symmetries) != want {
			t.Errorf("%v has %d symmetries, want %d", g, len(geo.Symmetries), want)
		}
		for p, q := range geo.Symmetries[0] {
			if baduk.Point(p) != q {
				t.Errorf("%v: the first symmetry is not the identity", g)
			}
		}
		check(g, geo.Symmetries)
	}
}

// TestSymmetriesFormAGroup checks that the symmetries of a board are different
// and that composing two of them gives one of them.
func TestSymmetriesFormAGroup(t *testing.T) {
	for _, side := range [][2]int{{5, 5}, {9, 9}, {4, 3}, {19, 13}} {
		geo, _ := baduk.MustRectangle(side[0], side[1]).Geometry()
		known := map[string]bool{}
		for _, s := range geo.Symmetries {
			known[fmt.Sprint(s)] = true
		}
		if len(known) != len(geo.Symmetries) {
			t.Errorf("%v: only %d of %d symmetries differ", side, len(known), len(geo.Symmetries))
		}
		for _, a := range geo.Symmetries {
			for _, b := range geo.Symmetries {
				ab := make([]baduk.Point, len(a))
				for p := range a {
					ab[p] = b[a[p]]
				}
				if !known[fmt.Sprint(ab)] {
					t.Errorf("%v: the composition of two symmetries is not a symmetry", side)
				}
			}
		}
	}
}

// TestColoursSwap plays games and the same games with the colours exchanged.
// Legality is exchanged too, and the lead changes its sign, komi included.
func TestColoursSwap(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	for _, side := range [][2]int{{3, 1}, {2, 2}, {3, 3}, {5, 4}} {
		g := baduk.MustRectangle(side[0], side[1])
		identity := make([]baduk.Point, g.Len())
		for p := range identity {
			identity[p] = baduk.Point(p)
		}
		for _, rules := range append(allRules(), fairRules()...) {
			swapped := rules
			swapped.Komi = -rules.Komi
			for range 8 {
				other, err := baduk.NewGameFrom(g, swapped, baduk.Setup{ToPlay: baduk.White})
				if err != nil {
					t.Fatal(err)
				}
				i := image{game: baduk.NewGame(g, rules), mirrored: other, to: identity, swap: true}
				i.play(t, rng)
			}
		}
	}
}

// TestTranspositions plays stones that do not touch each other in many orders. The hash,
// the stones and the chains must not depend on the order.
func TestTranspositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 1))
	g := baduk.MustRectangle(6, 6)
	for range 50 {
		var moves []baduk.Move
		for y := range 3 {
			for x := range 3 {
				moves = append(moves, baduk.Move{Color: baduk.Black + baduk.Color(rng.IntN(2)), Point: baduk.Point(12*y + 2*x + rng.IntN(2))})
			}
		}
		var hash uint64
		for i := range 10 {
			b := baduk.NewBoard(g)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			for _, m := range moves {
				if _, v := b.Place(m); v != baduk.Legal {
					t.Fatal(v)
				}
			}
			if i == 0 {
				hash = b.Hash()
			}
			if b.Hash() != hash {
				t.Fatalf("the hash after %v depends on the order", moves)
			}
		}
	}
}

// TestHashNamesThePosition checks that different positions have different
// hashes.
func TestHashNamesThePosition(t *testing.T) {
	seen := map[uint64]bool{}
	n := 0
	positions(baduk.MustRectangle(4, 3), func(b *baduk.Board) {
		seen[b.Hash()] = true
		n++
	})
	if len(seen) != n {
		t.Errorf("%d positions have %d hashes, want one hash each", n, len(seen))
	}
}

// TestRewardForms compares the two forms of the reward on random games:
// RewardDifference is twice RewardHalves.
func TestRewardForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	for _, rules := range allRules() {
		for _, komi := range []baduk.Komi{0, 1, 15, -7} {
			rules.Komi, rules.HandicapBonus = komi, baduk.HandicapBonus(rng.IntN(3))
			g, err := baduk.NewGameFrom(baduk.MustRectangle(5, 3), rules, baduk.Setup{Black: []baduk.Point{6, 8}, Handicap: 2})
			if err != nil {
				t.Fatal(err)
			}
			for range 40 {
				if g.Over() {
					break
				}
				play(t, g, randomMove(rng, g))
				s := g.Score(nil)
				a, b := g.Reward(baduk.RewardDifference), g.Reward(baduk.RewardHalves)
				if a != 2*b || a != s.Lead() || (a > 0) != (s.Winner() == baduk.Black) || (a < 0) != (s.Winner() == baduk.White) {
					t.Fatalf("rewards %v and %v, want the lead and half of it: %s", a, b, s.String())
				}
				if s.Area(baduk.Black)+s.Area(baduk.White)+s.Neutral != g.Graph().Len() {
					t.Fatalf("the count of %s misses points", s.String())
				}
			}
			g.Resign(baduk.White)
			if a, b := g.Reward(baduk.RewardDifference), g.Reward(baduk.RewardHalves); a != 15 || b != 7.5 {
				t.Errorf("after White's resignation: got %v and %v, want 15 and 7.5", a, b)
			}
			g.Undo()
			g.Resign(baduk.Black)
			if a, b := g.Reward(baduk.RewardDifference), g.Reward(baduk.RewardHalves); a != -15 || b != -7.5 {
				t.Errorf("after Black's resignation: got %v and %v, want -15 and -7.5", a, b)
			}
		}
	}
}
