package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// build builds the program for a platform, if it is not built yet, and returns the name of the file.
func (r *release) build(p platform) (string, error) {
	name := filepath.Join(r.work, p.OS+"-"+p.Arch, "tengen")
	if p.OS == "windows" {
		name += ".exe"
	}
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	words := []string{r.Version, r.Commit, r.Time.Format("2006-01-02T15:04:05Z")}
	if r.Modified {
		words = append(words, "modified")
	}
	fmt.Println("building for", p)
	_, err := r.command(p, "go", "build", "-o", name, "-ldflags", "-s -w -X 'main.release="+strings.Join(words, " ")+"'", "./cmd/tengen")
	return name, err
}

// command runs a command in the repository and returns its output. The environment of the user does not change the
// program that the Go tool builds.
func (r *release) command(p platform, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = r.root, os.Stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.OS, "GOARCH="+p.Arch, "GOFLAGS=-trimpath -buildvcs=false", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0",
		fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.Time.Unix()))
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args[:min(2, len(args))]...), " "), err)
	}
	return out, nil
}

// tool builds a tool of go.mod for this machine and returns the name of the file.
func (r *release) tool(name string) (string, error) {
	file := filepath.Join(r.work, name)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	packages := map[string]string{
		"cyclonedx-gomod": "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod",
		"nfpm":            "github.com/goreleaser/nfpm/v2/cmd/nfpm",
	}
	_, err := r.command(platform{OS: runtime.GOOS, Arch: runtime.GOARCH}, "go", "-C", "release", "build", "-o", file, packages[name])
	return file, err
}

// components writes the list of the modules in a program and of the libraries of its page, as CycloneDX. The tool's
// guesses of licences are left out: some are wrong, and the archives have the terms themselves.
func (r *release) components(binary, name string) error {
	tool, err := r.tool("cyclonedx-gomod")
	if err != nil {
		return err
	}
	out, err := r.command(platform{OS: runtime.GOOS, Arch: runtime.GOARCH}, tool, "bin", "-json", "-noserial", "-notimestamp", "-std", "-version", r.Version, binary)
	if err != nil {
		return err
	}
	var list map[string]any
	if err := json.Unmarshal(out, &list); err != nil {
		return err
	}
	for _, each := range list["metadata"].(map[string]any)["tools"].([]any) {
		delete(each.(map[string]any), "hashes") // of the tool's program, which differs between machines
	}
	libraries, err := r.libraries()
	if err != nil {
		return err
	}
	list["components"] = append(list["components"].([]any), libraries...)
	if out, err = json.MarshalIndent(list, "", " "); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, name+".cdx.json"), append(out, '\n'), 0o644)
}

// libraryRow matches the package and the version in a row of the table of the page's libraries.
var libraryRow = regexp.MustCompile("(?m)^\\| `[^`]+` \\| `([^`]+)`[^|]*\\| ([0-9.]+) \\|")

// libraries describes the libraries of the page as components.
func (r *release) libraries() ([]any, error) {
	const name = "web/page/vendor/README.md"
	table, err := os.ReadFile(filepath.Join(r.root, name))
	if err != nil {
		return nil, err
	}
	var all []any
	for _, row := range libraryRow.FindAllStringSubmatch(string(table), -1) {
		url := "pkg:npm/" + row[1] + "@" + row[2]
		all = append(all, map[string]string{"bom-ref": url, "type": "library", "name": row[1], "version": row[2], "purl": url})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s does not list the packages and versions of the page's libraries", name)
	}
	return all, nil
}
