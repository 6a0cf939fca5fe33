package main

import (
	"encoding/json"
	"fmt"

	"tengen/internal/ladder"
)

// BenchRanksCmd is `tengen bench ranks`.
type BenchRanksCmd struct {
	Dirs []string `arg:"" name:"dir" placeholder:"DIR" help:"Folders of matches on square boards in which players of ranks took part."`
}

// Help says what the figures are.
func (BenchRanksCmd) Help() string {
	return "A ladder is \"tengen match rank=20k..5d --pairings neighbours --size 9 --games 100 --out DIR\". Strengths are Elo on the scale of the ranks, on which GNU Go 3.8 at level 10 is 0, " +
		"if one player's was known in a match, as \"name=gnugo,elo=0,cmd:gnugo --mode gtp --level 10\"; otherwise their mean is what it should be. What the games of a rank say counts a little for its neighbours too. " +
		"They have to be of one net, each match on one board; --size, --threads and --seconds mean nothing here. Below is the scale by which ranks would be what they should: the strengths of its settings as they proved on the boards that were played on."
}

// Run prints how strong the ranks are.
func (c *BenchRanksCmd) Run(env *Env, b *BenchCmd) error {
	var matches []ladder.Match
	net := ""
	for i, dir := range c.Dirs {
		m, by, err := ladder.Read(dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if i > 0 && by != net {
			return fmt.Errorf("the ranks of %s and %s are not of the same net: measure one at a time", c.Dirs[0], dir)
		}
		net = by
		matches = append(matches, m)
	}
	r, err := ladder.Rate(net != "", matches)
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
