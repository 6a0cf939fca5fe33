package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"tengen/katago"
	"tengen/player"
)

// KataGoFlags are the flags of KataGo's gtp, analysis and benchmark that tengen has only
// for compatibility. KataGo's -config, with one dash, is --katago-config.
type KataGoFlags struct {
	KataGoConfig    []string `name:"katago-config" sep:"none" placeholder:"FILE" help:"Configuration file of KataGo, also written -config. May be repeated." config:"-"`
	OverrideConfig  []string `sep:"none" placeholder:"K=V,K=V" help:"Settings of KataGo, which override those in the files. May be repeated." config:"-"`
	HumanModel      string   `placeholder:"FILE" help:"A net trained on human games, such as KataGo's human SL net, or built-in for the bundled one. The setting humanSLProfile chooses the players that it imitates." config:"-"`
	OverrideVersion string   `placeholder:"TEXT" help:"Version to report to clients." config:"-"`
}

func (f *KataGoFlags) call() katago.Call {
	return katago.Call{Configs: f.KataGoConfig, Overrides: f.OverrideConfig, HumanModel: f.HumanModel}
}

// asKataGo reports whether the program was called like KataGo: with KataGo's settings, or with a net
// on the command line.
func (f *KataGoFlags) asKataGo(kctx *kong.Context) bool {
	return f.call().Given() || slices.ContainsFunc(kctx.Path, func(p *kong.Path) bool {
		return p.Flag != nil && !p.Resolved && p.Flag.Name == "model" && p.Flag.Target.Interface() != player.None
	})
}

// names returns the name and the version that the GTP engine reports. If the program was called like
// KataGo, they are KataGo's: front ends use them to find out which commands are supported.
func (f *KataGoFlags) names(kctx *kong.Context) (name, version string) {
	name, version = "tengen", thisBuild().Version
	if f.asKataGo(kctx) {
		name, version = katago.Name, katago.Release+" (tengen "+version+")"
	}
	return name, cmp.Or(f.OverrideVersion, version)
}

// analysisVersion returns the version and the revision that the analysis engine reports. If the program
// was called like KataGo, the version is exactly KataGo's, because clients parse it as three numbers.
// The revision then also has tengen's own version.
func (f *KataGoFlags) analysisVersion(kctx *kong.Context) (version, revision string) {
	b := thisBuild()
	version, revision = b.Version, b.Commit
	if f.asKataGo(kctx) {
		version, revision = katago.Release, b.Commit+" (tengen "+b.Version+")"
	}
	return cmp.Or(f.OverrideVersion, version), revision
}

// settings reads KataGo's settings and logs the notes about them.
func (f *KataGoFlags) settings(env *Env, use katago.Use) (katago.Settings, error) {
	s, notes, err := f.call().Settings(use)
	for _, note := range notes {
		env.Log.Warn("configuration", "note", note)
	}
	return s, err
}

// ready prints KataGo's start-up messages, for which some front ends wait, if the program was called
// like KataGo. The messages of katago gtp and of katago analysis differ only in the last line.
func (f *KataGoFlags) ready(env *Env, kctx *kong.Context, s katago.Settings, net, human *player.Net, last string) {
	if !s.StartupMessage || !f.asKataGo(kctx) {
		return
	}
	var lines []string
	lines = append(lines, "tengen "+thisBuild().Version+", in KataGo's place")
	for _, path := range f.KataGoConfig {
		lines = append(lines, "Loaded config "+path)
	}
	if net != nil && net.File != "" {
		lines = append(lines, "Loaded model "+net.File.String(), "Model name: "+net.Model().Name)
	}
	if human != nil {
		lines = append(lines, "Loaded human SL model "+human.File.String(), "Human SL model name: "+human.Model().Name)
	}
	fmt.Fprintln(env.Stderr, strings.Join(append(lines, last), "\n"))
}
