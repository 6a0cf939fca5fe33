package e2e

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTournament plays a tournament of one round: two people who come through the invitation play on the page, and the
// organizer enters the result of two others. A third browser of the organizer looks on.
func TestTournament(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	r := &restarted{T: t, dir: t.TempDir(), addr: "0.0.0.0:0"}
	r.start()
	t.Cleanup(func() { r.stop() })
	here := "http://127.0.0.1" + r.addr[strings.LastIndex(r.addr, ":"):]
	host, ann, bob, club := tabAt(t, browser, here), tabAt(t, browser, here), tabAt(t, browser, here), tabAt(t, browser, here)

	host.open("/")
	host.click("#to-club")
	host.click("#new-tournament")
	host.wait(`document.querySelector("#tournament-dialog #tournament-name")`)
	host.do(chromedp.SendKeys(chromedp.CSS("#tournament-name"), "Friday <b>night</b>"))
	host.click("#tournament-dialog label:has(#size-5)")
	host.do(chromedp.SendKeys(chromedp.CSS("#rounds"), "1"))
	host.choose("#tournament-rules", "chinese")
	host.choose("#tournament-dialog #clock", "5m+5s")
	host.click("#create-tournament")
	host.reads("#tournament h1", "Friday <b>night</b>")
	host.says("#tournament", "Swiss · 1 round · 5×5 · Chinese rules · komi 7.5 · 5 min + 5 s a move")
	host.click("#invite-players")
	host.wait(`document.querySelector("#tournament-invite-dialog .qr path")`)
	link := eval[string](host, `document.querySelector("#invitation-link").value`)
	if u, err := url.Parse(link); err != nil || u.Hostname() == "127.0.0.1" || strings.HasSuffix(u.Hostname(), ".local") {
		t.Skipf("this machine has no address in a network: the link is %s, %v", link, err)
	}
	host.click("#tournament-invite-dialog [data-close]")

	join := func(p *tab, name string) {
		p.do(chromedp.Navigate(link))
		p.wait(`document.querySelector("#entrant")`)
		if got := eval[string](p, "location.href"); !strings.HasPrefix(link, got+"/") {
			t.Errorf("the address of a person who was invited is %s, want it without the secret", got)
		}
		p.do(chromedp.SendKeys(chromedp.CSS("#entrant"), name))
		p.click("#join-button")
		p.says("#you", "You play as "+name)
	}
	add := func(name string) {
		host.do(chromedp.SendKeys(chromedp.CSS("#added"), name))
		host.click("#add-button")
		host.says("#entrants", name)
	}
	join(ann, "Ann")
	add("Carl")
	add("<i>Dora</i>")
	join(bob, "Bob")
	if text := bob.text("#tournament"); strings.Contains(text, "Begin round") || strings.Contains(text, "Invitation") {
		t.Errorf("a player has the buttons of the organizer: %s", text)
	}
	host.wait(`document.querySelectorAll("#entrants li").length === 4`)
	host.do(chromedp.Evaluate[chromedp.Void](`window.confirm = () => true`))
	host.click(`[data-up="3"]`)
	host.wait(`document.querySelectorAll("#entrants li")[2].textContent.startsWith("Bob")`)
	host.click("#begin-round")
	host.wait(`document.querySelector("#tournament").dataset.round === "1"`)
	host.says("#wait", "A game of this round has no result yet")

	ann.says("#message", "Round 1 has begun. You play Black against Bob.")
	ann.click("#own-game")
	bob.click("#own-game")
	ann.reads("#status", "Your turn")
	ann.click(`[data-point="C3"]`)
	bob.reads("#status", "Your turn")
	club.open("/#club")
	club.says("#running-games", "Ann – Bob")
	bob.do(chromedp.Reload())
	bob.reads("#status", "Your turn")
	bob.click("#resign")
	bob.click("#resign-yes")
	ann.says("#result", "You won: your opponent resigned")
	club.says("#finished-games", "Ann won by resignation")
	host.choose(`[data-result="1-2"]`, "white")
	host.reads("#standings-title", "Final standings")
	for _, p := range []*tab{ann, bob} {
		p.click("#to-tournament")
		p.reads("#standings-title", "Final standings")
		p.says(`[data-games="1"]`, "Black won (B+R)")
		p.wait(`document.querySelector("#standings tbody tr").textContent.startsWith("1Ann1")`)
	}
	club.says("#tournaments", "finished")

	script, err := os.ReadFile(axe)
	if os.IsNotExist(err) {
		t.Skip("axe-core is not installed: npm --prefix web ci")
	}
	if err != nil {
		t.Fatal(err)
	}
	tournament := eval[string](host, "location.hash")
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		host.viewport(size[0], size[1], size[0] < 500)
		for _, dark := range []bool{false, true} {
			host.preferDark(dark)
			for i, address := range []string{tournament, "#club", "#club"} {
				host.open("/" + address)
				host.do(chromedp.Reload())
				host.wait(`document.querySelector("#standings, #finished-games")`)
				if i == 2 {
					host.click("#new-tournament")
					host.wait(`document.querySelector("dialog[open]")`)
				}
				for _, fault := range host.faults(string(script)) {
					t.Errorf("%s, %d wide, dark %t: %s", address, size[0], dark, fault)
				}
				if width := eval[int64](host, "document.documentElement.scrollWidth"); width > size[0] {
					t.Errorf("%s, %d wide: the page is %d wide", address, size[0], width)
				}
			}
		}
	}
}
