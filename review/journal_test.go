package review

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/kifu"
	"tengen/mcts"
)

// counting counts searches.
type counting struct{ failing }

func newCounting() *counting { return &counting{failing{at: 1 << 30}} }

func openJournal(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// An interrupted review continues with the positions that are not judged yet, and gives the same result.
func TestJournalResumes(t *testing.T) {
	tree := randomGame(t, 9, 30, 5)
	path := filepath.Join(t.TempDir(), "journal")
	j := openJournal(t, path)
	o := Options{Visits: 3, Workers: 2, Judge: "a", Model: "b", Way: "c", Journal: j}
	whole := reviewed(t, tree, wild{}, o)
	if j.Len() != 31 || len(Missing(whole.Line, o)) != 0 {
		t.Fatalf("%d positions are in the journal and %d are left, want 31 and 0", j.Len(), len(Missing(whole.Line, o)))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	for _, cut := range []int{0, 1, len(lines[0]) - 1, len(lines[0]), len(lines[0]) + 7, len(data) / 2, len(data) - 1, len(data)} {
		if err := os.WriteFile(path, data[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		kept := strings.Count(string(data[:cut]), "\n")
		j := openJournal(t, path)
		o.Journal = j
		left := len(Missing(whole.Line, o))
		s := newCounting()
		again := reviewed(t, tree, s, o)
		if int(s.asked.Load()) != 31-kept || left != 31-kept {
			t.Errorf("cut at %d with %d whole lines: %d positions are searched again and %d were left, want %d", cut, kept, s.asked.Load(), left, 31-kept)
		}
		if !reflect.DeepEqual(again.Positions, whole.Positions) {
			t.Errorf("cut at %d: the judgements differ from those of the whole review", cut)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A different judge, net, file, number of visits, komi or history gives a different key.
func TestJournalTellsApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := openJournal(t, path)
	defer j.Close()
	base := Options{Visits: 3, Judge: "a", Model: "b", Way: "c", Journal: j}
	const text = "(;GM[1]FF[4]SZ[5]KM[6.5]RU[Chinese];B[aa];W[bb];B[cc])"
	reviewed(t, treeOf(t, text), wild{}, base)
	for what, test := range map[string]struct {
		change func(o *Options)
		text   string
		again  int32
	}{
		"the same":     {nil, text, 0},
		"judge":        {func(o *Options) { o.Judge = "x" }, text, 4},
		"net":          {func(o *Options) { o.Model = "x" }, text, 4},
		"file":         {func(o *Options) { o.Way = "x" }, text, 4},
		"visits":       {func(o *Options) { o.Visits = 4 }, text, 4},
		"komi":         {nil, strings.Replace(text, "6.5", "7.5", 1), 4},
		"rules":        {nil, strings.Replace(text, "Chinese", "Japanese", 1), 4},
		"board":        {nil, strings.Replace(text, "SZ[5]", "SZ[6]", 1), 4},
		"the end":      {nil, strings.Replace(text, "B[cc]", "B[dd]", 1), 1},
		"another name": {nil, strings.Replace(text, "SZ", "PB[X]SZ", 1), 0},
		"stones":       {nil, strings.Replace(text, "KM", "AB[ee]KM", 1), 4},
	} {
		o := base
		if test.change != nil {
			test.change(&o)
		}
		copied := filepath.Join(t.TempDir(), "journal")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, data, 0o666); err != nil {
			t.Fatal(err)
		}
		o.Journal = openJournal(t, copied)
		s := newCounting()
		reviewed(t, treeOf(t, test.text), s, o)
		if got := s.asked.Load(); got != test.again {
			t.Errorf("%s: %d positions are searched, want %d", what, got, test.again)
		}
		o.Journal.Close()
	}
}

func TestJournalIsHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := openJournal(t, path)
	if err := j.Wrote("a.html", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path); !errors.Is(err, durable.ErrHeld) {
		t.Errorf("opening the journal twice: got %v, want %v", err, durable.ErrHeld)
	}
	j.Close()
	j = openJournal(t, path)
	_, a := j.Owner("a.html")
	if _, b := j.Owner("b.html"); !a || b {
		t.Errorf("the journal owns a.html: %v, and b.html: %v; want true and false", a, b)
	}
	j.Close()
	for _, text := range []string{"dear diary\n", "dear diary", "{}\n", "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(path); err == nil {
			t.Errorf("%q is opened as a journal, want an error", text)
		}
		if data, _ := os.ReadFile(path); string(data) != text {
			t.Errorf("the file is now %q, want %q as before", data, text)
		}
	}
}

// stopping cancels the context during a search and returns an incomplete result.
type stopping struct {
	cancel func()
	asked  int
}

func (s *stopping) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	if s.asked++; s.asked == 5 {
		s.cancel()
	}
	return wild{}.Search(ctx, g, visits)
}

// The result of an interrupted search is not stored.
func TestJournalKeepsWholeSearches(t *testing.T) {
	line, err := NewLine(randomGame(t, 9, 30, 5))
	if err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, filepath.Join(t.TempDir(), "journal"))
	defer j.Close()
	ctx, cancel := context.WithCancel(t.Context())
	err = Run(ctx, line, Options{Searcher: &stopping{cancel: cancel}, Journal: j, Each: func(int, *kifu.Analysis) error { return nil }})
	if !errors.Is(err, context.Canceled) || j.Len() != 4 {
		t.Errorf("%d positions are in the journal, %v; want 4, context canceled", j.Len(), err)
	}
}
