package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/kifu"
	"tengen/onefile"
)

// pageOf writes the page of a record to a file and opens it in a tab, from the disk.
func pageOf(t *testing.T, browser context.Context, sgf string, o onefile.Options) *tab {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(sgf), kifu.Options{Format: "sgf", Encoding: "UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := onefile.Write(f, file.Trees[0], o); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p := tabAt(t, browser, "file://"+path)
	p.open("")
	return p
}

// stones counts the stones on the board of a page.
func (p *tab) stones() int {
	p.Helper()
	return eval[int](p, `document.querySelectorAll("#board svg > g:last-child circle[stroke]").length`)
}

// clickPoint clicks a point of the board of a page.
func (p *tab) clickPoint(name string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const data = JSON.parse(document.querySelector("#data").textContent), i = data.names.indexOf(%q), svg = document.querySelector("#board svg");
		const at = new DOMPoint(data.x[i], data.y[i]).matrixTransform(svg.getScreenCTM());
		svg.dispatchEvent(new MouseEvent("click", {clientX: at.x, clientY: at.y, bubbles: true}));
	}`, name)))
}

// TestOneFile steps through a game and solves a problem on pages without a server.
func TestOneFile(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	p := pageOf(t, browser, `(;SZ[5]PB[Ann]PW[<img src=x onerror="document.title='bad'">]C[<b>Begin</b>]TGA[];B[bb];W[ba](;B[aa];W[ab]C[captured])(;B[ca]LB[dd:x];W[aa]))`, onefile.Options{})
	p.reads("#where", "The start, 4 moves")
	p.reads("#text", "<b>Begin</b>")
	for range 4 {
		p.key(kb.ArrowRight)
	}
	p.reads("#where", "Move 4 of 4: White A4")
	p.reads("#text", "captured")
	if n := p.stones(); n != 3 {
		t.Errorf("%d stones after the capture, want 3", n)
	}
	p.key(kb.ArrowLeft)
	p.key(kb.ArrowDown)
	p.reads("#where", "Move 3 of 4: Black C5")
	p.click("#back")
	p.reads("#variations", "a  Black A5b  Black C5")
	p.clickPoint("A5")
	p.reads("#where", "Move 3 of 4: Black A5")
	p.do(chromedp.Evaluate[chromedp.Void](`{ const s = document.querySelector("#slider"); s.value = 1; s.dispatchEvent(new Event("input")); }`))
	p.reads("#where", "Move 1 of 4: Black B4")
	if eval[bool](p, `document.querySelector("h1").children.length > 0 || document.title === "bad"`) {
		t.Error("the name of a player is markup")
	}
	pages := []*tab{p}

	p = pageOf(t, browser, `(;SZ[5]AB[ba]AW[aa]C[Black to capture](;B[bb]C[WRONG];W[ab])(;B[ab]C[RIGHT])(;B[ee];W[dd];B[ab]C[RIGHT]))`, onefile.Options{Problem: true})
	p.reads("#where", "Black to play")
	p.clickPoint("D4")
	p.reads("#where", "The problem has no answer to D4.")
	p.clickPoint("B4")
	p.reads("#where", "Wrong.")
	p.click("#again")
	p.clickPoint("E1")
	p.reads("#where", "Go on.")
	p.clickPoint("A4")
	p.reads("#where", "Right!")
	p.click("#again")
	p.reads("#where", "Black to play")
	p.click("#solution")
	p.reads("#where", "Solution")
	pages = append(pages, p)

	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skipf("axe-core is not installed: npm --prefix web ci: %v", err)
	}
	for _, p := range pages {
		for _, size := range [][2]int64{{1280, 800}, {390, 844}, {844, 390}} {
			p.viewport(size[0], size[1], size[0] < 1000)
			for _, dark := range []bool{false, true} {
				p.preferDark(dark)
				if eval[bool](p, "document.documentElement.scrollWidth > innerWidth") {
					t.Errorf("%d wide: the page is wider than the window", size[0])
				}
				for _, fault := range p.faults(string(script)) {
					t.Errorf("%d wide, dark %t: %s", size[0], dark, fault)
				}
			}
		}
	}
}
