package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for name, test := range map[string]func(*tab){
		"read and write":    readAndWrite,
		"ways in":           waysIn,
		"merging":           merging,
		"torus":             torusRecord,
		"keyboard":          recordKeyboard,
		"reader":            reader,
		"autoplay":          autoplay,
		"nothing moves":     nothingMoves,
		"reader on a phone": readerOnPhone,
		"phone":             recordPhone,
		"long":              longRecord,
		"game and back":     gameAndBack,
		"two pages":         twoPages,
		"texts meet":        textsMeet,
		"lost node":         lostNode,
		"opened once":       openedOnce,
		"faults":            faults,
		"info and pictures": infoAndPictures,
	} {
		t.Run(name, func(t *testing.T) { test(newTab(t, browser, filler{})) })
	}
}

// readAndWrite steps through a record, changes it with every tool, and downloads it.
func readAndWrite(p *tab) {
	stepThrough(p)
	useTools(p)
	deleteAndUndo(p)

	// A reload comes back to the same node, and Edit is still on.
	p.do(chromedp.Reload())
	p.at(5)
	p.editing()
	if got := eval[string](p, `document.querySelector("#comment").value`); got != "Too slow." {
		p.Errorf("the comment after a reload is %q, want %q", got, "Too slow.")
	}
	downloaded(p)
}

// stepThrough goes through the moves and into a variation.
func stepThrough(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.reads("#record-title", "the teacher – the pupil")
	p.count(".node", 8)
	p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	p.at(3)
	if p.stone("C3") != "black" || p.stone("G7") != "white" {
		p.Error("the stones after move 3 are wrong")
	}
	p.press(kb.ArrowDown)
	p.wait(`document.querySelector("#read-name")?.textContent === "quieter"`)
	if p.stone("C3") != "" || p.stone("G3") != "black" {
		p.Error("the variation is not shown")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#board").dispatchEvent(new WheelEvent("wheel", {deltaY: 100, bubbles: true, cancelable: true}))`))
	p.at(4)
	p.count(`[data-mark="triangle"][data-at="E5"]`, 1)
	p.count(`[data-label="K"][data-at="C3"]`, 1)
}

// useTools begins a variation and uses every tool once.
func useTools(p *tab) {
	p.edit()
	p.point("A1")
	p.at(5)
	p.count(".node", 9)
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "Too slow."))
	p.settled()
	p.click("#judge-BM")
	p.wait(`document.querySelector("#judge-BM").ariaPressed === "true"`)
	p.click("#tool-triangle")
	p.point("B2")
	p.count(`[data-mark="triangle"][data-at="B2"]`, 1)
	p.click("#tool-letter")
	p.point("C7")
	p.count(`[data-label="A"][data-at="C7"]`, 1)
	p.click("#tool-number")
	p.point("D7")
	p.count(`[data-label="1"][data-at="D7"]`, 1)
	p.click("#tool-arrow")
	p.point("B2")
	p.wait(`document.querySelector(".begin")`)
	p.point("C7")
	p.count("path.arrow", 1)
	p.settled()
}

// deleteAndUndo deletes a node, which the page does without a question, and undoes edits.
func deleteAndUndo(p *tab) {
	p.press(kb.Escape, kb.Delete)
	p.at(4)
	p.count(".node", 8)
	p.reads("#message", "Deleted.")
	p.click("#remedy")
	p.count(".node", 9)
	p.at(5)
	if got := eval[string](p, `document.querySelector("#comment").value`); got != "Too slow." {
		p.Errorf("the comment after the undo is %q, want %q", got, "Too slow.")
	}
	p.click("#promote")
	p.settled()
	p.wait(`[...document.querySelectorAll(".node")].filter((n) => n.getAttribute("transform").endsWith(" 17)")).length === 6`)
	p.chord("z", true, false)
	p.settled()
	p.wait(`!document.querySelector("#record-redo").disabled`)
	p.chord("Z", true, true)
	p.settled()
	p.wait(`document.querySelector("#record-redo").disabled`)
}

// downloaded checks that the file has the changes that were made on the page.
func downloaded(p *tab) {
	tree, disposition := p.download()
	if !strings.Contains(disposition, "lesson.sgf") {
		p.Errorf("the file is called %q, want lesson.sgf", disposition)
	}
	if got := line(tree); got != "E5 G7 G3 C3 A1" {
		p.Errorf("the main line is %q, want %q", got, "E5 G7 G3 C3 A1")
	}
	last := tree.Root()
	for n := range tree.Root().MainLine() {
		last = n
	}
	for name, want := range map[string]string{"C": "Too slow.", "BM": "1", "TR": "bh", "AR": "bh:cc"} {
		if got := strings.Join(last.Values(name), " "); got != want {
			p.Errorf("%s of the last move is %q, want %q", name, got, want)
		}
	}
	if got := strings.Join(last.Values("LB"), " "); got != "cc:A dc:1" {
		p.Errorf("the labels are %q, want %q", got, "cc:A dc:1")
	}
	if got := tree.Info().Black; got != "the teacher" {
		p.Errorf("black is %q, want %q", got, "the teacher")
	}
}

func waysIn(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#new-record")))
	p.drop("dropped.sgf", lesson)
	p.settled()
	p.says(".record .facts .hint", "dropped.sgf")
	// The text has two games, so the page asks which one to show.
	p.paste("(;SZ[9]GN[one];B[aa])(;SZ[13]GN[two];B[bb];W[cc])")
	p.do(chromedp.WaitVisible(chromedp.CSS("#record-games-dialog")))
	p.count("#games-in-file li", 2)
	p.click("#games-in-file li:nth-child(2) a")
	p.settled()
	p.wait(`document.querySelector("#record-title").textContent === "two"`)
	p.count("[data-point]", 13*13)
	// A file that is not a record is refused with a message, and the open record stays.
	p.paste("no game at all")
	p.says("#message", "pasted.sgf cannot be read")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#message").click()`))
	// Another record becomes variations of this one.
	p.click("#games-in-record")
	p.wait(`document.querySelector("#merge")`)
	p.paste("(;SZ[13];B[dd])")
	p.settled()
	p.wait(`document.querySelector("#record-title").textContent === "pasted.sgf"`)
	p.click("#games-in-record")
	p.wait(`document.querySelector("#games-in-file li")`)
	p.click("#add-game")
	p.click("#remedy") // turns Edit on
	p.wait(`document.querySelector("#choose-game")?.textContent === "Game 2 of 2"`)
	p.click("a.brand")
	p.count("#game-list [data-record]", 3)
	p.do(chromedp.Evaluate[chromedp.Void](`window.confirm = () => true`))
	p.click("#game-list [data-record] [data-delete]")
	p.count("#game-list [data-record]", 2)
	p.do(chromedp.Evaluate[chromedp.Void](`window.confirm = () => true`))
	p.click("#game-list [data-record] [data-delete]")
	p.count("#game-list [data-record]", 1)
	p.click("#game-list [data-record] a")
	p.settled()
	p.reads("#record-title", "the teacher – the pupil")
}

// merging merges one record into another.
func merging(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.upload("other.sgf", "(;SZ[9]PB[third]PW[fourth];B[ee];W[ff])")
	p.click("#games-in-record")
	p.wait(`document.querySelector("#merge")?.options.length === 2`)
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const list = document.querySelector("#merge");
		list.selectedIndex = 1;
		list.dispatchEvent(new Event("change", {bubbles: true}));
	}`))
	p.reads("#message", "Turn on Edit to change the record.")
	p.count(".node", 3)
	p.click("#remedy")
	p.count(".node", 9)
	p.wait(`document.querySelector("#remedy")?.textContent === "Undo"`)
	p.click("#remedy")
	p.count(".node", 3)
}

func torusRecord(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#new-record")))
	p.click("#new-record")
	p.click("#new-record-form label:has([value=shape])")
	p.choose("#new-record-form #shape", "torus")
	p.write("#new-record-form #shape-0", "5")
	p.write("#new-record-form #shape-1", "5")
	p.wait(`document.querySelector("#new-record-form #preview")?.getAttribute("aria-label") === "torus 5x5, 25 points"`)
	p.choose("#record-rules", "tromp-taylor")
	p.click("#begin-record")
	p.settled()
	p.editing() // there is nothing to read in a new record
	p.point("A1")
	p.at(1)
	p.click(`[data-copy="A2"]`) // beyond the border
	p.at(2)
	if p.stone("A2") != "white" || !eval[bool](p, `!!document.querySelector('[data-copy="A2"] .stone.white')`) {
		p.Error("the stone beyond the border is not on the board")
	}
	p.click("#tool-circle")
	p.point("E5")
	p.count(`[data-mark="circle"][data-at="E5"]`, 1)
	p.do(chromedp.Reload())
	p.at(2)
	p.count(`[data-mark="circle"][data-at="E5"]`, 1)
	tree, _ := p.download()
	if got := line(tree); got != "A1 A2" || tree.Graph.String() != "torus 5x5" {
		p.Errorf("the record has %s on %s, want A1 A2 on a torus 5x5", got, tree.Graph.String())
	}
}

// gameAndBack makes a record of a game, and plays on from a position in it.
func gameAndBack(p *tab) {
	p.start("9", "both", "chinese")
	p.play(1, "E5 C3 G7")
	p.yourTurn(4)
	p.click("#record-game")
	p.settled()
	p.count(".node", 4)
	p.at(3) // as the game stands
	p.press(kb.ArrowLeft)
	p.at(2)
	p.click("#play-from-here")
	p.do(chromedp.WaitVisible(chromedp.CSS("#play-form")))
	p.click("#play-form label:has([value=both])")
	p.click("#play-start")
	p.yourTurn(3)
	if p.stone("C3") != "white" || p.stone("G7") != "" {
		p.Error("the game does not begin where the record was")
	}
	p.click("a.brand")
	p.count("#game-list [data-game]", 2)
	p.count("#game-list [data-record]", 1)
}

// twoPages writes on a page that does not know about a change on another page.
func twoPages(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.edit()
	p.press(kb.ArrowRight)
	p.at(1)
	change := func(op string) {
		p.Helper()
		status := eval[int](p, `(async () => {
			const [, id] = location.hash.split("/");
			const r = await (await fetch("/api/records/" + id)).json();
			return (await fetch("/api/records/" + id + "/edit", {method: "POST", headers: {"Content-Type": "application/json"},
				body: JSON.stringify({version: r.version, game: 0, node: r.node, `+op+`})})).status;
		})()`)
		if status != http.StatusOK {
			p.Fatalf("the other page's change has status %d, want 200", status)
		}
	}
	change(`op: "name", text: "changed"`)
	p.point("A1")
	p.says("#message", "changed on another page")
	p.settled()
	p.count(".node", 8)
	p.point("A1")
	p.at(2)
	// A text that was written is not lost.
	change(`op: "name", text: "changed again"`)
	p.do(chromedp.SendKeys(chromedp.CSS("#comment"), "kept"))
	p.settled()
	p.do(chromedp.Reload())
	p.at(2)
	if got := eval[string](p, `document.querySelector("#comment").value`); got != "kept" {
		p.Errorf("the comment is %q, want %q", got, "kept")
	}
}

// faults lists the faults of a record and goes to their nodes.
func faults(p *tab) {
	p.upload("faults.sgf", "(;SZ[9];B[ee];W[ee];B[gg])")
	p.click("#diagnostics summary")
	p.wait(`document.querySelector("#diagnostics [data-goto]")`)
	p.click("#diagnostics [data-goto]")
	p.at(2)
	p.says(".faults", "E5")
	p.count(".node .fault", 1)
}

func infoAndPictures(p *tab) {
	p.upload("lesson.sgf", lesson)
	p.click("#info")
	p.says("#info-list", "the pupil") // the reader has no form
	p.count("#info-list :is(input, textarea)", 0)
	p.click("#info-edit")
	p.do(chromedp.WaitVisible(chromedp.CSS("#info-form")))
	for selector, text := range map[string]string{"#info-event": "a lesson", "#info-white": "another player"} {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).select()", selector)))
		p.key(text)
	}
	p.click("#info-save")
	p.wait(`!document.querySelector("dialog")`)
	p.settled()
	p.reads("#record-title", "the teacher – another player")
	tree, _ := p.download()
	if info := tree.Info(); info.Event != "a lesson" || info.White != "another player" || info.Komi != "6.5" {
		p.Errorf("the info is %+v, want event %q, White %q, komi 6.5", info, "a lesson", "another player")
	}
	p.click("#share")
	p.do(chromedp.WaitVisible(chromedp.CSS("#export-form")))
	address := eval[string](p, `document.querySelector("#export-go").getAttribute("href")`)
	response, err := http.Get(p.url + address)
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		p.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || !strings.Contains(string(data), "<svg") {
		p.Errorf("%s: %s: %.200s, want status 200 and an SVG picture", address, response.Status, data)
	}
	p.click(`label:has(#what-card)`)
	p.wait(`document.querySelector(".export-preview")?.naturalWidth === 1200`)
	p.wait(`/card=1.*format=png.*download=1/.test(document.querySelector("#export-go").getAttribute("href"))`)

	// In another language the card has its texts in that language.
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.setItem("language", "de")`), chromedp.Reload())
	p.wait(`document.documentElement.lang === "de" && document.querySelector("#share")`)
	p.click("#share")
	p.click(`label:has(#what-card)`)
	p.wait(`document.querySelector(".export-preview")?.naturalWidth === 1200`)
	address = eval[string](p, `document.querySelector(".export-preview").getAttribute("src")`)
	if query, err := url.Parse(address); err != nil || !strings.Contains(query.Query().Get("terms"), "Komi 6,5") {
		p.Errorf("the card in German is %s, %v; want its komi in German", address, err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.removeItem("language")`), chromedp.Reload())
	p.wait(`document.documentElement.lang === "en"`)
}
