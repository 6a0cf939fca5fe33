package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestNewcomer goes the way of a person who is new to Go, with the bundled net: the first lesson, a game on 9x9, its
// review, a problem made from a mistake in it, the analysis of a variation, and the record as a file.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	p := realTab(t)
	firstLesson(p)
	losesGame(p)
	p.click("#review-game")
	for judged := -1; !eval[bool](p, `document.querySelector("#review")?.dataset.doing === "done"`); { // each position may take a minute
		p.wait(fmt.Sprintf(`((review) => review?.doing === "done" || review?.judged > %d)(document.querySelector("#review")?.dataset)`, judged))
		judged = eval[int](p, `Number(document.querySelector("#review").dataset.judged)`)
	}
	record := eval[string](p, "location.hash")
	solvesOwnMistake(p)
	p.open("/" + record)
	analysesVariation(p)
	tree, _ := p.download()
	second := tree.Root().Children()[0].Children()[0]
	if got := len(second.Children()); got != 2 {
		t.Errorf("in the file %d moves follow the second one, want that of the game and that of the variation", got)
	}
}

// losesGame plays on 9x9 against the weakest opponent, mostly in corners, and resigns.
func losesGame(p *tab) {
	p.Helper()
	p.open("/#new?board=9x9&human=black&rank=20k&rules=chinese&komi=7&teach=no")
	p.click("#start")
	for _, vertex := range []string{"E5", "A1", "J9", "A9", "J1", "B1", "H9", "A2"} {
		p.wait(`document.querySelector("main.play")?.dataset.phase === "play" && document.querySelector("#pass:not([disabled])")`)
		if p.stone(vertex) != "" {
			continue
		}
		p.point(vertex)
		p.wait(fmt.Sprintf(`document.querySelector('[data-point=%q]').dataset.stone === "black"`, vertex))
	}
	p.wait(`document.querySelector("#resign:not([disabled])")`)
	p.click("#resign")
	p.click("#resign-yes")
	p.reads("#result", "You resigned")
}

// solvesOwnMistake trains with the first mistake in the game.
func solvesOwnMistake(p *tab) {
	p.Helper()
	p.click("#train-black")
	p.says("#lesson-text", "What would you play as Black?")
	p.press("h")
	p.wait(`document.querySelector('[data-mark="circle"]')`)
	p.point(eval[string](p, `document.querySelector('[data-mark="circle"]').dataset.at`))
	p.reads("#lesson-verdict", "Right")
}

// analysesVariation looks at the second position of the record, and plays a candidate that was not played in the game.
func analysesVariation(p *tab) {
	p.Helper()
	p.settled()
	p.press(kb.Home, kb.ArrowRight, kb.ArrowRight)
	p.at(2)
	p.press(" ")
	p.searched(50)
	if eval[bool](p, `!!document.querySelector("#edit[aria-pressed='false']")`) {
		p.click("#edit")
	}
	candidates := eval[[]string](p, `[...document.querySelectorAll(".candidates [data-play]")].map((b) => b.dataset.play)`)
	i := slices.IndexFunc(candidates, func(v string) bool { return v != "A1" && v != "pass" })
	if i < 0 {
		p.Fatalf("the candidates are %v, want one besides A1", candidates)
	}
	p.click(fmt.Sprintf(".candidates [data-play=%q]", candidates[i]))
	p.at(3)
	p.searched(50)
}
