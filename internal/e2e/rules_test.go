package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestRules(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for name, test := range map[string]func(*tab){
		"territory":  territory,
		"clean-up":   cleanup,
		"parts":      parts,
		"laboratory": laboratory,
		"own":        ownPosition,
	} {
		t.Run(name, func(t *testing.T) { test(newTab(t, browser, noDead{})) })
	}
}

// noDead is a filler that calls no stone dead.
type noDead struct{ filler }

// wall leaves a white stone behind Black's wall on 5x5.
const wall = "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 pass A1 pass pass"

// territory marks a dead stone in a Japanese game and accepts.
func territory(p *tab) {
	p.start("5", "both", "japanese")
	p.play(1, wall)
	p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	if b := p.cell("territory", "black"); b != "0" {
		p.Errorf("with a living stone inside Black has %s points", b)
	}
	p.click(`[data-point="A1"]`)
	p.wait(`document.querySelector('[data-point="A1"]').dataset.dead`)
	for _, want := range []struct{ row, black, white string }{{"territory", "10", "5"}, {"komi", "–", "6.5"}, {"total", "11", "11.5"}} {
		if b, w := p.cell(want.row, "black"), p.cell(want.row, "white"); b != want.black || w != want.white {
			p.Errorf("%s: %s and %s, want %s and %s", want.row, b, w, want.black, want.white)
		}
	}
	if got := p.cell("prisoners", "black"); !strings.HasPrefix(got, "1") || !strings.Contains(got, "dead") {
		p.Errorf("prisoners %q", got)
	}
	p.click("#accept")
	p.reads("#result-code", "W+0.5")
	p.reads("#result", "White won by half a point")
	if n := eval[int](p, `document.querySelectorAll(".territory .white").length`); n != 10 {
		p.Errorf("%d points are marked as White's, want 5 of territory and 5 with stones", n)
	}
	if got := eval[string](p, `document.querySelector('[data-point="A1"] title').textContent`); !strings.Contains(got, "counts for Black (dead stone") {
		p.Errorf("the reason of A1: %q", got)
	}
}

// cleanup disagrees, takes a ko and spends a turn on the block.
func cleanup(p *tab) {
	p.start("5", "both", "japanese")
	p.play(1, "B4 C4 B2 C2 A3 D3 E1 B3 pass pass")
	p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	p.click("#resume")
	p.says(".procedure", "Clean-up, first phase")
	p.play(11, "C3")
	p.wait(`document.querySelector('[data-point="C3"]').dataset.blocked`)
	p.play(12, "C3") // White spends the turn
	p.wait(`!document.querySelector("[data-blocked]") && document.querySelector("#status").textContent.includes("White spent the turn on lifting the ko block at C3")`)
	if got := p.stone("C3"); got != "black" {
		p.Errorf("C3 is %q", got)
	}
}

// parts changes parts of the rules and follows a link to the changed rules.
func parts(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.choose("#rules", "aga")
	p.click("#more-choices > summary")
	p.click("#rules-more summary")
	p.choose("#axis-scoring", "TERRITORY")
	if got := eval[string](p, `document.querySelector("#axis-dead").value`); got != "CLEANUP" {
		p.Errorf("dead stones with territory: %s", got)
	}
	p.choose("#axis-dead", "NONE")
	p.choose("#axis-ko", "POSITIONAL")
	p.click("label:has(#size-7)")
	p.click("label:has(#human-both)")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#new-game-form").dataset.left = "yes"`))
	p.click("#setup-link")
	p.wait(`!document.querySelector("#new-game-form").dataset.left && document.querySelector("#rules-more summary").textContent.includes("3 changed") && document.querySelector("#size-7").checked && document.querySelector("#human-both").checked`)
	p.click("#start")
	p.yourTurn(1)
	values := `fetch("/api/games/" + location.hash.slice(1)).then((r) => r.json()).then((g) => g.rules.values.scoring + " " + g.rules.values.ko + " " + g.rules.values.dead + " " + g.stones.length)`
	if got := eval[string](p, values); got != "TERRITORY POSITIONAL NONE 49" {
		p.Errorf("the game has %s", got)
	}
	p.open("/#new?board=threshold-2+torus+9x9")
	p.wait(`document.querySelector("#shape-text")?.value === "threshold-2 torus 9x9" && document.querySelector("#preview")`)
	p.do(chromedp.NavigateBack())
	p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
	// If a player disagrees, the opponent plays first.
	p.play(1, "D4 pass pass")
	p.click("#resume-black")
	p.wait(`document.querySelector("#status")?.textContent.includes("White to play")`)
}

// laboratory steps through a position that rulesets count differently.
func laboratory(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#to-lab")))
	p.click("#to-lab")
	p.do(chromedp.WaitVisible(chromedp.CSS("#rulings")))
	first := p.text("#trouble-text")
	p.wait(`document.querySelector("#step-next") && document.querySelector("#step-back").disabled`)
	board := `[...document.querySelectorAll("[data-point]")].map((e) => e.dataset.stone[0] ?? ".").join("")`
	was := eval[string](p, board)
	p.click("#step-next")
	p.wait(`document.querySelector("#step-number").textContent.startsWith("Step 1 of")`)
	p.wait(`document.querySelector("#step-text").textContent.length > 20`)
	if eval[bool](p, `!document.querySelector("#step-text").textContent.startsWith("pass")`) {
		p.wait(board + ` !== "` + was + `"`)
	}
	p.click("#step-back")
	p.wait(board + ` === "` + was + `"`)
	p.click("#trouble-next")
	p.wait(`document.querySelector("#trouble-text").textContent !== ` + "`" + first + "`")
	// The board shows the count under one ruleset, and two rulesets are compared.
	p.open("/#lab/seki-points")
	p.wait(`document.querySelector("#trouble").value === "seki-points" && document.querySelectorAll("#rulings tbody tr").length > 3`)
	p.choose("#add-rules", "lrs-004-japanese")
	p.wait(`document.querySelector('#rulings tr.focus')?.dataset.rules === "lrs-004-japanese"`)
	p.click(`#rulings tr[data-rules="japanese"] input[name="focus"]`)
	p.click(`#rulings tr[data-rules="chinese"] input[name="other"]`)
	p.wait(`document.querySelector("#contrast h2")?.textContent === "Japanese and Chinese"`)
	p.wait(`document.querySelectorAll("#contrast-parts li").length > 0`)
	painted := eval[string](p, `[...document.querySelectorAll("[data-owner]")].map((e) => e.dataset.owner[0] ?? ".").join("")`)
	p.click(`#rulings tr[data-rules="chinese"] input[name="focus"]`)
	p.wait(`[...document.querySelectorAll("[data-owner]")].map((e) => e.dataset.owner[0] ?? ".").join("") !== "` + painted + `"`)
}

// ownPosition draws a position, marks a dead stone, and opens a game in the laboratory.
func ownPosition(p *tab) {
	p.open("/#lab")
	p.do(chromedp.WaitVisible(chromedp.CSS("#rulings")))
	p.click("#paste")
	p.do(chromedp.SendKeys(chromedp.CSS("#drawing"), "..X.O\r..X.O\rO.X.O\r..X.O\r..X.O"))
	p.click("#use-drawing")
	p.wait(`document.querySelectorAll("[data-point]").length === 25`)
	// The board changes at once, and the table when the server has counted.
	total := func(rules, black string) {
		p.wait(fmt.Sprintf(`document.querySelector('#rulings tr[data-rules="%s"] [data-side="black"]')?.textContent === "%s"`, rules, black))
	}
	total("chinese", "5")
	p.click(`[data-point="A3"]`)
	p.wait(`document.querySelector('[data-point="A3"]').dataset.dead`)
	total("chinese", "15")
	p.click("label:has(#tool-black)")
	p.click(`[data-point="D3"]`)
	p.wait(`document.querySelector('[data-point="D3"]').dataset.stone === "black"`)
	total("chinese", "16")
	// Prisoners change the result only under rules that count prisoners.
	total("japanese", "11")
	p.do(chromedp.Evaluate[chromedp.Void](`{const e = document.querySelector("#prisoners-black"); e.value = 3; e.dispatchEvent(new Event("change", {bubbles: true}))}`))
	total("japanese", "14")
	total("chinese", "16")
	p.wait(`document.querySelector("#prisoners-black").value === "3" && document.querySelector('[data-point="D3"]').dataset.stone === "black"`)
	p.start("5", "both", "chinese")
	p.play(1, "C3 D4")
	p.yourTurn(3)
	p.click("#look-closer")
	p.wait(`document.querySelector("#laboratory") && document.querySelector('[data-point="D4"]')?.dataset.stone === "white"`)
}
