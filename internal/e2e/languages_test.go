package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"tengen/web"
)

// TestLanguages shows every screen on a phone in each language. A text must fit into its place, and the page must pass
// the examination of TestAccessible. The short form takes German, which has the longest words, and Japanese.
func TestLanguages(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(web.Files(), "languages/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TENGEN_LONG") == "" {
		t.Log("only German and Japanese are shown: TENGEN_LONG=1 shows all languages")
		files = slices.DeleteFunc(files, func(file string) bool {
			return !slices.Contains([]string{"languages/de.json", "languages/ja.json"}, file)
		})
	}
	if len(files) < 2 {
		t.Fatalf("the page has the languages %v", files)
	}
	script, err := os.ReadFile(axe)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err != nil {
		t.Log("axe-core is not installed (npm --prefix web ci): only the places of texts are examined")
	}
	o := &oracle{allowed: make(chan bool, 100)}
	o.allow(100)
	p := reviewTab(t, o, filler{})
	p.open("/")
	screens := p.screens()
	p.viewport(390, 844, true)
	for _, file := range files {
		language := strings.TrimSuffix(path.Base(file), ".json")
		eval[bool](p, fmt.Sprintf(`localStorage.setItem("language", %q), true`, language))
		for _, s := range screens {
			p.show(s)
			if got := eval[string](p, "document.documentElement.lang"); got != language {
				t.Fatalf("%s: the page says that its language is %q, want %q", s.address, got, language)
			}
			for _, text := range eval[[]string](p, tooWide) {
				t.Errorf("%s, %s %s: %s", language, s.address, s.keys, text)
			}
			if len(script) > 0 {
				for _, fault := range p.faults(string(script)) {
					t.Errorf("%s, %s %s: %s", language, s.address, s.keys, fault)
				}
			}
		}
	}
}

// tooWide lists the texts that are wider than their places, and says whether the page is wider than the screen.
const tooWide = `[...document.querySelectorAll("button, a.button, .chip, .chip span, th, td, label, legend, summary, h1, h2, .pill, .tag")]
	.filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !e.closest(".hidden, .cluster-table") && getComputedStyle(e).overflowX === "visible")
	.map((e) => "the text is wider than its place: " + e.outerHTML.slice(0, 160))
	.concat(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the screen: " + document.documentElement.scrollWidth + " of " + innerWidth] : [])`
