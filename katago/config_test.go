package katago

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadConfig(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "b.cfg", "maxVisits = 9\n")
	path := write(t, dir, "a.cfg", "\ufeff# a comment\r\nmaxVisits = 5 # five\r\n\n  logDir=\" a \\\"b\\\" # \"  # c\nrules =tromp-taylor\n@include b.cfg\nempty-name_1 = a b\n")
	got, err := readConfig(path)
	want := []entry{
		{"maxVisits", "5", path, 2}, {"logDir", ` a "b" # `, path, 4}, {"rules", "tromp-taylor", path, 5},
		{"maxVisits", "9", filepath.Join(dir, "b.cfg"), 1}, {"empty-name_1", "a b", path, 7},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %v\nwant %v", err, got, want)
	}
}

func TestReadConfigErrors(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"a = 1\na = 2\n":    "specified multiple times",
		"a\n":               "Could not parse key value pair, line 1",
		"a =\n":             "Could not parse key value pair",
		"x\na = \"b\n":      "line 1",
		"a = \"b\" c\n":     "Could not parse",
		"= 1\n":             "Could not parse",
		"ä = 1\n":           "Could not parse",
		"@include\n":        "Unsupported @ directive",
		"@import x\n":       "Unsupported @ directive '@import'",
		"@include self.cfg": "multiple inclusion",
		"@include /etc/x\n": "Absolute paths",
		"@include no.cfg\n": "no.cfg",
		"a = \xff\xfe\n":    "not UTF-8",
	} {
		path := write(t, dir, "self.cfg", text)
		if _, err := readConfig(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", text, err, want)
		}
	}
	if _, err := readConfig(dir); err == nil {
		t.Error("a folder is accepted as a configuration")
	}
	if _, err := readConfig(write(t, dir, "big.cfg", strings.Repeat("#", 5<<20))); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a file of 5 MiB: got %v, want an error about its size", err)
	}
}

func TestParseOverrides(t *testing.T) {
	got, err := parseOverrides(" maxVisits = 5,, rules=,a=1,a=2 ,")
	want := []entry{{Name: "rules"}, {Name: "a", Value: "2"}, {Name: "maxVisits", Value: "5"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if _, err := parseOverrides("a=1,b"); err == nil || !strings.Contains(err.Error(), "could not find '='") {
		t.Errorf("an override without a value: got %v, want an error about the missing =", err)
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add("maxVisits = 5 # five\nlogDir=\"a\\\"b\"\n@include x\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "f.cfg")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		entries, err := readConfig(path)
		if err != nil {
			return
		}
		s := Default(ForGTP)
		if _, err := s.apply(entries); err == nil {
			if err := s.Validate(); err != nil {
				t.Errorf("%q is accepted and sets an invalid value: %v", text, err)
			}
		}
	})
}
