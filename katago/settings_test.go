package katago

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// TestDefaultIsNetParams checks that the default search parameters are those of a search with a net, with
// ConservativePass.
func TestDefaultIsNetParams(t *testing.T) {
	s, want := Default(ForGTP), mcts.NetParams()
	if want.ConservativePass = true; s.Search != want {
		t.Errorf("Search = %+v, want %+v", s.Search, want)
	}
	if s.AnalysisSearch.RootWide != 0.04 || s.PVLen != 13 || s.Max.Visits != NoLimit || s.Max.Time != NoTime {
		t.Errorf("the defaults for GTP are %+v, want a wide root noise of 0.04 in analysis, 13 moves of a variation and no limits", s)
	}
	a := Default(ForAnalysis)
	if a.Search.RootWide != 0.04 || a.PVLen != 15 || a.Perspective != sideToMove || a.Threads != 0 {
		t.Errorf("the defaults for analysis are %+v, want a wide root noise of 0.04, 15 moves of a variation, the side to move and no threads", a)
	}
	if err := errors.Join(s.Validate(), a.Validate()); err != nil {
		t.Error(err)
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct {
		name, text, value string
		check             func(s Settings) bool
	}{
		{"cpuctExploration", "3", "3.0", func(s Settings) bool { return s.Search.CPUCT == 3 && s.AnalysisSearch.CPUCT == 3 }},
		{"noResultUtilityForWhite", "0.5", "0.5", func(s Settings) bool { return s.Search.NoResult == -0.5 }},
		{"useNoisePruning", "false", "false", func(s Settings) bool { return s.Search.NoisePruning == 0 }},
		{"useUncertainty", "FALSE", "false", func(s Settings) bool { return s.Search.Uncertainty == 0 }},
		{"useLcbForSelection", "false", "false", func(s Settings) bool { return s.Search.LCB == 5 && s.Search.LCBVisits == mcts.NoLCB }},
		{"rootNoiseEnabled", "true", "true", func(s Settings) bool { return s.Search.RootNoise == 0.25 && s.Search.RootFPU == 0 }},
		{"fpuParentWeightByVisitedPolicy", "false", "false", func(s Settings) bool { return s.Search.FPUBlend == 0 }},
		{"wideRootNoise", "0.6", "0.6", func(s Settings) bool { return s.Search.RootWide == 0.6 && s.AnalysisSearch.RootWide == 0.04 }},
		{"analysisIgnorePreRootHistory", "true", "true", func(s Settings) bool { return !s.Search.HidePast && s.AnalysisSearch.HidePast }},
		{"humanSLOppExploreProbWeightless", "0.25", "0.25", func(s Settings) bool {
			return s.Search.HumanPolicy.Opponent.Free == 0.25 && s.AnalysisSearch.HumanPolicy.Opponent.Free == 0.25
		}},
		{"humanSLPlaExploreProbWeightful", "0.5", "0.5", func(s Settings) bool { return s.Search.HumanPolicy.Own.Counted == 0.5 }},
		{"humanSLChosenMovePiklLambda", "0", "0.0", func(s Settings) bool { return s.Search.HumanPolicy.Disapproval == 1e-9 }},
		{"humanSLChosenMoveProp", "0.5", "0.5", func(s Settings) bool { return s.Search.HumanPolicy.Choice == 0.5 && s.Draw.Wanted }},
		{"analysisWideRootNoise", "1", "1", func(s Settings) bool { return s.Search.RootWide == 0 && s.AnalysisSearch.RootWide == 1 }},
		{"maxTime", "2.5", "2.5", func(s Settings) bool { return s.Max.Time == 2500*time.Millisecond }},
		{"maxTime", "1e20", "1e+20", func(s Settings) bool { return s.Max.Time == NoTime }},
		{"maxVisits", "500", "500", func(s Settings) bool { return s.Max.Visits == 500 }},
		{"numSearchThreads", "4", "4", func(s Settings) bool { return s.Search.Threads == 4 && s.Threads == 4 }},
		{"lagBuffer", "1", "1.0", func(s Settings) bool { return s.Lag == time.Second }},
		{"playoutDoublingAdvantagePla", "white", `"W"`, nil},
		{"alwaysComputePassAliveUnderSuicideRules", "Yes", `"true"`, nil},
		{"humanSLProfile", "rank_5k", "rank_5k", func(s Settings) bool { return s.HumanProfile == "rank_5k" }},
		{"humanSLProfile", "_", "_", func(s Settings) bool { return s.HumanProfile == "" && s.Given("humanSLProfile") }},
		{"humanSLProfile", `""`, `""`, func(s Settings) bool { return s.HumanProfile == "" }},
		{"delayMoveMax", "3", "3", nil},
		{"antiMirror", "true", "true", func(s Settings) bool { v, _ := s.Value("genmoveAntiMirror"); return v == "true" }},
	} {
		s := Default(ForGTP)
		before := s
		if err := s.Set(c.name, c.text); err != nil {
			t.Errorf("Set(%s, %s): %v", c.name, c.text, err)
			continue
		}
		if got, ok := s.Value(c.name); !ok || got != c.value {
			t.Errorf("after Set(%s, %s) the value is %q, %v, want %q", c.name, c.text, got, ok, c.value)
		}
		if c.check != nil && !c.check(s) {
			t.Errorf("after Set(%s, %s) the fields are wrong: %+v", c.name, c.text, s)
		}
		if err := s.Set(c.name, ""); err != nil || s.JSON() != before.JSON() || s.Search != before.Search {
			t.Errorf("after removing %s: %v, %s, want the defaults", c.name, err, s.JSON())
		}
	}
}

func TestSetErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"cpuctExploration", "x", "Could not parse 'x' as double for key 'cpuctExploration'"},
		{"cpuctExploration", "11", "Key 'cpuctExploration' must be in the range 0 to 10"},
		{"cpuctExploration", "nan", "Could not parse 'nan' as double for key 'cpuctExploration'"},
		{"maxVisits", "0", "Key 'maxVisits' must be in the range 1 to 1125899906842624"},
		{"maxVisits", "1.5", "Could not parse '1.5' as int64_t for key 'maxVisits'"},
		{"useNoisePruning", "1", "Could not parse '1' as bool for key 'useNoisePruning'"},
		{"humanSLProfile", "me", "Unknown human SL network profile: me"},
		{"nothing", "1", `KataGo has no setting "nothing"`},
	} {
		s := Default(ForGTP)
		before := s.JSON()
		err := s.Set(c.name, c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("Set(%s, %s): got %v, want %s", c.name, c.text, err, c.want)
		}
		var unknown *UnknownError
		if errors.As(err, &unknown) != (c.name == "nothing") || s.JSON() != before {
			t.Errorf("Set(%s, %s): got a %T and %s, want an UnknownError only for an unknown name, and %s", c.name, c.text, err, s.JSON(), before)
		}
	}
}

// TestCopies checks that a change of a copy does not change the original.
func TestCopies(t *testing.T) {
	a := Default(ForGTP)
	if err := a.Set("maxVisits", "5"); err != nil {
		t.Fatal(err)
	}
	b := a
	if err := b.Set("maxVisits", "6"); err != nil {
		t.Fatal(err)
	}
	if v, _ := a.Value("maxVisits"); v != "5" || a.Max.Visits != 5 {
		t.Errorf("maxVisits of the original is %s, want 5", v)
	}
}

func TestOverride(t *testing.T) {
	s := Default(ForGTP)
	if err := s.Override(map[string]string{"wideRootNoise": "0.6", "analysisWideRootNoise": "0.9"}); err != nil || s.Search.RootWide != 0.6 || s.AnalysisSearch.RootWide != 0.9 {
		t.Errorf("got %v and %+v, want the wide root noises 0.6 and 0.9", err, s)
	}
	before := s.JSON()
	for _, c := range []struct{ name, text, want string }{
		{"dynamicPlayoutDoublingAdvantageCapPerOppLead", "0.1", "Cannot be overridden in kata-set-param: dynamicPlayoutDoublingAdvantageCapPerOppLead"},
		{"rules", "chinese", "Unrecognized or non-overridable parameter in kata-set-params: rules"},
		{"foo", "1", "Unrecognized or non-overridable parameter in kata-set-params: foo"},
		{"useEvalCache", "true", "Cannot change useEvalCache after initialization"},
		{"maxVisits", "no", "Could not parse 'no' as int64_t for key 'maxVisits' in config file  and/or command-line and query overrides"},
	} {
		err := s.Override(map[string]string{"cpuctExploration": "2", c.name: c.text})
		if err == nil || err.Error() != c.want || s.JSON() != before {
			t.Errorf("%s: got %v, want %s and unchanged settings", c.name, err, c.want)
		}
	}
}

// TestRules checks that the rules in a configuration, by name or in parts, are those of KataGo.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		set  string
		want string
	}{
		{"rules=japanese", "japanese"},
		{"rules=,koRule=SITUATIONAL,scoringRule=AREA,taxRule=NONE,multiStoneSuicideLegal=true,hasButton=false,friendlyPassOk=true", "nz"},
	} {
		entries, err := parseOverrides(c.set)
		if err != nil {
			t.Fatal(err)
		}
		s := Default(ForGTP)
		if _, err := s.apply(entries); err != nil {
			t.Fatal(err)
		}
		got, err := baduk.ParseRules(s.Rules)
		want, _ := baduk.ParseRules(c.want)
		got.Komi = want.Komi
		if err != nil || got != want {
			t.Errorf("%s: %s is %v, %v, want %v", c.set, s.Rules, got, err, want)
		}
	}
}

// TestMeanings checks the effect of settings, and that every listed name has a value and is known.
func TestMeanings(t *testing.T) {
	for name, want := range map[string]meaning{
		"cpuctExploration": used, "numSearchThreadsPerAnalysisThread": used, "cudaUseFP16": needlessHere, "logDir": needlessHere, "logToStderr": needlessHere,
		"nnRandSeed": needlessHere, "chosenMoveTemperature": used, "midgameTimeFactor": withoutEffect, "avoidSgf2PatternUtility": withoutEffect,
		"rules": used, "useNoisePruning": used, "tpyo": unknown, "trtDeviceToUseThread0": needlessHere, "nodeTableShardsPowerOfTwo": withoutEffect,
	} {
		if got := meaningOf(name); got != want {
			t.Errorf("%s means %d, want %d", name, got, want)
		}
	}
	for _, name := range Names() {
		s := Default(ForGTP)
		if _, ok := s.Value(name); !ok || meaningOf(name) != used && meaningOf(name) != withoutEffect {
			t.Errorf("%s is listed, but has no value or no meaning", name)
		}
	}
}

func TestApplyNotes(t *testing.T) {
	s := Default(ForGTP)
	notes, err := s.apply([]entry{
		{Name: "tpyo", Value: "1", File: "a.cfg", Line: 3}, {Name: "cudaUseFP16", Value: "auto"}, {Name: "maxVisits", Value: "7"},
		{Name: "midgameTimeFactor", Value: "2"}, {Name: "midgameTurnPeakTime", Value: "130.0"},
	})
	if err != nil || len(notes) != 2 || !strings.Contains(notes[0], "Unused key 'tpyo' in a.cfg, line 3") || !strings.Contains(notes[1], "midgameTimeFactor") || s.Max.Visits != 7 {
		t.Errorf("got %v and the notes %q, want notes about tpyo and midgameTimeFactor and 7 visits", err, notes)
	}
	if _, err := s.apply([]entry{{Name: "ignoreGTPAndForceKomi", Value: "4.3"}}); err == nil || !strings.Contains(err.Error(), "half-integer") {
		t.Errorf("a forced komi of 4.3: got %v, want an error", err)
	}
	if _, err := s.apply([]entry{{Name: "maxVisits", Value: "8"}, {Name: "maxTime", Value: "x", File: "a.cfg", Line: 9}}); err == nil || !strings.Contains(err.Error(), "a.cfg, line 9") || s.Max.Visits != 7 {
		t.Errorf("got %v and %d visits, want an error about line 9 of a.cfg and 7 visits", err, s.Max.Visits)
	}
}

// TestAgainstKataGo checks that the parameters have the names and values of KataGo's recorded answer, after setting
// those that the script had set.
func TestAgainstKataGo(t *testing.T) {
	path := filepath.FromSlash("../../shared/testdata/katago-protocol/gtp/setparams.txt.stdout")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skip("KataGo's recorded answers are not available: ", err)
	}
	for line := range strings.Lines(string(data)) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "= {")
		if !ok {
			continue
		}
		s := Default(ForGTP)
		entries, err := parseOverrides("allowResignation=true,analysisWideRootNoise=0.9,lagBuffer=1,maxPlayouts=10000,maxTimePondering=60,maxVisits=100," +
			"playoutDoublingAdvantage=1,rootSymmetryPruning=false,searchFactorAfterOnePass=0.5,searchFactorAfterTwoPass=0.25,wideRootNoise=0")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.apply(entries); err != nil {
			t.Fatal(err)
		}
		if got, want := s.JSON(), "{"+text; got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		return
	}
	t.Fatal("the recorded answers have no parameters")
}

func TestJSONIsJSON(t *testing.T) {
	s := Default(ForGTP)
	var m map[string]any
	if err := json.Unmarshal([]byte(s.JSON()), &m); err != nil || len(m) != len(Names()) {
		t.Errorf("got %v and %d members, want one for each of %d names", err, len(m), len(Names()))
	}
	names := Names()[9:]
	if !slices.IsSorted(names) {
		t.Errorf("the names are not sorted: %v", names)
	}
}

func TestFloats(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0", 1: "1.0", 0.1: "0.1", 1e9: "1000000000.0", 1e20: "1e+20", 1e-8: "1e-08", 0.0001: "0.0001", 1e14: "100000000000000.0", -2.5: "-2.5"} {
		if got := jsonFloat(x); got != want {
			t.Errorf("jsonFloat(%v) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 1: "1", 1e6: "1e+06", 0.04: "0.04", 9.873128: "9.87313", 1e15: "1e+15"} {
		if got := streamFloat(x, 6); got != want {
			t.Errorf("streamFloat(%v) = %s, want %s", x, got, want)
		}
	}
}

// TestDraw checks that moves are drawn once a temperature is set, and that the temperature falls from the early one to
// the other, faster on a small board.
func TestDraw(t *testing.T) {
	s := Default(ForGTP)
	set := func(name, text string, want bool) {
		t.Helper()
		if err := s.Set(name, text); err != nil || s.Draw.Wanted != want {
			t.Errorf("after setting %s to %q: drawn %v, %v, want %v", name, text, s.Draw.Wanted, err, want)
		}
	}
	set("chosenMoveTemperatureHalflife", "10", false)
	set("chosenMoveTemperature", "0.2", true)
	set("chosenMoveTemperature", "", false)
	set("chosenMoveTemperatureEarly", "0.9", true)
	set("chosenMoveSubtract", "2", true)
	if want := (Draw{Wanted: true, Temperature: 0.1, Early: 0.9, Halflife: 10, OnlyBelow: 1, Subtract: 2}); s.Draw != want {
		t.Errorf("got %+v, want %+v", s.Draw, want)
	}
	for turn, want := range map[int]float64{0: 0.9, 10: 0.5, 20: 0.3} {
		if got, small := s.Draw.At(turn, 361), s.Draw.At(turn/2, 361/4); math.Abs(got-want) > 1e-9 || math.Abs(small-want) > 1e-3 {
			t.Errorf("turn %d: temperature %v, and %v at half the turn on a board of half the size, want %v", turn, got, small, want)
		}
	}
}

// TestNeedsHumanModel checks that the profile is the only humanSL setting that is accepted without a net of
// human games.
func TestNeedsHumanModel(t *testing.T) {
	for name, want := range map[string]bool{"humanSLProfile": false, "humanSLChosenMoveProp": true, "humanSLRootExploreProbWeightless": true, "maxVisits": false} {
		if NeedsHumanModel(name) != want {
			t.Errorf("%s: got %v, want %v", name, !want, want)
		}
	}
}

// TestGumbel checks that the setting for sequential halving, which KataGo does not have, can be set and is not listed.
func TestGumbel(t *testing.T) {
	s := Default(ForGTP)
	if err := s.Set("gumbelMaxPlayouts", "50"); err != nil || s.Search.Gumbel != 50 || s.AnalysisSearch.Gumbel != 50 {
		t.Errorf("got %v and %d, %d, want 50 for both searches", err, s.Search.Gumbel, s.AnalysisSearch.Gumbel)
	}
	if value, listed := s.Value("gumbelMaxPlayouts"); listed {
		t.Errorf("gumbelMaxPlayouts is listed with the value %s", value)
	}
	if err := s.Set("gumbelMaxPlayouts", "-1"); err == nil {
		t.Error("a negative number of playouts is accepted")
	}
}

// TestRulesTwice checks that a file may not have a ruleset and a part of the rules, and that an override replaces
// either.
func TestRulesTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.cfg")
	if err := os.WriteFile(path, []byte("rules = japanese\nkoRule = POSITIONAL\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (Call{Configs: []string{path}}).Settings(ForGTP); err == nil || !strings.Contains(err.Error(), "a.cfg, line 2") {
		t.Errorf("got %v, want an error about line 2", err)
	}
	if err := os.WriteFile(path, []byte("rules = japanese\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := Call{Configs: []string{path}, Overrides: []string{"koRule=POSITIONAL"}}.Settings(ForGTP)
	if err != nil || s.Given("rules") || !s.Given("koRule") {
		t.Errorf("got %v, rules given: %v, koRule given: %v, want only koRule", err, s.Given("rules"), s.Given("koRule"))
	}
}
