package player

import (
	"context"
	"fmt"
	"sync"

	"tengen/analysis"
	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/gtpserver"
	"tengen/internal/usage"
	"tengen/neteval"
)

// Imitates reports whether the net is a human SL net. Such a net was trained on games of human
// players, and needs a profile of the players to imitate.
func (n *Net) Imitates() bool { return n != nil && n.Model().MetaInputs() > 0 }

// needsProfile returns the error for a human SL net without a profile.
func (n *Net) needsProfile() error {
	return usage.Errorf("%s: the net %s imitates human players and needs a profile, which only gtp and analysis can set: add -override-config humanSLProfile=rank_5k", n.File, n.Model().Name)
}

// HumanPolicy makes evaluators that predict the moves of human players of the profile. It returns
// nil if n is nil. It also returns nil if n is a human SL net and the profile is empty.
func (n *Net) HumanPolicy(profile string, threads int) eval.Factory {
	if n == nil || n.Imitates() && profile == "" {
		return nil
	}
	return n.Imitating(profile, threads)
}

// LoadHuman loads a human SL net from a file. [BuiltIn] as the file means [BuiltInHuman]. The player uses this net
// together with the net that the parameter named model gives, which must not be None. If file is "", LoadHuman returns
// nil.
func (l Loader) LoadHuman(ctx context.Context, file string, model NetFile, threads int) (*Net, error) {
	switch NetFile(file) {
	case "":
		return nil, nil
	case BuiltIn:
		file = string(BuiltInHuman)
	}
	if model == None {
		return nil, fmt.Errorf("a net that imitates people needs a second net that judges positions: choose a net instead of %s", None)
	}
	n, err := l.LoadAny(ctx, NetFile(file), threads)
	if err != nil {
		return nil, err
	}
	if !n.Imitates() {
		l.logger().Warn("the net of human games is not a human SL net, so profiles have no effect on it: is it the wrong file?",
			"net", n.Model().Name)
	}
	return n, nil
}

// People returns a function that makes evaluators whose priors are those of people of a rank. They come from the human
// SL net n, or from the bundled one if n is nil or does not imitate people. The bundled net is loaded on the first call
// for a rank. All players that share the function share one copy of it.
func (l Loader) People(n *Net) func(engine.Rank) eval.Factory {
	load := sync.OnceValues(func() (*Net, error) {
		if n.Imitates() {
			return n, nil
		}
		return l.LoadAny(context.Background(), BuiltInHuman, 0)
	})
	return func(r engine.Rank) eval.Factory {
		return func(g *baduk.Graph, rules baduk.Rules) (eval.Evaluator, error) {
			n, err := load()
			if err != nil {
				return nil, err
			}
			return n.Imitating("rank_"+r.String(), 0)(g, rules)
		}
	}
}

// WarnOfProfile warns if a profile has no effect on the nets, or if a profile is missing. The text
// of the warning is KataGo's.
func (l Loader) WarnOfProfile(profile string, nets ...*Net) {
	imitate := false
	names := ""
	for _, n := range nets {
		if imitate = imitate || n.Imitates(); n != nil {
			names += " " + n.Model().Name
		}
	}
	switch {
	case profile != "" && !imitate:
		l.logger().Warn("configuration", "note", "humanSLProfile is specified as config param but model(s) don't use it:"+names)
	case profile == "" && imitate:
		l.logger().Warn("configuration", "note", "a human SL net was given without humanSLProfile: it is not used until one is set")
	}
}

// gtpModel describes the net for GTP.
func (n *Net) gtpModel() gtpserver.Model {
	m := n.Model()
	return gtpserver.Model{Name: n.File.String(), Internal: m.Name, Version: m.Version, Imitates: n.Imitates()}
}

// analysisModel describes the net for the analysis protocol.
func (n *Net) analysisModel() analysis.Model {
	m := n.Model()
	return analysis.Model{Name: n.File.String(), InternalName: m.Name, MaxBatchSize: neteval.MaxBatch, HumanProfile: n.Imitates(), Version: m.Version, UsingFP16: "false"}
}
