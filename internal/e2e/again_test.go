package e2e

import "testing"

// TestAfterGame resigns, plays again with the other colour, and pauses a game that the engine plays with itself.
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
}
