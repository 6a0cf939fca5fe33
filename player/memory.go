package player

import (
	"tengen/analysis"
	"tengen/engine"
)

// Budget is the memory of a server, in bytes. Its methods return the shares of the server's parts.
// A quarter is for the files and records of the server itself. The rest is enough for all of these
// at the same time: two games with a running search, the analysis, and GTP sessions.
type Budget int64

// Game is the share of one game's search.
func (b Budget) Game() int64 { return min(engine.DefaultMemory, int64(b)/16) }

// Session is the share of one GTP session's search, in bytes, rounded to whole MiB.
func (b Budget) Session() int64 { return max(8, min(512, int64(b)>>20/64)) << 20 }

// Analysis sets the shares of the analysis.
func (b Budget) Analysis(o *analysis.Options) {
	o.SearchMemory = min(1<<30, int64(b)/16) // paused searches may use the same amount again
	o.CacheMemory = min(512<<20, int64(b)/16)
	o.StoreMemory = min(64<<20, int64(b)/64)
}
