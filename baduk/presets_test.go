package baduk

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestParseRulesKataGo checks the table of names and values that KataGo accepts
// against its own JSON.
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
		{`{}|{"score":"AREA"}|{"komi":7.5, "suicide":true}`, TrompTaylor().KataGo()},
		{"alphago-003", `{"friendlyPassOk":false,"hasButton":false,"ko":"NATURAL","komi":7.5,"scoring":"AREA","suicide":false,"tax":"NONE","ties":"BLACK","whiteHandicapBonus":"0"}`},
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
	for _, ko := range []KoRule{KoSimple, KoPositional, KoSituational, KoNatural} {
		for _, suicide := range []SuicideRule{SuicideForbidden, SuicideMulti, SuicideLiteral} {
			for _, bonus := range []HandicapBonus{BonusNone, BonusLessOne, BonusEachGets} {
				for _, friendly := range []bool{false, true} {
					for _, ties := range []TieRule{TieDraw, TieBlack} {
						r := Rules{ko, suicide, bonus, friendly, Komi(n - 50), ties}
						n++
						if got, err := ParseRules(r.KataGo()); err != nil || got != r {
							t.Errorf("%s reads as %+v, %v", r.KataGo(), got, err)
						}
						got, err := ParseRules(r.Name())
						if got.Komi = r.Komi; err != nil || got != r {
							t.Errorf("%s reads as %+v, %v", r.Name(), got, err)
						}
					}
				}
			}
		}
	}
	for _, p := range Presets() {
		if r, err := ParseRules(p.Name); err != nil || r != p.Rules || r.Name() != p.Title {
			t.Errorf("%s: %v, %v", p.Name, r, err)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	for _, c := range []struct {
		text, want  string
		unsupported bool
	}{
		{"japanese", "territory scoring", true},
		{"Korean", "territory scoring", true},
		{"aga-button", "button", true},
		{"stone_scoring", "group tax", true},
		{`{"scoring":"TERRITORY"}`, "territory scoring", true},
		{`{"tax":"SEKI"}`, "seki", true},
		{`{"hasButton":true}`, "button", true},
		{`{"ko":"SPIGHT"}`, "Spight", true},
		{"koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5", "territory scoring", true},
		{"", "no ruleset", false},
		{"chess", "known are chinese", false},
		{"{", "JSON", false},
		{"{} {}", "more after", false},
		{`{"ko":"EEL"}`, "EEL", false},
		{`{"ko":null}`, "ko", false},
		{`{"colour":1}`, "colour", false},
		{`{"komi":7.25}`, "half", false},
		{`{"komi":1e300}`, "beyond", false},
		{"koPOSITIONALfoo", "POSITIONALfoo", false},
		{"komi", "no ruleset", false},
		{strings.Repeat("x", 1000), "...", false},
	} {
		r, err := ParseRules(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrUnsupportedRules) != c.unsupported {
			t.Errorf("%s: %+v, %v", clip(c.text), r, err)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("%s: an error of %d bytes", clip(c.text), len(err.Error()))
		}
	}
}

func ExampleParseRules() {
	r, err := ParseRules("New Zealand")
	fmt.Println(r, err)
	fmt.Println(r.KataGo())
	_, err = ParseRules("japanese")
	fmt.Println(err)
	// Output:
	// NZ, komi 7 <nil>
	// {"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7,"scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
	// these rules cannot be played here: "japanese" needs territory scoring
}
