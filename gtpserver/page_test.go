package gtpserver

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
)

const (
	pageFile  = "../docs/gtp.md"
	pageBegin = "-run Page -update -->\n"
	pageEnd   = "<!-- end of commands -->\n"
)

// everything is an engine with all commands.
func everything(t *testing.T) *Engine {
	return newEngine(t, Config{
		Player:    &fakeAnalyst{},
		Judge:     func(*baduk.Game, neteval.Symmetry, float64, string) (j neteval.Judgement, err error) { return j, nil },
		Benchmark: func(context.Context, *baduk.Graph, int) (string, error) { return "fast", nil },
	})
}

// TestPage compares the table of commands in docs/gtp.md with the commands. -update rewrites it.
func TestPage(t *testing.T) {
	var b strings.Builder
	for _, s := range everything(t).sections() {
		fmt.Fprintf(&b, "\n### %s\n\n| command | arguments | what it does |\n|---|---|---|\n", s.title)
		for _, c := range s.commands {
			args := ""
			if c.args != "" {
				args = "`" + strings.ReplaceAll(c.args, "|", `\|`) + "`"
			}
			help := c.help
			help += map[need]string{net: " Needs a net.", ownName: " Unknown if `name` answers `KataGo`."}[c.need]
			if c.hidden {
				help += " As in KataGo, `list_commands` does not list it."
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.name, args, help)
		}
	}
	b.WriteString("\n")
	data, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), pageBegin)
	_, after, ok2 := strings.Cut(rest, pageEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s does not have the lines that enclose the commands", pageFile)
	}
	want := before + pageBegin + b.String() + pageEnd + after
	if *update {
		if err := os.WriteFile(pageFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if string(data) != want {
		t.Errorf("%s differs from the table of commands (-update rewrites it)", pageFile)
	}
}

// TestTable checks that every command occurs once, has a help text, and has handlers and flags that go together.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range everything(t).commands() {
		if seen[c.name] || c.help == "" || c.handler != nil && c.stream != nil || c.patient && c.stream == nil || c.hasty && c.handler == nil {
			t.Errorf("%s: %+v, want a command that occurs once, with help, and with flags that fit its handler", c.name, c)
		}
		seen[c.name] = true
	}
	// All commands that KataGo 1.17.2 lists, and those that it knows without listing them.
	for name := range strings.FieldsSeq(`protocol_version name version known_command list_commands quit boardsize rectangular_boardsize clear_board
		set_position komi get_komi play undo kata-get-rules kata-set-rule kata-set-rules kata-get-models kata-get-param kata-set-param kata-list-params
		kata-get-params kata-set-params kgs-rules genmove kata-search kata-search_cancellable genmove_debug kata-search_debug clear_cache showboard
		fixed_handicap place_free_handicap set_free_handicap time_settings kgs-time_settings time_left kata-list_time_settings kata-time_settings
		final_score final_status_list loadsgf printsgf lz-genmove_analyze kata-genmove_analyze kata-search_analyze kata-search_analyze_cancellable
		lz-analyze kata-analyze kata-raw-nn kata-raw-human-nn cputime gomill-cpu_time kata-benchmark kata-debug-print-tc debug_moves stop analyze genmove_analyze`) {
		if !seen[name] {
			t.Errorf("the command %s is missing", name)
		}
	}
	for _, name := range []string{"kata-analyze", "kata-raw-nn", "kata-benchmark"} {
		expect(t, newEngine(t, Config{}), "known_command "+name, "= false", name+" b", "? unknown command")
	}
}

// TestUnlisted checks that the engine executes the commands that KataGo executes without listing them, and does not
// list them either. Sabaki 0.60 would prefer them to kata-analyze and kata-genmove_analyze, and misread their winning
// chances.
func TestUnlisted(t *testing.T) {
	e := everything(t)
	listed := strings.Fields(strings.TrimPrefix(ask(t, e, "list_commands"), "= "))
	for _, name := range []string{"analyze", "genmove_analyze"} {
		if slices.Contains(listed, name) {
			t.Errorf("list_commands has %s, want only commands that KataGo lists too", name)
		}
		expect(t, e, "known_command "+name, "= false")
	}
	for _, name := range []string{"kata-analyze", "lz-analyze", "kata-genmove_analyze", "lz-genmove_analyze"} {
		if !slices.Contains(listed, name) {
			t.Errorf("list_commands does not have %s", name)
		}
		expect(t, e, "known_command "+name, "= true")
	}
	if got := until(t, e, "analyze b 10"); !strings.HasPrefix(got, "=\ninfo move ") {
		t.Errorf("analyze b 10: got %q, want reports", got)
	}
	if got := ask(t, e, "genmove_analyze b 10"); !strings.HasPrefix(got, "=\ninfo move ") || !strings.Contains(got, "\nplay ") {
		t.Errorf("genmove_analyze b 10: got %q, want reports and a move", got)
	}
}
