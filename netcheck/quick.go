package netcheck

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
)

// Agree compares a net that computes in integers with the same net in floats, in three positions. It returns an
// error if they differ by more than twice [Tolerance]. [Check] has narrower limits, because it uses more
// positions.
func Agree(ctx context.Context, integers, floats *nn.Net) error {
	t := Tolerance(integers.Level())
	nets := []*nn.Net{integers, floats}
	for i := range nets {
		var err error
		if nets[i], err = ForAnyBoard(nets[i]); err != nil {
			return err
		}
	}
	for i, s := range settings()[:3] {
		games, err := Positions(s, 1, uint64(i))
		if err != nil {
			return err
		}
		var both [2]eval.Evaluator
		for k, n := range nets {
			o := neteval.Options{Fixed: true}
			if n.Model().MetaInputs() > 0 {
				o.Profile = neteval.Profiles()[0]
			}
			if both[k], err = neteval.New(n, games[0].Graph(), o); err != nil {
				return err
			}
		}
		check := eval.Check(both[0], both[1], eval.Tolerance{Policy: 2 * t.Policy, Win: 2 * t.Win, Points: 2 * t.Lead, Ownership: t.Ownership})
		if _, err := eval.One(ctx, check, eval.Query{Game: games[0], Policy: true}); err != nil {
			return err
		}
	}
	return nil
}

// ForAnyBoard returns n, or a copy that reads every board if n is for one board only.
func ForAnyBoard(n *nn.Net) (*nn.Net, error) {
	m := *n.Model()
	if m.Graph == nil || m.Graph.Board == "" {
		return n, nil
	}
	m.Graph = &nn.GraphNet{}
	return nn.NewNet(&m, n.Level())
}

// Kernels computes a small random net on every level of this CPU, and returns the names of the levels. It
// returns an error if the result of a level differs from that of plain Go.
func Kernels() ([]string, error) {
	m := nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"})
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	for _, p := range []baduk.Point{20, 60, 40, 41, 30} {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			return nil, err
		}
	}
	var names []string
	var first neteval.Judgement
	for i, l := range nn.Levels() {
		net, err := nn.NewNet(m, l)
		if err != nil {
			return nil, err
		}
		e, err := neteval.New(net, g.Graph(), neteval.Options{})
		if err != nil {
			return nil, err
		}
		j, err := e.Judge(g, 0)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = j
		} else if d := j.Win - first.Win; d > 0.01 || d < -0.01 {
			return nil, fmt.Errorf("the %v kernels are wrong: they compute %.4f instead of %.4f; choose kernels of another level (--kernel)", l, j.Win, first.Win)
		}
		names = append(names, l.String())
	}
	return names, nil
}

// Believable returns an error if the net's judgement of an empty board is absurd: if the net is certain of the
// winner or of a move, or if a player is ahead by more points than the board has. Even a weak net does not give
// such a judgement after some training.
func Believable(net *nn.Net) error {
	net, err := ForAnyBoard(net)
	if err != nil {
		return err
	}
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	e, err := neteval.New(net, g.Graph(), neteval.Options{})
	if err != nil {
		return err
	}
	j, err := e.Judge(g, 0)
	if err != nil {
		return err
	}
	claim := ""
	points := float64(g.Graph().Len())
	lead, spread := max(math.Abs(j.Lead), math.Abs(j.ScoreMean)), math.Sqrt(j.ScoreSquare)
	switch best := slices.Max(j.Policy); { // NaN fails every comparison
	case !(lead <= points):
		claim = fmt.Sprintf("a player is ahead by %.3g points", lead)
	case !(spread <= 2*points):
		claim = fmt.Sprintf("the result is uncertain by %.3g points", spread)
	case !(j.Win > 1e-4 && j.Win < 1-1e-4):
		claim = fmt.Sprintf("Black wins with a probability of %.6f", j.Win)
	case !(best < 0.999):
		claim = fmt.Sprintf("one move has a probability of %.6f", best)
	default:
		return nil
	}
	return fmt.Errorf("the net judges that on an empty board %s: its weights are damaged, or it is not a net for Go", claim)
}
