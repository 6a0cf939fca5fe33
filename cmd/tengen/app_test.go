package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"tengen/internal/usage"

	"github.com/alecthomas/kong"
)

// result is the outcome of one run of the program.
type result struct {
	status         int
	stdout, stderr string
}

// newMain returns a program and its home folder. The folder contains only the given configuration file, or
// nothing.
func newMain(t *testing.T, config string, env map[string]string) (m *Main, home string, out [2]*bytes.Buffer) {
	t.Helper()
	home = t.TempDir()
	if config != "" {
		dir := filepath.Join(home, "tengen")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out = [2]*bytes.Buffer{new(bytes.Buffer), new(bytes.Buffer)}
	return &Main{
		Stdin:     strings.NewReader(""),
		Stdout:    out[0],
		Stderr:    out[1],
		LookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Environ: func() []string {
			var all []string
			for name, value := range env {
				all = append(all, name+"="+value)
			}
			return all
		},
		ConfigDir: func() (string, error) { return home, nil },
	}, home, out
}

// tengen runs a command line in this process.
func tengen(t *testing.T, config string, env map[string]string, args ...string) result {
	t.Helper()
	m, home, out := newMain(t, config, env)
	status := m.Run(t.Context(), args)
	neutral := func(b *bytes.Buffer) string { return strings.ReplaceAll(b.String(), home, "HOME") }
	return result{status, neutral(out[0]), neutral(out[1])}
}

// commands lists every command and subcommand, including the program itself.
func commands(t *testing.T) [][]string {
	t.Helper()
	m, _, _ := newMain(t, "", nil)
	_, kctx, err := m.parse([]string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	var walk func(n *kong.Node, path []string)
	walk = func(n *kong.Node, path []string) {
		all = append(all, path)
		for _, child := range n.Children {
			walk(child, append(path[:len(path):len(path)], child.Name))
		}
	}
	walk(kctx.Model.Node, nil)
	return all
}

func TestHelpOnEverything(t *testing.T) {
	for _, path := range commands(t) {
		for _, flag := range []string{"--help", "-help", "-h"} {
			got := tengen(t, "", nil, append(path, flag)...)
			usage := strings.Join(append([]string{"Usage: tengen"}, path...), " ")
			if got.status != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, usage+" ") {
				t.Errorf("tengen %v %s: status %d, stderr %q, stdout starts %.40q", path, flag, got.status, got.stderr, got.stdout)
			}
		}
	}
}

func TestHelpSurvivesABrokenFile(t *testing.T) {
	for _, args := range [][]string{{"gtp", "--help"}, {"version"}} {
		if got := tengen(t, "this is not TOML", nil, args...); got.status != 0 {
			t.Errorf("%v: status %d, stderr %q", args, got.status, got.stderr)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestStdoutFails(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"--version"}, {"version"}, {"web", "--no-browser", "--addr", "127.0.0.1:0"}} {
		m, _, out := newMain(t, "", nil)
		m.Stdout = fullDisk{}
		if status := m.Run(t.Context(), args); status != 1 || !strings.Contains(out[1].String(), "no space left") {
			t.Errorf("%v: status %d, stderr %q", args, status, out[1])
		}
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct {
		args         string
		line, remedy string
	}{
		{"mach a b", `unknown command "mach"`, `did you mean "match"? see tengen --help`},
		{"mach --help", `unknown command "mach"`, `did you mean "match"? see tengen --help`},
		{"xyzzy", `unknown command "xyzzy"`, `see tengen --help`},
		{"no-such-file.sgf", `the file "no-such-file.sgf" does not exist`, `see tengen web --help`},
		{"web --adr :1", `unknown flag --adr`, `did you mean "--addr"? see tengen web --help`},
		{"gtp --size 26", `--size: expected a board size from 1 to 25, not "26"`, `see tengen gtp --help`},
		{"gtp --size", `--size needs a value`, `see tengen gtp --help`},
		{"gtp --komi 7.4", `--komi: a komi of 7.4 is not a multiple of half a point`, `see tengen gtp --help`},
		{"gtp --komi NaN", `--komi: "NaN" is not a komi: write a number such as 7.5`, `see tengen gtp --help`},
		{"gtp --time -1", `--time: expected seconds such as 2 or 0.5, not "-1"`, `see tengen gtp --help`},
		{"gtp --time NaN", `--time: expected seconds such as 2 or 0.5, not "NaN"`, `see tengen gtp --help`},
		{"gtp --threads 0", `--threads: expected 1 to 1024 threads, not "0"`, `see tengen gtp --help`},
		{"gtp --threads 100000", `--threads: expected 1 to 1024 threads, not "100000"`, `see tengen gtp --help`},
		{"match threads=99999999999 random", `player "threads=99999999999": threads=99999999999: write a whole number from 1 to 1024`, `see tengen match --help`},
		{"match --time 1e-300 random random", `--time: expected seconds such as 2 or 0.5, not "1e-300"`, `see tengen match --help`},
		{"web --addr 127.0.0.1:99999", `--addr: expected HOST:PORT such as 127.0.0.1:8017, not "127.0.0.1:99999"`, `see tengen web --help`},
		{"web --addr :abc", `--addr: expected HOST:PORT such as 127.0.0.1:8017, not ":abc"`, `see tengen web --help`},
		{"web --addr :-1", `--addr: expected HOST:PORT such as 127.0.0.1:8017, not ":-1"`, `see tengen web --help`},
		{"web --addr 127.0.0.1:", `--addr: expected HOST:PORT such as 127.0.0.1:8017, not "127.0.0.1:"`, `see tengen web --help`},
		{"web --data=", `--data: expected a folder, not an empty path`, `see tengen web --help`},
		{"web " + os.DevNull, `"` + os.DevNull + `" is not a regular file`, `see tengen web --help`},
		{"--config", `--config needs a value`, `see tengen --help`},
		{"gtp --seed x", `--seed: expected a valid 64 bit uint but got "x"`, `see tengen gtp --help`},
		{"gtp extra", `unexpected argument "extra"`, `see tengen gtp --help`},
		{"match random", `a match needs at least two players`, `see tengen match --help`},
		{"match random random three", `player "three": "three" is not a player: write tengen, random, a setting such as visits=200, or "cmd:PROGRAM ARGS"`, `see tengen match --help`},
		{"bench", `expected one of "board", "search", "net", "web", "peers", ...`, `see tengen bench --help`},
		{"bench bord", `unknown command "bord"`, `did you mean "board"? see tengen bench --help`},
		{"--log-level loud config", `--log-level: expected debug, info, warn or error, not "loud"`, `see tengen --help`},
		{"--config no-such-file config", `the configuration file: open no-such-file: no such file or directory`, `see tengen config --help`},
		{"web --data=\x1b[31m\n --bad\x1b", `unknown flag --bad `, `see tengen web --help`},
	}
	for _, test := range tests {
		got := tengen(t, "", nil, strings.Split(test.args, " ")...)
		want := "tengen: " + test.line + "\n" + test.remedy + "\n"
		if got.status != 2 || got.stdout != "" || got.stderr != want {
			t.Errorf("tengen %s: status %d, stdout %q, stderr\n%swant\n%s", test.args, got.status, got.stdout, got.stderr, want)
		}
	}
}

func TestNormalise(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record")
	if err := os.WriteFile(record, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ args, want string }{
		{"", "web"},
		{"--no-browser", "web --no-browser"},
		{"--progress", "--progress web"},
		{"--config f", "--config f web"},
		{"--config f gtp", "--config f gtp"},
		{"--config=f game.sgf", "--config=f web game.sgf"},
		{"--log-level debug --addr :1", "--log-level debug web --addr :1"},
		{"GAME.SGF", "web GAME.SGF"},
		{record, "web " + record},
		{"web", "web"},
		{"mach", "mach"},
		{"-h", "-h"},
		{"-help", "--help"},
		{"--version", "--version"},
		{"help", "--help"},
		{"help bench board", "bench board --help"},
		{"gtp -help", "gtp --help"},
		{"web -- -help", "web -- -help"},
		{"gtp --komi -6.5 --size 9", "gtp --komi=-6.5 --size 9"},
	}
	m, _, _ := newMain(t, "", nil)
	_, kctx, err := m.parse([]string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		got := strings.Join(normalise(kctx.Model, strings.Fields(test.args)), " ")
		if got != test.want {
			t.Errorf("tengen %s is tengen %s, want %s", test.args, got, test.want)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--version", `^tengen .*\n$`},
		{"gtp --version", `^tengen .*\n$`},
		{"version", `^tengen .*\nbundled nets: tengen-\S+, tengen-human-\S+\n$`},
	} {
		got := tengen(t, "", nil, strings.Fields(c.args)...)
		if got.status != 0 || !regexp.MustCompile(c.want).MatchString(got.stdout) {
			t.Errorf("tengen %s: got %+v, want status 0 and stdout like %s", c.args, got, c.want)
		}
	}
	var b build
	if err := json.Unmarshal([]byte(tengen(t, "", nil, "version", "--json").stdout), &b); err != nil || b.Go == "" {
		t.Errorf("version --json: %v, %+v", err, b)
	}
	stamped := buildOf(&debug.BuildInfo{
		Main:     debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.time", Value: "2026-11-26T19:18:11Z"}, {Key: "vcs.modified", Value: "true"}},
	}, "")
	released := buildOf(&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "v2.0.0 abcdef0123456789 2027-01-02T03:04:05Z")
	unknown := buildOf(&debug.BuildInfo{}, "")
	for _, c := range []struct {
		build build
		want  string
	}{
		{stamped, "tengen v1.2.3 (commit 0123456789ab+dirty of 2026-11-26, go1, plan9/mips)"},
		{released, "tengen v2.0.0 (commit abcdef012345 of 2027-01-02, go1, plan9/mips)"},
		{unknown, "tengen devel (commit unknown, go1, plan9/mips)"},
	} {
		c.build.Go, c.build.OS, c.build.Arch = "go1", "plan9", "mips"
		if got := c.build.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if !stamped.Modified || released.Modified {
		t.Errorf("modified: got %t and %t, want true and false", stamped.Modified, released.Modified)
	}
}

func TestReport(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name   string
		ctx    context.Context
		err    error
		status int
		stderr string
	}{
		{"success", t.Context(), nil, 0, ""},
		{"stopped with what is done kept", interrupted, nil, 0, ""},
		{"cut off", interrupted, context.Canceled, 0, ""},
		{"failed", t.Context(), errors.Join(errors.New("the disk is full"), errors.New("the summary is not written")), 1, "tengen: the disk is full; the summary is not written\n"},
		{"mistake", t.Context(), &usage.Error{Line: "no rules \"x\"", Hint: "see y"}, 2, "tengen: no rules \"x\"\nsee y\n"},
	}
	for _, test := range tests {
		var stderr bytes.Buffer
		m := &Main{Stderr: &stderr}
		if got := m.report(test.ctx, test.err); got != test.status || stderr.String() != test.stderr {
			t.Errorf("%s: status %d, stderr %q", test.name, got, stderr.String())
		}
	}
}
