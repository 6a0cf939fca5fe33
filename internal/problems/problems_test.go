package problems

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/rollout"
)

// problem is a line of a file: a white stone on C5 of 5x5 that Black captures at once on B5, and
// that escapes if Black plays E1.
const problem = "a\t2\t15\tB\t5\tdacb\tca\tba0eaba1<<"

func read(t *testing.T, text string) ([]*Problem, []*BadLine) {
	t.Helper()
	list, bad, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return list, bad
}

// TestRead reads trees of several forms.
func TestRead(t *testing.T) {
	line := func(tree string) string { return "p\t0\t20\tB\t9\tcccd\tdcddee\t" + tree + "\n" }
	for _, test := range []struct{ tree, right string }{
		{"ba0<", "B9"},
		{"ba0ca1<", "B9"},
		{"baca1da0<<", "B9"}, // White's answer C9 is wrong for Black, D9 is right
		{"baca1<da0<", "D9"}, // up from C9 to B9, and once more
		{"aabacada0<eafa0<<<ga1<", "A9"},
		{"aaba1<ca0da0<", "C9 D9"},
	} {
		list, bad := read(t, line(test.tree))
		if len(bad) > 0 || len(list) != 1 {
			t.Errorf("%s: got %d problems and bad lines %v, want one problem", test.tree, len(list), bad)
			continue
		}
		var names []string
		for i := range 81 {
			if list[0].Right.Has(baduk.Point(i)) {
				names = append(names, list[0].Game.Graph().Vertex(baduk.Point(i)))
			}
		}
		if got := strings.Join(names, " "); got != test.right {
			t.Errorf("%s: the right moves are %s, want %s", test.tree, got, test.right)
		}
	}
	list, _ := read(t, line("cb0<"))
	// Stones and moves are on C to E, 8 to 5. Widened by two lines, that is A to G, 9 to 3.
	allowed := list[0].Allowed
	for i := range 81 {
		x, y := i%9, i/9
		if want := x <= 6 && y <= 6; allowed.Has(baduk.Point(i)) != want {
			t.Errorf("%s is allowed: %v, want %v", list[0].Game.Graph().Vertex(baduk.Point(i)), !want, want)
		}
	}
	if p := list[0]; p.Game.Rules().Komi.Points() != 7 || p.Game.ToPlay() != baduk.Black || p.Rank != 20 || p.Type != 0 || p.Line != 1 {
		t.Errorf("got %+v, want a komi of 7, Black to play, rank 20, type 0, line 1", p)
	}
}

// TestBadLines checks that unreadable lines are reported by number, and the others are read.
func TestBadLines(t *testing.T) {
	lines := []string{
		problem,
		"x",
		"",
		"a\tx\t15\tB\t5\tba\tca\taa0<",
		"a\t0\t15\tX\t5\tba\tca\taa0<",
		"a\t0\t15\tB\t1\tba\tca\taa0<",
		"a\t0\t15\tB\t99999999999999\tba\tca\taa0<",
		"a\t0\t15\tB\t5\tb\tca\taa0<",
		"a\t0\t15\tB\t5\tzz\tca\taa0<",
		"a\t0\t15\tB\t5\tba\tba\taa0<", // two stones on a point
		"a\t0\t15\tB\t5\tba\tca\t",
		"a\t0\t15\tB\t5\tba\tca\taa1<",
		"a\t0\t15\tB\t5\tba\tca\t0",
		"a\t0\t15\tB\t5\tba\tca\taa0<<",
		"a\t0\t15\tB\t5\tba\tca\taa0<a",
		"a\t0\t15\tB\t5\tba\tca\taa0<bb0",
		"a\t0\t15\tB\t5\tba\tca\tba0<", // on a stone
		"a\t0\t15\tB\t5\tba\tca\ta?0<",
		strings.Repeat("z", longestLine+5),
		problem,
	}
	list, bad := read(t, strings.Join(lines, "\r\n"))
	if len(list) != 2 || list[1].Line != len(lines) {
		t.Fatalf("got %d problems of %d lines, want 2, the first and the last line: %v", len(list), len(lines), bad)
	}
	want := 2
	for _, b := range bad {
		if want == 3 {
			want++ // an empty line is not an error
		}
		if b.Line != want || b.Err == nil {
			t.Errorf("got line %d (%v), want line %d and an error", b.Line, b.Err, want)
		}
		want++
	}
	if want != len(lines) {
		t.Errorf("the bad lines end before line %d, want %d: %v", want, len(lines), bad)
	}
}

// TestPackedProblems reads problems from xz, and refuses a truncated file.
func TestPackedProblems(t *testing.T) {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(problem + "\n" + problem))
	w.Close()
	list, bad, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil || len(bad) > 0 || len(list) != 2 {
		t.Errorf("got %d problems, %d bad lines, %v, want 2 problems", len(list), len(bad), err)
	}
	if _, _, err := Read(bytes.NewReader(b.Bytes()[:b.Len()/2])); err == nil {
		t.Error("a truncated file was read without an error")
	}
}

// FuzzReadProblems checks that every problem that is read is complete.
func FuzzReadProblems(f *testing.F) {
	f.Add(problem)
	f.Add("a\t0\t15\tW\t9\tcccd\tdcddee\tbaca1<da0<")
	f.Fuzz(func(t *testing.T, text string) {
		list, _, _ := Read(strings.NewReader(text))
		for _, p := range list {
			if p.Right == nil || p.Game == nil {
				t.Fatalf("the problem is %+v, want right moves and a position", p)
			}
		}
	})
}

// TestChoose checks that the choice depends only on the seed and has only the given types.
func TestChoose(t *testing.T) {
	var all []*Problem
	for i := range 100 {
		all = append(all, &Problem{Type: i % 4, Line: i})
	}
	lines := func(seed uint64) (s string) {
		for _, p := range Choose(all, []int{1, 3}, 10, seed) {
			if p.Type%2 == 0 {
				t.Errorf("a problem of type %d was chosen, want types 1 and 3", p.Type)
			}
			s += " " + string(rune('0'+p.Line))
		}
		return s
	}
	if first, again := lines(1), lines(1); first != again || first == lines(2) || len(Choose(all, nil, 0, 1)) != 100 || len(Choose(all, []int{2}, 1000, 1)) != 25 {
		t.Errorf("seeds 1, 1 and 2 choose %q, %q and %q, want two equal and one other; or the counts are wrong", first, again, lines(2))
	}
}

// preferring is an evaluator that prefers one move.
type preferring struct {
	eval.Evaluator
	p baduk.Point
}

func (w preferring) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := w.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		if in[i].Game.At(w.p) == baduk.Empty {
			out[i].Policy[w.p] += 1
		}
	}
	return err
}

// TestExamination checks that the right move solves a problem, and that only allowed moves count.
func TestExamination(t *testing.T) {
	list, bad := read(t, problem+"\n"+strings.Replace(problem, "\t2\t15", "\t0\t30", 1))
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	for _, test := range []struct {
		want   baduk.Point
		solved int
	}{{1, 2}, {0, 0}} {
		done := 0
		set := Set{Problems: list, Visits: 1, Threads: 2, Search: engine.NetParams().Search, Progress: func(int, int) { done++ },
			Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return preferring{eval.Uniform(), test.want}, nil
			}}
		x, err := set.Run(t.Context())
		if err != nil || x.All.Solved != test.solved || x.All.Of != 2 || done != 2 || len(x.ByType) != 2 || x.ByRank[1].Name != "30" || x.ByType[0].Name != "life and death" {
			t.Errorf("got %+v, %v, want %d of 2 solved, two types and two ranks", x, err, test.solved)
		}
	}
	// A search with rollouts answers both problems.
	set := Set{Problems: list, Visits: 2000, Threads: 1, Search: engine.RolloutParams().Search,
		Factory: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
			return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
		}}
	if x, err := set.Run(t.Context()); err != nil || x.All.Of != 2 {
		t.Errorf("got %+v, %v, want 2 answers", x, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x, err := set.Run(ctx); err != nil || x.All.Of != 0 {
		t.Errorf("cancelled: got %+v, %v, want an empty result", x, err)
	}
}
