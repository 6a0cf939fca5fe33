package games

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

func newGames(t *testing.T) *Games {
	t.Helper()
	return newGamesIn(t, t.TempDir())
}

func newGamesIn(t *testing.T, dir string) *Games {
	t.Helper()
	folder, err := live.OpenFolder(dir, "games")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	service := wire.NewService(slog.New(slog.DiscardHandler), 1)
	return New(service, boards.New(baduk.Presets()), Options{Folder: folder, MaxGames: 10, MaxThinking: 1})
}

func TestHistoryHasAnEnd(t *testing.T) {
	board, both := "infinite 90", "both"
	g := newGames(t)
	start, err := g.setupOf(newGameRequest{Request: boards.Request{Board: &board}, Opponent: Opponent{Human: &both}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newGame(start, g.boards)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.core.Graph().Len(); n != 181*181+1 {
		t.Fatalf("the board has %d points, want %d", n, 181*181+1)
	}
	for i := range maxHistory {
		if err = r.apply(event{Event: "play", Color: []string{"black", "white"}[i&1], Vertex: "pass"}); err == nil && i&1 == 1 {
			err = r.apply(event{Event: "resume"})
		}
		if err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "cannot have more") {
		t.Errorf("after %d moves: %v, want the error that a game cannot have more", r.core.Len(), err)
	}
}

// TestDeletedGame checks that a request which found a game just before another one deleted it gets the error that the
// game is missing.
func TestDeletedGame(t *testing.T) {
	g := newGames(t)
	both := "both"
	start, err := g.setupOf(newGameRequest{Opponent: Opponent{Human: &both}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.create(start, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	l, release, err := g.store.Acquire(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	l.End(g.store.Missing(s.ID)) // the first step of deleting it
	var missing *wire.Error
	if _, _, err := g.SGF(s.ID); !errors.As(err, &missing) || missing.Status != http.StatusNotFound {
		t.Errorf("SGF of a deleted game: error %v, want the status %d", err, http.StatusNotFound)
	}
}
