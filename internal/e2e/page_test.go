package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

func TestPage(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for name, test := range map[string]func(*tab){
		"whole game":     wholeGame,
		"dead stones":    deadStones,
		"propose to end": proposeToEnd,
		"reload, undo":   reloadAndUndo,
		"illegal move":   illegalMove,
		"keyboard":       keyboard,
		"bad wish":       badSetup,
		"terms":          terms,
		"behind":         behind,
		"phone":          phone,
		"themes":         themes,
		"two tabs":       twoTabs,
	} {
		t.Run(name, func(t *testing.T) { test(newTab(t, browser, filler{})) })
	}
}

// cell returns a number from the table of the score.
func (p *tab) cell(row, side string) string {
	p.Helper()
	return p.text("#score [data-row=" + row + "] [data-side=" + side + "]")
}

func wholeGame(p *tab) {
	p.start("5", "black", "tromp-taylor")
	// Black takes the middle row, White the first.
	for i, vertex := range strings.Fields("C3 A3 B3 D3 E3") {
		p.yourTurn(2*i + 1)
		p.click(`[data-point="` + vertex + `"]`)
		p.wait(`document.querySelector('[data-point="` + vertex + `"]').dataset.stone === "black"`)
	}
	p.yourTurn(11)
	if got := p.stone("E5"); got != "white" {
		p.Errorf("the engine's last stone: %q", got)
	}
	if n := eval[int](p, `document.querySelectorAll("circle.last").length`); n != 1 {
		p.Errorf("%d last moves are marked", n)
	}
	p.click("#pass") // the engine passes too, and these rules count at once
	p.do(chromedp.WaitVisible(chromedp.CSS("#result")))
	p.reads("#result-code", "B+2.5")
	p.reads("#result", "You won by 2.5 points")
	for _, want := range []struct{ row, black, white string }{
		{"stones", "5", "5"}, {"territory", "10", "0"}, {"komi", "–", "7.5"}, {"total", "15", "12.5"},
	} {
		if b, w := p.cell(want.row, "black"), p.cell(want.row, "white"); b != want.black || w != want.white {
			p.Errorf("%s: %s and %s, want %s and %s", want.row, b, w, want.black, want.white)
		}
	}
	// The board tints each point that the table counts, with the stones.
	if n := eval[int](p, `document.querySelectorAll(".territory .black").length`); n != 15 {
		p.Errorf("%d points have Black's tint, want 15", n)
	}
	if n := eval[int](p, `document.querySelectorAll("circle.dame").length`); n != 5 {
		p.Errorf("%d points are marked as neutral", n)
	}
	if got := eval[string](p, `document.querySelector('[data-point="A1"] title').textContent`); !strings.Contains(got, "counts for Black (surrounded") {
		p.Errorf("the reason of A1: %q", got)
	}
	if eval[bool](p, `!!document.querySelector("#pass")`) {
		p.Error("one can still pass")
	}
}

func deadStones(p *tab) {
	p.start("5", "black", "chinese")
	p.yourTurn(1)
	p.click(`[data-point="C3"]`)
	p.yourTurn(3)
	p.click("#pass")
	p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	if got := p.cell("total", "black"); got != "25" {
		p.Errorf("the whole board is Black's: %s", got)
	}
	p.click(`[data-point="B2"]`) // a click on an empty point shows its owner
	p.says("#message", "B2 counts for Black")
	p.click(`[data-point="A5"]`) // alive
	p.wait(`!document.querySelector("[data-dead]") && document.querySelector(".panel").textContent.includes("If no stones are marked")`)
	if b, w := p.cell("total", "black"), p.cell("total", "white"); b != "1" || w != "8.5" {
		p.Errorf("with a living white stone: %s and %s", b, w)
	}
	p.click("#resume")
	p.yourTurn(5)
	p.click("#pass")
	p.wait(`document.querySelector('[data-point="A5"]').dataset.dead`)
	p.wait(`!document.querySelector("#accept").disabled`)
	p.click("#accept")
	p.reads("#result-code", "B+17.5")
}

// proposeToEnd ends a game of two people by agreement, and one with the engine, which
// wants to play on.
func proposeToEnd(p *tab) {
	p.start("5", "both", "chinese")
	p.click(`[data-point="C3"]`)
	p.reads("#status", "White to play")
	p.click("#propose")
	p.reads("#status", "White proposes to end the game here and count")
	p.click("#decline")
	p.reads("#status", "White to play")
	p.click("#propose")
	p.click("#agree")
	p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	p.click("#accept")
	p.reads("#result-code", "B+17.5")
	p.start("9", "black", "chinese")
	p.yourTurn(1)
	p.click(`[data-point="E5"]`)
	p.yourTurn(3)
	p.click("#propose")
	p.reads("#status", "The engine wants to play on. Your turn")
}

func reloadAndUndo(p *tab) {
	p.start("9", "black", "chinese")
	p.yourTurn(1)
	p.click(`[data-point="E5"]`)
	p.yourTurn(3)
	p.do(chromedp.Reload())
	p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
	p.yourTurn(3)
	if p.stone("E5") != "black" || p.stone("A9") != "white" {
		p.Error("the stones are not where they were before the reload")
	}
	p.click(`[data-point="G3"]`)
	p.yourTurn(5)
	p.click("#back") // looking back changes nothing
	p.wait(`document.querySelector('[data-point="B9"]').dataset.stone === ""`)
	p.click(`[data-point="A1"]`)
	p.wait(`document.querySelector("#message")?.textContent.includes("earlier position")`)
	p.click("#present")
	p.wait(`!document.querySelector("#message")`)
	p.wait(`document.querySelector('[data-point="B9"]').dataset.stone === "white"`)
	p.click("#undo")
	p.yourTurn(3)
	if p.stone("G3") != "" || p.stone("B9") != "" {
		p.Error("after the undo there are still stones on the board")
	}
	if eval[bool](p, `!!document.querySelector(".estimate .bar")`) {
		p.Error("the estimate shows without being asked for")
	}
	p.click("#estimate")
	p.says(".figures", "Black 40 %")
	p.click("#resign")
	p.click("#resign-no")
	p.wait(`!document.querySelector("dialog")`)
	p.click("#resign")
	p.click("#resign-yes")
	p.reads("#result", "You resigned")
	p.click("#games")
	p.wait(`document.querySelector("#game-list em")?.textContent === "lost by resignation"`)
}

func illegalMove(p *tab) {
	p.start("5", "both", "tromp-taylor")
	for i, vertex := range strings.Fields("B4 C4 B2 C2 A3 D3 C3 B3") {
		p.yourTurn(i + 1)
		p.click(`[data-point="` + vertex + `"]`)
	}
	p.yourTurn(9)
	p.click(`[data-point="A3"]`)
	p.reads("#message", "You cannot play A3: there is a stone already")
	if got := eval[int](p, `document.querySelectorAll('[data-point="C3"] .ko').length`); got != 1 {
		p.Error("the ko ban is not marked")
	}
	p.click(`[data-point="C3"]`)
	p.wait(`document.querySelector("#message")?.textContent.includes("superko, it would repeat the position after move 7")`)
	p.click(`[data-point="E1"]`) // the message is not in the way
	p.yourTurn(10)
}

func keyboard(p *tab) {
	p.start("9", "black", "chinese")
	p.yourTurn(1)
	// After a game is opened, its board has the focus.
	p.wait(`document.activeElement.matches(".point")`)
	for _, arrow := range []string{"ArrowUp", "ArrowLeft"} {
		p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "` + arrow + `", bubbles: true, cancelable: true}))`))
	}
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label")`); got != "D6, empty" {
		p.Errorf("the cursor is on %q", got)
	}
	p.key("\r")
	p.yourTurn(3)
	if p.stone("D6") != "black" {
		p.Error("Enter played nothing on D6")
	}
	p.key("u")
	p.yourTurn(1)
	// Assistive technology presses a point without a place on the screen.
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-point="E5"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`))
	p.yourTurn(3)
	if p.stone("E5") != "black" {
		p.Error("a press without a place played nothing on E5")
	}
	// A zoom keeps the cursor in sight, and the focus on it.
	press := func(key string) {
		p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "` + key + `", bubbles: true, cancelable: true}))`))
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.point[tabindex="0"]').focus()`))
	for range 9 {
		press("ArrowUp")
	}
	press("+")
	p.wait(`document.querySelector("#zoom-in") !== null && document.activeElement.matches(".point")`)
	press("ArrowDown")
	p.wait(`/^[A-J]8,/.test(document.activeElement.getAttribute("aria-label"))`)
	p.key("?")
	p.do(chromedp.WaitVisible(chromedp.CSS("#keys-dialog")))
}

// terms tests the terms that the form derives from the choices.
func terms(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	komi := func(after, want string) {
		p.Helper()
		if got := eval[string](p, `document.querySelector("#komi").value`); got != want {
			p.Errorf("komi after %s: %q, want %q", after, got, want)
		}
	}
	handicaps := func(size, want string) {
		p.Helper()
		p.click("label:has(#size-" + size + ")")
		p.wait(`[...document.querySelector("#handicap").options].map((o) => o.value).join(" ") === "` + want + `"`)
	}
	komi("opening", "7.5")
	p.choose("#rules", "new-zealand")
	komi("New Zealand", "7")
	p.choose("#handicap", "9")
	komi("a handicap", "0.5")
	handicaps("7", "0 2 3 4")
	handicaps("5", "0")
	komi("a board too small for it", "7")
	handicaps("19", "0 2 3 4 5 6 7 8 9")
	p.choose("#handicap", "0")
	komi("no handicap", "7")
	p.click("#more-choices > summary")
	p.write("#komi", "3")
	p.choose("#rules", "chinese")
	komi("writing one", "3")
	if got := eval[string](p, `document.querySelector('#rules optgroup[label="From the specification"]').textContent`); !strings.Contains(got, "alphago-003") {
		p.Errorf("from the specification: %q", got)
	}
	p.click("#new-game")
	p.wait(`document.activeElement?.closest("dialog") && document.activeElement.name === "size"`)
	p.click("#new-game-dialog [data-close]")
	p.wait(`document.activeElement?.id === "new-game"`)
}

// behind plays in a tab that receives no events from the server.
func behind(p *tab) {
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `{ const real = fetch; window.fetch = (url, more) => (url.endsWith("/events") ? new Promise(() => {}) : real(url, more)) }`,
	})
	if err != nil {
		p.Fatal(err)
	}
	p.start("5", "both", "chinese")
	status := eval[int](p, `fetch("/api/games/" + location.hash.slice(1) + "/play", {
		method: "POST", headers: {"Content-Type": "application/json"}, body: '{"number": 1, "vertex": "C3"}',
	}).then((r) => r.status)`)
	if status != 200 {
		p.Fatalf("the other client's move: %d", status)
	}
	p.click(`[data-point="A1"]`)
	p.yourTurn(2)
	if p.stone("C3") != "black" || p.stone("A1") != "" || eval[bool](p, `!!document.querySelector("#message")`) {
		p.Errorf("the page did not catch up in silence: %s", eval[string](p, "document.body.innerText"))
	}
}

// badSetup asks for a game that is not possible and reads the reason.
func badSetup(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click("label:has(#size-other)")
	p.write("#width", "6")
	p.write("#height", "11")
	p.click("#more-choices > summary")
	p.write("#komi", "2000")
	p.click("#start")
	p.says("#form-error", "komi of 2000 is beyond")
	p.write("#komi", "7")
	p.click("#start")
	p.yourTurn(1)
	if n := eval[int](p, `document.querySelectorAll("[data-point]").length`); n != 66 {
		p.Errorf("%d points", n)
	}
}

func phone(p *tab) {
	p.viewport(360, 740, true)
	noScroll := func(where string) {
		p.Helper()
		if w := eval[int](p, "document.documentElement.scrollWidth"); w > 360 {
			p.Errorf("%s is %d px wide", where, w)
		}
	}
	p.start("19", "both", "chinese")
	noScroll("the game")
	// Points are smaller than a finger: the first tap aims, the second plays.
	p.do(chromedp.Tap(chromedp.CSS(`[data-point="Q16"]`)))
	p.reads("#message", "Tap Q16 again to play there.")
	if got := p.stone("Q16"); got != "" {
		p.Errorf("the first tap played a %s stone", got)
	}
	p.do(chromedp.Tap(chromedp.CSS(`[data-point="Q16"]`)))
	p.yourTurn(2)
	if got := p.stone("Q16"); got != "black" {
		p.Errorf("the second tap: %q", got)
	}
	// The buttons of the game are on the first screen.
	if bottom := eval[float64](p, `document.querySelector("#pass").getBoundingClientRect().bottom`); bottom > 740 {
		p.Errorf("the buttons end at %v px", bottom)
	}
	p.click("#new-game")
	p.do(chromedp.WaitVisible(chromedp.CSS("#new-game-dialog")))
	noScroll("the new game dialog")
	p.open("/#")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	noScroll("the first page")
}

func themes(p *tab) {
	brightness := func() float64 {
		p.Helper()
		return eval[float64](p, `getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) / 765`)
	}
	p.preferDark(true)
	p.start("9", "both", "chinese")
	if b := brightness(); b > 0.2 {
		p.Errorf("dark: brightness %.2f", b)
	}
	p.press("d")
	if b := brightness(); b < 0.8 {
		p.Errorf("switched to light: brightness %.2f", b)
	}
	p.do(chromedp.Reload())
	p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
	if b := brightness(); b < 0.8 {
		p.Errorf("light after a reload: brightness %.2f", b)
	}
	p.preferDark(false)
	p.press("d")
	if b := brightness(); b > 0.2 {
		p.Errorf("switched to dark: brightness %.2f", b)
	}
}

// twoTabs plays in one tab and watches in another.
func twoTabs(p *tab) {
	p.start("5", "both", "chinese")
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	other := &tab{T: p.T, ctx: ctx, url: p.url}
	// The first call opens the tab, which closes with the context of that call.
	if err := chromedp.Do(ctx); err != nil {
		p.Fatal(err)
	}
	other.open("/" + eval[string](p, "location.hash"))
	other.do(chromedp.WaitVisible(chromedp.CSS("#board")))
	other.click(`[data-point="B2"]`)
	p.wait(`document.querySelector('[data-point="B2"]').dataset.stone === "black"`)
}
