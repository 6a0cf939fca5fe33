package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/internal/embedded"
)

// VersionCmd is `tengen version`.
type VersionCmd struct {
	JSON bool `help:"Print one JSON object." config:"-"`
}

// Run prints the build and the names of the bundled nets.
func (c *VersionCmd) Run(env *Env) error {
	b := thisBuild()
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(b)
	}
	_, err := fmt.Fprintf(env.Stdout, "%v\nbundled nets: %s\n", b, strings.Join(b.Nets, ", "))
	return err
}

// versionFlag is --version, which works with every command.
type versionFlag bool

// BeforeReset implements kong's hook of the same name.
func (versionFlag) BeforeReset(ctx *kong.Context) error {
	if _, err := fmt.Fprintln(ctx.Stdout, thisBuild()); err != nil {
		return fmt.Errorf("%w: %w", errStdout, err)
	}
	return errDone
}

// release describes the commit of a binary in a release: its version, the commit's hash and time, and "modified" if the
// binary includes uncommitted changes. Spaces separate them. The linker sets it, because the Go tool does not know the
// commit in every kind of working tree. In other builds it is empty.
var release string

// A build describes what this binary was built from.
type build struct {
	Version  string   `json:"version"`
	Commit   string   `json:"commit"`   // ends in "+dirty" if the build includes uncommitted changes
	Time     string   `json:"time"`     // of the commit, RFC 3339; empty if unknown
	Modified bool     `json:"modified"` // whether the build includes uncommitted changes
	Go       string   `json:"go"`
	OS       string   `json:"os"`
	Arch     string   `json:"arch"`
	Nets     []string `json:"nets"` // names of the bundled nets
}

func (b build) String() string {
	commit := b.Commit
	if b.Time != "" {
		commit += " of " + b.date()
	}
	return fmt.Sprintf("tengen %s (commit %s, %s, %s/%s)", b.Version, commit, b.Go, b.OS, b.Arch)
}

// date is the day of the commit, such as 2026-11-26, or empty if it is unknown.
func (b build) date() string {
	day, _, _ := strings.Cut(b.Time, "T")
	return day
}

func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info, release)
}

// buildOf reads the build information that the Go tool embeds, and the description of a release. A build that is
// neither in a repository nor a release has little of it, and a test has almost none.
func buildOf(info *debug.BuildInfo, release string) build {
	b := build{
		Version: strings.Trim(info.Main.Version, "()"),
		Go:      runtime.Version(),
		OS:      runtime.GOOS,
		Arch:    runtime.GOARCH,
		Nets:    embedded.Names(),
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if words := strings.Fields(release); len(words) >= 3 {
		b.Version, b.Commit, b.Time, b.Modified = words[0], words[1], words[2], slices.Contains(words[3:], "modified")
	}
	b.Version = cmp.Or(b.Version, "devel")
	b.Commit = cmp.Or(b.Commit[:min(12, len(b.Commit))], "unknown")
	if b.Modified {
		b.Commit += "+dirty"
	}
	return b
}
