package e2e

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reader reads a record: nothing that the user does changes it while Edit is off.
func reader(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.reads("#move-number", "Move 0 of 5")
	p.count(".editbar, #comment, #node-name, .judgements", 0)
	p.press(kb.ArrowRight)
	p.reads("#read-comment", "The middle.")

	// A click on a next move goes there. Another click explains that Edit is off.
	p.point("G3")
	p.reads("#message", "Turn on Edit to change the record.")
	p.at(1)
	p.point("G7")
	p.at(2)
	p.says("#reading", "No comment")
	p.point("G3") // a variation
	p.reads("#read-name", "quieter")
	p.reads("#move-number", "Move 3 of 4")

	// The keys that change the record at once explain the same.
	file := func() string {
		return eval[string](p, `fetch(document.querySelector("#sgf").href).then((r) => r.text())`)
	}
	before := file()
	for _, key := range []string{"p", "m", kb.Delete, kb.Backspace} {
		p.press(kb.Home, kb.ArrowRight, kb.ArrowRight) // removes the message
		p.at(2)
		p.wait(`!document.querySelector("#message")`)
		p.press(key)
		p.reads("#message", "Turn on Edit to change the record.")
	}
	for _, key := range []string{"z", "y"} {
		p.press(kb.Home, kb.ArrowRight)
		p.at(1)
		p.chord(key, true, false)
		p.reads("#message", "Turn on Edit to change the record.")
	}
	if after := file(); after != before {
		p.Errorf("the reader has changed the record from %s to %s", before, after)
	}

	// The message has a button that turns Edit on and plays.
	p.point("A1")
	p.reads("#remedy", "Edit, and play A1")
	p.click("#remedy")
	p.editing()
	p.at(2)
	p.count(".node", 9)
	p.chord("z", true, false)
	p.count(".node", 8)
	p.press("E")
	p.count(".editbar", 0)

	// The keys that begin a change turn Edit on. The tool is gone with Edit.
	p.press("5")
	p.editing()
	p.wait(`document.querySelector("#tool-triangle").ariaPressed === "true"`)
	p.press("E", "t")
	p.editing()
	p.wait(`document.activeElement.id === "comment" && document.querySelector("#tool-play").ariaPressed === "true"`)
	p.press(kb.Escape, "E")
	p.count(".editbar", 0)

	// The slider has the same keys as the page, and the choice of Edit belongs to the record.
	p.do(chromedp.Focus(chromedp.CSS("#move-slider")))
	p.press(kb.End)
	p.at(4)
	p.press(kb.ArrowLeft)
	p.at(3)
	p.slide(2)
	p.at(2)
	p.press("E")
	p.editing()
	edited := eval[string](p, "location.hash")
	p.upload("other.sgf", "(;SZ[9];B[aa])")
	p.count(".editbar", 0)
	p.open("/" + edited)
	p.editing()
}

// slide moves the slider to a position.
func (p *tab) slide(at int) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const slider = document.querySelector("#move-slider");
		slider.value = "%d";
		slider.dispatchEvent(new InputEvent("input", {bubbles: true}));
	}`, at)))
}

// autoplay plays the moves of a record, stops at the end, and stops when the user goes elsewhere.
func autoplay(p *tab) {
	p.upload("lesson.sgf", lesson)
	playing := func(want bool) {
		p.Helper()
		p.wait(fmt.Sprintf(`document.querySelector("#autoplay").dataset.playing === "%t"`, want))
	}
	// With a pace of 4 seconds, the next move is played when the test asks for it, because a slow machine may pause.
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const real = window.setTimeout;
		window.setTimeout = (run, pause, ...more) => {
			if (pause !== 4000) return real(run, pause, ...more);
			window.nextMove = () => { window.nextMove = null; run(); };
			return real(() => {}, 1e9);
		};
	}`))
	p.choose("#pace", "4")
	p.click("#autoplay")
	p.at(1)
	playing(true)
	start := time.Now()
	p.choose("#pace", "0.5")
	p.at(5)
	playing(false)
	if took := time.Since(start); took < 2*time.Second {
		p.Errorf("four moves took %v, want at least four times half a second", took)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`window.nextMove = null`)) // the timer of the first move was cancelled
	p.choose("#pace", "4")
	p.press("A") // at the end, it begins again
	for n := range 3 {
		p.at(n)
		p.wait(`window.nextMove`)
		p.do(chromedp.Evaluate[chromedp.Void](`window.nextMove()`))
	}
	p.at(3)
	playing(true)
	p.press("A")
	playing(false)
	stays := func(at int) {
		p.Helper()
		time.Sleep(900 * time.Millisecond)
		p.at(at)
	}
	for name, leave := range map[string]func(){
		"a key":     func() { p.press(kb.ArrowRight) },
		"a button":  func() { p.click("#forward") },
		"the board": func() { p.point("G7") },
		"the tree":  func() { p.click(`.node[data-vertex="G7"]`) },
		"slider":    func() { p.slide(2) },
	} {
		p.press(kb.Home)
		p.at(0)
		p.click("#autoplay")
		p.at(1)
		playing(true)
		leave()
		p.at(2)
		if eval[bool](p, `document.querySelector("#autoplay").dataset.playing === "true"`) {
			p.Errorf("%s does not stop the autoplay", name)
		}
	}
	p.choose("#pace", "0.5")
	stays(2)

	// The browser remembers the pace. A dialog stops the moves, because it is about the shown position.
	p.do(chromedp.Reload())
	p.at(2)
	p.wait(`document.querySelector("#pace").value === "0.5"`)
	p.press(kb.Home)
	p.at(0)
	p.press("A", "f")
	p.do(chromedp.WaitVisible(chromedp.CSS("#info-list")))
	playing(false)
}

// everything is a record whose nodes differ in all that the reader shows: comments, names, judgements, analyses, clocks
// and faults.
func everything() string {
	var b strings.Builder
	b.WriteString("(;SZ[19]PB[Black]PW[White]")
	for i := range 40 {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+rune(i%19), 'a'+rune(i/19*3))
		if i%3 == 0 {
			fmt.Fprintf(&b, "C[%s]", strings.Repeat("A long comment. ", 40))
		}
		if i%4 == 0 {
			b.WriteString("N[a name]TE[2]")
		}
		if i%5 == 0 {
			b.WriteString("SBKV[55.5]") // Sabaki's win rate
		}
		if i > 3 {
			fmt.Fprintf(&b, "%cL[%d]O%c[5]", "BW"[i%2], 600-i, "BW"[i%2])
		}
	}
	return b.String() + ";W[aa])"
}

// nothingMoves steps through such a record on screens of all sizes. The layout must not move.
func nothingMoves(p *tab) {
	for i, size := range [][2]int64{{1280, 720}, {390, 844}, {844, 390}} {
		p.viewport(size[0], size[1], size[0] < 1000)
		p.upload("everything.sgf", everything()+strings.Repeat("\n", i))
		p.press(kb.Home)
		p.at(0)
		p.do(chromedp.Evaluate[chromedp.Void](watchEvents))
		for n := range 41 {
			p.press(kb.ArrowRight)
			p.at(n + 1)
		}
		p.says(".faults", "A19")
		if shift := eval[float64](p, "shifted"); shift > 0.02 {
			p.Errorf("%d by %d: the layout moved by %g, want hardly any", size[0], size[1], shift)
		}
	}
}

// readerOnPhone scrolls on a phone, upright and on its side. The board and the buttons to step stay in view.
func readerOnPhone(p *tab) {
	for i, size := range [][2]int64{{390, 844}, {844, 390}} {
		p.viewport(size[0], size[1], true)
		p.upload("everything.sgf", everything()+strings.Repeat("\n", i))
		p.press(kb.Home, kb.ArrowRight)
		p.at(1)
		inView := func(what string) {
			p.Helper()
			for _, selector := range []string{"#board", "#forward", "#autoplay", "#move-slider"} {
				if !eval[bool](p, fmt.Sprintf(`(() => {
					const box = document.querySelector(%q).getBoundingClientRect();
					const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
					return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1
						&& document.elementFromPoint(x, y)?.closest(%q) !== null;
				})()`, selector, selector)) {
					p.Errorf("%d by %d, %s: %s is not in view", size[0], size[1], what, selector)
				}
			}
			if w := eval[int64](p, "document.documentElement.scrollWidth"); w > size[0] {
				p.Errorf("%s is %d px wide, want at most %d", what, w, size[0])
			}
		}
		inView("at the top")
		p.do(chromedp.Evaluate[chromedp.Void](`{
			document.querySelector("footer.facts").scrollIntoView({block: "end"});
			document.querySelector("#reading").scrollTop = 100;
		}`))
		if !eval[bool](p, `scrollY > 0 || document.querySelector(".panel").scrollTop > 0`) {
			p.Error("the page does not scroll, so the test tests nothing")
		}
		inView("at the bottom")
		p.do(chromedp.Tap(chromedp.CSS("#forward")))
		p.at(2)
		inView("after a step")
		p.do(chromedp.Evaluate[chromedp.Void](`window.scrollTo(0, 0); document.querySelector(".panel").scrollTop = 0`))
		p.edit()
		inView("in Edit")
	}
}
