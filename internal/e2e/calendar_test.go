package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ownGame makes a game against the engine that the user resigns at once, and returns its id.
func (p *tab) ownGame() string {
	p.Helper()
	return eval[string](p, `(async () => {
		const post = async (path, body) => (await fetch("api/games" + path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json();
		const { id } = await post("", {width: 9, height: 9, human: "black"});
		await post("/" + id + "/resign", {number: 1});
		return id;
	})()`)
}

// TestCalendar looks at the user's results by day, with the keyboard and on a phone. A day leads to its games.
func TestCalendar(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.viewport(1280, 800, false)
	p.open("/")
	p.wait(`document.querySelector("#board")`)
	ids := []string{p.ownGame(), p.ownGame(), p.ownGame()}
	// The server has no games of other days, so the page takes them for games of today, of yesterday and of the last year.
	eval[bool](p, fmt.Sprintf(`(() => {
		const ago = (days) => new Date(Date.now() - days * 86400_000).toISOString();
		const ended = {%q: [ago(0), "B+R"], %q: [ago(1), "W+R"], %q: [ago(380), "B+R"]};
		const ask = window.fetch;
		window.fetch = async (address, options) => {
			const answer = await ask(address, options);
			if (address !== "/api/games" || options?.method !== "GET") return answer;
			const list = await answer.json();
			for (const g of list.games) [g.finished, g.result] = ended[g.id] ?? [g.finished, g.result];
			return Response.json(list);
		};
		location.hash = "games";
		return true;
	})()`, ids[0], ids[1], ids[2]))
	p.count(".calendar.year a", 2)
	p.says("#calendar-text", "1 won, 1 lost")
	p.count(`.calendar a[tabindex="0"]`, 1) // the Tab key reaches one day
	p.do(chromedp.Focus(chromedp.CSS(`.calendar a[tabindex="0"]`)))
	focused := `document.activeElement.querySelector(".hidden")?.textContent ?? ""`
	for _, key := range []struct{ key, label string }{{kb.ArrowLeft, "0 won, 1 lost"}, {kb.ArrowLeft, "0 won, 1 lost"}, {kb.End, "1 won, 0 lost"}, {kb.Home, "0 won, 1 lost"}} {
		p.key(key.key)
		p.wait(fmt.Sprintf(`(%s).endsWith(%q)`, focused, ": "+key.label))
	}
	p.key(kb.Enter)
	p.count("#game-list li", 1)
	p.count(`#game-list [data-game="`+ids[1]+`"]`, 1)
	p.wait(`location.hash.startsWith("#games?day=") && document.querySelector(".calendar [aria-current]")`)
	p.click("#all-days")
	p.count("#game-list li", 3)
	p.wait(`location.hash === "#games"`)

	p.click("#calendar-earlier")
	p.says("#calendar-text", "1 won, 0 lost")
	p.wait(`document.querySelector("#calendar-earlier").disabled`)
	p.click("#calendar-later")
	p.count(".calendar a", 2)
	p.wait(`document.querySelector("#calendar-later").disabled`)

	p.viewport(390, 844, true)
	p.wait(`document.querySelector(".calendar.month a")`)
	p.wait(`[...document.querySelectorAll(".calendar a")].every((a) => a.getBoundingClientRect().width >= 24 && a.getBoundingClientRect().height >= 24)`)
}
