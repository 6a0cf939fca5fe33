package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestBoards(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for name, test := range map[string]func(*tab){
		"torus":      torus,
		"infinite":   infinite,
		"lattices":   lattices,
		"board file": boardFile,
		"big board":  bigBoard,
	} {
		t.Run(name, func(t *testing.T) { test(newTab(t, browser, filler{})) })
	}
}

// play clicks on points, one after the other, as two people do who share a screen.
func (p *tab) play(from int, vertices string) {
	p.Helper()
	for i, vertex := range strings.Fields(vertices) {
		p.yourTurn(from + i)
		if vertex == "pass" {
			p.click("#pass")
			continue
		}
		p.click(`[data-point="` + vertex + `"]`)
		p.wait(fmt.Sprintf(`document.querySelector("main.play").dataset.number !== "%d"`, from+i))
	}
}

// visit moves the cursor to the point with a name.
func (p *tab) visit(vertex string) {
	p.Helper()
	p.key("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#point-name")))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		document.querySelector("#point-name").value = %q;
		document.querySelector("#point-dialog form").requestSubmit();
	}`, strings.ToLower(vertex))))
	p.wait(fmt.Sprintf("document.activeElement?.dataset.point === %q", vertex))
}

// playFar plays on the point with a name, even if the point is not drawn.
func (p *tab) playFar(vertex string) {
	p.Helper()
	p.key("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#point-name")))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("#point-name").value = %q`, vertex)))
	p.click("#point-play")
}

// torus chooses a board without an edge in the form and plays a game to its end.
func torus(p *tab) {
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click("label:has(#size-shape)")
	p.choose("#shape", "torus")
	p.write("#shape-0", "5")
	p.write("#shape-1", "5")
	p.wait(`document.querySelector("#preview")?.getAttribute("aria-label") === "torus 5x5, 25 points"`)
	p.choose("#rules", "tromp-taylor")
	p.click("label:has(#human-both)")
	p.click("#start")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	if n := eval[int](p, `document.querySelectorAll("[data-copy]").length`); n != 20 {
		p.Errorf("%d copies of points are drawn beyond the border", n)
	}
	p.play(1, "A1 C1")
	if !eval[bool](p, `!!document.querySelector('[data-copy="A1"] .stone.black')`) {
		p.Error("the stone on A1 is not seen beyond the border")
	}
	p.yourTurn(3)
	p.click(`[data-copy="A2"]`) // beyond the right border
	p.yourTurn(4)
	if got := p.stone("A2"); got != "black" {
		p.Errorf("a click beyond the border: %q", got)
	}
	// Two columns go around the torus. Black has column A and the points between E and D.
	p.play(4, "C2 A3 C3 A4 C4 A5 C5")
	p.yourTurn(11)
	// The arrow keys go around the torus, too.
	p.do(chromedp.Focus(chromedp.CSS(`[data-point="A3"]`)))
	p.click(`[data-point="A3"]`)
	p.wait(`document.querySelector("#message")`)
	p.key(kb.ArrowLeft)
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label")`); got != "E3, empty" {
		p.Errorf("left of A3 is %q", got)
	}
	p.key("\r")
	p.yourTurn(12)
	p.play(12, "pass pass")
	p.do(chromedp.WaitVisible(chromedp.CSS("#result")))
	for _, want := range []struct{ row, black, white string }{
		{"stones", "6", "5"}, {"territory", "0", "0"}, {"komi", "–", "7.5"}, {"total", "6", "12.5"},
	} {
		if b, w := p.cell(want.row, "black"), p.cell(want.row, "white"); b != want.black || w != want.white {
			p.Errorf("%s: %s and %s, want %s and %s", want.row, b, w, want.black, want.white)
		}
	}
	p.reads("#result-code", "W+6.5")
	if n := eval[int](p, `document.querySelectorAll("circle.dame").length`); n != 14 {
		p.Errorf("%d points are marked as neutral", n)
	}
	p.click("#reasons summary")
	p.says("#reasons ul", "White wins by 6.5")
}

// infinite plays at places where the board has to grow: by mouse, by keys and by a point's name.
func infinite(p *tab) {
	p.open("/#new?board=infinite&human=both")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.wait(`document.querySelector("#preview") && document.querySelector("#rules").value === "mango-002"`)
	p.click("#start")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	points := func() int {
		p.Helper()
		return eval[int](p, `fetch("/api/games/" + location.hash.slice(1)).then((r) => r.json()).then((g) => g.graph.points.length)`)
	}
	before := points()
	p.play(1, "0,0 1,1 -2,0 7,7")
	p.yourTurn(5)
	grown := points()
	if before != 19*19+1 || grown <= before {
		p.Errorf("the board had %d points and has %d", before, grown)
	}
	if p.stone("0,0") != "black" || p.stone("7,7") != "white" {
		p.Error("stones are not where they were")
	}
	// The user goes to a point outside the picture by its name.
	p.visit("9,0")
	p.key("\r")
	p.yourTurn(6)
	if p.stone("9,0") != "black" || points() <= grown {
		p.Error("the board did not grow again")
	}
	// The arrow keys scroll, and so does the wheel.
	p.do(chromedp.Focus(chromedp.CSS(`[data-point="9,0"]`)))
	p.key(kb.ArrowRight)
	p.wait(`document.activeElement?.dataset.point === "10,0"`)
	box := `document.querySelector("#board").getAttribute("viewBox")`
	was := eval[string](p, box)
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#board").dispatchEvent(new WheelEvent("wheel", {deltaY: -200, bubbles: true, cancelable: true}))`))
	p.wait(fmt.Sprintf("%s !== %q", box, was))
	was = eval[string](p, box)
	for _, step := range []struct {
		kind input.DispatchMouseEventType
		x, y float64
	}{{input.DispatchMouseEventTypeMousePressed, 300, 300}, {input.DispatchMouseEventTypeMouseMoved, 340, 330}, {input.DispatchMouseEventTypeMouseMoved, 380, 350}, {input.DispatchMouseEventTypeMouseReleased, 380, 350}} {
		e := input.DispatchMouseEventParams{Type: step.kind, X: step.x, Y: step.y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
		if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, e); err != nil {
			p.Fatal(err)
		}
	}
	p.wait(fmt.Sprintf("%s !== %q", box, was))
	p.click("#zoom-home")
	p.wait(`document.querySelector('[data-point="-9,-9"]')`)
	p.yourTurn(6) // looking around has not played a stone
	p.click("#undo")
	p.yourTurn(5)
	p.do(chromedp.Reload())
	p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
	p.yourTurn(5)
	if p.stone("7,7") != "white" {
		p.Error("the stones are gone after a reload")
	}
	// A click on a point outside the window, and a stone so far away that its surroundings
	// are drawn separately.
	p.click("#zoom-out")
	p.click("#zoom-out")
	at := eval[[]float64](p, `(() => { const svg = document.querySelector("#board"), at = new DOMPoint(-14, 3).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; })()`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	p.yourTurn(6)
	if p.stone("-14,-3") != "black" {
		p.Error("-14,-3 has no black stone")
	}
	p.playFar("100000,-100000")
	p.yourTurn(7)
	p.visit("100000,-100000")
	p.wait(`document.querySelector('[data-point="100000,-100000"]')`)
	if p.stone("100000,-100000") != "white" {
		p.Error("100000,-100000 has no white stone")
	}
	p.click("#undo")
	p.yourTurn(6)
}

// lattices draws the other infinite boards.
func lattices(p *tab) {
	for kind, last := range map[string]string{"infinite hex": "8,0", "infinite triangular": "-3,9", "half-plane": "-12,0", "quarter-plane": "0,12"} {
		p.open("/#new?human=both&board=" + strings.ReplaceAll(kind, " ", "+"))
		p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
		p.wait(`document.querySelector("#preview") && document.querySelector("#rules").value === "mango-002"`)
		p.click("#start")
		p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
		p.play(1, "0,0 1,1 2,0 2,1 3,3")
		p.playFar(last)
		p.yourTurn(7)
	}
}

// boardFile opens a board file with a mistake, and then plays on the graph of a correct one.
func boardFile(p *tab) {
	good := `{"name": "a house", "points": [{"name": "roof", "x": 1, "y": 0}, {"name": "left", "x": 0, "y": 1}, {"name": "right", "x": 2, "y": 1}],
		"edges": [["roof", "left"], ["roof", "right"], ["left", "right"]], "rules": "tromp-taylor", "komi": 0.5}`
	dir := p.TempDir()
	for name, text := range map[string]string{"good.json": good, "bad.json": strings.Replace(good, `["left", "right"]`, `["left", "left"]`, 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			p.Fatal(err)
		}
	}
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click("label:has(#size-file)")
	p.click("label:has(#human-both)")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#board-file"), []string{filepath.Join(dir, "bad.json")}))
	p.says("#board-error", "left is joined to itself")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#board-file"), []string{filepath.Join(dir, "good.json")}))
	p.wait(`document.querySelector("#preview") && !document.querySelector("#board-error") && document.querySelector("#komi").value === "0.5"`)
	p.click("#start")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	p.play(1, "roof left right")
	p.yourTurn(4)
	if p.stone("left") != "" || p.stone("right") != "black" {
		p.Error("the white stone was not captured")
	}
	p.says(".facts", "a house")
}

// bigBoard zooms in on a board of 52 by 52.
func bigBoard(p *tab) {
	p.open("/#new?board=52x52&human=both&rules=chinese")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click("#start")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass")))
	if n := eval[int](p, `document.querySelectorAll("[data-point]").length`); n != 52*52 {
		p.Errorf("%d points", n)
	}
	for range 4 {
		p.click("#zoom-in")
	}
	p.wait(`document.querySelectorAll("[data-point]").length < 600`)
	p.visit("BB52")
	p.click(`[data-point="BB52"]`)
	p.yourTurn(2)
	p.click("#zoom-home")
	p.wait(`document.querySelectorAll("[data-point]").length === 52 * 52`)
}
