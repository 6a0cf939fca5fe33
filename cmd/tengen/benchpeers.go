package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"tengen/internal/peers"
	"tengen/nn"
	"tengen/player"
)

// BenchPeersCmd is `tengen bench peers`.
type BenchPeersCmd struct {
	Nets    []PeerNet  `arg:"" name:"net" placeholder:"NET" help:"Net files in KataGo's format, built-in for the bundled net, or random:SHAPE for random weights."`
	KataGo  string     `name:"katago" placeholder:"FILE" help:"KataGo's program, the Eigen version. Default: katago in PATH."`
	Rounds  Count      `default:"5" placeholder:"N" help:"Rounds of measurements (default ${default})."`
	Kernels KernelList `placeholder:"LEVELS" help:"Kernels to measure, separated by commas, or all for all but generic. Default: --kernel, or the fastest ones in floats and in integers." config:"-"`
}

// Help describes the comparison.
func (BenchPeersCmd) Help() string {
	return "Runs tengen and an installed KataGo in turn, never at the same time, on the same nets. First both judge the same positions, and the largest differences between their answers are printed. " +
		"Then each round measures the evaluations of the net a second: KataGo's with katago benchmark, tengen's like tengen bench net. The table has the medians, and the median, smallest and largest ratio of a round. " +
		"The peak is explained in tengen bench net --help. The exit status is 1 if the answers differ by more than the tolerance of tengen model check. " +
		"Nothing else should run on the machine. A net of random weights such as random:b18c384nbt is about as fast as a trained net of this shape. The shapes are " + strings.Join(peers.Shapes(), ", ") +
		". With the suffix -narrow the blocks of such a net have half the channels inside, and its heads are tiny."
}

// PeerNet names a net to compare: a file, the bundled net, or a shape for random weights.
type PeerNet string

// randomPrefix begins the name of a net with random weights.
const randomPrefix = "random:"

// UnmarshalText refuses missing files and unknown shapes.
func (n *PeerNet) UnmarshalText(text []byte) error {
	if shape, random := strings.CutPrefix(string(text), randomPrefix); random {
		*n = PeerNet(text)
		return peers.CheckShape(shape)
	}
	var file player.NetFile
	if err := file.UnmarshalText(text); err != nil {
		return err
	}
	if file == player.None {
		return fmt.Errorf("%s is not a net", player.None)
	}
	*n = PeerNet(file.String())
	return nil
}

// open returns the net's file. If the file does not exist yet, open writes it into dir.
func (n PeerNet) open(dir string) (peers.Net, error) {
	if shape, random := strings.CutPrefix(string(n), randomPrefix); random {
		m, err := peers.Random(shape)
		if err != nil {
			return peers.Net{}, err
		}
		return peers.WriteNet(dir, string(n), m)
	}
	var file player.NetFile
	if err := file.UnmarshalText([]byte(n)); err != nil {
		return peers.Net{}, err
	}
	m, err := file.Read()
	if err != nil {
		return peers.Net{}, err
	}
	if file == "" {
		return peers.WriteNet(dir, m.Name, m)
	}
	return peers.NetIn(string(n), m)
}

// KernelList is a list of levels of kernels.
type KernelList struct {
	text string
	list []nn.Level
}

// allKernels stands for every level of this CPU except plain Go, which takes long for large nets.
const allKernels = "all"

// UnmarshalText reads names separated by commas.
func (k *KernelList) UnmarshalText(text []byte) error {
	*k = KernelList{text: string(text)}
	for name := range strings.SplitSeq(k.text, ",") {
		if strings.EqualFold(strings.TrimSpace(name), allKernels) {
			k.list = append(k.list, nn.Levels()...)
			if len(nn.Levels()) > 1 {
				k.list = slices.DeleteFunc(k.list, func(l nn.Level) bool { return l == nn.Levels()[0] })
			}
			continue
		}
		l, err := nn.ParseLevel(name)
		if err != nil {
			return fmt.Errorf("%w, or %s", err, allKernels)
		}
		if !slices.Contains(nn.Levels(), l) {
			return fmt.Errorf("this CPU does not support the %v kernels", l)
		}
		k.list = append(k.list, l)
	}
	slices.Sort(k.list)
	k.list = slices.Compact(k.list)
	return nil
}

// String is the text that UnmarshalText read.
func (k KernelList) String() string { return k.text }

// levels returns the levels to measure.
func (c *BenchPeersCmd) levels(cli *CLI) ([]nn.Level, error) {
	switch {
	case len(c.Kernels.list) > 0:
		return c.Kernels.list, nil
	case cli.Kernel.Given:
		l, err := cli.Kernel.Level()
		return []nn.Level{l}, err
	}
	return peers.DefaultLevels(), nil
}

// Run compares and prints the table.
func (c *BenchPeersCmd) Run(env *Env, b *BenchCmd, cli *CLI) (err error) {
	levels, err := c.levels(cli)
	if err != nil {
		return err
	}
	katago, err := peers.Find(env.Ctx, c.KataGo)
	if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tengen-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	comparison := peers.Comparison{KataGo: katago, Sizes: b.sizes(), Levels: levels, Threads: int(b.Threads), Rounds: int(c.Rounds), Duration: b.Seconds.Duration(), Dir: dir, Log: env.Log}
	for _, n := range c.Nets {
		net, err := n.open(dir)
		if err != nil {
			return err
		}
		comparison.Nets = append(comparison.Nets, net)
	}
	setup := comparison.Setup(thisBuild().String())
	if !b.JSON {
		if err := comparison.WriteSetup(env.Stdout, setup); err != nil {
			return err
		}
	}
	var bar *meter
	comparison.Progress = func(done, of int) {
		if bar == nil {
			bar = newCounter(env, of, "measurements")
		}
		bar.at(int64(done))
	}
	var rows []peers.Row
	err = comparison.Run(env.Ctx, func(r peers.Row) error {
		rows = append(rows, r)
		if !b.JSON {
			return nil
		}
		return json.NewEncoder(env.Stdout).Encode(struct {
			peers.Row
			Setup peers.Setup `json:"setup"`
		}{r, setup})
	})
	bar.clear()
	if stopped := env.interrupted(unmeasured + ", and the rounds of each row say how much of it"); stopped != nil {
		err = stopped
	}
	if b.JSON || len(rows) == 0 {
		return err
	}
	return errors.Join(peers.Write(env.Stdout, rows), err)
}
