package main

import (
	"context"
	"errors"
	"io"

	"tengen/baduk"
	"tengen/engine"
	"tengen/katago"
	"tengen/mcts"
)

// Analyze asks the engine for this board.
func (p *netPlayer) Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error) {
	p.StopPondering()
	return p.choose(g).Analyze(ctx, g, a)
}

// GenmoveAnalyze asks the engine for this board.
func (p *netPlayer) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, a engine.Analysis) (engine.Decision, mcts.Result, error) {
	p.StopPondering()
	return p.choose(g).GenmoveAnalyze(ctx, g, c, limit, a)
}

// SaveSearch asks the engine for this board.
func (p *netPlayer) SaveSearch(g *baduk.Game, w io.Writer) error {
	p.StopPondering()
	return p.choose(g).SaveSearch(g, w)
}

// LoadSearch asks the engine for this board.
func (p *netPlayer) LoadSearch(g *baduk.Game, r io.Reader) error {
	p.StopPondering()
	return p.choose(g).LoadSearch(g, r)
}

// SetMemory changes how many bytes the search may keep, of either engine.
func (p *netPlayer) SetMemory(bytes int64) error {
	return errors.Join(p.net.SetMemory(bytes), p.rollouts.SetMemory(bytes))
}

// Forget forgets what both engines found.
func (p *netPlayer) Forget() {
	p.net.Forget()
	p.rollouts.Forget()
}

// tuner hands KataGo's settings to a player. What they say of the search is meant for
// nets: of a player by rollouts they change threads and manners alone.
func tuner(p player, human *network) func(katago.Settings, bool) error {
	told, profile := false, ""
	return func(s katago.Settings, analysis bool) error {
		switch p := p.(type) {
		case *netPlayer:
			if err := p.rollouts.Adjust(manners(s)); err != nil {
				return err
			}
			err := p.net.Adjust(func(params *engine.Params) {
				before := params.Search
				if params.Search = s.Search; analysis {
					params.Search = s.AnalysisSearch
				}
				params.Search.Seed, params.Search.MaxBytes = before.Seed, before.MaxBytes
				params.Search.Threads = before.Threads
				manners(s)(params)
			})
			asked := human.imitates() || p.network.imitates()
			if err == nil && (human != nil && !told || asked && (!told || s.HumanProfile != profile)) {
				told, profile = true, s.HumanProfile
				threads := p.net.Params().Search.Threads
				p.net.SetEvaluators(p.network.as(profile, threads), human.people(profile, threads))
			}
			return err
		case *engine.Engine:
			return p.Adjust(manners(s))
		}
		return nil
	}
}

// manners changes the threads of a player, and when it resigns.
func manners(s katago.Settings) func(*engine.Params) {
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
