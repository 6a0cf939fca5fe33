package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// VersionCmd is `tengen version`.
type VersionCmd struct {
	JSON bool `help:"Print one JSON object." config:"-"`
}

// Run prints the version.
func (c *VersionCmd) Run(env *Env) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(thisBuild())
	}
	_, err := fmt.Fprintln(env.Stdout, thisBuild())
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

// A build describes what this binary was built from.
type build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // ends in "+dirty" if the build includes uncommitted changes
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func (b build) String() string {
	return fmt.Sprintf("tengen %s (commit %s, %s, %s/%s)", b.Version, b.Commit, b.Go, b.OS, b.Arch)
}

func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

// buildOf reads the build information that the Go tool embeds. A build without the repository has
// little of it, and a test has almost none.
func buildOf(info *debug.BuildInfo) build {
	b := build{
		Version: strings.Trim(info.Main.Version, "()"),
		Commit:  "unknown",
		Go:      runtime.Version(),
		OS:      runtime.GOOS,
		Arch:    runtime.GOARCH,
	}
	if b.Version == "" {
		b.Version = "devel"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				b.Commit += "+dirty"
			}
		}
	}
	return b
}
