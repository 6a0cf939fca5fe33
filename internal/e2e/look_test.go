package e2e

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// countAudio counts the objects of the page that can play sounds.
const countAudio = `(() => {
	window.audios = 0;
	window.AudioContext = class extends AudioContext { constructor(...a) { super(...a); audios++; } };
})()`

// contrastOf is the contrast of the coordinates on the board, as WCAG defines it. The deepest grain of the wood covers
// a third of the colour.
const contrastOf = `(() => {
	const colour = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
	const light = (c) => c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
	const text = light(colour(getComputedStyle(document.querySelector(".labels text")).fill));
	const board = colour(getComputedStyle(document.querySelector(".goban")).backgroundColor);
	const wood = getComputedStyle(document.querySelector(".wood")).display !== "none";
	const deep = board.map((v, i) => (wood ? v * 0.67 + [62, 30, 4][i] * 0.33 : v));
	return Math.min(...[board, deep].map(light).map((b) => Math.max(b, text) / Math.min(b, text)));
})()`

// TestLook chooses the colours of the board, and looks at what moves and what sounds.
func TestLook(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.open("/")
	id := p.game("E5", "A9", "A8", "J1")
	p.open("/#" + id)
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	p.boardThemes()
	p.movingStones()
	p.sounds()
}

// boardThemes checks that each theme is readable and remembered.
func (p *tab) boardThemes() {
	p.Helper()
	script, err := os.ReadFile(axe)
	if err != nil {
		p.Logf("axe does not examine the themes: %v", err)
	}
	for _, board := range []string{"dark", "paper", "light"} {
		p.click("#theme")
		p.click(fmt.Sprintf("label:has(#board-%s)", board))
		if got := eval[string](p, `document.documentElement.dataset.board`); got != board {
			p.Errorf("the board is %q, want %q", got, board)
		}
		for _, dark := range []bool{false, true} {
			p.preferDark(dark)
			if c := eval[float64](p, contrastOf); c < 4.5 {
				p.Errorf("%s board, dark page %t: the contrast of the coordinates is %.2f, want 4.5", board, dark, c)
			}
			if err == nil {
				for _, fault := range p.faults(string(script)) {
					p.Errorf("%s board, dark page %t: %s", board, dark, fault)
				}
			}
		}
		p.do(chromedp.Reload())
		p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
		wood := eval[bool](p, `getComputedStyle(document.querySelector(".wood")).display !== "none"`)
		if got := eval[string](p, `document.documentElement.dataset.board`); got != board || wood != (board != "paper") {
			p.Errorf("after a reload the board is %q with wood %t, want %q", got, wood, board)
		}
	}
	p.preferDark(false)
}

// movingStones captures a stone, and another one without motion.
func (p *tab) movingStones() {
	p.Helper()
	if n := eval[int](p, `document.querySelectorAll(".placed").length`); n != 0 {
		p.Errorf("%d stones move when the page opens", n)
	}
	name := func(selector string) string {
		return eval[string](p, fmt.Sprintf(`getComputedStyle(document.querySelector(%q)).animationName`, selector))
	}
	p.click(`[data-point="B9"]`)
	p.wait(`document.querySelector('[data-point="B9"] .placed') && document.querySelectorAll(".leaving circle").length === 1`)
	if placed, left := name(".placed"), name(".leaving"); placed != "place" || left != "leave" {
		p.Errorf("the stones move as %q and %q", placed, left)
	}
	p.wait(`getComputedStyle(document.querySelector(".leaving")).opacity === "0"`)
	p.reduceMotion(true)
	p.click(`[data-point="C3"]`)
	p.wait(`document.querySelector('[data-point="C3"] .placed')`)
	if got := name(".placed"); got != "none" {
		p.Errorf("with reduced motion a stone moves as %q", got)
	}
	p.reduceMotion(false)
}

// sounds checks that the page cannot play sounds before the user has chosen them.
func (p *tab) sounds() {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](countAudio))
	audios := func(when string, want int) {
		p.Helper()
		if n := eval[int](p, "audios"); n != want {
			p.Errorf("%s: %d objects for audio, want %d", when, n, want)
		}
	}
	p.click(`[data-point="D3"]`)
	p.wait(`document.querySelector('[data-point="D3"]').dataset.stone !== ""`)
	audios("before the choice", 0)
	p.click("#theme")
	p.click("#sounds")
	p.wait(`document.querySelector("#sounds").ariaChecked === "true"`)
	audios("after the choice", 1)
	p.do(chromedp.Reload())
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	p.do(chromedp.Evaluate[chromedp.Void](countAudio))
	audios("after a reload", 0)
	p.click(`[data-point="E3"]`)
	p.wait("audios === 1")
	p.click("#theme")
	p.click("#sounds")
	p.wait(`document.querySelector("#sounds").ariaChecked === "false"`)
	p.click("[data-close]")
	p.click(`[data-point="F3"]`)
	p.wait(`document.querySelector('[data-point="F3"]').dataset.stone !== ""`)
	audios("after the sounds were switched off", 1)
}

// reduceMotion tells the page whether the system asks for less motion.
func (p *tab) reduceMotion(reduce bool) {
	p.Helper()
	value := "no-preference"
	if reduce {
		value = "reduce"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}},
	})
	if err != nil {
		p.Fatal(err)
	}
}
