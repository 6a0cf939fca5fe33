package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tengen/player"
	"tengen/server"
)

// realTab is a page whose server has the bundled net for everything.
func realTab(t *testing.T) *tab {
	t.Helper()
	o := analysing(t)
	net, err := player.Loader{}.Load(context.Background(), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	o.NewPlayer = func() (server.Player, error) { return player.New(net, player.Options{Threads: 1, Memory: 64 << 20}) }
	reviewer := player.NewReviewer(net, 30, 1, nil)
	reviewer.Memory = 64 << 20
	o.Review = reviewer.On
	return serverTab(t, startBrowser(t), o)
}

// TestPictures makes the pictures of docs/web.md if TENGEN_PICTURES names their folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("TENGEN_PICTURES")
	if dir == "" {
		t.Skip("TENGEN_PICTURES does not name the folder for the pictures of docs/web.md")
	}
	p := realTab(t)
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
	id := eval[string](p, `(async () => {
		const post = async (path, body) => (await fetch("api/games" + path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json();
		const { id } = await post("", {width: 19, height: 19, human: "none", visits: 16});
		for (;;) {
			const g = await (await fetch("api/games/" + id)).json();
			if (g.number > 90) { await post("/" + id + "/pause", {number: g.number}); return id; }
			await new Promise((done) => setTimeout(done, 200));
		}
	})()`)
	record := eval[string](p, `(async () => (await (await fetch("api/games/`+id+`/record", {method: "POST", headers: {"Content-Type": "application/json"}, body: "{}"})).json()).id)()`)
	friend, _ := p.room(true)
	invitation, _ := p.room(false)
	tournament := p.tournament("Club evening", 2, 1, true)
	for _, s := range []struct {
		name, address, ready string
	}{
		{"friend", "/#" + friend, "#messages p"},
		{"invitation", "/#" + invitation, "#show-invitation"},
		{"home", "/", "#game-list [data-record]"},
		{"game", "/#" + id, "#board .stone"},
		{"record", "/#record/" + record + "/0/60", "#board .stone"},
		{"analysis", "/#record/" + record + "/0/60", "#board .stone"},
		{"course", "/#course", "#course"},
		{"lesson", "/#lesson/course/capture/0", ".lesson [data-point]"},
		{"problems", "/#problems", "[data-set]"},
		{"laboratory", "/#lab", "main"},
		{"club", "/#club", "#finished-games li"},
		{"tournament", tournament, "#own-game"},
	} {
		for _, size := range []struct {
			name          string
			width, height int64
		}{{"desktop", 1280, 800}, {"phone", 390, 844}} {
			p.viewport(size.width, size.height, size.name == "phone")
			p.do(chromedp.Navigate("about:blank")) // so that the page loads again
			p.open(s.address)
			p.wait(`document.querySelector("` + s.ready + `")`)
			if s.name == "invitation" {
				p.click("#show-invitation")
				p.wait(`document.querySelector("#invite-dialog .qr")`)
			}
			if s.name == "analysis" {
				if size.name == "desktop" { // a setting that stays
					p.click("#analyse")
				}
				p.searched(200)
			}
			time.Sleep(time.Second) // pictures of boards arrive, and stones settle
			p.picture(filepath.Join(dir, fmt.Sprintf("%s-%s.jpg", s.name, size.name)))
		}
	}
}

// picture writes what the screen shows to a file.
func (p *tab) picture(file string) {
	p.Helper()
	quality := int64(82)
	shot, err := chromedp.Call(p.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: "jpeg", Quality: &quality})
	if err == nil {
		err = os.WriteFile(file, shot.Data, 0o644)
	}
	if err != nil {
		p.Fatal(err)
	}
}
