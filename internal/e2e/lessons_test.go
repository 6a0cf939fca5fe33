package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// problem is a record with two problems. The first has a marked right line, the second is of White.
const problem = "(;SZ[9]C[Black lives]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]" +
	"(;B[bi];W[ci];B[bh]C[RIGHT\nTwo eyes])(;B[ch];W[bh]C[White takes the middle];B[bi];W[ci]C[One eye]))(;SZ[9]AB[aa];W[bb];B[cc];W[dd])"

// marks waits until the ribbon shows these marks.
func (p *tab) marks(want string) {
	p.Helper()
	p.wait(fmt.Sprintf(`[...document.querySelectorAll(".ribbon [data-mark]")].map((a) => a.dataset.mark).join("") === %q`, want))
}

// TestLessons takes the course's first lessons as a newcomer, and solves problems.
func TestLessons(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	firstLesson(p)
	withKeys(p)
	solveProblems(p)
	onPhone(p)
}

// firstLesson does the first lesson with the mouse, with a wrong answer on the way.
func firstLesson(p *tab) {
	p.Helper()
	p.open("/")
	p.click("#door-course")
	p.count(".lesson-list li", 13)
	p.reads("#go-on", "Begin: The board and the aim")
	p.click("#go-on")
	p.reads("#lesson-title", "The board and the aim")
	p.point("C3")
	p.reads("#lesson-verdict", "Right")
	if p.stone("C3") != "black" {
		p.Error("the stone is not on the board")
	}
	p.click("#next-step")
	p.shown(1)
	p.marks("s..")
	p.point("E5")
	p.reads("#lesson-verdict", "Not yet")
	p.says("#lesson-reply", "not a corner")
	p.says("#announcement", "Not yet. This point is not a corner")
	p.marks("sm.")
	if p.stone("E5") != "" {
		p.Error("a move that the lesson does not have stays on the board")
	}
	p.point("A1")
	p.reads("#lesson-verdict", "Right")
	p.marks("ss.")
	p.click("#next-step")
	p.shown(2)

	// A wrong move of the lesson: White replies. The next click takes both moves back.
	p.point("B3")
	p.wait(`document.querySelector(".lesson").dataset.verdict === "wrong"`)
	p.says("#lesson-reply", "White plays into the gap")
	if p.stone("C3") != "white" {
		p.Error("White did not reply")
	}
	p.wait(`document.querySelector(".lesson").dataset.busy === "false"`)
	p.point("D1") // a stone: nothing is counted
	p.reads("#lesson-verdict", "Not allowed")
	p.wait(`document.querySelector(".lesson").dataset.busy === "false"`)
	p.point("C3")
	p.reads("#lesson-verdict", "Right")
	p.marks("sss")
	p.wait(`document.querySelectorAll(".territoryBlack").length === 10`)

	// The progress is there after the page was loaded again.
	p.do(chromedp.Reload())
	p.marks("sss")
	p.open("/#course")
	p.wait(`document.querySelector("#course")?.dataset.done === "1"`)
	p.reads("#go-on", "Go on: Liberties")
}

// shown waits for a step, counted from 0, that takes answers.
func (p *tab) shown(step int) {
	p.Helper()
	p.wait(fmt.Sprintf(`(({dataset: d}) => d.step === "%d" && d.busy === "false" && d.verdict === "")(document.querySelector(".lesson"))`, step))
}

// withKeys does a step with the keyboard alone.
func withKeys(p *tab) {
	p.Helper()
	p.open("/#lesson/course/capture/0")
	p.reads("#lesson-title", "Capture")
	p.press("h")
	p.count(`[data-mark="circle"][data-at="D3"]`, 1)
	p.press(kb.ArrowLeft) // the first press moves the focus to the board, whose cursor is in the middle
	p.wait(`document.activeElement?.closest(".point")`)
	p.press(kb.ArrowRight, kb.Enter)
	p.reads("#lesson-verdict", "Right")
	p.count(`[data-stone="white"]`, 0)
	p.press(kb.Backspace)
	p.count(`[data-stone="white"]`, 1)
	p.press("n")
	p.wait(`location.hash === "#lesson/course/capture/1"`)
	p.shown(1)
	p.open("/#lesson/course/end/0")
	p.reads("#lesson-title", "The end of the game")
	p.press("p")
	p.reads("#lesson-verdict", "Right")
}

// solveProblems opens a record as problems, misses one and solves it.
func solveProblems(p *tab) {
	p.Helper()
	p.open("/#problems")
	p.says("#no-problems", "As problems")
	p.open("/")
	p.upload("life.sgf", problem)
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-close]")?.click()`))
	p.click("#as-problems")
	p.says("#lesson-text", "Black lives")
	p.point("C2")
	p.says("#lesson-reply", "White takes the middle")
	p.click("#refutation")
	p.says("#lesson-solution", "Refutation 3 / 4")
	p.press("x")
	p.says("#solution-text", "One eye")
	p.press("w")
	p.says("#lesson-reply", "White takes the middle")
	p.click("#try-again")
	p.wait(`document.querySelector(".lesson").dataset.moves === "0"`)
	p.point("B1")
	p.wait(`document.querySelector(".lesson").dataset.verdict === "open" && document.querySelector(".lesson").dataset.busy === "false"`)
	p.point("B2")
	p.reads("#lesson-verdict", "Right")
	p.says("#lesson-item", "Solved once, missed once, asked again tomorrow")
	p.click("#solution")
	p.says("#lesson-solution", "Solution 1 / 3")
	p.press("x", "x")
	p.says("#solution-text", "Two eyes")
	p.press("s")
	p.reads("#lesson-verdict", "Right")
	p.press("n")
	p.says("#lesson-text", "White to play")
	p.open("/#problems")
	p.says("[data-collection] small", "1 of 2 solved")
	p.says("[data-collection] small", "again tomorrow")
}

// onPhone does a step on a phone. Everything fits into the width of the screen.
func onPhone(p *tab) {
	p.Helper()
	p.viewport(390, 844, true)
	for _, path := range []string{"/", "/#course", "/#problems", "/#lesson/course/liberties/0"} {
		p.open(path)
		p.wait(`document.querySelector("main h1, main .point")`)
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
			p.Errorf("%s is %d wide on a phone, want at most 390", path, wide)
		}
	}
	p.point("C4")
	p.reads("#lesson-verdict", "Right")
	if bottom := eval[float64](p, `document.querySelector("#next-step").getBoundingClientRect().bottom`); bottom > 844 {
		p.Errorf("the button for the next step ends at %v, below the screen", bottom)
	}
	p.click("#next-step")
	p.reads(".lesson-task h2", "Fewer in the corner")
}
