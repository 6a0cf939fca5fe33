package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSolvedBoards reads exact values from a board, plays against perfect play, browses, and counts positions.
func TestSolvedBoards(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.open("/#lab")
	p.do(chromedp.WaitVisible(chromedp.CSS("#to-solved")))
	p.click("#to-solved")
	p.do(chromedp.WaitVisible(chromedp.CSS("#solved")))
	p.says("#solved-value", "Black to play. Exact value: B+9.0")
	value := func(vertex string) string { return p.text(`[data-value="` + vertex + `"] text`) }
	for vertex, want := range map[string]string{"B2": "+9", "A1": "−9", "B1": "+3…+9"} {
		if got := value(vertex); got != want {
			p.Errorf("the value on %s is %q, want %q", vertex, got, want)
		}
	}
	p.count(`#solved [data-value].keeps, #solved g.keeps[data-value]`, 1)

	// Black makes a mistake, and White plays perfectly by itself.
	p.choose("#solved-side", "white")
	p.click(`[data-point="A1"]`)
	p.wait(`document.querySelector("#solved").dataset.turns === "2"`)
	p.says("#solved-value", "W+9.0")
	p.count(`[data-point][data-stone="white"]`, 1)
	p.click("#solved-back")
	p.wait(`document.querySelector("#solved").dataset.turns === "1"`)
	p.click("#solved-first")
	p.says("#solved-value", "B+9.0")
	if eval[bool](p, `document.querySelector("#solved-last").disabled`) {
		p.Error("the turns are lost after a step back")
	}

	// Perfect turns of both players end the game with the value.
	p.choose("#solved-side", "")
	for n := 0; !eval[bool](p, `document.querySelector("#solved-perfect").disabled`); n++ {
		if n == 40 {
			p.Fatal("perfect play does not end the game")
		}
		turns := eval[string](p, `document.querySelector("#solved").dataset.turns`)
		p.click("#solved-perfect")
		p.wait(`document.querySelector("#solved").dataset.turns !== "` + turns + `"`)
	}
	p.says("#solved-value", "The game is over: B+9.0")

	p.choose("#solved-board", "4x3")
	p.wait(`document.querySelector("#solved-value")?.textContent.includes("B+4.0 to B+12.0")`)
	p.says("#solved-value", "depending on the rule about cycles")

	count := func(board string) {
		p.do(chromedp.Evaluate[chromedp.Void](`{
			const field = document.querySelector("#count-board");
			field.value = "` + board + `";
			field.dispatchEvent(new Event("input", {bubbles: true}));
		}`))
		p.wait(`document.querySelector("#count-board").value === "` + board + `"`)
		p.click("#count")
	}
	count("7x7")
	p.wait(`document.querySelector("#count-result")?.textContent.includes("83677847847984287628595")`)
	count("19x19")
	p.wait(`document.querySelector("#count-result")?.textContent.includes("takes too long to count here")`)
}

// TestProofs plays against the proof of a solved board to its end, and opens certificates as files.
func TestProofs(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.open("/#lab?solved=4x2")
	p.do(chromedp.WaitVisible(chromedp.CSS("#to-proof")))
	p.click("#to-proof")
	p.wait(`document.querySelector("#proof")?.dataset.turns === "1"`) // Black's first turn
	p.says("#proof-claim", "Black forces B+8.0 or better.")
	p.says("#proof-says", "Try to refute the proof")
	for n := 0; !eval[bool](p, `["settled", "held", "over"].includes(document.querySelector("#proof").dataset.end)`); n++ {
		if n == 20 {
			p.Fatal("the proof does not end")
		}
		turns := eval[string](p, `document.querySelector("#proof").dataset.turns`)
		p.click("#proof-pass")
		p.wait(`document.querySelector("#proof").dataset.turns !== "` + turns + `" && !document.querySelector("#proof-pass").disabled || document.querySelector("#proof").dataset.end`)
	}
	p.click("#proof-first")
	p.wait(`document.querySelector("#proof").dataset.turns === "0"`)
	p.says("#proof-says", "The proof plays")

	dir := t.TempDir()
	text := eval[string](p, `fetch(document.querySelector("#proof a[download]").href).then((r) => r.text())`)
	for name, text := range map[string]string{"good.txt": text, "bad.txt": strings.Replace(text, "X", "O", 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			p.Fatal(err)
		}
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#proof-file"), []string{filepath.Join(dir, "bad.txt")}))
	p.wait(`document.querySelector("#proof-error")?.textContent.includes("proves nothing")`)
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#proof-file"), []string{filepath.Join(dir, "good.txt")}))
	p.wait(`!document.querySelector("#proof-error") && document.querySelector("#proof").dataset.turns === "1"`)
}
