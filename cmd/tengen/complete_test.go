package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		words string // separated by one space each, so that a space at the end begins an empty word
		want  string // the candidates, or the first of many before "..."
	}{
		{"tengen sgf co", "convert"},
		{"tengen ma", "match :files"}, // not man, which is hidden
		{"tengen help mat", "match :files"},
		{"tengen ", "web gtp ..."},
		{"tengen sgf convert --fo", "--force"},
		{"tengen sgf convert -", "--help --version --config --log-level --kernel --progress --max-bytes --max-nodes --out ..."},
		{"tengen --no-b", "--no-browser"}, // a flag of the command web
		{"tengen --kernel g", "generic"},
		{"tengen --log-level w", "warn"},
		{"tengen --log-level=w", "--log-level=warn"},
		{"tengen --log-level = w", "warn"}, // as bash passes it
		{"tengen --log-level =", "debug info warn error"},
		{"tengen --log-level = warn sgf inf", "info"},
		{"tengen sgf render --theme ", "wood print dark"},
		{"tengen sgf render -o x.png --th", "--theme"},
		{"tengen sgf render -o ", ":files"},
		{"tengen sgf render --out=x", ":files"},
		{"tengen sgf render game.sgf ", ""},
		{"tengen sgf check game.sgf ", ":files"},
		{"tengen sgf fmt --no-can", "--no-canonical"},
		{"tengen web --data ", ":folders"},
		{"tengen web --model none", ":files none"},
		{"tengen web --no-browser ", ":files"},
		{"tengen count --mod", "--moduli"}, // a flag of the default command
		{"tengen count 19", ":files 19x19"},
		{"tengen gtp --rules chinese-s", "chinese-superko"},
		{"tengen gtp --rank 9", "9k 9d"},
		{"tengen gtp --unknown x --rank 30", "30k"},
		{"tengen rules compare aga new", "new-zealand"},
		{"tengen learn --recipe ", "zero expert alphago"},
		{"tengen completion ", "bash zsh fish"},
		{"tengen sgf check -- -", ":files"},
		{"tengen nonsense ", ""},
	} {
		got := tengen(t, "this is not TOML", nil, append([]string{"complete", "--"}, strings.Split(c.words, " ")...)...)
		var words []string
		for line := range strings.Lines(got.stdout) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			words = append(words, word)
		}
		text := strings.Join(words, " ")
		if want, cut := strings.CutSuffix(c.want, "..."); got.status != 0 || cut && !strings.HasPrefix(text, want) || !cut && text != want {
			t.Errorf("%q: got %q, status %d, stderr %q, want %q", c.words, text, got.status, got.stderr, c.want)
		}
	}
}

// TestCompletedValues checks that each flag accepts the values that are listed for it.
func TestCompletedValues(t *testing.T) {
	m, _, _ := newMain(t, "", nil)
	listed := 0
	var check func(node *kong.Node)
	check = func(node *kong.Node) {
		for _, v := range node.Values() {
			for _, each := range valuesOf(v) {
				if each.text == filesToo || each.text == foldersToo {
					continue
				}
				listed++
				err := v.Parse(kong.ScanFromTokens(kong.Token{Type: kong.FlagValueToken, Value: each.text}), reflect.New(v.Target.Type()).Elem())
				if err == nil && v.Enum != "" && !v.EnumMap()[each.text] {
					t.Errorf("%s of %s: %s is not in %s", v.Name, node.Path(), each.text, v.Enum)
				}
				if err != nil {
					t.Errorf("%s of %s: %v", v.Name, node.Path(), err)
				}
			}
		}
		for _, child := range node.Children {
			check(child)
		}
	}
	check(m.newParser(&CLI{}).Model.Node)
	if listed < 100 {
		t.Errorf("only %d values are listed", listed)
	}
}

// TestShells completes command lines in the shells that are installed. In zsh, functions that print take the place of
// the functions that only work while a user types.
func TestShells(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nTENGEN_TEST_PROGRAM=1 exec '" + self + "' -test.run '^TestProgram$' -- \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "tengen"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "my game.sgf"), []byte("(;)"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "my folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	lines := []struct{ typed, want []string }{
		{[]string{"tengen", "sgf", "con"}, []string{"convert"}},
		{[]string{"tengen", "--log-level", ""}, []string{"debug", "error", "info", "warn"}},
		{[]string{"tengen", "sgf", "check", "my"}, []string{"my folder", "my game.sgf"}},
		{[]string{"tengen", "web", "--data", "my"}, []string{"my folder"}},
	}
	quote := func(words []string) string { return "'" + strings.Join(words, "' '") + "'" }
	for shell, command := range map[string]func(typed []string) []string{
		"bash": func(typed []string) []string {
			return []string{"-c", `source <(tengen completion bash)
				COMP_WORDS=(` + quote(typed) + `); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tengen tengen; printf '%s\n' "${COMPREPLY[@]}"`}
		},
		"zsh": func(typed []string) []string {
			return []string{"-f", "-c", `compdef() { :; }; compset() { :; }
				_describe() { print -l ${words_described%%:*}; }
				_files() { if [[ $1 == -/ ]]; then print -l ${words[-1]}*(/); else print -l ${words[-1]}*; fi; }
				source <(tengen completion zsh)
				words=(` + quote(typed) + `); CURRENT=$#words; _tengen`}
		},
		"fish": func(typed []string) []string {
			return []string{"--no-config", "-c", "tengen completion fish | source; complete -C " + quote([]string{strings.Join(typed, " ")})}
		},
	} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("%s is not installed", shell)
			}
			for _, line := range lines {
				c := exec.Command(shell, command(line.typed)...)
				c.Dir, c.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
				out, err := c.CombinedOutput()
				var got []string
				for line := range strings.Lines(string(out)) {
					word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
					got = append(got, strings.TrimSuffix(strings.ReplaceAll(word, `\ `, " "), "/"))
				}
				slices.Sort(got)
				if err != nil || !slices.Equal(got, line.want) {
					t.Errorf("%q: got %q (error: %v), want %q", line.typed, out, err, line.want)
				}
			}
		})
	}
}

// TestProgram is the program, when another test starts it as a process.
func TestProgram(t *testing.T) {
	if os.Getenv("TENGEN_TEST_PROGRAM") == "" {
		t.Skip("the process of another test")
	}
	i := slices.Index(os.Args, "--")
	m, _, _ := newMain(t, "", nil)
	m.Stdout, m.Stderr = os.Stdout, os.Stderr
	os.Exit(m.Run(t.Context(), os.Args[i+1:]))
}
