package reviews

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"tengen/baduk"
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

// A client that sees that a review has failed can begin it again, because the failed search has already ended.
func TestReviewFailsWhole(t *testing.T) {
	dir := t.TempDir()
	folder, err := live.OpenFolder(dir, "records")
	if err != nil {
		t.Fatal(err)
	}
	service := wire.NewService(slog.New(slog.DiscardHandler), 1)
	recs := records.New(service, boards.New(baduk.Presets()), records.Options{Folder: folder, MaxRecords: 10, Uploads: 1 << 28, Reading: 1 << 28, Open: 1 << 28})
	r := New(service, recs, Options{Dir: filepath.Join(dir, "reviews"), Thinking: func() bool { return false }, How: func(*review.Line) review.Options {
		return review.Options{Searcher: failing{}, Visits: 10, Workers: 2, Judge: "oracle", Model: "none", Way: "test"}
	}})
	t.Cleanup(func() {
		service.Cancel()
		recs.CloseAll()
		service.Wait()
		r.Close()
		if err := recs.Close(); err != nil {
			t.Error(err)
		}
	})
	id, err := recs.Open("game.sgf", []byte("(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[gc];B[cg];W[gg];B[cc];W[ge])"))
	if err != nil {
		t.Fatal(err)
	}
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
