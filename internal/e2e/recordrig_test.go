package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"tengen/kifu"
)

// lesson is a record with a variation, a comment, marks and labels.
const lesson = `(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[the teacher]PW[the pupil]RE[B+R]
;B[ee]C[The middle.];W[gc](;B[cg];W[gg];B[cc])(;B[gg]N[quieter];W[cg]TR[ee]LB[cg:K]))`

// upload opens a record by the button for it on the first page.
func (p *tab) upload(name, text string) {
	p.Helper()
	path := filepath.Join(p.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
	p.open("/")
	p.do(chromedp.WaitVisible(chromedp.CSS("#open-record")))
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#open-record"), []string{path}))
	p.settled()
}

// settled waits until the record shows the position of its node and everything is saved.
func (p *tab) settled() {
	p.Helper()
	p.wait(`(({dataset: d} = document.querySelector("main.record") ?? {dataset: {}}) => d.node && d.node === d.shown && d.saving === "0")() && document.querySelector("#saved").textContent === "Saved"`)
}

// edit turns Edit on, so that the record can be changed.
func (p *tab) edit() {
	p.Helper()
	p.count(".editbar", 0)
	p.click("#edit")
	p.editing()
}

// editing waits until the tools that change the record are there.
func (p *tab) editing() {
	p.Helper()
	p.wait(`document.querySelector("#edit")?.ariaPressed === "true" && document.querySelector(".editbar")`)
}

// at waits for the position after a number of moves.
func (p *tab) at(number int) {
	p.Helper()
	p.settled()
	p.wait(fmt.Sprintf(`document.querySelector("main.record")?.dataset.number === "%d"`, number))
}

// press sends keys to the page, one after the other.
func (p *tab) press(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.key(key)
	}
}

// chord presses a key together with others.
func (p *tab) chord(key string, ctrl, shift bool) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.activeElement.dispatchEvent(
		new KeyboardEvent("keydown", {key: %q, ctrlKey: %t, shiftKey: %t, bubbles: true, cancelable: true}))`, key, ctrl, shift)))
}

func (p *tab) point(vertex string) {
	p.Helper()
	p.click(`[data-point="` + vertex + `"]`)
}

// count waits for a number of elements.
func (p *tab) count(selector string, want int) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelectorAll(%q).length === %d", selector, want))
}

// download downloads the record by its link and reads it.
func (p *tab) download() (*kifu.Tree, string) {
	p.Helper()
	p.settled()
	response, err := http.Get(p.url + eval[string](p, `document.querySelector("#sgf").getAttribute("href")`))
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		p.Fatal(err)
	}
	file, err := kifu.LoadBytes(data, kifu.Options{})
	if err != nil {
		p.Fatalf("%v\n%s", err, data)
	}
	return file.Trees[0], response.Header.Get("Content-Disposition")
}

// line returns the main line of a record as vertices.
func line(t *kifu.Tree) string {
	var moves []string
	for n := range t.Root().MainLine() {
		if m, ok := n.Move(); ok {
			moves = append(moves, t.Graph.Vertex(m.Point))
		}
	}
	return strings.Join(moves, " ")
}

// drop drops a file on the page.
func (p *tab) drop(name, text string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const data = new DataTransfer();
		data.items.add(new File([%q], %q));
		for (const type of ["dragenter", "dragover", "drop"]) document.querySelector("main").dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
	}`, text, name)))
}

// paste pastes a text where no field has the focus.
func (p *tab) paste(text string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
	}`, text)))
}
