package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// hashedTeacher evaluates a position by its hash.
func hashedTeacher() *Teacher {
	return &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(7), nil }}
}

// hashedSearcher evaluates by another hash.
func hashedSearcher(visits int) *Searcher {
	return &Searcher{Name: "other hash", Visits: visits, Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(8), nil }}
}

// leafOptions are options for an import with leaves, in which each game has its own source.
func leafOptions(t testing.TB, games, leaves int) ImportOptions {
	t.Helper()
	var text strings.Builder
	for n := range games {
		text.WriteString(strings.Replace(line(t, uint64(n+1), 30), "src", fmt.Sprintf("game %d", n), 1))
	}
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
	o.Leaves, o.Teacher, o.Searcher = leaves, hashedTeacher(), hashedSearcher(12)
	return o
}

// judged returns the evaluation of a position by hashedTeacher.
func judged(t testing.TB, at *baduk.Game) eval.Evaluation {
	t.Helper()
	out := make([]eval.Evaluation, 1)
	out[0].Resize(at.Graph())
	if err := eval.Hashed(7).Evaluate(t.Context(), []eval.Query{{Game: at, Policy: true, Ownership: true}}, out); err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// TestLeaves checks that the leaves of a position are distinct and legal, and that there are as many as requested.
// Each leaf must be judged after its moves were played. The number of threads must not change them.
func TestLeaves(t *testing.T) {
	o := leafOptions(t, 6, 3)
	m := imported(t, o)
	if m.Samples != 6*4*(1+3) || m.Settings.Leaves != 3 || m.Settings.LeafVisits != 12 || m.Settings.Searcher != "other hash" {
		t.Errorf("got %d samples, %+v, want %d samples and the settings of the leaves", m.Samples, m.Settings, 6*4*(1+3))
	}
	games := gamesOf(t, o.Dir)
	deep := 0
	for _, g := range games {
		for i, s := range g.Samples {
			if root := i%4 == 0; root != (len(s.Branch) == 0) || s.Turn != g.Samples[i/4*4].Turn {
				t.Fatalf("sample %d: got turn %d, a branch of %d moves, want three leaves after each position", i, s.Turn, len(s.Branch))
			}
			for _, other := range g.Samples[i/4*4 : i] {
				if slices.Equal(other.Branch, s.Branch) {
					t.Errorf("turn %d has the branch %v twice", s.Turn, s.Branch)
				}
			}
			at, err := g.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			at = at.Clone()
			for _, move := range s.Branch {
				if move.Color != at.ToPlay() {
					t.Errorf("the branch has the move %v, want one of %v", move, at.ToPlay())
				}
				if err := at.Play(move); err != nil {
					t.Fatal(err)
				}
			}
			if want := judged(t, at); s.Value.Win != want.Win || s.Value.Lead != want.Lead {
				t.Errorf("the branch %v of turn %d: got %+v, want win %v, lead %v", s.Branch, s.Turn, *s.Value, want.Win, want.Lead)
			}
			if len(s.Branch) > 0 && s.Doubt != 255 {
				t.Errorf("the branch %v: got doubt %d, want 255", s.Branch, s.Doubt)
			}
			if len(s.Branch) > 1 {
				deep++
			}
		}
	}
	if deep == 0 {
		t.Error("all branches have one move, want longer ones too")
	}
	again := leafOptions(t, 6, 3)
	again.Threads = 1
	imported(t, again)
	for i, g := range gamesOf(t, again.Dir) {
		if !equal(g, games[i]) {
			t.Errorf("game %d differs with one thread", i)
		}
	}
}

// TestLeafRows checks that a reader returns each leaf as a row of a game. This game ends with the moves of the
// leaf and has no result. A split must hold out a leaf if and only if it holds out the game from which the leaf
// comes.
func TestLeafRows(t *testing.T) {
	o := leafOptions(t, 24, 2)
	m := imported(t, o)
	split, held := Split{OneIn: 3}, map[string]bool{}
	for _, g := range gamesOf(t, o.Dir) {
		held[g.Source] = split.Held(g)
	}
	rows, leaves := 0, 0
	for _, part := range []Part{Training, Validation} {
		r := newReader(t, ReaderOptions{Dirs: []string{o.Dir}, Seed: 1, Epochs: 1, Part: part, Split: split})
		for {
			row, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			rows++
			if held[row.Game.Source] != (part == Validation) {
				t.Errorf("a row of %s is on the wrong side", row.Game.Source)
			}
			s := row.Sample()
			at, err := row.Game.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			if want := judged(t, at); s.Value.Win != want.Win {
				t.Errorf("win of a row: got %v, want %v", s.Value.Win, want.Win)
			}
			turned, sample := row.Turned()
			if other, err := turned.At(sample.Turn); err != nil || other.ToPlay() != at.ToPlay() {
				t.Errorf("the turned row: got %v or another player to move", err)
			}
			if row.Branch == 0 {
				continue
			}
			leaves++
			if _, known := row.Game.Result.Win(); known || row.Game.Final != nil || s.Turn != len(row.Game.Moves) || s.Branch != nil {
				t.Errorf("the row of a leaf: got turn %d of %d, result %+v, want the last turn and no result", s.Turn, len(row.Game.Moves), row.Game.Result)
			}
		}
	}
	if rows != m.Samples || leaves != m.Samples*2/3 || len(held) != 24 {
		t.Errorf("got %d rows, %d of them leaves, want %d and two thirds of them", rows, leaves, m.Samples)
	}
	f, err := OpenFolder(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if row, err := f.Row(1); err != nil || row.Branch == 0 {
		t.Errorf("row 1: got %+v, %v, want a leaf", row, err)
	}
}

// TestLeavesAtTheEnd checks that a leaf is never a position in which the game is over. A search tries the second
// pass too, so it does reach such positions.
func TestLeavesAtTheEnd(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", strings.NewReplacer("Japanese", "Chinese", "\n", "tttt\n").Replace(line(t, 1, 30)))))
	o.Ends, o.PerGame = true, 10
	o.Leaves, o.Teacher, o.Searcher = 100, hashedTeacher(), hashedSearcher(200)
	imported(t, o)
	for _, g := range gamesOf(t, o.Dir) {
		leaves := 0
		for _, s := range g.Samples {
			at, err := g.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.follow(at); err != nil {
				t.Fatal(err)
			}
			if at.Over() {
				t.Errorf("turn %d with the branch %v: the game is over", s.Turn, s.Branch)
			}
			if len(s.Branch) > 0 {
				leaves++
			}
		}
		if leaves < 500 {
			t.Errorf("got %d leaves, want at least 500", leaves)
		}
	}
}

// TestJudgeLater checks that an import whose teacher judges later has the same rows, without judgements.
func TestJudgeLater(t *testing.T) {
	now := leafOptions(t, 3, 2)
	now.Played, now.VaryKomi = 0.5, 4
	later := now
	later.Dir, later.Teacher = t.TempDir(), &Teacher{Name: "later"}
	imported(t, now)
	if m := imported(t, later); m.Settings.Teacher != "later" || m.Counts.Unjudged != 0 {
		t.Errorf("got %+v, want the teacher's name, and no game whose board the teacher cannot read", m)
	}
	got, want := gamesOf(t, later.Dir), gamesOf(t, now.Dir)
	for n, g := range want {
		if got[n].Rules.Komi != g.Rules.Komi || len(got[n].Samples) != len(g.Samples) {
			t.Fatalf("game %d: got komi %v and %d samples, want %v and %d", n, got[n].Rules.Komi, len(got[n].Samples), g.Rules.Komi, len(g.Samples))
		}
		for i, s := range g.Samples {
			x := got[n].Samples[i]
			if x.Policy != nil || x.Value != nil || x.Ownership != nil {
				t.Errorf("sample %d has a judgement: %+v", i, x)
			}
			if x.Turn != s.Turn || x.Doubt != s.Doubt || !slices.Equal(x.Branch, s.Branch) {
				t.Errorf("sample %d: got turn %d, doubt %d, branch %v, want %d, %d, %v", i, x.Turn, x.Doubt, x.Branch, s.Turn, s.Doubt, s.Branch)
			}
		}
	}
}
