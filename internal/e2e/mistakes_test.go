package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestOwnMistakes trains with the mistake of a reviewed game, and solves a bundled problem.
func TestOwnMistakes(t *testing.T) {
	t.Parallel()
	o := &oracle{allowed: make(chan bool, 100)}
	o.allow(100)
	p := reviewTab(t, o, filler{})
	p.open("/")
	p.upload("game.sgf", reviewedGame)
	p.click("#review-record")
	p.wait(`document.querySelector("#review")?.dataset.doing === "done"`)
	p.click("#train-black")
	p.says(".lesson-task h2", "Move 5")
	p.says("#lesson-text", "What would you play as Black? Your move lost 12 points")
	if p.stone("A9") != "" {
		t.Error("the position shows the move")
	}
	p.point("A9") // as in the game
	p.reads("#lesson-verdict", "Not yet")
	p.says("#lesson-reply", "You played this in the game. It lost 12 points.")
	p.says("#lesson-reply", "The larger move was elsewhere: G3")
	p.click("#try-again")
	p.wait(`document.querySelector(".lesson").dataset.moves === "0" && document.querySelector(".lesson").dataset.busy === "false"`)
	p.point("J9") // a search judges other moves; the oracle finds nothing wrong in a game that has just begun
	p.says("#lesson-reply", "This move is good. A search says")
	p.press(kb.Backspace)
	p.wait(`document.querySelector(".lesson").dataset.verdict === "" && document.querySelector(".lesson").dataset.busy === "false"`)
	p.point("G3")
	p.says("#lesson-reply", "This is the best move of the search")
	p.reads("#lesson-verdict", "Right")
	p.says("#lesson-item", "asked again tomorrow")
	p.press("s")
	p.says("#lesson-solution", "Solution 1 / 1")
	p.press("s", "n")
	p.wait(`location.hash === "#problems"`)
	p.says("#my-mistakes", "1 of 1 solved")
	p.says("#months", "0 %") // one miss, and nothing was solved at once

	p.count("[data-set]", 8)
	p.click(`[data-set="capture"] > a`)
	p.says(".lesson-task h2", "Problem 1, level 30k")
	p.wait(`document.querySelectorAll('[data-mark="triangle"]').length > 0`)
	p.press("h")
	p.count(`[data-mark="circle"]`, 1)
	p.press(kb.Escape)
	p.viewport(390, 844, true)
	p.open("/#problems")
	p.count("[data-set]", 8)
	if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the problems are %d wide on a phone, want at most 390", wide)
	}
}
