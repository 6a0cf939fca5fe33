package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// debian writes the Debian package of a platform from the files of its archive.
func (r *release) debian(p platform, files []file) error {
	tool, err := r.tool("nfpm")
	if err != nil {
		return err
	}
	tree := filepath.Join(r.work, "debian-"+p.Arch)
	put := func(name string, data []byte, mode os.FileMode) error {
		to := filepath.Join(tree, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := errors.Join(os.WriteFile(to, data, mode), os.Chmod(to, mode), os.Chtimes(to, r.Time, r.Time)); err != nil {
			return err
		}
		for dir := filepath.Dir(to); len(dir) >= len(tree); dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil { // whatever the umask is
				return err
			}
		}
		return nil
	}
	var copyright bytes.Buffer
	copyright.WriteString(copyrightHead)
	for _, f := range files {
		to, data := debianName(f.name), f.data
		switch {
		case strings.HasPrefix(f.name, "third-party/") && f.name != "third-party/LIST":
			fmt.Fprintf(&copyright, "\n---- %s\n\n%s", strings.TrimPrefix(f.name, "third-party/"), f.data)
			continue
		case to == "":
			continue
		case strings.HasPrefix(f.name, "man/"):
			data, err = compress(f.data)
		}
		if err == nil {
			err = put(to, data, f.mode)
		}
		if err != nil {
			return err
		}
	}
	changes, err := compress([]byte(fmt.Sprintf("tengen (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n",
		r.DebianVersion(), r.Version, r.Maintainer, r.Time.Format("Mon, 02 Jan 2006 15:04:05 -0700"))))
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"usr/share/doc/tengen/copyright": copyright.Bytes(), "usr/share/doc/tengen/changelog.gz": changes} {
		if err := put(name, data, 0o644); err != nil {
			return err
		}
	}
	for from, name := range map[string]string{
		"release/templates/tengen.desktop":           "usr/share/applications/tengen.desktop",
		"release/templates/tengen.service":           "usr/lib/systemd/user/tengen.service",
		"release/templates/tengen.lintian-overrides": "usr/share/lintian/overrides/tengen",
		"web/page/icon.svg":                          "usr/share/icons/hicolor/scalable/apps/tengen.svg",
	} {
		data, err := os.ReadFile(filepath.Join(r.root, from))
		if err == nil {
			err = put(name, data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	config := filepath.Join(r.work, "nfpm-"+p.Arch+".yaml")
	if err := r.fill("nfpm.yaml", config, struct {
		*release
		Arch, Tree string
	}{r, p.Arch, tree}); err != nil {
		return err
	}
	_, err = r.command(p, tool, "package", "--config", config, "--packager", "deb",
		"--target", filepath.Join(r.out, fmt.Sprintf("tengen_%s_%s.deb", r.DebianVersion(), p.Arch)))
	return err
}

// DebianVersion is the version in the order of Debian: a version before 1.2.3 is 1.2.3~beta.
func (r *release) DebianVersion() string {
	number, rest, early := strings.Cut(strings.TrimPrefix(r.Version, "v"), "-")
	if early {
		number += "~" + strings.ReplaceAll(rest, "-", ".")
	}
	return number
}

// debianName is the place of a file of the archive in the Debian package, or empty for a file that the package has in
// another form.
func debianName(name string) string {
	switch folder, rest, _ := strings.Cut(name, "/"); folder {
	case "tengen":
		return "usr/bin/tengen"
	case "LICENSE":
		return ""
	case "man":
		return "usr/share/man/" + rest + ".gz"
	case "completions":
		return map[string]string{
			"tengen.bash": "usr/share/bash-completion/completions/tengen",
			"_tengen":     "usr/share/zsh/vendor-completions/_tengen",
			"tengen.fish": "usr/share/fish/vendor_completions.d/tengen.fish",
		}[rest]
	}
	return "usr/share/doc/tengen/" + name
}

// compress returns data as gzip -9n writes it.
func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

const copyrightHead = `tengen is licensed under the Apache License, version 2.0, which is in
/usr/share/common-licenses/Apache-2.0 on Debian systems.

It contains works of others, which third-party/LIST in this folder lists. Their terms follow.
`
