package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/wording"
	"tengen/neteval"
	"tengen/player"
	"tengen/recordfiles"
	"tengen/replay"
	"tengen/rowtext"
	"tengen/store"
)

// DataImportCmd is `tengen data import`.
type DataImportCmd struct {
	recordLimits

	Paths       []Path         `arg:"" name:"path" placeholder:"PATH" help:"Records, files with a game a line (.tsv), folders, and archives (.zip, .tar, .gz, .xz)."`
	Out         Folder         `required:"" placeholder:"DIR" help:"The folder of rows; if it is there, games are added to it." config:"-"`
	PerGame     Count          `default:"8" placeholder:"N" help:"Positions of a game, at most; they are spread over it (${default})."`
	Ends        bool           `help:"Take the last positions of games that ended by passes instead, and the clean-up behind them under rules that have one."`
	MinMoves    Count          `default:"30" placeholder:"N" help:"Leave out games with fewer stones played (${default})."`
	MaxGames    Count          `placeholder:"N" help:"Stop when the folder has N games." config:"-"`
	Rules       *Ruleset       `placeholder:"NAME" help:"Rules of records that do not say theirs; japanese when not given."`
	Komi        *Komi          `placeholder:"K" help:"Komi of records that do not say it; that of the rules when not given."`
	DoubtKomi   bool           `name:"doubt-zero-komi" help:"Take a komi of 0 in a game without handicap as not written, as it is in some collections of servers."`
	Played      float64        `default:"1" placeholder:"WEIGHT" help:"How much the moves that were played are learnt beside the teacher's, 0 to 1; 0 leaves them to the teacher (${default})."`
	RandomMoves uint16         `placeholder:"N" help:"Do not learn the first N moves of each game: they were played at random, as by tengen match --random-moves." config:"-"`
	VaryKomi    float64        `placeholder:"POINTS" help:"Change the komi of half of the games by this many points on average, so that a teacher shows what being far ahead is; off by default. Needs --teacher."`
	Teacher     player.NetFile `default:"none" placeholder:"FILE" help:"Have this net judge the positions, or built-in, the bundled net."`
	Leaves      uint16         `placeholder:"N" help:"At each position, add N positions from inside the tree of a search, where a net errs most. Needs --teacher; none when not given."`
	LeafVisits  Count          `default:"32" placeholder:"N" help:"Visits of these searches (${default})."`
	Student     player.NetFile `default:"built-in" placeholder:"FILE" help:"The net that searches for --leaves, usually the one that is to learn, or built-in."`
	Rollouts    uint16         `placeholder:"N" help:"Without a teacher: find who owned the points at the end of games that were counted by N rollouts; off by default."`
	Tolerance   float64        `default:"1" placeholder:"POINTS" help:"Keep who owned the points at the end if the count is the written one within this (${default})."`
	Seed        uint64         `default:"1" placeholder:"N" help:"Random seed of the choice of positions (${default})."`
	Threads     Threads        `placeholder:"N" help:"Threads; one per processor when not given."`
	JSON        bool           `help:"Print the manifest as one JSON object." config:"-"`
}

// Help tells what happens when it is done again.
func (DataImportCmd) Help() string {
	return "An import that was interrupted, or ran out of disk, goes on where it was when the same command is given again. The same game from two " +
		"places is there once. What did not come in is counted by reason; the manifest in the folder has examples. As long as a file cannot be read, " +
		"or breaks off, the status is 1, and each import tries it again."
}

// Run imports.
func (c *DataImportCmd) Run(env *Env, cli *CLI) error {
	o, total, err := c.options(env)
	if err != nil {
		return err
	}
	if c.Teacher != player.None {
		if o.Teacher, err = c.teacher(env, cli); err != nil {
			return err
		}
	}
	if c.Leaves > 0 && o.Teacher != nil {
		if o.Searcher, err = c.searcher(env, cli); err != nil {
			return err
		}
	}
	bar := newMeter(env, total, false)
	if c.MaxGames > 0 {
		bar = newCounter(env, int(c.MaxGames), "games")
	}
	o.Progress = func(p replay.Progress) {
		if c.MaxGames > 0 {
			bar.at(int64(p.Games))
		} else {
			bar.at(p.Passed)
		}
	}
	had := 0
	if m, err := replay.ReadManifest(o.Dir); err == nil {
		had = m.Samples
	}
	began := time.Now()
	m, err := replay.Import(env.Ctx, o)
	bar.end()
	if bad, ok := errors.AsType[*replay.OptionsError](err); ok {
		return usagef("%v", bad)
	}
	if env.Ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: what came in is kept, and the same command goes on from here", errInterrupted)
	}
	if m == nil {
		return err
	}
	if err == nil {
		err = c.failed(m)
	}
	if err == nil && m.Counts.Read == 0 {
		env.Log.Warn("the named files and folders hold no records")
	}
	return errors.Join(err, c.print(env, m, m.Samples-had, time.Since(began)))
}

// failed is the error of an import of files that could not all be read.
func (c *DataImportCmd) failed(m *replay.Manifest) error {
	var all []replay.Failure
	for _, s := range m.Sources {
		if slices.Contains(c.Paths, Path(s.Name)) {
			all = append(all, s.Failed...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%s could not be read, or only in part; fix them and run the same command again; the first: %s: %s", wording.Counted(len(all), "file"), all[0].File, all[0].Wrong)
}

// options are those of the import, and how many bytes there are to read.
func (c *DataImportCmd) options(env *Env) (replay.ImportOptions, int64, error) {
	o := replay.DefaultImport()
	o.Dir, o.PerGame, o.MinMoves, o.MaxGames = string(c.Out), int(c.PerGame), int(c.MinMoves), int(c.MaxGames)
	o.Seed, o.Threads, o.Rollouts, o.Tolerance = c.Seed, cmp.Or(int(c.Threads), player.AllThreads()), int(c.Rollouts), c.Tolerance
	o.Ends, o.DoubtZeroKomi, o.Played, o.RandomMoves, o.VaryKomi = c.Ends, c.DoubtKomi, c.Played, int(c.RandomMoves), c.VaryKomi
	o.Limits, o.Leaves = c.recordLimits.options(), int(c.Leaves)
	if c.Rules != nil {
		o.Rules = c.Rules.Rules
	}
	if c.Komi != nil {
		o.Rules.Komi = *c.Komi.komi()
	}
	total := int64(0)
	for _, path := range texts(c.Paths) {
		archive, _, _ := strings.Cut(path, "!")
		if _, err := os.Stat(path); err != nil && !recordfiles.IsFile(archive) {
			return o, 0, usagef("%s: %v", wording.FileName(path), wording.WithoutPath(err))
		}
		walk := store.WalkOptions{Context: env.Ctx, MaxBytes: c.recordLimits.options().MaxBytes, Accept: func(name string) bool {
			return store.IsRecord(name) || strings.EqualFold(filepath.Ext(name), ".tsv")
		}}
		source := store.Walk(walk, path)
		total += source.Total
		o.Inputs = append(o.Inputs, replay.Input{Name: path, Total: source.Total, Files: func(yield func(replay.File) bool) {
			for f := range source.Files {
				if !yield(replay.File{Name: wording.FileName(f.Name), Size: f.Size, Passed: f.Passed, Read: f.Read, Open: f.Open, Err: wording.WithoutPath(f.Err)}) {
					return
				}
			}
		}})
	}
	return o, total, nil
}

// teacher loads the net that judges.
func (c *DataImportCmd) teacher(env *Env, cli *CLI) (*replay.Teacher, error) {
	name, factory, err := c.evaluator(env, cli, c.Teacher)
	if err != nil {
		return nil, err
	}
	return &replay.Teacher{Name: name, Factory: factory}, nil
}

// searcher loads the net that grows the trees of --leaves.
func (c *DataImportCmd) searcher(env *Env, cli *CLI) (*replay.Searcher, error) {
	if c.Student == player.None {
		return nil, usagef("--student is the net that searches for --leaves; name a file, or %s", player.BuiltIn)
	}
	name, factory, err := c.evaluator(env, cli, c.Student)
	if err != nil {
		return nil, err
	}
	return &replay.Searcher{Name: name, Visits: int(c.LeafVisits), Factory: factory}, nil
}

// evaluator loads a net and returns the name that the manifest keeps, and the net as an evaluator of any board.
func (c *DataImportCmd) evaluator(env *Env, cli *CLI, file player.NetFile) (name string, _ eval.Factory, _ error) {
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, file, int(c.Threads))
	if err != nil {
		return "", nil, err
	}
	m := net.Model()
	return fmt.Sprintf("%s sha256:%s", m.Name, m.SHA256), func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net.Net, g, neteval.Options{})
	}, nil
}

// print prints the manifest, or what came in and what did not.
func (c *DataImportCmd) print(env *Env, m *replay.Manifest, rows int, took time.Duration) error {
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(m))
	}
	return out.end(rowtext.WriteImport(out, string(c.Out), m, rows, took))
}
