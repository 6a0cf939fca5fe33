package player

import (
	"tengen/engine"
	"tengen/katago"
)

// tuner returns a function that applies KataGo's settings to a player. KataGo's search settings are
// meant for nets. For a player that uses rollouts, the function sets only the threads and the
// conditions for resigning. human is the human SL net, or nil.
func tuner(p Player, human *Net) func(katago.Settings, bool) error {
	set, profile := false, "" // set: the evaluators were set; profile: their profile
	return func(s katago.Settings, analysis bool) error {
		switch p := p.(type) {
		case *netPlayer:
			if err := p.rollouts.Adjust(threadsAndResignation(s)); err != nil {
				return err
			}
			err := p.net.Adjust(func(params *engine.Params) {
				before := params.Search
				if params.Search = s.Search; analysis {
					params.Search = s.AnalysisSearch
				}
				params.Search.Seed, params.Search.MaxBytes = before.Seed, before.MaxBytes
				params.Search.Threads = before.Threads
				threadsAndResignation(s)(params)
			})
			imitates := human.Imitates() || p.network.Imitates()
			if err == nil && (human != nil && !set || imitates && (!set || s.HumanProfile != profile)) {
				set, profile = true, s.HumanProfile
				threads := p.net.Params().Search.Threads
				p.net.SetEvaluators(p.evaluators(profile, threads), human.HumanPolicy(profile, threads))
			}
			return err
		case *engine.Engine:
			return p.Adjust(threadsAndResignation(s))
		}
		return nil
	}
}

// threadsAndResignation sets the threads of a player and its conditions for resigning.
func threadsAndResignation(s katago.Settings) func(*engine.Params) {
	return func(p *engine.Params) {
		if s.Threads > 0 {
			p.Search.Threads = min(s.Threads, 1024)
		}
		r := &p.Resign
		if r.After = 0; s.Resign.Allowed {
			r.After = s.Resign.Turns
		}
		r.Below = (1 + s.Resign.Threshold) / 2
		r.From, r.Behind = s.Resign.Area, max(0, s.Resign.Points)
	}
}
