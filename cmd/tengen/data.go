package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"tengen/internal/wording"
	"tengen/replay"
	"tengen/rowtext"
)

// DataCmd is `tengen data`.
type DataCmd struct {
	Import DataImportCmd `cmd:"" help:"Make training rows from game records."`
	Info   DataInfoCmd   `cmd:"" help:"Summarise a folder of training rows, and check that all its files can be read."`
	Show   DataShowCmd   `cmd:"" help:"Print a training row in readable form."`
	Games  DataGamesCmd  `cmd:"" help:"Write the games of training rows as SGF records."`
	Planes DataPlanesCmd `cmd:"" help:"Write training rows as input planes of a net, for another program."`
}

// Help defines training rows.
func (DataCmd) Help() string {
	return "A training row is a position of a game with its training targets: the move, the result, and a teacher's judgement. " +
		"docs/training.md describes rows and their files."
}

// DataInfoCmd is `tengen data info`.
type DataInfoCmd struct {
	Dir  string `arg:"" name:"folder" help:"Folder of training rows."`
	JSON bool   `help:"Print one JSON object." config:"-"`
}

// Run counts the rows and checks that all of them can be read.
func (c *DataInfoCmd) Run(env *Env) error {
	f, err := replay.OpenFolder(c.Dir)
	if err != nil {
		return rowsError(err)
	}
	info := rowtext.NewSummary(f.Manifest)
	bar := newCounter(env, f.Manifest.Games, "games")
	for g, err := range f.Games() {
		if err != nil {
			return err
		}
		if env.Ctx.Err() != nil {
			bar.clear()
			return fmt.Errorf("%w: the rest was skipped", errInterrupted)
		}
		info.Add(g)
		bar.at(int64(info.Games))
	}
	bar.clear()
	info.End(f.Damage)
	out := newResults(env)
	if c.JSON {
		err = json.NewEncoder(out).Encode(info)
	} else {
		err = info.Write(out)
	}
	if err = out.end(err); err == nil && len(f.Damage) > 0 {
		err = fmt.Errorf("%s is damaged in %s, and %s cannot be read; the first: %w", wording.FileName(c.Dir), wording.Counted(len(f.Damage), "place"), wording.Counted(info.Unreadable, "game"), f.Damage[0])
	}
	return err
}

// rowsError returns the error of a command that cannot read a folder of rows. If the folder is
// missing, it is a usage error. If the folder is damaged, it is not.
func rowsError(err error) error {
	if errors.Is(err, replay.ErrManifest) {
		return err
	}
	return usagef("%v", err)
}

// folders cleans the names of folders.
func folders(dirs []string) []string {
	all := make([]string, len(dirs))
	for i, d := range dirs {
		all[i] = filepath.Clean(d)
	}
	return all
}
