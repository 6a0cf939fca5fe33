package e2e

import (
	"bytes"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tengen/server"
)

// learningTab is the page of a run of tengen learn.
type learningTab struct{ *tab }

// startLearning builds tengen and begins a run on 3x3, in which a generation takes less than a second. The run ends
// with the test.
func startLearning(t *testing.T, dir string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tengen")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	var said bytes.Buffer
	cmd := exec.Command(program, "learn", "--out", dir, "--board", "3x3", "--hours", "0.5", "--arch", "b1c16", "--window", "240", "--visits", "8", "--fast-visits", "4",
		"--batch", "16", "--match-every", "1", "--gate-pairs", "6", "--gate-visits", "4", "--threads", "1", "--parallel", "2")
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("tengen learn said:\n%s", said.String())
		}
	})
}

// generations waits until the page shows that at least n generations are finished.
func (p learningTab) generations(n int) {
	p.Helper()
	p.wait(fmt.Sprintf(`Number(document.querySelector("#learning")?.dataset.generations) >= %d`, n))
}

// TestLearning watches a run of tengen learn from before its beginning, and pauses it.
func TestLearning(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := learningTab{serverTab(t, startBrowser(t), server.Options{Runs: dir, NewPlayer: func() (server.Player, error) { return filler{}, nil }})}
	p.open("/#learning")
	p.says("#no-learning", "no run of tengen learn")
	p.open("/#learning/" + url.PathEscape("nets/tiny run"))
	p.says("#learning-state", "the folder has no run")
	startLearning(t, filepath.Join(dir, "nets", "tiny run"))
	p.generations(1)
	p.says("#learning-state", "left")
	p.count("#pause", 1)
	p.wait(`document.querySelector("#chart-elo .band")?.getAttribute("d").startsWith("M")`)
	p.generations(2) // it arrives by itself
	p.wait(`document.querySelectorAll(".generations tbody tr").length >= 2`)

	// A second visit begins at the list of all runs.
	p.open("/")
	p.click("#to-training")
	p.click(`#learning-runs a[data-run="nets/tiny run"]`)
	for n := 3; n <= 5; n++ {
		p.generations(n)
	}
	p.wait(`document.querySelectorAll('input[name="position"]').length > 1`) // chosen from generation 4
	p.pauses()
	p.thinks()
	p.steps()
	p.narrow()
}

// pauses pauses the run and resumes it.
func (p learningTab) pauses() {
	p.click("#pause")
	p.reads("#learning-state", "paused")
	p.reads("#pause", "Resume")
	was := eval[int](p.tab, `Number(document.querySelector("#learning").dataset.generations)`)
	time.Sleep(1500 * time.Millisecond)
	if now := eval[int](p.tab, `Number(document.querySelector("#learning").dataset.generations)`); now != was {
		p.Errorf("%d generations, and %d when the run was paused", now, was)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	p.key("p")
	p.reads("#pause", "Pause")
	p.generations(was + 1)
	p.key("p") // what follows looks at a run that does not change
	p.reads("#learning-state", "paused")
}

// thinks goes through the nets with the slider, with the keyboard, and on a curve.
func (p learningTab) thinks() {
	net := func(n int) {
		p.Helper()
		p.wait(fmt.Sprintf(`document.querySelector("#thoughts").dataset.generation === "%d" && document.querySelectorAll(".policy circle").length > 0`, n))
	}
	p.do(chromedp.Focus(chromedp.CSS("#generation")))
	p.press(kb.Home)
	net(0)
	const drawn = `document.querySelector("#thoughts .policy").outerHTML`
	first := eval[string](p.tab, drawn)
	p.press(kb.ArrowRight, kb.ArrowRight)
	net(2)
	p.wait(`document.querySelector("#generation").getAttribute("aria-valuetext").startsWith("generation 2: Black wins")`)
	if second := eval[string](p.tab, drawn); second == first {
		p.Errorf("net 2 and net 0 have the same policy: %s", second)
	}
	p.says("#chart-elo .aim text", "generation 2")
	p.click(`label:has(#position-1)`)
	p.wait(`document.querySelectorAll("#thoughts .stone").length > 0`)
	p.do(chromedp.Focus(chromedp.CSS("#chart-policy .plot")))
	p.press(kb.ArrowLeft)
	p.wait(`document.querySelector("#thoughts").dataset.generation === "1"`) // in this position the net may only want to pass
	p.says("#learning-games h2", "generation 1")
}

// steps opens a game of a generation and steps through it.
func (p learningTab) steps() {
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#all-generations")?.click()`)) // a fast run has many
	p.click(`.generations tr[data-generation="3"] button`)
	p.wait(`document.querySelector("#learning-games").dataset.generation === "3"`)
	// Both players of a young net may pass at once.
	long := `[...document.querySelectorAll("#learning-games [data-game]")].find((game) => parseInt(game.querySelector("small").textContent) > 2)`
	p.wait(long + ` !== undefined`)
	p.click(fmt.Sprintf(`#learning-games [data-game="%s"]`, eval[string](p.tab, long+`.dataset.game`)))
	p.wait(`document.querySelector("main.record, main.play") && location.hash.startsWith("#record/")`)
	p.wait(`document.body.innerText.includes("The start.") && document.querySelectorAll("#board .stone").length === 0`)
	p.press(kb.End)
	p.wait(`document.querySelectorAll("#board .stone").length > 0`)
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.wait(`document.querySelector("#learning-games")?.dataset.generation === "3"`) // the page is as it was
}

// narrow checks that the page fits on a phone.
func (p learningTab) narrow() {
	p.viewport(390, 844, true)
	p.wait(`document.querySelector("#thoughts .policy")`) // without a circle if the net only wants to pass
	if wide := eval[int](p.tab, `document.documentElement.scrollWidth`); wide > 390 {
		over := eval[string](p.tab, `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > 391).
			map(e => e.tagName + "." + e.className).slice(0, 8).join(" ")`)
		p.Errorf("on a phone the page is %d wide, want at most 390: %s", wide, over)
	}
}
