package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// elsewhere changes the open record as another page does. The given body has no version; elsewhere adds it.
func (p *tab) elsewhere(body string) {
	p.Helper()
	status := eval[int](p, `(async () => {
		const [, id] = location.hash.split("/");
		const r = await (await fetch("/api/records/" + id)).json();
		return (await fetch("/api/records/" + id + "/edit", {method: "POST", headers: {"Content-Type": "application/json"},
			body: JSON.stringify({version: r.version, game: 0, `+body+`})})).status;
	})()`)
	if status != http.StatusOK {
		p.Fatalf("the other page's change: %d", status)
	}
}

// saved waits until the file of the record has a text.
func (p *tab) saved(text string) {
	p.Helper()
	if !eval[bool](p, fmt.Sprintf(`(async () => {
		for (const end = Date.now() + %d; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
			if ((await (await fetch(document.querySelector("#sgf").href)).text()).includes(%q)) return true;
		}
		return false;
	})()`, (patience-time.Second).Milliseconds(), text)) {
		p.Fatalf("the file never had %q", text)
	}
}

func (p *tab) comment() string {
	p.Helper()
	return eval[string](p, `document.querySelector("#comment").value`)
}

// kept waits for a text that could not be saved, with a button for it.
func (p *tab) kept(button string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector('[data-kept=\"%s\"]')", button))
}

// textsMeet writes the same comment on two pages at the same time.
func textsMeet(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.edit()
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.at(2)
	p.elsewhere(`node: 2, op: "comment", text: "theirs"`)
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "mine"))
	p.kept("both")
	if got := p.comment(); got != "mine" {
		p.Errorf("the box has %q, want %q", got, "mine")
	}
	tree, _ := p.download()
	if got := tree.Root().Children()[0].Children()[0].Comment(); got != "theirs" {
		p.Errorf("before the choice the file has %q, want %q", got, "theirs")
	}
	p.click(`[data-kept="both"]`)
	p.count(".kept", 0)
	p.settled()
	if got := p.comment(); got != "theirs\n\nmine" {
		p.Errorf("both are %q", got)
	}
	tree, _ = p.download()
	if got := tree.Root().Children()[0].Children()[0].Comment(); got != "theirs\n\nmine" {
		p.Errorf("the file has %q", got)
	}
	// A text that one page writes in pieces does not conflict with itself.
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), " more"))
	p.settled()
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), " and more"))
	p.settled()
	p.count(".kept", 0)
	if got := p.comment(); got != "theirs\n\nmine more and more" {
		p.Errorf("written on: %q", got)
	}
	// A user who comes back to a page sees the change of the other page.
	p.elsewhere(`node: 2, op: "name", text: "seen"`)
	p.do(chromedp.Evaluate[chromedp.Void](`window.dispatchEvent(new Event("focus"))`))
	p.wait(`document.querySelector("#node-name").value === "seen"`)
	// The text that was being written when the page was closed is not lost either.
	p.elsewhere(`node: 2, op: "comment", text: "theirs again"`)
	p.unhurried()
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), " at last"))
	p.do(chromedp.Reload())
	p.kept("both")
	if got := p.comment(); got != "theirs\n\nmine more and more at last" {
		p.Errorf("after the reload the box has %q", got)
	}
	p.click(`[data-kept="theirs"]`)
	p.settled()
	if got := p.comment(); got != "theirs again" {
		p.Errorf("theirs is %q", got)
	}
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "!"))
	p.do(chromedp.Reload())
	p.settled()
	p.wait(`document.querySelector("#comment").value === "theirs again!"`)
	p.count(".kept", 0)
	p.saved("theirs again!") // the page sends the text after it has shown it
	p.settled()
	// The text of a request that never arrives, because the page is closed, is not lost either.
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const real = window.fetch;
		window.fetch = (url, how) => (how?.method === "POST" && !how.keepalive ? ((window.onItsWay = true), new Promise(() => {})) : real(url, how));
	}`))
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "?"))
	p.press(kb.Escape)
	p.wait(`window.onItsWay`)
	p.do(chromedp.Reload())
	p.settled()
	p.wait(`document.querySelector("#comment").value === "theirs again!?"`)
	p.saved("theirs again!?")
	p.settled()
	p.do(chromedp.Reload()) // no request is pending
	p.settled()
	// Undo succeeds at the first try.
	p.elsewhere(`node: 2, op: "name", text: "unseen"`)
	p.press(kb.Escape)
	p.chord("z", true, false)
	p.settled()
	p.wait(`document.querySelector("#node-name").value === "seen"`)
}

// unhurried makes the page save a text when its box loses the focus, not after a pause, because a
// slow machine may pause while it writes.
func (p *tab) unhurried() {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const real = window.setTimeout;
		window.setTimeout = (run, pause, ...more) => (pause === 900 ? 0 : real(run, pause, ...more));
	}`))
}

// lostNode writes a comment at a node that another page deletes: in one piece, and in two pieces. The
// second piece is written, or sent too, before the first is answered.
func lostNode(p *tab) {
	for saving := range 3 {
		p.upload("lesson.sgf", strings.Replace(lesson, "quieter", fmt.Sprint("quieter ", saving), 1))
		p.edit()
		lostText(p, saving)
	}
}

func lostText(p *tab, saving int) {
	p.unhurried()
	p.press(kb.End)
	p.at(5)
	p.elsewhere(`node: 5, op: "cut"`)
	write := func(text string, leave bool) {
		p.Helper()
		p.do(chromedp.SendKeys(chromedp.CSS("#comment"), text))
		if leave {
			p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
		}
	}
	if saving == 0 {
		write("of a node that is gone", true)
	} else {
		p.do(chromedp.Evaluate[chromedp.Void](`{
			const real = window.fetch, released = new Promise((resolve) => { window.release = resolve; });
			window.fetch = async (path, how) => { if (how?.method === "POST") await released; return real(path, how); };
		}`))
		write("of a node", true)
		write(" that is gone", saving == 2)
		p.wait(fmt.Sprintf(`document.querySelector("main.record").dataset.saving === "%d"`, saving))
		p.do(chromedp.Evaluate[chromedp.Void](`window.release()`))
	}
	p.kept("copy")
	p.settled()
	p.count(".kept", 1)
	p.says(".kept", "of a node that is gone")
	if got := p.comment(); strings.Contains(got, "gone") {
		p.Errorf("another node's comment is %q", got)
	}
	tree, _ := p.download()
	for n := range tree.Root().All() {
		if strings.Contains(n.Comment(), "gone") {
			p.Error("the comment was written to another node")
		}
	}
	p.click(`[data-kept="drop"]`)
	p.count(".kept", 0)
}

// openedOnce opens one file twice.
func openedOnce(p *tab) {
	p.upload("lesson.sgf", lesson)
	id := eval[string](p, `document.querySelector("main.record").dataset.record`)
	p.upload("lesson.sgf", lesson)
	if again := eval[string](p, `document.querySelector("main.record").dataset.record`); again != id {
		p.Errorf("the record %s was opened again as %s", id, again)
	}
	p.start("9", "both", "chinese")
	p.play(1, "E5 C3")
	p.yourTurn(3)
	p.click("#record-game")
	p.at(2)
	// A part that is not on the board gives an error in the dialog, not a file.
	p.click("#share")
	p.do(chromedp.WaitVisible(chromedp.CSS("#export-form")))
	p.do(chromedp.SendKeys(chromedp.CSS("#export-part"), "A1:Z99"))
	p.says("#export-error", "Z99")
}
