package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// made returns a release of six platforms, of which only the names and the checksums exist.
func made(t *testing.T) *release {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	r := &release{root: root, out: t.TempDir(), Address: "https://example.org/tengen", Publisher: "Example", Maintainer: "A <a@example.org>"}
	r.Version, r.Time = "v1.2.3-rc.1", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, system := range []string{"linux", "darwin", "windows"} {
		for j, arch := range []string{"amd64", "arm64"} {
			r.Platforms = append(r.Platforms, platform{OS: system, Arch: arch, Folder: "tengen-1.2.3-rc.1-" + system + "-" + arch, Sum: strings.Repeat(string(rune('a'+2*i+j)), 64)})
		}
	}
	return r
}

func TestTemplates(t *testing.T) {
	r := made(t)
	if err := r.fillTemplates(); err != nil {
		t.Fatal(err)
	}
	formula, err := os.ReadFile(filepath.Join(r.out, "homebrew", "tengen.rb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Platforms[:4] {
		if want := "url \"https://example.org/tengen/" + p.Folder + ".tar.gz\"\n      sha256 \"" + p.Sum + "\"\n"; !strings.Contains(string(formula), want) {
			t.Errorf("the formula does not have %s:\n%s", want, formula)
		}
	}
	for _, name := range []string{"", "installer.", "locale.en-US."} {
		text, err := os.ReadFile(filepath.Join(r.out, "winget", "Example.tengen."+name+"yaml"))
		if err != nil {
			t.Fatal(err)
		}
		manifest := map[string]any{}
		if err := yaml.Unmarshal(text, &manifest); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if manifest["PackageIdentifier"] != "Example.tengen" || manifest["PackageVersion"] != "1.2.3-rc.1" {
			t.Errorf("%s: got package %v %v", name, manifest["PackageIdentifier"], manifest["PackageVersion"])
		}
		for _, p := range r.Platforms[4:] {
			if name == "installer." && (!strings.Contains(string(text), p.Sum) || !strings.Contains(string(text), p.Folder+`\tengen.exe`)) {
				t.Errorf("the manifest does not have the archive %s:\n%s", p.Archive(), text)
			}
		}
	}
}

func TestTemplatesNeedAllPlatforms(t *testing.T) {
	r := made(t)
	r.Platforms = r.Platforms[:5]
	if err := r.fillTemplates(); err == nil || !strings.Contains(err.Error(), "windows/arm64") {
		t.Errorf("got %v, want an error that names the missing platform", err)
	}
}

func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":         "1.2.3",
		"v1.2.3-rc.1":    "1.2.3~rc.1",
		"v1.2.3+dirty":   "1.2.3+dirty",
		"v0.0.0-2026-ab": "0.0.0~2026.ab",
	} {
		r := &release{source: source{Version: version}}
		if got := r.DebianVersion(); got != want {
			t.Errorf("%s: got %s, want %s", version, got, want)
		}
	}
}

// TestTerms checks that the terms of a package include those of the folders above it, and no others.
func TestTerms(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"LICENSE", "NOTICE.md", "licence.go", "a/COPYING", "a/b/License-MIT.txt", "c/LICENSE"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var files []file
	for range 2 { // the second time nothing is added
		if err := terms(&files, "m", root, filepath.Join(root, "a", "b")); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	if got, want := strings.Join(names, " "), "third-party/m/a/b/License-MIT.txt third-party/m/a/COPYING third-party/m/LICENSE third-party/m/NOTICE.md"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestEmbeddedWorks checks the terms of the fonts and the page's libraries, and that a font without terms is an error.
func TestEmbeddedWorks(t *testing.T) {
	r := made(t)
	r.tracked = []string{"diagram/font/noto-sans.ttf", "diagram/font/droid-sans-fallback.ttf.gz", "web/page/vendor/htm.mjs", "web/page/vendor/htm.d.mts", "web/page/app.js"}
	var files []file
	if err := r.embedded(&files); err != nil || len(files) != 3 {
		t.Errorf("got %d files (error: %v), want 3", len(files), err)
	}
	r.tracked = []string{"diagram/font/other.ttf"}
	if err := r.embedded(&files); err == nil || !strings.Contains(err.Error(), "other.ttf has no file with its terms") {
		t.Errorf("got %v, want an error that names the font", err)
	}
}

func TestLibraries(t *testing.T) {
	all, err := made(t).libraries()
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(all); !strings.Contains(text, "pkg:npm/preact@") || !strings.Contains(text, "pkg:npm/htm@") || len(all) != 2 {
		t.Errorf("got %s, want preact and htm", text)
	}
}
