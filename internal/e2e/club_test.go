package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTournament plays a tournament of one round: two people who come through the invitation play on the page, and the
// organizer enters the result of two others. A third browser of the organizer looks on.
func TestTournament(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	here := startServer(t).here()
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
	ann.says("#message", "Round 1 has begun. You play Black against Bob.")
	ann.click("#own-game")
	ann.reads("#status", "Your turn")
	host.click("#take-round-back")
	ann.says("#message", "Round 1 was taken back.")
	ann.says("#you", "The tournament has not begun.")
	host.click("#begin-round")
	host.says("#wait", "A game of this round has no result yet")

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
	host.click("#roster summary")
	host.click(`[data-withdraw="3"]`)
	host.says("#roster", "has left")
	host.click(`[data-withdraw="3"]`)
	host.wait(`!document.querySelector("#roster").textContent.includes("has left")`)
	host.choose(`[data-result="1-2"]`, "white")
	host.reads("#standings-title", "Final standings")
	for _, p := range []*tab{ann, bob} {
		p.click("#to-tournament")
		p.reads("#standings-title", "Final standings")
		p.says(`[data-games="1"]`, "Black won (B+R)")
		p.wait(`document.querySelector("#standings tbody tr").textContent.startsWith("1Ann1")`)
	}
	club.says("#tournaments", "ended")
}

// tournament makes a tournament of seven people of whom two have no browser, and begins some of its rounds. White
// resigns all games, but after the finished rounds the games go on. It returns the address of the tournament. Ann, who
// is in this browser if one is true, plays in it.
func (p *tab) tournament(name string, rounds, finished int, ann bool) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`(async () => {
		const [name, rounds, finished, ann] = [%q, %d, %d, %t];
		const secret = (player) => String(player + 1).repeat(32);
		const post = async (path, body, player) => (await fetch("/api/" + path, {method: "POST", body: JSON.stringify(body),
			headers: {"Content-Type": "application/json", ...(player >= 0 ? {"X-Tengen-Seat": secret(player)} : {})}})).json();
		const { id } = await post("tournaments", {name, system: "swiss", rounds: 2, width: 9, height: 9, clock: "10m+3x30s"});
		for (const [i, player] of ["Ann", "Bob", "Carla", "Dmitri", "Eve", "Friederike Wolkenstein-Rodenbach", "Guido"].entries())
			await post("tournaments/" + id + (player === "Eve" || player === "Guido" ? "/add" : "/join"), {name: player}, i);
		for (let round = 1; round <= rounds; round++) {
			const t = await post("tournaments/" + id + "/round", {round});
			for (const [i, {black, white, game}] of t.rounds[round - 1].entries()) {
				if (game && round <= finished) await post("games/" + game + "/resign", {number: 1}, white);
				else if (game) for (const [k, vertex] of ["E5", "C3", "G3", "D7"].entries()) await post("games/" + game + "/play", {number: k + 1, vertex}, k %% 2 ? white : black);
				else if (white >= 0 && round <= finished) await post("tournaments/" + id + "/result", {round, table: i + 1, result: "black"});
			}
		}
		if (ann) localStorage.setItem("seat " + id, secret(0));
		return "/#tournament/" + id;
	})()`, name, rounds, finished, ann))
}
