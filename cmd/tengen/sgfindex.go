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
	Library string `default:"${data_dir}/library.db" placeholder:"FILE" help:"The library (default ${default})."`
	JSON    bool   `help:"Print one JSON object." config:"-"`
	Paths   []Path `arg:"" name:"path" placeholder:"PATH" help:"Records, folders of records, and archives (.zip, .tar, .gz, .xz)."`
}

// Help explains repeated imports.
func (SGFIndexCmd) Help() string {
	return "To continue an interrupted import, run the same command again. Importing a folder again takes little time if little has changed. " +
		"Duplicate games are stored once. The library contains the records and does not need the files after the import."
}

// Run imports.
func (c *SGFIndexCmd) Run(env *Env, sgf *SGFCmd) error {
	if slices.Contains(c.Paths, recordfiles.Dash) {
		return usagef("stdin (-) cannot be added to the library: each game needs a file as its source")
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
	bar.clear()
	interrupted := env.Ctx.Err() != nil && errors.Is(err, context.Canceled)
	if interrupted {
		err = nil
	}
	total, counting := library.Count(context.WithoutCancel(env.Ctx))
	r := findings.NewImported(c.Library, report, time.Since(began), interrupted, total)
	if interrupted {
		err = fmt.Errorf("%w: the imported games are kept; run the same command again to continue", errInterrupted)
	}
	return errors.Join(err, counting, c.print(env, r), library.Close())
}

// print prints the report.
func (c *SGFIndexCmd) print(env *Env, r findings.Imported) error {
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(r))
	}
	return out.end(r.Write(out, env.Stderr))
}
