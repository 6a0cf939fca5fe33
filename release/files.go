package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A file is a file of an archive. Its name is relative to the folder of the archive.
type file struct {
	name string
	data []byte
	mode os.FileMode
}

// files lists the files of a platform's archive, sorted by name.
func (r *release) files(p platform, binary, host string) ([]file, error) {
	var files []file
	add := func(name, from string, mode os.FileMode) error {
		data, err := os.ReadFile(from)
		files = append(files, file{name, data, mode})
		return err
	}
	if err := add(filepath.Base(binary), binary, 0o755); err != nil {
		return nil, err
	}
	for _, name := range r.tracked {
		documents := strings.HasPrefix(name, "docs/") && !strings.HasPrefix(name, "docs/adr/") && !strings.HasSuffix(name, ".go")
		if name != "LICENSE" && name != "README.md" && !documents {
			continue
		}
		if err := add(name, filepath.Join(r.root, name), 0o644); err != nil {
			return nil, err
		}
	}
	licences, err := r.licences(p)
	if err != nil {
		return nil, err
	}
	files = append(files, licences...)
	if p.OS != "windows" {
		more, err := r.shellFiles(p, host)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files, nil
}

// shellFiles returns the manual pages and the completions.
func (r *release) shellFiles(p platform, host string) ([]file, error) {
	var files []file
	settings := map[string]string{"darwin": "~/Library/Application Support"}[p.OS]
	pages := filepath.Join(r.work, "man-"+p.OS)
	if _, err := r.command(p, host, "man", pages, "--settings", cmp.Or(settings, "~/.config")); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(pages, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"man/man1/" + e.Name(), data, 0o644})
	}
	for shell, name := range map[string]string{"bash": "tengen.bash", "zsh": "_tengen", "fish": "tengen.fish"} {
		script, err := r.command(p, host, "completion", shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"completions/" + name, script, 0o644})
	}
	return files, nil
}
