package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"tengen/internal/bench"
	"tengen/match"
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
	var matches []bench.RankMatch
	net := ""
	for i, dir := range c.Dirs {
		m, by, err := readLadder(dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if i > 0 && by != net {
			return fmt.Errorf("the ranks of %s and %s are not of the same net: measure one at a time", c.Dirs[0], dir)
		}
		net = by
		matches = append(matches, m)
	}
	r, err := bench.Ranks(net != "", matches)
	if err != nil {
		return err
	}
	if b.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			Bench string `json:"bench"`
			Net   string `json:"net,omitempty"` // the beginning of its SHA-256
			bench.Ranking
		}{"ranks", net, r})
	}
	return c.print(env, r)
}

// readLadder reads a match, and the sum of the net by which its ranks play; nothing for rollouts.
func readLadder(dir string) (m bench.RankMatch, net string, err error) {
	plan, sum, err := match.Report(dir)
	if err != nil {
		return m, "", err
	}
	height := 0
	if len(plan.Boards) == 1 {
		_, _ = fmt.Sscanf(plan.Boards[0], "%dx%d", &m.Size, &height)
	}
	if m.Size == 0 || m.Size != height {
		return m, "", fmt.Errorf("the match is on %s, and ranks are measured on one square board", strings.Join(plan.Boards, ", "))
	}
	index, ranks := map[string]int{}, 0
	for i, p := range plan.Players {
		text, _, _ := strings.Cut(p.Is, "; ")
		spec, _ := match.ParsePlayer(text) // what is cut off so and makes no sense is a program, and plays at no rank
		if spec.Rank > 0 {
			if ranks++; ranks > 1 && netOf(p) != net {
				return m, "", fmt.Errorf("%s and another rank are not of the same net", p.Name)
			}
			net = netOf(p)
		}
		index[p.Name] = i
		m.Players = append(m.Players, bench.RankPlayer{Name: p.Name, Rank: spec.Rank, Elo: p.Elo})
	}
	if ranks == 0 {
		return m, "", errors.New("nobody plays at a rank there")
	}
	for _, p := range sum.Pairings {
		first, second := index[p.First], index[p.Second]
		m.Games = append(m.Games,
			stat.Games{First: first, Second: second, Score: p.AsBlack.Score(), Played: p.AsBlack.Played()},
			stat.Games{First: second, Second: first, Score: float64(p.AsWhite.Played()) - p.AsWhite.Score(), Played: p.AsWhite.Played()})
	}
	return m, net, nil
}

// print prints a table for each board and one of the scale.
func (c *BenchRanksCmd) print(env *Env, r bench.Ranking) error {
	t := &table{w: env.Stdout}
	number := func(elo float64) string { return fmt.Sprintf("%+.0f", elo) }
	for _, b := range r.Boards {
		t.row(fmt.Sprintf("%dx%d", b.Size, b.Size), "Elo", "95 %", "should be", "against the rank below")
		for _, s := range b.Ranks {
			won := ""
			if s.Played > 0 {
				low, high := stat.Wilson(s.Won, s.Played)
				won = fmt.Sprintf("%v of %d, %.0f %% (%.0f to %.0f)", s.Won, s.Played, 100*s.Won/float64(s.Played), 100*low, 100*high)
			}
			t.row(s.Rank.String(), number(s.Elo), number(s.Low)+" to "+number(s.High), number(s.Expected), won)
		}
		t.row("")
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.row("temperature", "visits", "loss", "9x9", "13x13", "19x19")
	for _, s := range r.Scale {
		t.row(fmt.Sprint(s.Temperature), fmt.Sprint(s.Visits), fmt.Sprint(s.Loss), number(s.Elo[0]), number(s.Elo[1]), number(s.Elo[2]))
	}
	return t.flush()
}
