package e2e

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

func (p *tab) shot(name string) {
	time.Sleep(350 * time.Millisecond)
	ctx, cancel := context.WithTimeout(p.ctx, 20*time.Second)
	defer cancel()
	r, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		p.Fatal(err)
	}
	os.MkdirAll("/tmp/shots", 0o755)
	os.WriteFile("/tmp/shots/"+name+".png", r.Data, 0o644)
}

func (p *tab) game(wish string, moves string) string {
	id := eval[string](p, `(async () => { const post = (path, b) => fetch("/api/" + path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(b)}).then(r => r.json());
	 let g = await post("games", `+wish+`); if (!g.id) return "ERR " + JSON.stringify(g); let n = 1;
	 for (const v of "`+moves+`".split(" ").filter(Boolean)) { const a = await post("games/" + g.id + "/play", {number: n, vertex: v}); if (a.error) return "ERR " + v + a.error; n++; }
	 return g.id; })()`)
	if strings.HasPrefix(id, "ERR") {
		p.Fatal(id)
	}
	return id
}

func TestShots(t *testing.T) {
	if os.Getenv("SHOTS") == "" {
		t.Skip()
	}
	browser := startBrowser(t)
	only := os.Getenv("SHOTS")
	games := []struct{ name, wish, moves string }{
		{"torus", `{board: "torus 9x9", human: "both"}`, "A1 J9 E5 A9 J1 D4 A5"},
		{"klein", `{board: "klein 7x7", human: "both"}`, "A1 G7 D4 A7 G3"},
		{"moebius", `{board: "moebius 9x5", human: "both"}`, "A1 G4 D4 A5 J3"},
		{"cylinder", `{board: "cylinder 13x9", human: "both"}`, "A1 G4 D4 A5 N3"},
		{"annulus", `{board: "annulus 16x4", human: "both"}`, "A1 G4 D4 A3 C3"},
		{"hex", `{board: "hex 9x9", human: "both"}`, "A1 G4 D4 A5 J3"},
		{"tri", `{board: "triangular 9x9", human: "both"}`, "A1 G4 D4 A5 J3"},
		{"ring", `{board: "ring 20", human: "both"}`, "R1 R2 R11"},
		{"diamond", `{board: "diamond 2", human: "both"}`, "A1 B1 C2 C3"},
		{"planar", `{board: "planar 60 7", human: "both"}`, "V1 V2 V30 V31"},
		{"infinite", `{board: "infinite", human: "both"}`, "0,0 1,1 -1,3 7,7 2,0"},
		{"big", `{width: 52, height: 52, human: "both"}`, "A1 AA10 AZ52 K10"},
	}
	for _, view := range []struct {
		name        string
		w, h        int64
		phone, dark bool
	}{{"wide-light", 1280, 800, false, false}, {"phone-dark", 390, 844, true, true}, {"wide-dark", 1280, 800, false, true}, {"phone-light", 390, 844, true, false}} {
		if os.Getenv("VIEW") != "" && !strings.Contains(view.name, os.Getenv("VIEW")) {
			continue
		}
		p := newTab(t, browser, filler{})
		p.viewport(view.w, view.h, view.phone)
		p.preferDark(view.dark)
		p.open("/")
		p.do(chromedp.WaitVisible(chromedp.CSS("#start")))
		if only == "all" || strings.Contains(only, "form") {
			p.shot("form-" + view.name)
			p.open("/#new?board=torus+9x9&rules=japanese&tax=NONE")
			time.Sleep(time.Second)
			eval[bool](p, `(document.querySelector("#rules-more").open = true)`)
			p.shot("formtorus-" + view.name)
			eval[bool](p, `(document.querySelector("#start").scrollIntoView(), true)`)
			p.shot("formtorus2-" + view.name)
		}
		for _, g := range games {
			if only == "all" || strings.Contains(only, g.name) {
				p.open("/#" + p.game(g.wish, g.moves))
				p.do(chromedp.WaitVisible(chromedp.CSS("#board")))
				p.shot(g.name + "-" + view.name)
			}
		}
		if only == "all" || strings.Contains(only, "lab") {
			p.open("/#lab")
			p.do(chromedp.WaitVisible(chromedp.CSS("#rulings")))
			p.shot("lab-" + view.name)
		}
		if only == "all" || strings.Contains(only, "dead") {
			p.open("/#" + p.game(`{width: 9, height: 9, rules: "japanese", human: "both"}`, "E5 A9 D5 B7 F5 pass pass"))
			p.do(chromedp.WaitVisible(chromedp.CSS("#accept")))
			time.Sleep(300 * time.Millisecond)
			p.shot("dead-" + view.name)
			p.click("#resume")
			time.Sleep(300 * time.Millisecond)
			p.shot("cleanup-" + view.name)
		}
	}
}
