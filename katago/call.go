package katago

import (
	"errors"
	"os"
	"slices"

	"tengen/internal/usage"
)

// Call holds the arguments of a command line that set KataGo's settings. It is for programs that are called like
// KataGo.
type Call struct {
	Configs    []string // paths of configuration files; later files override earlier ones
	Overrides  []string // texts of the form "K=V,K=V", which override the files
	HumanModel string   // path of the net of human games, or BuiltIn; empty if not given
}

// BuiltIn can be used instead of the path of a net of human games. It means the net in the program.
const BuiltIn = "built-in"

// Given reports whether the program was called like KataGo.
func (c Call) Given() bool {
	return len(c.Configs)+len(c.Overrides) > 0 || c.HumanModel != ""
}

// Settings reads the files and the overrides. The notes list settings that are unknown or have no effect in tengen.
// Errors are mistakes of the user.
func (c Call) Settings(use Use) (s Settings, notes []string, err error) {
	s = Default(use)
	if err := c.checkHumanModel(); err != nil {
		return s, nil, err
	}
	var entries []entry
	for _, path := range c.Configs {
		list, err := readConfig(path)
		if err != nil {
			return s, nil, usage.Errorf("the configuration: %v", err)
		}
		byName := slices.ContainsFunc(list, func(e entry) bool { return e.Name == "rules" })
		for _, e := range list {
			if byName && slices.Contains(ruleKeys, e.Name) {
				return s, nil, usage.Errorf("Cannot both specify 'rules' and individual rules like %s in %s", e.Name, e.where())
			}
		}
		entries = append(entries, list...)
	}
	for _, text := range c.Overrides {
		list, err := parseOverrides(text)
		if err != nil {
			return s, nil, usage.Errorf("--override-config: %v", err)
		}
		entries = append(entries, list...)
	}
	if notes, err = s.apply(entries); err != nil {
		return s, nil, usage.Errorf("%v", err)
	}
	for _, e := range entries {
		if c.HumanModel == "" && s.Given(e.Name) && NeedsHumanModel(e.Name) {
			return s, nil, usage.Errorf("Provided parameter %s but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)", e.Name)
		}
	}
	return s, notes, nil
}

// checkHumanModel returns an error in KataGo's words if the net of human games is not a file.
func (c Call) checkHumanModel() error {
	if c.HumanModel == "" || c.HumanModel == BuiltIn {
		return nil
	}
	info, err := os.Stat(c.HumanModel)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return usage.Errorf("-human-model: Could not open file %s - does not exist or invalid permissions? (%v)", c.HumanModel, err)
	}
	return nil
}
