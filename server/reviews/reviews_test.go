package reviews

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/review"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/records"
	"tengen/server/wire"
)

// failing is a searcher that always fails.
type failing struct{}

func (failing) Search(context.Context, *baduk.Game, int) (mcts.Result, error) {
	return mcts.Result{}, errors.New("no memory is left")
}

// newReviews returns a Reviews and the id of a record in it.
func newReviews(t *testing.T, o Options) (r *Reviews, id string) {
	t.Helper()
	dir := t.TempDir()
	folder, err := live.OpenFolder(dir, "records")
	if err != nil {
		t.Fatal(err)
	}
	service := wire.NewService(slog.New(slog.DiscardHandler), 1)
	recs := records.New(service, boards.New(baduk.Presets()), records.Options{Folder: folder, MaxRecords: 10, Uploads: 1 << 28, Reading: 1 << 28, Open: 1 << 28})
	o.Dir, o.Thinking = filepath.Join(dir, "reviews"), func() bool { return false }
	r = New(service, recs, o)
	t.Cleanup(func() {
		service.Cancel()
		recs.CloseAll()
		service.Wait()
		r.Close()
		if err := recs.Close(); err != nil {
			t.Error(err)
		}
	})
	if id, err = recs.Open("game.sgf", []byte("(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[gc];B[cg];W[gg];B[cc];W[ge])")); err != nil {
		t.Fatal(err)
	}
	return r, id
}

// counting counts the positions that it searches.
type counting struct{ n *atomic.Int32 }

func (c counting) Search(_ context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	c.n.Add(1)
	return mcts.Result{Visits: visits, Moves: []mcts.MoveInfo{{Move: baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}, Visits: visits}}}, nil
}

// TestElsewhere: positions that other processes have searched are not searched here, and the others are.
func TestElsewhere(t *testing.T) {
	var here atomic.Int32
	win, lead := 0.25, 2.0
	r, id := newReviews(t, Options{How: func(*baduk.Graph) review.Options {
		return review.Options{Searcher: counting{&here}, Visits: 10, Workers: 1, Judge: "oracle", Model: "none", Way: "test"}
	}, Elsewhere: func(_ context.Context, name string, _ *review.Line, o review.Options, positions []int, take func(int, *kifu.Analysis) error) error {
		if len(positions) != 7 || !strings.HasSuffix(name, "-0") {
			t.Errorf("%s: got the positions %v, want all 7", name, positions)
		}
		for _, i := range positions[:4] {
			if err := take(i, &kifu.Analysis{Engine: o.Judge, Model: o.Model, Visits: 10, Win: &win, Lead: &lead}); err != nil {
				t.Error(err)
			}
		}
		return errors.New("the workers have gone")
	}})
	one, leave, err := r.look(gameID{id, 0}, true)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	<-one.ended
	g := one.snapshot()
	if g.doing != "done" || here.Load() != 3 {
		t.Fatalf("the review is %s after %d searches here, want done after 3", g.doing, here.Load())
	}
	for i, a := range g.judged {
		if elsewhere := *a.Win == win; elsewhere != (i < 4) {
			t.Errorf("position %d has %v", i, *a.Win)
		}
	}
}

// A client that sees that a review has failed can begin it again, because the failed search has already ended.
func TestReviewFailsWhole(t *testing.T) {
	r, id := newReviews(t, Options{How: func(*baduk.Graph) review.Options {
		return review.Options{Searcher: failing{}, Visits: 10, Workers: 2, Judge: "oracle", Model: "none", Way: "test"}
	}})
	for range 100 {
		live, leave, err := r.look(gameID{id, 0}, true)
		if err != nil {
			t.Fatal(err)
		}
		for begun, failed := time.Now(), false; !failed; {
			live.mu.Lock()
			failed = live.failed != ""
			select {
			case <-live.ended:
			default:
				if failed {
					t.Error("the review has failed, but its search is still running")
				}
			}
			live.mu.Unlock()
			if time.Since(begun) > time.Minute {
				t.Fatal("the review did not fail within a minute")
			}
		}
		leave()
	}
}
