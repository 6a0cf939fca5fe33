package lab

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/web/webtest"
)

// TestOutcomesAreTranslated checks that the page can translate the rulesets of the troubles and the reasons why they
// forbid a step. The texts of the troubles are translated as those of the course are: web/texts.js lists them.
func TestOutcomesAreTranslated(t *testing.T) {
	names := []string{"Tromp-Taylor"}
	for _, p := range baduk.Presets() {
		if p.Title == p.Name {
			names = append(names, p.Name)
		}
	}
	rest := webtest.Translator(t, "../../web/languages/server.json", names...)
	list, err := getTroubles(nil)
	if err != nil {
		t.Fatal(err)
	}
	reasons := 0
	for _, trouble := range list.Troubles {
		for _, o := range trouble.Outcomes {
			texts := []string{o.Title}
			if o.Why != "" {
				reasons++
				_, reason, _ := strings.Cut(o.Why, " is illegal: ") // the page shows the reason
				texts = append(texts, o.Why, reason)
			}
			for _, text := range texts {
				if part := rest(text); part != "" || text == "" {
					t.Errorf("%s under %s: the page cannot translate %q in %q: add a shape to web/languages/server.json", trouble.Name, o.Rules, part, text)
				}
			}
		}
	}
	if reasons == 0 {
		t.Error("no ruleset forbids a step of a trouble")
	}
}
