package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile matches the names of files with the terms of a module or of a part of it.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([-_.].*)?$`)

// embeddedWork matches the files of the repository that others made. Each has a file with its terms in the same folder.
var embeddedWork = regexp.MustCompile(`^(.*/[^/.]+)\.(ttf|otf|ttf\.gz|otf\.gz|woff2)$|^(.*/vendor/[^/.]+)\.m?js$`)

// A listed package is a package as `go list` describes it.
type listed struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version string }
	}
}

// licences returns the terms of everything in the program for a platform, in the folder third-party, and a list of it.
// A part of the program without terms is an error.
func (r *release) licences(p platform) ([]file, error) {
	out, err := r.command(p, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", "./cmd/tengen")
	if err != nil {
		return nil, err
	}
	var files []file
	versions := map[string]string{} // of each part
	standard, err := r.command(p, "go", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(standard)), "\n")
	versions["go"] = version
	if err := terms(&files, "go", goroot, goroot); err != nil {
		return nil, err
	}
	for packages := json.NewDecoder(strings.NewReader(string(out))); ; {
		var each listed
		if err := packages.Decode(&each); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		switch m := each.Module; {
		case each.Standard || m != nil && m.Main:
		case m == nil || m.Dir == "" || m.Replace != nil:
			return nil, fmt.Errorf("package %s has no module with a version: its terms cannot be found", each.ImportPath)
		default:
			versions[m.Path] = m.Version
			if err := terms(&files, m.Path, m.Dir, each.Dir); err != nil {
				return nil, err
			}
		}
	}
	if err := r.embedded(&files); err != nil {
		return nil, err
	}
	var list strings.Builder
	list.WriteString("tengen contains the following works of others. Their terms are in the folders and files of the same names.\n\n")
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		fmt.Fprintf(&list, "%s %s\n", name, versions[name])
		if !slices.ContainsFunc(files, func(f file) bool { return path.Dir(f.name) == "third-party/"+name }) {
			return nil, fmt.Errorf("%s %s has no file with its terms: a program that contains it cannot be given to others", name, versions[name])
		}
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.name, ".LICENSE"); ok {
			fmt.Fprintln(&list, strings.TrimPrefix(name, "third-party/"))
		}
	}
	return append(files, file{"third-party/LIST", []byte(list.String()), 0o644}), nil
}

// terms adds the files with terms in a folder of a module, and in the folders above it up to the module's root.
func terms(files *[]file, name, root, dir string) error {
	below, err := filepath.Rel(root, dir)
	if err != nil {
		return err
	}
	for below = filepath.ToSlash(below); ; below = path.Dir(below) {
		entries, err := os.ReadDir(filepath.Join(root, below))
		if err != nil {
			return err
		}
		for _, e := range entries {
			to := path.Join("third-party", name, below, e.Name())
			if e.IsDir() || !licenceFile.MatchString(e.Name()) || path.Ext(to) == ".go" || slices.ContainsFunc(*files, func(f file) bool { return f.name == to }) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(root, below, e.Name()))
			if err != nil {
				return err
			}
			*files = append(*files, file{to, data, 0o644})
		}
		if below == "." {
			return nil
		}
	}
}

// embedded adds the terms of the fonts and of the libraries of the page.
func (r *release) embedded(files *[]file) error {
	var added []string
	for _, name := range r.tracked {
		m := embeddedWork.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		terms := m[1] + m[3] + ".LICENSE"
		if slices.Contains(added, terms) {
			continue
		}
		added = append(added, terms)
		data, err := os.ReadFile(filepath.Join(r.root, terms))
		if err != nil {
			return fmt.Errorf("%s has no file with its terms: %w", name, err)
		}
		*files = append(*files, file{"third-party/" + terms, data, 0o644})
	}
	if len(added) == 0 {
		return errors.New("no fonts were found in the repository, although the program contains some")
	}
	return nil
}
