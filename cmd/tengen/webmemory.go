package main

import (
	"runtime/debug"

	"tengen/analysis"
	"tengen/engine"
	"tengen/internal/machine"
	"tengen/server"
)

// webMemory is the memory of `tengen web` and its shares. The server itself takes
// a quarter for files and records. The others are for what goes on at the same
// time: two games whose engine thinks, the analysis, and GTP sessions.
type webMemory int64

// memory is what was asked for, or a quarter of the machine's.
func (c *WebCmd) memory() webMemory {
	if c.Memory > 0 {
		return webMemory(c.Memory.bytes())
	}
	if all := machine.Memory(); all > 0 {
		return webMemory(max(all/4, leastWebMemory<<20))
	}
	return webMemory(server.DefaultMemory)
}

// leastWebMemory is how many MiB a server needs: the net, and a little of everything.
const leastWebMemory = 256

// limit has the garbage collector keep to the budget.
func (m webMemory) limit() { debug.SetMemoryLimit(int64(m)) }

// search is the share of the search of a game.
func (m webMemory) search() int64 { return min(engine.DefaultMemory, int64(m)/16) }

// session is the share of the search of a GTP session, in MiB.
func (m webMemory) session() Memory { return Memory(max(8, min(512, int64(m)>>20/64))) }

// analysis sets the shares of the analysis.
func (m webMemory) analysis(o *analysis.Options) {
	o.SearchMemory = min(1<<30, int64(m)/16) // and as much again for searches that stand aside
	o.CacheMemory = min(512<<20, int64(m)/16)
	o.StoreMemory = min(64<<20, int64(m)/64)
}
