package baduk_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tengen/baduk"
)

// history has all information about the past that a game returns.
func history(g *baduk.Game) []any {
	h := []any{stateOf(g), g.Moves(), g.Rules(), g.Setup()}
	for i := range g.Len() + 1 {
		h = append(h, slices.Clone(g.StonesAfter(i)))
		if i < g.Len() {
			h = append(h, g.Turn(i))
		}
	}
	return h
}

// TestClone copies games and plays on in both. Neither may affect the other,
// and both can be taken back to the start.
func TestClone(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	graph := baduk.MustRectangle(3, 2)
	reused := baduk.NewGame(graph, baduk.Rules{})
	superko := 0
	for _, rules := range allRules() {
		for range 10 {
			g, err := baduk.NewGameFrom(graph, rules, baduk.Setup{Black: []baduk.Point{0}, White: []baduk.Point{4}, ToPlay: baduk.White})
			if err != nil {
				t.Fatal(err)
			}
			start := history(g)
			for range rng.IntN(40) {
				if !g.Over() {
					play(t, g, randomMove(rng, g))
				}
			}
			if rng.IntN(4) == 0 {
				g.Resign(baduk.Black)
			}
			before := history(g)
			reused.CopyFrom(g)
			for _, c := range []*baduk.Game{g.Clone(), reused} {
				if have := history(c); !reflect.DeepEqual(have, before) {
					t.Fatalf("the copy is %v, want %v as the game", have, before)
				}
				for p := range graph.Len() {
					for _, color := range []baduk.Color{baduk.Black, baduk.White} {
						if m := (baduk.Move{Color: color, Point: baduk.Point(p)}); refusal(c, m) != refusal(g, m) {
							t.Fatalf("%v is %s in the copy, want %s as in the game", m, refusal(c, m), refusal(g, m))
						} else if g.Legal(m) == baduk.Superko {
							superko++
						}
					}
				}
				for c.Undo() && rng.IntN(3) > 0 {
				}
				for range 10 {
					if !c.Over() {
						play(t, c, randomMove(rng, c))
					}
				}
				if err := c.Position().CheckInvariants(); err != nil {
					t.Fatal(err)
				}
				for c.Undo() {
				}
				if !reflect.DeepEqual(history(c), start) {
					t.Fatal("the copy cannot be taken back to the start")
				}
				if !reflect.DeepEqual(history(g), before) {
					t.Fatal("playing on the copy changed the game")
				}
			}
			c := g.Clone()
			for g.Undo() {
			}
			if !reflect.DeepEqual(history(c), before) || !reflect.DeepEqual(history(g), start) {
				t.Fatal("taking the game back changed the copy, or did not lead to the start")
			}
		}
	}
	if superko == 0 {
		t.Error("no copied game had a superko ban")
	}
}

// TestPositionsPlay plays on copies of positions, as a rollout does.
func TestPositionsPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{Suicide: baduk.SuicideLiteral})
	pos := baduk.NewPosition(g.Graph())
	for range 200 {
		if g.Over() {
			g.Resume(baduk.Empty)
		}
		m := randomMove(rng, g)
		pos.CopyFrom(g.Position())
		if _, v := pos.Play(m); v != baduk.Legal {
			t.Fatal(v)
		}
		before := g.Position().Passes
		play(t, g, m)
		q := g.Position()
		if pos.ToPlay != q.ToPlay || pos.KoBan != q.KoBan || pos.Prisoners != q.Prisoners || pos.Passes != q.Passes || pos.Hash() != q.Hash() {
			t.Fatalf("after %v (%d passes before): got %+v, want %+v as in the game", m, before, pos, q)
		}
		if err := pos.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a board was copied onto another graph")
		}
	}()
	pos.CopyFrom(baduk.NewPosition(baduk.MustRectangle(3, 3)))
}

// TestPlaceRefuses calls Place with moves that do not put a stone on an empty point. The
// board must not change.
func TestPlaceRefuses(t *testing.T) {
	b := baduk.NewBoard(baduk.MustRectangle(3, 3))
	b.Place(baduk.Move{Color: baduk.Black, Point: 4})
	hash := b.Hash()
	for m, want := range map[baduk.Move]baduk.Verdict{
		{Color: baduk.White, Point: 4}:              baduk.Occupied,
		{Color: baduk.Black, Point: 4}:              baduk.Occupied,
		{Color: baduk.White, Point: 9}:              baduk.OffBoard,
		{Color: baduk.White, Point: baduk.Pass}:     baduk.OffBoard,
		{Color: baduk.White, Point: baduk.NoPoint}:  baduk.OffBoard,
		{Color: baduk.White, Point: -32768}:         baduk.OffBoard,
		{Color: baduk.Empty, Point: 0}:              baduk.OffBoard,
		{Color: 3, Point: 0}:                        baduk.OffBoard,
		{Color: baduk.White, Point: baduk.Point(8)}: baduk.Legal,
	} {
		u, v := b.Place(m)
		if v != want {
			t.Errorf("%v: %v, want %v", m, v, want)
		}
		if v == baduk.Legal {
			b.Take(u)
		}
		if err := b.CheckInvariants(); err != nil || b.Hash() != hash {
			t.Errorf("%v changed the board: %v", m, err)
		}
	}
	b.Clear()
	if err := b.CheckInvariants(); err != nil || b.Hash() != 0 || b.Stones(baduk.Empty) != 9 {
		t.Errorf("the cleared board: %v", err)
	}
}

// TestEmptiesDrawn draws the empty points in a random order by exchanging them,
// and takes back stones that were placed in between.
func TestEmptiesDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 1))
	b := baduk.NewBoard(baduk.MustRectangle(4, 4))
	for range 300 {
		n := len(b.Empties())
		b.SwapEmpties(rng.IntN(n), rng.IntN(n))
		p := b.Empties()[n-1]
		list := slices.Clone(b.Empties())
		u, _ := b.Place(baduk.Move{Color: baduk.Black + baduk.Color(rng.IntN(2)), Point: p})
		if rng.IntN(2) == 0 {
			b.Take(u)
			if !slices.Equal(b.Empties(), list) {
				t.Fatal("the empty points came back in another order")
			}
		}
		if err := b.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEnclosed compares Enclosed with the neighbours. A point without
// neighbours is enclosed.
func TestEnclosed(t *testing.T) {
	island, err := baduk.NewGraph([][]baduk.Point{{}, {2, 3}, {1}, {1}})
	if err != nil {
		t.Fatal(err)
	}
	check := func(b *baduk.Board) {
		for p := range b.Graph().Len() {
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				want := true
				for _, q := range b.Graph().Neighbours(baduk.Point(p)) {
					want = want && b.At(q) == c
				}
				if b.Enclosed(baduk.Point(p), c) != want {
					t.Fatalf("#%d enclosed by %v: got %v, want %v", p, c, !want, want)
				}
			}
		}
	}
	positions(island, check)
	positions(baduk.MustRectangle(3, 2), check)
}

// TestBadColours gives Resign and SetToPlay colours that no player has. A player who resigns second is ignored.
func TestBadColours(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{})
	for _, c := range []baduk.Color{baduk.Empty, 3} {
		if g.Resign(c); g.Over() {
			t.Fatalf("colour %d resigned", c)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("SetToPlay accepts colour %d", c)
				}
			}()
			g.SetToPlay(c)
		}()
	}
	g.Resign(baduk.White)
	if g.Resign(baduk.Black); g.Resigned() != baduk.White {
		t.Errorf("%v resigned, want White", g.Resigned())
	}
}

// TestUndoAfterResignAndResume takes back a resignation, and turns from before
// and after a resumption.
func TestUndoAfterResignAndResume(t *testing.T) {
	pass := func(c baduk.Color) baduk.Move { return baduk.Move{Color: c, Point: baduk.Pass} }
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{Ko: baduk.KoSituational})
	play(t, g, baduk.Move{Color: baduk.Black, Point: 4})
	before := history(g)
	g.Resign(baduk.White)
	if !g.Over() || g.Resigned() != baduk.White || g.Result(nil) != "B+R" || g.Legal(pass(baduk.White)) != baduk.GameOver {
		t.Error("the resignation did not end the game")
	}
	if g.Resume(baduk.Empty) {
		t.Error("a resigned game was resumed")
	}
	if !g.Undo() || !reflect.DeepEqual(history(g), before) {
		t.Error("undoing the resignation does not restore the game")
	}
	if g.Resume(baduk.Empty) {
		t.Error("a game that goes on was resumed")
	}
	play(t, g, pass(baduk.White))
	onePass := history(g)
	play(t, g, pass(baduk.Black))
	twoPasses := history(g)
	g.Resign(baduk.Black) // a player may still resign after passes have ended the game
	if g.Result(nil) != "W+R" || !g.Undo() || !reflect.DeepEqual(history(g), twoPasses) {
		t.Error("undoing the resignation does not restore the end")
	}
	if !g.Resume(baduk.Empty) || g.Over() || g.ToPlay() != baduk.White {
		t.Error("the game was not resumed")
	}
	resumed := history(g)
	play(t, g, pass(baduk.White))
	if g.Over() {
		t.Error("one pass ended the resumed game")
	}
	play(t, g, pass(baduk.Black))
	if !g.Over() {
		t.Error("two passes did not end the resumed game")
	}
	g.Undo()
	g.Undo()
	if !reflect.DeepEqual(history(g), resumed) {
		t.Error("undoing two turns does not lead to the resumption")
	}
	g.Undo() // the pass before the resumption
	if !reflect.DeepEqual(history(g), onePass) {
		t.Error("undoing the pass that ended the game does not restore it")
	}
	g.Undo()
	if !reflect.DeepEqual(history(g), before) {
		t.Error("undoing everything after the first move does not restore it")
	}
	if !g.Undo() || g.Undo() {
		t.Error("the first move cannot be undone exactly once")
	}
}

// TestSetRules changes the rules during a game: the past stays and is judged by
// the new rules.
func TestSetRules(t *testing.T) {
	graph := baduk.MustRectangle(3, 1)
	a, b, c := baduk.Point(0), baduk.Point(1), baduk.Point(2)
	g := baduk.NewGame(graph, baduk.Rules{Ko: baduk.KoSimple})
	play(t, g, baduk.Move{Color: baduk.Black, Point: a}, baduk.Move{Color: baduk.White, Point: c}, baduk.Move{Color: baduk.Black, Point: b}, baduk.Move{Color: baduk.White, Point: c})
	again := baduk.Move{Color: baduk.Black, Point: a}
	for ko, want := range map[baduk.KoRule]baduk.Verdict{baduk.KoSimple: baduk.Legal, baduk.KoPositional: baduk.Superko, baduk.KoSituational: baduk.Legal} {
		rules := baduk.Rules{Ko: ko, Komi: 3, Ties: baduk.TieBlack}
		g.SetRules(rules)
		if v := g.Legal(again); v != want || g.Rules() != rules || g.Len() != 4 {
			t.Errorf("%v: %v, want %v", ko, v, want)
		}
		if s := g.Score(nil); s.Komi != 3 || s.Ties != baduk.TieBlack {
			t.Errorf("the score %s has komi %v and ties %v, want those of the new rules, %v and %v", s.String(), s.Komi, s.Ties, rules.Komi, rules.Ties)
		}
	}
}

// TestSetRulesButton checks that the button that new rules give for an earlier pass stays with the player until this
// pass is taken back.
func TestSetRulesButton(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Rules{})
	play(t, g, baduk.Move{Color: baduk.Black, Point: 12}, baduk.Move{Color: baduk.White, Point: baduk.Pass}, baduk.Move{Color: baduk.Black, Point: 13})
	g.SetRules(baduk.Rules{Button: true})
	for n, want := range []baduk.Color{baduk.White, baduk.White, baduk.Empty} {
		if g.Button() != want {
			t.Errorf("%d turns taken back: %v has the button, want %v", n, g.Button(), want)
		}
		g.Undo()
	}
}

// TestStepEnforcesTurns lets the wrong player move: Step refuses the move, Play
// accepts it.
func TestStepEnforcesTurns(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(2, 2), baduk.TrompTaylor())
	var refusal *baduk.IllegalMoveError
	ended, err := g.Step(baduk.Move{Color: baduk.White, Point: 0})
	if ended || !errors.Is(err, baduk.ErrWrongTurn) || !errors.As(err, &refusal) || refusal.Number != 1 || g.Len() != 0 {
		t.Errorf("White first: got ended %v, error %v, want false, ErrWrongTurn", ended, err)
	}
	if ended, err := g.Step(baduk.Move{Color: baduk.Black, Point: 0}); ended || err != nil {
		t.Errorf("Black on A2: got ended %v, error %v, want false and no error", ended, err)
	}
	if ended, err := g.Step(baduk.Move{Color: baduk.White, Point: 0}); ended || !errors.Is(err, baduk.ErrOccupied) {
		t.Errorf("White on a stone: got ended %v, error %v, want false, ErrOccupied", ended, err)
	}
	play(t, g, baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	if ended, err := g.Step(baduk.Move{Color: baduk.White, Point: baduk.Pass}); !ended || err != nil {
		t.Errorf("second pass: got ended %v, error %v, want true and no error", ended, err)
	}
	if ended, err := g.Step(baduk.Move{Color: baduk.Black, Point: baduk.Pass}); !ended || !errors.Is(err, baduk.ErrGameOver) {
		t.Errorf("after the end: got ended %v, error %v, want true, ErrGameOver", ended, err)
	}
	if actions := g.Actions(nil); actions != nil {
		t.Errorf("actions after the end: got %v, want none", actions)
	}
}

// TestActionsAreTheLegalMoves plays random games and compares the set of
// actions with the moves that are legal.
func TestActionsAreTheLegalMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 1))
	for _, rules := range allRules() {
		g := baduk.NewGame(baduk.MustRectangle(2, 2), rules)
		for range 60 {
			if g.Over() {
				break
			}
			actions := g.Actions([]baduk.Move{{}})[1:]
			if actions[0] != (baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}) {
				t.Fatalf("the pass is not the first of %v", actions)
			}
			for p := range g.Graph().Len() {
				m := baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}
				if slices.Contains(actions, m) != (refusal(g, m) == "legal") {
					t.Fatalf("%v is %s, the actions are %v", m, refusal(g, m), actions)
				}
			}
			if _, err := g.Step(actions[rng.IntN(len(actions))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
