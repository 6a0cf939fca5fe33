package main

import (
	"tengen/analysis"
	"tengen/baduk"
	"tengen/eval"
	"tengen/gtpserver"
	"tengen/neteval"
	"tengen/nn"
)

// imitates reports whether the net was trained on games of people by rank, and has to be
// told whom it is to imitate.
func (n *network) imitates() bool { return n != nil && n.Model().MetaInputs() > 0 }

// untold refuses a net that imitates people if no profile says whom.
func (n *network) untold(f NetFile) error {
	return usagef("%s: the net %s imitates people and has to be told whom, which gtp and analysis can: -override-config humanSLProfile=rank_5k", f, n.Model().Name)
}

// evaluator judges positions on a board by a form of the net, as people of a profile if it
// imitates them; other nets ignore the profile.
func (n *network) evaluator(form *nn.Net, g *baduk.Graph, profile string, optimism float64) (*neteval.Evaluator, error) {
	o := neteval.Options{Optimism: optimism}
	if n.imitates() && profile != "" { // neteval says what is missing
		var err error
		if o.Profile, err = neteval.ParseProfile(profile); err != nil {
			return nil, err
		}
	}
	return neteval.New(form, g, o)
}

// as makes what judges positions by the net, as people of the profile if it imitates
// them: for so many search threads, of which more than there are processors are answered
// together.
func (n *network) as(profile string, threads int) eval.Factory {
	return func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		e, err := n.evaluator(n.Net, g, profile, searchOptimism)
		if err != nil {
			return nil, err
		}
		if threads <= allThreads() {
			return e, nil // what was found is in the graph of the search, which needs no cache
		}
		return eval.Batch(e, allThreads(), neteval.AtOnce), nil
	}
}

// people makes what says how people of the profile would play; nil where nobody can be
// asked, for want of a net or of a profile.
func (n *network) people(profile string, threads int) eval.Factory {
	if n == nil || n.imitates() && profile == "" {
		return nil
	}
	return n.as(profile, threads)
}

// judge is what the net says of a position by itself, for kata-raw-nn and kata-raw-human-nn.
func (n *network) judge(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
	net, err := n.exact()
	if err != nil {
		return neteval.Judgement{}, err
	}
	e, err := n.evaluator(net, g.Graph(), profile, optimism)
	if err != nil {
		return neteval.Judgement{}, err
	}
	return e.Judge(g, s)
}

// human is the net of -human-model beside that of -model, ready for players with so many
// threads; nil where none was given.
func (f *KataGoFlags) human(env *Env, model NetFile, k Kernel, threads int) (*network, error) {
	if f.HumanModel == "" {
		return nil, nil
	}
	if model == noNet {
		return nil, usagef("-human-model needs a second net that judges positions: leave --model %s out", noNet)
	}
	n, err := NetFile(f.HumanModel).loadAny(env, k, threads)
	if err != nil {
		return nil, usagef("-human-model: %v", err)
	}
	if !n.imitates() {
		env.Log.Warn("the net of -human-model was not trained on games of people by rank, so no profile changes what it says: is it the wrong file?", "net", n.Model().Name)
	}
	return n, nil
}

// tellProfile says what comes of a profile, or of none.
func tellProfile(env *Env, profile string, nets ...*network) {
	imitate := false
	names := ""
	for _, n := range nets {
		if imitate = imitate || n.imitates(); n != nil {
			names += " " + n.Model().Name
		}
	}
	switch {
	case profile != "" && !imitate:
		env.Log.Warn("configuration", "note", "humanSLProfile is specified as config param but model(s) don't use it:"+names)
	case profile == "" && imitate:
		env.Log.Warn("configuration", "note", "a net of human games was given, but no humanSLProfile says whom it should imitate: it is not used until one is set")
	}
}

// gtpModel is what GTP tells of a net.
func (n *network) gtpModel(file string) gtpserver.Model {
	m := n.Model()
	return gtpserver.Model{Name: file, Internal: m.Name, Version: m.Version, Imitates: n.imitates()}
}

// analysisModel is what the analysis tells of a net.
func (n *network) analysisModel(file string) analysis.Model {
	m := n.Model()
	return analysis.Model{Name: file, InternalName: m.Name, MaxBatchSize: neteval.AtOnce, HumanProfile: n.imitates(), Version: m.Version, UsingFP16: "false"}
}
