package main

import (
	"cmp"
	"fmt"
	"strings"

	"tengen/katago"
	"tengen/player"
)

// KataGoFlags are the flags of KataGo's gtp, analysis and benchmark that are not also
// ours. In KataGo's way of writing, with one dash, -config is --katago-config.
type KataGoFlags struct {
	KataGoConfig    []string `name:"katago-config" sep:"none" placeholder:"FILE" help:"Configuration file of KataGo's, written -config as there; may be repeated." config:"-"`
	OverrideConfig  []string `sep:"none" placeholder:"K=V,K=V" help:"Settings of KataGo's, over those of the files; may be repeated." config:"-"`
	HumanModel      string   `placeholder:"FILE" help:"A net of human games, as KataGo has it: humanSLProfile names the players that it imitates." config:"-"`
	OverrideVersion string   `placeholder:"TEXT" help:"The version to answer." config:"-"`
}

func (f *KataGoFlags) call() katago.Call {
	return katago.Call{Configs: f.KataGoConfig, Overrides: f.OverrideConfig, HumanModel: f.HumanModel}
}

// names are the name and the version to answer. They are KataGo's if the program was called
// as KataGo is: front ends ask for them to find out which commands there are.
func (f *KataGoFlags) names() (name, version string) {
	name, version = "tengen", thisBuild().Version
	if f.call().Given() {
		name, version = "KataGo", katago.Release+" (tengen "+version+")"
	}
	return name, cmp.Or(f.OverrideVersion, version)
}

// settings reads the settings and logs the notes about them.
func (f *KataGoFlags) settings(env *Env, use katago.Use) (katago.Settings, error) {
	s, notes, err := f.call().Settings(use)
	for _, note := range notes {
		env.Log.Warn("configuration", "note", note)
	}
	return s, err
}

// ready tells a program that waits for it, in KataGo's words, that KataGo's loop begins.
// The lines are those of katago gtp or, with another last line, of katago analysis.
func (f *KataGoFlags) ready(env *Env, s katago.Settings, model player.NetFile, net, human *player.Net, last string) {
	if !s.StartupMessage || !f.call().Given() && model == "" {
		return
	}
	var lines []string
	lines = append(lines, "tengen "+thisBuild().Version+", in KataGo's place")
	for _, path := range f.KataGoConfig {
		lines = append(lines, "Loaded config "+path)
	}
	if model != "" && net != nil {
		lines = append(lines, "Loaded model "+model.String(), "Model name: "+net.Model().Name)
	}
	if human != nil {
		lines = append(lines, "Loaded human SL model "+f.HumanModel, "Human SL model name: "+human.Model().Name)
	}
	fmt.Fprintln(env.Stderr, strings.Join(append(lines, last), "\n"))
}
