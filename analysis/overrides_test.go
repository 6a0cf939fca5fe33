package analysis

import (
	"fmt"
	"strings"
	"testing"
)

// TestImitation refuses what only a net of human games can do where there is none, as KataGo
// does: by the name of the field, before what comes behind it, and wherever settings are
// overridden while a profile is set for all.
func TestImitation(t *testing.T) {
	const (
		unused  = "Could not set settings: WARNING: humanSLProfile is specified as config param but model(s) don't use it: net\n"
		missing = "Could not set settings: Provided parameter humanSLCpuctExploration but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)"
	)
	for _, c := range []struct {
		profile  string
		human    bool
		settings string
		want     string
	}{
		{"", false, `{"humanSLProfile":"rank_5k"}`, unused},
		{"", false, `{"humanSLProfile":""}`, ""},
		{"", false, `{"humanSLProfile":"nobody"}`, "Could not set settings: Unknown human SL network profile: nobody"},
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
			more = `,"maxVisits":"what is wrong behind it"`
		}
		client.send(`{"id":"a",` + board9 + more + `,"overrideSettings":` + c.settings + `}`)
		o := client.read()
		if c.want == "" && o["rootInfo"] == nil || c.want != "" && (o["error"] != c.want || o["field"] != "overrideSettings") {
			t.Errorf("profile %q, %s: %.300s, want %q", c.profile, c.settings, strings.TrimSpace(fmt.Sprint(o)), c.want)
		}
	}
}

// TestHumanModel: where a net of human games was given its settings are taken, also over a profile
// that is set for all, and a warning names those that change nothing here; what is none is refused.
func TestHumanModel(t *testing.T) {
	for _, c := range []struct {
		profile, settings, warning, err string
	}{
		{"", `{"humanSLProfile":"rank_5k","humanSLCpuctExploration":0.5}`, "No effect here, where no net of human games is asked: humanSLCpuctExploration,humanSLProfile", ""},
		{"", `{"humanSLCpuctExploration":1,"wideRootNoise":0.1}`, "", ""}, // as it is anyway
		{"", `{"humanSLProfile":"","humanSLChosenMoveProp":""}`, "", ""},
		{"", `{"humanSLChosenMoveProp":0.5,"nonsense":1}`, "Unknown config params: nonsense; No effect here, where no net of human games is asked: humanSLChosenMoveProp", ""},
		{"rank_5k", `{"wideRootNoise":0.1}`, "", ""},
		{"", `{"humanSLProfile":"nobody"}`, "", "Could not set settings: Unknown human SL network profile: nobody"},
		{"", `{"humanSLChosenMoveProp":2}`, "", "Could not set settings: Key 'humanSLChosenMoveProp' must be in the range 0 to 1"},
	} {
		e := newTestEngine(t, func(o *Options) {
			o.Models, o.HumanModel = []Model{{Name: "net"}}, true
			if err := o.Settings.Set("humanSLProfile", c.profile); err != nil {
				t.Fatal(err)
			}
		})
		client := newClient(t, e)
		client.send(`{"id":"a",` + board9 + `,"overrideSettings":` + c.settings + `}`)
		o := client.read()
		if c.warning != "" {
			if o["warning"] != c.warning || o["field"] != "overrideSettings" || o["id"] != "a" {
				t.Errorf("%s: %.300v, want the warning %q", c.settings, o, c.warning)
			}
			o = client.read()
		}
		if c.err != "" && o["error"] != c.err || c.err == "" && o["rootInfo"] == nil {
			t.Errorf("%s: %.300v, want %q", c.settings, o, c.err)
		}
	}
}
