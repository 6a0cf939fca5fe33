package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
)

// fox is a tab of Firefox. It is controlled by WebDriver BiDi (W3C), because Firefox does not have Chromium's protocol.
type fox struct {
	*testing.T
	conn *websocket.Conn
	last int    // number of the last command
	tab  string // the browsing context
}

// startFirefox starts a Firefox whose user reads the given language, and opens a tab. Without a Firefox it skips the
// test.
func startFirefox(t *testing.T, language string) *fox {
	t.Helper()
	path := ""
	for _, name := range []string{"firefox-esr", "firefox"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Firefox to test with: install firefox-esr")
	}
	// Not t.TempDir: the browser may still write there while it ends.
	profile, err := os.MkdirTemp("", "tengen-firefox-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	prefs := fmt.Sprintf("user_pref(%q, %q);\n", "intl.accept_languages", language)
	for name, value := range map[string]string{"browser.shell.checkDefaultBrowser": "false", "datareporting.policy.dataSubmissionEnabled": "false", "app.update.enabled": "false"} {
		prefs += fmt.Sprintf("user_pref(%q, %s);\n", name, value)
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	program := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
	program.Cancel = func() error { return program.Process.Signal(os.Interrupt) }
	program.WaitDelay = 10 * time.Second
	out, err := program.StderrPipe()
	if err == nil {
		err = program.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	address := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		listening := regexp.MustCompile(`listening on (ws://\S+)`)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
	}()
	t.Cleanup(func() { cancel(); <-read; _ = program.Wait() })
	f := &fox{T: t}
	select {
	case url := <-address:
		dial, stop := context.WithTimeout(ctx, patience)
		defer stop()
		if f.conn, _, err = websocket.Dial(dial, url+"/session", nil); err != nil {
			t.Fatal(err)
		}
	case <-time.After(5 * time.Minute): // a busy machine starts several browsers at the same time
		t.Fatal("Firefox does not start")
	}
	f.conn.SetReadLimit(-1)
	t.Cleanup(func() { _ = f.conn.CloseNow() })
	f.call("session.new", object{"capabilities": object{}}, nil)
	var tree struct {
		Contexts []struct {
			Context string `json:"context"`
		} `json:"contexts"`
	}
	f.call("browsingContext.getTree", object{}, &tree)
	f.tab = tree.Contexts[0].Context
	return f
}

// object is an object of JSON.
type object map[string]any

// call sends a command and reads its result.
func (f *fox) call(method string, params object, result any) {
	f.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	f.last++
	text, err := json.Marshal(object{"id": f.last, "method": method, "params": params})
	if err == nil {
		err = f.conn.Write(ctx, websocket.MessageText, text)
	}
	for err == nil {
		var data []byte
		if _, data, err = f.conn.Read(ctx); err != nil {
			break
		}
		var answer struct {
			ID      int             `json:"id"`
			Result  json.RawMessage `json:"result"`
			Error   string          `json:"error"`
			Message string          `json:"message"`
		}
		if err = json.Unmarshal(data, &answer); err != nil || answer.ID != f.last {
			continue // an event
		}
		if answer.Error != "" {
			f.Fatalf("%s: %s: %s", method, answer.Error, answer.Message)
		}
		if result != nil {
			err = json.Unmarshal(answer.Result, result)
		}
		break
	}
	if err != nil {
		f.Fatalf("%s: %v", method, err)
	}
}

func (f *fox) open(url string) {
	f.Helper()
	f.call("browsingContext.navigate", object{"context": f.tab, "url": url, "wait": "complete"}, nil)
}

// eval returns the value of a JavaScript expression, as JSON.
func (f *fox) eval(expression string) string {
	f.Helper()
	var answer struct {
		Result    struct{ Value string }
		Exception struct{ Text string } `json:"exceptionDetails"`
	}
	f.call("script.evaluate", object{"expression": "Promise.resolve(" + expression + ").then((v) => JSON.stringify(v) ?? \"null\")", "target": object{"context": f.tab}, "awaitPromise": true}, &answer)
	if answer.Exception.Text != "" {
		f.Fatalf("%s: %s", expression, answer.Exception.Text)
	}
	return answer.Result.Value
}

// wait waits until a JavaScript condition holds.
func (f *fox) wait(condition string) {
	f.Helper()
	for end := time.Now().Add(patience); f.eval("!!("+condition+")") != "true"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.Fatalf("timed out while waiting for %s; the page says: %s", condition, f.eval("document.body.innerText"))
		}
	}
}

// reads waits until the text of an element equals a text.
func (f *fox) reads(selector, text string) {
	f.Helper()
	f.wait(fmt.Sprintf("document.querySelector(%q)?.textContent.trim() === %q", selector, text))
}

// click clicks the middle of an element with the mouse.
func (f *fox) click(selector string) {
	f.Helper()
	f.wait(fmt.Sprintf("document.querySelector(%q) && !document.querySelector(%q).disabled", selector, selector))
	var at struct{ X, Y float64 }
	if err := json.Unmarshal([]byte(f.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "nearest"});
		const b = e.getBoundingClientRect();
		return {x: b.x + b.width / 2, y: b.y + b.height / 2};
	})()`, selector))), &at); err != nil {
		f.Fatal(err)
	}
	f.perform("pointer", object{"type": "pointerMove", "x": int(at.X), "y": int(at.Y)}, object{"type": "pointerDown", "button": 0}, object{"type": "pointerUp", "button": 0})
}

// write types a text.
func (f *fox) write(text string) {
	f.Helper()
	var keys []object
	for _, r := range text {
		keys = append(keys, object{"type": "keyDown", "value": string(r)}, object{"type": "keyUp", "value": string(r)})
	}
	f.perform("key", keys...)
}

func (f *fox) perform(kind string, actions ...object) {
	f.Helper()
	f.call("input.performActions", object{"context": f.tab, "actions": []object{{"type": kind, "id": kind, "actions": actions}}}, nil)
}

// TestTwoBrowsers lets a Chromium in English and a Firefox in German play a timed game to its end, through an
// invitation, with a spectator, and with a restart of the server in the middle.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	bob := startFirefox(t, "de-DE, de")
	r := startServer(t)
	ann, eve := tabAt(t, browser, r.here()), tabAt(t, browser, r.here())
	link := ann.inviteFriend()
	ann.click("#invite-dialog [data-close]")

	bob.open(link)
	bob.reads("#status", "Ann lädt dich ein")
	bob.click(".join summary") // at the machine of the server, the page first asks whether it is Ann
	bob.click("#guest-name")
	bob.write("Bob")
	bob.click("#sit")
	ann.reads("#status", "Your turn")
	bob.reads("#status", "Ann ist am Zug")
	eve.do(chromedp.Navigate(link))
	eve.reads("#looking-on", "You are watching.")

	ann.click(`[data-point="C3"]`)
	bob.reads("#status", "Du bist am Zug")
	bob.click(`[data-point="D3"]`)
	ann.reads("#status", "Your turn")
	r.stop()
	ann.says(".banner", "Connection lost")
	bob.wait(`document.querySelector(".banner")`)
	r.start()
	ann.wait(`!document.querySelector(".banner")`)
	bob.wait(`!document.querySelector(".banner")`)
	ann.click(`[data-point="B3"]`)
	bob.reads("#status", "Du bist am Zug")
	bob.wait(`document.querySelector('[data-clock="white"]').classList.contains("running")`)
	bob.click("#pass")
	ann.reads("#status", "White passed. Your turn")
	ann.click("#pass")
	ann.wait(`document.querySelector("#accept") && !document.querySelector("#accept").disabled`)
	bob.click(`[data-point="D3"]`)
	ann.wait(`document.querySelector('[data-point="D3"]').dataset.dead`)
	ann.click("#accept")
	bob.wait(`document.querySelector("#status").textContent.includes("Ann")`)
	bob.click("#accept")
	ann.reads("#result", "You won by 17.5 points")
	eve.reads("#result", "Ann won by 17.5 points")
	bob.reads("#result", "Du hast mit 17,5 Punkten verloren")
}
