package rollout

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/durable"
	"tengen/topology"
)

// TestLinearFile checks that a file gives the same policy back, and that no damaged file is accepted.
func TestLinearFile(t *testing.T) {
	l := randomLinear(3)
	data := l.Append(nil)
	again, err := ReadLinear(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Append(nil), data) || !slices.Equal(again.near, l.near) || len(again.nakade) != len(l.nakade) {
		t.Error("the policy that was read differs from the one that was written")
	}
	for _, at := range []int{0, 9, 13, 5000, len(data) - 100, len(data) - 1} {
		damaged := bytes.Clone(data)
		damaged[at] ^= 4
		if _, err := ReadLinear(damaged); !errors.Is(err, ErrLinear) {
			t.Errorf("with another byte %d: got %v, want ErrLinear", at, err)
		}
	}
	for _, n := range []int{0, 5, 12, 16, 20, 5000, len(data) - 4, len(data) - 1} {
		if _, err := ReadLinear(data[:n]); !errors.Is(err, ErrLinear) {
			t.Errorf("the first %d bytes: got %v, want ErrLinear", n, err)
		}
	}
}

// TestLinearFileRefused changes numbers of a file and corrects the checksum. Such a file must be refused with a reason.
func TestLinearFileRefused(t *testing.T) {
	l := randomLinear(4)
	data := l.Append(nil)
	nears := 16 + 4*len(l.nearFactors)
	nakade := nears + 20
	patterns := nakade + 12*len(l.nakade) + 4
	for _, test := range []struct {
		at    int
		value uint32
		want  string
	}{
		{8, 2, "version 2"}, {12, 7, "near factors"}, {16, 0, "a near factor is 0"}, {16, 1 << 31, "a near factor is"},
		{nakade - 4, 1 << 30, "at most 100000"}, {nakade - 4, 99_999, "too early"}, {nakade, 0, "increasing order"},
		{patterns - 4, 1 << 30, "at most 200000"}, {patterns - 4, uint32(len(l.patterns)) - 1, "bytes follow"}, {patterns + 4, 1 << 31, "canonical form"},
	} {
		changed := bytes.Clone(data)
		binary.LittleEndian.PutUint32(changed[test.at:], test.value)
		if test.at == nakade {
			binary.LittleEndian.PutUint32(changed[test.at+4:], 0)
		}
		body := changed[:len(changed)-4]
		binary.LittleEndian.PutUint32(changed[len(body):], durable.Checksum(body))
		if _, err := ReadLinear(changed); !errors.Is(err, ErrLinear) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d at offset %d: got %v, want an error with %q", test.value, test.at, err, test.want)
		}
	}
}

// FuzzReadLinear checks that no file makes the reader panic, and that an accepted file is the one that the policy
// makes.
func FuzzReadLinear(f *testing.F) {
	small := (&Linear{nearFactors: slices.Repeat([]uint32{nearUnit}, canonicalNears), patterns: []widePattern{{}}}).Append(nil)
	f.Add(small[len(small)-100:], uint32(16))
	f.Fuzz(func(t *testing.T, data []byte, at uint32) {
		changed := bytes.Clone(small)
		copy(changed[min(int(at), len(changed)):], data)
		body := changed[:len(changed)-4]
		binary.LittleEndian.PutUint32(changed[len(body):], durable.Checksum(body))
		if l, err := ReadLinear(changed); err == nil && !bytes.Equal(l.Append(nil), changed) {
			t.Error("an accepted file differs from the file of its policy")
		}
	})
}

// captureGames returns games in which each player captures stones in atari if possible, and otherwise moves at random.
func captureGames(seed uint64, games int) (all [][]baduk.Move) {
	g := baduk.MustRectangle(9, 9)
	u, rng := NewUniform(g), Rand(seed)
	for range games {
		pos := baduk.NewPosition(g)
		var moves []baduk.Move
		for range 70 {
			p := u.choose(pos, &rng)
			for q := range g.Len() {
				q := baduk.Point(q)
				if pos.At(q) == pos.ToPlay.Opponent() && pos.Liberties(q) == 1 && pos.Liberty(q) != pos.KoBan {
					p = pos.Liberty(q)
				}
			}
			m := baduk.Move{Color: pos.ToPlay, Point: p}
			moves = append(moves, m)
			pos.Play(m)
		}
		all = append(all, moves)
	}
	return all
}

// TestLearner learns from games with captures. The learned policy must predict the moves of other such games much
// better than a policy without knowledge, and the test's loss must be the loss that the learner reports.
func TestLearner(t *testing.T) {
	g := baduk.MustRectangle(9, 9)
	l := NewLearner()
	games := captureGames(1, 100)
	for _, moves := range games {
		if !l.Count(g, baduk.Setup{}, moves) {
			t.Fatal("a game cannot be counted")
		}
	}
	first, last := 0.0, 0.0
	for epoch := range 2 {
		sum, n := 0.0, 0
		for _, moves := range games {
			k, loss := l.Learn(g, baduk.Setup{}, moves)
			sum, n = sum+loss, n+k
		}
		if last = sum / float64(n); epoch == 0 {
			first = last
		}
	}
	if last >= first {
		t.Errorf("the loss in the second epoch is %v, want less than %v of the first", last, first)
	}
	policy := l.Linear()
	blank := NewLearner().Linear()
	measure := func(p *Linear) *LinearTest {
		x := NewLinearTest(p)
		for _, moves := range captureGames(2, 40) {
			x.Add(g, baduk.Setup{}, moves)
		}
		return x
	}
	got, none := measure(policy), measure(blank)
	if got.Moves != none.Moves || got.Moves < 1500 || got.Top1 < 2*none.Top1 || got.Top1/float64(got.Moves) < 0.1 {
		t.Errorf("first choices: got %v of %d with the policy and %v of %d without knowledge, want more", got.Top1, got.Moves, none.Top1, none.Moves)
	}
	if got.Loss > 0.97*none.Loss {
		t.Errorf("loss: got %v with the policy and %v without knowledge, want less", got.Loss, none.Loss)
	}
	// With a tiny rate, the learner reports the loss of the weights that it has.
	l.Rate = 1e-12
	x, sum := NewLinearTest(policy), 0.0
	for _, moves := range games[:20] {
		_, loss := l.Learn(g, baduk.Setup{}, moves)
		sum += loss
		x.Add(g, baduk.Setup{}, moves)
	}
	if math.Abs(x.Loss-sum) > 0.01*sum {
		t.Errorf("the loss of 20 games is %v according to the learner, and %v according to the test", sum, x.Loss)
	}
}

// TestLearnerRefuses checks games that cannot be learned.
func TestLearnerRefuses(t *testing.T) {
	l := NewLearner()
	ring := shapes(t)[0]
	g := baduk.MustRectangle(3, 3)
	black := func(p baduk.Point) baduk.Move { return baduk.Move{Color: baduk.Black, Point: p} }
	if l.Count(ring, baduk.Setup{}, nil) || l.Count(baduk.MustRectangle(1, 9), baduk.Setup{}, nil) {
		t.Error("a ring or a board of one line was accepted")
	}
	if l.Count(g, baduk.Setup{}, []baduk.Move{black(4), black(4)}) || l.Count(g, baduk.Setup{Black: []baduk.Point{1, 1}}, nil) || l.Count(g, baduk.Setup{}, []baduk.Move{black(77)}) {
		t.Error("a stone on a stone, or off the board, was accepted")
	}
}

// TestLinearEvaluator checks the evaluations of a trained policy: the priors, the colours of the first moves, and that
// the same seed gives the same evaluation. It also checks the boards that it refuses.
func TestLinearEvaluator(t *testing.T) {
	l := randomLinear(5)
	for _, g := range shapes(t) {
		e, err := NewLinearEvaluator(g, l)
		if grid, ok := g.Rectangle(); !ok || grid.Width < 2 || grid.Height < 2 {
			if err == nil {
				t.Errorf("%v: got no error, want a refusal", g)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		game := baduk.NewGame(g, baduk.Chinese())
		rng, u := Rand(1), NewUniform(g)
		for n := 0; n < g.Len()/2 && !game.Over(); n++ {
			if err := game.Play(baduk.Move{Color: game.ToPlay(), Point: u.Choose(game, game.ToPlay(), &rng)}); err != nil {
				t.Fatal(err)
			}
			out := make([]eval.Evaluation, 2)
			q := eval.Query{Game: game, Seed: uint64(n), Policy: true, Ownership: true, First: true}
			for i := range out {
				out[i].Resize(g)
				if err := e.Evaluate(t.Context(), []eval.Query{q}, out[i:i+1]); err != nil {
					t.Fatal(err)
				}
			}
			sum := 0.0
			for i, p := range out[0].Policy {
				point := baduk.Point(i)
				if i == g.Len() {
					point = baduk.Pass
				}
				legal := !game.Over() && game.Legal(baduk.Move{Color: game.ToPlay(), Point: point}) == baduk.Legal
				if p < 0 || legal != (p > 0) && !game.Over() {
					t.Errorf("%v: prior of %v is %v, and it is legal: %v", g, point, p, legal)
				}
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-4 {
				t.Errorf("%v: the priors sum to %v, want 1", g, sum)
			}
			if out[0].Win != out[1].Win || out[0].Lead != out[1].Lead || !slices.Equal(out[0].First, out[1].First) || !slices.Equal(out[0].Ownership, out[1].Ownership) {
				t.Errorf("%v: two evaluations with one seed differ", g)
			}
			lead := 0.0
			for _, o := range out[0].Ownership {
				lead += float64(o)
			}
			if want := lead + game.Compensation(); math.Abs(want-float64(out[0].Lead)) > 1e-3 {
				t.Errorf("%v: got the lead %v, want %v of the owners", g, out[0].Lead, want)
			}
		}
	}
}

// TestLinearRollouts checks that the rollouts of a trained policy obey the rules of all rollouts.
func TestLinearRollouts(t *testing.T) {
	l := randomLinear(6)
	for _, g := range shapes(t) {
		if checkLinear(g) != nil {
			continue
		}
		s := newShape(g)
		play := newLinearPlay(l, s)
		for seed := range uint64(20) {
			rng := Rand(seed)
			play.from(baduk.NewPosition(g), baduk.NoPoint)
			first := true
			watched(t, s, func(pos *baduk.Position, last baduk.Point) baduk.Point {
				if !first {
					play.play(baduk.Move{Color: pos.ToPlay.Opponent(), Point: last})
				}
				first = false
				return play.choose(&rng)
			})
		}
	}
}

// TestLinearBoards checks on which boards a trained policy plays.
func TestLinearBoards(t *testing.T) {
	for spec, want := range map[string]bool{"9x9": true, "2x3": true, "1x9": false, "torus 9x9": false, "threshold-2 9x9": false} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewLinearEvaluator(board.Graph, randomLinear(9)); (err == nil) != want {
			t.Errorf("%s: %v, want accepted: %v", spec, err, want)
		}
	}
}

// TestLinearCancelled checks that an evaluation ends with its context.
func TestLinearCancelled(t *testing.T) {
	g := baduk.MustRectangle(5, 5)
	e, err := NewLinearEvaluator(g, randomLinear(7))
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(g, baduk.Chinese())
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := e.Evaluate(ctx, []eval.Query{{Game: game}}, make([]eval.Evaluation, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the error of the context", err)
	}
}

// BenchmarkLinear measures a move of a rollout on 19x19.
func BenchmarkLinear(b *testing.B) {
	g := baduk.MustRectangle(19, 19)
	games, err := NewLinearGames(g, randomLinear(8))
	if err != nil {
		b.Fatal(err)
	}
	rng := Rand(1)
	for n := 0; n < b.N; {
		n += games.Play(&rng, 3*g.Len())
	}
}
