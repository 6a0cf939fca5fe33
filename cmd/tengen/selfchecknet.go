package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
)

// kernels computes a small net made up at random in every way that the CPU has: all
// must agree with the plain one.
func kernels() (string, error) {
	m := nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"})
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	for _, p := range []baduk.Point{20, 60, 40, 41, 30} {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			return "", err
		}
	}
	var names []string
	var first neteval.Judgement
	for i, l := range nn.Levels() {
		net, err := nn.NewNet(m, l)
		if err != nil {
			return "", err
		}
		e, err := neteval.New(net, g.Graph(), neteval.Options{})
		if err != nil {
			return "", err
		}
		j, err := e.Judge(g, 0)
		if err != nil {
			return "", err
		}
		if i == 0 {
			first = j
		} else if d := j.Win - first.Win; d > 0.01 || d < -0.01 {
			return "", fmt.Errorf("%v kernels compute %.4f where it is %.4f: choose another with --kernel", l, j.Win, first.Win)
		}
		names = append(names, l.String())
	}
	return strings.Join(names, ", ") + "; they agree", nil
}

// checkNet loads the net, asks what it thinks of an empty board, and compares it with
// the exact way to compute it.
func (c *SelfcheckCmd) checkNet(env *Env, cli *CLI) (*network, string, error) {
	net, err := c.Model.load(env, cli.Kernel, 1)
	if err != nil {
		return nil, "", err
	}
	if err := believable(net.Net); err != nil {
		return nil, "", err
	}
	level := net.Level()
	if level != level.Exact() {
		floats, err := net.exact()
		if err == nil {
			err = agree(env.Ctx, net.Net, floats)
		}
		if err != nil {
			return nil, "", err
		}
	}
	i := net.Model().Info()
	return net, fmt.Sprintf("%s, %s, version %d, by %v kernels", i.Name, i.Architecture, i.Version, level), nil
}

// believable errs if the net is sure of something on an empty board, or counts more
// points than there are: no training ends like that. It need not be strong.
func believable(net *nn.Net) error {
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	e, err := neteval.New(net, g.Graph(), neteval.Options{})
	if err != nil {
		return err
	}
	j, err := e.Judge(g, 0)
	if err != nil {
		return err
	}
	what := ""
	points := float64(g.Graph().Len())
	lead, spread := max(math.Abs(j.Lead), math.Abs(j.ScoreMean)), math.Sqrt(j.ScoreSquare)
	switch best := slices.Max(j.Policy); {
	case !(lead <= points):
		what = fmt.Sprintf("a player is ahead by %.3g points", lead)
	case !(spread <= 2*points):
		what = fmt.Sprintf("the result is uncertain by %.3g points", spread)
	case !(j.Win > 1e-4 && j.Win < 1-1e-4):
		what = fmt.Sprintf("Black wins with a probability of %.6f", j.Win)
	case !(best < 0.999):
		what = fmt.Sprintf("one move has a probability of %.6f", best)
	default:
		return nil
	}
	return fmt.Errorf("the net says of an empty board that %s: its weights are damaged, or it is not a net for Go", what)
}
