package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/internal/embedded"
	"tengen/netcheck"
	"tengen/neteval"
	"tengen/nn"
)

// Kernel is the way in which nets are computed. The zero value leaves the choice to
// the program: the fastest of this CPU.
type Kernel struct {
	level nn.Level
	given bool
}

// UnmarshalText reads auto or the name of a level. Whether this CPU has it matters
// only where a net is used.
func (k *Kernel) UnmarshalText(text []byte) (err error) {
	name := strings.TrimSpace(string(text))
	if *k = (Kernel{}); strings.EqualFold(name, "auto") {
		return nil
	}
	k.given = true
	if k.level, err = nn.ParseLevel(name); err != nil {
		return fmt.Errorf("%w; or auto", err)
	}
	return nil
}

// String is the text that UnmarshalText reads.
func (k Kernel) String() string {
	if !k.given {
		return "auto"
	}
	return k.level.String()
}

// choose is the level to use on this CPU.
func (k Kernel) choose() (nn.Level, error) {
	if !k.given {
		all := nn.Levels()
		return all[len(all)-1], nil
	}
	if !slices.Contains(nn.Levels(), k.level) {
		var have []string
		for _, l := range nn.Levels() {
			have = append(have, l.String())
		}
		return 0, usagef("this CPU has no %v kernels: it has %s", k.level, strings.Join(have, ", "))
	}
	return k.level, nil
}

// A network is a net that players share, with what its evaluators need.
type network struct {
	*nn.Net
	exact func() (*nn.Net, error) // for those who look at numbers: floats, unless integers were asked for
	log   *slog.Logger
}

// newNetwork makes a model ready for players.
func newNetwork(env *Env, m *nn.Model, k Kernel) (*network, error) {
	level, err := k.choose()
	if err != nil {
		return nil, err
	}
	net, err := nn.NewNet(m, level)
	if err != nil {
		return nil, usagef("%v", err)
	}
	if _, err := neteval.NewFeatures(baduk.MustRectangle(9, 9), m); err != nil {
		return nil, usagef("%v", err)
	}
	exact := func() (*nn.Net, error) { return net, nil }
	if net.Level() != level.Exact() && !k.given {
		exact = sync.OnceValues(func() (*nn.Net, error) { return nn.NewNet(m, level.Exact()) })
	}
	return &network{net, exact, env.Log}, nil
}

// NetFile says whose judgement is played by: the file of a net, none for rollouts, or, as
// the zero value, the bundled net.
type NetFile string

// noNet is what is written in place of a file for rollouts, builtIn for what plays where
// nothing is written.
const (
	noNet   = "none"
	builtIn = "built-in"
)

// UnmarshalText refuses a file that is not there.
func (f *NetFile) UnmarshalText(text []byte) error {
	switch name := string(text); name {
	case "", builtIn:
		*f = ""
		return nil
	case noNet:
	default:
		if err := new(ExistingFile).UnmarshalText(text); err != nil {
			return fmt.Errorf("%w; %s means rollouts, %s the bundled net", err, noNet, builtIn)
		}
	}
	*f = NetFile(text)
	return nil
}

// String is the text that UnmarshalText reads.
func (f NetFile) String() string { return cmp.Or(string(f), builtIn) }

// read reads the model.
func (f NetFile) read() (*nn.Model, error) {
	switch f {
	case noNet:
		return nil, usagef("%s is not a net", noNet)
	case "":
		m, err := nn.Read(strings.NewReader(embedded.Net()), nn.Limits{})
		if err != nil {
			return nil, fmt.Errorf("the bundled net: %w", err)
		}
		return m, nil
	}
	if err := new(ExistingFile).UnmarshalText([]byte(f)); err != nil {
		return nil, usagef("%v", err) // a player's setting, which was not checked before
	}
	m, err := nn.ReadFile(string(f), nn.Limits{})
	if err != nil {
		return nil, usagef("%v", err) // it names the file
	}
	return m, nil
}

// load reads the net and makes it ready for players with this many threads, of which 0 are one for each processor. It is nil
// for none, and refuses a net that could not judge any position, or only as people of a profile.
func (f NetFile) load(env *Env, k Kernel, threads int) (*network, error) {
	n, err := f.loadAny(env, k, threads)
	if n.imitates() {
		return nil, n.untold(f)
	}
	return n, err
}

// loadAny is load for nets too that imitate people.
func (f NetFile) loadAny(env *Env, k Kernel, threads int) (*network, error) {
	if f == noNet {
		return nil, nil
	}
	m, err := f.read()
	if err != nil {
		return nil, err
	}
	n, err := newNetwork(env, m, k)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f, err)
	}
	if f == "" {
		return n, nil // a test has seen that integers are right
	}
	env.Log.Info("net", "name", m.Name, "architecture", m.Info().Architecture, "version", m.Version, "kernel", n.Level().String(), "threads", cmp.Or(threads, allThreads()))
	if n.Level() != n.Level().Exact() && !k.given {
		floats, err := n.exact()
		if err != nil {
			return nil, err
		}
		if err := netcheck.Agree(env.Ctx, n.Net, floats); err != nil {
			env.Log.Warn("the net is not fit for integers, so it is computed in floats", "because", err)
			n.Net = floats
		}
	}
	return n, nil
}

// searchOptimism is how much of the optimistic policy, where a net has one, a search
// goes by: all, as KataGo does below the root.
const searchOptimism = 1

// evaluators makes evaluators by a net that does not imitate people, see [network.as].
func (n *network) evaluators(threads int) eval.Factory { return n.as("", threads) }

// netPlayer plays by the net on boards that it can read, and by rollouts elsewhere.
// The two search in different ways, so they are two engines.
type netPlayer struct {
	net, rollouts *engine.Engine
	network       *network
	graph         *baduk.Graph // that now was chosen for
	now           *engine.Engine
}

// newPlayer makes a player by a net, or by rollouts if n is nil, with threads and seed as for [newEngineOf].
func newPlayer(n *network, threads int, seed uint64) (player, error) {
	return newPlayerWithin(engine.DefaultMemory, n, threads, seed)
}

// newPlayerWithin is newPlayer with a limit on the search's memory, in bytes.
func newPlayerWithin(memory int64, n *network, threads int, seed uint64) (player, error) {
	p := engine.DefaultParams()
	p.Search.MaxBytes = memory
	rollouts, err := newEngineOf(p, evaluators, threads, seed)
	if err != nil || n == nil {
		return rollouts, err
	}
	p = engine.NetParams()
	p.Search.MaxBytes = memory
	net, err := newEngineOf(p, n.evaluators(threads), threads, seed)
	if err != nil {
		return nil, err
	}
	return &netPlayer{net: net, rollouts: rollouts, network: n}, nil
}

// player is who plays: what match, gtpserver and server want of one.
type player interface {
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// choose is the engine for the board of a game.
func (p *netPlayer) choose(g *baduk.Game) *engine.Engine {
	if p.graph == g.Graph() {
		return p.now
	}
	p.graph = g.Graph()
	if _, err := neteval.NewFeatures(p.graph, p.network.Model()); err == nil {
		p.now = p.net
	} else if p.now != p.rollouts { // told once: an infinite board grows all the time
		p.now = p.rollouts
		p.network.log.Warn("playing by rollouts, without the net", "because", err)
	}
	return p.now
}

// Genmove asks the engine for this board.
func (p *netPlayer) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p.StopPondering() // an engine for another board would not
	return p.choose(g).Genmove(ctx, g, c, limit)
}

// Dead asks the engine for this board.
func (p *netPlayer) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	return p.choose(g).Dead(ctx, g)
}

// Ponder asks the engine for this board to think on the opponent's time.
func (p *netPlayer) Ponder(ctx context.Context, g *baduk.Game) error {
	p.StopPondering() // of the other engine too
	return p.choose(g).Ponder(ctx, g)
}

// StopPondering ends it, whichever engine it was.
func (p *netPlayer) StopPondering() {
	p.net.StopPondering()
	p.rollouts.StopPondering()
}

// Close ends what goes on.
func (p *netPlayer) Close() error {
	p.StopPondering()
	return nil
}
