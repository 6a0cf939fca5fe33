package player

import (
	"tengen/analysis"
	"tengen/engine"
)

// Budget is the memory of a server, in bytes, and its shares. The server itself takes a
// quarter for files and records. The shares are for what goes on at the same time: two games
// whose engine thinks, the analysis, and GTP sessions.
type Budget int64

// Game is the share of the search of a game.
func (b Budget) Game() int64 { return min(engine.DefaultMemory, int64(b)/16) }

// Session is the share of the search of a GTP session: whole MiB.
func (b Budget) Session() int64 { return max(8, min(512, int64(b)>>20/64)) << 20 }

// Analysis sets the shares of the analysis.
func (b Budget) Analysis(o *analysis.Options) {
	o.SearchMemory = min(1<<30, int64(b)/16) // and as much again for idle searches that are kept
	o.CacheMemory = min(512<<20, int64(b)/16)
	o.StoreMemory = min(64<<20, int64(b)/64)
}
