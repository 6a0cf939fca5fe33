package katago

import (
	"fmt"
	"slices"
	"strings"
)

// meaning says which effect a setting has in tengen.
type meaning uint8

// Name is the name by which clients recognize KataGo, and Release is the version of KataGo whose settings and answers
// tengen implements.
const (
	Name    = "KataGo"
	Release = "1.17.2"
)

const (
	unknown       meaning = iota // KataGo does not have the setting
	used                         // the setting has the same effect as in KataGo
	needlessHere                 // the setting configures a graphics card, log or cache that tengen does not have
	withoutEffect                // the setting changes a feature that tengen does not have
)

// UnknownError is the error about a setting that KataGo does not have.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string { return fmt.Sprintf("KataGo has no setting %.60q", e.Name) }

// refusal is an error that has the same text as in KataGo. The text begins with a capital letter.
type refusal string

func (r refusal) Error() string { return string(r) }

func refusef(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// meaningOf returns the effect of a setting in tengen.
func meaningOf(name string) meaning {
	name = alias(name)
	if p := find(name); p != nil {
		if p.apply == nil && !p.read {
			return withoutEffect
		}
		return used
	}
	for _, prefix := range needlessPrefixes {
		if strings.HasPrefix(name, prefix) {
			return needlessHere
		}
	}
	for _, prefix := range withoutEffectPrefixes {
		if strings.HasPrefix(name, prefix) {
			return withoutEffect
		}
	}
	if slices.Contains(needless, name) {
		return needlessHere
	}
	return unknown
}

// NeedsHumanModel reports whether KataGo refuses a setting without a net of human games. KataGo accepts a
// profile without such a net, and says that the profile has no effect.
func NeedsHumanModel(name string) bool {
	return strings.HasPrefix(name, "humanSL") && name != "humanSLProfile"
}

// alias replaces an alternative name of a setting by its usual name.
func alias(name string) string {
	if name == "numSearchThreadsPerAnalysisThread" {
		return "numSearchThreads"
	}
	return name
}

// find returns the parameter with this name, or nil.
func find(name string) *param {
	for _, list := range [][]param{searchParams, ownParams, configKeys} {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// apply applies a file and its overrides. The notes are for a log. They list unknown settings and settings without
// effect. If a value is invalid, nothing changes, and the error says where the first invalid value is.
func (s *Settings) apply(entries []entry) (notes []string, err error) {
	next := *s
	for _, e := range entries {
		err := next.Set(e.Name, e.Value)
		if _, unknown := err.(*UnknownError); unknown {
			notes = append(notes, fmt.Sprintf("Unused key '%s' in %s", e.Name, e.where()))
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w in %s", err, e.where())
		}
	}
	for _, e := range entries {
		if next.Idle(e.Name) {
			notes = append(notes, fmt.Sprintf("'%s' has no effect here, in %s", e.Name, e.where()))
		}
	}
	*s = next
	return notes, nil
}

// Idle reports whether a setting has an effect in KataGo but not in tengen, and was changed from its default.
func (s *Settings) Idle(name string) bool {
	return meaningOf(name) == withoutEffect && s.unusual(name)
}

// unusual reports whether a setting differs from its default.
func (s *Settings) unusual(name string) bool {
	text, given := s.given[name]
	p := find(name)
	if !given || p == nil {
		return given
	}
	usual := Settings{use: s.use}
	return p.json(text) != p.json(usual.text(p))
}

// Override changes several settings while the program runs, as kata-set-params does. It changes all of the settings or
// none. The error has KataGo's text.
func (s *Settings) Override(values map[string]string) error {
	next := *s
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p := changeable(name)
		if p == nil || values[name] == "" {
			continue
		}
		if _, err := p.parse(values[name]); err != nil {
			if strings.HasPrefix(err.Error(), "Could not parse '") || strings.HasPrefix(err.Error(), "Key '") {
				err = fmt.Errorf("%w in config file  and/or command-line and query overrides", err)
			}
			return err
		}
	}
	for _, name := range names {
		switch {
		case name == "dynamicPlayoutDoublingAdvantageCapPerOppLead", name == "avoidRepeatedPatternUtility":
			return refusef("Cannot be overridden in kata-set-param: %s", name)
		case changeable(name) == nil && values[name] != "":
			return refusef("Unrecognized or non-overridable parameter in kata-set-params: %s", name)
		}
	}
	for _, name := range names {
		if changeable(name) == nil {
			continue // this would remove a setting, which was never set
		}
		if changesNever(name) && next.differs(name, values[name]) {
			return refusef("Cannot change %s after initialization", name)
		}
		if err := next.Set(name, values[name]); err != nil {
			return err
		}
	}
	*s = next
	return nil
}

// changeable returns the parameter of a setting that can change while the program runs, or nil.
func changeable(name string) *param {
	for _, list := range [][]param{searchParams, ownParams} {
		for i := range list {
			if list[i].name == name && list[i].name != "subtreeValueBiasTableNumShards" {
				return &list[i]
			}
		}
	}
	return nil
}

func changesNever(name string) bool {
	return name == "nodeTableShardsPowerOfTwo" || name == "useEvalCache" || name == "evalCacheMinVisits"
}

func (s *Settings) differs(name, text string) bool {
	p := find(name)
	if text == "" {
		text = p.standard
	}
	return p.json(text) != p.json(s.text(p))
}
