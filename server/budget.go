package server

import (
	"tengen/analysis"
	"tengen/engine"
	"tengen/server/protocols"
)

// A Budget is the memory that a whole server may use, in bytes. The table below divides it among the parts of the
// server. docs/web.md has the same table.
type Budget int64

// DefaultMemory is the default of Options.Memory. LeastMemory is enough for a small net and small searches.
const (
	DefaultMemory Budget = 2 << 30
	LeastMemory   Budget = 256 << 20
)

// The table that divides the budget. Each number is a share of the budget in 128ths.
const (
	whole = 128

	uploadShare   = 16 // bodies of uploads that are being read
	readingShare  = 16 // records that are being read, and pictures that are being drawn
	openShare     = 12 // open records
	gamesShare    = 4  // games in memory that are not in use
	gameShare     = 8  // search for a move of a game; usualThinking of them run at the same time
	analysisShare = 8  // searches of the analysis; paused searches may take the same amount again
	cacheShare    = 8  // cached evaluations of the analysis
	answerShare   = 2  // answers of the analysis
	liveShare     = 6  // searches of the pages' analyses
	sessionShare  = 1  // search of a GTP session; there are at most protocols.MaxSessions
	reviewShare   = 4  // cached evaluations of reviews

	// restShare is for the net, the page and the garbage collector. Its type makes the compiler refuse a table whose
	// shares add up to more than the budget.
	restShare uint = whole - uploadShare - readingShare - openShare - gamesShare - usualThinking*gameShare - 2*analysisShare -
		cacheShare - answerShare - liveShare - protocols.MaxSessions*sessionShare - reviewShare
)

// share returns the size of a share in bytes.
func (b Budget) share(parts int64) int64 { return int64(b) * parts / whole }

// Game returns the memory for one game's search, in bytes.
func (b Budget) Game() int64 { return min(engine.DefaultMemory, b.share(gameShare)) }

// Session returns the memory for one GTP session's search, in bytes, rounded down to whole MiB. It is at least 8
// MiB, because a search needs them.
func (b Budget) Session() int64 { return max(8, min(512, b.share(sessionShare)>>20)) << 20 }

// Reviews returns the memory for the cached evaluations of reviews, in bytes.
func (b Budget) Reviews() int64 { return b.share(reviewShare) }

// Analysis sets the memory limits of the analysis in its options.
func (b Budget) Analysis(o *analysis.Options) {
	o.SearchMemory = min(1<<30, b.share(analysisShare))
	o.CacheMemory = min(512<<20, b.share(cacheShare))
	o.StoreMemory = min(64<<20, b.share(answerShare))
}
