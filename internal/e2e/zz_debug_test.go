package e2e

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func TestDebug(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	browser := startBrowser(t)
	p := newTab(t, browser, noDead{})
	p.viewport(1280, 1600, false)
	p.open("/#lab/seki-points")
	p.do(chromedp.WaitVisible(chromedp.CSS("#rulings")))
	time.Sleep(500 * time.Millisecond)
	p.choose("#add-rules", "lrs-004-japanese")
	time.Sleep(500 * time.Millisecond)
	p.shot("debug")
	t.Log(eval[string](p, `document.querySelector("#rulings").outerHTML`))
}
