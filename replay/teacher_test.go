package replay

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// searching is hashedTeacher with a search.
func searching(visits int) *Teacher {
	t := hashedTeacher()
	t.Visits = visits
	return t
}

// TestTeacherVisits checks that each row has the results of a search from its position, that its policy sums to 1, and
// that the number of threads does not matter.
func TestTeacherVisits(t *testing.T) {
	const visits = 40
	o := leafOptions(t, 6, 2)
	o.Teacher = searching(visits)
	m := imported(t, o)
	if m.Settings.TeacherVisits != visits {
		t.Errorf("got %+v, want %d visits in the settings", m.Settings, visits)
	}
	games, leaves := gamesOf(t, o.Dir), 0
	for _, g := range games {
		positions, _, err := g.positions()
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range g.Samples {
			if len(s.Branch) > 0 {
				leaves++
			}
			sum := 0
			for _, share := range s.Policy {
				sum += int(share.Part)
				// With fewer than 40 visits to share out, no move can have less than two of 39.
				if share.Part < math.MaxUint16*2/visits {
					t.Errorf("turn %d: got the share %d, want none for a move with one visit", s.Turn, share.Part)
				}
			}
			if sum > math.MaxUint16 || sum < math.MaxUint16-keptShares {
				t.Errorf("turn %d: the shares sum to %d, want nearly %d", s.Turn, sum, math.MaxUint16)
			}
			alone := judged(t, positions[k])
			if s.Value.Win == alone.Win || s.Value.Lead == alone.Lead {
				t.Errorf("turn %d: got the value %+v of the position itself, want that of a search", s.Turn, *s.Value)
			}
			own := 0
			for p, o := range s.Ownership {
				if math.Abs(float64(o)-127*float64(alone.Ownership[p])) < 1 {
					own++
				}
			}
			if own > len(s.Ownership)/4 {
				t.Errorf("turn %d: %d of %d owners are those of the position itself, want means of a search", s.Turn, own, len(s.Ownership))
			}
		}
	}
	if leaves != 6*4*2 {
		t.Errorf("got %d leaves, want %d", leaves, 6*4*2)
	}
	again := leafOptions(t, 6, 2)
	again.Teacher, again.Threads = searching(visits), 1
	imported(t, again)
	for i, g := range gamesOf(t, again.Dir) {
		if !equal(g, games[i]) {
			t.Errorf("game %d differs with one thread", i)
		}
	}
}

// drawn returns a game with the stones of a drawing of a 5x5 board, and the point that the drawing marks with a. Black
// is to move.
func drawn(t *testing.T, drawing string) (g *baduk.Game, marked baduk.Point) {
	t.Helper()
	graph := baduk.MustRectangle(5, 5)
	setup := baduk.Setup{ToPlay: baduk.Black}
	for i, c := range strings.Fields(drawing) {
		switch p := baduk.Point(i); c {
		case "X":
			setup.Black = append(setup.Black, p)
		case "O":
			setup.White = append(setup.White, p)
		case "a":
			marked = p
		}
	}
	g, err := baduk.NewGameFrom(graph, baduk.Chinese(), setup)
	if err != nil {
		t.Fatal(err)
	}
	return g, marked
}

// TestTeacherSearch checks the answers of a teacher against a search of the same position.
func TestTeacherSearch(t *testing.T) {
	g, _ := drawn(t, `
		. . . . .
		. X O . .
		. X O . .
		. . X . .
		. . . . .`)
	over := g.Clone()
	for !over.Over() {
		if err := over.Play(baduk.Move{Color: over.ToPlay(), Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
	}
	e := eval.Hashed(7)
	answers, err := searching(30).answers(t.Context(), e, []*baduk.Game{g, over}, 5)
	if err != nil {
		t.Fatal(err)
	}
	params := mcts.NetParams()
	params.Seed = 5
	s, err := mcts.New(e, params)
	if err != nil {
		t.Fatal(err)
	}
	s.SetGame(g)
	r, err := s.Run(t.Context(), mcts.Visits(30), true)
	if err != nil {
		t.Fatal(err)
	}
	got, want := &answers[0], &r.Root
	if got.Win != float32(want.Win) || got.Lead != float32(want.Lead) || got.ScoreMean != float32(want.ScoreMean) || got.ScoreStdev != float32(want.ScoreStdev) || !slices.Equal(got.Ownership, r.Ownership) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if alone := judged(t, over); answers[1].Win != alone.Win || answers[1].Policy[0] != alone.Policy[0] {
		t.Errorf("a finished game: got %+v, want the evaluator's own judgement", answers[1])
	}
}

// TestSetVisits checks the policy of a list of moves with visits.
func TestSetVisits(t *testing.T) {
	for _, test := range []struct {
		visits []int
		want   []float32
	}{{[]int{6, 1, 2, 0}, []float32{0.75, 0, 0.25, 0}}, {[]int{1, 1, 0, 2}, []float32{0, 0, 0, 1}}, {[]int{1, 0, 0, 1}, []float32{0.5, 0, 0, 0.5}}} {
		policy := []float32{9, 9, 9, 9}
		var moves []mcts.MoveInfo
		for p, n := range test.visits {
			point := baduk.Point(p)
			if p == len(test.visits)-1 {
				point = baduk.Pass
			}
			moves = append(moves, mcts.MoveInfo{Move: baduk.Move{Color: baduk.Black, Point: point}, Visits: n})
		}
		if setVisits(policy, moves); !slices.Equal(policy, test.want) {
			t.Errorf("visits %v: got %v, want %v", test.visits, policy, test.want)
		}
	}
}

// stoneCounter is an evaluator for which all moves are equally likely. It counts stones, and sees no tactics.
type stoneCounter struct{ eval.Evaluator }

// Evaluate implements [eval.Evaluator].
func (c stoneCounter) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := c.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		b := &in[i].Game.Position().Board
		out[i].Lead = float32(b.Stones(baduk.Black) - b.Stones(baduk.White))
		out[i].Win = float32(1 / (1 + math.Exp(-float64(out[i].Lead)/2)))
	}
	return err
}

// TestTeacherSeesMore checks that a search finds what its evaluator alone does not see: Black must capture six stones.
func TestTeacherSeesMore(t *testing.T) {
	g, capture := drawn(t, `
		X O O O X
		X O O O X
		. X a X .
		. . . . .
		. . . . .`)
	e := stoneCounter{eval.Uniform()}
	ask := func(visits int) *eval.Evaluation {
		answers, err := searching(visits).answers(t.Context(), e, []*baduk.Game{g}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return &answers[0]
	}
	alone, searched := ask(0), ask(50)
	if alone.Policy[capture] > 0.15 || searched.Policy[capture] < 0.5 {
		t.Errorf("share of the capture: got %v alone and %v with a search, want below 0.15 and above 0.5", alone.Policy[capture], searched.Policy[capture])
	}
}

// TestTeacherVisitsResume checks that an import with searches that is cancelled several times gives the shards of an
// import that was not cancelled. Another number of visits is refused.
func TestTeacherVisitsResume(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(40) {
		text.WriteString(line(t, seed, 30))
	}
	input := inputOf("a.tsv", fileOf("a.tsv", text.String()))
	options := func() ImportOptions {
		o := importOptions(t, input)
		o.PerGame, o.ShardGames, o.Teacher = 2, 8, searching(20)
		return o
	}
	whole := options()
	imported(t, whole)
	o := options()
	runs := 0
	for ; ; runs++ {
		ctx, stop := context.WithCancel(t.Context())
		calls := 0
		o.Teacher.Factory = func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return &stopping{Evaluator: eval.Hashed(7), left: 500, stop: stop}, nil
		}
		o.Threads = 1
		o.Progress = func(Progress) { calls++ }
		_, err := Import(ctx, o)
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || runs > 100 {
			t.Fatal(err)
		}
	}
	if runs < 3 {
		t.Errorf("the import was cancelled %d times, want at least 3", runs)
	}
	sameImport(t, o.Dir, whole.Dir)
	o.Teacher.Visits = 21
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "teacherVisits was 20 and is now 21") {
		t.Errorf("other visits: got %v, want an error that names them", err)
	}
	o.Teacher.Visits = 0
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "teacherVisits was 20 and is now 0") {
		t.Errorf("no visits: got %v, want an error that names them", err)
	}
}

// stopping cancels a context in the middle of a search, after a number of evaluations. It answers all the same.
type stopping struct {
	eval.Evaluator
	left int
	stop func()
}

// Evaluate implements [eval.Evaluator]. It is called by one goroutine at a time.
func (s *stopping) Evaluate(_ context.Context, in []eval.Query, out []eval.Evaluation) error {
	if s.left -= len(in); s.left < 0 {
		s.stop()
	}
	return s.Evaluator.Evaluate(context.Background(), in, out)
}

// TestTeacherVisitsRefused checks the limits of the number of visits.
func TestTeacherVisitsRefused(t *testing.T) {
	for visits, want := range map[int]string{-1: "at least 2", 1: "at least 2", 10_001: "at most 10000"} {
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 30))))
		o.Teacher = searching(visits)
		_, err := Import(t.Context(), o)
		if bad, ok := errors.AsType[*OptionsError](err); !ok || !strings.Contains(bad.Error(), want) {
			t.Errorf("%d visits: got %v, want an OptionsError with %q", visits, err, want)
		}
	}
}
