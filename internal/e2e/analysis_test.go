package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/player"
	"tengen/server"
)

// analysing returns the options of a server whose live analysis uses the bundled net.
func analysing(t *testing.T) server.Options {
	t.Helper()
	net, err := player.Loader{}.Load(context.Background(), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	return server.Options{
		NewPlayer: func() (server.Player, error) { return filler{}, nil },
		Judges: []server.Judge{
			{Name: "the bundled net", New: func(bytes int64) (server.Analyst, error) {
				return player.NewAnalyst(net, player.Options{Memory: bytes, Threads: 1})
			}},
			{Name: "rollouts", New: func(bytes int64) (server.Analyst, error) {
				return player.NewAnalyst(nil, player.Options{Memory: bytes, Threads: 1})
			}},
		},
	}
}

// searched waits until the search of the shown position has a number of visits.
func (p *tab) searched(visits int) {
	p.Helper()
	p.wait(fmt.Sprintf(`Number(document.querySelector("#live")?.dataset.visits) >= %d && document.querySelectorAll("[data-candidate]").length > 0`, visits))
}

// pointAt moves the mouse over an element, or away from it.
func (p *tab) pointAt(selector string, over bool) {
	p.Helper()
	event := map[bool]string{true: "pointerenter", false: "pointerleave"}[over]
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new PointerEvent(%q, {pointerType: "mouse"}))`, selector, event)))
}

// TestAnalysis analyses a record and games.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	p := serverTab(t, startBrowser(t), analysing(t))
	analyseRecord(p)
	analyseGames(p)
}

// analyseRecord walks through a record with the analysis turned on.
func analyseRecord(p *tab) {
	p.Helper()
	p.upload("lesson.sgf", lesson)
	p.reads("#live", "Analysis") // off at first
	p.key(" ")
	p.searched(50)
	p.says("#live .figures", "Black")

	// The line of a candidate is shown while the mouse is over it, on the board or in the table.
	p.pointAt("[data-candidate]", true)
	p.wait(`document.querySelectorAll(".line-shown circle").length >= 2`)
	p.pointAt("[data-candidate]", false)
	p.count(".line-shown", 0)

	// The search follows the page to other positions. A candidate can be played.
	p.press(kb.End)
	p.at(5)
	p.searched(50)
	p.press(kb.Home)
	p.at(0)
	p.searched(50)
	p.count(".live .course", 1)
	p.wait(`document.querySelectorAll(".candidates [data-play]").length > 0`)
	best := eval[string](p, `document.querySelector(".candidates [data-play]").dataset.play`)
	p.click(fmt.Sprintf(".candidates [data-play=%q]", best))
	if best != "E5" { // the record has the move E5, which is followed without a question
		p.reads("#message", "Turn on Edit to change the record.")
		p.at(0)
		p.click("#remedy")
		p.editing()
	}
	p.at(1)
	p.wait(fmt.Sprintf(`document.querySelector('[data-point=%q] .stone.black') !== null`, best))

	// Only the points of the region are considered. A click on the board chooses a point and plays no move.
	p.searched(10)
	p.click("#pick-only")
	p.point("B2")
	p.wait(`[...document.querySelectorAll("[data-candidate]")].map((c) => c.dataset.candidate).join() === "B2"`)
	p.at(1)
	p.click("#consider-all")
	p.searched(20)
	p.wait(`document.querySelectorAll("[data-candidate]").length > 1`)
	p.click("#threat")
	p.wait(`document.querySelector("#threat").getAttribute("aria-pressed") === "true"`)
	p.searched(20)
	p.click("#consider-all")

	// Territory and policy.
	p.press("e", "j")
	p.wait(`document.querySelectorAll(".owners rect").length > 0 && document.querySelectorAll(".policy rect").length > 0`)
	p.press("e", "j", "W")
	p.count(".analysis circle", 0)
	p.press("W")
	p.searched(20)

	secondOpinion(p)

	// The setting stays for the next visit, and the search stops at the chosen number of visits.
	p.choose("#live-limit", "100")
	p.open("/")
	p.do(chromedp.Evaluate[chromedp.Void]("history.back()"))
	p.wait(`document.querySelector("#live")?.dataset.doing === "done"`)
	p.says("#live-visits", "100 visits")
	p.key(" ")
	p.count(".analysis", 0)
}

// secondOpinion asks for the opinion of rollouts, and loads the page again, which asks again.
func secondOpinion(p *tab) {
	p.Helper()
	p.choose("#second", "rollouts")
	p.says("#second-verdict", "rollouts: Black")
	p.wait(`/^[A-T]\d+$/.test(document.querySelector(".second-choice")?.dataset.second)`)
	p.wait(`[...document.querySelectorAll(".candidates .of-second")].some((cell) => Number(cell.textContent) > 0)`)
	p.do(chromedp.Reload())
	p.says("#second-verdict", "rollouts: Black")
	p.choose("#second", "")
	p.count(".second-choice, .of-second", 0)
	p.searched(20)
}

// analyseGames turns the analysis on in a game between people. It is not offered in a game against the engine.
func analyseGames(p *tab) {
	p.Helper()
	p.open("/")
	p.start("9", "both", "chinese")
	p.point("E5")
	p.key(" ")
	p.searched(20)
	p.press("z") // back to the start
	p.searched(20)
	p.key(" ")
	p.open("/")
	p.start("9", "black", "chinese")
	p.says("#live", "The analysis is off while you play")
	p.wait(`document.querySelector("#analyse").disabled`)
	p.key(" ")
	p.count(".analysis", 0)
}
