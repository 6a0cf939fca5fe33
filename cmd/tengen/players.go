package main

import (
	"crypto/rand"
	"encoding/binary"
	"runtime"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/rollout"
)

// evaluators makes what judges positions on a board: rollouts everywhere.
func evaluators(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
	return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
}

// newEngineOf makes a player with these habits and this judgement, with so many threads, one
// per processor for 0, and that seed, a fresh one for 0.
func newEngineOf(p engine.Params, f eval.Factory, threads int, seed uint64) (*engine.Engine, error) {
	if p.Search.Threads = threads; threads == 0 {
		p.Search.Threads = allThreads()
	}
	p.Search.Seed = seedOr(seed)
	return engine.New(p, f)
}

// allThreads is one thread for each processor.
func allThreads() int { return runtime.GOMAXPROCS(0) }

// seedOr is the seed, or an unpredictable one instead of 0.
func seedOr(seed uint64) uint64 {
	for seed == 0 {
		var b [8]byte
		rand.Read(b[:]) // never fails, says its documentation
		seed = binary.LittleEndian.Uint64(b[:])
	}
	return seed
}
