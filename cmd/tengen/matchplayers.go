package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/internal/embedded"
	"tengen/match"
)

// players makes the players of a match. Those who play by the same net share it, and
// have no memory of their own but during their games.
type players struct {
	env    *Env
	cmd    *MatchCmd
	kernel Kernel
	done   *match.Plan // of a match that has nothing left to play, so that no net is loaded; or nil
	nets   map[netWay]*network
	sums   map[string]string // of files of nets, by name
}

// netWay is a net, by the sum of its file, and how it is computed.
type netWay struct {
	sum    string
	kernel Kernel
}

// sides reads all players.
func (p *players) sides() ([]match.Side, error) {
	var all []match.Side
	for _, text := range p.cmd.players() {
		specs, err := match.ParsePlayers(text)
		if err != nil {
			return nil, usagef("%v", err)
		}
		for _, spec := range specs {
			side, err := p.side(spec, len(all))
			if err != nil {
				return nil, err
			}
			all = append(all, side)
		}
	}
	if len(all) < 2 {
		return nil, usagef("a match needs two players at least")
	}
	return all, nil
}

// side says how the player with that index is started.
func (p *players) side(spec match.Spec, index int) (side match.Side, err error) {
	switch {
	case spec.IsProgram():
		side = match.ProgramSide(spec.Name(), gtp.Program{Command: spec.Command, Dir: p.cmd.dir, Log: p.env.Log})
		side.Plan = spec.Text
	case spec.Kind == match.KindRandom:
		side = match.LocalSide(spec.Name(), match.Local{New: func(seed uint64) (match.Engine, error) {
			return engine.NewRandom(ownSeed(spec, seed)), nil
		}})
		side.Plan = spec.Text
	default:
		if side, err = p.searcher(spec, index); err != nil {
			return match.Side{}, err
		}
	}
	side.Clock, side.Elo = spec.Clock, spec.Elo
	return side, nil
}

// ownSeed is the seed of a player in a game.
func ownSeed(spec match.Spec, seed uint64) uint64 {
	if spec.Seeded {
		return spec.Seed + seed
	}
	return seed
}

// searcher is a player of ours that searches.
func (p *players) searcher(spec match.Spec, index int) (match.Side, error) {
	file, kernel := cmp.Or(spec.Model, p.cmd.Model), p.kernel
	if spec.Kernel != "" {
		if err := kernel.UnmarshalText([]byte(spec.Kernel)); err != nil {
			return match.Side{}, usagef("player %q: %v", spec.Text, err)
		}
		if file == noNet {
			return match.Side{}, usagef("player %q: kernel= says how a net is computed, and it has none", spec.Text)
		}
	}
	threads := cmp.Or(spec.Threads, int(p.cmd.Threads))
	net, sum, err := p.net(file, kernel, threads, index)
	if err != nil {
		return match.Side{}, err
	}
	side := match.LocalSide(spec.Name(), match.Local{
		New:   func(seed uint64) (match.Engine, error) { return newPlayer(net, threads, ownSeed(spec, seed)) },
		Limit: engine.Limit{Visits: spec.Visits, Playouts: spec.Playouts, Time: spec.Time, Rank: spec.Rank},
		Log:   p.env.Log,
	})
	side.Plan = spec.Text
	if spec.Threads == 0 && threads > 0 {
		side.Plan += fmt.Sprintf("; threads=%d", threads)
	}
	if sum != "" {
		side.Plan = match.WithNet(side.Plan, sum, kernel.String())
	}
	return side, nil
}

// net is the net of a player with this many threads, loaded once, and the sum of its file;
// nothing for rollouts.
func (p *players) net(file string, kernel Kernel, threads, index int) (*network, string, error) {
	if file == noNet {
		return nil, "", nil
	}
	path := ""
	if file != "" && file != builtIn {
		path = p.cmd.path(file)
	}
	if p.sums[path] == "" {
		sum, err := netDigest(path)
		if err != nil {
			if sum = p.remembered(file, index); sum == "" {
				return nil, "", usagef("%v", err)
			}
		}
		p.sums[path] = sum
	}
	how := netWay{p.sums[path], kernel}
	if p.nets[how] == nil && p.done == nil {
		net, err := NetFile(path).load(p.env, kernel, threads)
		if err != nil {
			return nil, "", err
		}
		p.nets[how] = net
	}
	return p.nets[how], how.sum, nil
}

// remembered is the sum that the net of that player had in a match that has nothing left
// to play: its file may be gone.
func (p *players) remembered(file string, index int) string {
	if p.done == nil || index >= len(p.done.Players) || file == p.cmd.Model && file != p.done.Command["model"] {
		return ""
	}
	return p.done.Players[index].Net()
}

// fileDigest tells a file from others, whatever its name.
func fileDigest(name string) (string, error) {
	if err := new(ExistingFile).UnmarshalText([]byte(name)); err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// netDigest tells a net from others, the bundled net has no name.
func netDigest(name string) (string, error) {
	if name == "" {
		sum := sha256.Sum256([]byte(embedded.Net()))
		return hex.EncodeToString(sum[:8]), nil
	}
	return fileDigest(name)
}

// judge says which stones are dead where the players do not agree: a search of ours,
// the same for all, by the net of --model.
func (p *players) judge() (func(context.Context, *baduk.Game) (baduk.PointSet, error), error) {
	if p.done != nil {
		return nil, nil
	}
	net, _, err := p.net(p.cmd.Model, p.kernel, 1, 0)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
		e, err := newPlayer(net, 1, 1)
		if err != nil {
			return nil, err
		}
		dead, err := e.Dead(ctx, g.Clone())
		if err == nil {
			err = ctx.Err()
		}
		return dead, err
	}, nil
}
