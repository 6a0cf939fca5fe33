package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"tengen/engine"
	"tengen/katago"
)

// KataGoFlags are the flags of KataGo's gtp, analysis and benchmark that are not also
// ours. Written with one dash, as KataGo has them, -config is --katago-config.
type KataGoFlags struct {
	KataGoConfig    []string `name:"katago-config" sep:"none" placeholder:"FILE" help:"Configuration file of KataGo's, written -config as there; may be repeated." config:"-"`
	OverrideConfig  []string `sep:"none" placeholder:"K=V,K=V" help:"Settings of KataGo's, over those of the files; may be repeated." config:"-"`
	HumanModel      string   `placeholder:"FILE" help:"A net of human games, as KataGo has it: its profiles become ranks (see --rank), and kata-raw-human-nn asks it." config:"-"`
	OverrideVersion string   `placeholder:"TEXT" help:"What to answer as the version." config:"-"`
}

// given reports whether the program was called as KataGo is.
func (f *KataGoFlags) given() bool {
	return len(f.KataGoConfig)+len(f.OverrideConfig) > 0 || f.HumanModel != ""
}

// names are the name and the version to answer: KataGo's where the program was called as
// KataGo is, since front ends ask for them to know what they may ask for.
func (f *KataGoFlags) names() (name, version string) {
	name, version = "tengen", thisBuild().Version
	if f.given() {
		name, version = "KataGo", katago.Release+" (tengen "+version+")"
	}
	return name, cmp.Or(f.OverrideVersion, version)
}

// settings reads the files and what stands over them. What has no effect here, and what
// nobody knows, goes to the log once.
func (f *KataGoFlags) settings(env *Env, use katago.Use) (katago.Settings, error) {
	s := katago.Default(use)
	if err := f.humanModel(); err != nil {
		return s, err
	}
	var entries []katago.Entry
	for _, path := range f.KataGoConfig {
		list, err := katago.ReadConfig(path)
		if err != nil {
			return s, usagef("the configuration: %v", err)
		}
		entries = append(entries, list...)
	}
	for _, text := range f.OverrideConfig {
		list, err := katago.ParseOverrides(text)
		if err != nil {
			return s, usagef("--override-config: %v", err)
		}
		entries = append(entries, list...)
	}
	notes, err := s.Apply(entries)
	if err != nil {
		return s, usagef("%v", err)
	}
	for _, e := range entries {
		if f.HumanModel == "" && s.Given(e.Name) && katago.NeedsHumanModel(e.Name) {
			return s, usagef("Provided parameter %s but no human model was specified (e.g -human-model b18c384nbt-humanv0.bin.gz)", e.Name)
		}
	}
	for _, note := range notes {
		env.Log.Warn("configuration", "note", note)
	}
	if f.HumanModel != "" {
		note := "the net of -human-model is not searched with: a humanSLProfile is played as a rank, and kata-raw-human-nn alone asks the net"
		if use == katago.ForAnalysis {
			note = "the net of -human-model is not asked here: a humanSLProfile and the other humanSL settings change nothing"
		}
		env.Log.Warn("configuration", "note", note)
	}
	return s, nil
}

// humanModel errs where -human-model names no file. What is in it does not matter.
func (f *KataGoFlags) humanModel() error {
	if f.HumanModel == "" {
		return nil
	}
	info, err := os.Stat(f.HumanModel)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		return usagef("-human-model: Could not open file %s - does not exist or invalid permissions? (%v)", f.HumanModel, err)
	}
	return nil
}

// profileRank is the rank in the name of a profile such as "rank_5k" or "preaz_3d_5k".
var profileRank = regexp.MustCompile(`^(?:rank|preaz)_([0-9]+[kd])`)

// rankOf is the rank that a profile asks for, none if it asks for none: of two, that of
// Black; the profiles of years are those of professionals, who play as well as they can.
func rankOf(profile string) engine.Rank {
	if found := profileRank.FindStringSubmatch(profile); found != nil {
		rank, err := engine.ParseRank(found[1])
		if err == nil {
			return rank
		}
	}
	return 0
}

// ready tells a program that waits for it that KataGo's loop begins: in KataGo's words.
// The lines are those of katago gtp or, with another last one, of katago analysis.
func (f *KataGoFlags) ready(env *Env, s katago.Settings, model NetFile, name, last string) {
	if !s.StartupMessage || !f.given() && model == "" {
		return
	}
	var lines []string
	lines = append(lines, "tengen "+thisBuild().Version+", in KataGo's place")
	for _, path := range f.KataGoConfig {
		lines = append(lines, "Loaded config "+path)
	}
	if model != "" && model != noNet {
		lines = append(lines, "Loaded model "+model.String(), "Model name: "+name)
	}
	fmt.Fprintln(env.Stderr, strings.Join(append(lines, last), "\n"))
}
