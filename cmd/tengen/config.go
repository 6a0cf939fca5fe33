package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"text/tabwriter"
)

// ConfigCmd is `tengen config`.
type ConfigCmd struct {
	JSON bool `help:"Print one JSON object per line: key, value, source." config:"-"`
}

// Help explains the sources of settings.
func (ConfigCmd) Help() string {
	return "A value comes from the first of these sources that has it: a flag, the environment, the configuration file (TOML), the default. " +
		"For example, the flag --addr of the command web is addr in the table [web] of the file, and TENGEN_WEB_ADDR in the environment."
}

// Run prints every setting of every command.
func (c *ConfigCmd) Run(env *Env, s *settings) error {
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, each := range s.list {
			line := struct {
				Key    string `json:"key"`
				Value  any    `json:"value"`
				Source string `json:"source"`
			}{each.key, each.jsonValue(), each.source}
			if err := out.Encode(line); err != nil {
				return err
			}
		}
		return nil
	}
	out := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, each := range s.list {
		text := each.text
		if text == "" {
			text = "-"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", each.key, text, each.source)
	}
	return out.Flush()
}

// jsonValue returns the value for JSON: a number or a Boolean if the flag has such a type, null if
// the setting has no value, otherwise text.
func (s *setting) jsonValue() any {
	v := s.value
	if s.text == "" || !v.IsValid() {
		return nil
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.CanInt() || v.CanUint() || v.CanFloat() || v.Kind() == reflect.Bool {
		return v.Interface()
	}
	return s.text
}
