package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/katago"
	"tengen/player"
)

// BenchmarkCmd is `tengen benchmark`, which replaces KataGo's command of the same name.
type BenchmarkCmd struct {
	Model          player.NetFile `placeholder:"FILE" help:"Net to search with, or none for rollouts. Default: the bundled net."`
	Visits         Count          `default:"80" placeholder:"N" help:"Visits per search (default ${default})." config:"-"`
	Threads        string         `placeholder:"N,N" help:"Numbers of threads to try. Default: the powers of two up to the number of processors." config:"-"`
	Numpositions   Count          `default:"10" placeholder:"N" help:"Positions to search (default ${default})." config:"-"`
	Boardsize      Size           `placeholder:"N" help:"Board size. Default: that of the configuration, or else 19." config:"-"`
	Tune           bool           `help:"Accepted, without effect: without --threads, several numbers of threads are always tried." config:"-"`
	Time           Seconds        `default:"5" placeholder:"S" help:"Recommend a number of threads for moves of S seconds (default ${default})." config:"-"`
	SGF            ExistingFile   `name:"sgf" placeholder:"FILE" help:"Accepted, without effect: the positions are always tengen's own." config:"-"`
	FixedBatchSize Count          `placeholder:"N" help:"Accepted, without effect." config:"-"`
	HalfBatchSize  bool           `help:"Accepted, without effect." config:"-"`
	KataGoFlags
}

// Help compares the command with KataGo's.
func (BenchmarkCmd) Help() string {
	return "Searches a few positions with each number of threads and prints the speed and its estimated value in Elo, in the format of katago benchmark. For more exact figures see tengen bench. --human-model and --override-version have no effect on the measurement."
}

// Run measures.
func (c *BenchmarkCmd) Run(env *Env, cli *CLI) error {
	s, err := c.settings(env, katago.ForGTP)
	if err != nil {
		return err
	}
	threads, err := c.threads()
	if err != nil {
		return err
	}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, threads[len(threads)-1])
	if err != nil {
		return err
	}
	size := 19
	if c.Boardsize > 0 {
		size = int(c.Boardsize)
	} else if s.Width > 0 {
		size = max(s.Width, s.Height)
	}
	if size > gtpserver.MaxSide {
		return usagef("a board has at most %d lines", gtpserver.MaxSide)
	}
	fmt.Fprintf(env.Stdout, "\nTesting using %d visits.\n\nYour GTP config is currently set to use numSearchThreads = %d\n", c.Visits, s.Search.Threads)
	var all []player.Speed
	for _, n := range threads {
		b := player.Benchmark{Net: net, Threads: n}
		if env.Terminal {
			b.Progress = env.Stdout
		}
		got, err := b.Run(env.Ctx, baduk.MustRectangle(size, size), int(c.Visits), int(c.Numpositions))
		if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
			return err
		}
		diff := " (EloDiff baseline)"
		if len(all) > 0 {
			diff = fmt.Sprintf(" (EloDiff %+.0f)", got.Elo(float64(c.Time))-all[0].Elo(float64(c.Time)))
		}
		if b.Progress != nil {
			fmt.Fprint(env.Stdout, "\r")
		}
		fmt.Fprintln(env.Stdout, got.String()+diff)
		all = append(all, got)
	}
	if c.Threads == "" || len(all) > 1 { // KataGo gives no advice about a single number of threads that the user has chosen
		player.WriteAdvice(env.Stdout, all, float64(c.Time))
	}
	return nil
}

// threads returns the numbers of threads to try. The default is the powers of two below the number
// of processors, and the number of processors itself.
func (c *BenchmarkCmd) threads() ([]int, error) {
	var list []int
	for word := range strings.SplitSeq(c.Threads, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 1024 {
			return nil, usagef("--threads: expected numbers from 1 to 1024 separated by commas, not %q", c.Threads)
		}
		list = append(list, n)
	}
	if len(list) > 0 {
		return list, nil
	}
	for n := 1; n < player.AllThreads(); n *= 2 {
		list = append(list, n)
	}
	return append(list, player.AllThreads()), nil
}
