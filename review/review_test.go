package review

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/kifu"
	"tengen/mcts"
)

func treeOf(t testing.TB, text string) *kifu.Tree {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(text), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Trees[0]
}

// analysis returns an analysis with the given values and candidates.
func analysis(t testing.TB, g *baduk.Graph, win, lead float64, moves ...string) *kifu.Analysis {
	t.Helper()
	a := &kifu.Analysis{Engine: "test", Visits: 10, Win: &win, Lead: &lead}
	for i, text := range moves {
		p, err := g.ParseVertex(text)
		if err != nil {
			t.Fatal(err)
		}
		prior := 0.5 / float64(i+1)
		a.Candidates = append(a.Candidates, kifu.Candidate{Point: p, Order: i, Visits: 5, Prior: &prior, PV: []baduk.Point{p}})
	}
	return a
}

// The expected numbers were computed by hand for four moves. Black's first move loses 8 points. White's
// first move loses 1 point. Black's second move is the best one, although the position looks worse after
// it. White's second move is not judged.
func TestLosses(t *testing.T) {
	line, err := NewLine(treeOf(t, "(;GM[1]FF[4]SZ[19]KM[6.5]RU[Japanese];B[dd];W[pp];B[dp];W[pd])"))
	if err != nil {
		t.Fatal(err)
	}
	g := line.Graph
	r := New(line, []*kifu.Analysis{analysis(t, g, 0.6, 3, "Q16", "C3"), analysis(t, g, 0.35, -5, "D4"), analysis(t, g, 0.4, -4, "D4", "R17"), analysis(t, g, 0.3, -9), nil}, Settings{})
	type said struct {
		known                   bool
		loss, winLoss, accuracy float64
		category                Category
		rank                    int
		best                    string
	}
	want := []said{
		{true, 8, 0.25, math.Pow(0.8, 8), Mistake, 0, "Q16"},
		{true, 1, 0.05, 0.8, Good, 0, "D4"},
		{true, 0, 0, 1, Excellent, 1, "D4"},
		{false, 0, 0, 0, Unjudged, 0, "?"},
	}
	for i, m := range r.Moves {
		best := "?"
		if m.Best != baduk.NoPoint {
			best = g.Vertex(m.Best)
		}
		got := said{m.Known, m.Loss, math.Round(m.WinLoss*1e9) / 1e9, m.Accuracy, m.Category, m.Rank, best}
		if got != want[i] {
			t.Errorf("move %d: %+v, want %+v", i+1, got, want[i])
		}
	}
	if p := r.Players[baduk.Black]; p.Moves != 2 || p.Loss != 4 || p.Strong != 0.5 || p.Best != 0.5 || p.Categories[Mistake] != 1 || p.Phases[opening].Moves != 2 {
		t.Errorf("Black: %+v; want 2 moves, loss 4, one mistake", p)
	}
	if r.Judged != 4 || r.Judge != "test" || r.Visits != 10 {
		t.Errorf("%d judged by %s with %d; want 4, test, 10", r.Judged, r.Judge, r.Visits)
	}
}

func TestCategories(t *testing.T) {
	for _, test := range []struct {
		loss, size float64
		want       Category
	}{{0, 1, Excellent}, {0.19, 1, Excellent}, {0.2, 1, Great}, {0.6, 1, Good}, {1.2, 1, Inaccuracy}, {4, 1, Mistake}, {9.9, 1, Mistake}, {10, 1, Blunder},
		{4, 9.0 / 19, Mistake}, {5, 9.0 / 19, Blunder}, {0.5, 9.0 / 19, Good}} {
		if got := categoryOf(test.loss, test.size); got != test.want {
			t.Errorf("%v points at %v: got %v, want %v", test.loss, test.size, got, test.want)
		}
	}
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]engine.Rank{"P9段": engine.Dan9, "p1d": engine.Dan9, "9pro": engine.Dan9, "12d": engine.Dan9, "5k": engine.Dan1 - 5, "3d": engine.Dan1 + 2, "9p": engine.Dan9, "7段": engine.Dan1 + 6, "2 dan": engine.Dan1 + 1, "4 kyu?": engine.Dan1 - 4, "": usualLevel, "strong": usualLevel} {
		if got := levelOf(0, kifu.Info{BlackRank: text}, baduk.Black); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for _, own := range []string{"?", "", " ", "strong"} {
		if got := levelOf(0, kifu.Info{BlackRank: own, WhiteRank: "9d"}, baduk.Black); got != engine.Dan9 {
			t.Errorf("%q against 9d is %v, want 9d as the opponent", own, got)
		}
	}
	if got := levelOf(3, kifu.Info{WhiteRank: "9d"}, baduk.White); got != 3 {
		t.Errorf("with a level of 3 got %v, want 3", got)
	}
	if weak, strong := minLoss(engine.Kyu20), minLoss(engine.Dan9); weak != 10 || math.Abs(strong-1.5) > 1e-9 {
		t.Errorf("losses from %v to %v; want 10 and 1.5", weak, strong)
	}
}

// Moments are a few large and avoidable losses in games that are not decided. A better move that is missed
// several times gives only one moment.
func TestMoments(t *testing.T) {
	var b strings.Builder
	b.WriteString("(;GM[1]FF[4]SZ[19]KM[6.5]RU[Japanese]")
	for i := range 40 {
		b.WriteString(";" + "BW"[i%2:i%2+1] + "[" + string(rune('a'+i%19)) + string(rune('a'+i/19*2)) + "]")
	}
	line, err := NewLine(treeOf(t, b.String()+")"))
	if err != nil {
		t.Fatal(err)
	}
	g := line.Graph
	level := map[engine.Rank]int{}
	for _, rank := range []engine.Rank{engine.Kyu20, usualLevel, engine.Dan9} {
		judged := make([]*kifu.Analysis, 41)
		for i := range judged {
			judged[i] = analysis(t, g, 0.5, 0, "K10")
		}
		// Black's move 11 loses 3 points. Black's move 21 and White's move 24 lose 30 points each.
		for i := 11; i < 21; i++ {
			judged[i] = analysis(t, g, 0.45, -3, "K10")
		}
		for i := 21; i < 24; i++ {
			judged[i] = analysis(t, g, 0.1, -33, "K9")
		}
		// From here on the game is decided. The winner loses points, but these losses do not matter.
		for i := 30; i < 41; i++ {
			judged[i] = analysis(t, g, 0.999, 80-10*float64(i%2), "K8")
		}
		r := New(line, judged, Settings{Levels: [3]engine.Rank{baduk.Black: rank, baduk.White: rank}})
		level[rank] = len(r.Moments)
		for _, i := range r.Moments {
			if i >= 30 || r.Moves[i].Loss < minLoss(rank)/2 {
				t.Errorf("%v: move %d is a moment and lost %v, want an earlier one that lost at least %v", rank, i+1, r.Moves[i].Loss, minLoss(rank)/2)
			}
		}
		if len(r.Moments) > maxMoments {
			t.Errorf("%v: %d moments; want at most %d", rank, len(r.Moments), maxMoments)
		}
	}
	// All levels get the moves 21, 24 and 30. Move 30 is White's loss when Black won. Strong players also
	// get move 11.
	if level[engine.Kyu20] != 3 || level[usualLevel] != 3 || level[engine.Dan9] != 4 {
		t.Errorf("moments by level: %v; want 3 for 20k and the usual level, 4 for 9d", level)
	}
}

// Positions that are not judged yet are left out, and New does not change its arguments.
func TestReviewGrows(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of drawing and reading: left out of short runs")
	}
	tree := randomGame(t, 9, 40, 3)
	whole := reviewed(t, tree, wild{}, Options{Visits: 1, Workers: 3})
	judged := whole.Positions
	var earlier *Review
	for _, n := range []int{0, 1, 2, 17, 40, 41, 41} {
		some := make([]*kifu.Analysis, len(judged))
		copy(some, judged[:n])
		r := New(whole.Line, some, Settings{})
		grown := New(whole.Line, some, Settings{Earlier: earlier})
		if !reflect.DeepEqual(grown, r) {
			t.Fatalf("after %d positions, a review that continues an earlier review differs from a new review", n)
		}
		earlier = grown
		if r.Judged != n || len(r.Moves) != 40 {
			t.Fatalf("%d of %d moves at %d; want %d of 40", r.Judged, len(r.Moves), n, n)
		}
		for i := range r.Moves {
			m, w := r.Moves[i], whole.Moves[i]
			if m.Known != (i+1 < n) {
				t.Fatalf("after %d positions move %d is known: %v, want %v", n, i+1, m.Known, !m.Known)
			}
			if m.Phase, w.Phase = 0, 0; m.Known && !reflect.DeepEqual(m, w) {
				t.Fatalf("after %d positions move %d is\n%+v, want, as in the end,\n%+v", n, i+1, m, w)
			}
		}
		for _, write := range []func(*strings.Builder) error{
			func(b *strings.Builder) error { return r.WriteHTML(b) }, func(b *strings.Builder) error { return r.WritePDF(b) },
			func(b *strings.Builder) error { return r.WriteJSON(b) }, func(b *strings.Builder) error { return r.WriteGraph(b, 200) }} {
			if err := write(&strings.Builder{}); err != nil {
				t.Fatalf("after %d positions: %v", n, err)
			}
		}
	}
}

// TestCheckRefuses checks that the method Fact.check refuses facts that are not true.
func TestCheckRefuses(t *testing.T) {
	refused := 0
	for seed := range uint64(6) {
		r := reviewed(t, randomGame(t, 9, 80, seed), wild{}, Options{Visits: 1})
		for i := range r.Moves {
			m := &r.Moves[i]
			scene := scene{Before: r.Line.At(i), Played: m.Move, OwnersBefore: r.Positions[i].Ownership, OwnersAfter: r.Positions[i+1].Ownership}
			for k := range m.Facts {
				fact := m.Facts[k]
				if err := fact.check(scene); err != nil {
					t.Fatalf("a true fact is refused: %v", err)
				}
				for what, change := range map[string]func(f *Fact) bool{
					"a stone less":     func(f *Fact) bool { f.Stones = f.Stones[:max(len(f.Stones)-1, 0)]; return len(f.Stones) > 0 },
					"the other colour": func(f *Fact) bool { f.Color = f.Color.Opponent(); return len(f.Stones) > 0 },
					"another owner": func(f *Fact) bool {
						f.Before += 0.1
						return f.Kind.several() && f.Kind != factTakes || f.Kind == factCosts
					},
					"another move": func(f *Fact) bool {
						f.Move.Point = (f.Move.Point + 1) % 81
						return f.Role == rolePlayed && f.Kind != factCosts
					},
					"another region": func(f *Fact) bool { f.Where = f.Where%lowerRight + 1; return f.Kind == factElsewhere },
					"another player": func(f *Fact) bool {
						f.Move.Color = f.Move.Color.Opponent()
						return f.Kind == factTakes || f.Kind == factSelfAtari
					},
					"a ladder or none":  func(f *Fact) bool { f.Ladder = !f.Ladder; return f.Kind == factCatches },
					"another place":     func(f *Fact) bool { f.At = (f.At + 1) % 81; return f.Kind == factSelfAtari || f.Kind == factUnanswered },
					"another kind":      func(f *Fact) bool { f.Kind = factPassed; return true },
					"the other chain":   func(f *Fact) bool { f.Others = f.Stones; return f.Kind == factCuts || f.Kind == factConnects },
					"liberties counted": func(f *Fact) bool { f.After--; return f.Kind == factFillsLiberty },
				} {
					wrong := fact
					if change(&wrong) {
						refused++
						if wrong.check(scene) == nil {
							t.Errorf("%s: %q is accepted, want an error", what, wrong.Sentence(r.Line.Graph))
						}
					}
				}
			}
		}
	}
	if refused < 500 {
		t.Errorf("only %d were tried; want at least 500", refused)
	}
}

// The same search gives the same result even if other searches run at the same time.
func TestSearchIsRepeatable(t *testing.T) {
	tree := randomGame(t, 5, 20, 9)
	params := mcts.NetParams()
	params.Seed = 7
	search := func(workers int) *Review {
		s := NewSearch(func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(5), nil }, params)
		return reviewed(t, tree, s, Options{Visits: 30, Workers: workers})
	}
	if a, b := search(1), search(4); !reflect.DeepEqual(a.Positions, b.Positions) {
		t.Error("four workers give other judgements than one")
	}
}

// failing returns an error at a position, and counts searches.
type failing struct {
	at    int32
	asked atomic.Int32
}

func (f *failing) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	if f.asked.Add(1) > f.at {
		return mcts.Result{}, errors.New("the lamp is broken")
	}
	return wild{}.Search(ctx, g, visits)
}

func TestRunEnds(t *testing.T) {
	line, err := NewLine(randomGame(t, 9, 50, 1))
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{at: 20}
	if err := Run(t.Context(), line, Options{Searcher: f, Workers: 4}); err == nil || !strings.Contains(err.Error(), "lamp") {
		t.Errorf("with a searcher that fails got %v, want its error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	last := -1
	err = Run(ctx, line, Options{Searcher: wild{}, Workers: 4, Each: func(at int, _ *kifu.Analysis) error {
		if last = at; at == 10 {
			cancel()
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) || last > 45 {
		t.Errorf("cancelled at 10, ended at %d with %v; want at most 45, context canceled", last, err)
	}
	stop := errors.New("enough")
	if err := Run(t.Context(), line, Options{Searcher: wild{}, Workers: 4, Each: func(int, *kifu.Analysis) error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("with a caller that stops got %v, want its error %v", err, stop)
	}
}

// A review of a handicap game ignores the chance to win. It subtracts the remaining value of the handicap
// from the lead.
func TestMomentsWithHandicap(t *testing.T) {
	const moves = ";W[cn];B[nc];W[qk];B[kq];W[ck];B[kc];W[gc];B[qg])"
	for text, want := range map[string]int{
		"(;GM[1]FF[4]SZ[19]KM[0.5]RU[Japanese]BR[8k]WR[1k]HA[4]AB[dd][pd][dp][pp]" + moves:          1,
		"(;GM[1]FF[4]SZ[19]KM[0.5]RU[Japanese]BR[8k]WR[1k];B[dd];B[pd];B[dp];B[pp]" + moves:         1,
		"(;GM[1]FF[4]SZ[19]KM[0.5]RU[Japanese]BR[8k]WR[1k]AB[dd][pd][dp][pp]AW[aa][cc][ee]" + moves: 0,
	} {
		line, err := NewLine(treeOf(t, text))
		if err != nil {
			t.Fatal(err)
		}
		judged := make([]*kifu.Analysis, line.Len()+1)
		for i := range judged {
			lead := 50.0
			if i > line.Len()-5 { // Black loses 20 of 50 points
				lead = 30
			}
			judged[i] = analysis(t, line.Graph, 0.999, lead, "K10")
			judged[i].Ownership = make([]float32, line.Graph.Len())
		}
		if r := New(line, judged, Settings{}); len(r.Moments) != want {
			t.Errorf("%s: %d moments, want %d", text, len(r.Moments), want)
		}
	}
}
