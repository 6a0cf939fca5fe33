package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tengen/lab"
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

// TestTranslatedLessons plays a lesson and opens a problem in German and in Japanese.
func TestTranslatedLessons(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.open("/")
	for language, want := range map[string]struct{ right, illegal, task, board string }{
		"de": {"Richtig", "Du kannst nicht auf A1 spielen: dort steht schon ein Stein", "Weiß ist am Zug. Schlage den markierten Stein.", "Torus 5x5"},
		"ja": {"正解", "A1 には打てません：すでに石があります", "白番です。印の付いた石を取ってください。", "トーラス 5x5"},
	} {
		data, err := fs.ReadFile(web.Files(), "languages/course/"+language+".json")
		if err != nil {
			t.Fatal(err)
		}
		var course map[string]string
		if err := json.Unmarshal(data, &course); err != nil {
			t.Fatal(err)
		}
		eval[bool](p, fmt.Sprintf(`localStorage.setItem("language", %q), true`, language))
		p.open("/#course")
		p.wait(`location.hash === "#course"`) // a reload before that would open the old address
		p.do(chromedp.Reload())
		p.says("[data-lesson=board]", course["The board and the aim"])
		p.says("[data-lesson=board] small", course["Where stones are played, and what the players want."])
		p.open("/#lesson/course/liberties/1")
		p.reads("#lesson-title", course["Liberties"])
		p.reads(".lesson-task h2", course["Fewer in the corner"])
		p.reads("#lesson-text p:last-child", course["Take one liberty of the stone in the corner."])
		p.shown(1)
		p.point("A1") // the white stone
		p.reads("#lesson-reply", want.illegal)
		p.wait(`document.querySelector(".lesson").dataset.busy === "false"`)
		p.point("C3")
		p.reads("#lesson-reply", course["The stone in the corner has its liberties at A2 and B1."])
		p.wait(`document.querySelector(".lesson").dataset.busy === "false"`)
		p.point("A2")
		p.reads("#lesson-verdict", want.right)
		p.reads("#lesson-reply", course["One liberty is left. A stone with one liberty is in atari: it can be captured with the next move."])
		p.click("#solution")
		p.reads("#solution-text", course["One liberty is left. A stone with one liberty is in atari: it can be captured with the next move."])

		p.open("/#lesson/set/capture/0")
		p.reads("#lesson-text", want.task)
		p.open("/#new?board=torus 5x5")
		p.says("figcaption", want.board)
	}
}

// TestTranslatedLaboratory opens all positions of the laboratory in German and in Japanese. No sentence may be English.
func TestTranslatedLaboratory(t *testing.T) {
	t.Parallel()
	p := newTab(t, startBrowser(t), filler{})
	p.open("/")
	for language, want := range map[string]string{"de": "Mit Japanisch vergleichen", "ja": "日本と比較"} {
		eval[bool](p, fmt.Sprintf(`localStorage.setItem("language", %q), true`, language))
		p.open("/#lab")
		p.wait(`location.hash === "#lab"`) // a reload before that would open the old address
		p.do(chromedp.Reload())
		p.wait(fmt.Sprintf(`document.documentElement.lang === %q && document.querySelector("#contrast-summary")`, language))
		for _, trouble := range lab.Troubles() {
			p.choose("#trouble", trouble.Name)
			p.wait(`document.querySelector("#step-first").disabled`)
			p.click("#step-last")
			p.wait(`document.querySelector("#step-next").disabled`)
			eval[bool](p, `document.querySelectorAll("details").forEach((e) => { e.open = true }), true`)
			text := eval[string](p, `document.querySelector("#laboratory").innerText + [...document.querySelectorAll("#laboratory [title]")].map((e) => e.title).join("\n")`)
			for line := range strings.Lines(text) {
				if english.MatchString(line) {
					t.Errorf("%s, %s: %q is English", language, trouble.Name, line)
				}
			}
		}
		label := `document.querySelector("#rulings [data-rules=japanese] input[name=other]").getAttribute("aria-label")`
		if got := eval[string](p, label); got != want {
			t.Errorf("%s: a button of the table is called %q, want %q", language, got, want)
		}
	}
}

// english finds words that neither German nor Japanese has.
var english = regexp.MustCompile(`(?i)\b(the|under|which|and|stones?|takes|not|count|points|with|has)\b`)

// tooWide lists the texts that are wider than their places, and says whether the page is wider than the screen.
const tooWide = `[...document.querySelectorAll("button, a.button, .chip, .chip span, th, td, label, legend, summary, h1, h2, .pill, .tag")]
	.filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !e.closest(".hidden, .cluster-table") && getComputedStyle(e).overflowX === "visible")
	.map((e) => "the text is wider than its place: " + e.outerHTML.slice(0, 160))
	.concat(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the screen: " + document.documentElement.scrollWidth + " of " + innerWidth] : [])`
