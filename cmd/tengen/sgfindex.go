package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/internal/wording"
	"tengen/recordfiles"
	"tengen/store"
)

// SGFIndexCmd is `tengen sgf index`.
type SGFIndexCmd struct {
	Library string `default:"${data_dir}/library.db" placeholder:"FILE" help:"The library (${default})."`
	JSON    bool   `help:"Print one JSON object." config:"-"`
	Paths   []Path `arg:"" name:"path" placeholder:"PATH" help:"Records, folders of records, and archives (.zip, .tar, .gz, .xz)."`
}

// Help tells what happens when it is done again.
func (SGFIndexCmd) Help() string {
	return "An import that was interrupted goes on where it was when it is started again, and a folder in which little has changed is done " +
		"quickly. The same game from two places is there once. The library keeps the records; it does not need the files afterwards."
}

// mostProblems is how many problems are told.
const mostProblems = 20

// importReport is what an import did.
type importReport struct {
	Library     string   `json:"library"`
	Files       int      `json:"files"`
	Known       int      `json:"known"`  // files, copies included
	Copies      int      `json:"copies"` // of files of this import
	Games       int      `json:"games"`
	Duplicates  int      `json:"duplicates"` // games, the repeated ones included
	Repeated    int      `json:"repeated"`   // within this import
	Already     int      `json:"already"`
	Unindexed   int      `json:"unindexed"`
	Problems    int      `json:"problems"`
	Listed      []string `json:"listed"`
	Seconds     float64  `json:"seconds"`
	Interrupted bool     `json:"interrupted"`
	Total       int      `json:"total"` // games in the library
}

// Run imports.
func (c *SGFIndexCmd) Run(env *Env, sgf *SGFCmd) error {
	if slices.Contains(c.Paths, recordfiles.Dash) {
		return usagef("stdin (-) cannot be taken into the library: a game in it needs a file that it comes from")
	}
	for _, path := range texts(c.Paths) {
		archive, _, _ := strings.Cut(path, "!")
		if _, err := os.Stat(path); err != nil && !recordfiles.IsFile(archive) {
			return fmt.Errorf("%s: %w", wording.FileName(path), wording.WithoutPath(err))
		}
	}
	if err := os.MkdirAll(filepath.Dir(c.Library), 0o777); err != nil {
		return fmt.Errorf("the folder of the library, %s: %w", filepath.Dir(c.Library), wording.WithoutPath(err))
	}
	library, err := store.Open(c.Library, store.Options{})
	if err != nil {
		return err
	}
	began := time.Now()
	source := store.Walk(store.WalkOptions{Context: env.Ctx, MaxBytes: sgf.options().MaxBytes}, texts(c.Paths)...)
	bar := newMeter(env, source.Total, false)
	report, err := library.Import(env.Ctx, source, store.ImportOptions{
		Parse:    store.ParseWithin(sgf.options()),
		Limits:   sgf.options(),
		Progress: func(p store.Progress) { bar.at(p.Done) },
	})
	bar.end()
	interrupted := env.Ctx.Err() != nil && errors.Is(err, context.Canceled)
	if interrupted {
		err = nil
	}
	total, counting := library.Count(context.WithoutCancel(env.Ctx))
	r := importReport{
		Library: c.Library, Files: report.Files, Known: report.Known, Copies: report.Copies, Games: report.Games,
		Duplicates: report.Duplicates, Repeated: report.Repeated, Already: report.Already,
		Unindexed: report.Unindexed, Problems: report.Failed, Listed: []string{}, Seconds: time.Since(began).Seconds(), Interrupted: interrupted, Total: total,
	}
	for _, p := range report.Problems {
		r.Listed = append(r.Listed, wording.OneLine(p.String()))
	}
	if interrupted {
		err = fmt.Errorf("%w: what came in is kept, and the same command goes on from here", errInterrupted)
	}
	return errors.Join(err, counting, c.tell(env, r), library.Close())
}

// tell prints the report.
func (c *SGFIndexCmd) tell(env *Env, r importReport) error {
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(r))
	}
	for i, p := range r.Listed {
		if i == mostProblems {
			fmt.Fprintf(env.Stderr, "tengen: and %d more; --json lists up to 1000\n", r.Problems-i)
			break
		}
		fmt.Fprintf(env.Stderr, "tengen: %s\n", p)
	}
	fmt.Fprintf(out, "%s added from %s in %.1f s", wording.Counted(r.Games, "game"), wording.Counted(r.Files, "file"), r.Seconds)
	for _, part := range []struct {
		n    int
		text string
	}{
		{r.Known - r.Copies, "files that were in the library: %d"}, {r.Copies, "copies of other files: %d"},
		{r.Duplicates - r.Repeated, "games that were in the library: %d"}, {r.Repeated, "games that came more than once: %d"},
		{r.Already, "games from an earlier run: %d"},
		{r.Unindexed, "games that positions do not find: %d"}, {r.Problems, "problems: %d"},
	} {
		if part.n > 0 {
			fmt.Fprintf(out, "; "+part.text, part.n)
		}
	}
	fmt.Fprintf(out, "\n%s: %s\n", c.Library, wording.Counted(r.Total, "game"))
	return out.end(nil)
}
