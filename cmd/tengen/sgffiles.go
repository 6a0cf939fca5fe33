package main

import (
	"bytes"
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

	"github.com/alecthomas/kong"

	"tengen/internal/wording"
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
	// open is the content of a large file that is read a game at a time, instead of data.
	open   func() (io.ReadCloser, error)
	limits kifu.Options // how much of it is read at once
	err    error        // why it cannot be read
}

// records are the files that a person named, with those in folders and archives.
type records struct {
	total int64 // bytes to read, 0 if unknown
	files iter.Seq2[recordFile, int64]
}

// findRecords lists the files that are meant by paths; "-" is stdin. A file is read
// when it comes, beside how much of the total is done with it. The error is a
// mistake in what was typed; what cannot be read is a file with an error.
func findRecords(env *Env, limits recordLimits, paths []Path) (records, error) {
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
			source := store.Walk(store.WalkOptions{Context: env.Ctx, MaxBytes: limits.options().MaxBytes}, path)
			all.total += source.Total
			parts = append(parts, part{path: path, source: source})
		}
	}
	all.files = func(yield func(recordFile, int64) bool) {
		before := int64(0)
		for _, p := range parts {
			if p.source.Files == nil {
				if !yield(readStream(p.path, limits, p.stream), before) {
					return
				}
				continue
			}
			real, err := filepath.Abs(p.path)
			if err != nil {
				real = p.path
			}
			for f := range p.source.Files {
				r := recordFile{path: p.path, within: filepath.Base(real), limits: limits.options(), err: f.Err}
				if rest, ok := strings.CutPrefix(f.Name, real); ok && rest != "" {
					r.path = strings.TrimSuffix(p.path, string(filepath.Separator)) + rest
					r.within = strings.TrimLeft(rest, "!"+string(filepath.Separator))
				}
				r.name = wording.FileName(r.path)
				if at := strings.Index(r.path, "!"); at >= 0 && isFile(r.path[:at]) && !isFile(r.path) {
					r.archive = wording.FileName(r.path[:at])
				}
				if r.open = f.Open; r.err == nil && r.open == nil {
					r.data, r.err = f.Read()
				}
				r.err = hinted(unwrapPath(r.err))
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
func readStream(name string, limits recordLimits, in io.Reader) recordFile {
	r := recordFile{name: wording.FileName(name), path: name, within: filepath.Base(name), limits: limits.options()}
	if in == nil {
		f, err := os.Open(name)
		if err != nil {
			r.err = unwrapPath(err)
			return r
		}
		defer f.Close()
		in = f
	}
	r.data, r.err = r.readAll(in)
	return r
}

// readAll reads what is read at once.
func (f recordFile) readAll(in io.Reader) ([]byte, error) {
	most := f.limits.MaxBytes
	if most > 0 {
		in = io.LimitReader(in, most+1)
	}
	data, err := io.ReadAll(in)
	if err == nil && most > 0 && int64(len(data)) > most {
		return nil, hinted(fmt.Errorf("%w: it has more than %d bytes", kifu.ErrTooLarge, most))
	}
	return data, hinted(unwrapPath(err))
}

// unwrapPath leaves the name of the file to those who say it anyway.
func unwrapPath(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}

// findOne reads the one file that a path names.
func findOne(env *Env, limits recordLimits, path string) (recordFile, error) {
	if info, err := os.Stat(path); path != dash && err == nil && info.IsDir() {
		return recordFile{}, usagef("%s is a folder: name a file in it", wording.FileName(path))
	}
	all, err := findRecords(env, limits, []Path{Path(path)})
	if err != nil {
		return recordFile{}, err
	}
	var one recordFile
	n := 0
	for f := range all.files {
		if n++; n > 1 {
			return one, usagef("%s holds several files: name one of them, such as %s", wording.FileName(path), one.name)
		}
		one = f
	}
	if n == 0 {
		return one, fmt.Errorf("%s: there is no record in it", wording.FileName(path))
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
	return f.readAll(r)
}

// load reads the records of a file.
func (f recordFile) load(o kifu.Options) loaded {
	l := loaded{name: f.name, File: &kifu.File{}, err: f.err, first: true}
	data, err := f.whole()
	if l.err = err; err != nil {
		return l
	}
	l.File, l.err = kifu.LoadBytes(data, f.options(o))
	if l.err = hinted(l.err); l.err != nil { // the caller adds the file's name
		if text, ok := strings.CutPrefix(l.err.Error(), f.name); ok {
			l.err = errors.New(strings.TrimLeft(text, ",: "))
		}
	}
	if errors.Is(l.err, kifu.ErrTooLarge) {
		l.Trees = nil // a part of a record would pass for the record
	}
	return l
}

// options are those for the file, with its limits.
func (f recordFile) options(o kifu.Options) kifu.Options {
	o.Name, o.MaxBytes, o.MaxNodes = f.name, f.limits.MaxBytes, f.limits.MaxNodes
	return o
}

// loadEach reads the records of a file one after the other where that can be done,
// and otherwise at once. A part without a game and an error has diagnostics.
func (f recordFile) loadEach(o kifu.Options, yield func(loaded) bool) {
	if f.err != nil || f.open == nil && (o.Encoding != "" || !kifu.HasLines(f.name, f.data)) {
		yield(f.load(o))
		return
	}
	content := io.Reader(bytes.NewReader(f.data))
	if f.open != nil {
		r, err := f.open()
		if err != nil {
			yield(loaded{name: f.name, File: &kifu.File{}, first: true, err: unwrapPath(err)})
			return
		}
		defer r.Close()
		content = r
	}
	first, any := true, false
	var last *kifu.File
	for part, err := range kifu.Parts(content, f.options(o)) {
		any = any || len(part.Trees) > 0 || err != nil
		if !yield(loaded{name: f.name, File: part, first: first, err: hinted(err)}) {
			return
		}
		first, last = false, part
	}
	if !any {
		l := loaded{name: f.name, File: &kifu.File{}, first: first, err: errors.New("there is no game in it")}
		if last != nil {
			l.Format = last.Format
		} else {
			l.Format = kifu.Detect(f.name, f.data)
		}
		yield(l)
	}
}

// hinted adds what can be done about a file that is too large.
func hinted(err error) error {
	if errors.Is(err, kifu.ErrTooLarge) {
		return fmt.Errorf("%w; --max-bytes and --max-nodes raise the limits", err)
	}
	return err
}

// recordLimits are flags of commands that read records.
type recordLimits struct {
	MaxBytes ByteSize  `default:"64M" placeholder:"BYTES" help:"Most bytes that are read at once, of a file or, where games are read one after another, of a game (${default}); K, M and G are units, 0 switches the limit off." config:"-"`
	MaxNodes NodeCount `default:"1048576" placeholder:"N" help:"Most nodes that are read at once, each some 500 bytes of memory (${default}); four values count as a node, 0 switches the limit off." config:"-"`
}

// options are the limits for reading.
func (l recordLimits) options() kifu.Options {
	o := kifu.Options{MaxBytes: int64(l.MaxBytes), MaxNodes: int(l.MaxNodes)}
	if o.MaxBytes == 0 {
		o.MaxBytes = -1
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = -1
	}
	return o
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
func loadOne(env *Env, limits recordLimits, path string, o kifu.Options) (loaded, error) {
	var l loaded
	err := unlessInterrupted(env, func() error {
		one, err := findOne(env, limits, path)
		if err == nil {
			l = one.load(o)
			if err = l.noGame(); err != nil {
				err = fmt.Errorf("%s: %w", wording.FileName(path), err)
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
			fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(l.name+": "+d.String()))
		}
	}
}

// tree is the game of that number, from 1.
func (l loaded) tree(number Count) (*kifu.Tree, error) {
	if int(number) > len(l.Trees) {
		return nil, fmt.Errorf("%s: there is no game %d: it has %s", l.name, number, wording.Counted(len(l.Trees), "game"))
	}
	return l.Trees[number-1], nil
}

// eachRecord does the work for every file on all cores and hands the results over
// in the order of the files. When the run is interrupted it ends at once, with
// errInterrupted and what was handed over by then, and when take fails, with that
// error. Where results scroll by on the terminal there is no other progress.
func eachRecord[R any](env *Env, all records, scrolls bool, work func(recordFile, func(R) bool), take func(R) error) error {
	ctx, cancel := context.WithCancel(env.Ctx)
	defer cancel() // do not wait for readers and workers that still run
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
