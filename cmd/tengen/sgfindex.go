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

	"tengen/findings"
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
	r := findings.NewImported(c.Library, report, time.Since(began), interrupted, total)
	if interrupted {
		err = fmt.Errorf("%w: what came in is kept, and the same command goes on from here", errInterrupted)
	}
	return errors.Join(err, counting, c.tell(env, r), library.Close())
}

// tell prints the report.
func (c *SGFIndexCmd) tell(env *Env, r findings.Imported) error {
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(r))
	}
	return out.end(r.Write(out, env.Stderr))
}
