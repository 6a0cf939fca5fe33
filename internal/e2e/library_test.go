package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// libraryTab is the page of the library.
type libraryTab struct{ *tab }

// found waits until the search has ended with that number of games.
func (p libraryTab) found(want string) {
	p.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#library")?.dataset.busy === "false" && document.querySelector("#found b")?.textContent === %q`, want))
}

// TestLibrary imports games, searches for a pattern, and opens a game that was found.
func TestLibrary(t *testing.T) {
	t.Parallel()
	p := libraryTab{newTab(t, startBrowser(t), filler{})}
	p.imports()
	p.draws()
	p.comesBack()

	// Empty points of the pattern must be empty in the game. If nothing is found, a hint says so.
	p.open("/#library?pattern=19x19_whole__2X359.")
	p.wait(`document.querySelector("#strict")`)

	// From the record, the user searches for games with this corner.
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.at(4)
	p.click("#find-position")
	p.wait(`document.querySelector("#find-corner")`)
	p.click("#find-corner")
	p.found("2 games")
}

// imports imports a folder and a file that is dropped on the page, and searches for a player.
func (p libraryTab) imports() {
	dir := p.TempDir()
	for name, text := range map[string]string{
		// The same corner three times: as it is drawn below, turned, and with the colours exchanged.
		"one.sgf":   "(;SZ[19]PB[left]PW[right]DT[2001-01-01]RE[B+R];B[pd];W[dp];B[qf];W[nc])",
		"two.sgf":   "(;SZ[19]PB[up]PW[down]DT[2002-02-02]RE[W+R];B[dd];W[pp];B[fc];W[cn])",
		"three.sgf": "(;SZ[19]PB[in]PW[out]DT[2003-03-03]RE[W+1.5];B[qq];W[dp];B[dd];W[cn];B[fq])",
		"four.sgf":  "(;SZ[19]PB[left]PW[out]DT[2004-04-04];B[qq];W[dc];B[oc])",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			p.Fatal(err)
		}
	}
	p.open("/#library")
	p.do(chromedp.WaitVisible(chromedp.CSS("#import-path")))
	p.do(chromedp.SendKeys(chromedp.CSS("#import-path"), dir))
	p.click("#import")
	p.wait(`document.querySelector("#library")?.dataset.games === "4" && document.querySelector("#last-import")`) // one import at a time
	// One more file is dropped on the page.
	p.drop("five.sgf", "(;SZ[19]PB[fifth]PW[sixth];B[aa])")
	p.wait(`document.querySelector("#library")?.dataset.games === "5"`)

	p.do(chromedp.SendKeys(chromedp.CSS("#filter-player"), "left"))
	p.click("#search")
	p.found("2 games")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#filter-player").select()`))
	p.press(kb.Backspace)
	p.wait(`document.querySelector("#filter-player").value === ""`)
}

// draws draws the corner from A19 to K10 with keys, with stones on D16 and C14, searches for it and opens a game.
func (p libraryTab) draws() {
	p.do(chromedp.Focus(chromedp.CSS("#pattern")))
	p.key("\r") // the cursor begins on D16
	p.press(kb.ArrowDown, kb.ArrowDown, kb.ArrowLeft)
	p.key("\r")
	for range 5 {
		p.press(kb.ArrowUp, kb.ArrowLeft)
	}
	for range 9 {
		p.chord("ArrowDown", false, true)
		p.chord("ArrowRight", false, true)
	}
	p.wait(`document.querySelector("#anchor").value === "corner"`)
	p.wait(`document.querySelectorAll("#pattern .s").length === 2`)
	p.click("#search")
	p.found("3 games")
	p.says("#continuations tbody", "F17")
	p.click(`#continuations button`)
	p.found("2 games")
	p.count("#pattern .s", 3)
	// The URL contains the search. A reload finds the same games, and the browser's back button returns to the previous
	// search.
	p.do(chromedp.Reload())
	p.found("2 games")
	p.count("#pattern .s", 3)
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.found("3 games")
	p.count("#pattern .s", 2)
	p.do(chromedp.Evaluate[chromedp.Void](`history.forward()`))
	p.found("2 games")
	p.says("#found", "the pattern’s Black won 2, White 0")
	p.click(`#hits li:last-child a`)
	p.settled()
	p.reads("#record-title", "left – right")
	p.at(4)
}

// comesBack goes back to the search. The same hit opens the same record again.
func (p libraryTab) comesBack() {
	record := eval[string](p.tab, `document.querySelector("main.record").dataset.record`)
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.found("2 games")
	p.click(`#hits li:last-child a`)
	p.at(4)
	if again := eval[string](p.tab, `document.querySelector("main.record").dataset.record`); again != record {
		p.Errorf("opened again, the hit is record %s, want %s", again, record)
	}
}

// TestFolders imports a folder that the user chooses, which is sent in portions, and a folder that is dropped on the
// first page. The page says what was refused and why.
func TestFolders(t *testing.T) {
	t.Parallel()
	p := libraryTab{newTab(t, startBrowser(t), filler{})}
	write := func(dir, name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	chosen, dropped := filepath.Join(t.TempDir(), "games"), filepath.Join(t.TempDir(), "more")
	for i := range 250 {
		write(chosen, fmt.Sprintf("%d/a.sgf", i), fmt.Sprintf("(;SZ[19]PB[player %d];B[%c%c])", i, 'a'+i%19, 'a'+i/19))
	}
	write(chosen, "bad/a.sgf", "no record")
	write(chosen, "readme.txt", "about these games")
	write(dropped, "x/y/a.sgf", "(;SZ[19]PB[deep];B[aa];W[bb])")
	write(dropped, "x/copy.sgf", "(;SZ[19]PB[player 7];B[ha])")
	write(dropped, "photo.png", "")

	p.open("/#library")
	p.wait(`document.querySelector("#import-folder")`)
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#import-folder"), []string{chosen}))
	p.says("#last-import", "250 games added · 1 other file left out")
	p.says("#last-import summary", "1 problem")
	p.click("#last-import summary")
	p.says("#last-import li", "upload/games/bad/a.sgf:")
	p.do(chromedp.SendKeys(chromedp.CSS("#filter-player"), "player 123"))
	p.click("#search")
	p.found("1 game")
	p.wait(`document.querySelector("#hits a").title === "upload/games/123/a.sgf"`)

	p.open("/")
	p.wait(`document.querySelector("#door-friend")`)
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		e := input.DispatchDragEventParams{Type: kind, X: 300, Y: 300, Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{dropped}, DragOperationsMask: 1}}
		if _, err := chromedp.Call(p.ctx, input.DispatchDragEvent, e); err != nil {
			t.Fatal(err)
		}
	}
	p.says("#last-import", "1 game added · 1 files were there already · 1 other file left out")
	if got := eval[string](p.tab, "location.hash"); got != "#library" {
		t.Errorf("the page is at %q, want the library", got)
	}
}
