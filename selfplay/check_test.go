package selfplay

import (
	"bytes"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
	"tengen/topology"
)

// sent returns a game as another process receives it.
func sent(t testing.TB, g *replay.Game) *replay.Game {
	t.Helper()
	data, err := replay.EncodeGame(g)
	if err != nil {
		t.Fatal(err)
	}
	again, err := replay.DecodeGame(data)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// TestCheckFlatPolicies: games pass whose policies spread over all moves of a board, as those of a random net do.
func TestCheckFlatPolicies(t *testing.T) {
	o := small(t)
	o.Boards[0].Graph, o.Games, o.Gumbel = baduk.MustRectangle(9, 9), 1, true
	for _, g := range played(t, o) {
		most := 0
		for _, s := range g.Samples {
			most = max(most, len(s.Policy))
		}
		if err := Check(sent(t, g.Game), &o, g.Number); err != nil || most < 60 {
			t.Errorf("game %d: %v; the longest policy has %d moves, want 60", g.Number, err, most)
		}
	}
}

// TestCheck: games pass as they were played, and not after any change.
func TestCheck(t *testing.T) {
	o := small(t)
	torus, err := topology.Parse("torus 4x4")
	if err != nil {
		t.Fatal(err)
	}
	o.HandicapShare, o.Games = 0.3, 8
	changes := map[string]func(*replay.Game){
		"another move":     func(g *replay.Game) { g.Moves[len(g.Moves)/2].Point = g.Moves[len(g.Moves)/2-1].Point },
		"a shorter game":   func(g *replay.Game) { g.Moves = g.Moves[:len(g.Moves)-1] },
		"another result":   func(g *replay.Game) { g.Result.Lead += 2 },
		"another winner":   func(g *replay.Game) { g.Result.Winner = (g.Result.Winner + 1) % 3 },
		"another owner":    func(g *replay.Game) { g.Final[3] = (g.Final[3] + 1) % 3 },
		"other rules":      func(g *replay.Game) { g.Rules.Tax = baduk.TaxAll },
		"another ko rule":  func(g *replay.Game) { g.Rules.Ko = (g.Rules.Ko + 1) % 3 },
		"another suicide":  func(g *replay.Game) { g.Rules.Suicide = 1 - g.Rules.Suicide },
		"a large komi":     func(g *replay.Game) { g.Rules.Komi = 60 },
		"another board":    func(g *replay.Game) { g.Graph = baduk.MustRectangle(5, 6); g.Final = make([]baduk.Color, 30) },
		"White's handicap": func(g *replay.Game) { g.Setup.White = append(g.Setup.White, 0) },
		"another handicap": func(g *replay.Game) {
			if len(g.Setup.Black) == 0 {
				g.Setup = baduk.Setup{Black: []baduk.Point{6, 18}, ToPlay: baduk.White, Handicap: 2}
			} else {
				g.Setup = baduk.Setup{}
			}
		},
		"no value":           func(g *replay.Game) { g.Samples[0].Value = nil },
		"no policy":          func(g *replay.Game) { g.Samples[0].Policy = nil },
		"a policy of little": func(g *replay.Game) { g.Samples[0].Policy = g.Samples[0].Policy[:1]; g.Samples[0].Policy[0].Part = 5 },
		"too much weight":    func(g *replay.Game) { g.Samples[0].Weight += 1.1 * float32(len(g.Samples)) },
		"an illegal policy": func(g *replay.Game) {
			s := &g.Samples[len(g.Samples)-1]
			at, err := g.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			for p := range g.Graph.Len() {
				if at.Legal(baduk.Move{Color: at.ToPlay(), Point: baduk.Point(p)}) != baduk.Legal {
					s.Policy[0].Point = baduk.Point(p)
					return
				}
			}
		},
	}
	for _, g := range played(t, o) {
		one := sent(t, g.Game)
		if err := Check(one, &o, g.Number); err != nil {
			t.Fatalf("game %d: %v", g.Number, err)
		}
		if one.Graph != o.Boards[0].Graph {
			t.Error("the game does not have the graph of the run")
		}
		for what, change := range changes {
			one := sent(t, g.Game)
			if len(one.Samples) == 0 || len(one.Moves) < 4 {
				continue
			}
			change(one)
			if err := Check(one, &o, g.Number); err == nil {
				t.Errorf("game %d with %s was accepted", g.Number, what)
			}
		}
	}
	// Two boards, other rules in no game, and always the same komi.
	o.Boards = append(o.Boards, Board{Graph: torus.Graph, Rules: baduk.TrompTaylor(), Share: 1})
	o.Net, o.VariedRules, o.FairKomi, o.KomiSpread = netOf(t, nn.Architecture{Blocks: 1, Channels: 16, Graph: true}, 1), 0, 0, 0
	for _, g := range played(t, o) {
		one := sent(t, g.Game)
		one.Rules.Komi++
		if err := Check(one, &o, g.Number); err == nil || !strings.Contains(err.Error(), "komi") {
			t.Errorf("game %d with another komi: got %v, want an error", g.Number, err)
		}
		if err := Check(sent(t, g.Game), &o, g.Number); err != nil {
			t.Errorf("game %d of two boards: %v", g.Number, err)
		}
	}
}

// TestPool: a pool plays the same games as Play, and the same pairs as Match.
func TestPool(t *testing.T) {
	o := small(t)
	o.Games = 4
	p, err := NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range played(t, o) {
		got, err := p.Game(t.Context(), want.Number)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := replay.EncodeGame(got.Game)
		b, errB := replay.EncodeGame(want.Game)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("game %d differs: %v, %v", want.Number, errA, errB)
		}
	}
	m := MatchOptions{Boards: o.Boards, First: randomNet(t, 1), Second: randomNet(t, 2), Visits: 6, OpeningMoves: 2, Seed: 3, Pairs: 4, Parallel: 2, Threads: 1, Batch: 4}
	var want []int
	m.Pair = func(halves int) (bool, error) { want = append(want, halves); return false, nil }
	if err := Match(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	pairs, err := NewPairPool(m)
	if err != nil {
		t.Fatal(err)
	}
	for i, halves := range want {
		if got, err := pairs.Pair(t.Context(), i); err != nil || got != halves {
			t.Errorf("pair %d: got %d, %v, want %d", i, got, err, halves)
		}
	}
}
