package e2e

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tengen/server"
)

// restarted is a server in the network that can be stopped and started again at the same address.
type restarted struct {
	*testing.T
	dir, addr string
	stop      func()
}

// startServer starts such a server. It is stopped when the test ends. Its port is below the ports that systems choose,
// so it stays free while the server is stopped.
func startServer(t *testing.T) *restarted {
	t.Helper()
	r := &restarted{T: t, dir: t.TempDir(), addr: fmt.Sprint("0.0.0.0:", 20_000+rand.IntN(10_000))}
	r.start()
	t.Cleanup(func() { r.stop() })
	return r
}

// here is the address of the page on the machine of the server.
func (r *restarted) here() string {
	return "http://127.0.0.1" + r.addr[strings.LastIndex(r.addr, ":"):]
}

func (r *restarted) start() {
	r.Helper()
	s, err := server.New(server.Options{Data: r.dir, NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	if err != nil {
		r.Fatal(err)
	}
	ln, _, err := server.Listen(r.addr)
	if err != nil {
		r.Fatal(err)
	}
	if _, port, err := net.SplitHostPort(ln.Addr().String()); err == nil {
		r.addr = "0.0.0.0:" + port
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	r.stop = func() {
		cancel()
		if err := <-served; err != nil {
			r.Error(err)
		}
	}
}

// inviteFriend begins a game on 5x5 as Ann, who has Black, and returns the link of the invitation. The dialog with the
// link stays open. If the link does not lead to the network, the test is skipped.
func (p *tab) inviteFriend() string {
	p.Helper()
	p.open("/")
	p.click("#door-friend")
	p.wait(`document.querySelector("#friend-dialog #player-name")`)
	p.click("#friend-dialog label:has(#size-5)")
	p.click("#friend-dialog label:has(#color-black)")
	p.do(chromedp.SendKeys(chromedp.CSS("#player-name"), "Ann"))
	p.choose("#friend-dialog #clock", "5m+5s")
	p.click("#friend-dialog #more-choices > summary")
	p.choose("#friend-dialog #rules", "chinese")
	p.click("#friend-dialog #start")
	p.wait(`document.querySelector("#invite-dialog .qr path")`)
	link := eval[string](p, `document.querySelector("#invitation-link").value`)
	if u, err := url.Parse(link); err != nil || u.Hostname() == "127.0.0.1" || strings.HasSuffix(u.Hostname(), ".local") {
		p.Skipf("this machine has no address in a network: the link is %s, %v", link, err)
	}
	return link
}

// agree agrees to what the other player asks. The button does not take clicks when it appears.
func (p *tab) agree() {
	p.Helper()
	p.wait(`document.querySelector("#agree:enabled")`)
	p.click("#agree")
}

// TestFriends plays a timed game through an invitation, in three browsers that share nothing: two players and a
// spectator, who come from the network and have only the invitation. The server is stopped for a while in the middle.
// No page is loaded again.
func TestFriends(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	r := startServer(t)
	ann, bob, eve := tabAt(t, browser, r.here()), tabAt(t, browser, r.here()), tabAt(t, browser, r.here())
	all := []*tab{ann, bob, eve}

	link := ann.inviteFriend()
	ann.click("#copy-link")
	ann.reads("#copy-link", "Copied")
	ann.click("#invite-dialog [data-close]")
	ann.reads("#status", "Waiting for your friend")
	ann.do(chromedp.Reload())
	ann.reads("#status", "Waiting for your friend")

	for _, broken := range []string{link[:len(link)-1], link[:len(link)-1] + "x", link[:strings.LastIndex(link, "/")]} {
		eve.do(chromedp.Navigate(broken))
		eve.reads("main h1", "This invitation does not work")
	}
	for _, p := range all[1:] {
		p.do(chromedp.Navigate(link))
		p.reads("#status", "Ann invites you")
		if got := eval[string](p, "location.href"); !strings.HasPrefix(link, got+"/") {
			t.Errorf("the address of an invited person is %s, want it without the secret", got)
		}
	}
	for _, p := range all[1:] {
		p.says("#own-invitation", "Are you Ann? Then send the link to your friend") // all three are at the machine of the server
	}
	bob.click(".join summary")
	bob.says(".join", "5 min + 5 s a move")
	bob.do(chromedp.SendKeys(chromedp.CSS("#guest-name"), "Bob"))
	bob.click("#sit")
	ann.reads("#status", "Your turn")
	ann.says("#message", "Bob is here. You play Black.")
	bob.reads("#status", "Ann to play")
	eve.reads("#looking-on", "You are watching.")
	ann.reads("#watching", "One person is watching")

	ann.click(`[data-point="C3"]`)
	bob.reads("#status", "Your turn")
	eve.wait(`document.querySelector('[data-point="C3"]').dataset.stone === "black"`)
	eve.click(`[data-point="D4"]`)
	eve.says("#message", "Ann and Bob play. You are watching.")
	bob.wait(`document.querySelector('[data-clock="white"]').classList.contains("running")`)
	bob.wait(`document.querySelector('[data-clock="white"] b').textContent < "5:00"`)
	ann.do(chromedp.SendKeys(chromedp.CSS("#say"), "have fun <b>x</b>"))
	ann.click("#send")
	for _, p := range all {
		p.reads("#messages p", "Ann have fun <b>x</b>")
		p.do(chromedp.Evaluate[chromedp.Void](`window.neverReloaded = true`))
	}

	r.stop()
	for _, p := range all {
		p.says(".banner", "Connection lost")
	}
	r.start()
	for _, p := range all {
		p.wait(`!document.querySelector(".banner")`)
	}
	bob.click(`[data-point="D3"]`)
	ann.reads("#status", "Your turn")
	ann.click(`[data-point="B3"]`)
	bob.reads("#status", "Your turn")
	eve.wait(`document.querySelector("main.play").dataset.number === "4"`)

	// After another restart the clocks go on when both players are back.
	place := eval[string](bob, "location.href")
	bob.do(chromedp.Navigate("about:blank"))
	r.stop()
	r.start()
	for _, p := range []*tab{ann, eve} {
		p.says("#waits", "The clocks go on when both players are back")
	}
	if eval[bool](ann, `!!document.querySelector(".watch.running")`) {
		t.Error("a clock runs before Bob is back")
	}
	bob.do(chromedp.Navigate(place), chromedp.Evaluate[chromedp.Void](`window.neverReloaded = true`))
	ann.wait(`document.querySelector(".watch.running") && !document.querySelector("#waits")`)
	bob.reads("#status", "Your turn")

	// Undo and pause by agreement.
	ann.click("#undo")
	bob.reads("#status", "Ann asks to take the last move back")
	bob.click("#refuse")
	ann.reads("#status", "Bob to play")
	ann.says("#message", "Bob says no.")
	ann.wait(`document.querySelector("#pause").disabled && document.querySelector("#draw").disabled`)
	bob.click("#pause")
	ann.reads("#status", "Bob asks for a pause")
	ann.agree()
	bob.reads("#status", "The game is paused")
	if eval[bool](bob, `!!document.querySelector(".watch.running")`) {
		t.Error("a clock runs in a pause")
	}
	ann.click("#continue")
	ann.says("#alone", "The clocks go on when Bob agrees.")
	bob.reads("#status", "Ann asks to go on")
	bob.agree()
	bob.wait(`document.querySelector(".watch.running")`)
	bob.click("#undo")
	ann.reads("#status", "Bob asks to take the last two moves back")
	bob.click("#take-question-back")
	bob.click("#propose")
	ann.reads("#status", "Bob proposes to end the game here and count")
	ann.click("#decline")
	bob.says("#message", "Ann wants to play on.")
	bob.key("p")
	bob.says("#message", "Do you want to pass?")
	bob.click("#remedy")
	ann.reads("#status", "White passed. Your turn")
	ann.click("#pass")

	// One disagrees, and later both accept the dead stones.
	ann.wait(`document.querySelector("#accept")`)
	bob.click("#resume")
	ann.says("#message", "Bob does not agree. Play goes on.")
	bob.reads("#status", "Black passed. Your turn")
	bob.click("#pass")
	ann.reads("#status", "White passed. Your turn")
	ann.click("#pass")
	for _, p := range all[:2] {
		p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	}
	bob.click(`[data-point="D3"]`)
	ann.wait(`document.querySelector('[data-point="D3"]').dataset.dead`)
	ann.click("#accept")
	bob.reads("#status", "Ann has accepted these dead stones")
	bob.click(`[data-point="D3"]`)
	ann.says("#message", "The dead stones have changed.")
	bob.click(`[data-point="D3"]`)
	ann.wait(`document.querySelector('[data-point="D3"]').dataset.dead`)
	ann.click("#accept")
	ann.reads("#status", "You have accepted. Waiting for your opponent…")
	bob.reads("#status", "Ann has accepted these dead stones")
	bob.click("#accept")
	ann.reads("#result", "You won by 17.5 points")
	bob.reads("#result", "You lost by 17.5 points")
	eve.reads("#result", "Ann won by 17.5 points")

	for _, p := range all { // the record goes to everyone
		sgf := eval[string](p, `new Promise((resolve) => {
			URL.createObjectURL = (blob) => (blob.text().then(resolve), "#");
			const link = document.querySelector("#sgf");
			if (`+fmt.Sprint(p == ann)+`) fetch(link.href).then((r) => r.text()).then(resolve);
			else link.click();
		})`)
		if !strings.Contains(sgf, "PB[Ann]") || !strings.Contains(sgf, "OT[5s fischer]") || !strings.Contains(sgf, "WL[") {
			t.Errorf("the record is %s", sgf)
		}
	}

	before := eval[string](ann, "location.hash")
	ann.click("#rematch")
	bob.reads("#status", "Ann asks for another game")
	bob.agree()
	for _, p := range all {
		p.wait(`location.hash !== "` + before + `" || document.querySelector("#next")`)
	}
	bob.reads("#status", "Your turn")
	ann.reads("#status", "Bob to play")
	eve.click("#next")
	eve.reads("#status", "Bob to play")
	for _, p := range all {
		if !eval[bool](p, "window.neverReloaded === true") {
			t.Error("a page was loaded again")
		}
	}
}

// wire is a network between browsers and a server that can be cut. After a cut the old connections stay silent, as when
// a phone has slept.
type wire struct {
	net.Listener
	mu  sync.Mutex
	cut bool
	gap int // grows with every cut
}

// newWire passes connections on to an address until the test ends.
func newWire(t *testing.T, to string) *wire {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: ln}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			near, err := ln.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				_ = near.Close()
				continue
			}
			_, gap := w.state()
			go w.pass(far, near, gap)
			go w.pass(near, far, gap)
		}
	}()
	return w
}

func (w *wire) state() (cut bool, gap int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cut, w.gap
}

func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut = cut; cut {
		w.gap++
	}
}

// pass copies what arrives, unless the wire is cut or was cut since the connection began.
func (w *wire) pass(to io.WriteCloser, from io.Reader, began int) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		if cut, gap := w.state(); cut || gap != began {
			continue // the bytes are lost
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// room makes a game between two people in which this browser holds the seat of Ann. It returns the id of the game and
// the secret of the invitation.
func (p *tab) room(begun bool) (id, code string) {
	p.Helper()
	made := eval[[]string](p, fmt.Sprintf(`(async () => {
		const [ann, bob] = ["1".repeat(32), "2".repeat(32)];
		const post = async (path, seat, body, code = "") => (await fetch("/api/games" + path, {method: "POST", body: JSON.stringify(body),
			headers: {"Content-Type": "application/json", "X-Tengen-Seat": seat, "X-Tengen-Invitation": code}})).json();
		const { id, seats } = await post("", ann, {width: 9, height: 9, clock: "10m+3x30s", friend: {name: "Ann", color: "black"}});
		localStorage.setItem("seat " + id, ann);
		if (%t) {
			await post("/" + id + "/sit", bob, {name: "Bob"}, seats.invitation);
			await post("/" + id + "/chat", bob, {text: "Hello, have a good game!"});
			for (const [i, vertex] of ["E5", "C3", "G3", "D7"].entries()) await post("/" + id + "/play", i %% 2 ? bob : ann, {number: i + 1, vertex});
		}
		return [id, seats.invitation];
	})()`, begun))
	return made[0], made[1]
}

// TestCutWire cuts the network of a player for half a minute. The page then shows the moves that were made meanwhile.
func TestCutWire(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	p := serverTab(t, browser, server.Options{NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	w := newWire(t, strings.TrimPrefix(p.url, "http://"))
	p.open("/")
	id, code := p.room(false)
	bob := tabAt(t, browser, "http://"+w.Addr().String())
	bob.open("/#" + id + "/" + code)
	bob.click(".join summary")
	bob.do(chromedp.WaitVisible(chromedp.CSS("#guest-name")), chromedp.SendKeys(chromedp.CSS("#guest-name"), "Bob"))
	bob.click("#sit")
	bob.reads("#status", "Ann to play")
	bob.do(chromedp.Evaluate[chromedp.Void](`window.neverReloaded = true`))
	w.set(true)
	p.open("/#" + id)
	p.reads("#status", "Your turn")
	p.click(`[data-point="E5"]`)
	p.reads("#status", "Bob to play")
	time.Sleep(30 * time.Second)
	if bob.stone("E5") != "" {
		t.Error("the wire was not cut")
	}
	w.set(false)
	bob.reads("#status", "Your turn")
	bob.click(`[data-point="C3"]`)
	p.reads("#status", "Your turn")
	if !eval[bool](bob, "window.neverReloaded === true") {
		t.Error("the page was loaded again")
	}
}

// TestGuestInvites: a browser with a link for guests invites a friend.
func TestGuestInvites(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	r := startServer(t)
	owner := tabAt(t, browser, r.here())
	owner.open("/")
	links := eval[[]string](owner, `(async () => {
		const { addresses, links } = await (await fetch("/api/access", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"role": "guest", "on": true}'})).json();
		return [addresses[0] ?? "", links.find((l) => l.role === "guest").key];
	})()`)
	if u, err := url.Parse(links[0]); err != nil || u.Host == "" || strings.HasSuffix(u.Hostname(), ".local") {
		t.Skipf("this machine has no address in a network: %q, %v", links[0], err)
	}
	guest := tabAt(t, browser, strings.TrimSuffix(links[0], "/"))
	guest.open("/?key=" + links[1])
	guest.click("#door-friend")
	guest.do(chromedp.WaitVisible(chromedp.CSS("#player-name")), chromedp.SendKeys(chromedp.CSS("#player-name"), "Gerda"))
	guest.click("label:has(#size-shape)") // the picture of the board comes from the server
	guest.wait(`document.querySelector("#preview")`)
	guest.choose("#clock", "own")
	guest.do(chromedp.SendKeys(chromedp.CSS("#clock-text"), "20m+soon"))
	guest.click("#start")
	guest.says("#form-error", `Time control "20m+soon"`)
	guest.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#clock-text").select()`), chromedp.SendKeys(chromedp.CSS("#clock-text"), "20m+10s"))
	guest.click("#start")
	guest.wait(`document.querySelector("#invite-dialog .qr path")`)
	link := eval[string](guest, `document.querySelector("#invitation-link").value`)
	if !strings.HasPrefix(link, links[0]+"#") {
		t.Errorf("the invitation is %s, want one to %s", link, links[0])
	}
	friend := tabAt(t, browser, links[0])
	friend.do(chromedp.Navigate(link))
	friend.reads("#status", "Gerda invites you")
	friend.says(".join", "20 min + 10 s a move")
	if n := eval[int](guest, `document.querySelectorAll("#record-game, #review-game").length`); n != 0 {
		t.Error("a guest is offered what only the owner may do")
	}
}

// TestDeletedUnderFriend deletes a game while an invited friend looks at it. The friend's page says so, also after a
// reload.
func TestDeletedUnderFriend(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	r := startServer(t)
	owner := tabAt(t, browser, r.here())
	owner.open("/")
	afar := eval[string](owner, `fetch("/api/access").then((r) => r.json()).then(({ addresses }) => addresses[0] ?? "")`)
	if u, err := url.Parse(afar); err != nil || u.Host == "" || strings.HasSuffix(u.Hostname(), ".local") {
		t.Skipf("this machine has no address in a network: %q, %v", afar, err)
	}
	id, code := owner.room(false)
	friend, late := tabAt(t, browser, afar), tabAt(t, browser, afar)
	friend.do(chromedp.Navigate(afar + "#" + id + "/" + code))
	friend.says("#own-invitation", "Are you Ann?")
	friend.click(".join summary")
	friend.do(chromedp.WaitVisible(chromedp.CSS("#guest-name")), chromedp.SendKeys(chromedp.CSS("#guest-name"), "Bob"))
	friend.click("#sit")
	friend.reads("#status", "Ann to play")
	owner.do(chromedp.Evaluate[chromedp.Void](`fetch("/api/games/` + id + `", { method: "DELETE" })`))
	friend.reads(".gate h1", "This game is gone")
	friend.do(chromedp.Reload())
	friend.reads(".gate h1", "This game is gone")
	late.do(chromedp.Navigate(afar + "#" + id + "/" + code))
	late.reads(".gate h1", "This invitation does not work")
}

// TestCountOnPhone: while two people count, the button "Accept" is on the screen of a phone.
func TestCountOnPhone(t *testing.T) {
	t.Parallel()
	p := serverTab(t, startBrowser(t), server.Options{NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	p.open("/")
	id, _ := p.room(true)
	eval[bool](p, `(async () => {
		for (const [i, seat] of ["1", "2"].entries()) await fetch("/api/games/`+id+`/pass", {method: "POST", body: JSON.stringify({number: 5 + i}),
			headers: {"Content-Type": "application/json", "X-Tengen-Seat": seat.repeat(32)}});
		return true;
	})()`)
	for _, size := range [][2]int64{{390, 844}, {844, 390}} {
		p.viewport(size[0], size[1], true)
		p.open("/#" + id)
		p.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
		for _, id := range []string{"accept", "resume", "status"} {
			if end := eval[float64](p, `document.querySelector("#`+id+`").getBoundingClientRect().bottom`); end > float64(size[1]) {
				t.Errorf("%dx%d: #%s ends at %g", size[0], size[1], id, end)
			}
		}
		p.open("/")
	}
}
