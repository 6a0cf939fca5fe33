package baduk

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestParseRulesKataGo reads the names and values that KataGo accepts, and compares the rules with the JSON that KataGo
// writes for them.
func TestParseRulesKataGo(t *testing.T) {
	for _, c := range []struct{ names, json string }{
		{"tromp-taylor|tromp_taylor|Tromp Taylor|tromptaylor|TT",
			`{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","komi":7.5,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"chinese|CHINESE| Chinese |Chinese rules",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","komi":7.5,"scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}`},
		{"chinese-ogs|chinese_ogs|chineseogs|chinese-kgs|chinese_kgs|chinesekgs",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","komi":7.5,"scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}`},
		{"aga|bga|french",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7.5,"scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}`},
		{"nz|newzealand|new-zealand|new_zealand|new zealand",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"goe|ing|Ing Goe",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","komi":7.5,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"koPOSITIONALscoreAREAtaxNONEsui1komi7.5|koPOSITIONALscoringAREAtaxNONEsuicide1button0whb0fpok0|kopositional, scorearea",
			`{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","komi":7.5,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1komi-6.5",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":-6.5,"scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}`},
		{"japanese|korean|JP|Japanese rules|koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5|{\"scoring\":\"TERRITORY\",\"ko\":\"SIMPLE\",\"suicide\":false}",
			`{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","komi":6.5,"scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}`},
		{"stone-scoring|stone_scoring|stonescoring|stone scoring|ancient-area|ancient area",
			`{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","komi":7.5,"scoring":"AREA","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}`},
		{"ancient-territory|ancient_territory|ancientterritory|ancient territory",
			`{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","komi":6.5,"scoring":"TERRITORY","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}`},
		{"aga-button|aga_button|agabutton|AGA button",
			`{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","komi":7,"scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}`},
		{`{"hasButton":true}|koPOSITIONALbutton1`,
			`{"friendlyPassOk":false,"hasButton":true,"ko":"POSITIONAL","komi":7,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"tromp-taylor-000", `{"dead":"NONE","friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","komi":7.5,"scoring":"AREA","suicide":"LITERAL","tax":"NONE","whiteHandicapBonus":"0"}`},
		{"logical-001", `{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","komi":0,"scoring":"AREA+PRISONERS","suicide":"LITERAL","tax":"NONE","whiteHandicapBonus":"0"}`},
		{"aga-pass-stones", `{"dead":"NONE","end":"WHITELAST","friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7.5,"passStones":true,"scoring":"TERRITORY","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"japanese+tax=NONE+komi=5.5|japanese + komi=5.5 + tax = none",
			`{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","komi":5.5,"scoring":"TERRITORY","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}`},
		{"chinese+ties=BLACK+komi=7", `{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","komi":7,"scoring":"AREA","suicide":false,"tax":"NONE","ties":"BLACK","whiteHandicapBonus":"N"}`},
		{`{}|{"score":"AREA"}|{"komi":7.5, "suicide":true}`, TrompTaylor().KataGo()},
		{"alphago-003", `{"dead":"NONE","friendlyPassOk":false,"hasButton":false,"ko":"NATURAL","komi":7.5,"scoring":"AREA","suicide":false,"tax":"NONE","ties":"BLACK","whiteHandicapBonus":"0"}`},
	} {
		for _, name := range strings.Split(c.names, "|") {
			r, err := ParseRules(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if r.KataGo() != c.json {
				t.Errorf("%s gives\n%s, want\n%s", name, r.KataGo(), c.json)
			}
		}
	}
}

func TestRulesRoundTrip(t *testing.T) {
	n := 0
	all := []Rules{{}}
	for i := range axes {
		a := &axes[i]
		var more []Rules
		for _, r := range all {
			for v := range a.Values {
				a.put(&r, v)
				r.Komi = Komi(n%100 - 50)
				n++
				more = append(more, r)
			}
		}
		if all = more; len(all) > 5000 { // a sample is enough: the rules are independent of each other
			var some []Rules
			for j := 0; j < len(all); j += len(all)/1999 + 1 {
				some = append(some, all[j])
			}
			all = some
		}
	}
	played := 0
	for _, r := range all {
		if r.Check() != nil {
			if _, err := ParseRules(r.KataGo()); !errors.Is(err, ErrUnsupportedRules) {
				t.Errorf("%s: got error %v, want ErrUnsupportedRules", r.KataGo(), err)
			}
			continue
		}
		played++
		if got, err := ParseRules(r.KataGo()); err != nil || got != r {
			t.Errorf("%s reads as %+v, %v, want %+v", r.KataGo(), got, err, r)
		}
		got, err := ParseRules(r.Name())
		if got.Komi = r.Komi; err != nil || got != r {
			t.Errorf("%s reads as %+v, %v, want %+v", r.Name(), got, err, r)
		}
	}
	if played < 100 {
		t.Errorf("%d rulesets were tried, want at least 100", played)
	}
	for _, p := range Presets() {
		if r, err := ParseRules(p.Name); err != nil || r != p.Rules || r.Name() != p.Title {
			t.Errorf("%s: got %v, %v, want %v with the name %s", p.Name, r, err, p.Rules, p.Title)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	for _, c := range []struct {
		text, want  string
		unsupported bool
	}{
		{`{"hasButton":true,"scoring":"TERRITORY"}`, "the button needs area", true},
		{`{"dead":"CLEANUP"}`, "clean-up needs territory", true},
		{`{"scoring":"STONES","tax":"ALL"}`, "tax needs", true},
		{"japanese+hasButton=true", "the button needs area", true},
		{"japanese+tax", "not a ruleset", false},
		{"japanese+tax=HIGH", "write NONE, SEKI or ALL", false},
		{"nowhere+tax=ALL", "not a ruleset", false},
		{"", "not a ruleset", false},
		{"chess", "known are chinese", false},
		{"{", "JSON", false},
		{"{} {}", "more after", false},
		{`{"ko":"EEL"}`, "EEL", false},
		{`{"ko":null}`, "ko", false},
		{`{"colour":1}`, "colour", false},
		{`{"komi":7.25}`, "half", false},
		{`{"komi":1e300}`, "beyond", false},
		{"koPOSITIONALfoo", "POSITIONALfoo", false},
		{"komi", "not a ruleset", false},
		{strings.Repeat("x", 1000), "...", false},
	} {
		r, err := ParseRules(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrUnsupportedRules) != c.unsupported {
			t.Errorf("%s: got %+v, %v, want an error with %q, ErrUnsupportedRules %v", clip(c.text), r, err, c.want, c.unsupported)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("%s: the error has %d bytes, want at most 300", clip(c.text), len(err.Error()))
		}
	}
}

func ExampleParseRules() {
	r, err := ParseRules("New Zealand")
	fmt.Println(r, err)
	fmt.Println(r.KataGo())
	_, err = ParseRules("japanese+hasButton=true")
	fmt.Println(err)
	// Output:
	// NZ, komi 7 <nil>
	// {"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
	// these rules cannot be played: the button needs area scoring
}
