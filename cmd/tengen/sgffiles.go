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
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"tengen/kifu"
	"tengen/store"
)

// dash is how stdin is called among files to read, and stdout as one to write.
const dash = "-"

// Path is the name of a file as it was typed, whatever bytes it has: kong makes
// text of other arguments.
type Path string

// Decode takes the argument as it is.
func (p *Path) Decode(ctx *kong.DecodeContext) error {
	token, err := ctx.Scan.PopValue("path")
	*p = Path(token.String())
	return err
}

// texts are the names as the system knows them.
func texts(paths []Path) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = string(p)
	}
	return names
}

// recordFile is a file that is said to hold records.
type recordFile struct {
	name   string // as it is shown; that of a part of an archive has a "!"
	path   string // as the system knows it
	within string // its name within the folder or archive that was named
	// archive is the one that it is in, "" for none.
	archive string
	data    []byte
	// open is the content of a large file with a game a line, instead of data.
	open func() (io.ReadCloser, error)
	err  error // why it cannot be read
}

// shown is a name in which bytes that are no text are escaped.
func shown(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if _, size := utf8.DecodeRuneInString(name[i:]); r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// records are the files that a person named, with those in folders and archives.
type records struct {
	total int64 // bytes to read, 0 if unknown
	files iter.Seq2[recordFile, int64]
}

// findRecords lists the files that are meant by paths; "-" is stdin. A file is read
// when it comes, beside how much of the total is done with it. The error is a
// mistake in what was typed; what cannot be read is a file with an error.
func findRecords(env *Env, paths []Path) (records, error) {
	type part struct {
		path   string
		source store.Source
		stream io.Reader // instead of source
	}
	var parts []part
	var all records
	stdin := false
	for _, path := range texts(paths) {
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
			source := store.Walk(store.WalkOptions{Context: env.Ctx}, path)
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
				r := recordFile{path: p.path, within: filepath.Base(real), err: f.Err}
				if rest, ok := strings.CutPrefix(f.Name, real); ok && rest != "" {
					r.path = strings.TrimSuffix(p.path, string(filepath.Separator)) + rest
					r.within = strings.TrimLeft(rest, "!"+string(filepath.Separator))
				}
				r.name = shown(r.path)
				if at := strings.Index(r.path, "!"); at >= 0 && isFile(r.path[:at]) && !isFile(r.path) {
					r.archive = shown(r.path[:at])
				}
				if r.open = f.Open; r.err == nil && r.open == nil {
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

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readStream reads stdin, or a pipe by its name for nil.
func readStream(name string, in io.Reader) recordFile {
	r := recordFile{name: shown(name), path: name, within: filepath.Base(name)}
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
		return recordFile{}, usagef("%s is a folder: name a file in it", shown(path))
	}
	all, err := findRecords(env, []Path{Path(path)})
	if err != nil {
		return recordFile{}, err
	}
	var one recordFile
	n := 0
	for f := range all.files {
		if n++; n > 1 {
			return one, usagef("%s holds several files: name one of them, such as %s", shown(path), one.name)
		}
		one = f
	}
	if n == 0 {
		return one, fmt.Errorf("%s: there is no record in it", shown(path))
	}
	return one, nil
}

// loaded is a file of which the records were read, as far as they could be, or a
// part of one.
type loaded struct {
	name       string
	*kifu.File // never nil
	err        error
	first      bool // it is the first part of its file
}

// whole is the content at once, also of a file that streams.
func (f recordFile) whole() ([]byte, error) {
	if f.err != nil || f.open == nil {
		return f.data, f.err
	}
	r, err := f.open()
	if err != nil {
		return nil, unwrapPath(err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, store.MaxFileBytes+1))
	if len(data) > store.MaxFileBytes {
		err = fmt.Errorf("larger than %d MiB: split it", store.MaxFileBytes>>20)
	}
	return data, unwrapPath(err)
}

// games are those of a file with a game a line, read as they are asked for where it streams.
func (f recordFile) games(o kifu.Options) iter.Seq2[kifu.Game, error] {
	if f.open == nil {
		return kifu.Games(f.data, o)
	}
	return func(yield func(kifu.Game, error) bool) {
		r, err := f.open()
		if err != nil {
			yield(kifu.Game{}, unwrapPath(err))
			return
		}
		defer r.Close()
		kifu.Stream(r, o)(yield)
	}
}

// load reads the records of a file.
func (f recordFile) load(o kifu.Options) loaded {
	l := loaded{name: f.name, File: &kifu.File{}, err: f.err, first: true}
	data, err := f.whole()
	if l.err = err; err != nil {
		return l
	}
	o.Name = f.name
	l.File, l.err = kifu.LoadBytes(data, o)
	if l.err != nil { // whoever says it says of which file
		if text, ok := strings.CutPrefix(l.err.Error(), f.name); ok {
			l.err = errors.New(strings.TrimLeft(text, ",: "))
		}
	}
	return l
}

// loadEach reads the records of a file one after the other where that can be done,
// and otherwise at once. A part without a game and an error has notes.
func (f recordFile) loadEach(o kifu.Options, yield func(loaded) bool) {
	if f.err != nil || o.Encoding != "" || f.open == nil && !kifu.HasLines(f.name, f.data) {
		yield(f.load(o))
		return
	}
	o.Name = f.name
	first, any := true, false
	for game, err := range f.games(o) {
		l := loaded{name: f.name, File: &kifu.File{Format: game.Format, Encoding: "UTF-8"}, first: first}
		notes := game.Notes
		switch {
		case err != nil && game.Number == 0:
			l.err = err
		case err != nil:
			notes = append(notes, fmt.Sprintf("%v; the line was left out", err))
		default:
			l.Trees = []*kifu.Tree{game.Tree}
			notes = append(notes, game.Tree.Notes...)
		}
		for _, note := range notes {
			l.Diagnostics = append(l.Diagnostics, kifu.Diagnostic{Severity: kifu.Note, Code: kifu.CodeInfo, Game: game.Number, Wrong: note})
		}
		any = any || l.Trees != nil || l.err != nil
		if !yield(l) {
			return
		}
		first = false
	}
	if !any {
		format := kifu.FormatLines
		if f.open == nil {
			format = kifu.Detect(f.name, f.data)
		}
		yield(loaded{name: f.name, File: &kifu.File{Format: format}, first: first, err: errors.New("there is no game in it")})
	}
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
	var l loaded
	err := unlessInterrupted(env, func() error {
		one, err := findOne(env, path)
		if err == nil {
			l = one.load(o)
			if err = l.noGame(); err != nil {
				err = fmt.Errorf("%s: %w", shown(path), err)
			}
		}
		return err
	})
	if err != nil {
		return loaded{File: &kifu.File{}}, err
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
// in the order of the files. When the run is interrupted it ends at once, with
// errInterrupted and what was handed over by then, and when take fails, with that
// error. Where results scroll by on the terminal there is no other progress.
func eachRecord[R any](env *Env, all records, scrolls bool, work func(recordFile, func(R) bool), take func(R) error) error {
	ctx, cancel := context.WithCancel(env.Ctx)
	defer cancel() // whoever is still reading or working is not waited for
	type job struct {
		file    recordFile
		passed  int64
		results chan R
	}
	workers := runtime.GOMAXPROCS(0)
	jobs, order := make(chan job), make(chan job, 4*workers)
	go func() {
		defer close(order)
		defer close(jobs)
		for f, passed := range all.files {
			j := job{f, passed, make(chan R, 64)}
			if !send(ctx, jobs, j) || !send(ctx, order, j) {
				return
			}
		}
	}()
	for range workers {
		go func() {
			for j := range jobs {
				work(j.file, func(r R) bool { return send(ctx, j.results, r) })
				close(j.results)
			}
		}()
	}
	bar := newMeter(env, all.total, scrolls)
	defer bar.end()
	for j := range until(ctx, order) {
		for r := range until(ctx, j.results) {
			if err := take(r); err != nil {
				return err
			}
		}
		bar.at(j.passed)
	}
	if env.Ctx.Err() != nil {
		return fmt.Errorf("%w: the rest was left out", errInterrupted)
	}
	return nil
}

// send sends unless the context is cancelled first.
func send[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// until yields what comes until the context is cancelled.
func until[T any](ctx context.Context, from <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for ctx.Err() == nil {
			select {
			case v, ok := <-from:
				if !ok || !yield(v) {
					return
				}
			case <-ctx.Done():
			}
		}
	}
}

// once makes work of a function with one result.
func once[R any](work func(recordFile) R) func(recordFile, func(R) bool) {
	return func(f recordFile, yield func(R) bool) { yield(work(f)) }
}

// unlessInterrupted does what cannot be stopped in its middle and waits for it no
// longer than until the run is interrupted. It must not write anything.
func unlessInterrupted(env *Env, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-env.Ctx.Done():
		return errInterrupted
	}
}
