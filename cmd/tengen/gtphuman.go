package main

import (
	"fmt"
	"sync"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/neteval"
	"tengen/nn"
)

// human reads the net of -human-model when it is first asked for, and once: most who give one
// want the ranks of its profiles alone, which need no net.
func (f *KataGoFlags) human(k Kernel) func() (gtpserver.Human, error) {
	return sync.OnceValues(func() (gtpserver.Human, error) {
		m, err := nn.ReadFile(f.HumanModel, nn.Limits{})
		if err != nil {
			return gtpserver.Human{}, err
		}
		if m.MetaInputs() == 0 {
			return gtpserver.Human{}, fmt.Errorf("the net %s in %s was not trained on games of people by rank: -human-model takes one such as b18c384nbt-humanv0.bin.gz", m.Name, f.HumanModel)
		}
		level, err := k.choose()
		if err != nil {
			return gtpserver.Human{}, err
		}
		net, err := nn.NewNet(m, level.Exact())
		if err != nil {
			return gtpserver.Human{}, err
		}
		return gtpserver.Human{
			Model: gtpserver.Model{Name: f.HumanModel, Internal: m.Name, Version: m.Version},
			Judge: func(g *baduk.Game, s neteval.Symmetry, profile string) (neteval.Judgement, error) {
				whom, err := neteval.ParseProfile(profile)
				if err != nil {
					return neteval.Judgement{}, err
				}
				e, err := neteval.New(net, g.Graph(), neteval.Options{Profile: whom})
				if err != nil {
					return neteval.Judgement{}, err
				}
				return e.Judge(g, s)
			},
		}, nil
	})
}
