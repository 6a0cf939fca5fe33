package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/internal/usage"
	"tengen/internal/wording"
)

// negative matches a negative number or rank, which the parser would take for a flag.
var negative = regexp.MustCompile(`^-[0-9.]+[kKdD]?$`)

// normalise expands the short forms of the command line, so that the parser
// only sees "tengen COMMAND ...":
//
//	tengen                      tengen web
//	tengen --no-browser         tengen web --no-browser
//	tengen game.sgf             tengen web game.sgf
//	tengen help match           tengen match --help
//	tengen match -help          tengen match --help
//	tengen gtp --komi -3        tengen gtp --komi=-3
//	tengen gtp -config a.cfg    tengen gtp --katago-config a.cfg
func normalise(app *kong.Application, args []string) []string {
	args = slices.Clone(args)
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		switch {
		case args[i] == "-help":
			args[i] = "--help"
		case i > 0 && strings.HasPrefix(args[i-1], "--") && negative.MatchString(args[i]):
			args[i-1] += "=" + args[i]
			args = slices.Delete(args, i, i+1)
			i--
		}
	}
	i := skipGlobalFlags(app, args)
	if i < len(args) {
		fromKataGo(args[i], args[i+1:])
	}
	switch {
	case i > len(args): // the parser reports that the last flag needs a value
		return args
	case i == len(args):
		if i > 0 && asksHelpOrVersion(args) {
			return args
		}
	case args[i] == "help":
		return append(slices.Delete(args, i, i+1), "--help")
	case strings.HasPrefix(args[i], "-"): // the flag is not global, so it belongs to the command web
	case isCommand(app, args[i]) || !isRecord(args[i]):
		return args
	}
	return slices.Insert(args, i, "web")
}

// kataGoFlags maps KataGo's flags to tengen's flags, for each command. An empty name means that the
// names are the same.
var kataGoFlags = map[string]map[string]string{
	"gtp": {"config": "katago-config", "model": "", "human-model": "", "override-config": "", "override-version": "", "version": ""},
	"analysis": {"config": "katago-config", "model": "", "human-model": "", "override-config": "", "analysis-threads": "",
		"quit-without-waiting": "", "version": ""},
	"benchmark": {"config": "katago-config", "model": "", "human-model": "", "override-config": "", "v": "visits", "visits": "", "t": "threads", "threads": "",
		"n": "numpositions", "numpositions": "", "sgf": "", "boardsize": "", "s": "tune", "tune": "", "i": "time", "time": "",
		"fixed-batch-size": "", "half-batch-size": "", "version": ""},
}

// fromKataGo replaces KataGo's flags, which have one dash, with tengen's.
func fromKataGo(command string, args []string) {
	flags := kataGoFlags[command]
	for i, arg := range args {
		name, value, given := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		ours, known := flags[name]
		if !known || !strings.HasPrefix(arg, "-") {
			continue
		}
		if args[i] = "--" + cmp.Or(ours, name); given {
			args[i] += "=" + value
		}
	}
}

// misspelt returns the error about a misspelt flag of KataGo, or nil if no flag is similar. KataGo's
// flags have one dash, so the parser would read a misspelt one as several flags of one letter.
func misspelt(args []string) error {
	for i, command := range args {
		flags := kataGoFlags[command]
		for _, arg := range args[i+1:] {
			name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
			near := wording.Nearest(name, slices.Sorted(maps.Keys(flags)), len(name)/3)
			if strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && len(name) > 1 && near != "" {
				return &usage.Error{Line: "unknown flag -" + name, Hint: fmt.Sprintf("did you mean \"-%s\"? see tengen %s --help", near, command)}
			}
		}
	}
	return nil
}

// skipGlobalFlags returns the index of the first argument that is not a global flag or the value of
// one. If the value of the last flag is missing, the index is beyond the end.
func skipGlobalFlags(app *kong.Application, args []string) int {
	i := 0
	for ; i < len(args); i++ {
		name, _, hasValue := strings.Cut(args[i], "=")
		j := slices.IndexFunc(app.Flags, func(f *kong.Flag) bool {
			return name == "--"+f.Name || (f.Short != 0 && name == "-"+string(f.Short))
		})
		if j < 0 {
			return i
		}
		if !hasValue && !app.Flags[j].IsBool() {
			i++
		}
	}
	return i
}

func asksHelpOrVersion(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return arg == "--help" || arg == "-h" || arg == "--version"
	})
}

func isCommand(app *kong.Application, word string) bool {
	return slices.ContainsFunc(app.Children, func(n *kong.Node) bool { return n.Name == word })
}

// isRecord reports whether a word in the place of a command is the name of a record. This is the
// case if the word names an existing file or ends in .sgf. A mistyped name that ends in .sgf is
// therefore reported as a missing file.
func isRecord(word string) bool {
	if strings.HasSuffix(strings.ToLower(word), ".sgf") {
		return true
	}
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular()
}
