package e2e

import (
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"tengen/server"
)

// TestInstalled lets the page notify the user of a move, and opens the page when the server has ended.
func TestInstalled(t *testing.T) {
	t.Parallel()
	b := startBrowser(t)
	s, err := server.New(server.Options{Data: t.TempDir(), NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(h.Close)
	closed := false
	t.Cleanup(func() {
		if !closed {
			_ = s.Close()
		}
	})
	p := tabAt(t, b, h.URL)
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	for _, icon := range eval[[]string](p, `fetch(document.querySelector("link[rel=manifest]").href).then((r) => r.json()).then((m) => m.icons.map((i) => i.src))`) {
		if got := eval[string](p, `fetch("`+icon+`").then((r) => r.ok + " " + r.headers.get("Content-Type"))`); got != "true image/png" && got != "true image/svg+xml" {
			t.Errorf("the icon %s: %s", icon, got)
		}
	}

	if _, err := chromedp.Call(p.ctx, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: "notifications"}, Setting: browser.PermissionSettingGranted, Origin: h.URL, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	}); err != nil {
		t.Fatal(err)
	}
	p.click("#theme")
	p.click("#notices")
	p.wait(`document.querySelector("#notices").ariaChecked === "true"`)
	p.wait(`navigator.serviceWorker.controller`)
	p.start("9", "black", "chinese")
	// On a busy machine, getNotifications can miss a notice that Chromium has accepted. So the test reads the notice
	// where the page gives it to the browser.
	p.do(chromedp.Evaluate[chromedp.Void](`{
		Object.defineProperty(document, "hidden", {get: () => true});
		const {prototype} = ServiceWorkerRegistration, show = prototype.showNotification;
		prototype.showNotification = async function (title, options) {
			await show.call(this, title, options);
			window.shown = title + ", " + options.body + ", " + (options.tag === location.hash.slice(1));
		};
	}`))
	p.click(`[data-point="E5"]`)
	p.yourTurn(3)
	p.wait(`window.shown`)
	if got := eval[string](p, `window.shown`); got != "Your turn, Move 3: Black to play, true" {
		t.Errorf("the notice says %q", got)
	}
	p.click("#resign")
	p.click("#resign-yes")
	p.wait(`window.shown.startsWith("You resigned, ")`)

	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	h.CloseClientConnections()
	closed = true
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	h.Close()
	p.do(chromedp.Reload())
	p.wait(`document.querySelector("header .brand")`)
}
