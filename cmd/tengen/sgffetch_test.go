package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSGFFetch gets games from a double of Online-Go, some twice.
func TestSGFFetch(t *testing.T) {
	asked := 0
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/players/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"results": [{"id": 4, "username": "Ann"}]}`)
	})
	mux.HandleFunc("GET /api/v1/players/4/games", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"next": null, "results": [{"id": 12, "ended": "x"}, {"id": 11, "ended": "x"}, {"id": 10, "ended": "x"}]}`)
	})
	mux.HandleFunc("GET /api/v1/games/{id}/sgf", func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.PathValue("id") {
		case "11":
			fmt.Fprint(w, "<html>")
		case "66":
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprint(w, "(;SZ[9]PB[Ann];B[ee])")
		}
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "games")
	fetch := func(args ...string) result {
		t.Helper()
		return tengen(t, "", nil, append([]string{"sgf", "fetch", "--server", s.URL, "-d", dir}, args...)...)
	}
	if got := fetch("12", "https://online-go.com/game/13"); got.status != 0 || got.stdout != "2 games written to "+dir+", 0 there already\n" {
		t.Fatalf("two games: %+v", got)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "ogs-13.sgf")); err != nil || !strings.Contains(string(data), "PB[Ann]") {
		t.Errorf("the file: %v, %s", err, data)
	}
	asked = 0
	got := fetch("--player", "ann")
	if got.status != 1 || asked != 2 || !strings.HasPrefix(got.stdout, "1 game written") || !strings.Contains(got.stderr, "game 11 cannot be read") {
		t.Errorf("games of a player, one of them damaged: %+v, %d requests for games", got, asked)
	}
	for want, args := range map[string][]string{
		"name games, or a player": {}, "neither the number": {"https://example.org/game/1"}, "game 66": {"66"},
	} {
		if got := fetch(args...); got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: %+v, want %q", args, got, want)
		}
	}
}
