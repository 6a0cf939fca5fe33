package selfplay

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// randomNet is a net with random weights.
func randomNet(t testing.TB, seed uint64) Net {
	t.Helper()
	return netOf(t, nn.Architecture{Blocks: 1, Channels: 16}, seed)
}

// netOf is a net of an architecture with random weights.
func netOf(t testing.TB, a nn.Architecture, seed uint64) Net {
	t.Helper()
	net, err := nn.NewNet(nn.New("random", a, seed), nn.FastestLevel())
	if err != nil {
		t.Fatal(err)
	}
	return Net{Name: "random", Evaluator: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net, g, neteval.Options{})
	}}
}

// small returns options for short games on 5x5.
func small(t testing.TB) Options {
	p := DefaultParams()
	p.Visits, p.FastVisits, p.DecidedVisits = 16, 6, 8
	return Options{Params: p, Boards: []Board{{Graph: baduk.MustRectangle(5, 5), Rules: baduk.TrompTaylor(), Share: 1}},
		Net: randomNet(t, 1), Seed: 7, Games: 12, Parallel: 4, Threads: 2, Batch: 8}
}

// played plays games and returns them in the order of their numbers.
func played(t testing.TB, o Options) []*Game {
	t.Helper()
	var games []*Game
	o.Done = func(g *Game) (bool, error) { games = append(games, g); return false, nil }
	if err := Play(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(games, func(a, b *Game) int { return a.Number - b.Number })
	return games
}

// TestGamesAreLegal replays every game under its rules and counts it again.
func TestGamesAreLegal(t *testing.T) {
	for _, gumbel := range []bool{false, true} {
		o := small(t)
		o.Gumbel, o.VariedCounting = gumbel, 0.5
		rows := 0
		for _, g := range played(t, o) {
			at, err := baduk.Replay(g.Graph, g.Rules, g.Setup, g.Moves)
			if err != nil {
				t.Fatalf("game %d: %v", g.Number, err)
			}
			if !over(at, true, new(baduk.Areas)) {
				t.Errorf("game %d ended after %d turns before it was over or settled", g.Number, at.Len())
			}
			score := at.Score(nil)
			if float32(score.Lead()) != g.Result.Lead {
				t.Errorf("game %d: the result is %v, counted again %v", g.Number, g.Result.Lead, score.Lead())
			}
			rows += len(g.Samples)
			for _, s := range g.Samples {
				checkSample(t, g, at, &s)
			}
		}
		if rows < 20 {
			t.Errorf("gumbel %v: %d rows in 12 games, want at least 20", gumbel, rows)
		}
	}
}

// checkSample checks that a row has a policy of legal moves and a value.
func checkSample(t *testing.T, g *Game, last *baduk.Game, s *replay.Sample) {
	t.Helper()
	at, err := g.At(s.Turn)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, share := range s.Policy {
		sum += int(share.Part)
		if v := at.Legal(baduk.Move{Color: at.ToPlay(), Point: share.Point}); v != baduk.Legal {
			t.Errorf("game %d, turn %d: the policy has an illegal move (%v)", g.Number, s.Turn, v)
		}
	}
	if sum < 65000 || s.Value == nil || s.Value.Win < 0 || s.Value.Win > 1 || math.IsNaN(float64(s.Value.Lead)) || s.Weight <= 0 {
		t.Errorf("game %d, turn %d: policy %d of 65535, value %+v, weight %v", g.Number, s.Turn, sum, s.Value, s.Weight)
	}
}

// TestSameSeedSameGames: neither the number of games at a time nor the number of threads changes a game.
func TestSameSeedSameGames(t *testing.T) {
	o := small(t)
	first := played(t, o)
	o.Parallel, o.Threads = 1, 1
	for i, g := range played(t, o) {
		if !slices.Equal(g.Moves, first[i].Moves) || g.Rules.Komi != first[i].Rules.Komi || len(g.Samples) != len(first[i].Samples) {
			t.Errorf("game %d differs when it is played alone", i)
		}
	}
	o.Seed++
	same := 0
	for i, g := range played(t, o) {
		if slices.Equal(g.Moves, first[i].Moves) {
			same++
		}
	}
	if same > 1 {
		t.Errorf("%d of %d games are the same with another seed", same, len(first))
	}
}

// TestKeptEvaluations: evaluations that a game keeps change nothing in it, and save a part of the evaluations.
func TestKeptEvaluations(t *testing.T) {
	for _, gumbel := range []bool{false, true} {
		o := small(t)
		o.Boards[0].Rules.Ko = baduk.KoSimple // under superko, positions with different histories are different anyway
		o.VariedRules, o.Visits, o.FastVisits = 0, 60, 20
		o.Gumbel, o.Older, o.OlderShare = gumbel, []Net{randomNet(t, 2)}, 0.5
		kept := played(t, o)
		o.forgetful = true
		with, without := 0, 0
		for i, g := range played(t, o) {
			if !slices.Equal(g.Moves, kept[i].Moves) || g.Rules != kept[i].Rules || !reflect.DeepEqual(g.Samples, kept[i].Samples) {
				t.Errorf("gumbel %v: game %d differs without kept evaluations", gumbel, i)
			}
			with, without = with+kept[i].Evaluations, without+g.Evaluations
		}
		// A net with random weights spreads its visits over many moves, so few of them remain useful after a turn.
		if t.Logf("%d evaluations instead of %d", with, without); with > without*19/20 {
			t.Errorf("gumbel %v: %d evaluations, without kept ones %d", gumbel, with, without)
		}
	}
}

// TestSurpriseKeepsTheWeight: moving weight to surprising rows keeps the sum of the weights.
func TestSurpriseKeepsTheWeight(t *testing.T) {
	o := small(t)
	o.Surprise = 0
	plain := played(t, o)
	o.Surprise = 0.9
	changed := false
	for i, g := range played(t, o) {
		a, b := 0.0, 0.0
		for k := range g.Samples {
			a += float64(plain[i].Samples[k].Weight)
			b += float64(g.Samples[k].Weight)
			changed = changed || plain[i].Samples[k].Weight != g.Samples[k].Weight
		}
		if math.Abs(a-b) > 1e-3*a {
			t.Errorf("game %d: the weights sum to %v without surprise and to %v with it", i, a, b)
		}
	}
	if !changed {
		t.Error("surprise changed no weight")
	}
}

// TestPlayEnds: an error of the receiver and the end of the context end Play.
func TestPlayEnds(t *testing.T) {
	o, full := small(t), errors.New("disk full")
	o.Done = func(*Game) (bool, error) { return false, full }
	if err := Play(t.Context(), o); !errors.Is(err, full) {
		t.Errorf("got %v, want the error of the receiver", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.Games, o.Done = 1000, func(*Game) (bool, error) { cancel(); return false, nil }
	if err := Play(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestBoardsThatCannotBeCounted: rules with an agreement about dead stones are refused if they count territory.
func TestBoardsThatCannotBeCounted(t *testing.T) {
	g := baduk.MustRectangle(5, 5)
	for name, ok := range map[string]bool{"tromp-taylor": true, "chinese": true, "japanese": true, "aga-pass-stones": false} {
		r, err := baduk.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckBoard(g, r); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDeadStones: a stone in the opponent's pass-alive territory is dead, as for the referee of a match.
func TestDeadStones(t *testing.T) {
	g := baduk.MustRectangle(5, 5)
	setup := baduk.Setup{ToPlay: baduk.Black}
	for _, row := range []string{"2", "4"} {
		for _, column := range []string{"A", "B", "C", "D", "E"} {
			setup.Black = append(setup.Black, pointOf(t, g, column+row))
		}
	}
	setup.White = []baduk.Point{pointOf(t, g, "C5")}
	for _, rules := range []baduk.Rules{baduk.TrompTaylor(), baduk.Chinese(), baduk.Japanese()} {
		at, err := baduk.NewGameFrom(g, Playable(rules), setup)
		if err != nil {
			t.Fatal(err)
		}
		for !at.Over() {
			if err := at.Play(baduk.Move{Color: at.ToPlay(), Point: baduk.Pass}); err != nil {
				t.Fatal(err)
			}
		}
		got, want := counted(at), at.Score(nil) // the score of the referee, see match/ending.go
		if want.Points[setup.White[0]].Owner != baduk.Black || got.Final[setup.White[0]] != baduk.Black || got.Result.Lead != float32(want.Lead()) {
			t.Errorf("%s: the owner of the dead stone is %v and the lead %v, want black and %v", rules.Name(), got.Final[setup.White[0]], got.Result.Lead, want.Lead())
		}
	}
}

func pointOf(t *testing.T, g *baduk.Graph, vertex string) baduk.Point {
	t.Helper()
	p, err := g.ParseVertex(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMatchStops: a match ends when the caller says so, and every pair has from 0 to 4 halves of a point.
func TestMatchStops(t *testing.T) {
	o := small(t)
	m := MatchOptions{Boards: o.Boards, First: o.Net, Second: o.Net, Visits: 8, OpeningMoves: 2, KomiSpread: 1, Seed: 3, Pairs: 6, Parallel: 3, Threads: 2, Batch: 8}
	pairs := 0
	m.Pair = func(halves int) (bool, error) {
		if pairs++; halves < 0 || halves > 4 {
			t.Errorf("a pair has %d halves of a point", halves)
		}
		return pairs == 4, nil
	}
	if err := Match(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if pairs != 4 {
		t.Errorf("%d pairs were counted, want 4: the match was stopped then", pairs)
	}
}

// leading is an evaluator for which Black is ahead by the given points on the board.
type leading struct {
	eval.Evaluator
	points float64
}

// Evaluate implements [eval.Evaluator].
func (l leading) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := l.Evaluator.Evaluate(ctx, in, out)
	for i := range out {
		expect(&out[i], l.points-in[i].Game.Rules().Komi.Points())
	}
	return err
}

// TestFairMatch: the komi of a match is changed until both nets together expect an even game.
func TestFairMatch(t *testing.T) {
	o := small(t)
	nets := [2]Net{}
	for i, points := range []float64{8, 5} {
		nets[i] = Net{Name: "leading", Evaluator: func(g *baduk.Graph, rules baduk.Rules) (eval.Evaluator, error) {
			e, err := o.Net.Evaluator(g, rules)
			return leading{e, points}, err
		}}
	}
	for visits, want := range map[int]float64{0: 7.5, 4: 6.5} {
		m := newMatch(MatchOptions{Boards: o.Boards, First: nets[0], Second: nets[1], Visits: 8, OpeningMoves: 2, FairVisits: visits, Pairs: 1, Parallel: 1, Threads: 1, Batch: 8})
		at, err := m.opening(t.Context(), o.Boards[0], rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if got := at.Rules().Komi.Points(); got != want || at.Len() != 2 {
			t.Errorf("with %d visits: komi %v after %d moves, want %v after 2", visits, got, at.Len(), want)
		}
	}
}

// TestDecided: only turns count for which the same player was sure to win.
func TestDecided(t *testing.T) {
	p := DefaultParams()
	g := game{params: &p}
	for i, at := range []struct {
		win  float64
		want int
	}{{0.98, 1}, {0.99, 2}, {0.01, 1}, {0.98, 1}, {0.5, 0}, {0.02, 1}, {0.02, 2}, {0.02, 3}} {
		if g.note(at.win); g.decided != at.want {
			t.Errorf("turn %d: decided for %d turns, want %d", i, g.decided, at.want)
		}
	}
}

// sizes counts the positions and the calls of an evaluator.
type sizes struct {
	eval.Evaluator
	positions, calls, first atomic.Int64 // first is the number of positions of the first call
}

// Evaluate implements [eval.Evaluator].
func (s *sizes) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	s.first.CompareAndSwap(0, int64(len(in)))
	s.positions.Add(int64(len(in)))
	s.calls.Add(1)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestBatchesAreFull: positions of many games are evaluated together, as long as there are games to begin. The last
// games of a run do not wait for others that will never come. The first batch is full, even if the first game asks
// before the others have begun.
func TestBatchesAreFull(t *testing.T) {
	o := small(t)
	o.Games, o.Parallel = 48, 16
	var counted *sizes
	inner := o.Net.Evaluator
	o.Net.Evaluator = func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		e, err := inner(g, r)
		counted = &sizes{Evaluator: e}
		return counted, err
	}
	done, mean := 0, 0.0
	o.Done = func(*Game) (bool, error) {
		if done++; done == o.Games-o.Parallel {
			mean = float64(counted.positions.Load()) / float64(counted.calls.Load())
		}
		return false, nil
	}
	if err := Play(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if mean < 7.5 {
		t.Errorf("a batch has %.1f positions on average while games begin, want at least 7.5 of 8", mean)
	}
	if n := counted.first.Load(); n != 8 {
		t.Errorf("the first batch has %d positions, want 8", n)
	}
}
