// Command release writes the files of a release into a folder: an archive for each platform, Debian packages, lists of
// components (SBOM), checksums, and descriptions for Homebrew and winget.
//
//	go -C release run . -out ../dist
//
// The same commit and the same version of Go give the same bytes in any folder. docs/releasing.md describes releases.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A release is what the files of a release have in common.
type release struct {
	source
	root       string // of the repository
	out        string
	work       string // a temporary folder
	Address    string // URL of the folder from which users download the files
	Publisher  string // first part of the identifier of the package for winget
	Maintainer string // of the Debian package, NAME <ADDRESS>
	Platforms  []platform
}

// A platform is an operating system and a type of processor, as Go names them.
type platform struct {
	OS, Arch string
	Folder   string // the only folder in the archive
	Sum      string // SHA-256 of the archive
}

// Archive is the name of the archive.
func (p platform) Archive() string {
	if p.OS == "windows" {
		return p.Folder + ".zip"
	}
	return p.Folder + ".tar.gz"
}

func (p platform) String() string { return p.OS + "/" + p.Arch }

func main() {
	r := &release{root: ".."} // go -C release run . runs here
	flag.StringVar(&r.out, "out", "../dist", "write into this `folder`, which must not have files of another release")
	flag.StringVar(&r.Address, "address", "https://example.org/tengen", "`URL` of the folder from which users will download the files")
	flag.StringVar(&r.Publisher, "publisher", "Example", "publisher in the `name` of the package for winget")
	flag.StringVar(&r.Maintainer, "maintainer", "tengen maintainers <tengen@example.org>", "maintainer of the Debian package, as `NAME <ADDRESS>`")
	platforms := flag.String("platforms", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64", "`list` of platforms")
	flag.Parse()
	if err := r.run(strings.Split(*platforms, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run writes all files.
func (r *release) run(platforms []string) (err error) {
	if r.source, err = describe(r.root); err != nil {
		return err
	}
	if r.root, err = filepath.Abs(r.root); err != nil {
		return err
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if entries, err := os.ReadDir(r.out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: delete it, or name another folder with -out", r.out)
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "tengen-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	fmt.Printf("tengen %s, %s, with %s\n", r.Version, r.Time.Format("2006-01-02 15:04:05"), runtime.Version())
	if r.Modified {
		fmt.Println("the files in the repository differ from the commit, so this release is only a test")
	}
	for _, text := range platforms {
		system, arch, _ := strings.Cut(text, "/")
		r.Platforms = append(r.Platforms, platform{OS: system, Arch: arch})
	}
	host, err := r.build(platform{OS: runtime.GOOS, Arch: runtime.GOARCH})
	if err != nil {
		return err
	}
	for i := range r.Platforms {
		if err := r.platform(&r.Platforms[i], host); err != nil {
			return fmt.Errorf("%v: %w", r.Platforms[i], err)
		}
	}
	if len(platforms) > 1 {
		if err := r.fillTemplates(); err != nil {
			return err
		}
	}
	return r.sums()
}

// platform writes the files of one platform. The program of the host writes its manual pages and completions.
func (r *release) platform(p *platform, host string) error {
	binary, err := r.build(*p)
	if err != nil {
		return err
	}
	files, err := r.files(*p, binary, host)
	if err != nil {
		return err
	}
	p.Folder = fmt.Sprintf("tengen-%s-%s-%s", r.Number(), p.OS, p.Arch)
	archive := filepath.Join(r.out, p.Archive())
	write := writeTar
	if p.OS == "windows" {
		write = writeZip
	}
	if err := write(archive, p.Folder, files, r.Time); err != nil {
		return err
	}
	if p.Sum, err = sumOf(archive); err != nil {
		return err
	}
	if err := r.components(binary, p.Folder); err != nil {
		return err
	}
	if p.OS == "linux" {
		return r.debian(*p, files)
	}
	return nil
}

// sums writes the checksums of the files that users download, in the format of sha256sum.
func (r *release) sums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		sum, err := sumOf(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(text.String()), 0o644)
}
