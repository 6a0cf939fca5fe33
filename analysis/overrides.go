package analysis

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"tengen/katago"
)

// notInQueries are settings of GTP that KataGo's analysis does not read from overrideSettings.
var notInQueries = []string{"analysisWideRootNoise", "analysisIgnorePreRootHistory", "genmoveAntiMirror", "allowResignation",
	"ponderingEnabled", "delayMoveScale", "delayMoveMax"}

// alsoInQueries are settings that KataGo's analysis reads although kata-list-params does not list them.
var alsoInQueries = []string{"reportAnalysisWinratesAs", "avoidRepeatedPatternUtility", "evalCacheMinVisits", "nodeTableShardsPowerOfTwo",
	"useEvalCache", "numSearchThreadsPerAnalysisThread"}

// override applies a query's overrideSettings. If they include settings that queries cannot set, it returns a
// warning that names them.
func (o *Options) override(s *katago.Settings, v any) (warning string, err error) {
	const field = "overrideSettings"
	settings, ok := v.(object)
	if !ok {
		return "", wrong(field, "Must be an object")
	}
	var unknown []string
	next := *s
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		text, ok := settings[name].(string)
		if !ok {
			text = string(dump(settings[name]))
		}
		given := s.Given(name)
		err := next.Set(name, text)
		var none *katago.UnknownError
		switch {
		case errors.As(err, &none):
			err = nil
			fallthrough
		case err == nil && !given && text != "" && !inQueries(s, name):
			unknown = append(unknown, name)
		case err == nil && text != "" && katago.NeedsHumanModel(name) && o.Human == nil:
			return "", wrong(field, "Could not set settings: Provided parameter %s but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)", name)
		}
		if err != nil {
			return "", wrong(field, "Could not set settings: %v", err)
		}
	}
	if err := next.Validate(); err != nil {
		return "", wrong(field, "Could not set settings: %v", err)
	}
	for _, fixed := range [][2]string{{"nodeTableShardsPowerOfTwo", "16"}, {"useEvalCache", "false"}, {"evalCacheMinVisits", "100"}} {
		if v, ok := settings[fixed[0]]; ok && string(dump(v)) != fixed[1] && v != fixed[1] && v != "" && !s.Given(fixed[0]) {
			return "", wrong(field, "Could not set settings: Cannot change %s after initialization", fixed[0])
		}
	}
	*s = next
	if len(unknown) > 0 {
		warning = "Unknown config params: " + strings.Join(unknown, ",")
	}
	return warning, nil
}

// imitates checks the profile of the settings. It returns an error if a profile is set and no model uses it. It
// also returns an error if no profile is set and the evaluator's model needs one.
func (o *Options) imitates(s *katago.Settings) error {
	switch {
	case s.HumanProfile == "" && o.judgeImitates():
		return wrong("overrideSettings", "humanSLProfile is missing: the model %s imitates human players; set a profile such as rank_5k", o.Models[0].Name)
	case s.HumanProfile == "" || o.Imitates():
		return nil
	}
	var names []string
	for _, m := range o.Models {
		names = append(names, m.Name)
	}
	return wrong("overrideSettings", "Could not set settings: WARNING: humanSLProfile is specified as config param but model(s) don't use it: %s\n", strings.Join(names, " and "))
}

// inQueries reports whether the overrideSettings of a query can contain this setting.
func inQueries(s *katago.Settings, name string) bool {
	if slices.Contains(notInQueries, name) {
		return false
	}
	_, listed := s.Value(name)
	return listed || slices.Contains(alsoInQueries, name)
}
