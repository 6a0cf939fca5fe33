package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"tengen/engine"
	"tengen/internal/problems"
	"tengen/internal/wording"
	"tengen/player"
)

// BenchProblemsCmd is `tengen bench problems`.
type BenchProblemsCmd struct {
	File   ExistingFile   `arg:"" placeholder:"FILE" help:"File of problems, one per line with tab-separated columns, plain or compressed with xz."`
	Model  player.NetFile `placeholder:"FILE" help:"Net to answer with, or none for rollouts. Default: the bundled net."`
	Visits Count          `default:"1" placeholder:"N" help:"Visits per problem (default ${default}); 1 uses only the policy."`
	Types  intRange       `placeholder:"A-B" help:"Types of problems: one, a range such as 0-3, or several separated by commas. Default: all."`
	Count  Count          `placeholder:"N" help:"Number of problems to choose at random. Default: all."`
	Seed   uint64         `default:"1" placeholder:"N" help:"Random seed of the choice and of the search (default ${default})."`
}

// Help defines a solved problem.
func (BenchProblemsCmd) Help() string {
	return "The columns are id, type (0 life and death, 1 tesuji, 2 capture, 3 capturing race, 7 endgame, 9 appreciation), rank, first to move, " +
		"size, black stones, white stones and the tree of moves. A problem is played under Chinese rules with a komi of 7. The rest of the board is empty. " +
		"An answer may be anywhere in the rectangle around all stones and moves, widened by two lines on each side. It is right if a branch of the tree begins with this answer and ends with a leaf that is marked as right. " +
		"Intervals are 95 % Wilson intervals. --size and --seconds have no effect here."
}

// intRange is a list of small numbers.
type intRange []int

// UnmarshalText reads "0-3", "2" or "0,2,7-9".
func (r *intRange) UnmarshalText(text []byte) error {
	*r = nil
	for part := range strings.SplitSeq(string(text), ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			high = low
		}
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || a < 0 || b < a || b > 99 {
			return fmt.Errorf("expected types such as 0-3 or 0,2, not %q", text)
		}
		for i := a; i <= b; i++ {
			*r = append(*r, i)
		}
	}
	return nil
}

// String is the numbers with commas.
func (r intRange) String() string {
	words := make([]string, len(r))
	for i, v := range r {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ",")
}

// badLinesShown is the number of unreadable lines that are logged one by one.
const badLinesShown = 10

// Run asks the player for an answer to each problem and prints the shares of right answers.
func (c *BenchProblemsCmd) Run(env *Env, b *BenchCmd, cli *CLI) error {
	f, err := os.Open(string(c.File))
	if err != nil {
		return err
	}
	defer f.Close()
	all, bad, err := problems.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	for i, line := range bad {
		if i == badLinesShown {
			env.Log.Warn("more lines are unreadable", "file", string(c.File), "lines", len(bad)-i)
			break
		}
		env.Log.Warn("skipped an unreadable line", "file", string(c.File), "line", line.Line, "because", line.Err)
	}
	set := problems.Set{Problems: problems.Choose(all, c.Types, int(c.Count), c.Seed), Visits: int(c.Visits), Threads: int(b.Threads), Factory: player.Rollouts}
	if len(set.Problems) == 0 {
		return fmt.Errorf("%s has no problem of these types: %d lines were read, of which %d are unreadable", c.File, len(all)+len(bad), len(bad))
	}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, int(b.Threads))
	if err != nil {
		return err
	}
	name := "rollouts"
	if set.Search = engine.RolloutParams().Search; net != nil {
		set.Search, set.Factory, name = engine.NetParams().Search, net.Evaluators(int(b.Threads)), net.Model().Name
	}
	set.Search.Seed = c.Seed
	bar := newCounter(env, len(set.Problems), "problems")
	set.Progress = func(done, _ int) { bar.at(int64(done)) }
	start := time.Now()
	x, err := set.Run(env.Ctx)
	bar.clear()
	interrupted := env.interrupted(fmt.Sprintf("%d of %s were answered", x.All.Of, wording.Counted(len(set.Problems), "problem")))
	if interrupted == nil && err != nil {
		return err
	}
	if x.All.Of > 0 {
		err = c.print(env, b, x, name, time.Since(start))
	}
	return errors.Join(interrupted, err)
}

// print prints the shares by type and by rank.
func (c *BenchProblemsCmd) print(env *Env, b *BenchCmd, x problems.Examination, name string, took time.Duration) error {
	if b.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			Bench string `json:"bench"`
			Model string `json:"model"`
			Seed  uint64 `json:"seed"`
			problems.Examination
			Seconds float64 `json:"seconds"`
		}{"problems", name, c.Seed, x, took.Seconds()})
	}
	return x.Write(env.Stdout, name)
}
