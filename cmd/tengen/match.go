package main

// MatchCmd is `tengen match`.
type MatchCmd struct {
	First   string  `arg:"" name:"player-1" help:"A setting of ours such as visits=800 or time=2, or \"cmd:PROGRAM ARGS\" for a GTP program."`
	Second  string  `arg:"" name:"player-2" help:"The same."`
	Games   Count   `default:"10" placeholder:"N" help:"Games to play, colours alternating (${default})."`
	Size    Size    `default:"9" placeholder:"N" help:"Board size (${default})."`
	Rules   Ruleset `default:"chinese" placeholder:"NAME" help:"Rules (${default})."`
	Komi    *Komi   `placeholder:"K" help:"Komi; that of the rules when not given."`
	Time    Seconds `placeholder:"S" help:"Seconds a move, enforced."`
	Threads Count   `placeholder:"N" help:"Search threads of our players; one per processor when not given."`
	Seed    uint64  `placeholder:"N" help:"Random seed of our players."`
	Out     string  `placeholder:"DIR" help:"Write each game's SGF and the results as JSON lines here." config:"-"`
	JSON    bool    `help:"Print one JSON object a game, then one for the match." config:"-"`
}

// Run plays the match.
func (c *MatchCmd) Run(env *Env) error { return notBuilt("match") }
