package games

import (
	"log/slog"
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
	start, err := g.setupOf(newGameRequest{Board: &board, Human: &both})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newGame(start, g.boards)
	if n := r.core.Graph().Len(); err != nil || n != 181*181+1 {
		t.Fatalf("%d points, want %d", n, 181*181+1)
	}
	if err != nil {
		t.Fatal(err)
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
		t.Errorf("%d moves, %v", r.core.Len(), err)
	}
}

func TestFullFile(t *testing.T) {
	g := newGames(t)
	if size, err := g.files.append("aaaaaaaaaaaa", maxFile-3, event{Event: "resume"}); err == nil || size != maxFile-3 {
		t.Errorf("size %d, %v", size, err)
	}
}
