package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTeaching takes a hint in three steps by keyboard, and is told about a mistake, which is explained and taken back.
func TestTeaching(t *testing.T) {
	t.Parallel()
	o := &oracle{allowed: make(chan bool, 100)}
	p := reviewTab(t, o, filler{})
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click("label:has(#size-9)")
	p.click("label:has(#human-black)")
	p.choose("#opponent", "full") // told about mistakes only if the user wants it
	p.click("#more-choices summary")
	p.click("#teach")
	p.click("#start")
	p.yourTurn(1)

	o.allow(1)
	p.press("h")
	p.says("#hint-shown", "Look in the lower right corner")
	p.count(".hint-zone", 1)
	p.press("h")
	p.says("#hint-shown", "The move is G3")
	p.count(".hint-zone", 0)
	p.press("h")
	p.says("#hint-shown", "Replay could not prove a short reason")
	p.wait(`document.querySelector("#hint").disabled`)

	o.allow(5) // the positions around the first two moves; the first one is known from the hint
	p.point("E5")
	p.yourTurn(3)
	p.count("#hint-shown", 0)
	p.point("E6")
	p.yourTurn(5)
	o.allow(1)
	p.point("A1") // the third move: the oracle says that it costs twelve points
	p.says("#mistake", "A1 lost about 12 points")
	p.yourTurn(7)
	p.press("w")
	p.says("#mistake", "The larger move was elsewhere: G3")
	p.reads("#move-number", "4 / 6")
	p.count(".line-shown", 1)
	p.click("#mistake-back")
	p.yourTurn(5)
	p.count("#mistake", 0)
	if p.stone("A1") != "" {
		t.Error("the mistake was not taken back")
	}

	o.allow(4)
	p.point("A1")
	p.says("#mistake", "lost about 12 points")
	p.yourTurn(7)
	p.press(kb.Escape)
	p.count("#mistake", 0)
	p.press("r")
	p.click("#resign-yes")
	p.reads("#hints-taken", "With one hint")
	if o.searches.Load() == 0 || p.stone("A1") != "black" {
		t.Errorf("%d searches; the stone that was left is %q", o.searches.Load(), p.stone("A1"))
	}
}
