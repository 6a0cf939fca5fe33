package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tengen/server"
)

// TestShare reaches a server through the network, without a link, with a wrong one, and with those that the owner makes
// on the page.
func TestShare(t *testing.T) {
	t.Parallel()
	s, err := server.New(server.Options{Data: t.TempDir(), NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	ln, _, err := server.Listen("0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	here, others, err := s.Links(ln)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	outside, err := url.Parse(others[0])
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(outside.Hostname(), ".local") {
		t.Skip("this machine has no address in a network")
	}
	browser := startBrowser(t)
	at := "http://" + outside.Host
	guest := tabAt(t, browser, at)
	guest.open("/")
	guest.reads(".gate h1", "You need a link")
	guest.open("/?key=nonsense")
	guest.reads(".gate h1", "This link does not work")
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Log("axe-core does not check these screens: npm --prefix web ci")
	}
	check := func(p *tab) {
		t.Helper()
		if script != nil {
			for _, fault := range p.faults(string(script)) {
				t.Error(fault)
			}
		}
	}
	check(guest)
	if n := eval[int](guest, `document.querySelectorAll("nav a").length`); n != 0 {
		t.Errorf("%d parts of the page are offered to a browser without a link", n)
	}

	owner := tabAt(t, browser, strings.TrimSuffix(here, "/"))
	owner.open("/")
	owner.click("#links")
	owner.click("#share-guest [data-make]")
	owner.wait(`document.querySelector("#share-guest input")`)
	link := eval[string](owner, `document.querySelector("#share-guest input").value`)
	if !strings.HasPrefix(link, at+"/?key=") {
		t.Fatalf("the link for guests is %q, want one to %s", link, at)
	}
	owner.click("#share-guest [data-code]")
	owner.wait(`document.querySelector("#share-dialog .qr path")`)
	check(owner)
	id := eval[string](owner, `(async () => (await (await fetch("/api/games", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"width": 5, "height": 5, "human": "both"}'})).json()).id)()`)

	// The link is opened from another site, as in a message of a web mail. The browser sends no strict cookie with the
	// page, but does with the page's requests.
	guest.do(chromedp.Navigate(here))
	eval[bool](guest, "(location.href = "+quoted(link+"#"+id)+", true)")
	guest.wait(`document.querySelector('[data-point="C3"]')`)
	if got := eval[string](guest, "location.href"); got != at+"/#"+id {
		t.Errorf("after the link was opened, the address is %s", got)
	}
	board := tabAt(t, browser, strings.TrimSuffix(here, "/"))
	board.open("/#" + id)
	board.click(`[data-point="C3"]`)
	guest.wait(`document.querySelector('[data-point="C3"]').dataset.stone === "black"`)
	guest.wait(`[...document.querySelectorAll(".hint")].some((e) => e.textContent.startsWith("You are watching"))`)
	play := fmt.Sprintf(`fetch("/api/games/%s/play", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"number": 2, "vertex": "B2"}'}).then((r) => r.status)`, id)
	if status := eval[int](guest, play); status != 403 {
		t.Errorf("a guest plays in a game of the owner: status %d, want 403", status)
	}
	guest.open("/#library")
	guest.reads(".gate h1", "Welcome")
	if status := eval[int](guest, `fetch("/api/records").then((r) => r.status)`); status != 403 {
		t.Errorf("a guest asks for the records: status %d, want 403", status)
	}
	owner.click("#share-guest [data-end]")
	owner.wait(`!document.querySelector("#share-guest input")`)
	guest.open("/")
	eval[bool](guest, `(location.reload(), true)`)
	guest.reads(".gate h1", "You need a link")

	other := tabAt(t, browser, at)
	other.open(strings.TrimPrefix(others[0], at))
	other.wait(`document.querySelector("#start")`)
	if got := eval[string](other, "location.href + document.cookie"); got != at+"/" {
		t.Errorf("after the owner's link was opened, the address and the cookies of scripts are %s", got)
	}
}

// quoted returns a text as a literal of JavaScript.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string can always be encoded
	return string(b)
}

// TestMarkup opens a record and a game with markup in every text. The page shows it as text.
func TestMarkup(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	const evil = `<img src=x onerror=window.hit=1><script>window.hit=1</script><svg onload=window.hit=1>"'&lt;b&gt;`
	sgf := "(;SZ[5]"
	for name := range strings.FieldsSeq("PB PW BR WR EV RO PC GN GC DT US SO AN CP ON BT WT C N KM RE RU OT TM") {
		sgf += name + "[" + evil + "]"
	}
	sgf += "LB[aa:" + evil + "][bb:<b>];B[bb]N[" + evil + "]C[" + evil + "]XY[" + evil + "](;W[cc]C[" + evil + "])(;W[dd]))"
	p.open("/")
	id := eval[string](p, `(async () => (await (await fetch("/api/records?name=" + encodeURIComponent(`+quoted(evil)+`), {method: "POST", headers: {"Content-Type": "application/octet-stream"}, body: `+quoted(sgf)+`})).json()).id)()`)
	for _, path := range []string{"#record/" + id + "/0/0", "#record/" + id + "/0/1", "#games/" + evil, "#library?" + url.QueryEscape(evil), "#new?rules=" + url.QueryEscape(evil), "#lesson/" + evil, "#" + evil} {
		p.open("/" + path)
		p.wait(`document.querySelector("main") && document.body.innerText.length > 40`)
	}
	p.open("/#games")
	p.wait(`document.body.innerText.includes("<img src=x")`)
	p.open("/#record/" + id + "/0/1")
	p.wait(`document.querySelector("#board .stone") && document.body.innerText.includes("<img src=x")`)
	for _, key := range []string{"f", "o"} { // the game info, the export
		p.key(key)
		p.wait(`document.querySelector("dialog[open]")`)
		p.click("dialog [data-close]")
		p.wait(`!document.querySelector("dialog[open]")`)
	}
	if eval[bool](p, `"hit" in window || !!document.querySelector('[src="x"], main script, [onload], [onerror]')`) {
		t.Error("the page made elements of a text")
	}
	for _, path := range []string{"picture?format=svg", "picture?format=svg&what=diagram", "sgf", "original"} {
		if text := eval[string](p, `fetch("/api/records/`+id+`/`+path+`").then(async (r) => r.headers.get("Content-Type").includes("svg") || r.headers.get("Content-Type").includes("html") ? await r.text() : "")`); strings.Contains(text, "<img") || strings.Contains(text, "<script") {
			t.Errorf("%s has markup of the record", path)
		}
	}
}
