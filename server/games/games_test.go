package games

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

func newGames(t *testing.T) *Games {
	t.Helper()
	return newGamesIn(t, t.TempDir(), 0)
}

// newGamesIn makes the games in a folder. The parameter open is [Options.Open].
func newGamesIn(t *testing.T, dir string, open int64) *Games {
	t.Helper()
	folder, err := live.OpenFolder(dir, "games")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	service := wire.NewService(slog.New(slog.DiscardHandler), 1)
	return New(service, boards.New(baduk.Presets()), Options{Folder: folder, MaxGames: 10, MaxThinking: 1, Open: open})
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
		_, refused := move(r, r.core.ToPlay(), "pass")
		if want := (r.core.Len()+1)*r.core.Graph().Len() > maxSeatedHistory; (refused != nil) != want {
			t.Fatalf("after %d moves, a player with a seat gets %v; want a refusal: %v", r.core.Len(), refused, want)
		}
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

// TestOpenGames: games that are not in use leave memory when they take more than their share.
func TestOpenGames(t *testing.T) {
	both := "both"
	start, err := newGames(t).setupOf(newGameRequest{Opponent: Opponent{Human: &both}})
	if err != nil {
		t.Fatal(err)
	}
	events := []event{{Event: "play", Color: "black", Vertex: "C3"}, {Event: "play", Color: "white", Vertex: "D3"}}
	gm, err := newGame(start, boards.New(baduk.Presets()))
	if err != nil {
		t.Fatal(err)
	}
	before := gm.cost()
	for _, e := range events {
		if err := gm.apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if got := gm.cost() - before; got < 2*9*9 {
		t.Errorf("two moves take %d bytes, want at least a byte for each point after each of them", got)
	}
	g := newGamesIn(t, t.TempDir(), 2*gm.cost())
	t.Cleanup(g.CloseAll)
	var all []*liveGame
	for range 4 {
		s, err := g.create(start, events, "")
		if err != nil {
			t.Fatal(err)
		}
		l, release, err := g.store.Acquire(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		release()
		all = append(all, l)
	}
	for i, l := range all {
		if kept := l.closed == nil; kept != (i >= 2) {
			t.Errorf("game %d of 4 is in memory: %v; want only the last two", i+1, kept)
		}
	}
}

// TestStoredSGF: the record of a game that is not in memory is written without keeping the game there.
func TestStoredSGF(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(nil)
	c.play(ann, "C3")
	held, err := c.games.StoredSGF(c.id)
	if err != nil || !strings.Contains(string(held), ";B[cc]") {
		t.Fatalf("in memory: %s, %v", held, err)
	}
	l, release, err := c.games.store.Acquire(c.id)
	if err != nil {
		t.Fatal(err)
	}
	release()
	c.games.Sweep(time.Now().Add(time.Hour))
	if l.closed == nil {
		t.Fatal("the game is still in memory")
	}
	stored, err := c.games.StoredSGF(c.id)
	if err != nil || string(stored) != string(held) {
		t.Errorf("not in memory: %s, %v; want %s", stored, err, held)
	}
	inMemory := true
	if err := c.games.store.Peek(c.id, func(*liveGame) error { return nil }, func() error { inMemory = false; return nil }); err != nil || inMemory {
		t.Errorf("afterwards the game is in memory: %v, %v", inMemory, err)
	}
	var missing *wire.Error
	if _, err := c.games.StoredSGF(live.NewID()); !errors.As(err, &missing) || missing.Status != http.StatusNotFound {
		t.Errorf("a game that does not exist: %v", err)
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
