package e2e

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/server"
)

// TestShortFailure opens a game while the server refuses all requests for data for a moment. The page keeps its address
// and shows the game when the server answers again. An answer to a request for an earlier position that comes late does
// not replace a newer one, and the dialog that asks whether to resign ends with the game.
func TestShortFailure(t *testing.T) {
	t.Parallel()
	b := startBrowser(t)
	const working, busy, noGames = 0, 1, 2
	var state atomic.Int32
	late := make(chan struct{}) // the answer with the position after one move waits for this
	o := server.Options{NewPlayer: func() (server.Player, error) { return filler{}, nil }}
	p := tabBehind(t, b, o, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch now := state.Load(); {
			case now == busy && strings.HasPrefix(r.URL.Path, "/api/"), now == noGames && strings.HasPrefix(r.URL.Path, "/api/games/"):
				http.Error(w, `{"error": "the server is closing"}`, http.StatusServiceUnavailable)
				return
			case strings.HasSuffix(r.URL.Path, "/position") && r.URL.Query().Get("after") == "1":
				<-late
			}
			h.ServeHTTP(w, r)
		})
	})
	p.start("9", "black", "chinese")
	p.click(`[data-point="E5"]`)
	p.yourTurn(3)
	p.click(`[data-point="E6"]`)
	p.yourTurn(5)
	id := eval[string](p, "location.hash.slice(1)")

	state.Store(busy)
	p.do(chromedp.Reload())
	p.says("#message", "The server is closing")
	state.Store(noGames) // the page knows its settings, but not yet the game
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.says("#message", "The server is closing")
	state.Store(working)
	p.yourTurn(5)
	if now := eval[string](p, "location.hash.slice(1)"); now != id {
		t.Errorf("the address is #%s, want #%s", now, id)
	}

	const stones = `document.querySelectorAll("[data-stone=black], [data-stone=white]").length`
	p.key("zzz") // to the position after one move, which does not arrive yet
	p.key("x")
	p.wait(stones + " === 2")
	close(late)
	p.do(chromedp.Evaluate[chromedp.Void](`new Promise((resolve) => setTimeout(resolve, 500))`, chromedp.EvalAwaitPromise))
	if n := eval[int](p, stones); n != 2 {
		t.Errorf("the page shows %d stones, want the 2 of the latest choice", n)
	}
	p.key("xx")
	p.yourTurn(5)

	p.key("r")
	p.do(chromedp.WaitVisible(chromedp.CSS("#resign-dialog")))
	if status := eval[int](p, `fetch("/api/games/`+id+`/resign", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({number: 5})}).then((r) => r.status)`); status != 200 {
		t.Fatalf("the resignation is answered with status %d", status)
	}
	p.wait(`document.querySelector("main.play")?.dataset.phase === "over" && !document.querySelector("#resign-dialog")`)
}

// TestRecordAway steps in a record and leaves it while the server is away. The page asks again at a slow pace, and a
// comment that could not be saved comes back with the record.
func TestRecordAway(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	var asked atomic.Int32
	o := server.Options{NewPlayer: func() (server.Player, error) { return filler{}, nil }}
	p := tabBehind(t, startBrowser(t), o, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if away.Load() && strings.HasPrefix(r.URL.Path, "/api/records/") {
				asked.Add(1)
				http.Error(w, `{"error": "the server is closing"}`, http.StatusServiceUnavailable)
				return
			}
			h.ServeHTTP(w, r)
		})
	})
	p.upload("lesson.sgf", lesson)
	away.Store(true)
	p.key(kb.End) // beyond the positions that the page has fetched
	p.says("#message", "The server is closing")
	p.do(chromedp.Evaluate[chromedp.Void](`new Promise((resolve) => setTimeout(resolve, 3000))`, chromedp.EvalAwaitPromise))
	if n := asked.Load(); n > 6 {
		t.Errorf("the page has asked %d times in three seconds", n)
	}
	away.Store(false)
	p.at(5)

	p.edit()
	away.Store(true)
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "not lost"))
	back := eval[string](p, "location.hash")
	p.do(chromedp.Evaluate[chromedp.Void](`location.hash = "games"`))
	p.wait(`document.querySelector("main.games, #game-list") && JSON.stringify(localStorage).includes("not lost")`)
	away.Store(false)
	p.do(chromedp.Evaluate[chromedp.Void](`location.hash = "` + back + `"`))
	p.wait(`document.querySelector("#comment")?.value === "not lost"`)
	p.settled()
}
