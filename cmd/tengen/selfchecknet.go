package main

import (
	"fmt"
	"strings"

	"tengen/netcheck"
	"tengen/player"
)

// checkNet loads the net, asks what it thinks of an empty board, and compares it with
// the exact way to compute it.
func (c *SelfcheckCmd) checkNet(env *Env, cli *CLI) (*player.Net, string, error) {
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, 1)
	if err != nil {
		return nil, "", err
	}
	if err := netcheck.Believable(net.Net); err != nil {
		return nil, "", err
	}
	level := net.Level()
	if level != level.Exact() {
		floats, err := net.Exact()
		if err == nil {
			err = netcheck.Agree(env.Ctx, net.Net, floats)
		}
		if err != nil {
			return nil, "", err
		}
	}
	i := net.Model().Info()
	return net, fmt.Sprintf("%s, %s, version %d, by %v kernels", i.Name, i.Architecture, i.Version, level), nil
}

// kernels checks all ways to compute a net.
func kernels() (string, error) {
	names, err := netcheck.Kernels()
	return strings.Join(names, ", ") + "; they agree", err
}
