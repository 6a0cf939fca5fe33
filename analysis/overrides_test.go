package analysis

import (
	"fmt"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// TestImitation checks that settings for a net of human games are refused without such a net, as in KataGo. The error
// must name the field and come before later mistakes. The settings are also refused if the profile comes from the
// settings of all queries.
func TestImitation(t *testing.T) {
	const (
		unused         = "Could not set settings: WARNING: humanSLProfile is specified as config param but model(s) don't use it: net\n"
		missingProfile = "humanSLProfile is missing: the model net imitates human players; set a profile such as rank_5k"
		missing        = "Could not set settings: Provided parameter humanSLCpuctExploration but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)"
	)
	for _, c := range []struct {
		profile  string
		human    bool
		settings string
		want     string
	}{
		{"", false, `{"humanSLProfile":"rank_5k"}`, unused},
		{"", false, `{"humanSLProfile":""}`, ""},
		{"", false, `{"humanSLProfile":"_"}`, ""},
		{"rank_5k", false, `{"humanSLProfile":"\"\""}`, ""},
		{"", true, `{"humanSLProfile":"_"}`, missingProfile},
		{"", false, `{"humanSLProfile":"novice"}`, "Could not set settings: Unknown human SL network profile: novice"},
		{"", false, `{"humanSLCpuctExploration":0.5}`, missing},
		{"", true, `{"humanSLProfile":"rank_5k"}`, ""},
		{"rank_5k", false, `{"humanSLProfile":"rank_5k"}`, unused},
		{"rank_5k", false, `{"wideRootNoise":0.1}`, unused},
		{"rank_5k", false, `{"humanSLProfile":""}`, ""},
		{"rank_5k", false, `{}`, ""},
	} {
		e := newTestEngine(t, func(o *Options) {
			o.Models = []Model{{Name: "net", HumanProfile: c.human}}
			if err := o.Settings.Set("humanSLProfile", c.profile); err != nil {
				t.Fatal(err)
			}
		})
		client := newClient(t, e)
		more := ""
		if c.want != "" {
			more = `,"maxVisits":"a later mistake"`
		}
		client.send(`{"id":"a",` + board9 + more + `,"overrideSettings":` + c.settings + `}`)
		o := client.read()
		if c.want == "" && o["rootInfo"] == nil || c.want != "" && (o["error"] != c.want || o["field"] != "overrideSettings") {
			t.Errorf("profile %q, %s: got %.300s, want the error %q", c.profile, c.settings, strings.TrimSpace(fmt.Sprint(o)), c.want)
		}
	}
}

// TestHumanModel checks that settings of human games are accepted if the engine has a net of human games, even if the
// settings of all queries have a profile. It also checks that an invalid profile is refused.
func TestHumanModel(t *testing.T) {
	for _, c := range []struct {
		profile, settings, warning, err string
	}{
		{"", `{"humanSLProfile":"rank_5k","humanSLCpuctExploration":0.5}`, "", ""},
		{"", `{"humanSLProfile":"","humanSLChosenMoveProp":""}`, "", ""},
		{"", `{"humanSLChosenMoveProp":0.5,"nonsense":1}`, "Unknown config params: nonsense", ""},
		{"rank_5k", `{"wideRootNoise":0.1}`, "", ""},
		{"rank_5k", `{"humanSLProfile":"_"}`, "", ""},
		{"", `{"humanSLProfile":"novice"}`, "", "Could not set settings: Unknown human SL network profile: novice"},
		{"", `{"humanSLChosenMoveProp":2}`, "", "Could not set settings: Key 'humanSLChosenMoveProp' must be in the range 0 to 1"},
	} {
		e := newTestEngine(t, func(o *Options) {
			o.Models, o.Human = []Model{{Name: "net"}, {Name: "people", HumanProfile: true}}, human
			if err := o.Settings.Set("humanSLProfile", c.profile); err != nil {
				t.Fatal(err)
			}
		})
		client := newClient(t, e)
		client.send(`{"id":"a",` + board9 + `,"overrideSettings":` + c.settings + `}`)
		o := client.read()
		if c.warning != "" {
			if o["warning"] != c.warning || o["field"] != "overrideSettings" || o["id"] != "a" {
				t.Errorf("%s: got %.300v, want the warning %q", c.settings, o, c.warning)
			}
			o = client.read()
		}
		if c.err != "" && o["error"] != c.err || c.err == "" && o["rootInfo"] == nil {
			t.Errorf("%s: got %.300v, want the error %q", c.settings, o, c.err)
		}
	}
}

// human returns evaluators whose policy depends on the length of the profile, and nil without a profile.
func human(profile string) eval.Factory {
	if profile == "" {
		return nil
	}
	return always(eval.Hashed(uint64(len(profile))))("")
}

// TestHumanPolicy checks that an answer has the human policy of the profile in its query. It also checks that the
// human policy guides the search and the order of moves if the settings say so.
func TestHumanPolicy(t *testing.T) {
	e := newTestEngine(t, func(o *Options) {
		o.Models, o.Human = []Model{{Name: "net"}, {Name: "people", HumanProfile: true}}, human
	})
	client := newClient(t, e)
	ask := func(settings string) map[string]any {
		client.send(`{"id":"a",` + board9 + `,"includePolicy":true,"maxVisits":40,"overrideSettings":{` + settings + `}}`)
		return client.read()
	}
	if o := ask(``); o["humanPolicy"] != nil || o["rootInfo"].(map[string]any)["humanWinrate"] != nil {
		t.Error("without a profile the answer has a human policy")
	}
	one, other := ask(`"humanSLProfile":"rank_5k"`), ask(`"humanSLProfile":"rank_15k"`)
	for _, o := range []map[string]any{one, other} {
		policy := o["humanPolicy"].([]any)
		root := o["rootInfo"].(map[string]any)
		for _, name := range []string{"humanWinrate", "humanScoreMean", "humanScoreStdev", "humanStWrError", "humanStScoreError"} {
			if _, ok := root[name].(float64); !ok {
				t.Errorf("rootInfo is %v, want a number %s", root, name)
			}
		}
		for _, m := range o["moveInfos"].([]any) {
			m := m.(map[string]any)
			p, _ := e.boards.places.values[place{9, 9, ""}].graph.ParseVertex(m["move"].(string))
			if want := policy[index(policy, p)]; m["humanPrior"] != want {
				t.Errorf("the humanPrior of %v is %v, want %v as in humanPolicy", m["move"], m["humanPrior"], want)
			}
		}
	}
	if fmt.Sprint(one["policy"]) != fmt.Sprint(other["policy"]) || fmt.Sprint(one["humanPolicy"]) == fmt.Sprint(other["humanPolicy"]) {
		t.Error("two profiles must have different human policies and the same policy")
	}
	free := ask(`"humanSLProfile":"rank_5k","humanSLRootExploreProbWeightless":1`)
	if n := free["rootInfo"].(map[string]any)["visits"]; n != 1.0 || len(free["moveInfos"].([]any)) < 5 {
		t.Errorf("with free playouts: %v visits of the root and %d moves, want 1 and at least 5", n, len(free["moveInfos"].([]any)))
	}
	last := 1.0
	for _, m := range ask(`"humanSLProfile":"rank_5k","humanSLChosenMoveProp":1,"rootSymmetryPruning":false`)["moveInfos"].([]any) {
		now := m.(map[string]any)["humanPrior"].(float64)
		if now > last {
			t.Errorf("moves are not in the order of the human policy: %v after %v", now, last)
		}
		last = now
	}
}

// index is the place of a move in a policy.
func index(policy []any, p baduk.Point) int {
	if p == baduk.Pass {
		return len(policy) - 1
	}
	return int(p)
}
