package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe is the program that looks for faults that keep people with a disability from using a page. `npm --prefix web ci`
// installs it.
const axe = "../../web/node_modules/axe-core/axe.min.js"

// TestAccessible examines every screen with axe-core, wide and narrow, light and dark.
func TestAccessible(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(axe)
	if os.IsNotExist(err) {
		t.Skip("axe-core is not installed: npm --prefix web ci")
	}
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{allowed: make(chan bool, 100)}
	o.allow(100)
	p := reviewTab(t, o, filler{})
	screens := p.screens()
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("main").append(Object.assign(new Image(), {src: "icon.svg"}))`))
	if len(p.faults(string(script))) == 0 {
		t.Error("a picture without a text was not reported")
	}
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		p.viewport(size[0], size[1], size[0] < 500)
		for _, dark := range []bool{false, true} {
			p.preferDark(dark)
			for _, s := range screens {
				p.show(s)
				for _, fault := range p.faults(string(script)) {
					t.Errorf("%s %s, %d wide, dark %t: %s", s.address, s.keys, size[0], dark, fault)
				}
			}
		}
	}
}

// screen is a part of the page: its address, an element that says that it is there, and a key or a button that opens a
// dialog in it. In a lesson, keys is "play" and a point.
type screen struct{ address, ready, keys string }

// screens makes the games and records that the screens show, and lists all screens.
func (p *tab) screens() []screen {
	p.Helper()
	p.open("/")
	open := p.game("E5", "C3", "G3", "D4")
	over := p.game("", "")
	p.ownGame()
	p.upload("game.sgf", reviewedGame)
	record := eval[string](p, "location.hash")
	p.click("#review-record")
	p.wait(`document.querySelector("#review")?.dataset.doing === "done"`)
	p.upload("lesson.sgf", lesson)
	p.press(kb.ArrowRight)
	p.at(1)
	read := eval[string](p, "location.hash")
	p.upload("edited.sgf", strings.Replace(lesson, "quieter", "edited", 1))
	p.edit()
	edited := eval[string](p, "location.hash")
	room, _ := p.room(true)
	free, _ := p.room(false)
	join, invitation := p.room(false)
	eval[bool](p, `localStorage.removeItem("seat `+join+`"), true`)
	entrants := p.tournament("Spring", 0, 0, false)
	running := p.tournament("Club evening", 2, 1, true)
	ended := p.tournament("Winter", 2, 2, false)
	return []screen{
		{"/", "#board", ""},
		{"/", "#board", "?"},
		{"/", "#board", "n"},
		{"/", "#board", "#door-friend"},
		{"/#" + room, "#messages", ""},
		{"/#" + free, "#show-invitation", "#show-invitation"},
		{"/#" + join + "/" + invitation, "#join", ""},
		{"/#new?board=torus 5x5", "#preview", ""},
		{"/#games", "main", ""},
		{"/#course", "#course", ""},
		{"/#lesson/course/liberties/0", "#lesson-title", ""},
		{"/#lesson/course/eyes/1", "#lesson-title", "play A1"},
		{"/#problems", "[data-set]", ""},
		{"/#lesson/set/capture/0", "#lesson-title", ""},
		{"/#" + open, "#pass", ""},
		{"/#" + over, "#board", ""},
		{"/" + record, "#review", ""},
		{"/" + read, "#read-comment", ""},
		{"/" + edited, ".editbar", ""},
		{"/#club", "#finished-games li", ""},
		{"/#club", "#new-tournament", "#new-tournament"},
		{entrants, "#entrants li", ""},
		{entrants, "#invite-players", "#invite-players"},
		{running, "#own-game", ""},
		{ended, "#standings", ""},
		{"/#library", "main", ""},
		{"/#lab", "main", ""},
	}
}

// show opens a screen.
func (p *tab) show(s screen) {
	p.Helper()
	p.open(s.address)
	p.do(chromedp.Reload())
	p.wait(`document.querySelector("` + s.ready + `")`)
	if point, ok := strings.CutPrefix(s.keys, "play "); ok {
		p.point(point)
		p.wait(`document.querySelector("#lesson-answer")`)
		return
	}
	if strings.HasPrefix(s.keys, "#") {
		p.click(s.keys)
	} else if s.keys != "" {
		p.press(s.keys)
	}
	if s.keys != "" {
		p.wait(`document.querySelector("dialog[open]")`)
	}
}

// game begins a game of two people on 9x9 and plays moves; "" is a pass. It returns the id of the game.
func (p *tab) game(vertices ...string) string {
	p.Helper()
	moves, err := json.Marshal(vertices)
	if err != nil {
		p.Fatal(err)
	}
	return eval[string](p, fmt.Sprintf(`(async () => {
		const post = async (path, body) => (await fetch("api/games" + path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json();
		const { id } = await post("", {width: 9, height: 9, human: "both"});
		for (const [i, vertex] of %s.entries()) await post("/" + id + (vertex ? "/play" : "/pass"), {number: i + 1, vertex});
		return id;
	})()`, moves))
}

// faults returns what axe finds on the page.
func (p *tab) faults(script string) []string {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](script))
	return eval[[]string](p, `document.fonts.ready
		.then(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))))
		.then(() => axe.run(document, {resultTypes: ["violations"]}))
		.then(({violations}) => violations.map((v) => v.id + ": " + v.help + ": " + v.nodes[0].html.slice(0, 200)))`)
}
