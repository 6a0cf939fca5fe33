package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/internal/usage"
	"tengen/internal/wording"
)

// A setting is a flag whose value may also come from the configuration file or
// from the environment. For example, the flag --addr of the command web has the key
// web.addr: in the file
//
//	[web]
//	addr = "127.0.0.1:9000"
//
// and in the environment the variable TENGEN_WEB_ADDR. A flag overrides the
// environment, which overrides the file, which overrides the default.
type setting struct {
	key    string
	flag   *kong.Flag
	text   string        // the current value as text; empty if the setting has no value
	value  reflect.Value // the current value in the flag's type; the zero Value if the setting has no value
	source string        // "default", "file PATH:LINE", "env NAME" or "flag --name"
}

// settings holds every setting of every command, in the order of the command
// line. It implements kong.Resolver, which supplies values for flags that were not given.
type settings struct {
	list []*setting
}

// loadSettings reads the file and the environment. It checks the settings of all
// commands, not only those of the command that runs. So a mistake is reported at once.
func (m *Main) loadSettings(ctx *kong.Context) (*settings, error) {
	s := &settings{}
	s.collect("", ctx.Model.Node)
	if err := s.readFile(m.configFile(ctx)); err != nil {
		return nil, err
	}
	for _, each := range s.list {
		if text, ok := m.LookupEnv(each.variable()); ok && text != "" {
			if err := each.set(text, "env "+each.variable()); err != nil {
				return nil, usagef("%s: %v", each.variable(), err)
			}
		}
	}
	for _, path := range ctx.Path {
		if each := s.find(path.Flag); each != nil {
			each.value = reflect.ValueOf(ctx.FlagValue(path.Flag))
			each.text = fmt.Sprint(each.value)
			each.source = "flag --" + path.Flag.Name
		}
	}
	return s, nil
}

// collect lists the flags of a command and of its subcommands.
func (s *settings) collect(prefix string, node *kong.Node) {
	for _, flag := range node.Flags {
		if flag.Tag.Get("config") == "-" {
			continue
		}
		each := &setting{key: prefix + flag.Name, flag: flag, source: "default"}
		if flag.Default != "" {
			if err := each.set(flag.Default, "default"); err != nil {
				panic(fmt.Sprintf("the default of %s: %v", each.key, err)) // every test fails here
			}
		} else if flag.IsBool() {
			_ = each.set("false", "default")
		}
		s.list = append(s.list, each)
	}
	for _, child := range node.Children {
		s.collect(prefix+child.Name+".", child)
	}
}

// configFile returns the path of the configuration file, and whether the user named it. A file that
// the user named must exist.
func (m *Main) configFile(ctx *kong.Context) (path string, named bool) {
	for _, flag := range ctx.Model.Flags {
		if flag.Name == "config" {
			if path, _ := ctx.FlagValue(flag).(string); path != "" {
				return path, true
			}
		}
	}
	if path, _ := m.LookupEnv("TENGEN_CONFIG"); path != "" {
		return path, true
	}
	return m.defaultConfigFile(), false
}

func (s *settings) readFile(path string, named bool) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil
	}
	if err != nil {
		return usagef("the configuration file: %v", err)
	}
	values, err := readTOML(data)
	if err != nil {
		return usagef("%s:%v", path, err)
	}
	for _, v := range values {
		where := fmt.Sprintf("%s:%d", path, v.line)
		each := s.byKey(v.key)
		if each == nil {
			return &usage.Error{Line: fmt.Sprintf("%s: unknown setting %q", where, v.key), Hint: s.suggest(v.key)}
		}
		err := each.checkType(v.value)
		if err == nil {
			err = each.set(fmt.Sprint(v.value), "file "+where)
		}
		if err != nil {
			return usagef("%s: %s: %v", where, v.key, err)
		}
	}
	return nil
}

// suggest returns the hint for an unknown key.
func (s *settings) suggest(key string) string {
	keys := make([]string, len(s.list))
	for i, each := range s.list {
		keys[i] = each.key
	}
	if near := wording.Nearest(key, keys, len(key)/3); near != "" {
		return fmt.Sprintf("did you mean %q? see tengen config", near)
	}
	return "see tengen config for all settings"
}

func (s *settings) byKey(key string) *setting {
	for _, each := range s.list {
		if each.key == key {
			return each
		}
	}
	return nil
}

func (s *settings) find(flag *kong.Flag) *setting {
	for _, each := range s.list {
		if each.flag == flag {
			return each
		}
	}
	return nil
}

// valueInForce returns the current value of a setting. field is the field of [CLI] for the setting, whose command
// need not be the one that runs. If the setting has no value, valueInForce returns the zero value.
func valueInForce[T any](s *settings, field *T) T {
	for _, each := range s.list {
		if each.flag.Target.CanAddr() && each.flag.Target.Addr().Interface() == any(field) && each.value.IsValid() {
			return each.value.Interface().(T)
		}
	}
	var none T
	return none
}

// Validate implements kong.Resolver. It does nothing, because loadSettings has checked everything.
func (s *settings) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver: it returns a flag's value from the file or the
// environment, or nil for the default.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if each := s.find(flag); each != nil && each.source != "default" {
		return each.text, nil
	}
	return nil, nil
}

// set sets the value. The text comes from the given source. If the flag would refuse the text, set
// returns an error.
func (s *setting) set(text, source string) error {
	// flag.Parse would mark the flag as given.
	target := reflect.New(s.flag.Target.Type()).Elem()
	if target.Kind() == reflect.Pointer {
		target.Set(reflect.New(target.Type().Elem()))
	}
	scan := kong.Scan().PushTyped(text, kong.FlagValueToken)
	if err := s.flag.Mapper.Decode(&kong.DecodeContext{Value: s.flag.Value, Scan: scan}, target); err != nil {
		return err
	}
	s.text, s.value, s.source = text, target, source
	return nil
}

// checkType checks the type of a value in the file. The value itself is checked by the method set.
// A number may be written as text, such as "1m30s". Other types must match.
func (s *setting) checkType(value any) error {
	_, isBool := value.(bool)
	_, isText := value.(string)
	switch {
	case s.flag.IsBool() && !isBool:
		return errors.New("expected true or false, without quotes")
	case !s.flag.IsBool() && isBool:
		return fmt.Errorf("expected text or a number, not %v", value)
	case s.flag.Target.Kind() == reflect.String && !isText:
		return fmt.Errorf("expected text in quotes, not %v", value)
	}
	return nil
}

// warnOfVariables warns about environment variables that look like settings but are not.
func (m *Main) warnOfVariables(app *kong.Application, log *slog.Logger) {
	var all settings
	all.collect("", app.Node)
	known := make([]string, len(all.list))
	for i, each := range all.list {
		known[i] = each.variable()
	}
	for _, entry := range m.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		ours := slices.ContainsFunc(app.Children, func(n *kong.Node) bool {
			return strings.HasPrefix(name, "TENGEN_"+strings.ToUpper(n.Name)+"_")
		})
		if ours && !slices.Contains(known, name) {
			log.Warn("this variable is not a setting", "variable", name, "did you mean", wording.Nearest(name, known, len(name)/3))
		}
	}
}

// variable returns the name of the setting in the environment.
func (s *setting) variable() string {
	return "TENGEN_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.key))
}

// configDir returns the folder of tengen's settings and data. If the system does not define a
// folder for settings, it is the folder tengen in the current one.
func (m *Main) configDir() string {
	dir, err := m.ConfigDir()
	if err != nil {
		return "tengen"
	}
	return filepath.Join(dir, "tengen")
}

func (m *Main) defaultConfigFile() string { return filepath.Join(m.configDir(), "config.toml") }
