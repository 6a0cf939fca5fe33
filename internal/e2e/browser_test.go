package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server"
)

// patience is the longest time that a test waits for one thing.
const patience = time.Minute

// findBrowser returns the path of a Chromium, or an error that lists the names that it tried.
func findBrowser() (string, error) {
	if path := os.Getenv("TENGEN_CHROME"); path != "" {
		return exec.LookPath(path)
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("none of %s is installed and TENGEN_CHROME is not set", strings.Join(names, ", "))
}

// startBrowser starts a browser and returns a context whose children are its tabs.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path, err := findBrowser()
	if err != nil {
		if os.Getenv("TENGEN_E2E") != "" {
			t.Fatalf("no browser to test with: %v", err)
		}
		t.Skipf("no browser to test with: %v", err)
	}
	// A browser that is started on a busy machine sometimes cannot start its own processes.
	for attempt := 1; ; attempt++ {
		started := time.Now()
		ctx, err := launch(t, path)
		if err == nil {
			t.Logf("%s started in %v", path, time.Since(started).Round(time.Millisecond))
			return ctx
		}
		if attempt == 3 {
			t.Fatalf("%s does not start: %v", path, err)
		}
		t.Logf("%s does not start, and is started once more: %v", path, err)
		time.Sleep(time.Second)
	}
}

// launch starts the browser. It is stopped when the test ends.
func launch(t *testing.T, path string) (context.Context, error) {
	t.Helper()
	// Not t.TempDir: the browser may still write there while it ends.
	profile, err := os.MkdirTemp("", "tengen-e2e-")
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.Headless}
	for _, flag := range []string{
		"no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage", "disable-extensions",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx, chromedp.Do(ctx)
}

// tab is a page in the browser, with the address of its server.
type tab struct {
	*testing.T
	ctx context.Context
	url string
}

// newTab starts a server with a player and returns a tab for its page.
func newTab(t *testing.T, browser context.Context, player server.Player) *tab {
	t.Helper()
	return serverTab(t, browser, server.Options{NewPlayer: func() (server.Player, error) { return player, nil }})
}

// serverTab starts a server with a data folder of its own and returns a tab for its page.
func serverTab(t *testing.T, browser context.Context, o server.Options) *tab {
	t.Helper()
	return tabBehind(t, browser, o, func(h http.Handler) http.Handler { return h })
}

// tabBehind is serverTab with a handler between the page and the server.
func tabBehind(t *testing.T, browser context.Context, o server.Options, between func(http.Handler) http.Handler) *tab {
	t.Helper()
	o.Data = t.TempDir()
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(between(s.Handler()))
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return tabAt(t, browser, h.URL)
}

// tabAt returns a tab for the page at an address. An error that the page writes to the console fails the test.
func tabAt(t *testing.T, browser context.Context, url string) *tab {
	t.Helper()
	// Each tab has its own storage, so that tests do not see each other's settings.
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx, url: url}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			// The browser also logs a refused move as a network error. That is not a fault of the page.
			if text := fmt.Sprint(m); strings.Contains(text, "exception") || strings.Contains(text, "Security Policy") {
				t.Errorf("the page complains: %s", text)
			}
		}
	}()
	return p
}

// do runs steps and fails if they do not succeed in time. If the page replaces an element between
// finding and using it, or if a step begins in a page that is being left, the step has had no effect
// and is repeated.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for err != nil && (strings.Contains(err.Error(), "node with given id") || left(err)) && ctx.Err() == nil {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			p.Fatal(err)
		}
	}
}

// left tells whether an expression had no value because its page was left for the next one.
func left(err error) bool { return err != nil && strings.Contains(err.Error(), "target navigated") }

// eval returns the value of a JavaScript expression. If it is a promise, eval waits for it.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	for left(err) && ctx.Err() == nil {
		value, err = chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until a JavaScript condition holds. The usual polling of the library
// compiles code in the page, which its content security policy rightly forbids.
func (p *tab) wait(condition string) {
	p.Helper()
	ok := eval[bool](p, fmt.Sprintf(`new Promise((resolve) => {
		const end = Date.now() + %d;
		const look = () => {
			if (%s) resolve(true);
			else if (Date.now() > end) resolve(false);
			else setTimeout(look, 10);
		};
		look();
	})`, (patience-time.Second).Milliseconds(), condition))
	if !ok {
		p.Fatalf("timed out while waiting for %s; the page %s says: %s", condition, eval[string](p, "location.href"), eval[string](p, "document.body.innerText"))
	}
}

func (p *tab) open(path string) { p.Helper(); p.do(chromedp.Navigate(p.url + path)) }

// click clicks an element. If the page moves the element away from the pointer at that moment, the
// click hits another element and is repeated.
func (p *tab) click(selector string) {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
			window.missed = false;
			document.addEventListener("click", (e) => {
				window.missed = !e.target.closest(%q);
				window.reached = e.target.outerHTML.slice(0, 200);
			}, {capture: true, once: true});
		}`, selector)), chromedp.Click(chromedp.CSS(selector)))
		if !eval[bool](p, "window.missed === true") {
			return
		}
	}
	p.Fatalf("a click on %s reaches %s", selector, eval[string](p, "window.reached"))
}

func (p *tab) key(keys string) { p.Helper(); p.do(chromedp.KeyEvent(keys)) }

// text returns the text of an element.
func (p *tab) text(selector string) string {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)", selector))
	return eval[string](p, fmt.Sprintf("document.querySelector(%q).textContent.trim()", selector))
}

// says waits until an element's text contains a part; reads waits until it equals a text.
func (p *tab) says(selector, part string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q)", selector, part))
}

func (p *tab) reads(selector, text string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)?.textContent.trim() === %q", selector, text))
}

// yourTurn waits until the page expects the user's move with a number.
func (p *tab) yourTurn(number int) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("main.play")?.dataset.number === "%d" && !document.querySelector("#pass")?.disabled`, number))
}

// stone is the colour on a point: "black", "white" or "".
func (p *tab) stone(vertex string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector('[data-point="%s"]').dataset.stone ?? ""`, vertex))
}

// choose picks an option of a list.
func (p *tab) choose(selector, value string) {
	p.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), value))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new Event("change", {bubbles: true}))`, selector)))
}

// write replaces the text of a field.
func (p *tab) write(selector, text string) {
	p.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), ""), chromedp.SendKeys(chromedp.CSS(selector), text))
}

// start fills in the form on the first page and begins a game.
func (p *tab) start(size, human, rules string) {
	p.Helper()
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	p.click(fmt.Sprintf("label:has(#size-%s)", size))
	p.click(fmt.Sprintf("label:has(#human-%s)", human))
	p.choose("#rules", rules)
	p.click("#start")
	p.do(chromedp.WaitVisible(chromedp.CSS("#pass"))) // the first page has a board, too
}

// viewport sets the size of the page and emulates touch on a phone.
func (p *tab) viewport(width, height int64, phone bool) {
	p.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: phone})
	if err == nil {
		_, err = chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: phone})
	}
	if err != nil {
		p.Fatal(err)
	}
}

// preferDark tells the page whether the system's theme is dark.
func (p *tab) preferDark(dark bool) {
	p.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}},
	})
	if err != nil {
		p.Fatal(err)
	}
}

// filler plays on the first legal point that is not one of its own eyes, passes after
// a pass, and calls the white stone in the corner dead.
type filler struct{}

func (filler) Genmove(_ context.Context, g *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	d := engine.Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}, Win: 0.4, Lead: -1.5, Visits: 10}
	if n := g.Len(); n > 0 && g.Turn(n-1).IsPass() {
		return d, nil
	}
	for p := range baduk.Point(g.Graph().Len()) {
		if m := (baduk.Move{Color: c, Point: p}); g.Legal(m) == baduk.Legal && !g.Position().Enclosed(p, c) {
			d.Move = m
			break
		}
	}
	return d, nil
}

func (filler) Dead(_ context.Context, g *baduk.Game) (baduk.PointSet, error) {
	var dead baduk.PointSet
	if g.At(0) == baduk.White {
		dead.Add(0)
	}
	return dead, nil
}
