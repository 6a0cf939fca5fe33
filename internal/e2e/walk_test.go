package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watchEvents collects the durations of keys, the part of them in which scripts run, and how far the layout moves
// (Cumulative Layout Shift).
const watchEvents = `(() => {
	window.paints = [];
	window.scripts = [];
	window.shifted = 0;
	new PerformanceObserver((list) => list.getEntries().filter((e) => e.name === "keydown").forEach((e) => {
		paints.push(e.duration);
		scripts.push(e.processingEnd - e.processingStart);
	})).observe({type: "event", durationThreshold: 16});
	new PerformanceObserver((list) => list.getEntries().forEach((e) => (shifted += e.value))).observe({type: "layout-shift"});
})()`

// TestWalk walks through a record of 200 moves while each position is analysed. The layout must not move. The test logs
// the time from a key to the next picture, as the browser's Event Timing measures it: in steps of 8 ms, and 16 ms for
// everything below. It also logs when the board is painted after the page is loaded again, at the latest.
func TestWalk(t *testing.T) {
	p := serverTab(t, startBrowser(t), analysing(t))
	var moves strings.Builder
	for i := range 200 {
		x, y := i%19, i/19*5%19
		fmt.Fprintf(&moves, ";%c[%c%c]", "BW"[i%2], 'a'+rune(x), 'a'+rune(y))
	}
	p.upload("long.sgf", "(;SZ[19]"+moves.String()+")")
	p.key(" ")
	p.searched(20)
	p.do(chromedp.Evaluate[chromedp.Void](watchEvents))
	for range 200 {
		p.key(kb.ArrowRight)
		time.Sleep(100 * time.Millisecond)
	}
	p.at(200)
	times := eval[[]float64](p, "paints")
	for len(times) < 200 {
		times = append(times, 16)
	}
	slices.Sort(times)
	t.Logf("from a key to the picture: median %g ms, 98%% within %g ms, at most %g ms", times[100], times[195], times[199])
	if scripts := eval[[]float64](p, "scripts"); len(scripts) > 0 {
		slices.Sort(scripts)
		t.Logf("of this, scripts run for: median %.1f ms, at most %.1f ms", scripts[len(scripts)/2], scripts[len(scripts)-1])
	}
	// A number with one digit more moves a centred text a little.
	if shift := eval[float64](p, "shifted"); shift > 0.02 {
		t.Errorf("the layout moved by %g, want hardly any", shift)
	}
	p.do(chromedp.Reload())
	t.Logf("the board is painted within %.0f ms of a reload", eval[float64](p, `new Promise((done) => {
		const look = () => requestAnimationFrame(() => document.querySelector("#board .stone") ? setTimeout(() => done(performance.now())) : look());
		look();
	})`))
}
