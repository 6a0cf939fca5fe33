package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAfterGame resigns, plays again with the other colour, and pauses and stops a game that the engine plays with
// itself.
func TestAfterGame(t *testing.T) {
	t.Parallel()
	moves := make(chan bool, 10)
	p := newTab(t, startBrowser(t), thinker{move: moves})
	p.start("9", "black", "chinese")
	p.point("E5")
	moves <- true
	p.yourTurn(3)
	p.click("#resign")
	p.click("#resign-yes")
	p.reads("#result", "You resigned")
	p.reads("#result-code", "W+R")
	first := eval[string](p, "location.hash")
	p.click("#rematch-swapped")
	p.wait(`location.hash !== "` + first + `" && document.querySelector('[data-player="white"] b')?.textContent === "You"`)
	moves <- true
	p.yourTurn(2) // the engine plays Black
	p.open("/")
	p.click("label:has(#size-9)")
	p.click("label:has(#human-none)")
	p.click("#start")
	moves <- true
	p.wait(`document.querySelector("main.play")?.dataset.number === "2"`)
	p.click("#pause")
	p.reads("#status", "The game is paused")
	p.click("#continue")
	moves <- true
	p.wait(`document.querySelector("#pause") && document.querySelector("main.play")?.dataset.number === "3"`)
	p.key("p")
	p.reads("#status", "The game is paused")
	p.key("p")
	p.wait(`document.querySelector("#pause")`)
	p.click("#stop")
	p.click("#stop-no")
	p.wait(`!document.querySelector("dialog") && document.querySelector("#pause")`)
	p.click("#stop")
	p.click("#stop-yes")
	p.reads("#result", "The game was stopped")
	p.count("#score, .territory rect, #undo", 0)
	p.wait(`document.title === "The game was stopped · tengen"`)
	stopped := eval[string](p, "location.hash")
	p.do(chromedp.Reload())
	p.reads("#result", "The game was stopped")
	p.click("#games")
	p.reads(`#game-list a[href="`+stopped+`"] em`, "stopped")
}

// TestAnalyseGame opens a finished game as a record, with the live analysis.
func TestAnalyseGame(t *testing.T) {
	t.Parallel()
	p := serverTab(t, startBrowser(t), analysing(t))
	p.open("/")
	p.open("/#" + p.game("E5", "C3"))
	p.click("#resign")
	p.click("#resign-yes")
	p.reads("#result", "White won by resignation")
	p.click("#analyse-game")
	p.at(2)
	p.searched(5)
}
