package e2e

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// recordKeyboard never touches the mouse.
func recordKeyboard(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#new-record")))
	p.paste(lesson)
	p.settled()
	p.press(kb.End)
	p.at(5)
	p.press(kb.Home)
	p.at(0)
	p.press(kb.PageDown)
	p.at(5)
	p.press(kb.Home, kb.ArrowRight)
	p.at(1)
	// Shift with the arrow keys moves the cursor, and the arrow keys alone step through the record.
	p.chord("ArrowUp", false, true)
	p.chord("ArrowUp", false, true)
	p.chord("ArrowLeft", false, true)
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label")`); got != "D6, empty" {
		p.Errorf("the cursor is on %q", got)
	}
	p.chord("E", false, true)
	p.editing()
	p.key("\r")
	p.at(2)
	if p.stone("D6") != "white" {
		p.Error("Enter played nothing")
	}
	p.key("5") // triangles
	p.key("\r")
	p.count(`[data-mark="triangle"][data-at="D6"]`, 1)
	p.settled()
	p.press(kb.Escape)
	p.key("t")
	p.wait(`document.activeElement.id === "comment"`)
	p.key("White does something else. a p")
	p.press(kb.Escape)
	p.settled()
	p.wait(`document.activeElement.matches('.point[data-point="D6"]')`)
	// Enter uses the tool if the board has the focus. Otherwise it goes to the comment.
	p.key("7")
	p.key("\r")
	p.count(`[data-mark="circle"][data-at="D6"]`, 1)
	p.settled()
	p.press(kb.Escape)
	p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	p.chord("Enter", false, false)
	p.wait(`document.activeElement.id === "comment"`)
	p.press(kb.Escape)
	p.settled()
	p.key("p")
	p.at(3)
	p.chord("z", true, false)
	p.at(2)
	p.press(kb.ArrowUp)
	p.wait(`document.querySelector('[data-point="G7"]').dataset.stone === "white"`)
	p.press(kb.ArrowDown)
	p.wait(`document.querySelector('[data-point="D6"]').dataset.stone === "white"`)
	if got := eval[string](p, `document.querySelector("#comment").value`); !strings.HasSuffix(got, "White does something else. a p") {
		p.Errorf("the comment is %q", got)
	}
	p.key("?")
	p.do(chromedp.WaitVisible(chromedp.CSS("#keys-dialog")))
	if got := p.text("#keys-dialog"); !strings.Contains(got, "the variation below") || strings.Contains(got, "resign") {
		p.Errorf("the keys of a record are %q", got)
	}
}

func recordPhone(p *tab) {
	p.viewport(390, 844, true)
	p.preferDark(true)
	p.upload("lesson.sgf", lesson)
	noScroll := func(where string) {
		p.Helper()
		if w := eval[int](p, "document.documentElement.scrollWidth"); w > 390 {
			p.Errorf("%s is %d px wide", where, w)
		}
	}
	noScroll("the record")
	p.do(chromedp.Tap(chromedp.CSS("#forward")))
	p.at(1)
	p.do(chromedp.Tap(chromedp.CSS("#last")))
	p.at(5)
	if y := eval[float64](p, `document.querySelector("#forward").getBoundingClientRect().bottom`); y > 844 {
		p.Errorf("the steps end at %v px", y)
	}
	p.do(chromedp.Tap(chromedp.CSS("#info")))
	p.do(chromedp.WaitVisible(chromedp.CSS("#record-info-dialog")))
	noScroll("the game info")
	p.open("/#library")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pattern")))
	noScroll("the library")
	p.open("/#")
	p.count("#game-list [data-record]", 1)
	noScroll("the first page")
	if over := eval[bool](p, `(() => {
		const boxes = [...document.querySelectorAll("#game-list li:first-child :is(a > svg, b, small, em, button)")].map((e) => e.getBoundingClientRect());
		return boxes.length < 5 || boxes.some((a, i) => boxes.slice(i + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
	})()`); over {
		p.Error("the parts of a card in the list of games lie over each other")
	}
}

// longRecord has more nodes than can be drawn at the same time.
func longRecord(p *tab) {
	var b strings.Builder
	b.WriteString("(;SZ[19]")
	for i := range 6000 {
		fmt.Fprintf(&b, ";%c[]", "BW"[i%2])
	}
	for range 3000 {
		b.WriteString("(;B[aa];W[bb])")
	}
	b.WriteString(")")
	p.upload("long.sgf", b.String())
	drawn := func() {
		p.Helper()
		if n := eval[int](p, `document.querySelectorAll(".node").length`); n < 3 || n > 800 {
			p.Errorf("%d nodes are drawn", n)
		}
	}
	drawn()
	p.press(kb.End)
	p.at(6002)
	drawn()
	p.wait(`document.querySelector(".node.here")`)
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#tree").scrollTop = 40000`))
	p.wait(`[...document.querySelectorAll(".node")].some((n) => Number(n.getAttribute("transform").split(" ")[1].slice(0, -1)) > 40000)`)
	drawn()
	took := eval[float64](p, `(async () => {
		const start = performance.now();
		for (let i = 0; i < 20; i++) {
			document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true, cancelable: true}));
			await new Promise(requestAnimationFrame);
		}
		return (performance.now() - start) / 20;
	})()`)
	p.Logf("a step in a record of 12,001 nodes: %.1f ms", took)
	p.at(5982)
}
