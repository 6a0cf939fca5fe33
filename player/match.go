package player

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/gtp"
	"tengen/internal/usage"
	"tengen/match"
	"tengen/neteval"
	"tengen/rollout"
)

// Match makes the players of a match. Players that use the same net share one copy of it. A player
// uses memory for its search only during its games. The exported fields must be set before the
// first call of a method.
type Match struct {
	Loader
	Model   string // the net of players that do not name a net; "" is the bundled net
	Threads int    // the threads of players that do not set threads; 0 means one per processor
	Dir     string // names of files and programs are relative to this folder; "" is the current folder
	// Boards are those of the match and of its openings. A player that names a net for other boards is refused. A
	// player with the net of Model uses rollouts on such boards.
	Boards []*baduk.Graph
	// Done is the plan of the match if the match is finished, and nil otherwise. The nets of a
	// finished match are not loaded.
	Done *match.Plan

	nets     map[computedNet]*Net
	imitated func(engine.Rank) eval.Factory // see people
	sums     map[string]string              // by path: digest of a net file

	usesModel bool
}

// computedNet identifies a net by the digest of its file and its kernel.
type computedNet struct {
	sum    string
	kernel Kernel
}

// Sides parses the texts of all players and prepares the players.
func (m *Match) Sides(ctx context.Context, texts []string) ([]match.Side, error) {
	var all []match.Side
	for _, text := range texts {
		specs, err := match.ParsePlayers(text)
		if err != nil {
			return nil, usage.Errorf("%v", err)
		}
		for _, spec := range specs {
			side, err := m.side(ctx, spec, len(all))
			if err != nil {
				return nil, err
			}
			all = append(all, side)
		}
	}
	if len(all) < 2 {
		return nil, usage.Errorf("a match needs at least two players")
	}
	return all, nil
}

// UsesModel reports whether a player or the judge needs the net that [Match.Model] names.
func (m *Match) UsesModel() bool { return m.usesModel }

// UsesNets reports whether a player or the judge uses a net.
func (m *Match) UsesNets() bool { return len(m.sums) > 0 }

// Path resolves a file name relative to Dir.
func (m *Match) Path(name string) string {
	if m.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(m.Dir, name)
}

// side prepares the player with the given index.
func (m *Match) side(ctx context.Context, spec match.Spec, index int) (side match.Side, err error) {
	switch {
	case spec.IsProgram():
		side = match.ProgramSide(spec.Name(), gtp.Program{Command: spec.Command, Dir: m.Dir, Log: m.Log})
		side.Plan = spec.Text
	case spec.Kind == match.KindRandom:
		side = match.LocalSide(spec.Name(), match.Local{New: func(seed uint64) (match.Engine, error) {
			return engine.NewRandom(ownSeed(spec, seed)), nil
		}})
		side.Plan = spec.Text
	default:
		if side, err = m.searcher(ctx, spec, index); err != nil {
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

// searcher prepares a player of tengen that searches.
func (m *Match) searcher(ctx context.Context, spec match.Spec, index int) (match.Side, error) {
	file, kernel := NetFile(cmp.Or(spec.Model, m.Model)), m.Kernel
	m.usesModel = m.usesModel || spec.Model == ""
	if spec.Kernel != "" {
		if err := kernel.UnmarshalText([]byte(spec.Kernel)); err != nil {
			return match.Side{}, usage.Errorf("player %q: %v", spec.Text, err)
		}
		if file == None && spec.Value == "" {
			return match.Side{}, usage.Errorf("player %q: kernel= has no effect, because this player does not use a net", spec.Text)
		}
	}
	threads := cmp.Or(spec.Threads, m.Threads)
	sums := match.Sums{Kernel: kernel.String()}
	net, sum, err := m.net(ctx, file, kernel, threads, m.plannedDigest(string(file), index))
	if err != nil {
		return match.Side{}, err
	}
	sums.Net = sum
	if spec.Model != "" {
		if err := m.suits(net); err != nil {
			return match.Side{}, usage.Errorf("player %q: %v (model=none plays by rollouts)", spec.Text, err)
		}
	}
	value, sum, err := m.value(ctx, spec.Value, kernel, threads, index)
	if err != nil {
		return match.Side{}, usage.Errorf("player %q: %v", spec.Text, err)
	}
	sums.Value = sum
	if err := m.suits(value); err != nil {
		return match.Side{}, usage.Errorf("player %q: value=: %v", spec.Text, err)
	}
	named := func(setting string) string { return setting + "=" }
	if err := checkRollout(file != None, spec.Value != "", spec.Mix, spec.Rollout != "", named); err != nil {
		return match.Side{}, usage.Errorf("player %q: %v", spec.Text, err)
	}
	policy, sum, err := m.rollout(spec.Rollout, index)
	if err != nil {
		return match.Side{}, err
	}
	sums.Rollout = sum
	people := m.people()
	side := match.LocalSide(spec.Name(), match.Local{
		New: func(seed uint64) (match.Engine, error) {
			return New(net, Options{Threads: threads, Seed: ownSeed(spec, seed), Rollout: policy, Mix: spec.Mix, Value: value, People: people, Log: m.Log})
		},
		Limit: engine.Limit{Visits: spec.Visits, Playouts: spec.Playouts, Time: spec.Time, Rank: spec.Rank},
		Log:   m.Log,
	})
	side.Plan = spec.Plan(threads, sums)
	return side, nil
}

// suits fails if the net cannot play on a board of the match. Without a net it never fails.
func (m *Match) suits(net *Net) error {
	if net == nil {
		return nil
	}
	for _, g := range m.Boards {
		if err := neteval.Supports(net.Model(), g); err != nil {
			return err
		}
	}
	return nil
}

// people returns the source of moves of people, which all players share.
func (m *Match) people() func(engine.Rank) eval.Factory {
	if m.imitated == nil {
		m.imitated = m.Loader.People(nil)
	}
	return m.imitated
}

// value returns the net with the values of a player, and the digest of its file. Both are zero if the player has no
// such net.
func (m *Match) value(ctx context.Context, file string, kernel Kernel, threads, index int) (*Net, string, error) {
	switch {
	case file == "":
		return nil, "", nil
	case NetFile(file) == None:
		return nil, "", usage.Errorf("value=%s is not a net", None)
	}
	planned := ""
	if m.Done != nil && index < len(m.Done.Players) {
		planned = m.Done.Players[index].Value()
	}
	return m.net(ctx, NetFile(file), kernel, threads, planned)
}

// net returns a net and the digest of its file. It loads each net only once. Both results are zero for rollouts. If the
// file of a finished match does not exist, the digest is the planned one.
func (m *Match) net(ctx context.Context, file NetFile, kernel Kernel, threads int, planned string) (*Net, string, error) {
	if file == None {
		return nil, "", nil
	}
	path := ""
	if file != "" && file != BuiltIn {
		path = m.Path(string(file))
	}
	if m.sums == nil {
		m.sums, m.nets = map[string]string{}, map[computedNet]*Net{}
	}
	if m.sums[path] == "" {
		sum, err := netDigest(NetFile(path))
		if err != nil {
			if sum = planned; sum == "" {
				return nil, "", usage.Errorf("%v", err)
			}
		}
		m.sums[path] = sum
	}
	key := computedNet{m.sums[path], kernel}
	if m.nets[key] == nil && m.Done == nil {
		net, err := Loader{kernel, m.Log}.Load(ctx, NetFile(path), threads)
		if err != nil {
			return nil, "", err
		}
		m.nets[key] = net
	}
	return m.nets[key], key.sum, nil
}

// rollout returns the rollout policy of a player and the digest of its file. Both are zero for the built-in policy.
func (m *Match) rollout(file string, index int) (*rollout.Linear, string, error) {
	if file == "" {
		return nil, "", nil
	}
	policy, data, err := readRollout(m.Path(file))
	if err == nil {
		return policy, digestOf(data), nil
	}
	if m.Done != nil && index < len(m.Done.Players) && m.Done.Players[index].Rollout() != "" {
		return nil, m.Done.Players[index].Rollout(), nil // the file of a finished match may no longer exist
	}
	return nil, "", err
}

// plannedDigest returns the digest of a player's net that the plan of a finished match has. The
// file of the net may no longer exist.
func (m *Match) plannedDigest(file string, index int) string {
	if m.Done == nil || index >= len(m.Done.Players) || file == m.Model && file != m.Done.Command["model"] {
		return ""
	}
	return m.Done.Players[index].Net()
}

// Judge returns a function that finds the dead stones when the players do not agree, and its description for the plan.
// The function always searches with the net of m.Model, even if both players use other nets. For a finished match,
// Judge returns no function.
func (m *Match) Judge(ctx context.Context) (judge func(context.Context, *baduk.Game) (baduk.PointSet, error), plan string, err error) {
	m.usesModel = true
	if m.Done != nil {
		return nil, m.Done.Referee, nil
	}
	net, sum, err := m.net(ctx, NetFile(m.Model), m.Kernel, 1, "")
	if err != nil {
		return nil, "", err
	}
	plan = "rollouts"
	if net != nil {
		plan = fmt.Sprintf("net %s; kernel %v", sum, m.Kernel)
	}
	return func(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
		e, err := New(net, Options{Threads: 1, Seed: 1})
		if err != nil {
			return nil, err
		}
		dead, err := e.Dead(ctx, g.Clone())
		if err == nil {
			err = ctx.Err()
		}
		return dead, err
	}, plan, nil
}
