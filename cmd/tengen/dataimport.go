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
	"tengen/nn"
	"tengen/player"
	"tengen/recordfiles"
	"tengen/replay"
	"tengen/rowtext"
	"tengen/store"
)

// DataImportCmd is `tengen data import`.
type DataImportCmd struct {
	recordLimits

	Paths       []Path         `arg:"" name:"path" placeholder:"PATH" help:"Records, files with one game per line (.tsv), folders, and archives (.zip, .tar, .gz, .xz)."`
	Out         Folder         `required:"" placeholder:"DIR" help:"Folder of rows to write. If it exists, games are added to it." config:"-"`
	PerGame     Count          `default:"8" placeholder:"N" help:"Maximum number of positions per game, spread over the game (default ${default})."`
	Ends        bool           `help:"Take only the last positions of games that ended by passes. If the rules have a clean-up phase, also take the positions of that phase."`
	MinMoves    Count          `default:"30" placeholder:"N" help:"Skip games with fewer moves than N, passes not counted (default ${default})."`
	MaxGames    Count          `placeholder:"N" help:"Stop when the folder has N games." config:"-"`
	Rules       *Ruleset       `placeholder:"NAME" help:"Rules of records that do not name any. Default: japanese."`
	Komi        *Komi          `placeholder:"K" help:"Komi of records without one. Default: the usual komi of --rules."`
	DoubtKomi   bool           `name:"doubt-zero-komi" help:"Treat a komi of 0 in a game without handicap as missing. Some servers write 0 when the komi is unknown."`
	Played      float64        `default:"1" placeholder:"WEIGHT" help:"Weight of the played moves as a target, 0 to 1 (default ${default}); with 0 the net learns only the teacher's moves."`
	RandomMoves uint16         `placeholder:"N" help:"Do not use the first N moves of each game as targets, because they are random, as in games of tengen match --random-moves." config:"-"`
	VaryKomi    float64        `placeholder:"POINTS" help:"Change the komi of half of the games by this many points on average, so that the rows include positions where one side is far ahead. Needs --teacher or --judge-later; off by default."`
	Teacher     player.NetFile `default:"none" placeholder:"FILE" help:"Net that judges the positions, or built-in for the bundled net (default ${default})."`
	JudgeLater  bool           `help:"Write rows without judgements, for a program that trains and asks the teacher itself (contrib/gpu)."`
	Visits      Count          `name:"teacher-visits" placeholder:"N" help:"Let the teacher judge each position by a search of N visits, from 2 to 10000, instead of by the net alone. Needs --teacher; off by default."`
	Leaves      uint16         `placeholder:"N" help:"For each position, also add N positions from inside a search tree, because a net makes most errors there. Needs --teacher or --judge-later; off by default."`
	LeafVisits  Count          `default:"32" placeholder:"N" help:"Visits of the searches of --leaves (default ${default})."`
	Student     player.NetFile `default:"built-in" placeholder:"FILE" help:"Net that searches for --leaves, usually the one to be trained (default ${default})."`
	Rollouts    uint16         `placeholder:"N" help:"Without a teacher, estimate the owner of each point at the end of scored games by N rollouts. Off by default."`
	Tolerance   float64        `default:"1" placeholder:"POINTS" help:"Keep the estimated owners if the score that they give differs from the recorded one by at most this much (default ${default})."`
	Seed        uint64         `default:"1" placeholder:"N" help:"Random seed of the choice of positions (default ${default})."`
	Threads     Threads        `placeholder:"N" help:"Threads. Default: one per processor."`
	JSON        bool           `help:"Print the manifest as one JSON object." config:"-"`
}

// Help explains repeated imports.
func (DataImportCmd) Help() string {
	return "To continue an import that was interrupted, or that ran out of disk space, run the same command again. Duplicate games are imported " +
		"once. Games that were not imported are counted by reason, with examples in the folder's manifest. If a file cannot be read, " +
		"or is truncated, the exit status is 1, and the next import tries it again."
}

// Run imports.
func (c *DataImportCmd) Run(env *Env, cli *CLI) error {
	o, total, err := c.options(env)
	if err != nil {
		return err
	}
	if c.Visits > 0 && c.Teacher == player.None {
		return usagef("--teacher-visits is the size of the teacher's searches: name the teacher with --teacher, or leave out --teacher-visits")
	}
	if c.Rollouts > 0 && (c.JudgeLater || c.Teacher != player.None) {
		return usagef("--rollouts are for imports without a teacher: leave out --rollouts, or --teacher and --judge-later")
	}
	if c.JudgeLater {
		if c.Teacher != player.None {
			return usagef("--teacher judges during the import, and --judge-later in the program that trains: leave out one of them")
		}
		o.Teacher = &replay.Teacher{Name: "later"}
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
	bar.clear()
	if bad, ok := errors.AsType[*replay.OptionsError](err); ok {
		return usagef("%v", bad)
	}
	if env.Ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: the imported games are kept; run the same command again to continue", errInterrupted)
	}
	if m == nil {
		return err
	}
	if err == nil {
		err = c.failed(m)
	}
	if err == nil && m.Counts.Read == 0 {
		env.Log.Warn("the files and folders contain no records")
	}
	return errors.Join(err, c.print(env, m, m.Samples-had, time.Since(began)))
}

// failed returns an error if some of the files could not be read.
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
	return fmt.Errorf("%s could not be read completely; fix them and run the same command again. The first: %s: %s", wording.Counted(len(all), "file"), all[0].File, all[0].Wrong)
}

// options returns the options of the import and the number of bytes to read.
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
	return &replay.Teacher{Name: name, Visits: int(c.Visits), Factory: factory}, nil
}

// searcher loads the net that grows the trees of --leaves.
func (c *DataImportCmd) searcher(env *Env, cli *CLI) (*replay.Searcher, error) {
	if c.Student == player.None {
		return nil, usagef("--student is the net that searches for --leaves: name a file, or %s", player.BuiltIn)
	}
	name, factory, err := c.evaluator(env, cli, c.Student)
	if err != nil {
		return nil, err
	}
	return &replay.Searcher{Name: name, Visits: int(c.LeafVisits), Factory: factory}, nil
}

// manifestName is the name of a net in the manifest of a folder of rows. Different nets have different names.
func manifestName(m *nn.Model) string { return m.Name + " sha256:" + m.SHA256 }

// evaluator loads a net. It returns the net's name for the manifest, and a factory of evaluators for any board.
func (c *DataImportCmd) evaluator(env *Env, cli *CLI, file player.NetFile) (name string, _ eval.Factory, _ error) {
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, file, int(c.Threads))
	if err != nil {
		return "", nil, err
	}
	m := net.Model()
	return manifestName(m), func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net.Net, g, neteval.Options{})
	}, nil
}

// print prints the manifest, or a summary of the imported and the skipped games.
func (c *DataImportCmd) print(env *Env, m *replay.Manifest, rows int, took time.Duration) error {
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(m))
	}
	return out.end(rowtext.WriteImport(out, string(c.Out), m, rows, took))
}
