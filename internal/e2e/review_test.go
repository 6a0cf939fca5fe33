package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/review"
	"tengen/server"
)

// oracle is a searcher that judges only as many positions as the test allows. It judges that Black's
// third move costs twelve points and that G3 would have been better.
type oracle struct {
	allowed  chan bool
	searches atomic.Int32
}

func (o *oracle) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	select {
	case <-o.allowed:
	case <-ctx.Done():
		return mcts.Result{}, ctx.Err()
	}
	o.searches.Add(1)
	r := mcts.Result{Visits: visits, Win: 0.6, Lead: 3, Ownership: make([]float32, g.Graph().Len())}
	if g.Len() >= 5 {
		r.Win, r.Lead = 0.2, -9
	}
	best, err := g.Graph().ParseVertex("G3")
	if err != nil {
		return r, err
	}
	if g.Legal(baduk.Move{Color: g.ToPlay(), Point: best}) != baduk.Legal {
		best = baduk.Pass
	}
	first := baduk.Move{Color: g.ToPlay(), Point: best}
	r.Moves = []mcts.MoveInfo{{Move: first, Visits: visits, Prior: 0.6, Values: mcts.Values{Win: r.Win, Lead: r.Lead}, PV: []baduk.Move{first}}}
	return r, nil
}

// allow permits n more searches.
func (o *oracle) allow(n int) {
	for range n {
		o.allowed <- true
	}
}

// thinker is a filler that waits with its move until the test sends on move.
type thinker struct {
	filler
	move chan bool
}

func (t thinker) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	select {
	case <-t.move:
	case <-ctx.Done():
		return engine.Decision{}, ctx.Err()
	}
	return t.filler.Genmove(ctx, g, c, limit)
}

func reviewTab(t *testing.T, o *oracle, player server.Player) *tab {
	t.Helper()
	return serverTab(t, startBrowser(t), server.Options{NewPlayer: func() (server.Player, error) { return player, nil },
		Review: func(*baduk.Graph) review.Options {
			return review.Options{Searcher: o, Visits: 10, Workers: 1, Judge: "the oracle"}
		}})
}

const reviewedGame = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[the teacher]PW[the pupil];B[ee];W[gc];B[cg];W[cc];B[aa];W[gf];B[ec];W[eg];B[df];W[ge])"

// watchedReview is a page with a review that judges only as many positions as the test allows.
type watchedReview struct {
	*tab
	oracle *oracle
	move   chan bool // lets the engine of a game move
}

// judged waits until a number of positions are judged.
func (p watchedReview) judged(n int) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#review")?.dataset.judged === "%d"`, n))
}

// doing waits until the review is searching, waiting, stopped or done.
func (p watchedReview) doing(what string) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#review")?.dataset.doing === %q`, what))
}

// curveEnd returns the point where the curve of the win probability ends.
func (p watchedReview) curveEnd() float64 {
	p.Helper()
	return eval[float64](p.tab, `Number(/([\d.]+) [\d.]+$/.exec(document.querySelector(".plane .curve").getAttribute("d"))[1])`)
}

// TestReview watches a review that is being made, leaves it and comes back to it.
func TestReview(t *testing.T) {
	t.Parallel()
	o := &oracle{allowed: make(chan bool)}
	move := make(chan bool)
	p := watchedReview{reviewTab(t, o, thinker{move: move}), o, move}
	p.begins()
	p.goesToMoves()
	p.waitsAndStops()
	p.goesOn()
	p.isSaved()

	// A phone shows the whole review within the width of the page.
	p.press("r")
	p.doing("done")
	p.viewport(390, 844, true)
	p.wait(`document.querySelector(".plane svg").getBoundingClientRect().right <= 390 && document.documentElement.scrollWidth <= 390`)
}

// begins starts the review and judges seven positions. The curve grows, and Black's third move stands out.
func (p watchedReview) begins() {
	p.upload("game.sgf", reviewedGame)
	p.click("#review-record")
	p.doing("searching")
	p.says("#review-doing", "0 of 11 positions")
	p.oracle.allow(3)
	p.judged(3)
	before := p.curveEnd()
	p.says("#moments", "None so far")

	p.oracle.allow(4)
	p.judged(7)
	if after := p.curveEnd(); after <= before+50 {
		p.Errorf("the curve ended at %v, and ends at %v with four positions more, want more than 50 beyond", before, after)
	}
	p.says("#review-doing", "left")
	p.count(".moment", 1)
	p.says("#moment-1 .head", "Move 5, A9")
	p.says("#moment-1 .head", "12 points lost")
	p.says("#moment-1 .why", "The larger move was elsewhere: G3")
	p.wait(`[...document.querySelectorAll("#moment-1 img")].length === 2`)
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#moment-1").scrollIntoView()`))
	p.wait(`[...document.querySelectorAll("#moment-1 img")].every((img) => img.complete && img.naturalWidth > 100)`)
	p.says("#moment-1 .diagrams", "Better G3")
}

// goesToMoves clicks on the graph, which goes to a move. The graph shows the position of the board.
func (p watchedReview) goesToMoves() {
	p.click(`[data-moment="1"] .disk`)
	p.at(5)
	if p.stone("A9") != "black" {
		p.Error("the moment does not lead to its move")
	}
	p.says("#review-here", "Moment 1 of 1")
	p.count(`.better-point[data-better="G3"]`, 1)
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const box = document.querySelector(".plane").getBoundingClientRect();
		const at = {bubbles: true, pointerType: "touch", clientX: box.x + box.width * 0.99, clientY: box.y + 40};
		document.querySelector(".plane").dispatchEvent(new PointerEvent("pointerdown", at));
		document.querySelector(".plane").dispatchEvent(new PointerEvent("pointerup", at));
	}`))
	p.at(10)
	p.says("#review-here", "not judged yet")
	p.press(",")
	p.at(5)
	p.press(kb.ArrowLeft)
	p.at(4)
	p.wait(`document.querySelector(".plane .place").dataset.at === "4" && document.querySelector(".plane .place").getBoundingClientRect().height > 200`)
	p.says(".course figcaption", "B+3.0 · Black 60 %")
	p.press(".")
	p.at(5)
}

// waitsAndStops lets an engine think, for which the review waits. Then it stops the review, which is still there after
// a reload.
func (p watchedReview) waitsAndStops() {
	p.do(chromedp.Evaluate[chromedp.Void](`fetch("/api/games", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"human": "white"}'})`))
	p.doing("waiting")
	p.says("#review-doing", "waits while an engine is thinking")
	p.move <- true
	p.doing("searching")

	// A stopped review is still there after a reload, and does not search until the user continues it.
	p.click("#review-stop")
	p.doing("stopped")
	p.do(chromedp.Reload())
	p.judged(7)
	p.doing("stopped")
	p.at(5)
	p.count(".moment", 1)
	if n := p.oracle.searches.Load(); n != 7 {
		p.Errorf("%d searches for seven positions, want 7", n)
	}
}

// goesOn continues the review to its end, for another level, which chooses other moments from the same judgements.
func (p watchedReview) goesOn() {
	p.choose("#review-level", "9d")
	p.says("#moments", "players of 9d")
	p.click("#review-go-on")
	p.doing("searching")
	p.do(chromedp.Reload()) // a search goes on after a reload
	p.doing("searching")
	p.oracle.allow(4)
	p.doing("done")
	p.says("#review-doing", "All 11 positions are judged")
	p.says("#moments", "players of 9d")
	if n := p.oracle.searches.Load(); n != 11 {
		p.Errorf("%d searches for eleven positions, want 11", n)
	}
}

// isSaved writes the review into the record and closes it.
func (p watchedReview) isSaved() {
	p.click("#review-save")
	p.says("#message", "This adds the analyses, comments and better lines")
	p.reads("#review-save", "Save")
	p.click("#remedy")
	p.reads("#review-save", "Saved")
	p.press("r")
	p.wait(`!document.querySelector("#review")`)
	p.at(5)
	p.wait(`document.querySelector("#read-comment")?.textContent.includes("12 points lost")`)
	p.wait(`document.querySelector("#analysis")`)
	tree, _ := p.download()
	if a, err := tree.Root().Analysis(); err != nil || a == nil || a.Engine != "the oracle" {
		p.Errorf("the record has %+v, %v, want an analysis of the oracle", a, err)
	}
	response, err := http.Get(p.url + eval[string](p.tab, `location.hash.replace(/^#record\/(\w+).*/, "/api/records/$1/review/report")`))
	if err != nil {
		p.Fatal(err)
	}
	if err := response.Body.Close(); err != nil || response.StatusCode != 200 {
		p.Errorf("the report: %v, %v, want status 200", response.Status, err)
	}
}

// TestReviewWays opens a review from a game that is over, and for a record that has nothing to
// review.
func TestReviewWays(t *testing.T) {
	t.Parallel()
	o := &oracle{allowed: make(chan bool, 100)}
	o.allow(100)
	p := reviewTab(t, o, filler{})
	p.start("9", "both", "chinese")
	p.point("E5")
	p.yourTurn(2)
	p.press("p")
	p.yourTurn(3)
	p.press("p")
	p.click("#accept")
	p.click("#review-game")
	p.wait(`document.querySelector("#review")?.dataset.doing === "done"`)
	if hash := eval[string](p, "location.hash"); !strings.HasPrefix(hash, "#record/") {
		t.Errorf("the review is at %s", hash)
	}
	p.upload("empty.sgf", "(;SZ[9]AB[ee])")
	p.click("#review-record")
	p.says("#review-error", "There is nothing to review: the game has no moves")
	p.click("#review-close")
	p.wait(`!document.querySelector("#review")`)
}
