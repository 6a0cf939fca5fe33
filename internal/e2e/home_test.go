package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tengen/server"
)

// TestHome tests the first page and the addresses of the page.
func TestHome(t *testing.T) {
	t.Parallel()
	p := serverTab(t, startBrowser(t), server.Options{NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	for _, size := range [][2]int64{{1366, 768}, {1280, 720}, {390, 844}} {
		p.viewport(size[0], size[1], size[0] < 500)
		p.open("/")
		p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
		if end := eval[float64](p, `document.querySelector("#start").getBoundingClientRect().bottom`); end > float64(size[1]) {
			t.Errorf("%dx%d: the button that starts a game ends at %g", size[0], size[1], end)
		}
	}
	p.viewport(844, 390, true)
	p.open("/")
	p.wait(`document.querySelector('[data-point="E5"]') && document.querySelector("#door-friend")`)
	p.wait(`(() => {
		const [board, panel] = ["#board", ".panel"].map((s) => document.querySelector(s).getBoundingClientRect());
		return board.width > 250 && board.bottom <= innerHeight && panel.left >= board.right && panel.right <= innerWidth;
	})()`)
	p.viewport(1280, 720, false)
	begins(p)
	links(p)
	remembers(p)
	addresses(p)
	sideways(p)
}

// begins begins a game with a click on the board of the first page.
func begins(p *tab) {
	p.Helper()
	p.open("/")
	p.wait(`document.querySelector('[data-point="E5"]')`)
	p.click(`[data-point="E5"]`)
	p.wait(`document.querySelector("#pass") && document.querySelector('[data-point="E5"]').dataset.stone === "black"`)
}

// links reloads a link to a new game, which keeps its choices.
func links(p *tab) {
	p.Helper()
	p.open("/#new?board=7x7&human=both&rules=japanese&komi=3.5")
	filled := `document.querySelector("#size-7")?.checked && document.querySelector("#human-both").checked && document.querySelector("#komi").value === "3.5"`
	p.wait(filled)
	p.do(chromedp.Evaluate[chromedp.Void](`window.loadedBefore = true`), chromedp.Reload())
	p.wait(`!window.loadedBefore && ` + filled)
}

// remembers begins a game. The form then offers the same choices.
func remembers(p *tab) {
	p.Helper()
	p.start("13", "both", "aga")
	p.open("/")
	p.wait(`document.querySelector("#size-13")?.checked && document.querySelector("#human-both").checked && document.querySelector("#rules").value === "aga"`)
	p.choose("#rules", "new-zealand") // the komi was not chosen, so it follows the rules
	p.wait(`document.querySelector("#komi").value === "7"`)
}

// addresses opens an address that no part of the page has, and pastes addresses.
func addresses(p *tab) {
	p.Helper()
	p.open("/#elsewhere")
	p.says("#message", "This address is unknown: “elsewhere”")
	paste := func(text string) {
		p.do(chromedp.Evaluate[chromedp.Void](`(() => {
			const data = new DataTransfer();
			data.setData("text/plain", ` + "`" + text + "`" + `);
			document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
		})()`))
	}
	paste("https://example.org/game/17")
	p.says("#message", "only from online-go.com")
	paste(p.url + "/#lab")
	p.wait(`location.hash === "#lab"`)
}

// sideways turns a phone on its side: the controls are beside the board, and both fit the screen.
func sideways(p *tab) {
	p.Helper()
	p.start("9", "both", "chinese")
	p.viewport(844, 390, true)
	p.wait(`document.querySelector("#pass").getBoundingClientRect().left >= document.querySelector("#board").getBoundingClientRect().right`)
	p.wait(`document.querySelector("#board").getBoundingClientRect().bottom <= innerHeight && document.querySelector("#pass").getBoundingClientRect().bottom <= innerHeight`)
	p.viewport(2560, 1440, false)
	free := eval[float64](p, `innerWidth - document.querySelector(".panel").getBoundingClientRect().right + document.querySelector(".table").getBoundingClientRect().left`)
	if free > 2560/4 {
		p.Errorf("%g of 2560 pixels beside the board and the panel are empty", free)
	}
	if shown := eval[string](p, `getComputedStyle(document.querySelector(".point[tabindex='0'] .cursor")).display`); !strings.Contains(shown, "none") {
		p.Errorf("the cursor is shown before a key was pressed: display %s", shown)
	}
}
