package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// fillTemplates writes the descriptions of the release for Homebrew and winget.
func (r *release) fillTemplates() error {
	for name, to := range map[string]string{
		"homebrew.rb":           "homebrew/tengen.rb",
		"winget.yaml":           "winget/" + r.Publisher + ".tengen.yaml",
		"winget-installer.yaml": "winget/" + r.Publisher + ".tengen.installer.yaml",
		"winget-locale.yaml":    "winget/" + r.Publisher + ".tengen.locale.en-US.yaml",
	} {
		to = filepath.Join(r.out, filepath.FromSlash(to))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := r.fill(name, to, r); err != nil {
			return err
		}
	}
	if strings.HasPrefix(r.Address, "https://example.org/") {
		fmt.Printf("the files for Homebrew and winget have the address %s, which does not exist: give yours with -address\n", r.Address)
	}
	return nil
}

// fill writes a file from a template.
func (r *release) fill(name, to string, values any) (err error) {
	t, err := template.ParseFiles(filepath.Join(r.root, "release", "templates", name))
	if err != nil {
		return err
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return t.Execute(f, values)
}

// Number is the version without the letter v.
func (r *release) Number() string { return strings.TrimPrefix(r.Version, "v") }

// Of returns a platform of the release, for the templates.
func (r *release) Of(os, arch string) (platform, error) {
	for _, p := range r.Platforms {
		if p.OS == os && p.Arch == arch {
			return p, nil
		}
	}
	return platform{}, fmt.Errorf("the archive for %s/%s is needed: build all platforms, or only one", os, arch)
}
