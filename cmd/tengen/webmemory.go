package main

import (
	"tengen/internal/machine"
	"tengen/player"
	"tengen/server"
)

// memory is the memory of `tengen web`: what was asked for, or a quarter of the machine's.
func (c *WebCmd) memory() player.Budget {
	if c.Memory > 0 {
		return player.Budget(c.Memory.bytes())
	}
	if all := machine.Memory(); all > 0 {
		return player.Budget(max(all/4, leastWebMemory<<20))
	}
	return player.Budget(server.DefaultMemory)
}

// leastWebMemory is how many MiB a server needs: the net, and a little of everything.
const leastWebMemory = 256
