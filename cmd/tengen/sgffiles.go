package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"tengen/kifu"
	"tengen/store"
)

// dash is how stdin is called among files to read, and stdout as one to write.
const dash = "-"

// recordFile is a file that is said to hold records.
type recordFile struct {
	name string // as the person calls it; that of a part of an archive has a "!"
	data []byte
	err  error // why it cannot be read
}

// records are the files that a person named, with those in folders and archives.
type records struct {
	total int64 // bytes to read, 0 if unknown
	files iter.Seq2[recordFile, int64]
}

// findRecords lists the files that are meant by paths; "-" is stdin. A file is read
// when it comes, beside how much of the total is done with it. The error is a
// mistake in what was typed; what cannot be read is a file with an error.
func findRecords(env *Env, paths []string) (records, error) {
	type part struct {
		path   string
		source store.Source
		stream io.Reader // instead of source
	}
	var parts []part
	var all records
	stdin := false
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == dash && stdin:
			return all, usagef("stdin (-) can be read only once")
		case path == dash:
			stdin = true
			parts = append(parts, part{path: path, stream: env.Stdin})
		case err == nil && !info.IsDir() && !info.Mode().IsRegular(): // a pipe
			parts = append(parts, part{path: path})
		default:
			source := store.Walk(store.WalkOptions{}, path)
			all.total += source.Total
			parts = append(parts, part{path: path, source: source})
		}
	}
	all.files = func(yield func(recordFile, int64) bool) {
		before := int64(0)
		for _, p := range parts {
			if p.source.Files == nil {
				if !yield(readStream(p.path, p.stream), before) {
					return
				}
				continue
			}
			real, err := filepath.Abs(p.path)
			if err != nil {
				real = p.path
			}
			for f := range p.source.Files {
				r := recordFile{name: p.path, err: f.Err}
				if rest, ok := strings.CutPrefix(f.Name, real); ok && rest != "" {
					r.name = strings.TrimSuffix(p.path, string(filepath.Separator)) + rest
				}
				if r.err == nil {
					r.data, r.err = f.Read()
				}
				r.err = unwrapPath(r.err)
				if !yield(r, before+f.Passed) {
					return
				}
			}
			before += p.source.Total
		}
	}
	return all, nil
}

// readStream reads stdin, or a pipe by its name for nil.
func readStream(name string, in io.Reader) recordFile {
	r := recordFile{name: name}
	if in == nil {
		f, err := os.Open(name)
		if err != nil {
			r.err = unwrapPath(err)
			return r
		}
		defer f.Close()
		in = f
	}
	r.data, r.err = io.ReadAll(io.LimitReader(in, store.MaxFileBytes+1))
	if len(r.data) > store.MaxFileBytes {
		r.err = fmt.Errorf("larger than %d MiB: split it", store.MaxFileBytes>>20)
	}
	return r
}

// unwrapPath leaves the name of the file to those who say it anyway.
func unwrapPath(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}

// findOne reads the one file that a path names.
func findOne(env *Env, path string) (recordFile, error) {
	if info, err := os.Stat(path); path != dash && err == nil && info.IsDir() {
		return recordFile{}, usagef("%s is a folder: name a file in it", path)
	}
	all, err := findRecords(env, []string{path})
	if err != nil {
		return recordFile{}, err
	}
	var one recordFile
	n := 0
	for f := range all.files {
		if n++; n > 1 {
			return one, usagef("%s holds several files: unpack it and name one", path)
		}
		one = f
	}
	if n == 0 {
		return one, fmt.Errorf("%s: there is no record in it", path)
	}
	return one, nil
}

// loaded is a file of which the records were read, as far as they could be.
type loaded struct {
	name       string
	*kifu.File // never nil
	err        error
}

// load reads the records of a file.
func (f recordFile) load(o kifu.Options) loaded {
	l := loaded{name: f.name, File: &kifu.File{}, err: f.err}
	if f.err != nil {
		return l
	}
	o.Name = f.name
	l.File, l.err = kifu.LoadBytes(f.data, o)
	if l.err != nil { // whoever says it says of which file
		if text, ok := strings.CutPrefix(l.err.Error(), f.name); ok {
			l.err = errors.New(strings.TrimLeft(text, ",: "))
		}
	}
	return l
}

// noGame is why there is nothing to work with in the file, nil if there is a game.
func (l loaded) noGame() error {
	switch {
	case len(l.Trees) > 0:
		return nil
	case l.err == nil:
		return errors.New("there is no game in it")
	}
	return l.err
}

// loadOne reads the one file that a path names, which has to have a game, and says on
// stderr what of it was lost or guessed.
func loadOne(env *Env, path string, o kifu.Options) (loaded, error) {
	one, err := findOne(env, path)
	if err != nil {
		return loaded{}, err
	}
	l := one.load(o)
	if err := l.noGame(); err != nil {
		return l, fmt.Errorf("%s: %w", path, err)
	}
	l.sayErrors(env)
	return l, nil
}

// sayErrors says on stderr what was lost or guessed on reading the file.
func (l loaded) sayErrors(env *Env) {
	for _, d := range l.Diagnostics {
		if d.Severity == kifu.Error {
			fmt.Fprintf(env.Stderr, "tengen: %s\n", oneLine(l.name+": "+d.String()))
		}
	}
}

// tree is the game of that number, from 1.
func (l loaded) tree(number Count) (*kifu.Tree, error) {
	if int(number) > len(l.Trees) {
		return nil, fmt.Errorf("%s: there is no game %d: it has %s", l.name, number, counted(len(l.Trees), "game"))
	}
	return l.Trees[number-1], nil
}

// eachRecord does the work for every file on all cores and hands the results over
// in the order of the files. It ends early when the run is interrupted, with what
// is done handed over, or when take fails, with that error. Where results scroll by
// on the terminal there is no other progress.
func eachRecord[R any](env *Env, all records, scrolls bool, work func(recordFile) R, take func(R) error) error {
	ctx, cancel := context.WithCancel(env.Ctx)
	defer cancel()
	type job struct {
		file   recordFile
		passed int64
		done   chan R
	}
	workers := runtime.GOMAXPROCS(0)
	jobs, order := make(chan job), make(chan job, 4*workers)
	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() {
		defer close(order)
		defer close(jobs)
		for f, passed := range all.files {
			j := job{f, passed, make(chan R, 1)}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
			order <- j // every job is taken to the end
		}
	})
	for range workers {
		group.Go(func() {
			for j := range jobs {
				j.done <- work(j.file)
			}
		})
	}
	bar := newMeter(env, all.total, scrolls)
	var failed error
	for j := range order {
		if r := <-j.done; failed == nil {
			if failed = take(r); failed != nil {
				cancel()
			}
			bar.at(j.passed)
		}
	}
	bar.end()
	if failed == nil && env.Ctx.Err() != nil {
		fmt.Fprintln(env.Stderr, "tengen: interrupted: the rest of the files was left out")
	}
	return failed
}
