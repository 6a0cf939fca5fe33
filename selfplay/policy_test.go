package selfplay

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/rollout"
)

func smallPolicies(t testing.TB) PolicyOptions {
	return PolicyOptions{Boards: []Board{{Graph: baduk.MustRectangle(5, 5), Rules: baduk.TrompTaylor(), Share: 1}},
		First: randomNet(t, 1), Second: randomNet(t, 2), KomiSpread: 2, Seed: 5, Games: 40, Parallel: 4, Threads: 2, Batch: 8}
}

func policyGames(t testing.TB, o PolicyOptions) (games []*Game) {
	t.Helper()
	o.Done = func(g *Game) (bool, error) { games = append(games, g); return false, nil }
	if err := PlayPolicies(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(games) != o.Games {
		t.Fatalf("%d games, want %d", len(games), o.Games)
	}
	for i, g := range games {
		if g.Number != o.From+i {
			t.Fatalf("game %d was delivered in place %d", g.Number, i)
		}
	}
	return games
}

// TestPoliciesAreLegal: every move is a candidate, and a game ends when no candidate is left.
func TestPoliciesAreLegal(t *testing.T) {
	o := smallPolicies(t)
	u := rollout.NewUniform(o.Boards[0].Graph)
	over := 0
	games := policyGames(t, o)
	for i, g := range games {
		at := baduk.NewGame(g.Graph, g.Rules)
		for _, m := range g.Moves {
			among, index := u.Candidates(at, nil), int(m.Point)
			if m.IsPass() {
				index = g.Graph.Len()
			}
			if !among[index] {
				t.Fatalf("game %d, turn %d: %v is not a candidate", i, at.Len(), m)
			}
			if err := at.Play(m); err != nil {
				t.Fatalf("game %d: %v", i, err)
			}
		}
		if at.Over() {
			over++
		}
		if score := at.Score(nil); float32(score.Lead()) != g.Result.Lead || len(g.Samples) != 0 || g.Evaluations == 0 {
			t.Errorf("game %d: %+v, %d rows, %d evaluations; counted again, the lead is %v", i, g.Result, len(g.Samples), g.Evaluations, score.Lead())
		}
		if i%2 == 1 && g.Rules.Komi != games[i-1].Rules.Komi {
			t.Errorf("games %d and %d have different komis", i-1, i)
		}
	}
	if over < len(games)*9/10 {
		t.Errorf("%d of %d games ended by passes, want nearly all", over, len(games))
	}
}

// TestPoliciesRepeat: a game depends only on the seed and its number, and not on the threads or on other games.
func TestPoliciesRepeat(t *testing.T) {
	for _, regression := range []bool{false, true} {
		o := smallPolicies(t)
		o.Regression = regression
		all := policyGames(t, o)
		o.From, o.Games, o.Threads, o.Parallel = 10, 5, 1, 1
		for i, g := range policyGames(t, o) {
			want := all[10+i]
			if !reflect.DeepEqual(g.Moves, want.Moves) || !reflect.DeepEqual(g.Samples, want.Samples) || g.Rules != want.Rules {
				t.Errorf("regression %v: game %d is another one with one thread", regression, g.Number)
			}
		}
	}
}

// TestRegressionRows: a game has one row, and its position comes after the random move, wherever this is. With AllRows,
// all later positions of the same games follow.
func TestRegressionRows(t *testing.T) {
	o := smallPolicies(t)
	o.Regression, o.Games = true, 200
	games := policyGames(t, o)
	o.AllRows = true
	early, late, more := 0, 0, 0
	for i, g := range policyGames(t, o) {
		one := games[i]
		if len(one.Samples) != 1 {
			t.Fatalf("game %d has %d rows, want 1", i, len(one.Samples))
		}
		s := &one.Samples[0]
		if s.Turn < 1 || s.Turn > g.Graph.Len() || s.Turn >= len(one.Moves) || s.Doubt != 255 || len(s.Policy) == 0 || s.Value != nil {
			t.Errorf("game %d of %d turns: row %+v", i, len(one.Moves), s)
		}
		if s.Turn < 6 {
			early++
		}
		if s.Turn > 18 {
			late++
		}
		if !reflect.DeepEqual(g.Moves, one.Moves) || g.Samples[0].Turn != s.Turn || len(g.Samples) != len(g.Moves)-s.Turn {
			t.Fatalf("game %d with all rows is another game, or has %d rows from turn %d to %d", i, len(g.Samples), s.Turn, len(g.Moves))
		}
		for k := range g.Samples {
			if g.Samples[k].Turn != s.Turn+k {
				t.Errorf("game %d: row %d is at turn %d", i, k, g.Samples[k].Turn)
			}
			more++
		}
	}
	if early < 20 || late < 20 || more < 5*len(games) {
		t.Errorf("%d early rows and %d late rows of %d, and %d with all rows", early, late, len(games), more)
	}
}

// TestPoliciesEnd: Done ends the games, by its answer or by an error, and so does the context.
func TestPoliciesEnd(t *testing.T) {
	o := smallPolicies(t)
	n := 0
	o.Done = func(*Game) (bool, error) { n++; return n >= 3, nil }
	if err := PlayPolicies(t.Context(), o); err != nil || n < 3 || n > o.Games/2 { // while one game is slow, the others go on
		t.Errorf("%v after %d games, want 3 and those under way", err, n)
	}
	broken := errors.New("broken")
	o.Done = func(*Game) (bool, error) { return false, broken }
	if err := PlayPolicies(t.Context(), o); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.Done = func(*Game) (bool, error) { return false, nil }
	if err := PlayPolicies(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	o.Boards[0].Rules = baduk.Japanese()
	if err := PlayPolicies(t.Context(), o); err == nil || !strings.Contains(err.Error(), "its own territory") {
		t.Errorf("Japanese rules: got %v, want an error", err)
	}
	o.Boards[0].Rules.PassStones = true
	if err := PlayPolicies(t.Context(), o); err != nil {
		t.Errorf("Japanese rules with pass stones: %v", err)
	}
	o.Games = 0
	if err := PlayPolicies(t.Context(), o); err == nil {
		t.Error("no games were accepted")
	}
}
