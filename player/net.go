package player

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/usage"
	"tengen/netcheck"
	"tengen/neteval"
	"tengen/nn"
)

// A Net is a neural net that several players can share. It makes their evaluators. A nil Net means
// that players use rollouts.
type Net struct {
	*nn.Net
	File NetFile // the file from which the net was read
	// Exact returns the net to use for numbers that the user sees. This net computes with floats,
	// unless the user chose integers.
	Exact func() (*nn.Net, error)
	log   *slog.Logger
}

// A Loader loads nets for players. The zero value is ready to use.
type Loader struct {
	Kernel Kernel
	Log    *slog.Logger // nil means that nothing is logged
}

// logger is the logger to use.
func (l Loader) logger() *slog.Logger { return cmp.Or(l.Log, slog.New(slog.DiscardHandler)) }

// Name returns the name of the net. If n is nil, positions are judged by rollouts.
func (n *Net) Name() string {
	if n == nil {
		return "rollouts, without a net"
	}
	return n.Model().Name
}

// digest identifies the net by the content of its file, as [netDigest] does.
func (n *Net) digest() string { return n.Model().SHA256[:2*digestBytes] }

// prepare turns a model into a net for players. The model was read from file.
func (l Loader) prepare(m *nn.Model, file NetFile) (*Net, error) {
	level, err := l.Kernel.Level()
	if err != nil {
		return nil, err
	}
	net, err := nn.NewNet(m, level)
	if err != nil {
		return nil, usage.Errorf("%v", err)
	}
	if m.Graph == nil { // a net for graphs may be for one board only
		if err := neteval.Supports(m, baduk.MustRectangle(9, 9)); err != nil {
			return nil, usage.Errorf("%v", err)
		}
	}
	exact := func() (*nn.Net, error) { return net, nil }
	if net.Level() != level.Exact() && !l.Kernel.Given {
		exact = sync.OnceValues(func() (*nn.Net, error) { return nn.NewNet(m, level.Exact()) })
	}
	return &Net{Net: net, File: file, Exact: exact, log: l.logger()}, nil
}

// Load reads a net for players with the given number of threads; 0 means one per processor. It
// returns nil for [None]. Load refuses nets that cannot judge any position. It also refuses human
// SL nets, because they need a profile; see [Loader.LoadAny].
func (l Loader) Load(ctx context.Context, file NetFile, threads int) (*Net, error) {
	n, err := l.LoadAny(ctx, file, threads)
	if n.Imitates() {
		return nil, n.needsProfile()
	}
	return n, err
}

// LoadAny is like [Loader.Load], but also accepts human SL nets.
func (l Loader) LoadAny(ctx context.Context, file NetFile, threads int) (*Net, error) {
	if file == None {
		return nil, nil
	}
	m, err := file.Read()
	if err != nil {
		return nil, err
	}
	n, err := l.prepare(m, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if file.bundled() != "" {
		return n, nil // a test has already compared the bundled nets' integers with floats
	}
	l.logger().Info("net", "name", m.Name, "architecture", m.Info().Architecture, "version", m.Version, "kernel", n.Level().String(), "threads", cmp.Or(threads, AllThreads()))
	if n.Level() != n.Level().Exact() && !l.Kernel.Given {
		floats, err := nn.NewCompactNet(m, n.Level().Exact())
		if err != nil {
			return nil, err
		}
		if err := netcheck.Agree(ctx, n.Net, floats); err != nil {
			l.logger().Warn("the net is not accurate enough with integers, so it is computed with floats", "because", err)
			if n.Net, err = n.Exact(); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// searchOptimism is the weight of the optimistic policy in a search, if the net has such a policy.
// It is 1, as in KataGo below the root.
const searchOptimism = 1

// Evaluators makes evaluators for searches with the given number of threads. A nil net gives
// [Rollouts]. The net must not be a human SL net.
func (n *Net) Evaluators(threads int) eval.Factory { return n.Imitating("", threads) }

// Imitating makes evaluators for searches with the given number of threads. A human SL net
// imitates human players of the profile. Other nets ignore the profile. If a search has more
// threads than there are processors, positions of several threads are evaluated together. A nil
// net gives [Rollouts].
func (n *Net) Imitating(profile string, threads int) eval.Factory {
	if n == nil {
		return Rollouts
	}
	return func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		e, err := n.evaluator(n.Net, g, profile, searchOptimism)
		if err != nil {
			return nil, err
		}
		if threads <= AllThreads() {
			return e, nil // a cache is not needed: the search tree keeps the evaluations
		}
		return neteval.Batched(e), nil
	}
}

// evaluator makes an evaluator for a board. The evaluator computes with the given net, which is
// n.Net or the result of Exact. A human SL net imitates human players of the profile. Other nets
// ignore the profile.
func (n *Net) evaluator(form *nn.Net, g *baduk.Graph, profile string, optimism float64) (*neteval.Evaluator, error) {
	o := neteval.Options{Optimism: optimism}
	if n.Imitates() && profile != "" { // neteval reports a missing profile
		var err error
		if o.Profile, err = neteval.ParseProfile(profile); err != nil {
			return nil, err
		}
	}
	return neteval.New(form, g, o)
}

// judge returns the judgement of a position by the exact form of the net, for kata-raw-nn,
// kata-raw-human-nn and heatmap.
func (n *Net) judge(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
	net, err := n.Exact()
	if err != nil {
		return neteval.Judgement{}, err
	}
	return n.judgeBy(net, g, s, optimism, profile)
}

// judgeFast is like judge, but uses the form of the net for searches.
func (n *Net) judgeFast(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
	return n.judgeBy(n.Net, g, s, optimism, profile)
}

// judgeBy returns the judgement of a position without a search. form is n.Net or the result of Exact.
func (n *Net) judgeBy(form *nn.Net, g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error) {
	e, err := n.evaluator(form, g.Graph(), profile, optimism)
	if err != nil {
		return neteval.Judgement{}, err
	}
	return e.Judge(g, s)
}

// timeLeft returns a function that predicts, with the net, how many more turns a game will last.
func (n *Net) timeLeft() func(*baduk.Game, string) (float64, error) {
	var mu sync.Mutex
	var graph *baduk.Graph
	var last string          // profile of the latest evaluator
	var e *neteval.Evaluator // the latest evaluator; it is for the board graph and the profile last
	return func(g *baduk.Game, profile string) (float64, error) {
		mu.Lock()
		if graph != g.Graph() || n.Imitates() && last != profile {
			fresh, err := n.evaluator(n.Net, g.Graph(), profile, 0)
			if err != nil {
				mu.Unlock()
				return 0, err
			}
			e, graph, last = fresh, g.Graph(), profile
		}
		here := e
		mu.Unlock()
		j, err := here.Judge(g, 0)
		return j.VarTimeLeft, err
	}
}
