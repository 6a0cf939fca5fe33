package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"tengen/internal/columns"
	"tengen/internal/wording"
	"tengen/replay"
)

// DataCmd is `tengen data`.
type DataCmd struct {
	Import DataImportCmd `cmd:"" help:"Make training rows of game records."`
	Info   DataInfoCmd   `cmd:"" help:"Count what a folder of training rows has, and check that all of it can be read."`
	Show   DataShowCmd   `cmd:"" help:"Show a training row to a person."`
	Planes DataPlanesCmd `cmd:"" help:"Write training rows as the planes of a net, for another program."`
}

// Help tells where to read on.
func (DataCmd) Help() string {
	return "Training rows are positions of games with what is to be learnt there: the move, the result, and what a teacher thinks. " +
		"docs/training.md describes them and their files."
}

// DataInfoCmd is `tengen data info`.
type DataInfoCmd struct {
	Dir  string `arg:"" name:"folder" help:"The folder of rows."`
	JSON bool   `help:"Print one JSON object." config:"-"`
}

// dataInfo is what a folder holds.
type dataInfo struct {
	Games      int              `json:"games"`
	Samples    int              `json:"samples"`
	Held       int              `json:"heldOut"` // games of the usual split
	Bytes      int64            `json:"bytes"`
	RowBytes   float64          `json:"bytesPerRow"`
	Moves      int              `json:"moves"`
	Judged     int              `json:"judged"` // samples with a teacher's value
	Leaves     int              `json:"leaves"` // rows from inside search trees
	Final      int              `json:"final"`  // games with the owners of the last position
	Sources    map[string]int   `json:"sources"`
	Boards     map[string]int   `json:"boards"`
	Rules      map[string]int   `json:"rules"`
	Komi       map[string]int   `json:"komi"`
	Endings    map[string]int   `json:"endings"`
	Manifest   *replay.Manifest `json:"manifest"`
	Damage     []*replay.Damage `json:"damage"`
	Unreadable int              `json:"lostGames"`
}

// Run counts and checks.
func (c *DataInfoCmd) Run(env *Env) error {
	f, err := replay.OpenFolder(c.Dir)
	if err != nil {
		return rowsError(err)
	}
	info := dataInfo{Manifest: f.Manifest, Sources: map[string]int{}, Boards: map[string]int{}, Rules: map[string]int{}, Komi: map[string]int{}, Endings: map[string]int{}}
	for _, s := range f.Manifest.Shards {
		info.Bytes += s.Bytes
	}
	split := replay.Split{OneIn: usualSplit}
	bar := newCounter(env, f.Manifest.Games, "games")
	for g, err := range f.Games() {
		if err != nil {
			return err
		}
		if env.Ctx.Err() != nil {
			bar.end()
			return fmt.Errorf("%w: the rest was left out", errInterrupted)
		}
		info.add(g, split)
		bar.at(int64(info.Games))
	}
	bar.end()
	info.Damage, info.Unreadable = f.Damage, max(0, f.Manifest.Games-info.Games)
	if info.Samples > 0 {
		info.RowBytes = float64(info.Bytes) / float64(info.Samples)
	}
	out := newResults(env)
	if c.JSON {
		err = json.NewEncoder(out).Encode(info)
	} else {
		err = info.print(out)
	}
	if err = out.end(err); err == nil && len(f.Damage) > 0 {
		err = fmt.Errorf("%s is damaged in %s, and %s cannot be read; the first: %w", wording.FileName(c.Dir), wording.Counted(len(f.Damage), "place"), wording.Counted(info.Unreadable, "game"), f.Damage[0])
	}
	return err
}

// rowsError is the error of a command that cannot read a folder of rows: one that is not there was named by mistake,
// one that is damaged was not.
func rowsError(err error) error {
	if errors.Is(err, replay.ErrManifest) {
		return err
	}
	return usagef("%v", err)
}

// usualSplit is the usual N of "one game in N is held out".
const usualSplit = 100

func (i *dataInfo) add(g *replay.Game, split replay.Split) {
	i.Games++
	i.Samples += len(g.Samples)
	i.Moves += len(g.Moves)
	if split.Held(g) {
		i.Held++
	}
	if g.Final != nil {
		i.Final++
	}
	for k := range g.Samples {
		if g.Samples[k].Value != nil {
			i.Judged++
		}
		if len(g.Samples[k].Branch) > 0 {
			i.Leaves++
		}
	}
	i.Sources[g.Source]++
	i.Boards[g.Graph.String()]++
	i.Rules[g.Rules.Name()]++
	i.Komi[g.Rules.Komi.String()]++
	i.Endings[g.Result.By.String()]++
}

func (i *dataInfo) print(out results) error {
	t := columns.New(out)
	t.Row("games", strconv.Itoa(i.Games), fmt.Sprintf("%d of them are held out by the usual split, one in %d", i.Held, usualSplit))
	t.Row("rows", strconv.Itoa(i.Samples), fmt.Sprintf("%d judged by a teacher", i.Judged))
	if i.Leaves > 0 {
		t.Row("leaves", strconv.Itoa(i.Leaves), "rows from inside search trees")
	}
	t.Row("bytes a row", fmt.Sprintf("%.1f", i.RowBytes), fmt.Sprintf("%d bytes in %s", i.Bytes, wording.Counted(len(i.Manifest.Shards), "shard")))
	t.Row("moves", strconv.Itoa(i.Moves), "")
	t.Row("final owners", strconv.Itoa(i.Final), fmt.Sprintf("and %d counted games whose count was not the written one", i.Manifest.Counts.Disagree))
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"source", i.Sources}, {"board", i.Boards}, {"rules", i.Rules}, {"komi", i.Komi}, {"result", i.Endings}} {
		for n, key := range largest(part.counts) {
			if n == listedEach {
				t.Row(part.name, "", fmt.Sprintf("and %d more", len(part.counts)-n))
				break
			}
			t.Row(part.name, strconv.Itoa(part.counts[key]), key)
		}
	}
	for _, d := range i.Damage {
		t.Row("damage", "", d.Error())
	}
	if len(i.Damage) == 0 {
		t.Row("blocks", "", "all sound")
	}
	return t.Flush()
}

// listedEach is how many kinds of a thing are listed.
const listedEach = 12

// largest are the keys with the largest counts first.
func largest[K ~string](counts map[K]int) []K {
	return slices.SortedFunc(maps.Keys(counts), func(a, b K) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
}

// folders cleans the names of folders.
func folders(dirs []string) []string {
	all := make([]string, len(dirs))
	for i, d := range dirs {
		all[i] = filepath.Clean(d)
	}
	return all
}
