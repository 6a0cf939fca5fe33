package ogs_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/kifu"
	"tengen/ogs"
)

// double answers like the server, with games 1 to 120 of a player. Game 7 is in JSON only, and game 8 is private.
func double(t *testing.T) (*ogs.Client, *[]string) {
	t.Helper()
	var asked []string
	busy := 1
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/players/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("username") != "ann b" {
			fmt.Fprint(w, `{"count": 0, "next": null, "results": []}`)
			return
		}
		fmt.Fprint(w, `{"count": 2, "next": null, "results": [{"id": 4, "username": "ANN B"}, {"id": 5, "username": "Ann b"}]}`)
	})
	mux.HandleFunc("GET /api/v1/players/4/games", func(w http.ResponseWriter, r *http.Request) {
		var page, size int
		if _, err := fmt.Sscan(r.URL.Query().Get("page")+" "+r.URL.Query().Get("page_size"), &page, &size); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var games []string
		for i := 120 - (page-1)*size; i > 0 && len(games) < size; i-- {
			ended := `"2026-01-01T00:00:00Z"`
			if i == 119 {
				ended = "null"
			}
			games = append(games, fmt.Sprintf(`{"id": %d, "ended": %s}`, i, ended))
		}
		next := `"more"`
		if page*size >= 120 {
			next = "null"
		}
		fmt.Fprintf(w, `{"next": %s, "results": [%s]}`, next, strings.Join(games, ","))
	})
	mux.HandleFunc("GET /api/v1/games/{id}/sgf", func(w http.ResponseWriter, r *http.Request) {
		switch r.PathValue("id") {
		case "7", "8":
			w.WriteHeader(http.StatusForbidden)
		case "9":
			if busy--; busy >= 0 {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			fmt.Fprint(w, "(;SZ[9];B[ee])")
		default:
			fmt.Fprint(w, "(;SZ[9]PB[Ann];B[ee];W[cc])")
		}
	})
	mux.HandleFunc("GET /api/v1/games/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != "7" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		fmt.Fprint(w, `{"id": 7, "gamedata": {"width": 9, "height": 9, "rules": "japanese", "komi": 6.5, "moves": [[4, 4, 100], [2, 2, 100]], "players": {"black": {"username": "Ann"}, "white": {"username": "Ben"}}}}`)
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("User-Agent"))
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return &ogs.Client{Server: s.URL, Agent: "tengen/test", Pause: time.Microsecond}, &asked
}

func TestGame(t *testing.T) {
	c, asked := double(t)
	for id, moves := range map[int64]int{3: 2, 7: 2, 9: 1} {
		data, err := c.Game(t.Context(), id)
		if err != nil {
			t.Fatalf("game %d: %v", id, err)
		}
		file, err := kifu.LoadBytes(data, kifu.Options{Name: "ogs.sgf"})
		if err != nil || len(file.Trees[0].Record().Moves) != moves {
			t.Errorf("game %d: %v, %s, want %d moves", id, err, data, moves)
		}
	}
	if _, err := c.Game(t.Context(), 8); !errors.Is(err, ogs.ErrNotFound) || !strings.Contains(err.Error(), "game 8") {
		t.Errorf("a private game: %v", err)
	}
	if slices.ContainsFunc(*asked, func(agent string) bool { return agent != "tengen/test" }) {
		t.Errorf("the requests come from %v", *asked)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Game(ctx, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled request: %v", err)
	}
	away := ogs.Client{Server: "http://127.0.0.1:1", Pause: time.Microsecond}
	if _, err := away.Game(t.Context(), 3); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("without a server: %v", err)
	}
}

func TestGames(t *testing.T) {
	c, _ := double(t)
	ann, err := c.Player(t.Context(), "ann b")
	if err != nil || ann.ID != 4 {
		t.Fatalf("the player is %+v, %v", ann, err)
	}
	for _, most := range []int{3, 70, 500} {
		ids, err := c.Games(t.Context(), ann, most)
		if want := min(most, 119); err != nil || len(ids) != want || ids[0] != 120 || ids[1] != 118 {
			t.Errorf("at most %d: %v, %v", most, ids, err)
		}
	}
	if _, err := c.Player(t.Context(), "nobody"); !errors.Is(err, ogs.ErrNotFound) {
		t.Errorf("an unknown player: %v", err)
	}
}

func TestGameOf(t *testing.T) {
	for address, want := range map[string]int64{
		"https://online-go.com/game/88417735": 88417735, " online-go.com/game/view/5?x=1#y ": 5, "https://online-go.com/api/v1/games/12/sgf": 12,
		"https://beta.online-go.com/game/6": 0, "https://online-go.com/player/5": 0, "https://evil.example/online-go.com/game/5": 0,
		"https://online-go.com.evil.example/game/5": 0, "https://online-go.com/game/99999999999999999999": 0, "": 0,
	} {
		if id, ok := ogs.GameOf(address); id != want || ok != (want > 0) {
			t.Errorf("%q: %d, %t", address, id, ok)
		}
	}
}

// TestDeadline asks a busy server. The client does not wait beyond the deadline of its context, and says why.
func TestDeadline(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	client := &ogs.Client{Server: server.URL, Pause: time.Nanosecond}
	if _, err := client.Game(ctx, 5); err == nil || !strings.Contains(err.Error(), "too busy") || ctx.Err() != nil {
		t.Errorf("the error is %v, want that the server is too busy, at once", err)
	}
}
