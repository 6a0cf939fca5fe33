package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"tengen/katago"
)

// KataGoFlags are the flags of KataGo's gtp, analysis and benchmark that are not also
// ours. Written with one dash, as KataGo has them, -config is --katago-config.
type KataGoFlags struct {
	KataGoConfig    []string `name:"katago-config" sep:"none" placeholder:"FILE" help:"Configuration file of KataGo's, written -config as there; may be repeated." config:"-"`
	OverrideConfig  []string `sep:"none" placeholder:"K=V,K=V" help:"Settings of KataGo's, over those of the files; may be repeated." config:"-"`
	HumanModel      string   `placeholder:"FILE" help:"A net of human games, as KataGo has it: whose players humanSLProfile names." config:"-"`
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

// settings reads the files and what stands over them. Settings without effect here, and
// unknown ones, are logged once.
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
	return s, nil
}

// humanModel errs where -human-model names no file.
func (f *KataGoFlags) humanModel() error {
	if f.HumanModel == "" {
		return nil
	}
	info, err := os.Stat(f.HumanModel)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return usagef("-human-model: Could not open file %s - does not exist or invalid permissions? (%v)", f.HumanModel, err)
	}
	return nil
}

// ready tells a program that waits for it that KataGo's loop begins: in KataGo's words.
// The lines are those of katago gtp or, with another last one, of katago analysis.
func (f *KataGoFlags) ready(env *Env, s katago.Settings, model NetFile, name string, human *network, last string) {
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
	if human != nil {
		lines = append(lines, "Loaded human SL model "+f.HumanModel, "Human SL model name: "+human.Model().Name)
	}
	fmt.Fprintln(env.Stderr, strings.Join(append(lines, last), "\n"))
}
