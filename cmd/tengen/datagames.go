package main

import (
	"cmp"
	"fmt"
	"strings"

	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/replay"
	"tengen/rowtext"
)

// DataGamesCmd is `tengen data games`.
type DataGamesCmd struct {
	Dir string `arg:"" name:"folder" help:"Folder of training rows."`
}

// Help describes the records.
func (DataGamesCmd) Help() string {
	return "Writes all games to stdout as one SGF file. Positions with a row have the value that the teacher or the search found. " +
		"So games of tengen selfplay can be replayed, searched, and imported again with another teacher."
}

// Run writes the games.
func (c *DataGamesCmd) Run(env *Env) error {
	f, err := replay.OpenFolder(c.Dir)
	if err != nil {
		return rowsError(err)
	}
	teacher, _, _ := strings.Cut(f.Manifest.Settings.Teacher, " ") // the name without the checksum
	bar := newCounter(env, f.Manifest.Games, "games")
	defer bar.clear()
	out, done := newResults(env), 0
	for g, err := range f.Games() {
		switch {
		case err != nil:
		case env.Ctx.Err() != nil:
			err = fmt.Errorf("%w: the rest of the games is missing", errInterrupted)
		default:
			err = rowtext.WriteSGF(out, g, kifu.Info{}, cmp.Or(teacher, "tengen"))
		}
		if err != nil {
			return out.end(fmt.Errorf("after %s: %w", wording.Counted(done, "game"), err))
		}
		done++
		bar.at(int64(done))
	}
	if len(f.Damage) > 0 {
		err = fmt.Errorf("%s is damaged in %s, whose games are missing; the first: %w", wording.FileName(c.Dir), wording.Counted(len(f.Damage), "place"), f.Damage[0])
	}
	return out.end(err)
}
