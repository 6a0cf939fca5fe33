package main

import (
	"encoding/json"
	"fmt"

	"tengen/internal/ladder"
)

// BenchRanksCmd is `tengen bench ranks`.
type BenchRanksCmd struct {
	Dirs []string `arg:"" name:"dir" placeholder:"DIR" help:"Folders of matches on square boards between players with ranks."`
}

// Help explains the figures.
func (BenchRanksCmd) Help() string {
	return "To play such a match, run \"tengen match rank=30k..5d --pairings neighbours --size 9 --games 100 --out DIR\". Strengths are given in Elo, on a scale on which GNU Go 3.8 at level 10 has 0. " +
		"This needs a player of known strength in a match, such as \"name=gnugo,elo=0,cmd:gnugo --mode gtp --level 10\". Without such a player, the mean of the ranks is set to their nominal mean. The games of a rank also influence the figures of its neighbours a little. " +
		"All ranks must be played by the same net, and each match on one board. --size, --threads and --seconds have no effect here."
}

// Run prints the strengths of the ranks.
func (c *BenchRanksCmd) Run(env *Env, b *BenchCmd) error {
	var matches []ladder.Match
	net := ""
	for i, dir := range c.Dirs {
		m, by, err := ladder.Read(dir)
		if err != nil {
			return err
		}
		if i > 0 && by != net {
			return fmt.Errorf("the ranks of %s and %s were played by different nets: measure one net at a time", c.Dirs[0], dir)
		}
		net = by
		matches = append(matches, m)
	}
	r, err := ladder.Rate(matches)
	if err != nil {
		return err
	}
	if b.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			Bench string `json:"bench"`
			Net   string `json:"net,omitempty"` // the beginning of its SHA-256
			ladder.Ranking
		}{"ranks", net, r})
	}
	return r.Write(env.Stdout)
}
