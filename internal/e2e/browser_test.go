package e2e

import (
	"context"
	"fmt"
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

// patience is how long a test waits for anything at all.
const patience = time.Minute

// findBrowser is the path of a Chromium, or why there is none.
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

// startBrowser is a context whose children are tabs of one new browser.
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

// launch starts the browser, which ends with the test.
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

// tab is a page in the browser, and the program that it belongs to.
type tab struct {
	*testing.T
	ctx context.Context
	url string
}

// newTab starts a server and opens its page. What the page writes to the console
// fails the test when it is an error.
func newTab(t *testing.T, browser context.Context, player server.Player) *tab {
	t.Helper()
	return serverTab(t, browser, server.Options{NewPlayer: func() (server.Player, error) { return player, nil }})
}

// serverTab is a tab of a new server, with data of its own.
func serverTab(t *testing.T, browser context.Context, o server.Options) *tab {
	t.Helper()
	o.Data = t.TempDir()
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	// Own storage, so that no test sees what another has left.
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx, url: h.URL}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			// A refused move is an error to the network log too; that is no bug.
			if text := fmt.Sprint(m); strings.Contains(text, "exception") || strings.Contains(text, "Security Policy") {
				t.Errorf("the page complains: %s", text)
			}
		}
	}()
	return p
}

// do runs steps and fails when they do not succeed in time. A step that found an element which the
// page has replaced before it was used has done nothing yet, and is made again with the new one.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for err != nil && strings.Contains(err.Error(), "node with given id") && ctx.Err() == nil {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			p.Fatal(err)
		}
	}
}

// eval is the value of a JavaScript expression, or of the promise that it is.
func eval[T any](p *tab, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
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
		p.Fatalf("waited in vain for %s; the page says: %s", condition, eval[string](p, "document.body.innerText"))
	}
}

func (p *tab) open(path string) { p.Helper(); p.do(chromedp.Navigate(p.url + path)) }

// click presses the mouse on an element. Where the page moved the element from under the pointer
// at that moment, something else was hit, and the click is made again.
func (p *tab) click(selector string) {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
			window.missed = false;
			document.addEventListener("click", (e) => { window.missed = !e.target.closest(%q) }, {capture: true, once: true});
		}`, selector)), chromedp.Click(chromedp.CSS(selector)))
		if !eval[bool](p, "window.missed === true") {
			return
		}
	}
	p.Fatalf("%s is covered: a click does not reach it", selector)
}

func (p *tab) key(keys string) { p.Helper(); p.do(chromedp.KeyEvent(keys)) }

// text is what an element says.
func (p *tab) text(selector string) string {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)", selector))
	return eval[string](p, fmt.Sprintf("document.querySelector(%q).textContent.trim()", selector))
}

// says waits until an element's text has a part, and reads until it is all of that.
func (p *tab) says(selector, part string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q)", selector, part))
}

func (p *tab) reads(selector, text string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q)?.textContent.trim() === %q", selector, text))
}

// yourTurn waits until the page expects the person's move of this number.
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

// write puts a text in place of what a field holds.
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
	p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
}

// viewport makes the page as large as a screen.
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

// preferDark tells the page what the system's theme is.
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

// filler plays the first legal point that is not an eye of its own, passes after
// a pass, and calls the white stone of the corner dead.
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
