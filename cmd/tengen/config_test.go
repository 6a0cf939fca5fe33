package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// inForce returns the line of `tengen config` about one key, its columns joined
// by single spaces.
func inForce(t *testing.T, got result, key string) string {
	t.Helper()
	if got.status != 0 {
		t.Fatalf("status %d, stderr %q", got.status, got.stderr)
	}
	for line := range strings.Lines(got.stdout) {
		if fields := strings.Fields(line); fields[0] == key {
			return strings.Join(fields[1:], " ")
		}
	}
	return ""
}

func TestConfigPrecedence(t *testing.T) {
	const file = `
log-level = "warn"
[web]
addr = "127.0.0.1:1"   # line 4
no-browser = true
[gtp]
komi = 6.5
`
	config := file + "\n[match]\ngames = 100\n"
	env := map[string]string{"TENGEN_WEB_ADDR": "127.0.0.1:2", "TENGEN_LOG_LEVEL": "error", "TENGEN_BENCH_SIZE": "13", "TENGEN_GTP_MEMORY": ""}
	tests := []struct {
		name   string
		config string
		env    map[string]string
		args   string
		key    string
		want   string
	}{
		{"default", "", nil, "config", "web.addr", "127.0.0.1:8017 default"},
		{"default is a folder", "", nil, "config", "web.data", "HOME/tengen/data default"},
		{"none", "", nil, "config", "gtp.komi", "- default"},
		{"file over default", config, nil, "config", "web.addr", "127.0.0.1:1 file HOME/tengen/config.toml:4"},
		{"truth in the file", config, nil, "config", "web.no-browser", "true file HOME/tengen/config.toml:5"},
		{"number in the file", config, nil, "config", "gtp.komi", "6.5 file HOME/tengen/config.toml:7"},
		{"environment over file", config, env, "config", "web.addr", "127.0.0.1:2 env TENGEN_WEB_ADDR"},
		{"environment over default", "", env, "config", "bench.size", "13 env TENGEN_BENCH_SIZE"},
		{"empty variable", "", env, "config", "gtp.memory", "512 default"},
		{"flag over environment", config, env, "--log-level debug config", "log-level", "debug flag --log-level"},
		{"whole number with a point", "[gtp]\nsize = 9.0", nil, "config", "gtp.size", "9 file HOME/tengen/config.toml:2"},
		{"hexadecimal", "[gtp]\nkomi = 0x10", nil, "config", "gtp.komi", "16 file HOME/tengen/config.toml:2"},
		{"inline table", "web = { addr = \"a:1\",\n no-browser = true }", nil, "config", "web.no-browser", "true file HOME/tengen/config.toml:2"},
		{"dotted key", "\nweb.addr = 'a:1'", nil, "config", "web.addr", "a:1 file HOME/tengen/config.toml:2"},
	}
	for _, test := range tests {
		got := tengen(t, test.config, test.env, strings.Fields(test.args)...)
		if got := inForce(t, got, test.key); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.name, test.key, got, test.want)
		}
	}
}

// TestConfigReachesTheCommand checks that values from each source reach the struct of a command. `tengen
// config` does not show that.
func TestConfigReachesTheCommand(t *testing.T) {
	m, _, _ := newMain(t, "[match]\nkomi = -6.5\ngames = 3\nsize = 13\ntime = '1m'", map[string]string{"TENGEN_MATCH_GAMES": "4", "TENGEN_MATCH_SEED": "5"})
	cli, _, err := m.parse([]string{"match", "--size", "7", "one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	komi := Komi(-6.5)
	want := MatchCmd{First: "one", Second: "two", Games: 4, Size: Sizes{[]int{7}}, Komi: &komi, Time: 60, Seed: 5, Parallel: 1, MaxFailures: 3, CrewFlags: CrewFlags{Verify: 0.02}}
	if got := cli.Match; got.Komi == nil || *got.Komi != komi {
		t.Errorf("komi %v", got.Komi)
	} else if got.Komi = want.Komi; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestConfigMistakes(t *testing.T) {
	const see = "see tengen config --help"
	tests := []struct {
		name         string
		config       string
		env          map[string]string
		line, remedy string
	}{
		{"unknown key", "[web]\nadr = 'x'", nil, `HOME/tengen/config.toml:2: unknown setting "web.adr"`, `did you mean "web.addr"? see tengen config`},
		{"unknown table", "[internet]\nx = 1", nil, `HOME/tengen/config.toml:2: unknown setting "internet.x"`, `see tengen config for all settings`},
		{"a flag that is not a setting", "[match]\njson = true", nil, `HOME/tengen/config.toml:2: unknown setting "match.json"`, `see tengen config for all settings`},
		{"bad value", "[gtp]\n\nsize = 99", nil, `HOME/tengen/config.toml:3: gtp.size: expected a board size from 1 to 25, not "99"`, see},
		{"bad value in the environment", "", map[string]string{"TENGEN_GTP_THREADS": "many"}, `TENGEN_GTP_THREADS: expected 1 to 1024 threads, not "many"`, see},
		{"number for text", "[web]\naddr = 5", nil, `HOME/tengen/config.toml:2: web.addr: expected text in quotes, not 5`, see},
		{"text for truth", "[web]\nno-browser = 'yes'", nil, `HOME/tengen/config.toml:2: web.no-browser: expected true or false, without quotes`, see},
		{"number for truth", "[web]\nno-browser = 1", nil, `HOME/tengen/config.toml:2: web.no-browser: expected true or false, without quotes`, see},
		{"truth for a number", "[gtp]\nsize = true", nil, `HOME/tengen/config.toml:2: gtp.size: expected text or a number, not true`, see},
		{"list", "[web]\naddr = ['a', 'b']", nil, `HOME/tengen/config.toml:2: web.addr: expected a single value: text, a number, true or false`, see},
		{"list of tables", "[[web]]\naddr = 'a'", nil, `HOME/tengen/config.toml:2: web.addr: expected a single value, not a list of tables`, see},
		{"missing file", "", map[string]string{"TENGEN_CONFIG": "nowhere"}, `the configuration file: open nowhere: no such file or directory`, see},
	}
	for _, test := range tests {
		got := tengen(t, test.config, test.env, "config")
		want := "tengen: " + test.line + "\n" + test.remedy + "\n"
		if got.status != 2 || got.stdout != "" || got.stderr != want {
			t.Errorf("%s: status %d, stdout %q, stderr\n%swant\n%s", test.name, got.status, got.stdout, got.stderr, want)
		}
	}
	got := tengen(t, "[web]\naddr = \n", nil, "config")
	if got.status != 2 || !strings.HasPrefix(got.stderr, "tengen: HOME/tengen/config.toml:2: ") || strings.Count(got.stderr, "\n") != 2 {
		t.Errorf("not TOML: %+v", got)
	}
}

func TestUnknownVariables(t *testing.T) {
	got := tengen(t, "", map[string]string{"TENGEN_GTP_SIZ": "9", "TENGEN_GTP_SIZE": "9", "TENGEN_KERNEL": "x", "TENGEN_CONFIG": ""}, "version")
	if got.status != 0 || strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, `variable=TENGEN_GTP_SIZ "did you mean"=TENGEN_GTP_SIZE`) {
		t.Errorf("tengen version: got %+v, want status 0 and one line on stderr, which suggests TENGEN_GTP_SIZE for TENGEN_GTP_SIZ", got)
	}
}

func TestConfigJSON(t *testing.T) {
	got := tengen(t, "[gtp]\nkomi = -0.5\n[web]\naddr = 'a:1'", nil, "config", "--json")
	type line struct {
		Key    string
		Value  any
		Source string
	}
	all := map[string]line{}
	for text := range strings.Lines(got.stdout) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		all[l.Key] = l
	}
	for _, want := range []line{
		{"web.addr", "a:1", "file HOME/tengen/config.toml:4"},
		{"web.no-browser", false, "default"},
		{"gtp.komi", -0.5, "file HOME/tengen/config.toml:2"},
		{"gtp.memory", 512.0, "default"},
		{"gtp.visits", nil, "default"},
	} {
		if all[want.Key] != want {
			t.Errorf("got %+v, want %+v", all[want.Key], want)
		}
	}
}

func FuzzReadTOML(f *testing.F) {
	for _, seed := range []string{"", "a = 1", "[a.b]\nc = { d = 'e', f.g = 2 }", "[[x]]\ny = 1979-05-27", "a.b = 1\na.b.c = 2", "\"a.b\" = 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, err := readTOML(data)
		if err != nil && values != nil {
			t.Error("values beside an error")
		}
		for _, v := range values {
			if v.line < 1 || v.line > strings.Count(string(data), "\n")+1 {
				t.Errorf("%q is said to be on line %d", v.key, v.line)
			}
		}
	})
}
