package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/eval"
	"tengen/match"
	"tengen/neteval"
	"tengen/nn"
	"tengen/selfplay"
)

// Hands do tasks. Several goroutines may use them at the same time.
type Hands struct {
	Cluster *cluster.Cluster
	// Levels are the kernels that this worker may use, the slowest first.
	Levels  []nn.Level
	Threads int
	// Match makes the table of a match whose nets are computed with kernels of a level. The files of its players are in
	// the folder dir. It is nil if this worker plays no matches. Dir is a folder for such files.
	Match func(ctx context.Context, a *MatchAbout, dir string, level nn.Level) (*match.Table, error)
	Dir   string
	Log   *slog.Logger

	fetching  sync.Mutex // held while files are written into Dir
	nets      cache[*nn.Net]
	pools     cache[*pool]
	tables    cache[*table]
	reviewers cache[*reviewer]
}

// pool plays the games or the pairs of a description.
type pool struct {
	games  *selfplay.Pool
	pairs  *selfplay.PairPool
	kernel string
}

// The numbers of nets and pools that are kept. A generation of a run needs a few.
const (
	keptNets  = 8
	keptPools = 4
)

// Handlers returns the functions for kinds of work.
func (h *Hands) Handlers(kinds []cluster.Queue) map[cluster.Queue]cluster.Handler {
	known := map[cluster.Queue]cluster.Handler{cluster.SelfPlay: h.play, cluster.Pairs: h.pair, cluster.Review: h.review, cluster.Interactive: h.review}
	if h.Match != nil {
		known[cluster.Match] = h.game
		h.tables.drop = func(t *table) { t.Close() }
	}
	list := map[cluster.Queue]cluster.Handler{}
	for _, q := range kinds {
		if f := known[q]; f != nil {
			list[q] = f
		}
	}
	return list
}

// Most returns the largest numbers of tasks at the same time, by kind of work. The searches of a review and the players
// of a match use a thread each. Games of self-play share the evaluation of their positions, so a thread plays several.
func (h *Hands) Most() map[cluster.Queue]int {
	return map[cluster.Queue]int{cluster.Interactive: h.Threads, cluster.Review: h.Threads, cluster.Match: h.Threads}
}

// permanent marks an error of an order that no worker can understand. Other errors, also those of preparing a task, may
// be the fault of this worker: its processor, its memory or its program.
func permanent(err error) error { return fmt.Errorf("%w: %w", cluster.ErrPermanent, err) }

// read reads the order of a task and prepares its pool.
func (h *Hands) read(ctx context.Context, t cluster.Task) (o order, p *pool, err error) {
	if err := json.Unmarshal(t.Data, &o); err != nil {
		return o, nil, permanent(err)
	}
	if o.Count < 1 || o.Count > maxCount || o.Number < 0 {
		return o, nil, permanent(fmt.Errorf("it orders %d games from number %d on", o.Count, o.Number))
	}
	p, err = h.poolOf(ctx, o.About)
	return o, p, err
}

// poolOf returns the pool of the description with a hash.
func (h *Hands) poolOf(ctx context.Context, about string) (*pool, error) {
	p, _, err := h.pools.get(about, keptPools, func() (*pool, error) {
		data, err := h.Cluster.Get(ctx, about)
		if err != nil {
			return nil, err
		}
		var d description
		if err := json.Unmarshal(data, &d); err != nil {
			return nil, err
		}
		return h.pool(ctx, &d)
	})
	return p, err
}

// pool makes the pool of a description.
func (h *Hands) pool(ctx context.Context, d *description) (*pool, error) {
	boards, err := d.boards()
	if err != nil {
		return nil, err
	}
	if len(d.Nets) == 0 || len(d.Nets) > keptNets {
		return nil, fmt.Errorf("it needs %d nets", len(d.Nets))
	}
	level := h.level(d.Kernel)
	p := &pool{kernel: level.String()}
	var nets []selfplay.Net
	for _, hash := range d.Nets {
		net, err := h.net(ctx, hash, level)
		if err != nil {
			return nil, err
		}
		nets = append(nets, selfplay.Net{Name: net.Model().Name, Evaluator: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
			return neteval.New(net, g, neteval.Options{})
		}})
	}
	switch {
	case d.Games != nil:
		p.games, err = selfplay.NewPool(selfplay.Options{Params: *d.Games, Boards: boards, Net: nets[0], Older: nets[1:], Seed: d.Seed, Threads: h.Threads, Batch: neteval.MaxBatch})
	case d.Pairs != nil && len(nets) == 2:
		p.pairs, err = selfplay.NewPairPool(selfplay.MatchOptions{Boards: boards, First: nets[0], Second: nets[1], Visits: d.Pairs.Visits,
			OpeningMoves: d.Pairs.OpeningMoves, FairVisits: d.Pairs.FairVisits, KomiSpread: d.Pairs.KomiSpread, Seed: d.Seed, Threads: h.Threads, Batch: neteval.MaxBatch})
	default:
		err = errors.New("it describes neither games nor pairs of games")
	}
	return p, err
}

// level returns the kernels of a run if this worker may use them, and otherwise its fastest ones. The result says which
// ones were used.
func (h *Hands) level(name string) nn.Level {
	for _, l := range h.Levels {
		if l.String() == name {
			return l
		}
	}
	return h.Levels[len(h.Levels)-1]
}

// net fetches a net, or returns one that is there.
func (h *Hands) net(ctx context.Context, hash string, level nn.Level) (*nn.Net, error) {
	net, _, err := h.nets.get(hash+level.String(), keptNets, func() (*nn.Net, error) {
		data, err := h.Cluster.Get(ctx, hash)
		if err != nil {
			return nil, err
		}
		m, err := nn.Read(bytes.NewReader(data), nn.Limits{})
		if err != nil {
			return nil, err
		}
		net, err := nn.NewNet(m, level)
		if err != nil {
			return nil, err
		}
		h.Log.Info("a net was fetched", "name", m.Name, "bytes", len(data), "hash", hash[:12])
		return net, nil
	})
	return net, err
}

// play does a task of self-play.
func (h *Hands) play(ctx context.Context, t cluster.Task, report func(string)) ([]byte, error) {
	o, p, err := h.read(ctx, t)
	if err != nil {
		return nil, err
	}
	if p.games == nil {
		return nil, permanent(errors.New("its description is not of self-play"))
	}
	games, err := p.several(ctx, o, report)
	if err != nil {
		return nil, err
	}
	return encodeGames(p.kernel, games)
}

// several plays the games of an order one after the other, so that a worker has as many games under way as slots.
func (p *pool) several(ctx context.Context, o order, report func(string)) ([]*selfplay.Game, error) {
	var games []*selfplay.Game
	for i := range o.Count {
		g, err := p.games.Game(ctx, o.Number+i)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
		report(fmt.Sprintf("%d of %d games", len(games), o.Count))
	}
	return games, nil
}

// pair does a task of pairs of games.
func (h *Hands) pair(ctx context.Context, t cluster.Task, _ func(string)) ([]byte, error) {
	o, p, err := h.read(ctx, t)
	if err != nil {
		return nil, err
	}
	if p.pairs == nil {
		return nil, permanent(errors.New("its description is not of pairs of games"))
	}
	r := report{Kernel: p.kernel}
	for i := range o.Count {
		halves, err := p.pairs.Pair(ctx, o.Number+i)
		if err != nil {
			return nil, err
		}
		r.Halves = append(r.Halves, halves)
	}
	data, err := json.Marshal(r)
	return append(data, '\n'), err
}
