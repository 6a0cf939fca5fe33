package main

import (
	"encoding/json"
	"fmt"

	"tengen/internal/columns"
	"tengen/internal/ladder"
	"tengen/stat"
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
	return c.print(env, r)
}

// print prints a table for each board and one of the scale.
func (c *BenchRanksCmd) print(env *Env, r ladder.Ranking) error {
	t := columns.New(env.Stdout)
	number := func(elo float64) string { return fmt.Sprintf("%+.0f", elo) }
	for _, b := range r.Boards {
		t.Row(fmt.Sprintf("%dx%d", b.Size, b.Size), "Elo", "95 %", "should be", "against the rank below")
		for _, s := range b.Ranks {
			won := ""
			if s.Played > 0 {
				low, high := stat.Wilson(s.Won, s.Played)
				won = fmt.Sprintf("%v of %d, %.0f %% (%.0f to %.0f)", s.Won, s.Played, 100*s.Won/float64(s.Played), 100*low, 100*high)
			}
			t.Row(s.Rank.String(), number(s.Elo), number(s.Low)+" to "+number(s.High), number(s.Expected), won)
		}
		t.Row("")
		if err := t.Flush(); err != nil {
			return err
		}
	}
	t.Row("temperature", "visits", "loss", "9x9", "13x13", "19x19")
	for _, s := range r.Scale {
		t.Row(fmt.Sprint(s.Temperature), fmt.Sprint(s.Visits), fmt.Sprint(s.Loss), number(s.Elo[0]), number(s.Elo[1]), number(s.Elo[2]))
	}
	return t.Flush()
}
