package main

import (
	"fmt"
	"strings"

	"tengen/netcheck"
)

// checkNet loads the net, asks what it thinks of an empty board, and compares it with
// the exact way to compute it.
func (c *SelfcheckCmd) checkNet(env *Env, cli *CLI) (*network, string, error) {
	net, err := c.Model.load(env, cli.Kernel, 1)
	if err != nil {
		return nil, "", err
	}
	if err := netcheck.Believable(net.Net); err != nil {
		return nil, "", err
	}
	level := net.Level()
	if level != level.Exact() {
		floats, err := net.exact()
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
