package lab

import (
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/web/webtest"
)

// The numbers and the lists of points of a sentence, which do not change its translation.
var (
	numbers = regexp.MustCompile(`\d+(\.\d+)?`)
	lists   = regexp.MustCompile(`([A-T]1 )+`)
)

// translator reports sentences that the page cannot translate. The titles of some rulesets are names.
func translator(t *testing.T) func(sentence string) {
	names := []string{"Tromp-Taylor", "Chinese-OGS", "Ing SST", "true"}
	for _, p := range baduk.Presets() {
		if p.Title == p.Name {
			names = append(names, numbers.ReplaceAllString(p.Name, "1"))
		}
	}
	rest := webtest.Translator(t, "../web/languages/server.json", names...)
	checked := map[string]bool{}
	return func(sentence string) {
		t.Helper()
		sentence = lists.ReplaceAllString(numbers.ReplaceAllString(sentence, "1"), "A1 ")
		if checked[sentence] {
			return
		}
		checked[sentence] = true
		if part := rest(sentence); part != "" {
			t.Errorf("the page cannot translate %q in %q: add a shape to web/languages/server.json", part, sentence)
		}
	}
}

// TestRulesAreTranslated checks that the page can translate all rulesets, and the rules in which two of them differ.
func TestRulesAreTranslated(t *testing.T) {
	check := translator(t)
	for _, a := range baduk.Presets() {
		check(a.Title)
		for _, line := range Describe(a.Rules) {
			heading, rule, _ := strings.Cut(line, ": ") // the page does this, too
			check(heading)
			check(rule)
		}
		for _, b := range baduk.Presets() {
			for _, d := range CompareRules(a.Rules, b.Rules) {
				heading, _, _ := strings.Cut(d.Text, ":")
				check(heading)
				check(d.A.Meaning)
				check(d.B.Meaning)
			}
		}
	}
	for _, komi := range []baduk.Komi{-3, 0, 1, 2} {
		check(komiValue(komi).Meaning)
	}
}

// TestComparisonsAreTranslated checks that the page can translate the counts of positions and their differences: in the
// troubles, and in random games. In each position each ruleset is compared with the two after it. In one position all
// are compared.
func TestComparisonsAreTranslated(t *testing.T) {
	check := translator(t)
	names := []string{"japanese+tax=ALL", "chinese+ties=BLACK+komi=0", "japanese+hasButton=true"}
	for _, p := range baduk.Presets() {
		names = append(names, p.Name)
	}
	for i, position := range positions(t) {
		g := position.Graph()
		rulings := Compare(position, names, nil)
		for i, title := range []string{"Japanese, tax=ALL", "Chinese, ties=BLACK", "Japanese, hasButton=true"} {
			rulings[i].Title = title // as the server writes it
		}
		for j, a := range rulings {
			if a.Err == nil {
				for _, line := range a.Score.Explain(g) {
					check(strings.Join(strings.Fields(line), " "))
				}
			}
			others := slices.Concat(rulings[j+1:], rulings[:j])
			if i > 0 {
				others = others[:2]
			}
			for _, b := range others {
				check(Summary(a, b))
				for _, part := range Differences(g, a, b) {
					check(part.Text)
				}
			}
		}
	}
}

// positions returns the troubles after each of their steps, and positions of random games, some of them with a
// handicap.
func positions(t *testing.T) (all []*baduk.Game) {
	for _, trouble := range Troubles() {
		g, err := trouble.Game(baduk.Rules{Suicide: baduk.SuicideLiteral})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g.Clone())
		for _, step := range trouble.Steps {
			p, err := g.Graph().ParseVertex(step.Vertex)
			if err != nil {
				t.Fatal(err)
			}
			if g.Over() || g.Play(baduk.Move{Color: step.Color, Point: p}) != nil {
				break
			}
			all = append(all, g.Clone())
		}
	}
	random := rand.New(rand.NewSource(1))
	presets := baduk.Presets()
	for n := range 40 {
		graph := baduk.MustRectangle(2+random.Intn(6), 2+random.Intn(6))
		g := baduk.NewGame(graph, presets[random.Intn(len(presets))].Rules)
		if n%4 == 0 { // with a handicap
			setup := baduk.Setup{Black: []baduk.Point{0, 2}, ToPlay: baduk.White, Handicap: 2}
			var err error
			if g, err = baduk.NewGameFrom(graph, g.Rules(), setup); err != nil {
				t.Fatal(err)
			}
		}
		playRandom(t, g, random)
		all = append(all, g)
	}
	return all
}
