package main

// BenchCmd is `tengen bench`: the flags of all its benchmarks.
type BenchCmd struct {
	Size    Size  `placeholder:"N" help:"Board size; 9, 13 and 19 in turn when not given."`
	Threads Count `default:"1" placeholder:"N" help:"Threads (${default})."`
	JSON    bool  `help:"Print one JSON object a figure." config:"-"`

	Board  BenchBoardCmd  `cmd:"" help:"Uniform random games a second."`
	Search BenchSearchCmd `cmd:"" help:"Playouts of the search a second."`
}

// BenchBoardCmd is `tengen bench board`.
type BenchBoardCmd struct{}

// Run measures random games.
func (*BenchBoardCmd) Run(env *Env, bench *BenchCmd) error { return notBuilt("bench board") }

// BenchSearchCmd is `tengen bench search`.
type BenchSearchCmd struct{}

// Run measures the search.
func (*BenchSearchCmd) Run(env *Env, bench *BenchCmd) error { return notBuilt("bench search") }
