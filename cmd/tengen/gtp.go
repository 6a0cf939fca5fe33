package main

// GTPCmd is `tengen gtp`.
type GTPCmd struct {
	Rules   Ruleset `default:"chinese" placeholder:"NAME" help:"Rules to start with (${default})."`
	Size    Size    `default:"19" placeholder:"N" help:"Board size to start with (${default})."`
	Komi    *Komi   `placeholder:"K" help:"Komi to start with; that of the rules when not given."`
	Visits  Count   `placeholder:"N" help:"Visits a move; by the clock when neither this nor --time is given."`
	Time    Seconds `placeholder:"S" help:"Seconds a move."`
	Threads Count   `placeholder:"N" help:"Search threads; one per processor when not given."`
	Seed    uint64  `placeholder:"N" help:"Random seed; with --threads 1 the same seed plays the same moves."`
}

// Run answers GTP commands until quit or the end of stdin.
func (c *GTPCmd) Run(env *Env) error { return notBuilt("gtp") }
