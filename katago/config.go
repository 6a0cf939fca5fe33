package katago

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is one setting of a configuration, and its position in the file.
type entry struct {
	Name, Value string
	File        string // empty for the command line
	Line        int    // from 1; 0 for the command line
}

func (e entry) where() string {
	if e.File == "" {
		return "the command line"
	}
	return fmt.Sprintf("%s, line %d", e.File, e.Line)
}

// maxConfig is the largest total size of a configuration's files, in bytes. maxFiles is the largest number of
// files.
const (
	maxConfig = 4 << 20
	maxFiles  = 100
)

// readConfig reads a file of lines "name = value". A # begins a comment. A value with a # or with spaces at its ends
// is enclosed in double quotes. "@include file" stands for the lines of another file. Its path is relative to the
// current file. Each file may be included once. Each name may be set once in a file, but lines after an include
// override the included file. The error says where the mistake is.
func readConfig(path string) ([]entry, error) {
	r := reader{left: maxConfig, seen: make(map[string]bool)}
	if err := r.file(path); err != nil {
		return nil, err
	}
	return r.entries, nil
}

// reader reads a file and the files that it includes.
type reader struct {
	entries []entry
	left    int64 // bytes that may still be read
	seen    map[string]bool
}

func (r *reader) file(path string) error {
	path = filepath.Clean(path)
	if r.seen[path] {
		return refusef("Circular or multiple inclusion of the same file: '%s'", path)
	}
	if r.seen[path] = true; len(r.seen) > maxFiles {
		return fmt.Errorf("%s: more than %d files are included", path, maxFiles)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(f, r.left+1))
	f.Close()
	if err != nil {
		return err
	}
	if r.left -= int64(len(data)); r.left < 0 {
		return fmt.Errorf("%s: a configuration has at most %d bytes", path, maxConfig)
	}
	return r.lines(path, string(data))
}

func (r *reader) lines(path, data string) error {
	here := make(map[string]bool)
	for i, line := range strings.Split(strings.TrimPrefix(data, "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		fail := func(err error) error { return fmt.Errorf("%w, line %d in '%s'", err, i+1, path) }
		if strings.HasPrefix(line, "@") {
			name, err := included(line)
			if err != nil {
				return fail(err)
			}
			if err := r.file(filepath.Join(filepath.Dir(path), name)); err != nil {
				return fail(err)
			}
			continue
		}
		name, value, err := keyValue(line)
		switch {
		case err != nil:
			return fail(err)
		case name == "":
			continue
		case here[name]:
			return fail(refusef("Key '%s' was specified multiple times, you probably didn't mean to do this, please delete one of them", name))
		}
		here[name] = true
		r.entries = append(r.entries, entry{name, value, path, i + 1})
	}
	return nil
}

// included returns the file that an include line names.
func included(line string) (string, error) {
	line, _, _ = strings.Cut(line, "#")
	at := strings.IndexAny(line, " \t\v\f=")
	if at < 0 {
		return "", refusef("Unsupported @ directive '%.40s'", line)
	}
	if line[:at] != "@include" {
		return "", refusef("Unsupported @ directive '%.40s'", line[:at])
	}
	name := strings.Trim(strings.Trim(strings.TrimSpace(strings.TrimLeft(line[at:], " \t\v\f=")), "'"), `"`)
	switch {
	case name == "":
		return "", errors.New("@ directive without value")
	case filepath.IsAbs(name):
		return "", refusef("Absolute paths in the included files are not supported")
	}
	return name, nil
}

var errKeyValue = refusef("Could not parse key value pair")

// keyValue reads one line. A line without a setting has no name.
func keyValue(line string) (name, value string, err error) {
	if line == "" || line[0] == '#' {
		return "", "", nil
	}
	end := strings.IndexFunc(line, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-')
	})
	if end <= 0 {
		return "", "", errKeyValue
	}
	name = line[:end]
	rest, found := strings.CutPrefix(strings.TrimSpace(line[end:]), "=")
	if !found {
		return "", "", errKeyValue
	}
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(rest, `"`) {
		value, _, _ = strings.Cut(rest, "#")
		if value = strings.TrimSpace(value); value == "" {
			return "", "", errKeyValue
		}
		return name, value, checkText(value)
	}
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '\\':
			if i++; i == len(rest) {
				return "", "", errKeyValue
			}
			b.WriteByte(rest[i])
		case '"':
			if after := strings.TrimSpace(rest[i+1:]); after != "" && after[0] != '#' || b.Len() == 0 {
				return "", "", errKeyValue
			}
			return name, b.String(), checkText(b.String())
		default:
			b.WriteByte(c)
		}
	}
	return "", "", errKeyValue
}

func checkText(value string) error {
	if !utf8.ValidString(value) {
		return errors.New("a value is not UTF-8 text")
	}
	return nil
}

// parseOverrides reads the text of -override-config, which has the form "name=value, name=value". An empty value
// removes a setting. As in KataGo the result is sorted by name. If a name occurs several times, the last value is used.
func parseOverrides(text string) ([]entry, error) {
	values := make(map[string]string)
	for piece := range strings.SplitSeq(text, ",") {
		if piece = strings.TrimSpace(piece); piece == "" {
			continue
		}
		name, value, found := strings.Cut(piece, "=")
		if !found {
			return nil, refusef("Could not parse kv pair, could not find '=' in:%.200s", piece)
		}
		values[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	var entries []entry
	for _, name := range sortedKeys(values) {
		entries = append(entries, entry{Name: name, Value: values[name]})
	}
	// Removals come first. Overrides can therefore remove the name of the rules and set parts of the rules.
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(min(len(a.Value), 1), min(len(b.Value), 1)) })
	return entries, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
