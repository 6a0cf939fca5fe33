package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWebFullDisk fills the disk of a server on which 50 games run, with clocks. Moves that cannot be saved are refused
// with the reason, and change nothing. When there is space again, the games go on. The server is killed while the disk
// is full, and once more at the end: the next one has every move that was answered.
func TestWebFullDisk(t *testing.T) {
	program := buildWeb(t)
	if os.Getuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	data, home := t.TempDir(), t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", data).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", data).Run() })
	var w *webProcess
	var server *exec.Cmd
	start := func() { w, server = runWeb(t, program, home, "--data", data, "--model", "none") }
	kill := func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it reports the signal
	}
	start()
	t.Cleanup(func() { kill() })

	const games = 50
	moves := map[string]int{} // by game: moves that were answered
	type answer struct {
		ID, Error string
		Number    int
		Clocks    struct{ Running string }
	}
	for range games {
		var g answer
		if status, err := w.call("POST", "/api/games", strings.NewReader(`{"width":19,"height":19,"human":"both","rules":"tromp-taylor","clock":"1h"}`), &g); err != nil || status != http.StatusOK {
			t.Fatalf("a new game: status %d, %v", status, err)
		}
		moves[g.ID] = 0
	}
	play := func(id string) (refused bool) {
		t.Helper()
		n := moves[id]
		var g answer
		status, err := w.call("POST", "/api/games/"+id+"/play", strings.NewReader(fmt.Sprintf(`{"number":%d,"vertex":"%c%d"}`, n+1, "ABCDEFGHJKLMNOPQRST"[n%19], n/19+1)), &g)
		switch {
		case err == nil && status == http.StatusOK:
			moves[id]++
		case err == nil && status == http.StatusInsufficientStorage && strings.Contains(g.Error, "the disk of the server is full"):
			return true
		default:
			t.Fatalf("a move: status %d, %q, %v", status, g.Error, err)
		}
		return false
	}
	check := func(when string) {
		t.Helper()
		for id, n := range moves {
			var g answer
			if status, err := w.call("GET", "/api/games/"+id, nil, &g); err != nil || status != http.StatusOK || g.Number != n+1 {
				t.Fatalf("%s: the game has %d moves, want %d; status %d, %q, %v", when, g.Number-1, n, status, g.Error, err)
			}
		}
	}
	for id := range moves {
		for range 3 {
			play(id)
		}
	}
	ballast := filepath.Join(data, "ballast")
	fill := func() {
		t.Helper()
		f, err := os.Create(ballast)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = f.Write(make([]byte, 4096))
		}
		_ = f.Close()
	}
	fill()
	refused := 0
	for id := range moves {
		for range 60 { // the last block of a file has room for some moves
			if play(id) {
				refused++
				break
			}
		}
	}
	if refused != games {
		t.Errorf("%d of %d games could not go on, want all", refused, games)
	}
	var g answer
	if status, err := w.call("POST", "/api/games", strings.NewReader(`{"human":"both"}`), &g); err != nil || status != http.StatusInsufficientStorage || !strings.Contains(g.Error, "disk") {
		t.Errorf("a new game on a full disk: status %d, %q, %v", status, g.Error, err)
	}
	check("on a full disk")
	kill()
	start()
	check("after a crash on a full disk")
	time.Sleep(time.Second)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for id := range moves {
		for range 2 {
			if play(id) {
				t.Fatal("with space again a game does not go on")
			}
		}
	}
	check("with space again")
	kill()
	start()
	check("after a crash")
}
