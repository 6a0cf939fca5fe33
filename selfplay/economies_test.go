package selfplay

import (
	"context"
	"math"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// scripted is an evaluator whose answers a test computes.
type scripted func(at *baduk.Game, out *eval.Evaluation)

// Evaluate implements [eval.Evaluator].
func (s scripted) Evaluate(_ context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		out[i].Resize(in[i].Game.Graph())
		s(in[i].Game, &out[i])
	}
	return nil
}

// Info implements [eval.Evaluator].
func (s scripted) Info() eval.Info { return eval.Info{Name: "scripted"} }

// setPolicy sets the priors of the legal moves in proportion to weights. The last weight is that of a pass.
func setPolicy(at *baduk.Game, out *eval.Evaluation, weights func(p int) float32) {
	sum, pass := float32(0), at.Graph().Len()
	for p := range out.Policy {
		out.Policy[p] = 0
		if p == pass || at.Legal(baduk.Move{Color: at.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal {
			out.Policy[p] = weights(p)
		}
		sum += out.Policy[p]
	}
	for p := range out.Policy {
		out.Policy[p] /= sum
	}
}

// even is a game without a favourite and with equal priors. Only a player who passes is likely to lose.
func even(at *baduk.Game, out *eval.Evaluation) {
	out.Win = 0.5
	if n := at.Len(); n > 0 && at.Turn(n-1).IsPass() {
		if out.Win = 0.1; at.ToPlay() == baduk.Black {
			out.Win = 0.9
		}
	}
	setPolicy(at, out, func(p int) float32 {
		if p == at.Graph().Len() {
			return 0.01
		}
		return 1
	})
}

// begun returns game 0 of o before its first move. Its net is scripted, and the game keeps no evaluations.
func begun(t *testing.T, o Options, net scripted) *game {
	t.Helper()
	o.Net = Net{Name: "scripted", Evaluator: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return net, nil }}
	o.forgetful = true
	r := newRun(o)
	rng, start := r.options.start(0)
	g := &game{ctx: t.Context(), run: r, params: &r.options.Params, out: &Game{}, rng: rng, board: start.board, at: start.at}
	if err := g.makeSides(start); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestForcedPlayouts: in a full search every move that was tried gets its forced playouts. The policy to learn does not
// contain them.
func TestForcedPlayouts(t *testing.T) {
	o := small(t)
	o.Gumbel, o.RootNoise, o.RootTemperature, o.VariedRules = false, 0, 1, 0
	const visits, good, bad = 200, 12, 4 // one good move with the prior 0.5, and points 0 to 3 share 0.4
	net := func(at *baduk.Game, out *eval.Evaluation) {
		setPolicy(at, out, func(p int) float32 {
			switch {
			case p == good:
				return 0.5
			case p < bad:
				return 0.1
			}
			return 0.1 / float32(at.Graph().Len()-bad)
		})
		if out.Win = 0.1; at.Len() == 0 || at.Turn(0).Point == good {
			out.Win = 0.9
		}
	}
	for _, forced := range []float64{0, 4} {
		o.Forced = forced
		g := begun(t, o, net)
		s := g.sides[baduk.Black]
		r, err := g.search(s, s.full, visits)
		if err != nil {
			t.Fatal(err)
		}
		total, least, share := 0.0, math.Inf(1), 0.0
		for _, m := range r.Moves {
			total += float64(m.Visits)
		}
		for _, m := range r.Moves {
			// The search forces a whole visit or none, so the last one may be missing.
			if want := math.Sqrt(forced*m.Prior*total) - 1; float64(m.Visits) < want {
				t.Errorf("forced %v: the move %v with the prior %.3f has %d visits of %v, want at least %.1f", forced, m.Move, m.Prior, m.Visits, total, want)
			}
			if m.Move.Point < bad {
				least, share = min(least, float64(m.Visits)), share+float64(m.Visits)/total
			}
		}
		learned, sum := 0.0, 0.0
		draft := g.draft(&r, s.evaluator.policy, 1)
		for _, one := range draft.sample.Policy {
			sum += float64(one.Part)
			if one.Point < bad {
				learned += float64(one.Part)
			}
		}
		t.Logf("forced %v: the bad moves have at least %v of %v visits, together %.3f; %.4f of the policy to learn", forced, least, total, share, learned/sum)
		if learned/sum > 0.05 { // at most one visit of each is left
			t.Errorf("forced %v: the bad moves have %.3f of the policy to learn, want at most 0.05", forced, learned/sum)
		}
		if few := share < 0.1; few != (forced == 0) {
			t.Errorf("forced %v: the bad moves have %.3f of the visits", forced, share)
		}
		fast, err := g.search(s, s.fast, visits)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range fast.Moves {
			if m.Move.Point < bad && m.Visits > 5 {
				t.Errorf("forced %v: a fast search gives the bad move %v %d visits", forced, m.Move, m.Visits)
			}
		}
	}
}

// expect makes an evaluation expect a lead, and a win probability that follows from it.
func expect(out *eval.Evaluation, lead float64) {
	out.Lead, out.Win = float32(lead), float32(1/(1+math.Exp(-lead)))
}

// TestEvenKomi finds an even komi although the expected leads are far off, and stops if they say nothing.
func TestEvenKomi(t *testing.T) {
	for name, c := range map[string]struct {
		lead     func(komi float64) float64 // what the search expects
		black    func(komi float64) float64 // decides the win probability: 0 is even
		least    float64
		most     float64
		searches int
	}{
		"right at once":      {lead: func(k float64) float64 { return 12 - k }, black: func(k float64) float64 { return 12 - k }, least: 12, most: 12, searches: 2},
		"already even":       {lead: func(k float64) float64 { return 30 }, black: func(k float64) float64 { return 0 }, least: 7, most: 7, searches: 1},
		"too small a lead":   {lead: func(k float64) float64 { return (25 - k) / 2 }, black: func(k float64) float64 { return 25 - k }, least: 24, most: 25, searches: 6},
		"too large a lead":   {lead: func(k float64) float64 { return 3 * (15 - k) }, black: func(k float64) float64 { return 15 - k }, least: 13.5, most: 16.5, searches: 6},
		"lead without a win": {lead: func(k float64) float64 { return 20 }, black: func(k float64) float64 { return -5 }, least: 7, most: 7, searches: 1},
		"the wrong way":      {lead: func(k float64) float64 { return -3 - k }, black: func(k float64) float64 { return -3 - k }, least: -3, most: -3, searches: 2},
		"Black always wins":  {lead: func(k float64) float64 { return 40 }, black: func(k float64) float64 { return 40 }, least: 81, most: 81, searches: 3},
	} {
		at := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
		if err := setKomi(at, 7); err != nil {
			t.Fatal(err)
		}
		searches := 0
		komi, err := evenKomi(at, func() (win, lead float64, err error) {
			searches++
			k := at.Rules().Komi.Points()
			return 1 / (1 + math.Exp(-c.black(k))), c.lead(k), nil
		})
		if err != nil || komi < c.least || komi > c.most || searches > c.searches {
			t.Errorf("%s: komi %v after %d searches (%v), want %v to %v after at most %d", name, komi, searches, err, c.least, c.most, c.searches)
		}
	}
}

// TestSettleKomi: with a fair komi a fast search expects an even game. With neither a fair komi nor a spread, the komi
// stays.
func TestSettleKomi(t *testing.T) {
	o := small(t)
	o.KomiSpread = 0
	for _, ahead := range []float64{12.5, -4, 0} { // points on the board by which Black is ahead
		net := func(at *baduk.Game, out *eval.Evaluation) {
			even(at, out)
			expect(out, ahead-at.Rules().Komi.Points())
		}
		for _, fair := range []float64{0, 1} {
			o.FairKomi = fair
			g := begun(t, o, net)
			if err := g.settleKomi(); err != nil {
				t.Fatal(err)
			}
			want := o.Boards[0].Rules.Komi.Points()
			if fair == 1 {
				want = ahead
			}
			if got := g.at.Rules().Komi.Points(); got != want || g.out.Searches != 2*int(fair) {
				t.Errorf("fair komi %v, Black is ahead by %v: the komi is %v after %d searches, want %v after %v", fair, ahead, got, g.out.Searches, want, 2*fair)
			}
			r, err := g.search(g.sides[baduk.Black], g.sides[baduk.Black].fast, o.FastVisits)
			if err != nil {
				t.Fatal(err)
			}
			if isEven := math.Abs(r.Lead) < 0.01 && math.Abs(r.Win-0.5) < 0.01; isEven != (fair == 1) {
				t.Errorf("fair komi %v, Black is ahead by %v: a search expects the lead %.2f and the win rate %.2f", fair, ahead, r.Lead, r.Win)
			}
		}
	}
}

// TestKomiSpread: the komi varies with the standard deviation KomiSpread, and the share FairKomi of the games has a
// fair komi.
func TestKomiSpread(t *testing.T) {
	o := small(t)
	o.KomiSpread, o.FairKomi = 2, 0.5
	const games = 400
	g := begun(t, o, func(at *baduk.Game, out *eval.Evaluation) {
		even(at, out)
		expect(out, 10-at.Rules().Komi.Points())
	})
	rules := g.at.Rules()
	var sum, square float64
	fair := 0
	for range games {
		before, want := g.out.Searches, rules.Komi.Points()
		g.at.SetRules(rules)
		if err := g.settleKomi(); err != nil {
			t.Fatal(err)
		}
		if g.out.Searches > before {
			fair, want = fair+1, 10
		}
		d := g.at.Rules().Komi.Points() - want
		sum, square = sum+d, square+d*d
	}
	mean := sum / games
	stdev := math.Sqrt(square/games - mean*mean)
	t.Logf("%d of %d games had a fair komi; the mean is %.2f and the standard deviation %.2f", fair, games, mean, stdev)
	if math.Abs(mean) > 0.4 || math.Abs(stdev-2) > 0.3 || fair < games*2/5 || fair > games*3/5 {
		t.Errorf("%d of %d games had a fair komi; the mean is %.2f and the standard deviation %.2f, want half of them, 0 and 2", fair, games, mean, stdev)
	}
}

// TestTemperature: moves are drawn in proportion to their weights to the power 1/temperature. The temperature begins
// with Temperature, is halfway to TemperatureEnd after 5 turns on 5x5, and ends there.
func TestTemperature(t *testing.T) {
	moves := []mcts.MoveInfo{{Move: baduk.Move{Point: 1}, PlaySelection: 60}, {Move: baduk.Move{Point: 2}, PlaySelection: 30}, {Move: baduk.Move{Point: 3}, PlaySelection: 10}}
	const draws = 4000
	for _, c := range []struct {
		first, end float64
		turns      int
		power      float64 // 1/temperature; infinite if the best move is always chosen
		gumbel     bool
	}{
		{first: 1, end: 1, turns: 0, power: 1}, {first: 1, end: 1, turns: 30, power: 1}, {first: 0.5, end: 0.5, turns: 3, power: 2},
		{first: 1, end: 0, turns: 0, power: 1}, {first: 1, end: 0, turns: 5, power: 2}, {first: 1, end: 0, turns: 10, power: 4},
		{first: 0, end: 0, turns: 0, power: math.Inf(1)}, {first: 0.02, end: 0.02, turns: 0, power: math.Inf(1)}, {first: 1, end: 0, turns: 40, power: math.Inf(1)},
		{first: 1, end: 1, turns: 0, power: math.Inf(1), gumbel: true},
	} {
		o := small(t)
		o.Temperature, o.TemperatureEnd, o.Gumbel, o.VariedRules = c.first, c.end, c.gumbel, 0
		g := begun(t, o, even)
		if err := playPolicy(t.Context(), g.at, c.turns, g.rng, func(baduk.Color) eval.Evaluator { return scripted(even) }); err != nil || g.at.Len() != c.turns {
			t.Fatalf("%v after %d turns, want %d", err, g.at.Len(), c.turns)
		}
		var counts [4]int
		for range draws {
			counts[g.choose(&mcts.Result{Moves: moves}, true).Point]++
		}
		sum := 0.0
		for _, m := range moves {
			sum += math.Pow(m.PlaySelection/60, c.power)
		}
		for i, m := range moves {
			want := math.Pow(m.PlaySelection/60, c.power) / sum
			if got := float64(counts[i+1]) / draws; math.Abs(got-want) > 0.03 || want == 1 && got < 1 {
				t.Errorf("temperature %v to %v, %d turns, gumbel %v: move %d was chosen in %.3f of all cases, want %.3f", c.first, c.end, c.turns, c.gumbel, i+1, got, want)
			}
		}
	}
}

// TestOpening: the first moves are drawn from the policy without a search, and none is a pass. Their number has an
// exponential distribution with the mean OpeningMoves, and is at most half of the points.
func TestOpening(t *testing.T) {
	o := small(t)
	o.OpeningMoves, o.VariedRules = 0.2, 0
	const games = 2000
	// The prior of a point is in proportion to its number. A pass has the largest one.
	net := func(at *baduk.Game, out *eval.Evaluation) {
		setPolicy(at, out, func(p int) float32 { return float32(p) })
	}
	g := begun(t, o, net)
	empty := g.at
	var first [25]int
	moves, some := 0, 0
	for range games {
		g.at = empty.Clone()
		if err := g.opening(); err != nil {
			t.Fatal(err)
		}
		if moves += g.at.Len(); g.at.Len() > 12 {
			t.Errorf("an opening has %d moves, and the limit is 12", g.at.Len())
		}
		for i := range g.at.Len() {
			if g.at.Turn(i).IsPass() {
				t.Error("an opening has a pass")
			}
		}
		if g.at.Len() > 0 {
			first[g.at.Turn(0).Point]++
			some++
		}
	}
	want := 0.0
	for k := range 12 { // the probability of more than k moves
		want += math.Exp(-float64(k+1) / 5)
	}
	if mean := float64(moves) / games; math.Abs(mean-want) > 0.3 || g.out.Searches > 0 {
		t.Errorf("openings have %.2f moves on average and %d searches, want %.2f without searches", mean, g.out.Searches, want)
	}
	for p, n := range first {
		if want := float64(p) / 300; math.Abs(float64(n)/float64(some)-want) > 0.02 {
			t.Errorf("point %d was first in %.3f of the games, want %.3f", p, float64(n)/float64(some), want)
		}
	}
}

// turnsOf plays the middle of a game with a net, and returns the number of evaluations for each turn.
func turnsOf(t *testing.T, o Options, net scripted) (g *game, evaluations []int) {
	t.Helper()
	evaluations = make([]int, maxTurns(o.Boards[0].Graph))
	g = begun(t, o, func(at *baduk.Game, out *eval.Evaluation) {
		evaluations[g.at.Len()]++
		net(at, out)
	})
	if err := g.middle(); err != nil {
		t.Fatal(err)
	}
	g.finish()
	return g, evaluations[:g.at.Len()]
}

// TestOnlyFullSearchesGiveRows: with FullShare 0.5 half of the turns have a full search. Only these turns give rows.
func TestOnlyFullSearchesGiveRows(t *testing.T) {
	o := small(t)
	o.FullShare, o.Visits, o.FastVisits, o.Decided, o.Surprise = 0.5, 40, 4, 1, 0
	for _, gumbel := range []bool{false, true} {
		o.Gumbel = gumbel
		g, evaluations := turnsOf(t, o, even)
		rows := map[int]bool{}
		for _, s := range g.out.Samples {
			if rows[s.Turn] = true; s.Weight != 1 {
				t.Errorf("gumbel %v: the row of turn %d has the weight %v, want 1", gumbel, s.Turn, s.Weight)
			}
		}
		last := len(evaluations) - 1 // a search that sees the end of the game needs few evaluations
		for turn, n := range evaluations[:last] {
			if full := n > o.FastVisits; full != rows[turn] {
				t.Errorf("gumbel %v: turn %d has %d evaluations, and a row: %v", gumbel, turn, n, rows[turn])
			}
		}
		t.Logf("gumbel %v: %d of %d turns have a row", gumbel, len(rows), len(evaluations))
		if len(evaluations) < 20 || len(rows) < len(evaluations)/4 || len(rows) > len(evaluations)*3/4 {
			t.Errorf("gumbel %v: %d of %d turns have a row, want half of at least 20", gumbel, len(rows), len(evaluations))
		}
	}
}

// TestDecidedGames: after three turns for which a player was sure to win, searches are small and rows have less weight.
func TestDecidedGames(t *testing.T) {
	o := small(t)
	o.Gumbel, o.Visits, o.DecidedVisits, o.Decided, o.DecidedTurns, o.DecidedWeight, o.Surprise = false, 40, 6, 0.9, 3, 0.25, 0
	for _, win := range []float32{0.95, 0.05, 0.85} {
		g, evaluations := turnsOf(t, o, func(at *baduk.Game, out *eval.Evaluation) {
			even(at, out)
			out.Win = win
		})
		if len(g.out.Samples) != len(evaluations) || len(evaluations) < 20 {
			t.Fatalf("%d rows of %d turns, want a row for each of at least 20", len(g.out.Samples), len(evaluations))
		}
		for turn, n := range evaluations[:20] {
			decided, weight := win != 0.85 && turn >= 3, float32(1)
			if decided {
				weight = 0.25
			}
			if small := n <= o.DecidedVisits; small != decided || g.out.Samples[turn].Weight != weight {
				t.Errorf("win rate %v: turn %d has %d evaluations and a row with the weight %v, want the weight %v", win, turn, n, g.out.Samples[turn].Weight, weight)
			}
		}
	}
}

// TestVariedCounting: the share of games whose way of counting is drawn at random is as asked. These games count in all
// ways that suit the board. The other rules stay.
func TestVariedCounting(t *testing.T) {
	o := small(t)
	weighted, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: [][]baduk.Point{{1}, {0, 2}, {1}}, Life: &baduk.Life{Weights: []float64{1, 2, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		g    *baduk.Graph
		ways int
	}{
		{"5x5", o.Boards[0].Graph, 9}, // area with three taxes, each with and without a button, and territory with three taxes
		{"weights", weighted, 2},      // area with and without a button
	} {
		o.Boards[0].Graph, o.VariedRules = c.g, 0
		for _, share := range []float64{0, 0.5, 1} {
			o.VariedCounting = share
			usual := Playable(o.Boards[0].Rules)
			ways, others := map[string]int{}, 0
			for number := range 1000 {
				_, s := o.start(number)
				r := s.at.Rules()
				if err := CheckBoard(c.g, r); err != nil {
					t.Fatal(err)
				}
				if r.Ko != usual.Ko || r.Suicide != usual.Suicide || r.Komi != usual.Komi {
					t.Fatalf("%s: the rules %s differ in more than the way of counting", c.name, r.Name())
				}
				ways[r.Name()]++
				if r != usual {
					others++
				}
			}
			want := share * 1000 * float64(c.ways-1) / float64(c.ways)
			if share > 0 && len(ways) != c.ways || share == 0 && len(ways) != 1 || math.Abs(float64(others)-want) > 70 {
				t.Errorf("%s, share %v: %d ways, %d games differ, want %d and about %.0f", c.name, share, len(ways), others, c.ways, want)
			}
		}
	}
}
