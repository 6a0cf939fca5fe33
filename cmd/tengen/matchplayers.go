package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/match"
)

// players makes the players of a match. Those who play by the same net share it.
type players struct {
	env    *Env
	cmd    *MatchCmd
	kernel Kernel
	nets   map[netWay]*network
}

// netWay is a net and how it is computed.
type netWay struct {
	file   ExistingFile
	kernel Kernel
}

// side reads a player and says how it is started.
func (p *players) side(text string) (match.Side, error) {
	spec, err := match.ParsePlayer(text)
	if err != nil {
		return match.Side{}, usagef("%v", err)
	}
	var side match.Side
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
		if side, err = p.searcher(spec); err != nil {
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
func (p *players) searcher(spec match.Spec) (match.Side, error) {
	how := netWay{p.cmd.Model, p.kernel}
	if spec.Model != "" {
		how.file = ExistingFile(p.cmd.path(spec.Model))
	}
	if spec.Kernel != "" {
		if err := how.kernel.UnmarshalText([]byte(spec.Kernel)); err != nil {
			return match.Side{}, usagef("player %q: %v", spec.Text, err)
		}
	}
	threads := cmp.Or(spec.Threads, int(p.cmd.Threads))
	net, err := p.net(how, threads)
	if err != nil {
		return match.Side{}, err
	}
	side := match.LocalSide(spec.Name(), match.Local{
		New:   func(seed uint64) (match.Engine, error) { return newPlayer(net, threads, ownSeed(spec, seed)) },
		Limit: engine.Limit{Visits: spec.Visits, Playouts: spec.Playouts, Time: spec.Time, Rank: spec.Rank},
		Log:   p.env.Log,
	})
	is := []string{spec.Text}
	if spec.Threads == 0 && threads > 0 {
		is = append(is, fmt.Sprintf("threads=%d", threads))
	}
	if net != nil {
		sum, err := fileDigest(string(how.file))
		if err != nil {
			return match.Side{}, err
		}
		is = append(is, "net "+sum, "kernel "+how.kernel.String())
	}
	side.Plan = strings.Join(is, "; ")
	return side, nil
}

// net is a net for players with so many threads, loaded once; nil for no file.
func (p *players) net(how netWay, threads int) (*network, error) {
	if p.nets[how] == nil {
		net, err := how.kernel.network(p.env, how.file, threads)
		if err != nil {
			return nil, err
		}
		p.nets[how] = net
	}
	return p.nets[how], nil
}

// fileDigest tells a file from others, whatever its name.
func fileDigest(name string) (string, error) {
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

// judge says which stones are dead where the players do not agree: a search of ours,
// the same for all, by the net of --model if there is one.
func (p *players) judge() (func(context.Context, *baduk.Game) (baduk.PointSet, error), error) {
	net, err := p.net(netWay{p.cmd.Model, p.kernel}, 1)
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
